"""What only a person can see: a slap made on purpose to get rid of a card, a dangerous blow."""

from __future__ import annotations

from lapsy.games.lapsy import stop
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.settle import settle
from lapsy.games.play import Input


def give_back(draft: Draft, seat: int, given: Input) -> None:
    """Objection against the newest false slap of a seat: all is as just before it (LA-41, LS-25).

    What others have paid since stays under the pile. A card in the air comes back too unless its player is on
    turn still.
    """
    if draft.winners:
        draft.refuse(given, "finished")
        return
    if not draft.rules.objections:
        draft.refuse(given, "not_in_these_rules")
        return
    newest = next((payment for payment in reversed(draft.payments) if payment.seat == seat), None)
    if newest is None:
        draft.refuse(given, "no_objection")
        return
    index = draft.payments.index(newest)
    place = draft.penalty - newest.depth
    paid = draft.pile[place].card
    penalties = draft.pile[:place] + draft.pile[place + 1 : draft.penalty]
    played = draft.pile[draft.penalty :]
    laid_since = tuple(laid.card for laid in played[newest.played :])
    if draft.air is not None and draft.air.seat == seat:
        laid_since += (draft.air.card,)
        draft.air = None
    draft.pile = penalties + played[: newest.played]
    draft.penalty -= 1
    draft.hands[seat] = newest.hand
    draft.turn, draft.challenge = newest.turn, newest.challenge
    if len(played) > newest.played or not draft.slaps:
        draft.window = newest.window
        draft.slaps = (
            draft.refs
        ) = ()  # else the slaps are on a pair that lay there before the false one: they stay
    stop.take_back(draft, len(played) - newest.played)
    kept = []
    for number, payment in enumerate(draft.payments):
        if number == index:
            continue
        depth = payment.depth - (payment.depth > newest.depth)  # what lies deeper comes up by one
        if number > index:  # made in a situation that has just been undone: it belongs to the one before
            payment = payment._replace(
                played=min(payment.played, newest.played),
                turn=newest.turn,
                challenge=newest.challenge,
                window=newest.window,
            )
        kept.append(payment._replace(depth=depth))
    draft.payments = tuple(kept)
    draft.say("given_back", given.ref, (seat,), (paid,), (seat,))
    if laid_since:
        draft.say("returned", given.ref, (seat,), laid_since, (seat,) * len(laid_since))
    settle(draft)
    if draft.air is not None and (draft.turn != draft.air.seat or draft.window is not None):
        draft.return_air()
    stop.end_without_pile(draft)


def remove(draft: Draft, seat: int, given: Input) -> None:
    """A dangerous blow: out for good, the hand under the pile, a pending slap void (LA-03, LS-26)."""
    if draft.winners:
        draft.refuse(given, "finished")
        return
    if not draft.rules.removals:
        draft.refuse(given, "not_in_these_rules")
        return
    if draft.out[seat]:
        draft.refuse(given, "out_for_good")
        return
    if draft.air is not None and draft.air.seat == seat:
        draft.return_air()
    cards = draft.hands[seat]
    draft.hands[seat] = ()
    for card in cards:
        draft.put_under(card, seat)
    draft.put_out(seat)
    draft.payments = tuple(payment for payment in draft.payments if payment.seat != seat)
    draft.say("removed", given.ref, (seat,), cards, (None,) * len(cards))
    _void_slap(draft, seat)
    settle(draft)


def _void_slap(draft: Draft, seat: int) -> None:
    """The removed seat's slap no longer counts: the next fastest leads, or the pair waits as before."""
    if not any(seat in group for group in draft.slaps):
        return
    led = draft.slaps[0]
    left = [
        [(other, ref) for other, ref in zip(group, refs, strict=True) if other != seat]
        for group, refs in zip(draft.slaps, draft.refs, strict=True)
    ]
    draft.slaps = tuple(tuple(other for other, _ in group) for group in left if group)
    draft.refs = tuple(tuple(ref for _, ref in group) for group in left if group)
    if not draft.slaps:
        draft.window = None
    elif draft.slaps[0] != led:
        draft.say("accepted", seats=draft.slaps[0])
