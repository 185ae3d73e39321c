"""A table in the house: what pages wish goes to its driver, what it shows goes to the pages that may see it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import seat_roles
from lapsy.boards.serve import ServedBoard, ServeError
from lapsy.boards.start import start_board
from lapsy.drivers.held import LentLine
from lapsy.drivers.line import Line
from lapsy.drivers.live import LiveDriver
from lapsy.drivers.opening import SIM, NoJournal, bots_for
from lapsy.drivers.showing import show, tell_phone
from lapsy.language import tr
from lapsy.screens import control as messages
from lapsy.screens.house import Viewer, here_key
from lapsy.table.effects import Ask, Publish, Taken
from lapsy.table.journal_file import JournalFile
from lapsy.table.judge import Act
from lapsy.table.phoneside import PhoneBack, PhoneGone, PhonePong, PhonePress
from lapsy.table.setup import Setup
from lapsy.table.table import Command, RefusedError, Table

if TYPE_CHECKING:
    from lapsy.drivers.room import Room


class TableStage:
    """``keys``: by seat, the hash of its guest's secret. ``salt``: a resumed game's bots do not repeat what they did."""

    def __init__(
        self,
        room: Room,
        table: Table,
        journal: JournalFile | NoJournal,
        keys: Mapping[int, str],
        salt: str = "",
    ) -> None:
        self.room = room
        self.table = table
        self.journal = journal
        self.keys = dict(keys)
        self._seats = {key: seat for seat, key in keys.items()}
        # guests whose page is open
        self._there = {key for key in keys.values() if room.hub.owner(key) is not None}
        self._desk: dict[str, Any] | None = None  # what the referee was shown last
        table.refereed = room.page is not None
        self._pads = contextlib.ExitStack()
        origin_us = table.setup.origin_us
        try:
            pads = self._simulated()
            lines: dict[str, Line | LentLine] = {}
            for key in table.setup.ports:
                if key in pads:
                    lines[key] = Line(key, _served(pads[key]), lambda: now_us() - origin_us)
                else:
                    lines[key] = LentLine(room.lines[key], origin_us)
        except BaseException:
            self._pads.close()
            raise
        self.driver = LiveDriver(
            table,
            lines,  # type: ignore[arg-type]
            bots_for(table.setup, salt),
            pads,
            journal=journal,
            publish=self._publish,
            say=room.say,
            clock=lambda: now_us() - origin_us,
            origin_us=origin_us,
            phone=self._phone,
        )

    def _simulated(self) -> dict[str, ServedBoard]:
        setup = self.table.setup
        if SIM not in setup.ports:
            return {}
        seats = 1 + max(seat.group for seat in setup.seats if seat.port == SIM)
        roles = seat_roles(seats, setup.simulated_inputs)
        lot = os.urandom(12)
        board = start_board(uid=lot[:8], boot=int.from_bytes(lot[8:], "little"), roles=roles)
        return {SIM: self._pads.enter_context(board)}

    @property
    def language(self) -> str:
        """What people here read."""
        return self.table.setup.language

    async def run(self) -> None:
        """Until the game is over (without a page), or ``stop``. Raises what broke the journal."""
        for seat in range(len(self.table.setup.seats)):
            if seat not in self.keys:
                self.room.hub.forget_seat(here_key(seat))
        try:
            await self.driver.run(until_over=self.room.page is None)
        finally:
            self.close()

    def close(self) -> None:
        """Its simulated pads end, and its journal; boards' lines stay open. Their numbers go on after it."""
        self._pads.close()
        self.room.next_seq.update(self.table.next_seq)
        self.journal.close()

    def stop(self) -> None:
        """End ``run``."""
        self.driver.stop()

    # ---- the entrance's stage

    def seat_of(self, key: str) -> int | None:
        """Where the guest with that key sits."""
        return self._seats.get(key)

    def key_of(self, seat: int) -> str:
        """The key of the guest on that seat."""
        return self.keys.get(seat, "")

    def here(self, seat: int) -> bool:
        """The hand of that seat is seen on the host's page."""
        seats = self.table.setup.seats
        return 0 <= seat < len(seats) and seats[seat].private == "here"

    def join(self, name: str, key: str) -> int:  # noqa: ARG002
        """Nobody joins a running game."""
        raise RefusedError(
            tr(self.language, "A game is being played: join when it is over, and look on until then.")
        )

    def connected(self, key: str, there: bool) -> None:
        """A guest's page came or went: if it was a pad, the table must know that nobody answers there."""
        (self._there.add if there else self._there.discard)(key)
        if self._desk is not None:
            self._show(Publish(None, {}, self._desk))
        seat = self._seats.get(key)
        if seat is not None and not there and self.table.seating.now[seat].source == "phone":
            self.driver.phone(self.table.seating.now[seat].port, PhoneGone())

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:
        """What cards count as."""
        return self.table.read(seat, cards)

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:  # noqa: ARG002
        """Do what a page asks; None, or why not."""
        match message:
            case messages.Press(seat=whose, role=role, down=down):
                return self.driver.press(whose, role, down)
            case messages.Choose(seat=whose, position=position):
                return self.driver.command(Command("choose", whose, position))
            case messages.Referee():
                return self.driver.command(_ruling(message))
            case messages.Act(kind=kind, cards=cards, to=to, choose=choose, reading=reading) if (
                seat is not None
            ):
                return self.driver.act(
                    seat, Act(kind, seat, cards=cards, to=to, choose=choose, reading=reading)
                )
            case messages.Start():
                return self.driver.command(Command("start"))
            case messages.Painted(n=n, after_us=after_us):
                self.driver.painted(n, after_us)
                return None
            case messages.PadBack() | messages.PadPong() | messages.PadPress() if seat is not None:
                return self._hear(seat, message)
            case messages.Arrange(what=what):
                return self._arrange(what)
            case messages.Rename() | messages.Leave():
                return tr(self.language, "Only between games.")
        return None

    def _hear(
        self, seat: int, message: messages.PadBack | messages.PadPong | messages.PadPress
    ) -> str | None:
        own = self.table.seating.now[seat]
        if own.source != "phone":
            return None  # its pad is a real one: the page was a pad before
        match message:
            case messages.PadBack(life=life, t_us=t_us):
                return self.driver.phone(own.port, PhoneBack(life, t_us))
            case messages.PadPong(id=number, t2_us=t2_us, t3_us=t3_us, newest=newest):
                return self.driver.phone(own.port, PhonePong(number, t2_us, t3_us, newest))
            case messages.PadPress(n=n, role=role, t_us=t_us):
                return self.driver.phone(own.port, PhonePress(n, role, t_us))

    def _arrange(self, what: str) -> str | None:
        if what not in ("again", "lobby"):
            return tr(self.language, "That is arranged in the lobby: end this game first.")
        if self.table.phase != "over":
            return tr(self.language, "This game is not over: end it first.")
        try:
            if what == "again":
                self.room.again(self)
            else:
                self.room.to_lobby(self)
        except (RefusedError, ServeError, OSError) as e:
            return str(e)
        return None

    # ---- what the table shows and asks

    def _publish(self, shown: Publish) -> None:
        if shown.referee is not None:
            self._desk = shown.referee
        self._show(shown)

    def _show(self, shown: Publish) -> None:
        show(self.room.hub, shown, self.keys, self._there, self.journal.code)

    def _phone(self, order: Ask | Taken) -> None:
        if key := self.keys.get(self.table.phones.sides[order.port].seat):
            tell_phone(self.room.hub, key, order)


def _ruling(asked: messages.Referee) -> Command:
    """What the referee's page asks, to the table."""
    return Command(
        asked.action,
        asked.seat,
        board=asked.board or "",
        moment=asked.moment,
        pad=asked.pad or "",
        reason=asked.reason,
    )


def _served(board: ServedBoard) -> Callable[[], list[str]]:
    def names() -> list[str]:
        try:
            return [board.port]
        except ServeError:
            return []  # unplugged just now

    return names


def anew(setup: Setup, fresh: Setup) -> Setup:
    """The agreement of ``setup`` with the chance, the date and the axis of ``fresh``."""
    return replace(
        setup,
        entropy=fresh.entropy,
        practice=None,
        date=fresh.date,
        origin_us=fresh.origin_us,
        session=fresh.session,
    )
