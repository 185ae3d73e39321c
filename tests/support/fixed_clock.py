"""A map that is known, not asked for: for tests that want to say where a stamp lies."""

from __future__ import annotations

from lapsy.timing.claim import Span
from lapsy.timing.clock import Quality


class FixedClock:
    """The table's axis is the board's counter less ``offset_us``, ± ``bound_us``; pings cannot move it."""

    known = True

    def __init__(self, offset_us: int = 0, bound_us: int = 0) -> None:
        self._offset_us = offset_us
        self._bound_us = bound_us

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        """Nothing is learnt."""

    def reach(self, t_us: int) -> str:
        """At once."""
        return "now"

    def quality(self, t_us: int) -> Quality | None:
        return Quality(self._bound_us, 1, 0, 0, False)

    def half_us(self, t_us: int) -> int:
        return self._bound_us

    def span(self, t_us: int) -> Span:
        return Span.at(t_us - self._offset_us, self._bound_us)

    def floor_us(self, t_us: int) -> int:
        return self.span(t_us).lo_us
