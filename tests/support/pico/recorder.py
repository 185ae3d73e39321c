"""A board that does nothing but tell what its capture saw, while its processor is kept busy in a chosen way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pico.chip import MS, SECOND, EmulatedPico
from pico.edges import Edge
from pico.firmware import capture_files

#: What the processor does between two looks into the ring.
LOADS = {
    "idle": "time.sleep_ms(1)",
    "busy": "busy()",
    "gc": "waste(); gc.collect()",
    "deaf": "time.sleep_ms(1) if go() else time.sleep_ms(1000)",
}

_PROGRAM = """
import gc, sys, time, select, micropython
from slapboard.capture_{kind} import {name}
micropython.kbd_intr(-1)
capture = {name}({first}, {count}, {inverted}, {photo})
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)

def busy():
    n = 0
    for k in range(2500):
        n = (n + k) & 1023

def waste():
    return [[k] for k in range(400)]

sleeping = False
def go():
    return not sleeping

say = sys.stdout.write
sys.stdin.read(1)
word = capture.start()
say("START %x\\n" % word)
while True:
    if poll.poll(0):
        order = sys.stdin.read(1)
        if order == "a":
            say("LEVELS %x\\n" % capture.arm(True))
        elif order == "d":
            say("LEVELS %x\\n" % capture.arm(False))
        elif order == "h":
            capture.drain()
            micropython.heap_lock()
            for k in range(200):
                capture.now()
                capture.drain()
            micropython.heap_unlock()
            say("LOCKED\\n")
        elif order == "s":
            time.sleep_ms(60)
        elif order == "x":
            {hook}
            say("DONE\\n")
    {load}
    for stamp, word in capture.drain():
        say("E %x %x\\n" % (stamp, word) if word >= 0 else "F %x %d\\n" % (stamp, -word))
"""


class Recorder:
    """``gpios``: the run of inputs. ``load``: see LOADS. ``hook``: a statement that the order "x" carries out.

    Contacts are open at rest (active low) unless ``closed``.
    """

    def __init__(
        self,
        gpios: Sequence[int],
        kind: str = "pio",
        *,
        load: str = "idle",
        photo: bool = False,
        closed: Iterable[int] = (),
        hook: str = "pass",
        held: Iterable[int] = (),
        **options: Any,
    ) -> None:
        self.gpios = list(gpios)
        self._closed = set(closed)
        inverted = sum(1 << bit for bit, gpio in enumerate(self.gpios) if gpio not in self._closed)
        program = _PROGRAM.format(
            kind=kind,
            name={"pio": "PioCapture", "irq": "IrqCapture"}[kind],
            first=self.gpios[0],
            count=len(self.gpios),
            inverted=inverted,
            photo=photo,
            load=LOADS[load],
            hook=hook,
        )
        self.pico = EmulatedPico(capture_files(program), **options)
        for gpio in self.gpios:
            self.pico.pin(gpio, self._level(gpio, int(gpio in set(held))))
        try:
            self.pico.boot()
            self.pico.send("!")
            self.pico.wait_for(b"START ")
            self.pico.run_for(5 * MS)
        except BaseException:
            self.pico.close()
            raise

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.pico.close()

    def _level(self, gpio: int, active: int) -> int:
        return active if gpio in self._closed else 1 - active

    def inject(self, edges: Iterable[Edge]) -> None:
        """Let the pins do this; goes with the next run."""
        for edge in edges:
            self.pico.pin_at(edge.t_ns, edge.gpio, self._level(edge.gpio, edge.active))

    def order(self, letter: str, answer: bytes, limit_ns: int = 5 * SECOND) -> None:
        """Give an order of one letter and wait for the answer."""
        heard = len(self.pico.rx)
        self.pico.send(letter)
        self.pico.wait_for(answer, limit_ns, after=heard)

    @property
    def start_word(self) -> int:
        """The levels that the capture began with."""
        match = re.search(rb"START ([0-9a-f]+)\r?\n", self.pico.rx)
        assert match is not None
        return int(match[1], 16)

    @property
    def entries(self) -> list[tuple[int, int]]:
        """(stamp, word) of every change told so far."""
        return [
            (int(a, 16), int(b, 16)) for a, b in re.findall(rb"E ([0-9a-f]+) ([0-9a-f]+)\r?\n", self.pico.rx)
        ]

    @property
    def faults(self) -> list[tuple[int, int]]:
        """(stamp, code) of every fault told so far."""
        return [(int(a, 16), int(b)) for a, b in re.findall(rb"F ([0-9a-f]+) (\d+)\r?\n", self.pico.rx)]
