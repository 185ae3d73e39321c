"""The cable between a board and its host, with its faults. No clock, no port: bytes in, deliveries out."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lapsy.boards.faults import (
    MILLION,
    Delay,
    Drop,
    Duplicate,
    Fault,
    FaultError,
    Garbage,
    Merge,
    NewPort,
    Split,
    Stall,
    Unplug,
    check_faults,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: How many bytes wait between a board and a host that reads nothing, before the board has to wait too.
BUFFER = 4096

#: The second piece of a split line comes at most this much later.
SPLIT_US = 2_000

#: Lines with their ends; what follows the last end is a line of its own: nobody waits for the rest.
_LINES = re.compile(rb"[^\n]*\n|[^\n]+")

TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 7, in <module>\r\nOSError: 5\r\n'


@dataclass(frozen=True, slots=True)
class Delivery:
    """Bytes that come out of the cable's other end at ``at_us``."""

    at_us: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Gone:
    """A time without a port; ``renamed`` when it comes back under another name."""

    since_us: int
    until_us: int
    renamed: bool


@dataclass(slots=True)
class _Way:
    """One direction: its own dice, and when its last piece comes out (a line never overtakes itself)."""

    dice: random.Random
    last_us: int = 0
    held: list[Delivery] = field(default_factory=list)


class Cable:
    """One cable. The same seed, faults and calls give the same deliveries.

    ``start_us`` is the moment from which the faults' times count. What is on its way when the port goes
    is lost.
    """

    def __init__(self, faults: Iterable[Fault] = (), seed: int = 0, start_us: int = 0) -> None:
        self.faults = check_faults(faults)
        self._host = _Way(random.Random(f"to host {seed}"), start_us)
        self._board = _Way(random.Random(f"to board {seed}"), start_us)
        self._delay = Delay(0, 0)
        self._drop = self._duplicate = self._garbage = 0
        self._split = False
        self._merge_us = 0
        self._stalls: list[tuple[int, int]] = []
        self.gone: list[Gone] = []
        for fault in self.faults:
            match fault:
                case Delay():
                    self._delay = fault
                case Drop(ppm):
                    self._drop = ppm
                case Duplicate(ppm):
                    self._duplicate = ppm
                case Garbage(ppm):
                    self._garbage = ppm
                case Split():
                    self._split = True
                case Merge(within_us):
                    self._merge_us = within_us
                case Stall() | Unplug() | NewPort():
                    self.interrupt(fault, start_us)
                case _:
                    pass  # the board's own faults: see ``wired``

    def interrupt(self, fault: Stall | Unplug | NewPort, start_us: int) -> None:
        """One more interruption, its time counted from ``start_us``, which must not be past.

        Raises FaultError when the port would be gone twice at a time.
        """
        since_us = start_us + fault.at_us
        until_us = since_us + fault.for_us
        if isinstance(fault, Stall):
            self._stalls = sorted([*self._stalls, (since_us, until_us)])
            return
        if any(gone.since_us <= until_us and since_us <= gone.until_us for gone in self.gone):
            raise FaultError(f"'{fault}' falls into another time without a port: choose another time for it.")
        self.gone.append(Gone(since_us, until_us, isinstance(fault, NewPort)))
        self.gone.sort(key=lambda gone: gone.since_us)

    def plugged(self, at_us: int) -> bool:
        """Whether there is a port at ``at_us``."""
        return not any(gone.since_us <= at_us < gone.until_us for gone in self.gone)

    def room(self, now_us: int) -> int | None:
        """How many more bytes the way to the host takes now; None: as many as the board likes to send."""
        if not self.plugged(now_us):
            return 0
        if not any(since_us <= now_us < until_us for since_us, until_us in self._stalls):
            return None
        waiting = sum(len(delivery.data) for delivery in self._host.held if delivery.at_us > now_us)
        return max(0, BUFFER - waiting)

    def to_host(self, now_us: int, data: bytes) -> list[Delivery]:
        """What the host gets of ``data``, sent by the board at ``now_us``, and when."""
        deliveries = self._carry(self._host, now_us, data, self._stalls)
        if self._stalls:
            self._host.held = [d for d in self._host.held if d.at_us > now_us] + deliveries
        return deliveries

    def to_board(self, now_us: int, data: bytes) -> list[Delivery]:
        """What the board gets of ``data``, sent by the host at ``now_us``, and when."""
        return self._carry(self._board, now_us, data, ())

    def _carry(
        self, way: _Way, now_us: int, data: bytes, stalls: Sequence[tuple[int, int]]
    ) -> list[Delivery]:
        merged: list[Delivery] = []
        for after_us, piece in self._pieces(way.dice, data):
            at_us = now_us + after_us + way.dice.randint(self._delay.low_us, self._delay.high_us)
            if self._merge_us:
                at_us = -(-at_us // self._merge_us) * self._merge_us
            at_us = max(at_us, way.last_us)
            for since_us, until_us in stalls:
                if since_us <= at_us < until_us:
                    at_us = until_us
            if any(gone.since_us <= at_us and now_us < gone.until_us for gone in self.gone):
                continue
            way.last_us = at_us
            if merged and merged[-1].at_us == at_us:
                piece = merged.pop().data + piece
            merged.append(Delivery(at_us, piece))
        return merged

    def _pieces(self, dice: random.Random, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The pieces that go on their way: (microseconds later, bytes)."""
        if not (self._drop or self._duplicate or self._garbage or self._split):
            if data:
                yield 0, data
            return
        for line in _LINES.findall(data):
            yield from self._line(dice, line)

    def _line(self, dice: random.Random, line: bytes) -> Iterator[tuple[int, bytes]]:
        if self._happens(dice, self._drop):
            return
        if self._happens(dice, self._garbage):
            line = damaged(dice, line)
        for copy in (line, line) if self._happens(dice, self._duplicate) else (line,):
            if self._split and len(copy) > 1:
                cut = dice.randrange(1, len(copy))
                yield 0, copy[:cut]
                yield dice.randint(1, SPLIT_US), copy[cut:]
            elif copy:
                yield 0, copy

    @staticmethod
    def _happens(dice: random.Random, ppm: int) -> bool:
        return ppm > 0 and dice.randrange(MILLION) < ppm


def damaged(dice: random.Random, line: bytes) -> bytes:
    """One fault of the kind that real lines have: rubbish or a traceback before it, or bytes changed."""
    kind = dice.randrange(3)
    if kind == 0:
        return dice.randbytes(dice.randint(1, 32)) + line
    if kind == 1:
        return TRACEBACK + line
    broken = bytearray(line)
    at = dice.randrange(len(broken))
    for n in range(at, min(len(broken), at + dice.randint(1, 4))):
        broken[n] ^= dice.randint(1, 255)
    return bytes(broken)
