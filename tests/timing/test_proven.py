"""The proven clock: the truth is inside, by the stamp alone, and what cannot be placed is said."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lapsy.timing.clock import DECLARED_BOUND_US
from lapsy.timing.proven import ALARM_US, WINDOW_US, ProvenClock

SECOND = 1_000_000
Ping = tuple[int, int, int, int]


@dataclass(frozen=True)
class Crystal:
    """h(t) of a board's counter within what is assumed: an offset, a rate, warming up and a slow wave."""

    offset_us: int
    ppm: float
    warm_ppm: float
    wave_ppm: float
    wave_s: float

    def host(self, t_us: float) -> float:
        """The host's moment of the counter's ``t_us``."""
        s = t_us / SECOND
        gained = self.ppm * s + self.warm_ppm * (s - 300 * (1 - math.exp(-abs(s) / 300)))
        if self.wave_s:
            turn = math.tau / self.wave_s
            gained += self.wave_ppm / turn * (1 - math.cos(turn * s))
        return self.offset_us + t_us + gained


@st.composite
def crystals(draw: st.DrawFn) -> Crystal:
    """Warm ppm over 300 s turns by up to 0.007 ppm a second, the wave by up to 0.013."""
    wave_s = draw(st.floats(20, 600))
    wave_ppm = draw(st.floats(0, 1)) * 0.012 * wave_s / math.tau
    return Crystal(
        draw(st.integers(-(10**12), 10**12)),
        draw(st.floats(-120, 120)),
        draw(st.floats(-2, 2)),
        wave_ppm,
        wave_s,
    )


#: Pause before, on the way out, held, on the way back, in microseconds; some pauses are long.
rounds = st.lists(
    st.tuples(
        st.one_of(
            st.integers(2_000, 200_000),
            st.integers(200_000, 5 * SECOND),
            st.just(20 * SECOND),
            st.just(70 * SECOND),
        ),
        st.one_of(st.integers(30, 1_500), st.integers(30, 400_000)),
        st.integers(0, 1_500),
        st.one_of(st.integers(30, 1_500), st.integers(30, 400_000)),
    ),
    min_size=1,
    max_size=60,
)


def exchanges(
    crystal: Crystal, told: list[tuple[int, int, int, int]], start_us: int = 5 * SECOND
) -> list[Ping]:
    """The four stamps of each ping; t is real on the board's counter, the host's moments follow from it."""
    made, t = [], float(start_us)
    for pause, out, held, back in told:
        t += pause
        seen, answered = t, t + held
        made.append(
            (
                math.floor(crystal.host(seen) - out),
                math.floor(seen),
                math.floor(answered),
                math.floor(crystal.host(answered) + back),
            )
        )
        t = answered
    return made


def clock_of(pings: list[Ping], settle: int = 8) -> ProvenClock:
    clock = ProvenClock(settle)
    for ping in pings:
        clock.observe(*ping)
    return clock


