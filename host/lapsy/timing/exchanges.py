"""The answered pings of one board, kept by lengths of its time, each length with the hull of what it proves.

What the lines of a window must keep to is then put together from a few hulls, and not from hundreds of pings.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from lapsy.timing.lines import Band

#: Bounds are nanoseconds over microseconds: a slope in parts per million is nanoseconds a thousand microseconds.
NS = 1_000

#: Exchanges are kept by such lengths of the board's time, and a window begins where one of them does.
SEGMENT_US = 2_000_000

#: An exchange that follows another sooner than this adds next to nothing, and is left out: memory stays bounded when
#: a board is asked every two milliseconds for minutes.
SPACING_US = 4_000


@dataclass(frozen=True, slots=True)
class Exchange:
    """One ping: sent by the host at t1, seen by the board at t2, answered at t3, back at t4; all whole microseconds,
    cut off."""

    t1_us: int
    t2_us: int
    t3_us: int
    t4_us: int

    @property
    def low(self) -> tuple[int, int]:
        """Seen before the counter turned from t2, so host minus board is at least this there: microseconds,
        nanoseconds."""
        return self.t2_us + 1, NS * (self.t1_us - self.t2_us - 1)

    @property
    def high(self) -> tuple[int, int]:
        """Here before the host's clock turned from t4, so host minus board is at most this at t3."""
        return self.t3_us, NS * (self.t4_us + 1 - self.t3_us)

    @property
    def round_trip_us(self) -> int:
        """What the board did not spend of it."""
        return (self.t4_us - self.t1_us) - (self.t3_us - self.t2_us)

    def is_possible(self, most_ppm: int) -> bool:
        """Whether two clocks that differ by ``most_ppm`` can have stamped it: no board holds a ping for longer than
        the host waits."""
        (low_x, low), (high_x, high) = self.low, self.high
        forwards = self.t2_us <= self.t3_us and self.t1_us <= self.t4_us
        return forwards and (low - high) * 1_000 <= most_ppm * abs(high_x - low_x)


def _prove(band: Band, exchange: Exchange) -> None:
    """The exchange, in a band that ends before it."""
    band.above(*exchange.low)
    band.below(*exchange.high)


