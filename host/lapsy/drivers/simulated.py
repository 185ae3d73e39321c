"""The simulated driver: a heap of (time, n, call), and nothing else that passes for time.

The whole road in virtual time and in this thread: boards in-process behind cables, the table, bots. A cable is a
delayed call. The same setup gives the same bytes, the same effects and the same journal, every time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping

from lapsy.boards.pads import pad_name, role_byte
from lapsy.boards.wired import Arrived, Plugged, Unplugged, WiredBoard
from lapsy.games.play import JSON
from lapsy.table.bots import Bot
from lapsy.table.botside import Touch, movements, show_bots
from lapsy.table.effects import Ask, Effect, Journal, Publish, Reopen, Say, Send, Taken
from lapsy.table.judge import Act
from lapsy.table.phoneside import PhoneMessage
from lapsy.table.table import Command, RefusedError, Table


class Heap:
    """Virtual time. Calls are done in order of their time, those of one time in the order they were asked for."""

    def __init__(self) -> None:
        self.now_us = 0
        self._n = 0
        self._calls: list[tuple[int, int, Callable[[], None]]] = []

    def at(self, t_us: int, call: Callable[[], None]) -> None:
        """Do ``call`` at ``t_us``, or now if that has passed."""
        self._n += 1
        heapq.heappush(self._calls, (max(t_us, self.now_us), self._n, call))

    def step(self) -> bool:
        """Do the next call. False when there is none."""
        if not self._calls:
            return False
        self.now_us, _, call = heapq.heappop(self._calls)
        call()
        return True


class SimulatedDriver:
    """Runs one table on a heap. ``journal``, ``publish`` and ``say`` are told what happens, in order; ``phone`` what the
    table asks and tells phones."""

    def __init__(
        self,
        table: Table,
        boards: Mapping[str, WiredBoard],
        bots: Mapping[int, Bot],
        *,
        journal: Callable[[tuple[JSON, ...]], None] = lambda _: None,
        say: Callable[[Say], None] = lambda _: None,
        publish: Callable[[Publish], None] = lambda _: None,
        phone: Callable[[Ask | Taken], None] = lambda _: None,
        heap: Heap | None = None,
    ) -> None:
        self.table = table
        self.heap = heap or Heap()
        self._boards = boards
        self._bots = bots
        self._journal = journal
        self._say = say
        self._publish = publish
        self._phone = phone
        self._asked: dict[object, int] = {}  # what is to be woken -> when, so that nothing is asked twice

    def run(self, until_us: int) -> bool:
        """Play until the game is over (True) or virtual time has come to ``until_us`` (False)."""
        now_us = self.heap.now_us
        for port in self._boards:
            self._do(self.table.port_opened(now_us, port))
        self._wake_all()
        while self.table.phase != "over":
            if self.heap.now_us > until_us or not self.heap.step():
                return False
        return True

    def command(self, t_us: int, command: Command) -> None:
        """Have a command given at ``t_us``; one that is refused is said."""

        def give() -> None:
            try:
                self._do(self.table.command(self.heap.now_us, command))
            except RefusedError as e:
                self._say(Say("table", str(e)))
            self._wake_all()

        self.heap.at(t_us, give)

    def act(self, t_us: int, seat: int, act: Act) -> None:
        """Have a seat do something by its page at ``t_us``; one that is refused is said."""

        def do() -> None:
            try:
                self._do(self.table.act(self.heap.now_us, seat, act))
            except RefusedError as e:
                self._say(Say("table", str(e)))
            self._wake_all()

        self.heap.at(t_us, do)

    def hear(self, t_us: int, port: str, message: PhoneMessage) -> None:
        """Have a phone's message come at ``t_us``."""

        def come() -> None:
            self._do(self.table.phone(self.heap.now_us, port, message))
            self._wake_all()

        self.heap.at(t_us, come)

    def clock_jumped(self, t_us: int, by_us: int) -> None:
        """Have the table told at ``t_us`` that its clock jumped."""

        def jump() -> None:
            self._do(self.table.clock_jumped(self.heap.now_us, by_us))
            self._wake_all()

        self.heap.at(t_us, jump)

    # ---- calls on the heap

    def _wake(self, who: object, t_us: int | None, call: Callable[[], None]) -> None:
        asked = self._asked.get(who)
        if t_us is None or (asked is not None and asked <= t_us and asked >= self.heap.now_us):
            return
        self._asked[who] = t_us

        def woken() -> None:
            if self._asked.get(who) == t_us:
                del self._asked[who]
            call()
            self._wake_all()

        self.heap.at(t_us, woken)

    def _wake_all(self) -> None:
        for port, wired in self._boards.items():
            self._wake(port, wired.wake_us, lambda port=port: self._board(port))  # type: ignore[misc]
        for seat, bot in self._bots.items():
            self._wake(seat, bot.wake_us, lambda seat=seat: self._bot(seat))  # type: ignore[misc]
        self._wake(self.table, self.table.wake_us, self._table)

    def _table(self) -> None:
        self._do(self.table.tick(self.heap.now_us))

    def _board(self, port: str) -> None:
        for sight in self._boards[port].advance(self.heap.now_us):
            now_us = self.heap.now_us
            match sight:
                case Arrived(data):
                    self._do(self.table.feed(now_us, port, data))
                case Unplugged():
                    self._do(self.table.port_closed(now_us, port, "unplugged"))
                case Plugged():
                    self._do(self.table.port_opened(now_us, port))

    def _bot(self, seat: int) -> None:
        for plan in self._bots[seat].due(self.heap.now_us):
            for move in movements(self.table, seat, plan):
                if isinstance(move, Touch):
                    own = self.table.setup.seats[seat]
                    board = self._boards[own.port].board
                    pad = pad_name(role_byte(move.role, own.group))
                    board.press(pad, max(move.at_us, board.earliest_us + move.at_us - plan.at_us))
                else:
                    self.act(plan.at_us, seat, move)

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Journal(records):
                    self._journal(records)
                case Send(port, data):
                    self._boards[port].write(self.heap.now_us, data)
                case Reopen(port):
                    self._do(self.table.port_closed(self.heap.now_us, port, effect.why))
                case Ask() | Taken():
                    self._phone(effect)
                case Say():
                    self._say(effect)
                case Publish():
                    self._publish(effect)
                    show_bots(self.table, self._bots, self.heap.now_us)
                    if effect.view is not None:
                        self._do(self.table.published(self.heap.now_us))
