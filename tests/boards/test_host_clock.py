"""The host's clock and the watch over it. Readings are made up, but for the last tests, which read the machine's clocks."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards import host_clock
from lapsy.boards.host_clock import Watch, now_us, readings

SECOND = 1_000_000


def looks(watch: Watch, *pairs: tuple[int, int]) -> list[int | None]:
    return [watch.look(*pair) for pair in pairs]


def test_the_first_look_has_nothing_to_compare() -> None:
    assert Watch().look(5, 7_000 * SECOND) is None


@pytest.mark.parametrize("slept_us", [300_000, SECOND, 140 * SECOND, 8 * 3600 * SECOND])
@pytest.mark.parametrize("since_us", [0, 1_000, SECOND, 30 * SECOND])
def test_a_suspension_is_noticed_once_and_measured(slept_us: int, since_us: int) -> None:
    found = looks(
        Watch(),
        (0, 0),
        (since_us, since_us + slept_us),
        (since_us + SECOND, since_us + slept_us + SECOND),
    )
    assert found == [None, slept_us, None]


@given(
    st.integers(-500, 500),
    st.lists(st.integers(0, 3600 * SECOND), min_size=1, max_size=20),
)
def test_a_clock_that_is_slewed_within_the_kernels_limit_is_no_jump(ppm: int, steps: list[int]) -> None:
    watch, raw_us = Watch(), 0
    watch.look(0, 0)
    for step_us in steps:
        raw_us += step_us
        assert watch.look(raw_us, raw_us + raw_us * ppm // 1_000_000) is None


def test_a_moment_of_chrony_at_its_fastest_is_no_jump() -> None:
    watch = Watch()
    for n in range(100):
        assert watch.look(n * SECOND, n * SECOND * 1_083_333 // 1_000_000) is None


@given(st.integers(0, 10_000), st.integers(0, SECOND), st.integers(300_000, 1 << 40), st.integers(-500, 500))
def test_a_suspension_is_noticed_under_drift_too(before: int, since_us: int, slept_us: int, ppm: int) -> None:
    watch = Watch()
    watch.look(before, 0)
    by_us = watch.look(before + since_us, since_us + slept_us + since_us * ppm // 1_000_000)
    assert by_us is not None
    assert abs(by_us - slept_us) <= 501


def test_a_step_of_the_stamping_clock_is_noticed() -> None:
    assert looks(Watch(), (10 * SECOND, 0), (15 * SECOND, SECOND)) == [None, -4 * SECOND]
    assert looks(Watch(), (10 * SECOND, 0), (10 * SECOND - 1, 0)) == [None, 1]


def test_of_several_tries_the_quickest_reading_counts() -> None:
    raws = iter((0, 900_000, 900_000, 900_010))
    others = iter((5, 1_000_000))
    assert readings(lambda: next(raws), lambda: next(others)) == (900_005, 1_000_000)


def test_without_a_second_clock_there_is_nothing_to_look_at() -> None:
    assert readings(lambda: 1, None) is None


def test_the_machines_own_clocks_run_for_a_second_without_an_alarm() -> None:
    """Looks as often as it can until a second has passed on the clock itself."""
    if readings() is None:
        assert sys.platform not in ("linux", "darwin")
        return
    watch, begun_us, n = Watch(), now_us(), 0
    while now_us() - begun_us < SECOND:
        pair = readings()
        assert pair is not None
        assert watch.look(*pair) is None
        n += 1
    assert n > 1


def test_the_clock_is_the_one_that_is_not_slewed() -> None:
    before = now_us()
    assert before <= host_clock._clocks(sys.platform)[0]() <= now_us()
    if sys.platform == "linux":
        import time

        low = now_us()
        assert low <= time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW) // 1000 <= now_us()
