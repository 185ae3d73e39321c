"""How late a display is, from flashes and what was seen or tapped of them. Pure arithmetic on the table's axis.

A flash turns the page's corner black or white. A photodiode's edges give each flash its lag; taps give the beat's lag as a
person feels it, and a person taps ahead of what they tap to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from lapsy.table.calibration_words import failed
from lapsy.table.display import LONGEST_LAG_US
from lapsy.timing.claim import Span

#: So many of 100 flashes at least are to be seen, or tapped to.
SEEN_PERCENT = 80
TAPPED_PERCENT = 60

#: So many of 100 flashes at most may have light beside them that is not theirs.
STRANGE_PERCENT = 10

#: The middle four fifths of a display's lags lie within two frames of a slow one; more is no display's doing.
SCATTER_US = 60_000

#: The middle half of the taps of somebody who keeps the beat.
TAP_SCATTER_US = 100_000

#: The first beats are for finding the beat.
BEATS_TO_JOIN = 4

#: Declared: by how much the middle of a person's taps can be away from the light that they tap to. People tap ahead of
#: a beat: to clicks by 30 to 50 ms (Aschersleben and Prinz 1995), some by twice that and some not at all (Repp 2005).
HUMAN_US = 100_000


class LagError(ValueError):
    """No figure can be had from this. ``key`` and ``fields`` of ``calibration_words.FAILED``."""

    def __init__(self, key: str, **fields: int) -> None:
        super().__init__(failed("en", key, **fields))
        self.key, self.fields = key, fields


@dataclass(frozen=True, slots=True)
class Flash:
    """The view in which the corner became ``bright`` or dark was published at ``t_us``."""

    t_us: int
    bright: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """The photodiode saw it become ``bright`` or dark within ``span``."""

    span: Span
    bright: bool


@dataclass(frozen=True, slots=True)
class Lag:
    """From publishing a view to its light: ``lo_us`` to ``hi_us``. ``lags_us``: of each flash that counted, in order;
    ``of``: how many flashes there were."""

    lo_us: int
    hi_us: int
    lags_us: tuple[int, ...]
    of: int

    @property
    def median_us(self) -> int:
        """The middle one."""
        return int(median(self.lags_us))


def by_photodiode(flashes: Sequence[Flash], edges: Sequence[Edge]) -> Lag:
    """The lag as a photodiode saw it: from the earliest that any flash can have come to the latest. Raises LagError."""
    seen: dict[int, Edge] = {}
    strange: list[tuple[int, Edge]] = []
    starts = [flash.t_us for flash in flashes]
    for edge in sorted(edges, key=lambda e: e.span.mid_us):
        n = bisect_right(starts, edge.span.mid_us) - 1
        if n < 0 or edge.span.mid_us > flashes[n].t_us + LONGEST_LAG_US:
            continue  # before the first flash, or long after the last: nothing was measured then
        if n in seen or edge.bright != flashes[n].bright:
            strange.append((n, edge))
        else:
            seen[n] = edge
    of = len(flashes)
    early = [
        n for n, edge in strange if n + 1 < of and n + 1 not in seen and edge.bright == flashes[n + 1].bright
    ]
    if len(early) * 100 > STRANGE_PERCENT * of:
        raise LagError("early", n=len(early), of=of)
    if len(seen) * 100 < SEEN_PERCENT * of:
        raise LagError("unseen", n=len(seen), of=of)
    if len(strange) * 100 > STRANGE_PERCENT * of:
        raise LagError("strange", n=len(strange))
    lags = tuple(seen[n].span.mid_us - flashes[n].t_us for n in sorted(seen))
    _check_scatter(lags, 10, SCATTER_US, "scattered")
    lo_us = min(seen[n].span.lo_us - flashes[n].t_us for n in seen)
    hi_us = max(seen[n].span.hi_us - flashes[n].t_us for n in seen)
    return _lag(lo_us, hi_us, lags, of)


def by_tapping(flashes: Sequence[Flash], taps: Sequence[Span]) -> Lag:
    """The lag as somebody tapped it: the middle of the taps ± what their stamps leave open ± ``HUMAN_US``, and never below
    nothing. Raises LagError."""
    joined = flashes[BEATS_TO_JOIN:]
    of = len(joined)
    lags = []
    for flash, before, after in zip(
        joined, flashes[BEATS_TO_JOIN - 1 :], [*flashes[BEATS_TO_JOIN + 1 :], None], strict=False
    ):
        beat_us = flash.t_us - before.t_us if after is None else after.t_us - flash.t_us
        near = [t.mid_us - flash.t_us for t in taps if abs(t.mid_us - flash.t_us) * 2 < beat_us]
        if near:
            lags.append(min(near, key=abs))
    if len(lags) * 100 < TAPPED_PERCENT * of:
        raise LagError("few_taps", n=len(lags), of=of)
    _check_scatter(lags, 25, TAP_SCATTER_US, "taps_scattered")
    bound_us = HUMAN_US + max((t.hi_us - t.lo_us + 1) // 2 for t in taps)
    middle_us = int(median(lags))
    if middle_us + bound_us < 0:
        raise LagError("taps_ahead", ms=-middle_us // 1000)
    return _lag(middle_us - bound_us, middle_us + bound_us, tuple(lags), of)


def _lag(lo_us: int, hi_us: int, lags_us: tuple[int, ...], of: int) -> Lag:
    if hi_us > LONGEST_LAG_US:
        raise LagError("late", ms=hi_us // 1000)
    return Lag(max(0, lo_us), hi_us, lags_us, of)


def _check_scatter(lags: Sequence[int], percent: int, most_us: int, key: str) -> None:
    """``percent`` of the lags on either side may lie where they like."""
    ordered = sorted(lags)
    cut = len(ordered) * percent // 100
    wide_us = ordered[-1 - cut] - ordered[cut]
    if wide_us > most_us:
        raise LagError(key, ms=wide_us // 1000)
