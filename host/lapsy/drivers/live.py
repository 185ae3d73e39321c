"""The live driver: one asyncio loop, one reader thread a port, the page's server on the same loop.

The loop only hands on: bytes into the table, effects out. Forcing the journal to the disk, opening ports and writing to
boards happen in other threads, so nothing holds the loop for milliseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from lapsy.boards import host_clock
from lapsy.boards.pads import pad_name, role_byte
from lapsy.boards.simulated import PastPressError
from lapsy.drivers.line import Line
from lapsy.games.play import JSON
from lapsy.language import tr
from lapsy.table.bots import Bot, Planned
from lapsy.table.botside import movements, show_bots
from lapsy.table.effects import Ask, Effect, Journal, Publish, Reopen, Say, Send, Taken
from lapsy.table.judge import Act
from lapsy.table.phoneside import PhoneMessage
from lapsy.table.table import Command, RefusedError, Table

#: A key that stands for a pad keeps it down for at least so long: its two messages may come at once, after a slow network or
#: a busy page, and a contact of microseconds would count as a glitch.
LEAST_HOLD_US = 20_000

#: Whether the host's clock stood still is looked at this often, though nothing happens.
LOOK_US = 1_000_000


class Pads(Protocol):
    """Simulated pads that keyboard and bots press; times in microseconds of the board's own shell."""

    def press(self, which: int | str, at_us: int | None = None, hold_us: int | None = ...) -> int:
        """A finger on a pad."""

    def release(self, which: int | str, at_us: int | None = None) -> int:
        """It lets go."""


class Recorder(Protocol):
    """Where records go: a journal file, or nothing."""

    def append(self, records: tuple[JSON, ...]) -> None:
        """Returns once the records survive a killed process. Raises OSError."""

    def sync(self) -> None:
        """Returns once they survive a power cut."""


