"""The sync wire: what it proves, and that what one board alone saw, or saw twice, never becomes a claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.claim import Claim, Pulse, Span
from lapsy.timing.gap import gap
from lapsy.timing.sequencer import Pending, Rank, Sequencer, precedes
from lapsy.timing.watermark import unknown_watermark
from lapsy.timing.wire import LEAST, PERIOD_US, PULSES, wire_gap
from traffic import Wired, pair, pulses

SECOND = 1_000_000
MAP_US = 400


class Bench:
    """Boards on one wire whose maps are wrong by up to their bound, each in its own way."""

    def __init__(self, seed: int, seconds: int = 60, wrong: Sequence[int] = (250, -310)) -> None:
        self.boards: tuple[Wired, ...] = pair(seed)
        self.wrong = wrong
        edges = pulses(Random(seed), self.boards, PERIOD_US, seconds * SECOND)
        self.seen = [
            [Pulse(stamps[n], self.span(n, edge_us)) for edge_us, stamps in edges]
            for n in range(len(self.boards))
        ]

    def span(self, board: int, true_us: float) -> Span:
        return Span.at(round(true_us) + self.wrong[board], MAP_US)

    def claim(self, board: int, true_us: float, pulses: Sequence[Pulse] | None = None) -> Claim:
        t_us = self.boards[board].stamp(true_us)
        span = self.span(board, true_us)
        before = [p for p in (self.seen[board] if pulses is None else pulses) if p.t_us <= t_us]
        return Claim(
            "ab"[board], 1, 1, 1, t_us, "board", 0, span, span.mid_us, pulses=tuple(before[-PULSES:])
        )


WIRED = Bench(5)


def test_every_gap_is_inside_and_within_three_microseconds() -> None:
    """From the twelfth pulse on, at every moment. The point is out by more than 1.5 us in one of a hundred at most."""
    errors = []
    for seed in range(8):
        bench, rng = Bench(seed), Random(f"gaps {seed}")
        for _ in range(400):
            true_us = rng.uniform(7 * SECOND, 59 * SECOND)
            apart = rng.uniform(-300, 300)
            found = gap(bench.claim(0, true_us), bench.claim(1, true_us + apart))
            assert found.way == "wire"
            assert found.bound_us <= 3
            assert abs(found.us - apart) <= found.bound_us
            assert not found.order or (found.order > 0) == (apart > 0)
            errors.append(abs(found.us - apart))
    errors.sort()
    assert errors[len(errors) * 99 // 100] <= 1.5


def test_ten_microseconds_are_an_order() -> None:
    bench = Bench(1)
    for n in range(50):
        true_us = (10 + n * 0.9) * SECOND
        assert gap(bench.claim(0, true_us), bench.claim(1, true_us + 10)).order == 1
        assert gap(bench.claim(1, true_us + 10), bench.claim(0, true_us)).order == -1


def test_the_other_way_round_it_is_the_same_gap() -> None:
    bench = Bench(2)
    a, b = bench.claim(0, 20 * SECOND), bench.claim(1, 20 * SECOND + 77)
    there, back = wire_gap(a, b), wire_gap(b, a)
    assert there is not None
    assert back == (-there[1], -there[0])


def test_too_few_pulses_say_nothing() -> None:
    bench = Bench(3)
    for count, way in ((LEAST - 1, "map"), (LEAST, "wire")):
        a, b = bench.claim(0, 20 * SECOND), bench.claim(1, 20 * SECOND)
        assert gap(replace(a, pulses=a.pulses[-count:]), b).way == way


def test_a_wire_that_was_cut_grows_wide_and_the_maps_take_over() -> None:
    bench = Bench(4)
    cut = [[p for p in seen if p.span.mid_us < 30 * SECOND] for seen in bench.seen]
    widths = []
    for after in (0.1, 10, 60, 200):
        true_us = (30 + after) * SECOND
        found = gap(bench.claim(0, true_us, cut[0]), bench.claim(1, true_us + 50, cut[1]))
        widths.append(found.bound_us)
        assert abs(found.us - 50) <= found.bound_us
        last = found.way
    assert widths == sorted(widths)
    assert widths[1] > 3
    assert last == "map"


def test_an_edge_that_one_board_alone_saw_matches_nothing() -> None:
    bench = Bench(5)
    missing = [p for n, p in enumerate(bench.seen[1]) if n % 5]
    a, b = bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND + 20, missing)
    found = gap(a, b)
    assert found.way == "wire"
    assert abs(found.us - 20) <= found.bound_us


def test_an_edge_that_was_stamped_twice_counts_for_neither() -> None:
    bench = Bench(6)
    doubled = []
    for n, pulse in enumerate(bench.seen[1]):
        if n % 8 == 0:
            doubled.append(Pulse(pulse.t_us - 40, Span(pulse.span.lo_us - 40, pulse.span.hi_us - 40)))
        doubled.append(pulse)
    found = gap(bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND + 20, doubled))
    assert found.way == "wire"
    assert abs(found.us - 20) <= found.bound_us
    every = [q for p in bench.seen[1] for q in (Pulse(p.t_us - 40, p.span), p)]
    assert gap(bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND, every)).way == "map"


def test_pulses_that_contradict_each_other_say_nothing() -> None:
    """Two boards on two wires: their edges fall together as maps see it, and drift apart as no crystal does."""
    bench = Bench(7)
    rng = Random(7)
    other = [Pulse(p.t_us + rng.randrange(-200, 200), p.span) for p in bench.seen[1]]
    assert wire_gap(bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND, other)) is None


def test_pulses_that_contradict_the_maps_say_nothing() -> None:
    """Each of another edge, always as late: the counters would agree, and the maps exclude it."""
    bench = Bench(8)
    later = [Pulse(p.t_us + 1_500, p.span) for p in bench.seen[1]]
    assert wire_gap(bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND, later)) is None


@pytest.mark.parametrize("bound_us", [1_000, 15_000, 30_000])
def test_a_stamp_that_is_not_exact_is_compared_by_maps(bound_us: int) -> None:
    bench = Bench(9)
    a = bench.claim(0, 40 * SECOND)
    b = replace(bench.claim(1, 40 * SECOND), bound_us=bound_us)
    assert gap(a, b).way == gap(b, a).way == "map"


def test_handicaps_count_on_the_wire_and_on_one_board() -> None:
    bench = Bench(10)
    a, b = bench.claim(0, 40 * SECOND), bench.claim(1, 40 * SECOND)
    late = Span(b.span.lo_us + 5_000, b.span.hi_us + 5_000)
    found = gap(a, replace(b, handicap_us=5_000, span=late))
    assert found.way == "wire"
    assert abs(found.us - 5_000) <= found.bound_us
    same = replace(a, t_us=a.t_us + 1_000, index=2)
    assert gap(replace(a, handicap_us=4_000), same).us == -3_000
    assert gap(replace(a, handicap_us=4_000), same).order == -1
    # One microsecond of handicap is no proof by capture.
    assert gap(replace(a, handicap_us=1), replace(a, t_us=a.t_us + 1, index=2)).order == 0


@given(st.data())
def test_whatever_is_lost_or_doubled_or_added_no_claim_is_wrong(data: st.DataObject) -> None:
    """Pulses lost at either board, doubled, and edges that only one board had: the truth stays inside."""
    bench = Bench(data.draw(st.integers(0, 30)), 25)
    lists = []
    for board in (0, 1):
        seen = []
        for pulse in bench.seen[board]:
            fate = data.draw(st.sampled_from("kkkkkkldx"))
            if fate in "kd":
                seen.append(pulse)
            if fate == "d":
                seen.append(Pulse(pulse.t_us + 3, pulse.span))
            if fate == "x":
                by = data.draw(st.integers(1_000, 200_000))
                span = Span(pulse.span.lo_us + by, pulse.span.hi_us + by)
                seen += [pulse, Pulse(pulse.t_us + by, span)]
        lists.append(seen)
    apart = data.draw(st.integers(-200, 200))
    true_us = data.draw(st.integers(3 * SECOND, 25 * SECOND))
    found = gap(bench.claim(0, true_us, lists[0]), bench.claim(1, true_us + apart, lists[1]))
    assert abs(found.us - apart) <= found.bound_us
    assert not found.order or (found.order > 0) == (apart > 0)


def test_three_boards_have_a_wire_for_each_pair() -> None:
    bench = Bench(11)
    third = pair(77)[1]
    edges = pulses(Random(11), (*bench.boards, third), PERIOD_US, 40 * SECOND)
    claims = []
    for n, board in enumerate((*bench.boards, third)):
        true_us = 30 * SECOND + n * 9
        seen = [Pulse(stamps[n], Span.at(round(edge), MAP_US)) for edge, stamps in edges if edge < true_us]
        claims.append(
            Claim(
                "abc"[n],
                1,
                1,
                1,
                board.stamp(true_us),
                "board",
                0,
                Span.at(round(true_us), MAP_US),
                round(true_us),
                pulses=tuple(seen[-PULSES:]),
            )
        )
    for i, j in ((0, 1), (1, 2), (0, 2)):
        found = gap(claims[i], claims[j])
        assert (found.way, found.order) == ("wire", 1)
        assert found.bound_us <= 3


def test_the_gaps_of_a_bundle_are_reckoned_once_however_often_they_are_asked_for() -> None:
    """The sequencer asks at every answer of a board, and eight boards answer every 2 ms: nothing may hold the loop."""
    bench = Bench(5)
    claims = [
        replace(bench.claim(n % 2, 50 * SECOND + 3 * n), board=f"{'ab'[n % 2]}{n // 2}", seq=n)
        for n in range(8)
    ]
    sequencer = Sequencer[None]()
    for n, claim in enumerate(claims):
        sequencer.insert(Pending(n, Rank.PRESS, claim.span, None, claim))
    before = wire_gap.cache_info().misses
    for _ in range(20):
        assert sequencer.release([unknown_watermark("late")]) is None
        assert {gap(a, b).way for a in claims[::2] for b in claims[1::2]} == {"wire"}
    assert wire_gap.cache_info().misses - before <= 8 * 7


@given(st.integers(0, 60_000), st.integers(-60_000, 60_000), st.integers(0, 50_000), st.booleans())
def test_the_tie_window_is_measured_by_the_wire_where_the_maps_leave_it_open(
    at_us: int, apart_us: int, tie_us: int, near: bool
) -> None:
    """As if every pair were asked of the wire; the maps only save the asking."""
    apart_us = tie_us + apart_us // 40 if near else apart_us
    a = WIRED.claim(0, 20 * SECOND + at_us)
    b = WIRED.claim(1, 20 * SECOND + at_us + apart_us)
    first, second = (Pending(n, Rank.PRESS, c.span, "", c) for n, c in ((1, a), (2, b)))
    for one, other in ((first, second), (second, first)):
        assert one.claim is not None
        assert other.claim is not None
        found = gap(one.claim, other.claim)
        assert precedes(one, other, tie_us) == (found.order > 0 and found.us >= tie_us)


def test_a_wide_tie_window_full_of_hands_asks_the_wire_of_those_at_its_end_alone() -> None:
    """Each answer of a board looks at all that waits: two hundred hands in it, and the loop would stand for seconds."""
    hands = [WIRED.claim(n % 2, 20 * SECOND + 5_000 * n) for n in range(200)]
    sequencer: Sequencer[str] = Sequencer(SECOND)
    for n, claim in enumerate(hands):
        sequencer.insert(Pending(n, Rank.PRESS, claim.span, "", claim))
    wire_gap.cache_clear()
    assert sequencer.release([unknown_watermark("a")]) is None
    assert wire_gap.cache_info().misses < 200
