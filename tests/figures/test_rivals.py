"""The ways of others are fairly written: on a line without noise each is as exact as it can be."""

from __future__ import annotations

import pytest

from accuracy.rivals import (
    LeastRtt,
    Map,
    Regression,
    arrival_order,
    cut,
    mapped,
    receive_time,
    whole_milliseconds,
)

OFFSET_US = 123_456_789
WAY_US = 400


def exchanges(ppm: float, until_s: int = 120, rate: int = 10):
    """Pings on a line that always takes as long, by a board that is ``ppm`` fast."""

    def board(host_us: float) -> int:
        return round(OFFSET_US + host_us * (1 + ppm / 1e6))

    for n in range(until_s * rate):
        t1_us = n * 1_000_000 // rate
        hold_us = n * 37 % 1000
        yield (
            t1_us,
            board(t1_us + WAY_US),
            board(t1_us + WAY_US + hold_us),
            t1_us + 2 * WAY_US + hold_us,
        )


def fed(which: Map, ppm: float, until_s: int = 120) -> Map:
    for each in exchanges(ppm, until_s):
        which.observe(*each)
    return which


@pytest.mark.parametrize("which", [LeastRtt, Regression])
def test_exact_without_noise_and_skew(which: type[Map]) -> None:
    assert fed(which(), 0).place(OFFSET_US + 120_000_000) == pytest.approx(120_000_000, abs=1)


def test_the_regression_knows_the_skew() -> None:
    at_us = round(OFFSET_US + 120_000_000 * (1 + 30e-6))
    assert fed(Regression(), 30).place(at_us) == pytest.approx(120_000_000, abs=2)


def test_the_least_round_trip_wins_whatever_came_before_and_after() -> None:
    which = LeastRtt()
    which.observe(0, OFFSET_US + 900, OFFSET_US + 900, 1000)
    which.observe(2000, OFFSET_US + 2100, OFFSET_US + 2100, 2200)
    which.observe(4000, OFFSET_US + 4300, OFFSET_US + 4300, 5000)
    assert which.place(OFFSET_US + 6000) == 6000


def test_old_exchanges_are_forgotten() -> None:
    which = LeastRtt(window_us=1_000_000)
    which.observe(0, OFFSET_US + 10, OFFSET_US + 10, 20)
    which.observe(5_000_000, OFFSET_US + 5_000_500, OFFSET_US + 5_000_500, 5_000_600)
    assert which.place(OFFSET_US) == -200


def test_an_outlier_does_not_move_the_regression() -> None:
    which = fed(Regression(), 30, 60)
    at_us = round(OFFSET_US + 61_000_000 * (1 + 30e-6))
    before = which.place(at_us)
    which.observe(61_000_000, at_us + 9_000, at_us + 9_000, 61_010_000)
    assert which.place(at_us) == pytest.approx(before, abs=1)


def test_without_a_ping_there_is_no_place() -> None:
    for which in (LeastRtt(), Regression()):
        with pytest.raises(LookupError):
            which.place(0)


def test_orders() -> None:
    assert receive_time(10.0, 25.0).order == 1
    assert receive_time(25.0, 10.0) == mapped(25.0, 10.0)
    assert mapped(5.0, 5.0).order == 0
    assert [arrival_order(*came).order for came in ((900, 1100), (1100, 900), (100, 900), (900, 100))] == [
        1,
        -1,
        1,  # one round: the first port
        1,
    ]
    assert whole_milliseconds(1_999.0, 1_000.0).order == 0
    assert whole_milliseconds(2_001.0, 1_999.0).order == -1
    assert cut(1_999) == 1_000
