"""Pulses on the sync wire. When one began is told by the sync input, which is on the same wire as the other boards'."""

import time

import machine

#: A pulse, during which the loop waits: ten times the confirmation of a sync input.
PULSE_US = 100


class SyncOut:
    """Drives the wire low, or leaves it to its pull-up: boards that pulse at one time harm nothing."""

    def __init__(self, gpio: int) -> None:
        self._pin = machine.Pin(gpio, machine.Pin.OPEN_DRAIN, value=1)
        self._last_ms: int | None = None

    def look(self, period_us: int, now_ms: int) -> None:
        """A pulse when one is due; ``period_us`` 0: none."""
        if not period_us:
            self._last_ms = None
            return
        if self._last_ms is None or time.ticks_diff(now_ms, self._last_ms) >= period_us // 1_000:
            self._last_ms = now_ms
            self._pin.value(0)
            time.sleep_us(PULSE_US)
            self._pin.value(1)
