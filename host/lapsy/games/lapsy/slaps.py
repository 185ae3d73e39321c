"""Slaps: every press is judged against what has landed before the bundle; then all of them take effect
together.
"""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.state import Window
from lapsy.games.play import Input


def slap_refusal(draft: Draft, given: Input) -> str:
    """Why this press is no slap at all; empty when it is one, true or false."""
    seat = given.seat
    assert seat is not None
    if draft.winner is not None:
        return "finished"
    if given.held:
        return "held"
    if draft.out[seat]:
        return "out_for_good"
    if draft.banned[seat]:
        return "banned"
    challenge, window = draft.challenge, draft.window
    if (
        window is not None
        and window.kind == "collect"
        and challenge is not None
        and challenge.challenger == seat
        and not draft.live()
    ):
        return "no_slap"  # reaching for what he has already won (LS-07)
    return ""


def judge_slaps(draft: Draft, presses: Sequence[Input]) -> None:
    """All slaps of one bundle. Equals on a live pair tie (LA-33); equals without one pay clockwise."""
    anchor = draft.anchor()
    order = {seat: place for place, seat in enumerate(draft.clockwise(anchor))}
    slaps: list[Input] = []
    for given in sorted(presses, key=lambda press: (order[press.seat or 0], press.ref)):
        if reason := slap_refusal(draft, given):
            draft.refuse(given, reason)
        else:
            slaps.append(given)
    if not slaps:
        return
    if draft.live():
        _accept(draft, slaps)
    else:
        _pay(draft, slaps)


def _accept(draft: Draft, slaps: Sequence[Input]) -> None:
    """The first bundle leads; later ones are slower, at no cost (LS-04); a second press is a repeat (LS-14).

    First place is every slap that no other is proven to precede: a slap of a later bundle that is not proven later
    than any leading one (a press of another kind stood between them) leads with them (LS-09).
    """
    earlier = {seat for group in draft.slaps for seat in group}
    led = draft.refs[0] if draft.refs else ()
    leading: list[Input] = []
    slower: list[Input] = []
    for given in slaps:
        assert given.seat is not None
        if given.seat in earlier:
            draft.say("repeat", given.ref, (given.seat,))
            continue
        earlier.add(given.seat)
        (leading if all(ref in given.not_after for ref in led) else slower).append(given)
    if leading:
        _lead(draft, leading)
    if slower:
        draft.slaps += (tuple(given.seat for given in slower if given.seat is not None),)
        draft.refs += (tuple(given.ref for given in slower),)
        for given in slower:
            draft.say("slower", given.ref, () if given.seat is None else (given.seat,))


def _lead(draft: Draft, slaps: Sequence[Input]) -> None:
    """These slaps are first, beside those that led before: in the order in which they would divide the pile (LA-33)."""
    order = draft.clockwise(draft.anchor())
    seats = draft.slaps[0] if draft.slaps else ()
    refs = draft.refs[0] if draft.refs else ()
    pairs = [
        *zip(seats, refs, strict=True),
        *((given.seat, given.ref) for given in slaps if given.seat is not None),
    ]
    pairs.sort(key=lambda pair: order.index(pair[0]))
    first = not draft.slaps
    draft.slaps = (tuple(seat for seat, _ in pairs), *draft.slaps[1:])
    draft.refs = (tuple(ref for _, ref in pairs), *draft.refs[1:])
    for given in slaps:
        assert given.seat is not None
        draft.say(
            "accepted", given.ref, (given.seat, *(seat for seat in draft.slaps[0] if seat != given.seat))
        )
    if first:
        draft.return_air()
        draft.window = Window("slap", draft.t_us)


def _pay(draft: Draft, slaps: Sequence[Input]) -> None:
    """False slaps (LA-35 to LA-40). Who had no card before the bundle loses the right before anybody pays."""
    reason = _why_false(draft)
    limits = {given.seat: len(draft.hands[given.seat]) for given in slaps if given.seat is not None}
    losers = [seat for seat in limits if draft.rules.cardless_goes and not draft.holds(seat)]
    for loser in losers:
        draft.out[loser] = True
    if losers:
        draft.payments = tuple(payment for payment in draft.payments if payment.seat not in losers)
    for given in slaps:
        seat = given.seat
        assert seat is not None
        cards, to = draft.rules.penalty(draft, seat, limits[seat])
        limits[seat] -= len(cards)
        draft.say("false", given.ref, (seat,), cards, to, reason)
        if seat in losers:
            losers.remove(seat)
            draft.say("lost_right", given.ref, (seat,))
        elif draft.banned[seat]:
            draft.say("banned", given.ref, (seat,))


def _why_false(draft: Draft) -> str:
    ranks = draft.tops()
    if not ranks:
        return "empty"
    if len(ranks) == 1:
        return "single"
    return "covered" if draft.rules.slappable(ranks[1:]) else "no_pair"
