"""Bounce, skew and the offset of two pads: figures from edges, known by hand."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards.bounce import CLASSES_US, Burst, bounce, bursts, histogram, hold_off_us
from lapsy.boards.common_signal import EDGES_NEEDED, CommonEdges, CommonSignal, Skew
from lapsy.boards.pad_pair import TOGETHER_US, median_interval, pad_pair, pair_offsets
from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import gap


class TestBounce:
    def test_a_stroke_is_a_burst_down_and_a_burst_up(self):
        edges = [(100, True), (250, False), (400, True), (90_100, False), (90_130, True), (90_900, False)]
        assert bursts(edges) == [Burst(100, 300, 3, True, True), Burst(90_100, 800, 3, False, True)]
        found = bounce(bursts(edges))
        assert (found.down_us, found.up_us, found.glitches, found.longest_us) == ((300,), (800,), 0, 800)

    def test_a_burst_that_ends_where_it_began_is_a_glitch(self):
        found = bounce(bursts([(100, True), (112, False), (500_000, True), (590_000, False)]))
        assert (found.down_us, found.up_us, found.glitches) == ((0,), (0,), 1)

    def test_nothing_is_nothing(self):
        assert bounce(bursts([])).longest_us == 0

    def test_the_histogram_has_a_place_for_every_length(self):
        assert histogram([0, 1, 100, 101, 12_000, 30_000, 30_001]) == (1, 2, 1, 0, 0, 0, 2, 1)
        assert len(histogram([])) == len(CLASSES_US) + 1

    @given(st.lists(st.integers(0, 100_000)))
    def test_the_histogram_counts_all(self, lengths):
        assert sum(histogram(lengths)) == len(lengths)

    @pytest.mark.parametrize(
        ("longest", "hold"),
        [(0, 5_000), (2_500, 5_000), (2_501, 10_000), (12_000, 25_000), (30_000, 60_000), (30_001, None)],
    )
    def test_the_hold_off_is_twice_the_longest_bounce(self, longest, hold):
        assert hold_off_us(longest) == hold


def common_signal(edges: Iterable[tuple[int, int, int]], inputs: Sequence[int]) -> CommonSignal:
    seen = CommonEdges(inputs)
    for edge in edges:
        seen.add(*edge)
    return seen.result()


def square(count: int, late: dict[int, int], period_us: int = 100_000) -> list[tuple[int, int, int]]:
    """A signal's edges at inputs that see it so many us late; equal stamps share a capture."""
    out, index = [], 0
    for n in range(count):
        stamps = sorted((1_000_000 + n * period_us + after, number) for number, after in late.items())
        last = None
        for stamp, number in stamps:
            index += stamp != last
            last = stamp
            out.append((index, number, stamp))
    return out


class TestCommonSignal:
    def test_inputs_in_one_capture_have_no_skew(self):
        seen = common_signal(square(1_000, {0: 0, 1: 0, 5: 0}), [0, 1, 5])
        assert (seen.edges, seen.one_capture, seen.strange, seen.spread_us, seen.bound_us) == (
            1_000,
            1_000,
            0,
            0,
            2,
        )
        assert seen.skews[1] == Skew(1, 1_000, 0, 0, 0.0, 0)
        assert seen.enough

    def test_a_late_input_makes_the_bound(self):
        seen = common_signal(square(1_000, {0: 0, 1: 3, 2: 1}), [0, 1, 2])
        assert [(skew.least_us, skew.median_us, skew.most_us) for skew in seen.skews] == [
            (0, 0, 0),
            (3, 3, 3),
            (1, 1, 1),
        ]
        assert (seen.one_capture, seen.bound_us) == (0, 5)

    def test_no_certificate_promises_less_than_the_table_prints(self):
        a, b = (Claim("00ff", 1, n, n, 7_000 * n, "board", 0, Span(0, 0), 0) for n in (1, 2))
        assert common_signal(square(1_000, {0: 0, 1: 0}), [0, 1]).bound_us == gap(a, b).bound_us

    def test_edges_are_counted_as_every_input_has_seen_them(self):
        seen = CommonEdges((0, 1))
        for edge in square(3, {0: 0, 1: 2})[1:-1]:  # begun and ended within an edge of the signal
            seen.add(*edge)
        assert (seen.whole, seen.most, seen.result().apart) == (1, 2, 0)

    def test_an_input_that_misses_edges_is_told(self):
        edges = [edge for edge in square(100, {0: 0, 1: 2}) if not (edge[1] == 1 and edge[2] > 6_000_000)]
        seen = common_signal(edges, [0, 1])
        assert (seen.edges, seen.skews[1].missed, seen.skews[1].edges) == (50, 50, 50)
        assert not seen.enough

    def test_a_silent_input_certifies_nothing(self):
        seen = common_signal(square(2_000, {0: 0, 1: 0}), [0, 1, 2])
        assert (seen.edges, seen.silent, seen.enough) == (0, (2,), False)

    def test_noise_is_counted_and_widens_no_skew(self):
        edges = sorted(
            [*square(EDGES_NEEDED, {0: 0, 1: 1}), (0, 0, 1_000_400), (0, 0, 1_000_420)],
            key=lambda e: e[2],
        )
        seen = common_signal(edges, [0, 1])
        assert seen.strange > 0
        assert seen.spread_us == 1


