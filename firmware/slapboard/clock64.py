"""64-bit microseconds from a counter that wraps."""


class Clock64:
    """Extends raw readings. Must see a reading at least once in half a period."""

    def __init__(self, period_us: int) -> None:
        self._period = period_us
        self._raw = -1
        self.now = 0

    def extend_now(self, raw: int) -> int:
        """The 64-bit time of a new reading: readings only go forward. Starts at the first raw value."""
        if self._raw < 0:
            self.now = raw
        else:
            self.now += (raw - self._raw) % self._period
        self._raw = raw
        return self.now

    def extend_stamp(self, raw: int) -> int:
        """The 64-bit time of a stamp near ``now``, by signed difference: stamps are older than the reading,
        or a hair newer."""
        diff = (raw - self._raw) % self._period
        if diff >= self._period >> 1:
            diff -= self._period
        stamp = self.now + diff
        return stamp if stamp > 0 else 0
