"""What a false slap costs: one small function a penalty. Each returns the cards that moved and who received
them.

``limits`` counts by seat the cards that are there to pay with: those held before the bundle. What a payer receives from
others in the same bundle is not among them. A penalty takes off what it moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lapsy.games.lapsy.situation import clockwise

if TYPE_CHECKING:
    from lapsy.games.lapsy.draft import Draft

#: The cards in the order they moved, and the receiver of each (None = the pile).
Paid = tuple[tuple[str, ...], tuple[int | None, ...]]
Penalty = Callable[["Draft", int, list[int]], Paid]

NOTHING: Paid = ((), ())


def under_pile(draft: Draft, seat: int, limits: list[int]) -> Paid:
    """The top card of the hand goes to the very bottom of the pile (LA-35, LA-36, LS-15)."""
    if not limits[seat] or not draft.hands[seat]:
        return NOTHING
    limits[seat] -= 1
    return (draft.pay_under(seat),), (None,)


def to_each(draft: Draft, seat: int, limits: list[int]) -> Paid:
    """One card to every other player who is not out for good, clockwise as far as they go (LB-15 to LB-17, LE-07,
    LS-46, LS-51)."""
    cards: list[str] = []
    to: list[int | None] = []
    for other in clockwise(draft, seat + 1)[:-1]:
        if draft.out[other]:
            continue
        if not limits[seat] or not draft.hands[seat]:
            break
        limits[seat] -= 1
        cards.append(draft.take_top(seat))
        to.append(other)
        draft.hands[other] += (cards[-1],)
    return tuple(cards), tuple(to)


def mirrored(draft: Draft, seat: int, limits: list[int]) -> Paid:
    """Every other player who has cards gives the slapper the top one, clockwise from the slapper (LS-56)."""
    cards: list[str] = []
    for other in clockwise(draft, seat + 1)[:-1]:
        if limits[other] and draft.hands[other]:
            limits[other] -= 1
            cards.append(draft.take_top(other))
            draft.hands[seat] += (cards[-1],)
    return tuple(cards), (seat,) * len(cards)


def ban(draft: Draft, seat: int, limits: list[int]) -> Paid:  # noqa: ARG001 - a ban costs the same whatever the hand
    """No card, but no more slaps until the pile has been won (LE-07, LS-60)."""
    draft.ban(seat)
    return NOTHING


def or_dead(penalty: Penalty) -> Penalty:
    """The penalty; when it cost no card, the button is dead until the next card is laid (LS-48)."""

    def paid_or_dead(draft: Draft, seat: int, limits: list[int]) -> Paid:
        paid = penalty(draft, seat, limits)
        if not paid[0]:
            draft.ban(seat)
        return paid

    return paid_or_dead
