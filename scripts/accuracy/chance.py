"""What numbers of trials say: intervals of shares, quantiles, and whether counts are evenly spread. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

#: Of the normal distribution, for 95 %.
Z = 1.959963984540054


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval, 1927). Raises ValueError without trials."""
    if trials <= 0:
        raise ValueError("A share needs at least one trial.")
    share, spread = hits / trials, Z * Z / trials
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    # At either end the interval reaches that end exactly; rounding would miss it by a hair.
    low = 0.0 if hits == 0 else (middle - half) / (1 + spread)
    high = 1.0 if hits == trials else (middle + half) / (1 + spread)
    return low, high


def quantile(values: Sequence[float], share: float) -> float:
    """The least value that at least this share of the values do not exceed. Raises ValueError without values."""
    if not values:
        raise ValueError("No values, no quantile.")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def even(counts: Sequence[float], shares: Sequence[float] | None = None) -> float:
    """How likely counts at least so uneven are, by chance alone: the p of Pearson's chi-square test.

    ``shares``: what each was to get, evenly unless told. Raises ValueError for fewer than two counts, or none expected.
    """
    total = sum(counts)
    if shares is None:
        shares = [1 / len(counts)] * len(counts) if counts else []
    expected = [total * share for share in shares]
    if len(counts) < 2 or len(counts) != len(expected) or min(expected) <= 0:
        raise ValueError("A test of evenness needs two counts or more, each with something expected.")
    square = sum((count - e) ** 2 / e for count, e in zip(counts, expected, strict=True))
    return above(square, len(counts) - 1)


def above(square: float, degrees: int) -> float:
    """The share of the chi-square distribution above ``square``."""
    a, x = degrees / 2, square / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:  # the series for the part below
        term = total = 1 / a
        n = a
        while abs(term) > 1e-16 * abs(total):
            n += 1
            term *= x / n
            total += term
        return 1.0 - front * total
    b = x + 1 - a  # the continued fraction for the part above
    c, d = 1e300, 1 / b
    value = d
    for n in range(1, 1000):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * value