def moments(pings: list[Ping]) -> list[int]:
    """Stamps around and between all answers, and after them."""
    found = []
    for n, (_, _, t3, _) in enumerate(pings):
        after = pings[n + 1][2] if n + 1 < len(pings) else t3 + 90 * SECOND
        found += [t3 - 1, t3, t3 + 1, (t3 + after) // 2, after - 10]
    return found


@given(crystals(), rounds, st.floats(0, 1), st.integers(1, 8))
def test_the_truth_is_inside_whatever_the_cable_does(
    crystal: Crystal, told: list[tuple[int, int, int, int]], phase: float, settle: int
) -> None:
    """Any delays, pauses and clocks within the assumption; a stamp is up to 0.82 us early and 0.21 us late."""
    pings = exchanges(crystal, told)
    clock = clock_of(pings, settle)
    for t_us in moments(pings):
        if clock.reach(t_us) == "now":
            span = clock.span(t_us)
            true_us = crystal.host(t_us + 1.03 * phase - 0.21)
            assert span.lo_us - 1e-3 <= true_us <= span.hi_us + 1e-3
            quality = clock.quality(t_us)
            assert quality is not None
            assert not quality.broken
        if clock.known:
            assert clock.floor_us(t_us) < crystal.host(t_us)


@given(crystals(), rounds, st.integers(1, 8))
def test_the_floor_never_falls_and_every_later_stamp_is_above_it(
    crystal: Crystal, told: list[tuple[int, int, int, int]], settle: int
) -> None:
    pings = exchanges(crystal, told)
    clock = clock_of(pings, settle)
    if not clock.known:
        return
    stamps = sorted(set(moments(pings)))
    floors = [clock.floor_us(t_us) for t_us in stamps]
    assert floors == sorted(floors)
    for floor_us, t_us in zip(floors, stamps[1:], strict=False):
        if clock.reach(t_us) == "now":
            assert clock.span(t_us).lo_us > floor_us
            assert clock.span(t_us).lo_us > clock.floor_us(t_us - 1)


@given(crystals(), rounds, st.integers(1, 8))
def test_what_comes_later_moves_no_stamp_that_was_placed(
    crystal: Crystal, told: list[tuple[int, int, int, int]], settle: int
) -> None:
    """Design §1.1: whatever pong was read before or after a press, it is placed alike."""
    pings = exchanges(crystal, told)
    clock = ProvenClock(settle)
    placed = {}
    for ping in pings:
        clock.observe(*ping)
        for t_us in (ping[2] - 30 * SECOND, ping[2] - 1, ping[2], ping[2] + 5):
            if clock.reach(t_us) == "now":
                nearby = [p[2] for p in pings if ping[2] < p[2] <= t_us]
                if not nearby and t_us not in placed:
                    placed[t_us] = clock.span(t_us), clock.floor_us(t_us)
    for t_us, (span, floor_us) in placed.items():
        if clock.reach(t_us) == "now":
            assert clock.span(t_us) == span
            assert clock.floor_us(t_us) == floor_us


def corners(
    lows: list[tuple[int, Fraction]], highs: list[tuple[int, Fraction]]
) -> list[tuple[Fraction, Fraction]]:
    """Every corner (value at 0, slope) of the polygon of lines on or above ``lows``, on or below ``highs``, to 150 ppm."""
    most = Fraction(150, 1_000_000)
    lines = [(y - b * x, b) for x, y in [*lows, *highs] for b in (most, -most)]
    for (x1, y1), (x2, y2) in combinations([*lows, *highs], 2):
        if x1 != x2:
            b = (y2 - y1) / (x2 - x1)
            lines.append((y1 - b * x1, b))
    return [
        (a, b)
        for a, b in lines
        if abs(b) <= most and all(a + b * x >= y for x, y in lows) and all(a + b * x <= y for x, y in highs)
    ]


@settings(max_examples=60)
@given(
    crystals(),
    st.lists(
        st.tuples(
            st.integers(10_000, 3 * SECOND),
            st.integers(30, 1_500),
            st.integers(0, 1_500),
            st.integers(30, 1_500),
        ),
        min_size=1,
        max_size=8,
    ),
    st.integers(0, 20 * SECOND),
)
def test_a_span_is_what_the_definition_says(
    crystal: Crystal, told: list[tuple[int, int, int, int]], after: int
) -> None:
    """In fractions, from the four stamps alone: every line through two bounds is tried (notes/wire-and-clock.md §3.1)."""
    pings = exchanges(crystal, told)
    t_us = pings[-1][2] + after
    x0 = pings[0][1] + 1  # everything relative to here
    first = min(pings[0][1] + 1, pings[0][2])
    expected = []
    for at_us in (t_us - 1, t_us + 1):
        length = Fraction(t_us + 1 - first, SECOND)
        slack = Fraction(2, 100) * length**2 / 16
        lows = [(t2 + 1 - x0, t1 - (t2 + 1) - slack) for t1, t2, _, _ in pings]
        highs = [(t3 - x0, t4 + 1 - t3 + slack) for _, _, t3, t4 in pings]
        every = [at_us + a + b * (at_us - x0) for a, b in corners(lows, highs)]
        expected.append((min(every) - slack, max(every) + slack))
    clock = clock_of(pings, 1)
    span = clock.span(t_us)
    # Rounded outwards to whole microseconds, and the slack before that to a nanosecond. What an earlier answer proved may
    # be better than the lines: then the span begins with it.
    low, high = expected[0][0], expected[1][1]
    assert low - Fraction(1_010, 1_000) <= span.lo_us <= max(low, clock.floor_us(t_us - 1) + 1)
    assert high <= span.hi_us <= high + Fraction(1_010, 1_000)


def steady(
    crystal: Crystal, seconds: int, delay: int = 200, start: int = 5, every: int = 100_000
) -> list[Ping]:
    count = seconds * SECOND // every
    return exchanges(crystal, [(every, delay, 0, delay)] * count, start * SECOND)


PLAIN = Crystal(1_000, 40.0, 0.0, 0.0, 0.0)


def test_before_the_settling_pings_there_is_no_answer() -> None:
    pings = steady(PLAIN, 1)
    clock = clock_of(pings[:7])
    assert not clock.known
    assert clock.reach(pings[0][2]) == "later"
    with pytest.raises(LookupError):
        clock.span(pings[0][2])
    with pytest.raises(LookupError):
        clock.floor_us(pings[0][2])
    assert clock.quality(pings[0][2]) is None
    clock.observe(*pings[7])
    assert clock.known
    assert clock.reach(pings[0][2]) == "now"


def test_stamps_from_before_the_settling_are_placed_backwards() -> None:
    pings = steady(PLAIN, 2)
    clock = clock_of(pings)
    t_us = pings[0][2] - 3 * SECOND
    span = clock.span(t_us)
    assert span.lo_us <= PLAIN.host(t_us) <= span.hi_us
    assert clock.reach(pings[7][2] - WINDOW_US) == "now"
    assert clock.reach(pings[7][2] - WINDOW_US - 1) == "never"


def test_half_the_round_trip_is_the_bound_and_it_shrinks_with_a_shorter_one() -> None:
    slow = clock_of(steady(PLAIN, 20, 400))
    pings = steady(PLAIN, 20, 400)
    assert 400 <= slow.half_us(pings[-1][2]) <= 415
    t3 = pings[-1][2]
    quick = clock_of([*pings, *exchanges(PLAIN, [(50_000, 40, 0, 40)], t3)])
    assert quick.half_us(t3 + 50_000) <= 60
    assert quick.quality(t3 + 50_000) is not None


def test_a_lopsided_path_moves_the_middle_and_not_the_proof() -> None:
    pings = exchanges(PLAIN, [(100_000, 60, 0, 900)] * 100)
    clock = clock_of(pings)
    t_us = pings[-1][2]
    span = clock.span(t_us)
    assert span.lo_us <= PLAIN.host(t_us) <= span.hi_us
    assert 400 <= span.mid_us - PLAIN.host(t_us) <= 440


def test_while_nothing_comes_the_bound_grows_and_then_there_is_none() -> None:
    pings = steady(PLAIN, 65)
    clock = clock_of(pings)
    t3 = pings[-1][2]
    halves = [clock.half_us(t3 + s * SECOND) for s in (0, 10, 20, 40, 57)]
    assert halves == sorted(halves)
    assert halves[-1] > 2 * halves[0]
    assert clock.reach(t3 + 57 * SECOND) == "now"
    assert clock.reach(t3 + WINDOW_US + 1) == "later"
    with pytest.raises(LookupError):
        clock.span(t3 + WINDOW_US + 1)


def test_after_a_blind_time_it_settles_anew_and_reaches_back_one_window() -> None:
    before = steady(PLAIN, 65)
    end = before[-1][2]
    resumed = steady(PLAIN, 5, start=end // SECOND + 140)
    clock = clock_of(before)
    blind = end + 70 * SECOND
    late = resumed[7][2] - WINDOW_US
    for ping in resumed[:7]:
        clock.observe(*ping)
        assert clock.reach(late) == "later"
        assert clock.reach(resumed[0][2]) == "later"
    assert clock.reach(blind) == "never"
    clock.observe(*resumed[7])
    assert clock.reach(blind) == "never"
    assert clock.reach(late) == "now"
    assert clock.reach(end + 30 * SECOND) == "now"
    for t_us in (end, end + 30 * SECOND, late, resumed[0][2], resumed[7][2] + 5):
        span = clock.span(t_us)
        assert span.lo_us <= PLAIN.host(t_us) <= span.hi_us
    assert clock.known


def test_what_is_older_than_anything_kept_is_never_placed() -> None:
    pings = steady(PLAIN, 300)
    clock = clock_of(pings)
    t3 = pings[-1][2]
    assert clock.reach(t3 - 59 * SECOND) == "now"
    assert clock.reach(t3 - 200 * SECOND) == "never"
    assert clock.floor_us(t3 - 200 * SECOND) <= clock.floor_us(t3 - 59 * SECOND)
    assert len(clock._exchanges._segments) <= 62


@pytest.mark.parametrize("first_s", [0.5, 30, 125])
@pytest.mark.parametrize("blind_s", [61, 75, 100, 118])
def test_what_was_told_of_a_stamp_is_told_for_ever_or_it_is_said_to_be_gone(
    first_s: float, blind_s: int
) -> None:
    """Across a blind time too, while the run before it is let go: no other run takes its stamps over."""
    count = int(first_s * 10)
    before = exchanges(PLAIN, [(100_000, 200, 0, 200)] * count)
    end = before[-1][2]
    resumed = exchanges(PLAIN, [(100_000, 900, 0, 900)] * 2_000, end + blind_s * SECOND)
    clock = clock_of(before)
    stamps = [end + s * SECOND for s in range(-20, blind_s)]
    placed = {t_us: clock.span(t_us) for t_us in stamps if clock.reach(t_us) == "now"}
    never: set[int] = set()
    for n, ping in enumerate(resumed):
        clock.observe(*ping)
        if n % 50 and n > 10:
            continue
        for t_us in stamps:
            if clock.reach(t_us) == "now":
                assert t_us not in never
                assert placed.setdefault(t_us, clock.span(t_us)) == clock.span(t_us)
            elif clock.reach(t_us) == "never":
                never.add(t_us)
        if n == 10:
            assert clock.reach(end + (blind_s - 1) * SECOND) == "now", (
                "settled anew, whatever broke off before"
            )


def test_clocks_that_never_agree_any_more_are_placed_by_the_declared_bound_however_long_it_lasts() -> None:
    """250 ppm, a short path: an alarm at every answer. None of them takes from the next what it rests on."""
    before = steady(PLAIN, 20)
    end = before[-1][2]
    wild = Crystal(round(PLAIN.host(end) - 1.00025 * end), 250.0, 0.0, 0.0, 0.0)
    clock = clock_of(before)
    for ping in exchanges(wild, [(100_000, 2, 0, 2)] * 300, end):
        clock.observe(*ping)
        assert clock.reach(ping[2] + 50_000) == "now"
        quality = clock.quality(ping[2])
        assert quality is not None
        if quality.broken:
            span = clock.span(ping[2] + 50_000)
            assert span.hi_us - span.lo_us >= DECLARED_BOUND_US
            assert span.lo_us <= wild.host(ping[2] + 50_000) <= span.hi_us
    assert quality.broken


def test_a_rate_beyond_what_is_believed_is_an_alarm() -> None:
    """400 ppm: no line fits, the bound is declared, and holds."""
    wild = Crystal(0, 400.0, 0.0, 0.0, 0.0)
    pings = steady(wild, 30)
    clock = clock_of(pings)
    quality = clock.quality(pings[-1][2])
    assert quality is not None
    assert quality.broken
    assert quality.half_us >= DECLARED_BOUND_US
    span = clock.span(pings[-1][2])
    assert span.lo_us <= wild.host(pings[-1][2]) <= span.hi_us


def test_a_step_of_the_clock_is_an_alarm_for_ten_minutes_and_moves_nothing_before_it() -> None:
    before = steady(PLAIN, 60)
    end = before[-1][2]
    stepped = Crystal(1_000 + 2_500, 40.0, 0.0, 0.0, 0.0)
    after = steady(stepped, 630, start=end // SECOND + 1)
    clock = clock_of(before)
    t_us = end + 500_000
    span = clock.span(t_us)
    for ping in after[:100]:
        clock.observe(*ping)
    assert clock.span(t_us) == span
    alarm = after[0][2]
    for s in (0, 3, 9):
        found = clock.span(alarm + s * SECOND)
        assert found.hi_us - found.lo_us >= DECLARED_BOUND_US
        assert found.lo_us <= stepped.host(alarm + s * SECOND) <= found.hi_us
    for ping in after[100:]:
        clock.observe(*ping)
    late = alarm + ALARM_US + SECOND
    quality = clock.quality(late)
    assert quality is not None
    assert not quality.broken
    assert quality.half_us < 250


def test_a_step_back_is_an_alarm_too_and_the_floor_does_not_fall() -> None:
    before = steady(PLAIN, 60)
    end = before[-1][2]
    stepped = Crystal(1_000 - 3_000, 40.0, 0.0, 0.0, 0.0)
    after = steady(stepped, 10, start=end // SECOND + 1)
    clock = clock_of([*before, *after])
    floors = [clock.floor_us(t) for t in range(end - SECOND, after[0][2] + SECOND, 1_000)]
    assert floors == sorted(floors)
    quality = clock.quality(after[-1][2])
    assert quality is not None
    assert quality.broken
    for t in range(after[0][2], after[-1][2], 100_000):
        assert clock.span(t).lo_us > clock.floor_us(t - 1)
        assert clock.span(t).hi_us >= stepped.host(t)


anything = st.one_of(st.integers(-(1 << 70), 1 << 70), st.integers(0, 10 * SECOND))


@given(
    st.lists(st.tuples(anything, anything, anything, anything), max_size=30), st.lists(anything, max_size=10)
)
def test_a_hostile_board_raises_nothing_and_gets_no_bound_better_than_its_round_trip(
    pings: list[Ping], stamps: list[int]
) -> None:
    clock = clock_of(pings, 1)
    for t_us in [*stamps, *(ping[2] for ping in pings)]:
        if clock.reach(t_us) == "now":
            span = clock.span(t_us)
            assert span.lo_us <= span.hi_us
            quality = clock.quality(t_us)
            assert quality is not None
            assert quality.exchanges > 0
        if clock.known:
            clock.floor_us(t_us)


@given(crystals(), rounds, st.data())
def test_nonsense_among_good_answers_changes_nothing(
    crystal: Crystal, told: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    """Answers out of order, from the past, or held for longer than the host waited."""
    pings = exchanges(crystal, told)
    clean, mixed = clock_of(pings, 1), ProvenClock(1)
    for n, (t1, t2, t3, t4) in enumerate(pings):
        mixed.observe(t1, t2, t3, t4)
        odd = data.draw(st.sampled_from(["none", "again", "old", "back", "early", "held"]))
        if odd == "again":
            mixed.observe(t1, t2, t3, t4)
        elif odd == "old":
            mixed.observe(*pings[max(0, n - 3)])
        elif odd == "back":
            mixed.observe(t1, t3 + 50_000, t2 + 30_000, t4 + 60_000)
        elif odd == "early":
            mixed.observe(t4 + 50_000, t2 + 40_000, t3 + 40_000, t1 + 40_000)
        elif odd == "held":
            mixed.observe(t1, t2, t3 + (t4 - t1) + 100_000, t4)
    for t_us in moments(pings):
        assert mixed.reach(t_us) == clean.reach(t_us)
        if clean.reach(t_us) == "now":
            assert mixed.span(t_us) == clean.span(t_us)


def test_hundreds_of_pings_a_second_are_thinned() -> None:
    pings = exchanges(PLAIN, [(2_000, 200, 0, 200)] * 5_000)
    clock = clock_of(pings)
    quality = clock.quality(pings[-1][2])
    assert quality is not None
    assert 2_000 < quality.exchanges <= 2_600
