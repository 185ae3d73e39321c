"""64-bit time from counters that wrap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapsy.boards.firmware  # noqa: F401  makes slapboard importable
from slapboard.clock64 import Clock64


@pytest.mark.parametrize("period", [1 << 30, 1 << 32])
@given(
    start=st.integers(0, 1 << 33),
    steps=st.lists(
        st.tuples(st.integers(0, 400_000_000), st.integers(0, 400_000_000)), min_size=1, max_size=30
    ),
)
def test_readings_and_older_stamps_survive_wraps(
    period: int, start: int, steps: list[tuple[int, int]]
) -> None:
    start %= period
    clock = Clock64(period)
    assert clock.extend_now(start) == start
    true = start
    for ahead, age in steps:
        true += ahead
        assert clock.extend_now(true % period) == true
        stamp = max(true - age, 0)
        assert clock.extend_stamp(stamp % period) == stamp


def test_a_stamp_may_be_a_hair_newer_than_the_reading() -> None:
    clock = Clock64(1 << 30)
    clock.extend_now((1 << 30) - 5)
    assert clock.extend_stamp(7) == (1 << 30) + 7


def test_a_stamp_from_before_the_beginning_is_the_beginning() -> None:
    clock = Clock64(1 << 32)
    clock.extend_now(5)
    assert clock.extend_stamp((1 << 32) - 10) == 0
