"""64-bit microseconds from a counter that wraps."""


class Clock64:
    """Extends raw readings of 0 to ``period_us`` - 1. Must see a reading at least once in half a period."""

    def __init__(self, period_us: int) -> None:
        self._period = period_us
        self._half = period_us >> 1
        self._raw = -1
        self.now = 0

    def extend_now(self, raw: int) -> int:
        """The 64-bit time of a new reading: readings only go forward. Starts at the first raw value."""
        if self._raw < 0:
            self.now = raw
        else:
            diff = raw - self._raw
            self.now += diff if diff >= 0 else diff + self._period
        self._raw = raw
        return self.now

    def extend_stamp(self, raw: int) -> int:
        """The 64-bit time of a stamp near ``now``, by signed difference: stamps are older than the reading,
        or a hair newer."""
        diff = raw - self._raw
        if diff >= self._half:
            diff -= self._period
        elif diff < -self._half:
            diff += self._period
        stamp = self.now + diff
        return stamp if stamp > 0 else 0
