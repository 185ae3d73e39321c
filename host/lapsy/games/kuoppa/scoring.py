"""Points for going out, and the marks of the record (KU-80 to KU-82, KU-93)."""

from __future__ import annotations

from collections.abc import Sequence

#: Points by place: first, second, and nothing for the rest (KU-80).
POINTS = (2, 1, 0, 0, 0)

#: Marks of the third, fourth and fifth: a dot for the next dealer, minus, double minus (KU-93).
MARKS = ("•", "-", "=")


def award(totals: tuple[int, ...], place: int, seat: int) -> tuple[int, ...]:
    """The totals after a seat has gone out at a place, 0 for the first."""
    points = POINTS[place]
    if not points:
        return totals
    return (*totals[:seat], totals[seat] + points, *totals[seat + 1 :])


def row(order: Sequence[int], totals: Sequence[int]) -> tuple[str, ...]:
    """A round's line in the record by seat: running totals of the two who scored, marks for the others.

    ``order``: who is out, first to last; of a game that ended in mid-round not everybody is, and the rest stays empty.
    """
    marks = [""] * len(totals)
    for place, seat in enumerate(order):
        marks[seat] = str(totals[seat]) if POINTS[place] else MARKS[place - 2]
    return tuple(marks)


def score(order: Sequence[int], totals: Sequence[int], target: int) -> tuple[tuple[int, ...], int | None]:
    """Totals after a round in this finishing order, and who has won with them (None: nobody).

    The game ends as soon as somebody reaches the target, and later places score nothing any more (KU-82).
    """
    now = tuple(totals)
    for place, seat in enumerate(order):
        now = award(now, place, seat)
        if now[seat] >= target:
            return now, seat
    return now, None
