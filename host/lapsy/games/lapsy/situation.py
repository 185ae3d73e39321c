"""Questions to a state, between bundles or in the middle of one: what lies on top, who has cards, where the round begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lapsy.games.lapsy.conditions import DEPTH

if TYPE_CHECKING:
    from lapsy.games.lapsy.draft import Draft
    from lapsy.games.lapsy.state import State

#: Both have the same names.
Situation: TypeAlias = "State | Draft"


def tops(now: Situation) -> str:
    """Ranks of the topmost played cards, newest first, as many as conditions look at."""
    pile = now.pile
    played = len(pile) - now.penalty
    newest = pile[-DEPTH:] if played >= DEPTH else pile[now.penalty :]
    text = "".join([card for card, _ in newest])
    return text[-2::-2]  # two signs a card: every rank, from the last card back


def live(now: Situation) -> bool:
    """True when the slap condition holds now."""
    return now.rules.slappable(tops(now))


def holds(now: Situation, seat: int) -> bool:
    """True when the seat has cards; its card in the air is one of them until it lands."""
    air = now.air
    return bool(now.hands[seat]) or (air is not None and air.seat == seat)


def held(now: Situation) -> int:
    """How many seats have cards."""
    air = now.air
    count = len(now.hands) - now.hands.count(())
    return count + (air is not None and not now.hands[air.seat])


def clockwise(now: Situation, first: int) -> list[int]:
    """All seats, clockwise, beginning with this one."""
    count = len(now.hands)
    return [*range(first % count, count), *range(first % count)]


def anchor(now: Situation) -> int:
    """The last card's player; before the first card of a pile, whoever would lay it. Splits and payments
    begin here.
    """
    if len(now.pile) > now.penalty:
        seat = now.pile[-1].seat
        if seat is not None:
            return seat
    return now.turn


def whole_hand(now: Situation, seat: int) -> tuple[str, ...]:
    """The hand as it is when a card of this seat in the air is back in its place."""
    hand, air = now.hands[seat], now.air
    if air is None or air.seat != seat:
        return hand
    return (*hand[: air.place], air.card, *hand[air.place :])
