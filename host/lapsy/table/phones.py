"""The phones of a table: what they say becomes records and claims, each press once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lapsy.table.effects import Ask, Taken
from lapsy.table.phoneside import (
    MOST_WAITING,
    PhoneBack,
    PhoneGone,
    PhoneMessage,
    PhonePong,
    PhonePress,
    PhoneSide,
)
from lapsy.table.records import claim_record
from lapsy.table.seating import Seating
from lapsy.table.setup import Setup
from lapsy.table.turn import Turn
from lapsy.table.words import say_board
from lapsy.timing.claim import Span
from lapsy.timing.watermark import Watermark

if TYPE_CHECKING:
    from lapsy.table.lines import Play

#: A phone that greeted, and whose time is still not known so long after, is named.
MUTE_US = 2_000_000


class Phones:
    """All phones of one table. ``sides`` by port; ``seen``: the numbers that the journal lacks, by port and life."""

    def __init__(
        self,
        setup: Setup,
        seating: Seating,
        sides: Mapping[str, PhoneSide],
        turn: Turn,
        play: Play,
        seen: Mapping[tuple[str, int], int],
    ) -> None:
        self.sides = sides
        self._setup = setup
        self._seating = seating
        self._turn = turn
        self._play = play
        self._seen = dict(seen)
        self._named: set[tuple[str, str]] = set()  # what was said of whom: a false phone fills no terminal

    @property
    def ready(self) -> bool:
        """Every phone is related to the table's axis, or not waited for."""
        return all(side.absent or side.known for side in self.used)

    @property
    def used(self) -> list[PhoneSide]:
        """Those that are their seats' pads now: nobody waits for another."""
        return [side for side in self.sides.values() if self._seating.now[side.seat].port == side.port]

    def hear(self, now_us: int, port: str, message: PhoneMessage) -> None:
        """One message of the phone on ``port``."""
        side = self.sides[port]
        match message:
            case PhoneBack():
                self._back(now_us, side, message)
            case _ if side.life is None:
                self._say_once("phone_unknown", side)
            case PhoneGone():
                if not side.gone:
                    side.gone = True
                    self._turn.record("silent", t=now_us, port=port, board=port, why="gone")
                    self._say("phone_gone", side)
            case PhonePong():
                if not side.pong(now_us, message):
                    self._say_once("phone_false", side)
                self._place(now_us, side)
                side.told(message.t3_us, message.newest)
                if side.absent and side.known:
                    side.absent = False
                    self._say("phone_back", side)
            case PhonePress():
                self._press(now_us, side, message)

    def declare_absent(self, now_us: int, name: str) -> bool:
        """Wait no longer for the phone on that port (if it is empty: for any that is gone, or else gives no map). False when
        there is none."""
        for side in sorted(self.used, key=lambda side: not side.gone):
            if not side.known and not side.absent and name in ("", side.port):
                side.absent = True
                self._turn.record("absent", t=now_us, port=side.port, board=side.port, why="host")
                self._say("phone_absent", side)
                return True
        return False

    def look_if_mute(self, now_us: int) -> None:
        """A phone that greeted and answers no ping keeps a game from beginning: it is named, once a greeting."""
        for side in self.used:
            if side.gone or side.absent or side.known or now_us - side.greeted_us <= MUTE_US:
                continue
            self._say_once("phone_mute", side)

    def begin_anew(self) -> None:
        """The table's clock stood still or stepped: no map holds any more."""
        for side in self.sides.values():
            side.begin_anew()
            if side.life is not None:
                side.expected = self._seen.get((side.port, side.life), 1)

    def marks(self, now_us: int) -> list[Watermark]:
        """What can still come from each phone that is waited for."""
        return [side.watermark(now_us) for side in self.used if not side.absent]

    def ask(self, now_us: int, hurried: Span | None) -> list[Ask]:
        """The pings that are due. ``hurried``: of an input for whose sake phones are asked before their time."""
        due = [(side, side.ask_us(hurried)) for side in self.used]
        return [
            Ask(side.port, side.ask(now_us), now_us) for side, at in due if at is not None and now_us >= at
        ]

    def wakes_us(self, waiting: Span | None, hurried: Span | None) -> list[int | None]:
        """When something is to be done by time alone. ``waiting``: of the input that is to leave next; ``hurried``: see
        ``ask``."""
        sides = [side for side in self.used if not side.absent]
        return [side.ask_us(hurried) for side in sides] + [side.hold_ends_us(waiting) for side in sides]

    def _say(self, key: str, side: PhoneSide) -> None:
        self._turn.say("board", say_board(self._setup, key, side.port, self._setup.seats[side.seat].name))
        self._turn.changed = True

    def _say_once(self, key: str, side: PhoneSide) -> None:
        if (side.port, key) not in self._named:
            self._named.add((side.port, key))
            self._say(key, side)

    def _back(self, now_us: int, side: PhoneSide, message: PhoneBack) -> None:
        if message.life < 0 or message.t_us < 0:
            self._say_once("phone_false", side)
            return
        self._named.discard((side.port, "phone_mute"))
        side.back(now_us, message, self._seen.get((side.port, message.life), 1))
        self._turn.record("phone", t=now_us, port=side.port, life=message.life)
        self._say("phone_back", side)

    def _press(self, now_us: int, side: PhoneSide, press: PhonePress) -> None:
        if press.n > side.expected or len(side.waiting) >= MOST_WAITING:
            return  # something before it is missing here: the page offers it again
        if press.n == side.expected:
            if not side.believes(now_us, press):
                self._say_once("phone_false", side)
                return
            side.take(press)
            self._place(now_us, side)
        elif not side.waiting:
            self._taken(side)

    def _taken(self, side: PhoneSide) -> None:
        assert side.life is not None
        self._turn.orders.append(Taken(side.port, side.life, side.expected))

    def _place(self, now_us: int, side: PhoneSide) -> None:
        while side.waiting and side.clock.known:
            press = side.waiting[0]
            reach = side.clock.reach(press.t_us)
            if reach == "later":
                return
            del side.waiting[0]
            self._placed(now_us, side, press, reach == "now")
            assert side.life is not None
            self._seen[side.port, side.life] = press.n + 1
            if not side.waiting:
                self._taken(side)

    def _placed(self, now_us: int, side: PhoneSide, press: PhonePress, placed: bool) -> None:
        at_us = side.clock.span(press.t_us).lo_us if placed else now_us
        seat = self._seating.at(at_us)[side.seat]
        if press.role not in self._setup.roles or seat.port != side.port:
            self._turn.record("unused", board=side.port, boot=side.life, seq=press.n)
            return
        if not placed:
            self._turn.record(
                "unbounded", board=side.port, boot=side.life, seq=press.n,
                stamp=press.t_us, seat=side.seat, act=press.role, why="never",
            )  # fmt: skip
            return
        claim = side.claim(press, seat.handicap_us)
        evidence = side.evidence(now_us, press.t_us)
        if side.is_late(press, claim):
            self._turn.records.append(claim_record(claim, side.seat, press.role, None, "late", evidence))
            self._turn.say("table", say_board(self._setup, "stale", "", seat.name))
            return
        self._play.press(now_us, side.seat, press.role, claim, evidence)
