"""Lines between two sets of points: against every line through two points, in fractions."""

from __future__ import annotations

import itertools
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.lines import Band

Point = tuple[int, int]
MOST = (150, 1000)


def band(lows: list[Point], highs: list[Point]) -> Band:
    made = Band()
    for x, y in sorted(lows):
        made.above(x, y)
    for x, y in sorted(highs):
        made.below(x, y)
    return made


def corners(
    lows: list[Point], highs: list[Point], most: tuple[int, int], loosen: int
) -> list[tuple[Fraction, Fraction]]:
    """Every corner (value at 0, slope) of the polygon of feasible lines: through two points, or one at the most slope."""
    low = [(x, y - loosen) for x, y in lows]
    high = [(x, y + loosen) for x, y in highs]
    limit = Fraction(*most)
    lines = [(y - b * x, b) for x, y in low + high for b in (limit, -limit)]
    for (x1, y1), (x2, y2) in itertools.combinations(low + high, 2):
        if x1 != x2:
            b = Fraction(y2 - y1, x2 - x1)
            lines.append((y1 - b * x1, b))
    return [
        (a, b)
        for a, b in lines
        if abs(b) <= limit and all(a + b * x >= y for x, y in low) and all(a + b * x <= y for x, y in high)
    ]


places = st.integers(-50, 50)
points = st.lists(st.tuples(places, st.integers(-20, 20)), min_size=1, max_size=8)
slopes = st.tuples(st.integers(0, 5), st.integers(1, 5))


@given(points, points, st.integers(-5, 30), places, places, slopes, st.integers(0, 5))
def test_the_least_and_the_most_are_those_of_the_polygons_corners(
    lows: list[Point],
    highs: list[Point],
    apart: int,
    low_x: int,
    high_x: int,
    most: tuple[int, int],
    loosen: int,
) -> None:
    highs = [(x, y + apart) for x, y in highs]
    found = band(lows, highs).passes(low_x, high_x, most, loosen)
    every = corners(lows, highs, most, loosen)
    if not every:
        assert found is None
        return
    least = min(a + b * low_x for a, b in every) - loosen
    greatest = max(a + b * high_x for a, b in every) + loosen
    assert found == (least // 1, -(-greatest // 1))


@given(points, points, st.integers(0, 8), places)
def test_a_band_put_together_is_the_band_of_all_points(
    lows: list[Point], highs: list[Point], cut: int, x: int
) -> None:
    lows, highs = sorted(lows), sorted((x, y + 25) for x, y in highs)
    parts = Band()
    for part in (band(lows[:cut], highs[:cut]), band(lows[cut:], highs[cut:])):
        parts = parts.joined(part)
    assert parts == band(lows, highs)


def test_without_drift_two_exact_bounds_meet() -> None:
    assert band([(0, 7)], [(0, 7)]).passes(0, 0, (0, 1), 0) == (7, 7)


def test_the_slope_is_limited() -> None:
    assert band([(0, 0)], [(0, 0)]).passes(1_000, 1_000, MOST, 0) == (-150, 150)


def test_bounds_that_no_line_keeps_to_are_told() -> None:
    assert band([(0, 1)], [(0, 0)]).passes(5, 5, MOST, 0) is None
    assert band([(0, 0), (1_000, 151)], [(0, 0)]).passes(5, 5, MOST, 0) is None
    assert band([(0, 0), (1_000, 150)], [(0, 0)]).passes(1_000, 1_000, MOST, 0) == (150, 150)
