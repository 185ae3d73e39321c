"""A board's own idea of time: a counter that starts anywhere, runs a little fast or slow, and wraps."""

from __future__ import annotations

from dataclasses import dataclass

BILLION = 1_000_000_000


@dataclass(frozen=True, slots=True)
class SkewedClock:
    """A timer as a function of true time.

    ``origin_us`` is the true moment at which the timer showed ``start`` ticks (1 tick = 1 µs by the board's
    crystal); ``drift_ppb`` how much faster than true the crystal runs, in parts per thousand million;
    ``period`` the number of ticks after which the raw counter starts again. Integers only.
    """

    origin_us: int = 0
    start: int = 0
    drift_ppb: int = 0
    period: int = 1 << 32

    def __post_init__(self) -> None:
        if abs(self.drift_ppb) > BILLION // 100:
            raise ValueError(f"A crystal is off by 10,000 ppm at most, not by {self.drift_ppb} ppb.")
        if self.period < 1 << 20:
            raise ValueError(f"A timer with a period of {self.period} µs wraps too often to be extended.")

    def ticks(self, at_us: int) -> int:
        """What a counter that never wraps shows at true time ``at_us``."""
        return self.start + (at_us - self.origin_us) * (BILLION + self.drift_ppb) // BILLION

    def raw(self, at_us: int) -> int:
        """What the counter shows at ``at_us``."""
        return self.ticks(at_us) % self.period

    def true_us(self, ticks: int) -> int:
        """The first true microsecond at which ``ticks`` are reached."""
        return self.origin_us - (self.start - ticks) * BILLION // (BILLION + self.drift_ppb)

    def restarted(self, at_us: int) -> SkewedClock:
        """The same crystal after a reset at ``at_us``: the timer begins at nought."""
        return SkewedClock(at_us, 0, self.drift_ppb, self.period)
