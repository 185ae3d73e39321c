"""Cards laid: a turn's legality, the card in the air, its landing and what it does there."""

from __future__ import annotations

from lapsy.cards import rank
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.state import Air, Challenge, Laid
from lapsy.games.play import Input


def may_choose(draft: Draft, seat: int) -> bool:
    """True when the owner may look at the hand and choose. A card in the air still counts: it may come back
    (LA-42).
    """
    hand = draft.hands[seat]
    return bool(hand) and len(hand) + (len(hand) < len(draft.whole_hand(seat))) <= draft.rules.choice


def chosen_place(draft: Draft, given: Input) -> int | None:
    """The place in the hand of the card meant, 0 = top; None when it may not be chosen or is not there."""
    assert given.seat is not None
    choose, hand = given.choose, draft.hands[given.seat]
    if choose is None:
        return 0
    if not may_choose(draft, given.seat):
        return None
    if isinstance(choose, int):
        return choose - 1 if 1 <= choose <= len(hand) else None
    return hand.index(choose) if choose in hand else None


def turn_refusal(draft: Draft, given: Input) -> str:
    """Why the seat may not turn a card now, whichever it is; empty when it may."""
    if draft.winner is not None:
        return "finished"
    if draft.out[given.seat or 0]:
        return "out_for_good"
    if draft.window is not None:
        return "window"
    if given.seat != draft.turn:
        return "out_of_turn"
    if draft.air is not None:
        return "in_the_air"
    return ""


def flip(draft: Draft, given: Input, place: int) -> None:
    """The card leaves the hand and is in the air."""
    assert given.seat is not None
    hand = draft.hands[given.seat]
    draft.hands[given.seat] = hand[:place] + hand[place + 1 :]
    draft.air = Air(given.seat, hand[place], place)
    draft.say("air", given.ref, (given.seat,), (hand[place],))


def shown_refusal(draft: Draft, given: Input) -> str:
    """Why no card can land now; empty when one can."""
    if draft.winner is not None:
        return "finished"
    if draft.air is None or given.seat not in (None, draft.air.seat):
        return "nothing_in_the_air"
    return ""


def land(draft: Draft, given: Input) -> None:
    """The card in the air lies on the pile: turn, attempts and challenge follow (LA-14, LA-15, LA-17 to
    LA-21).
    """
    air = draft.air
    assert air is not None
    draft.air = None
    draft.pile += (Laid(air.card, air.seat),)
    if draft.payments:  # another player's card closes an objection (LS-25)
        draft.payments = tuple(payment for payment in draft.payments if payment.seat == air.seat)
    draft.say("landed", given.ref, (air.seat,), (air.card,))
    attempts = draft.rules.attempts.get(rank(air.card), 0)
    challenge = draft.challenge
    if attempts:
        draft.challenge = Challenge(air.seat, rank(air.card), attempts)
        draft.say("challenge", given.ref, (air.seat,), reason=rank(air.card))
        draft.turn = (air.seat + 1) % draft.n
    elif challenge is not None:
        draft.challenge = Challenge(challenge.challenger, challenge.rank, challenge.left - 1)
    else:
        draft.turn = (air.seat + 1) % draft.n
