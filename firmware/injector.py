"""Known gaps for measuring a slap board: runs on a second Pico, whose outputs stand for the pads' contacts.

Wire its GPIO 0 to 7 and its ground to those of the board, and run it from the host:

    mpremote connect PORT_OF_THE_SECOND_PICO run firmware/injector.py

Each round presses all inputs in a random order with random gaps, made by PIO to the clock (8 ns at 125 MHz), and prints
what it did as one JSON line: {"round": 1, "presses": [[input, ns after the first press], ...]}. Never run on hardware so
far; its gaps were checked in an emulator.
"""

import json
import random
import time
from array import array

import machine
import rp2

COUNT = 8
LEAST_NS = 1_000
MOST_NS = 5_000
ROUNDS = 100
HOLD_MS = 60
#: Longer than a board needs to tell a round.
PAUSE_MS = 500

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FIFO = 0x50200010
_REQUEST = 0
_QUEUE = 8
#: Clocks of a step beside those it waits.
_STEP = 3


def _steps() -> None:
    """Two words a step: the levels, and how many clocks they stay beyond three."""
    wrap_target()  # type: ignore[name-defined]  # noqa: F821
    out(pins, 32)  # type: ignore[name-defined]  # noqa: F821
    out(x, 32)  # type: ignore[name-defined]  # noqa: F821
    label("wait")  # type: ignore[name-defined]  # noqa: F821
    jmp(x_dec, "wait")  # type: ignore[name-defined]  # noqa: F821
    wrap()  # type: ignore[name-defined]  # noqa: F821


class Injector:
    """Drives ``count`` GPIOs from ``first`` on: low while pressed."""

    def __init__(self, first: int = 0, count: int = COUNT) -> None:
        self.count = count
        self._rest = (1 << count) - 1
        assemble: Any = rp2.asm_pio(
            out_init=[rp2.PIO.OUT_HIGH] * count,
            out_shiftdir=rp2.PIO.SHIFT_RIGHT,
            autopull=True,
            fifo_join=rp2.PIO.JOIN_TX,
        )
        self._hertz: int = machine.freq()
        self._machine = rp2.StateMachine(0, assemble(_steps), freq=self._hertz, out_base=machine.Pin(first))
        self._dma: Any = rp2.DMA()  # (the stubs lack its attributes)

    def clocks(self, ns: int) -> int:
        """A time in whole clocks."""
        return (ns * (self._hertz // 1_000_000) + 500) // 1_000

    def ns(self, clocks: int) -> int:
        """Whole clocks as a time."""
        return clocks * 1_000 // (self._hertz // 1_000_000)

    def play(self, order: "list[int]", gaps: "list[int]", hold: int) -> None:
        """Press the inputs in this order, so many clocks apart (at least 8), and let go of all after ``hold`` clocks."""
        words = array("I")
        levels = self._rest
        for number, gap in zip(order, gaps + [hold]):
            levels &= ~(1 << number)
            words.append(levels)
            words.append(gap - _STEP)
        words.append(self._rest)
        words.append(0)
        control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=_REQUEST)
        self._dma.config(read=words, write=_FIFO, count=len(words), ctrl=control, trigger=True)
        while self._machine.tx_fifo() < _QUEUE:
            pass  # it must not wait for words once it runs
        self._machine.active(1)
        while self._dma.active():
            pass
        time.sleep_ms(self.ns(hold) // 1_000_000 + 1)
        self._machine.active(0)
        self._machine.restart()  # it waits for a word; the next ones must not set it going

    def close(self) -> None:
        """Leave the last levels and stop."""
        self._dma.close()
        self._machine.active(0)


def main(
    rounds: int = ROUNDS, least_ns: int = LEAST_NS, most_ns: int = MOST_NS, pause_ms: int = PAUSE_MS
) -> None:
    """Rounds of presses of every input."""
    injector = Injector()
    try:
        time.sleep_ms(pause_ms)
        for number in range(rounds):
            order = list(range(injector.count))
            for k in range(len(order) - 1, 0, -1):
                other = random.randint(0, k)
                order[k], order[other] = order[other], order[k]
            gaps = [injector.clocks(random.randint(least_ns, most_ns)) for _ in order[1:]]
            injector.play(order, gaps, injector.clocks(1_000_000) * HOLD_MS)
            after = 0
            presses = [[order[0], 0]]
            for each, gap in zip(order[1:], gaps):
                after += gap
                presses.append([each, injector.ns(after)])
            print(json.dumps({"round": number + 1, "presses": presses}))
            time.sleep_ms(pause_ms)
    finally:
        injector.close()


if __name__ == "__main__":
    main()
