"""The buzzer: one tone at a time, by PWM."""

import time

import machine

_HALF = 32_768


class Buzzer:
    """A passive buzzer on a pin."""

    def __init__(self, gpio: int) -> None:
        self._pwm = machine.PWM(machine.Pin(gpio))
        self._pwm.duty_u16(0)
        self._from_ms: int | None = None
        self._length_ms = 0

    def sound(self, hertz: int, length_ms: int, now_ms: int) -> None:
        """Begin a tone; 0 Hz or 0 ms end one."""
        if not hertz or not length_ms:
            self._pwm.duty_u16(0)
            self._from_ms = None
            return
        self._pwm.freq(hertz)
        self._pwm.duty_u16(_HALF)
        self._from_ms = now_ms
        self._length_ms = length_ms

    def look(self, now_ms: int) -> None:
        """End the tone when its time is over."""
        if self._from_ms is not None and time.ticks_diff(now_ms, self._from_ms) >= self._length_ms:
            self.sound(0, 0, now_ms)
