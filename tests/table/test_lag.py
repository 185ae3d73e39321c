"""The arithmetic of a display's lag, on made-up flashes, edges and taps."""

from __future__ import annotations

import pytest

from lapsy.table.lag import HUMAN_US, Edge, Flash, LagError, by_photodiode, by_tapping
from lapsy.timing.claim import Span

FLASHES = [Flash(n * 500_000, n % 2 == 0) for n in range(20)]


def edges(lags_us: list[int], bound_us: int = 300) -> list[Edge]:
    return [Edge(Span.at(f.t_us + lag, bound_us), f.bright) for f, lag in zip(FLASHES, lags_us, strict=True)]


def test_the_figure_reaches_from_the_earliest_to_the_latest_with_their_bounds() -> None:
    lags_us = [20_000 + 700 * n for n in range(20)]
    lag = by_photodiode(FLASHES, edges(lags_us))
    assert (lag.lo_us, lag.hi_us) == (19_700, 20_000 + 700 * 19 + 300)
    assert lag.lags_us == tuple(lags_us)
    assert lag.median_us == 20_000 + 700 * 19 // 2


def test_light_is_never_earlier_than_its_sending() -> None:
    assert by_photodiode(FLASHES, edges([200] * 20)).lo_us == 0


def test_edges_may_come_in_any_order() -> None:
    seen = edges([20_000 + 100 * n for n in range(20)])
    assert by_photodiode(FLASHES, seen[::-1]) == by_photodiode(FLASHES, seen)


@pytest.mark.parametrize(
    ("lags_us", "words"),
    [
        ([-30_000] * 20, "came before it was sent out"),
        ([520_000] * 20, "came before it was sent out"),
        ([5_000, 150_000] * 10, "too scattered"),
    ],
)
def test_what_cannot_be_a_displays_lag_is_refused(lags_us: list[int], words: str) -> None:
    with pytest.raises(LagError, match=words) as refused:
        by_photodiode(FLASHES, edges(lags_us))
    assert str(refused.value).endswith(".")


def test_too_few_edges_are_refused() -> None:
    with pytest.raises(LagError, match="saw only 15 of 20"):
        by_photodiode(FLASHES, edges([20_000] * 20)[:15])


def test_a_tapped_figure_is_the_middle_and_a_person() -> None:
    taps = [Span.at(f.t_us + 130_000, 15_000) for f in FLASHES]
    lag = by_tapping(FLASHES, taps)
    assert (lag.lo_us, lag.hi_us) == (130_000 - HUMAN_US - 15_000, 130_000 + HUMAN_US + 15_000)
    assert lag.of == 16