@dataclass(slots=True)
class _Segment:
    key: int
    exchanges: list[Exchange] = field(default_factory=list)
    band: Band = field(default_factory=Band)
    round_trip_us: int = 1 << 62

    def add(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        _prove(self.band, exchange)
        self.round_trip_us = min(self.round_trip_us, exchange.round_trip_us)

    def count(self, t_us: int) -> int:
        """Of the exchanges answered at or before ``t_us``."""
        if t_us >= self.exchanges[-1].t3_us:
            return len(self.exchanges)
        return bisect_right(self.exchanges, t_us, key=_answered)

    def until(self, t_us: int) -> Band:
        """What those prove."""
        if t_us >= self.exchanges[-1].t3_us:
            return self.band
        band = Band()
        for exchange in self.exchanges[: self.count(t_us)]:
            _prove(band, exchange)
        return band


def _answered(exchange: Exchange) -> int:
    return exchange.t3_us


def _begins(segment: _Segment) -> int:
    return segment.exchanges[0].t3_us


class Exchanges:
    """Segments have numbers, from 0, that stay when the oldest are let go."""

    def __init__(self, keep_us: int) -> None:
        self._keep = keep_us // SEGMENT_US + 1  # a blind time has none, so what lies before it stays
        self._segments: list[_Segment] = []
        #: The number of the oldest segment that is still here.
        self.first = 0
        # By their first and last segment: what all but the last prove, and what all of them do, which grows with the last.
        self._joined: tuple[int, int, Band] | None = None
        self._whole: tuple[int, int, Band] | None = None
        #: When the newest that was let go was answered, in the board's time: before everything, until one is.
        self.gone_us = -(1 << 200)

    @property
    def last(self) -> int:
        """The number of the newest segment; -1 before there is one."""
        return self.first + len(self._segments) - 1

    @property
    def oldest_us(self) -> int:
        """The board's time of the oldest answer that is still here."""
        return self._segments[0].exchanges[0].t3_us

    @property
    def newest(self) -> Exchange | None:
        """The last one taken."""
        return self._segments[-1].exchanges[-1] if self._segments else None

    def takes(self, exchange: Exchange) -> bool:
        """Whether it follows, in order and far enough, what is here: exchanges are taken as the board answered them."""
        newest = self.newest
        return newest is None or (
            exchange.t2_us >= newest.t2_us and exchange.t3_us >= newest.t3_us + SPACING_US
        )

    def add(self, exchange: Exchange) -> None:
        """Take an exchange (see ``takes``), and let go of what is older than is kept."""
        key = exchange.t3_us // SEGMENT_US
        if not self._segments or self._segments[-1].key != key:
            self._segments.append(_Segment(key))
        self._segments[-1].add(exchange)
        if self._whole is not None and self._whole[1] == self.last:
            _prove(self._whole[2], exchange)
        while len(self._segments) > self._keep:
            self.gone_us = self._segments.pop(0).exchanges[-1].t3_us
            self.first += 1

    def part_newest(self) -> None:
        """Put the newest exchange into a segment of its own."""
        segment = self._segments.pop()
        for part in (segment.exchanges[:-1], segment.exchanges[-1:]):
            if part:
                self._segments.append(_Segment(segment.key))
                for exchange in part:
                    self._segments[-1].add(exchange)
        self._joined = self._whole = None

    def window(self, t_us: int, length_us: int) -> tuple[int, int] | None:
        """The first and the last segment with answers at or before ``t_us`` and hardly more than ``length_us`` older;
        None when there are none."""
        last = bisect_right(self._segments, t_us, key=_begins) - 1
        earliest = t_us // SEGMENT_US - length_us // SEGMENT_US + 1
        if last < 0 or self._segments[last].key < earliest:
            return None
        first = last
        while first and self._segments[first - 1].key >= earliest:
            first -= 1
        return self.first + first, self.first + last

    def has_let_go(self, t_us: int, length_us: int) -> bool:
        """True when the window before ``t_us`` is not whole any more."""
        return t_us - length_us <= self.gone_us

    def band(self, first: int, last: int, t_us: int) -> Band:
        """What the segments from ``first`` to ``last`` prove by answers at or before ``t_us``, which ``last`` has
        some of."""
        newest = self._segments[last - self.first]
        if first == last:
            return newest.until(t_us)
        if t_us < newest.exchanges[-1].t3_us:
            return self._before(first, last).joined(newest.until(t_us))
        if self._whole is None or self._whole[:2] != (first, last):
            self._whole = first, last, self._before(first, last).joined(newest.band)
        return self._whole[2]

    def _before(self, first: int, last: int) -> Band:
        """What all segments from ``first`` to the one before ``last`` prove."""
        if self._joined is None or self._joined[:2] != (first, last):
            whole = [segment.band for segment in self._segments[first - self.first : last - self.first]]
            self._joined = first, last, whole[0].joined(*whole[1:])
        return self._joined[2]

    def alone(self, last: int, t_us: int) -> Band:
        """What the newest of segment ``last`` at or before ``t_us`` proves by itself."""
        segment = self._segments[last - self.first]
        newest = segment.exchanges[segment.count(t_us) - 1]
        band = Band()
        _prove(band, newest)
        return band

    def count(self, first: int, last: int, t_us: int) -> int:
        """How many exchanges that is."""
        segments = self._segments[first - self.first : last + 1 - self.first]
        return sum(len(segment.exchanges) for segment in segments[:-1]) + segments[-1].count(t_us)

    def newest_before(self, last: int, t_us: int) -> int:
        """When the newest of segment ``last`` at or before ``t_us`` was answered, in the board's time."""
        segment = self._segments[last - self.first]
        return segment.exchanges[segment.count(t_us) - 1].t3_us

    def round_trip_us(self, first: int, last: int) -> int:
        """The shortest of these segments."""
        segments = self._segments[first - self.first : last + 1 - self.first]
        return min(segment.round_trip_us for segment in segments)
