"""Debounce: which edges become presses and releases, with which stamps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapsy.boards.firmware  # noqa: F401  makes slapboard importable
from slapboard.debounce import AGE_US, NEVER, Debouncer
from slapboard.messages import QUAL_REPAIRED

Report = tuple[int, int, int, int, int]


def run(
    edges: list[tuple[int, int]], until: int, step: int | None = None, hold_us: int = 30_000
) -> list[Report]:
    """Levels of input 0 at times; capture indices count from 1. ``step``: advance in such steps as well."""
    debounce = Debouncer(1)
    debounce.hold_us = [hold_us]
    out: list[Report] = []
    clock = 0
    for index, (t, level) in enumerate(edges, 1):
        while step and clock + step < t:
            clock += step
            debounce.advance(clock)
        debounce.advance(t)
        debounce.edge(0, level, t, index)
    while step and clock < until:
        clock += step
        debounce.advance(max(clock, edges[-1][0] if edges else 0))
    debounce.advance(until)
    out += debounce.take()
    return out


PRESS = 1
RELEASE = 0

CASES: dict[str, tuple[list[tuple[int, int]], list[Report]]] = {
    "clean press and release": (
        [(1_000, 1), (101_000, 0)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, 0, 2, 101_000)],
    ),
    "300 us exactly is enough": (
        [(1_000, 1), (1_300, 0), (60_000, 1)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, QUAL_REPAIRED, 2, 31_000), (0, PRESS, 0, 3, 60_000)],
    ),
    "299 us is a glitch": ([(1_000, 1), (1_299, 0)], []),
    "bounces add up to 300 us: the stamp is the first edge": (
        [(1_000, 1), (1_100, 0), (1_500, 1), (1_600, 0), (2_500, 1), (2_600, 0), (60_000, 1)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, QUAL_REPAIRED, 6, 31_000), (0, PRESS, 0, 7, 60_000)],
    ),
    "300 us in more than 2 ms is none": (
        [(1_000, 1), (1_200, 0), (2_950, 1), (3_040, 0)],
        [],
    ),
    "what goes on after the window is a burst of its own": (
        [(1_000, 1), (1_100, 0), (2_900, 1), (60_000, 0)],
        [(0, PRESS, 0, 3, 2_900), (0, RELEASE, 0, 4, 60_000)],
    ),
    "bounces in the hold-off are none": (
        [(1_000, 1), (5_000, 0), (9_000, 1), (60_000, 0)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, 0, 4, 60_000)],
    ),
    "a release in the hold-off is repaired at its end": (
        [(1_000, 1), (12_000, 0)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, QUAL_REPAIRED, 2, 31_000)],
    ),
    "noise while held is no release and no second press": (
        [(1_000, 1), (50_000, 0), (50_100, 1), (100_000, 0)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, 0, 4, 100_000)],
    ),
    "bounces of a release are no press": (
        [(1_000, 1), (50_000, 0), (50_500, 1), (50_900, 0)],
        [(0, PRESS, 0, 1, 1_000), (0, RELEASE, 0, 2, 50_000)],
    ),
    "pressed again in the release's hold-off and held: its own first edge": (
        [(1_000, 1), (50_000, 0), (70_000, 1), (120_000, 0)],
        [
            (0, PRESS, 0, 1, 1_000),
            (0, RELEASE, 0, 2, 50_000),
            (0, PRESS, 0, 3, 70_000),
            (0, RELEASE, 0, 4, 120_000),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("step", [None, 70, 5_000])
def test_table(name: str, step: int | None) -> None:
    edges, expected = CASES[name]
    assert run(edges, 300_000, step) == expected


def test_a_hold_off_can_be_shorter() -> None:
    edges = [(1_000, 1), (4_000, 0), (8_000, 1), (12_000, 0)]
    stamps = [(pressed, t) for _, pressed, _, _, t in run(edges, 300_000, hold_us=2_000)]
    assert stamps == [(1, 1_000), (0, 4_000), (1, 8_000), (0, 12_000)]


def test_glitches_are_counted() -> None:
    debounce = Debouncer(2)
    for n in range(3):
        t = 10_000 * (n + 1)
        debounce.advance(t)
        debounce.edge(1, 1, t, 1)
        debounce.advance(t + 50)
        debounce.edge(1, 0, t + 50, 2)
    debounce.advance(100_000)
    assert (debounce.glitches, debounce.take(), debounce.next_due) == (3, [], NEVER)


@given(
    gaps=st.lists(st.integers(1, 40_000), max_size=60),
    moves=st.lists(st.booleans(), min_size=61, max_size=61),
)
def test_where_times_begin_changes_no_report(gaps: list[int], moves: list[bool]) -> None:
    edges = []
    t = 0
    for n, gap in enumerate(gaps):
        t += gap
        edges.append((t, (n + 1) % 2))
    debounce = Debouncer(1)
    for index, (t, level) in enumerate(edges, 1):
        debounce.advance(t - debounce.base)
        if moves[index]:
            debounce.rebase(t - debounce.base)
        debounce.edge(0, level, t - debounce.base, index)
        assert debounce.base + debounce.stamp(0) <= t
    debounce.advance(4_000_000 - debounce.base)
    assert debounce.take() == (run(edges, 4_000_000) if edges else [])


def test_a_stamp_of_long_ago_stays_of_long_ago() -> None:
    debounce = Debouncer(1)
    debounce.edge(0, 1, 5, 1)
    debounce.advance(1_000_000)
    for _ in range(20):
        debounce.rebase(AGE_US)
        assert -AGE_US <= debounce.stamp(0) <= 5 - AGE_US
        debounce.advance(NEVER - 1)
    assert debounce.take() == [(0, PRESS, 0, 1, 5)]
    debounce.edge(0, 0, 7, 2)
    debounce.advance(1_000)
    assert debounce.take() == [(0, RELEASE, 0, 2, 20 * AGE_US + 7)]


@given(
    gaps=st.lists(st.integers(1, 3_000), max_size=60),
    extra=st.lists(st.integers(0, 200_000), max_size=20),
)
def test_reports_do_not_depend_on_how_often_it_is_asked(gaps: list[int], extra: list[int]) -> None:
    """And they alternate, keep their order, and never come from below what was declared settled."""
    edges = []
    t = 0
    for n, gap in enumerate(gaps):
        t += gap
        edges.append((t, (n + 1) % 2))
    plain = run(edges, 400_000)

    debounce = Debouncer(1)
    settled = 0
    reports: list[Report] = []
    moments = sorted([(t, level, n) for n, (t, level) in enumerate(edges, 1)] + [(t, -1, 0) for t in extra])
    for t, level, index in [*moments, (400_000, -1, 0)]:
        debounce.advance(t)
        for report in debounce.take():
            assert report[4] >= settled
            reports.append(report)
        if level >= 0:
            debounce.edge(0, level, t, index)
        settled = max(settled, min(t, debounce.earliest_open()))
    assert reports == plain
    assert [report[1] for report in reports] == [(n + 1) % 2 for n in range(len(reports))]
    stamps = [report[4] for report in reports]
    assert stamps == sorted(stamps)
