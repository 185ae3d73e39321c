"""Two pads under one plate: by how much one closes after the other, in the pads themselves. Pure.

A stamp times the closing of a contact, not the hand. This is the part of a margin that no clock can measure away.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

#: Presses of one stroke lie within so much: no plate tilts slower, no hand strikes quicker.
TOGETHER_US = 50_000
STROKES_NEEDED = 50
#: More than one stroke in so many that only one pad felt: the plate or a pad is not right, and who knows what was left out.
ALONE_ONE_IN = 10
#: At most one in so many of the intervals given misses the true median: 95 % confidence.
_ONE_IN = 20


@dataclass(frozen=True, slots=True)
class PadPair:
    """``median_us``: how long after A the pad B closes; negative: before. ``low_us``..``high_us`` holds the true median
    with at least 95 % confidence; None with too few strokes. The middle half of the strokes lies within
    ``lower_quarter_us``..``upper_quarter_us``. ``only_a``, ``only_b``: strokes that the other pad did not feel."""

    strokes: int
    only_a: int
    only_b: int
    median_us: float
    low_us: int | None
    high_us: int | None
    lower_quarter_us: float
    upper_quarter_us: float
    least_us: int
    most_us: int

    @property
    def enough(self) -> bool:
        """Whether the figures say something of the pads: strokes enough, and few that only one pad felt."""
        return self.strokes >= STROKES_NEEDED and not often_alone(self.strokes, self.only_a + self.only_b)


def often_alone(both: int, alone: int) -> bool:
    """Whether too many of the strokes were felt by one pad alone."""
    return alone * ALONE_ONE_IN > both + alone


def pair_offsets(presses: Iterable[tuple[int, int]], a: int, b: int) -> tuple[list[int], int, int]:
    """From presses (input, stamp) in the order of time: b's stamp minus a's a stroke, and strokes of a alone and b alone."""
    offsets: list[int] = []
    alone = {a: 0, b: 0}
    open_: tuple[int, int] | None = None
    for number, t_us in presses:
        if number not in alone:
            continue
        if open_ is not None and number != open_[0] and t_us - open_[1] <= TOGETHER_US:
            offsets.append(t_us - open_[1] if number == b else open_[1] - t_us)
            open_ = None
            continue
        if open_ is not None:
            alone[open_[0]] += 1
        open_ = (number, t_us)
    if open_ is not None:
        alone[open_[0]] += 1
    return offsets, alone[a], alone[b]


def pad_pair(presses: Iterable[tuple[int, int]], a: int, b: int) -> PadPair:
    """The offset of pad b to pad a over all strokes."""
    offsets, only_a, only_b = pair_offsets(presses, a, b)
    if not offsets:
        return PadPair(0, only_a, only_b, 0.0, None, None, 0.0, 0.0, 0, 0)
    ordered = sorted(offsets)
    low, high = median_interval(ordered)
    quarters = (
        statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else [ordered[0]] * 3
    )
    return PadPair(
        len(ordered),
        only_a,
        only_b,
        float(statistics.median(ordered)),
        low,
        high,
        float(quarters[0]),
        float(quarters[2]),
        ordered[0],
        ordered[-1],
    )


def median_interval(ordered: Sequence[int]) -> tuple[int | None, int | None]:
    """The values between which the true median lies with 95 % confidence, whatever the distribution: two of the values
    themselves, chosen by the binomial distribution. (None, None) when even the extremes do not reach it."""
    n = len(ordered)
    # The interval from the k-th smallest to the k-th largest misses the median with probability 2 P(X < k), X ~ B(n, 1/2).
    tail, k = 0, 0
    while k < n // 2 and 2 * _ONE_IN * (tail + comb(n, k)) <= 2**n:
        tail += comb(n, k)
        k += 1
    if k == 0:
        return None, None
    return ordered[k - 1], ordered[n - k]