class TestPadPair:
    def test_offsets_by_hand(self):
        presses = [
            (3, 1_000),
            (4, 1_700),
            (9, 1_800),
            (4, 900_000),
            (3, 901_500),
            (3, 2_000_000),
            (4, 4_000_000),
        ]
        assert pair_offsets(presses, 3, 4) == ([700, -1_500], 1, 1)

    def test_figures_of_sixty_strokes(self):
        dice = random.Random(4)
        offsets = [round(dice.gauss(1_200, 300)) for _ in range(60)]
        presses = []
        for n, offset in enumerate(offsets):
            presses += sorted([(0, n * 500_000), (1, n * 500_000 + offset)], key=lambda press: press[1])
        pair = pad_pair(presses, 0, 1)
        assert (pair.strokes, pair.only_a, pair.only_b, pair.enough) == (60, 0, 0, True)
        assert pair.median_us == statistics.median(offsets)
        assert pair.low_us <= pair.median_us <= pair.high_us
        assert (pair.least_us, pair.most_us) == (min(offsets), max(offsets))
        assert pair.lower_quarter_us < pair.median_us < pair.upper_quarter_us
        mirrored = pad_pair(presses, 1, 0)
        assert (mirrored.median_us, mirrored.low_us, mirrored.high_us) == (
            -pair.median_us,
            -pair.high_us,
            -pair.low_us,
        )

    def test_the_interval_is_the_textbooks(self):
        # From tables of the sign test at 95 %: n = 6 uses the extremes, n = 20 the 6th and 15th, n = 50 the 18th and 33rd.
        assert median_interval(range(1, 6)) == (None, None)
        assert median_interval(range(1, 7)) == (1, 6)
        assert median_interval(range(1, 21)) == (6, 15)
        assert median_interval(range(1, 51)) == (18, 33)

    def test_the_interval_holds_the_median_as_often_as_it_says(self):
        dice = random.Random(1)
        held = 0
        for _ in range(2_000):
            low, high = median_interval(sorted(dice.randrange(-10_000, 10_001) for _ in range(50)))
            held += low <= 0 <= high
        assert 0.95 <= held / 2_000 <= 0.99

    def test_strokes_that_only_one_pad_felt_make_no_offset(self):
        pair = pad_pair([(0, 0), (0, 500_000), (1, 500_000 + TOGETHER_US + 1)], 0, 1)
        assert (pair.strokes, pair.only_a, pair.only_b, pair.low_us, pair.enough) == (0, 2, 1, None, False)

    @pytest.mark.parametrize(("alone", "enough"), [(5, True), (6, False), (250, False)])
    def test_one_stroke_in_ten_may_be_felt_by_one_pad_alone(self, alone, enough):
        both = [(number, n * 500_000) for n in range(50) for number in (0, 1)]
        one = [(0, (50 + n) * 500_000) for n in range(alone)]
        assert pad_pair(both + one, 0, 1).enough is enough
