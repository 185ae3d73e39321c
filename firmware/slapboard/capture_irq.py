"""Stamps made by the processor in an interrupt: for a chip or a wiring that PIO does not serve.

An interrupt reads the timer and all inputs some time after the edge. Edges that come while it waits for its turn share one
late stamp, and an input that went back meanwhile is not seen at all: the bound says how long that can be.
"""

import time
from array import array

import machine

from slapboard import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

#: The levels of GPIO 0 to 29; the same on RP2040 and RP2350.
_LEVELS = 0xD0000004
_ENTRIES = 1_024
_COUNTS = (1 << 30) - 1
_NOTHING: "list[tuple[int, int]]" = []


class IrqCapture:
    """The run of inputs from ``first`` on, by ``Pin.irq``."""

    kind = messages.CAPTURE_IRQ
    #: The latest stamp seen in an emulator, with every input chattering, was 220 us late: a first contact so short that
    #: no interrupt saw it. A real flash is slower, and MicroPython holds interrupts off now and then.
    bound_us = 1_000
    period_us = 1 << 30

    def __init__(self, first: int, count: int, inverted: int, photo: bool) -> None:
        self._first = first
        self._inverted = inverted
        self._pins = [
            machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio in range(first, first + count)
        ]
        self._photo = self._pins[-1] if photo else None
        self._mask = (1 << (count - 1 if photo else count)) - 1
        self._whole = (1 << count) - 1
        self._stamps = array("i", bytearray(4 * _ENTRIES))
        self._words = array("i", bytearray(4 * _ENTRIES))
        self._head = 0  # entries written so far, and drained, modulo 2**30
        self._tail = 0
        self._handler = self._edge  # made once: a bound method is an allocation

    def start(self) -> int:
        """Begin; the levels now."""
        for pin in self._pins:
            if pin is not self._photo:
                self._listen(pin, True)
        return self._levels()

    def now(self) -> int:
        """The counter."""
        return time.ticks_us()  # type: ignore[return-value]  # an int, opaque in the stubs

    def drain(self) -> "list[tuple[int, int]]":
        """The changes since the last call."""
        head = self._head
        tail = self._tail
        if head == tail:
            return _NOTHING
        edges = []
        while tail != head:
            at = tail & (_ENTRIES - 1)
            edges.append((self._stamps[at], (self._words[at] ^ self._inverted) & self._mask))
            tail = (tail + 1) & _COUNTS
        if (self._head - self._tail) & _COUNTS > _ENTRIES:  # also while we read
            now = self.now()
            self._tail = self._head
            return [(now, -messages.FAULT_CAPTURE_OVERRUN), (now, self._levels())]
        self._tail = head
        return edges

    def arm(self, on: bool) -> int:
        """Let the photodiode count, or no longer; the levels now."""
        if self._photo is not None:
            self._mask = self._whole if on else self._whole >> 1
            self._listen(self._photo, on)
        return self._levels()

    def close(self) -> None:
        """Listen to nothing any more."""
        for pin in self._pins:
            self._listen(pin, False)

    def _listen(self, pin: "Pin", on: bool) -> None:
        pin.irq(
            self._handler if on else None,
            machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING,
            hard=True,
        )

    def _levels(self) -> int:
        levels: int = machine.mem32[_LEVELS]
        return (levels >> self._first ^ self._inverted) & self._mask

    def _edge(self, _: "Pin") -> None:
        """In the interrupt: nothing here may allocate."""
        head = self._head
        at = head & (_ENTRIES - 1)
        self._stamps[at] = time.ticks_us()  # type: ignore[call-overload]  # an int, opaque in the stubs
        self._words[at] = machine.mem32[_LEVELS] >> self._first & self._whole
        self._head = (head + 1) & _COUNTS
