"""A simulated board at the end of its cable, as a driver sees it: bytes in; bytes and port changes out.

Everything in it happens at its own exact time, however late the driver comes: a driver that wakes 30 ms late
gets 30 ms of late bytes, and a board that never noticed.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lapsy.boards.cable import Cable, Delivery
from lapsy.boards.faults import REPEATABLE, Drift, Fault, FaultError, Offset, Reboot, Wrap, check_faults
from lapsy.boards.simulated import ROOM, SimulatedBoard, boot_ids
from lapsy.boards.skew import SkewedClock
from lapsy.boards.stepper import InProcess, StartCore

if TYPE_CHECKING:
    from collections.abc import Iterable

#: In one and the same microsecond: first the port changes, then a reboot, then bytes come.
_PORT, _REBOOT, _TO_BOARD, _TO_HOST = range(4)


@dataclass(frozen=True, slots=True)
class Arrived:
    """Bytes reached the host."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Unplugged:
    """The port is gone."""


@dataclass(frozen=True, slots=True)
class Plugged:
    """The port is there again; ``port`` counts its names from 0."""

    port: int


Sight = Arrived | Unplugged | Plugged


def skewed_clock(faults: Iterable[Fault], origin_us: int = 0, period: int = 1 << 32) -> SkewedClock:
    """The timer of a board switched on at ``origin_us``, as the faults would have it. Raises FaultError."""
    start = drift_ppb = 0
    for fault in check_faults(faults):
        match fault:
            case Drift(ppb):
                drift_ppb = ppb
            case Offset(offset_us):
                start = offset_us
            case Wrap(after_us):
                start = -after_us % period
    return SkewedClock(origin_us, start, drift_ppb, period)


class WiredBoard:
    """A board and its cable. The same board, faults, seed and calls give the same sights."""

    def __init__(self, board: SimulatedBoard, faults: Iterable[Fault] = (), seed: int = 0) -> None:
        start_us = board.clock.origin_us
        self.board = board
        self.cable = Cable(faults, seed, start_us)
        self.port: int | None = 0 if self.cable.plugged(start_us) else None
        self._blocked = False
        self._queue: list[tuple[int, int, int, bytes]] = []
        self._asked = 0
        for fault in self.cable.faults:
            self._appoint(fault, start_us)

    @property
    def wake_us(self) -> int:
        """When ``advance`` is wanted next."""
        return min(self.board.wake_us, self._queue[0][0]) if self._queue else self.board.wake_us

    @property
    def blocked(self) -> bool:
        """Whether the driver's port takes no more bytes."""
        return self._blocked

    def write(self, now_us: int, data: bytes) -> None:
        """The host sends; without a port it is lost."""
        self._send(self.cable.to_board(now_us, data), _TO_BOARD)

    def block(self, now_us: int, blocked: bool) -> None:
        """The driver's port takes no more bytes, or takes them again. Meanwhile the board keeps what it
        has."""
        if self._blocked and not blocked:
            self.board.rouse(now_us)
        self._blocked = blocked

    def happen(self, now_us: int, faults: Iterable[Fault]) -> None:
        """Lets faults with a time happen, counted from ``now_us``. Raises FaultError for others."""
        for fault in check_faults(faults):
            if not isinstance(fault, REPEATABLE):
                raise FaultError(
                    f"'{fault}' lasts as long as the board: give it when the board is made, "
                    "and only stall, unplug, newport or reboot later."
                )
            if not isinstance(fault, Reboot):
                self.cable.interrupt(fault, now_us)
            self._appoint(fault, now_us)

    def advance(self, now_us: int) -> list[Sight]:
        """What the host sees up to ``now_us``, in order."""
        sights: list[Sight] = []
        while (at_us := self.wake_us) <= now_us:
            while self._queue and self._queue[0][0] == at_us:
                _, kind, _, data = heapq.heappop(self._queue)
                if kind == _PORT:
                    self._change_port(at_us, sights)
                elif kind == _REBOOT:
                    self.board.reboot(at_us)
                elif kind == _TO_BOARD:
                    self.board.receive(at_us, data)
                elif sights and isinstance(last := sights[-1], Arrived):
                    sights[-1] = Arrived(last.data + data)
                else:
                    sights.append(Arrived(data))
            if self.board.wake_us == at_us:
                room = 0 if self._blocked else self.cable.room(at_us)
                tx = self.board.advance(at_us, ROOM if room is None else min(room, ROOM))
                self._send(self.cable.to_host(at_us, tx), _TO_HOST)
        return sights

    def close(self) -> None:
        """Ends what runs the board."""
        self.board.close()

    def _change_port(self, at_us: int, sights: list[Sight]) -> None:
        """The cable's plug moves, or a stall ends: the board may have something to send."""
        if self.cable.plugged(at_us):
            self.board.rouse(at_us)
            if self.port is None:
                self.port = sum(gone.renamed for gone in self.cable.gone if gone.until_us <= at_us)
                sights.append(Plugged(self.port))
        elif self.port is not None:
            # What is on its way is lost, also when nobody knew of the unplugging when it was sent.
            self._queue = [item for item in self._queue if item[1] in (_PORT, _REBOOT)]
            heapq.heapify(self._queue)
            self.port = None
            sights.append(Unplugged())

    def _appoint(self, fault: Fault, start_us: int) -> None:
        if isinstance(fault, Reboot):
            self._push(start_us + fault.at_us, _REBOOT)
        elif isinstance(fault, REPEATABLE):
            self._push(start_us + fault.at_us, _PORT)
            self._push(start_us + fault.at_us + fault.for_us, _PORT)

    def _send(self, deliveries: Iterable[Delivery], kind: int) -> None:
        for delivery in deliveries:
            self._push(delivery.at_us, kind, delivery.data)

    def _push(self, at_us: int, kind: int, data: bytes = b"") -> None:
        self._asked += 1
        heapq.heappush(self._queue, (at_us, kind, self._asked, data))


def simulate(
    *,
    uid: bytes,
    boot: int,
    roles: bytes,
    faults: Iterable[Fault] = (),
    seed: int = 0,
    start_us: int = 0,
    edges: bool = False,
    sync_out: bool = False,
    start: StartCore = InProcess,
) -> WiredBoard:
    """A board switched on at ``start_us`` behind a cable with ``faults``. Raises PadError, FaultError."""
    faults = check_faults(faults)
    clock = skewed_clock(faults, start_us)
    board = SimulatedBoard(
        uid=uid,
        boots=boot_ids(boot),
        roles=roles,
        clock=clock,
        edges=edges,
        sync_out=sync_out,
        start=start,
    )
    return WiredBoard(board, faults, seed)
