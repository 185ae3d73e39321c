"""Cards laid: a turn's legality, the card in the air, its landing and what it does there."""

from __future__ import annotations

from lapsy.games.lapsy import stop
from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.situation import Situation, whole_hand
from lapsy.games.lapsy.state import Air, Challenge, Laid
from lapsy.games.play import Input


def may_choose(now: Situation, seat: int) -> bool:
    """True when the owner may look at the hand and choose. A card in the air still counts: it may come back
    (LA-42).
    """
    count = len(now.hands[seat])
    return 0 < count <= now.rules.choice and len(whole_hand(now, seat)) <= now.rules.choice


def chosen_place(now: Situation, given: Input) -> int | None:
    """The place in the hand of the card meant, 0 = top; None when it may not be chosen or is not there."""
    assert given.seat is not None
    choose, hand = given.choose, now.hands[given.seat]
    if choose is None:
        return 0
    if not may_choose(now, given.seat):
        return None
    if type(choose) is int:
        return choose - 1 if 1 <= choose <= len(hand) else None
    return hand.index(choose) if choose in hand else None


def turn_refusal(now: Situation, seat: int) -> str:
    """Why the seat may not turn a card now, whichever it is; empty when it may."""
    if now.winners:
        return "finished"
    if now.out[seat]:
        return "out_for_good"
    if now.window is not None:
        return "window"
    if seat != now.turn:
        return "out_of_turn"
    if now.air is not None:
        return "in_the_air"
    return ""


def flip(draft: Draft, given: Input, place: int) -> None:
    """The card leaves the hand and is in the air."""
    seat = given.seat
    assert seat is not None
    hand = draft.hands[seat]
    draft.hands[seat] = hand[:place] + hand[place + 1 :] if place else hand[1:]
    card = hand[place]
    draft.air = Air(seat, card, place)
    draft.say("air", given.ref, (seat,), (card,))


def shown_refusal(now: Situation, given: Input) -> str:
    """Why no card can land now; empty when one can."""
    if now.winners:
        return "finished"
    if now.air is None or given.seat not in (None, now.air.seat):
        return "nothing_in_the_air"
    return ""


def land(draft: Draft, given: Input) -> None:
    """The card in the air lies on the pile: turn, attempts and challenge follow (LA-14, LA-15, LA-17 to
    LA-21).
    """
    air = draft.air
    assert air is not None
    seat, card, _ = air
    draft.air = None
    draft.pile += (Laid(card, seat),)
    draft.heads = ()  # a head slap lapses with the next card (LS-54)
    if draft.payments:  # another player's card closes an objection (LS-25)
        draft.payments = tuple([payment for payment in draft.payments if payment.seat == seat])
    if not draft.hands[seat]:
        draft.note_empty(seat)
    draft.say("landed", given.ref, (seat,), (card,))
    rules, challenge = draft.rules, draft.challenge
    if rules.ban_lifts_with_card:
        draft.lift_bans()
    stop.count_card(draft)
    rank = card[0]
    attempts = rules.attempts.get(rank, 0)
    if attempts and rules.answers(None if challenge is None else challenge.rank, rank):
        draft.challenge = Challenge(seat, rank, attempts)
        draft.say("challenge", given.ref, (seat,), reason=rank)
    elif challenge is not None:
        draft.challenge = Challenge(challenge.challenger, challenge.rank, challenge.left - 1)
        return
    draft.turn = (seat + 1) % len(draft.hands)
