"""Slaps: every press is judged against what has landed before the bundle; then all of them take effect
together.
"""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.situation import Situation, anchor, clockwise, holds, live, tops
from lapsy.games.lapsy.state import Window
from lapsy.games.play import Input

#: Slaps of one bundle with their seats, in the order in which seats pay and divide.
Slaps = Sequence[tuple[int, Input]]


def press_refusal(now: Situation, seat: int, held: bool = False) -> str:
    """Why no press of this seat counts, on the pile or on the head; empty when one does."""
    if now.winners:
        return "finished"
    if held:
        return "held"
    if now.out[seat]:
        return "safe" if now.rules.aim.reverse else "out_for_good"
    return ""


def slap_refusal(now: Situation, seat: int, given: Input) -> str:
    """Why this press is no slap at all; empty when it is one, true or false."""
    if refusal := press_refusal(now, seat, bool(given.held)):
        return refusal
    if now.banned[seat]:
        return "dead_button" if now.rules.ban_lifts_with_card else "banned"
    window = now.window
    if window is not None and window.kind == "collect":
        challenge = now.challenge
        if challenge is not None and challenge.challenger == seat and not live(now):
            return "no_slap"  # reaching for what he has already won (LS-07)
    if now.rules.head_first and live(now):
        before = [ref for who, ref in now.heads if who == seat]
        if not before or before[0] in given.not_after:
            return "head_first"  # strictly before the slap (LS-54)
    return ""


def judge_heads(draft: Draft, presses: Sequence[tuple[int, Input]]) -> None:
    """Head slaps are noted until the next card (LV-05, LS-54); the first one of a seat counts."""
    for seat, given in presses:
        if not draft.rules.head_first:
            draft.refuse(given, "not_in_these_rules")
        elif refusal := press_refusal(draft, seat, bool(given.held)):
            draft.refuse(given, refusal)
        elif any(who == seat for who, _ in draft.heads):
            draft.say("repeat", given.ref, (seat,))
        else:
            draft.heads = tuple(sorted([*draft.heads, (seat, given.ref)]))
            draft.say("head", given.ref, (seat,))


def judge_slaps(draft: Draft, presses: Sequence[tuple[int, Input]]) -> None:
    """All slaps of one bundle. Equals on a live pair tie (LA-33); equals without one pay clockwise. A slap that is agreed to
    have come too soon after its card is false on a live pair too."""
    if len(presses) > 1:
        order = clockwise(draft, anchor(draft))
        presses = sorted(presses, key=lambda press: (order.index(press[0]), press[1].ref))
    slaps = []
    for press in presses:
        if reason := slap_refusal(draft, *press):
            draft.refuse(press[1], reason)
        else:
            slaps.append(press)
    if not slaps:
        return
    ranks = tops(draft)
    if not draft.rules.slappable(ranks):
        _pay(draft, slaps, _why_false(draft, ranks))
        return
    if early := [press for press in slaps if press[1].anticipated]:
        _pay(draft, early, "anticipated")
        slaps = [press for press in slaps if not press[1].anticipated]
    if slaps:
        _accept(draft, slaps)


def narrow(draft: Draft, named: Slaps) -> None:
    """Of those whose slaps share the pile, these alone have it: the table's word where no measurement tells them apart and
    its policy is not to share (LA-33 without it)."""
    shared = draft.rules.aim.takers(draft)
    kept = tuple([seat for seat in shared if any(seat == who for who, _ in named)])
    slapped = {seat for group in draft.slaps for seat in group}
    if not kept or len(kept) == len(shared) or not slapped.issuperset(shared):
        for _, given in named:
            draft.refuse(given, "not_due")
        return
    others = tuple([seat for seat in shared if seat not in kept])
    draft.rules.aim.narrow(draft, kept)
    draft.say("likely", named[0][1].ref, kept + others)


def _accept(draft: Draft, slaps: Slaps) -> None:
    """The first bundle leads; later ones are slower, at no cost (LS-04); a second press is a repeat (LS-14).

    First place is every slap that no other is proven to precede: a slap of a later bundle that is not proven later
    than any before it (a press of another kind stood between them) leads too (LS-09).
    """
    earlier = {seat for group in draft.slaps for seat in group}
    before = [ref for group in draft.refs for ref in group]
    leading: list[tuple[int, Input]] = []
    slower: list[tuple[int, Input]] = []
    for seat, given in slaps:
        if seat in earlier:
            draft.say("repeat", given.ref, (seat,))
            continue
        earlier.add(seat)
        (leading if all(ref in given.not_after for ref in before) else slower).append((seat, given))
    draft.rules.aim.follow(draft, [given for _, given in (*leading, *slower)])
    if leading:
        _lead(draft, leading)
    if slower:
        draft.slaps += (tuple([seat for seat, _ in slower]),)
        draft.refs += (tuple([given.ref for _, given in slower]),)
        for seat, given in slower:
            draft.say("slower", given.ref, (seat,))


def _lead(draft: Draft, slaps: Slaps) -> None:
    """These slaps are first, beside those that led before: in the order in which they would divide the pile (LA-33)."""
    order = clockwise(draft, anchor(draft))
    seats = draft.slaps[0] if draft.slaps else ()
    refs = draft.refs[0] if draft.refs else ()
    pairs = [*zip(seats, refs, strict=True), *((seat, given.ref) for seat, given in slaps)]
    pairs.sort(key=lambda pair: order.index(pair[0]))
    first = not draft.slaps
    draft.slaps = (tuple([seat for seat, _ in pairs]), *draft.slaps[1:])
    draft.refs = (tuple([ref for _, ref in pairs]), *draft.refs[1:])
    for seat, given in slaps:
        draft.say("accepted", given.ref, (seat, *(other for other in draft.slaps[0] if other != seat)))
    if first:
        draft.return_air()
        draft.window = Window("slap", draft.t_us)


def _pay(draft: Draft, slaps: Slaps, reason: str) -> None:
    """False slaps (LA-35 to LA-40, LB-15 to LB-17, LS-56). Who had no card before the bundle loses the right, where the
    rules say so, before anybody pays."""
    limits = list(map(len, draft.hands))
    losers: list[int] = []
    if draft.rules.cardless_goes and 0 in limits:
        losers = list(dict.fromkeys([seat for seat, _ in slaps if not holds(draft, seat)]))
    for loser in losers:
        draft.put_out(loser)
        draft.payments = tuple([payment for payment in draft.payments if payment.seat != loser])
    for seat, given in slaps:
        cards, to = draft.rules.penalty(draft, seat, limits)
        draft.say("false", given.ref, (seat,), cards, to, reason)
        if seat in losers:
            losers.remove(seat)
            draft.say("lost_right", given.ref, (seat,))
        elif draft.banned[seat]:
            draft.say("banned", given.ref, (seat,))


def _why_false(draft: Draft, ranks: str) -> str:
    if not ranks:
        return "empty"
    if draft.rules.slappable(ranks[1:]):
        return "covered"
    return "single" if len(ranks) == 1 and draft.rules.miss == "no_pair" else draft.rules.miss
