"""Intervals, quantiles and the test of evenness behind docs/accuracy.md, against published values."""

from __future__ import annotations

import pytest

from accuracy.chance import above, even, quantile, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # Notes on clocks, section 5.2: no error in 2,000 trials.
        (0, 2000, 0.0000, 0.0019),
    ],
)
def test_wilson(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_certainty_ends_at_one() -> None:
    low, high = wilson(50, 50)
    assert high == 1.0
    assert low == pytest.approx(1 - wilson(0, 50)[1])


@pytest.mark.parametrize(
    ("square", "degrees", "p"),
    # The usual table of critical values.
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (18.307, 10, 0.05), (23.209, 10, 0.01), (3.940, 10, 0.95)],
)
def test_chi_square(square: float, degrees: int, p: float) -> None:
    assert above(square, degrees) == pytest.approx(p, abs=1e-4)


def test_evenness() -> None:
    assert even([100, 100, 100]) == 1.0
    assert even([150, 75, 75]) < 1e-6
    assert even([150, 75, 75], [0.5, 0.25, 0.25]) == 1.0


def test_quantile() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile(range(1, 101), 0.99) == 99
    assert quantile([5], 0.01) == 5


def test_nothing_says_nothing() -> None:
    with pytest.raises(ValueError, match="trial"):
        wilson(0, 0)
    with pytest.raises(ValueError, match="No values"):
        quantile([], 0.5)
    with pytest.raises(ValueError, match="two counts"):
        even([7])
