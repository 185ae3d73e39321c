"""Where edges come from on a board.

A capture has ``period_us`` (where its counter wraps), ``bound_us`` (by how much a stamp can miss its edge; the
host adds it to every ±), ``now()`` (the counter) and ``drain()`` (what changed
since the last call: (counter, word), oldest first, with every edge up to the moment of the call). The main
loop reads ``now()`` before it calls ``drain()``; see ``Core.step``.
"""

import time

import machine


class PollingCapture:
    """Reads the pins once a turn of the main loop: as exact as a turn is short.

    It stands in until the capture by PIO and DMA, which stamps in hardware, takes its place behind the same
    three names. ``pins``: objects whose ``value()`` is 0 while the input is active.
    """

    bound_us = 5_000  # a turn, with a garbage collection in it: declared, not measured
    period_us = 1 << 30  # of ticks_us on every port with 31-bit small integers

    def __init__(self, pins: "list[machine.Pin]") -> None:
        self._pins = pins
        self._word = 0

    def now(self) -> int:
        """The counter."""
        return time.ticks_us()  # type: ignore[return-value]  # an int, opaque in the stubs

    def drain(self) -> "list[tuple[int, int]]":
        """The change since the last call, if any. Inputs that change within one turn share a capture."""
        word = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                word |= bit
            bit <<= 1
        if word == self._word:
            return []
        self._word = word
        return [(self.now(), word)]
