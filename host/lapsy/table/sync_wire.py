"""The sync wire of a table: which board drives it, and the pulses that every board on it stamps.

A pulse is one edge that all boards see in the same instant, so it relates their counters far better than pings through a
cable can (:mod:`lapsy.timing.wire`). A table with two boards on a wire has one of them drive it while the game lasts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from lapsy.boards.events import Result
from lapsy.table.boardside import BoardSide
from lapsy.table.setup import Setup
from lapsy.table.turn import Turn
from lapsy.table.words import say_board
from lapsy.timing.claim import Pulse
from lapsy.timing.wire import PERIOD_US, PULSES

#: A press is told of some time after its stamp, and pulses come in between: so many more are kept.
_KEPT = PULSES + 16


class Pulses:
    """The newest pulses of each board in each of its lives, as it stamped them."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], deque[Pulse]] = {}

    def add(self, board: str, boot: int, pulse: Pulse) -> None:
        """The board's next pulse."""
        self._kept.setdefault((board, boot), deque(maxlen=_KEPT)).append(pulse)

    def before(self, board: str, boot: int, t_us: int) -> tuple[Pulse, ...]:
        """The newest ``PULSES`` that the board stamped at or before its ``t_us``, oldest first."""
        kept = self._kept.get((board, boot), ())
        return tuple(pulse for pulse in kept if pulse.t_us <= t_us)[-PULSES:]

    def forget(self) -> None:
        """Where they lie on the table's axis does not hold any more."""
        self._kept.clear()


class SyncWire:
    """Has one board drive the wire while at least two with a sync input speak, and another when that one falls silent."""

    def __init__(self, setup: Setup, sides: Mapping[str, BoardSide], turn: Turn) -> None:
        self._setup = setup
        self._sides = sides
        self._turn = turn
        self._driver: BoardSide | None = None
        self._order: int | None = None  # number of the command that the driver has not confirmed
        self._cannot: set[tuple[str, int]] = set()  # boards that refused, in this life
        self._on: dict[
            str, tuple[str, int]
        ] = {}  # who was told to drive and not to stop: by port, board and boot
        self.pulses = Pulses()

    def look(self, now_us: int, over: bool) -> None:
        """Have the right board drive. ``over``: nobody."""
        speaking = [side for side in self._sides.values() if side.has_sync and side.asks and not side.absent]
        able = [side for side in speaking if (side.uid, side.boot) not in self._cannot]
        if over or len(speaking) < 2 or not able:
            wanted = None
        elif self._driver in able:
            wanted = self._driver
        else:
            wanted = able[0]
        for side in speaking:
            who = (side.uid, side.boot)
            if side is wanted and self._on.get(side.port) != who:
                self._on[side.port] = who
                self._order = side.link.sync(now_us, PERIOD_US)
            elif side is not wanted and self._on.pop(side.port, None) == who:
                side.link.sync(now_us, 0)
        self._driver = wanted

    def result(self, side: BoardSide, result: Result) -> None:
        """A command of a board has ended."""
        if side is not self._driver or result.command != self._order:
            return
        self._order = None
        if result.status == "done":
            self._turn.say("board", say_board(self._setup, "sync", side.port, side.uid))
            return
        self._on.pop(side.port, None)
        self._driver = None
        if result.status != "no answer":
            self._cannot.add((side.uid, side.boot))
