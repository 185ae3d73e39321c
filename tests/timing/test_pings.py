"""The plan of pings: when, how irregular, and the same for the same key."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.pings import BURST, DITHER_US, REPLY_DELAY_US, PingPlan

SECOND = 1_000_000


def run(plan: PingPlan, until_us: int, late: int = 0) -> tuple[list[int], list[int]]:
    """When the pings left and how long each answer is to wait, with a host that is always ``late``."""
    times, delays = [], []
    while (due_us := plan.due_us) < until_us:
        times.append(due_us + late)
        delays.append(plan.sent(due_us + late))
    return times, delays


def test_a_burst_then_twenty_a_second_then_ten() -> None:
    times, _ = run(PingPlan(b"a"), 60 * SECOND)
    assert times[BURST - 1] < 31 * 20_000 + 2 * DITHER_US
    assert times[BURST] >= 31 * 20_000 + 50_000 - DITHER_US
    early = [t for t in times[BURST:] if t < 10 * SECOND]
    assert 186 <= len(early) <= 189
    assert 498 <= len([t for t in times if t >= 10 * SECOND]) <= 502


def test_every_moment_and_every_wait_is_irregular_over_its_whole_width() -> None:
    times, delays = run(PingPlan(b"b"), 200 * SECOND)
    off = [(t - DITHER_US) % 100_000 for t in times if t > 12 * SECOND]
    off = [o - 100_000 if o > 50_000 else o for o in off]
    centre = (min(off) + max(off)) // 2
    assert 9_900 <= max(off) - min(off) <= 2 * DITHER_US
    assert abs(sum(off) / len(off) - centre) < 400
    assert min(delays) < 10
    assert max(delays) > REPLY_DELAY_US - 10
    assert all(0 <= d <= REPLY_DELAY_US for d in delays)
    phases = [t % 1000 for t in times]
    assert all(sum(p // 100 == k for p in phases) > len(phases) / 15 for k in range(10))


def test_the_same_key_is_the_same_plan_and_another_key_another() -> None:
    assert run(PingPlan(b"k"), 5 * SECOND) == run(PingPlan(b"k"), 5 * SECOND)
    assert run(PingPlan(b"k"), 5 * SECOND) != run(PingPlan(b"l"), 5 * SECOND)


def test_a_restart_is_a_burst_from_now_on_and_repeats_nothing() -> None:
    plan = PingPlan(b"k")
    first, waits = run(plan, SECOND)
    plan.restart(30 * SECOND)
    second, others = run(plan, 31 * SECOND)
    assert second[0] >= 30 * SECOND
    assert second[BURST - 1] < 30 * SECOND + 31 * 20_000 + 2 * DITHER_US
    assert [t - first[0] for t in first] != [t - second[0] for t in second]
    assert waits != others


def test_pings_that_were_missed_are_not_made_up_for() -> None:
    plan = PingPlan(b"k")
    run(plan, 20 * SECOND)
    plan.sent(50 * SECOND)
    times, _ = run(plan, 60 * SECOND)
    assert times[0] >= 50 * SECOND - DITHER_US
    assert 99 <= len(times) <= 101
    assert all(b - a >= 100_000 - 2 * DITHER_US for a, b in pairwise(times))


@given(st.binary(max_size=8), st.integers(0, 10**15), st.lists(st.integers(0, 300_000), max_size=80))
def test_pings_are_never_closer_than_their_dither_allows(key: bytes, start: int, late: list[int]) -> None:
    plan = PingPlan(key)
    plan.restart(start)
    sent = []
    for by in late:
        sent.append(plan.due_us)
        plan.sent(plan.due_us + by)
    assert all(b - a >= 20_000 - 2 * DITHER_US for a, b in pairwise(sent))
