"""The latest moment of the table's axis that a board's counter has certainly left behind.

Every exchange proves a least value of h at some t; from there on h has grown at least as fast as the slowest clock
that is believed. The best of all these never falls as t grows, and none of it is forgotten."""

from __future__ import annotations

from bisect import bisect_right

#: Below every moment.
_NOTHING = -(1 << 200)


class Floor:
    """``most_ppm``: how far board and host run apart at most. Times of the axis are nanoseconds here."""

    def __init__(self, most_ppm: int) -> None:
        self._most_ppm = most_ppm
        self._t_us: list[int] = []
        #: After each of them: the best so far, as 1000 (h - t) + most_ppm t; and what holds whatever the clocks do.
        self._best: list[tuple[int, int]] = []
        self._now = (_NOTHING, _NOTHING)
        self._anchor: tuple[int, int] | None = None

    def prove(self, t_us: int, low_ns: int) -> None:
        """h(t) is at least ``low_ns``; t grows from call to call."""
        peak = 1_000 * (low_ns - 1_000 * t_us) + self._most_ppm * t_us
        self._now = max(peak, self._now[0]), self._now[1]
        self._t_us.append(t_us)
        self._best.append(self._now)

    def distrust(self, t_us: int) -> None:
        """The clocks ran apart further than was held possible: what was proven holds no longer, but the floor does
        not fall."""
        self._now = _NOTHING, max(self.at(t_us), self._now[1])

    def anchor(self, t_us: int) -> None:
        """From now on, earlier moments are reckoned back from this one, at the fastest clock that is believed."""
        if self._anchor is not None and t_us < self._anchor[0]:
            return
        self._anchor = t_us, self.at(t_us)
        keep = max(0, bisect_right(self._t_us, t_us) - 1)
        del self._t_us[:keep], self._best[:keep]

    def at(self, t_us: int) -> int:
        """The least h(t) can be, rounded down; the same for ever after, whatever is proven of later moments."""
        if self._anchor is not None and t_us < self._anchor[0]:
            back_us = self._anchor[0] - t_us
            return self._anchor[1] - 1_000 * back_us - (self._most_ppm * back_us // 1_000 + 1)
        known = bisect_right(self._t_us, t_us)
        if not known:
            return _NOTHING
        peak, passed_ns = self._best[known - 1]
        return max(passed_ns, 1_000 * t_us + (peak - self._most_ppm * t_us) // 1_000)