class LiveDriver:
    """Runs one table in real time. ``clock`` gives the table's axis; ``pads`` the simulated boards by port.

    ``publish`` gets each view, ``say`` each line for the terminal, ``phone`` what is for phones. ``readings``: the clock
    that stamps and one that counts sleep too, at one moment; see ``host_clock.Watch``.
    """

    def __init__(
        self,
        table: Table,
        lines: Mapping[str, Line],
        bots: Mapping[int, Bot],
        pads: Mapping[str, Pads],
        *,
        journal: Recorder,
        publish: Callable[[Publish], None],
        say: Callable[[Say], None],
        clock: Callable[[], int],
        origin_us: int,
        phone: Callable[[Ask | Taken], None] = lambda _: None,
        readings: Callable[[], tuple[int, int] | None] = host_clock.readings,
    ) -> None:
        self.table = table
        self._lines = lines
        self._bots = bots
        self._pads = pads
        self._journal = journal
        self._publish = publish
        self._say = say
        self._clock = clock
        self._origin_us = origin_us
        self._phone = phone
        self._readings = readings
        self._watch = host_clock.Watch()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._ended: asyncio.Future[None] | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._dirty = False
        self._stopped = False
        self._down: dict[str, int] = {}  # pads that keys hold down -> since when, on the boards' axis

    async def run(self, *, until_over: bool) -> None:
        """Play. Returns when the game is over (``until_over``) or ``stop`` was called; raises what broke the journal."""
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        if self._stopped:
            return
        self._until_over = until_over
        self._do(self.table.tick(self._clock()))
        for line in self._lines.values():
            line.start(self)
        try:
            self._after()
            await self._ended
        finally:
            if self._timer is not None:
                self._timer.cancel()
            await asyncio.gather(
                *(self._loop.run_in_executor(None, line.close) for line in self._lines.values())
            )
            if self._syncing is not None:
                await self._syncing

    def stop(self) -> None:
        """End ``run``, begun or not."""
        self._stopped = True
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    @property
    def now_us(self) -> int:
        """The present on the table's axis."""
        return self._clock()

    # ---- from the lines' threads

    def opened(self, key: str) -> None:
        """A line's port is open."""
        self._hand(lambda: self.table.port_opened(self._clock(), key))

    def came(self, key: str, now_us: int, data: bytes) -> None:
        """A line's bytes."""
        self._hand(lambda: self.table.feed(now_us, key, data))

    def closed(self, key: str, why: str) -> None:
        """A line's port has gone."""
        self._hand(lambda: self.table.port_closed(self._clock(), key, why))

    def _hand(self, call: Callable[[], list[Effect]]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended: the line is about to be closed too
                self._loop.call_soon_threadsafe(self._run, call)

    # ---- on the loop

    def command(self, command: Command) -> str | None:
        """A page's command; the sentence why not, if it is refused."""
        try:
            effects = self.table.command(self._clock(), command)
        except RefusedError as e:
            return str(e)
        self._run(lambda: effects)
        return None

    def act(self, seat: int, act: Act) -> str | None:
        """What a seat does by its page; the sentence why not, if it cannot be meant here."""
        try:
            effects = self.table.act(self._clock(), seat, act)
        except RefusedError as e:
            return str(e)
        self._run(lambda: effects)
        return None

    def painted(self, n: int, after_us: int) -> None:
        """A page has painted view ``n``."""
        self._run(lambda: self.table.painted(self._clock(), n, after_us))

    def phone(self, port: str, message: PhoneMessage) -> str | None:
        """A phone's message, as it comes; the sentence why not, if there is no such phone here."""
        try:
            effects = self.table.phone(self._clock(), port, message)
        except RefusedError as e:
            return str(e)
        self._run(lambda: effects)
        return None

    def press(self, seat: int, role: str, down: bool) -> str | None:
        """A key stands in for a seat's pad; the sentence why not, if that seat has none here."""
        seats = self.table.setup.seats
        if not 0 <= seat < len(seats) or seats[seat].source != "keyboard":
            return tr(
                self.table.setup.language, "That seat has no keys on this page: it presses a pad of its own."
            )
        if role not in self.table.setup.simulated_inputs:
            return tr(self.table.setup.language, "There is no such pad in this game: reload the page.")
        pads = self._pads[seats[seat].port]
        which = pad_name(role_byte(role, seats[seat].group))
        if down:
            self._down[which] = pads.press(which, hold_us=None)
            return None
        least_us = self._down.pop(which, 0) + LEAST_HOLD_US
        pads.release(which, least_us if least_us > self._clock() + self._origin_us + 1000 else None)
        return None

    def _run(self, call: Callable[[], list[Effect]]) -> None:
        """Do what a call asks; whatever breaks here ends the game with its reason instead of going on without a journal."""
        if self._ended is None or self._ended.done():
            return
        try:
            self._do(self._look())
            self._do(call())
            self._after()
        except Exception as e:  # told to whoever awaits run()
            self._ended.set_exception(e)

    def _look(self) -> list[Effect]:
        """Before anything else is done: no stamp is placed by a map from before this machine slept."""
        reading = self._readings()
        by_us = None if reading is None else self._watch.look(*reading)
        return [] if by_us is None else self.table.clock_jumped(self._clock(), by_us)

    def _after(self) -> None:
        if self._until_over and self.table.phase == "over":
            self.stop()
            return
        assert self._loop is not None
        times = [self.table.wake_us] + [bot.wake_us for bot in self._bots.values()]
        now_us = self._clock()
        wake_us = min((t for t in times if t is not None), default=now_us + LOOK_US)
        if self._timer is not None:
            self._timer.cancel()
        delay_s = min(max(0, wake_us - now_us), LOOK_US) / 1_000_000
        self._timer = self._loop.call_later(delay_s, self._run, self._wake)

    def _wake(self) -> list[Effect]:
        now_us = self._clock()
        for seat, bot in self._bots.items():
            for plan in bot.due(now_us):
                self._move(seat, plan)
        return self.table.tick(now_us)

    def _move(self, seat: int, plan: Planned) -> None:
        own = self.table.setup.seats[seat]
        late_us = 0
        for move in movements(self.table, seat, plan):
            if isinstance(move, Act):
                # A refusal here means that the cards have moved on since: the bot sees that in the next view.
                self.act(seat, move)
                continue
            pads, which = self._pads[own.port], pad_name(role_byte(move.role, own.group))
            try:
                pads.press(which, move.at_us + late_us + self._origin_us)
            except PastPressError:  # this loop came late: so do the hand and all that it does next
                late_us = pads.press(which) - move.at_us - self._origin_us

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Journal(records):
                    self._journal.append(records)
                    self._dirty = True
                case Send(port, data):
                    self._lines[port].send(data)
                case Reopen(port, why):
                    self._lines[port].reopen(why)
                case Ask() | Taken():
                    self._phone(effect)
                case Say():
                    self._say(effect)
                case Publish():
                    self._publish(effect)
                    now_us = self._clock()
                    show_bots(self.table, self._bots, now_us)
                    if effect.view is not None:
                        self._do(self.table.published(now_us))
        if self._dirty and self._syncing is None and self._loop is not None:
            self._syncing = self._loop.create_task(self._sync())

    async def _sync(self) -> None:
        """Force the journal to the disk off the loop, again while new records came meanwhile."""
        loop = asyncio.get_running_loop()
        try:
            while self._dirty:
                self._dirty = False
                await loop.run_in_executor(None, self._journal.sync)
        except OSError as e:
            if self._ended is not None and not self._ended.done():
                self._ended.set_exception(e)
        finally:
            self._syncing = None


def control(driver: LiveDriver) -> Callable[[Any], str | None]:
    """The page server's ``Control`` for this driver."""
    from lapsy.screens import control as messages

    def do(message: Any) -> str | None:
        match message:
            case messages.Press(seat=seat, role=role, down=down):
                return driver.press(seat, role, down)
            case messages.Choose(seat=seat, position=position):
                return driver.command(Command("choose", seat, position))
            case messages.Referee(action=action, seat=seat, board=board):
                return driver.command(Command(action, seat, board=board or ""))
            case messages.Start():
                return driver.command(Command("start"))
            case messages.Painted(n=n, after_us=after_us):
                driver.painted(n, after_us)
                return None
        return tr(driver.table.setup.language, "The host does not know this message; reload the page.")

    return do
