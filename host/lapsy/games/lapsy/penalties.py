"""What a false slap costs: one small function a penalty. Each returns the cards that moved and who received
them.

``limit`` is the number of cards that the payer held before the bundle: what he receives from others in the
same bundle is not there to pay with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lapsy.games.lapsy.draft import Draft

#: The cards in the order they moved, and the receiver of each (None = the pile).
Paid = tuple[tuple[str, ...], tuple[int | None, ...]]
Penalty = Callable[["Draft", int, int], Paid]

NOTHING: Paid = ((), ())


def under_pile(draft: Draft, seat: int, limit: int) -> Paid:
    """The top card of the hand goes to the very bottom of the pile (LA-35, LA-36, LS-15)."""
    if not limit or not draft.hands[seat]:
        return NOTHING
    return (draft.pay_under(seat),), (None,)


def to_each(draft: Draft, seat: int, limit: int) -> Paid:
    """One card to every opponent who is not out for good, clockwise as far as they go (LE-07, LS-46, LS-51)."""
    cards: list[str] = []
    to: list[int | None] = []
    for other in draft.clockwise(seat + 1)[:-1]:
        if draft.out[other]:
            continue
        if len(cards) == limit or not draft.hands[seat]:
            break
        cards.append(draft.take_top(seat))
        to.append(other)
        draft.hands[other] += (cards[-1],)
    return tuple(cards), tuple(to)


def ban(draft: Draft, seat: int, limit: int) -> Paid:  # noqa: ARG001 - a ban costs the same whatever the hand
    """No card, but no more slaps until the pile has been won (LE-07, LS-60)."""
    draft.banned[seat] = True
    return NOTHING
