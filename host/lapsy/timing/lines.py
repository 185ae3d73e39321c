"""All straight lines between two sets of points, and how low and how high they pass at a place. Exact integers.

A set of points is kept as its upper hull. The points that the lines must pass on or below are kept upside down (y
negated), so that one hull, one walk and one rounding serve both sides. x and y may be in any units; a slope is a pair
(p, q), q > 0, that means p / q. Every result is rounded outwards: the lines are never said to pass more narrowly than
they do.

The feasible lines a + b x are a polygon in (a, b). Its steepest and flattest members touch one point of each set;
between these two slopes the least value at a place is a convex function of the slope (Moon, Skelly, Towsley 1999, for
one direction of a path; here both)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Point = tuple[int, int]
Slope = tuple[int, int]


def extend(hull: list[Point], x: int, y: int) -> None:
    """Add a point to an upper hull, in place. ``x`` must not lie left of the points already there."""
    if hull and hull[-1][0] == x:
        if y <= hull[-1][1]:
            return
        hull.pop()
    while len(hull) > 1:
        x1, y1 = hull[-2]
        x2, y2 = hull[-1]
        if (y2 - y1) * (x - x1) > (y - y1) * (x2 - x1):
            break
        hull.pop()
    hull.append((x, y))


@dataclass(slots=True)
class Band:
    """What lines must keep to. ``lows``: the hull of the points they pass on or above; ``highs``: of those they pass
    on or below, upside down."""

    lows: list[Point] = field(default_factory=list)
    highs: list[Point] = field(default_factory=list)

    def above(self, x: int, y: int) -> None:
        """The lines pass on or above (x, y); x grows from call to call."""
        extend(self.lows, x, y)

    def below(self, x: int, y: int) -> None:
        """The lines pass on or below (x, y); x grows from call to call."""
        extend(self.highs, x, -y)

    def joined(self, *later: Band) -> Band:
        """This and what lies to the right of it."""
        both = Band(self.lows.copy(), self.highs.copy())
        for band in later:
            for x, y in band.lows:
                extend(both.lows, x, y)
            for x, y in band.highs:
                extend(both.highs, x, y)
        return both

    def length(self, *places: int) -> int:
        """From the leftmost to the rightmost of all points and ``places``."""
        left = min(self.lows[0][0], self.highs[0][0], *places)
        return max(self.lows[-1][0], self.highs[-1][0], *places) - left

    def slopes(self, most: Slope, loosen: int) -> tuple[Slope, Slope] | None:
        """The flattest and the steepest line, at most ``most`` either way, when every point gives way by ``loosen``.
        None when no line keeps to all."""
        steepest = _steepest(self.lows, self.highs, most, loosen)
        if steepest is None or steepest[0] * most[1] < -most[0] * steepest[1]:
            return None
        flattest = _steepest(_mirrored(self.lows), _mirrored(self.highs), most, loosen)
        if flattest is None:  # not while there is a steepest one
            return None
        return (-flattest[0], flattest[1]), steepest

    def passes(self, low_x: int, high_x: int, most: Slope, loosen: int) -> tuple[int, int] | None:
        """The lowest that any line passes at ``low_x``, the highest at ``high_x``, rounded outwards; None when there
        is no line. ``loosen`` is given way to by the points, and by the result once more."""
        found = self.slopes(most, loosen)
        if found is None:
            return None
        flat, steep = found
        low = _lowest(self.lows, low_x, flat, steep)
        high = -_lowest(self.highs, high_x, (-steep[0], steep[1]), (-flat[0], flat[1]))
        return low - 2 * loosen, high + 2 * loosen


def _mirrored(hull: list[Point]) -> list[Point]:
    return [(-x, y) for x, y in reversed(hull)]


def _steepest(lows: list[Point], highs: list[Point], most: Slope, loosen: int) -> Slope | None:
    """Newton's method on the room between the two hulls, which is a concave function of the slope: from ``most``
    downwards it meets the steepest line after a few steps, exactly. As the slope falls, the point that is nearest
    moves one way only."""
    p, q = most
    i, j = 0, len(highs) - 1
    give = 2 * loosen
    while True:
        x, y = lows[i]
        low = q * y - p * x
        while i + 1 < len(lows):
            x, y = lows[i + 1]
            if (after := q * y - p * x) < low:
                break
            low, i = after, i + 1
        x, y = highs[j]
        high = q * y + p * x
        while j:
            x, y = highs[j - 1]
            if (after := q * y + p * x) < high:
                break
            high, j = after, j - 1
        if low + high <= give * q:
            return p, q
        run = highs[j][0] - lows[i][0]
        if run <= 0:
            return None
        p, q = give - highs[j][1] - lows[i][1], run


def _lowest(lows: list[Point], x: int, flat: Slope, steep: Slope) -> int:
    """The least value at x, rounded down, of lines on or above ``lows`` whose slope lies between the two."""
    if x >= lows[-1][0]:
        p, q = flat
    elif x <= lows[0][0]:
        p, q = steep
    else:
        left, right = _around(lows, x)
        p, q = right[1] - left[1], right[0] - left[0]
        if p * flat[1] < flat[0] * q:
            p, q = flat
        elif p * steep[1] > steep[0] * q:
            p, q = steep
    return max(q * y + p * (x - at) for at, y in lows) // q


def _around(hull: Iterable[Point], x: int) -> tuple[Point, Point]:
    """The hull's two neighbours around x, which lies inside."""
    points = iter(hull)
    left = next(points)
    for right in points:
        if right[0] >= x:
            return left, right
        left = right
    raise ValueError(f"{x} lies outside the hull.")
