"""The lines of a table: what its boards say becomes records, claims and losses, in each board's own order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from lapsy.boards import events as board
from lapsy.table.boardside import BoardSide
from lapsy.table.effects import Reopen, Send
from lapsy.table.evidence import Evidence
from lapsy.table.judge import Act
from lapsy.table.records import declared_record, edges_record, gap_record, pulse_record
from lapsy.table.seating import Seating
from lapsy.table.setup import Setup
from lapsy.table.sync_wire import SyncWire
from lapsy.table.turn import Turn
from lapsy.table.words import say_board, word
from lapsy.timing.claim import Claim
from lapsy.timing.sequencer import Pending

#: A board that has not let a waiting input pass for so long is named: as long as it takes to call one silent, twice.
STUCK_US = 2_000_000


class Play(Protocol):
    """The game that the lines serve."""

    @property
    def playing(self) -> bool:
        """Cards are dealt, or races are run."""

    def press(self, now_us: int, seat: int, role: str, claim: Claim, evidence: Evidence) -> None:
        """A seat's press was placed."""

    def greeted(self, now_us: int, side: BoardSide, hello: board.Hello) -> None:
        """A board of this table said hello; what it was ordered before may be forgotten."""

    def photo(self, edge: board.Press, claim: Claim) -> None:
        """A photodiode's edge was placed."""

    def carried_out(self, side: BoardSide, result: board.Result) -> None:
        """A board's order has ended."""

    def lost(self, now_us: int, side: BoardSide, loss: board.Loss) -> None:
        """A board declares presses lost."""

    def void(self, now_us: int, side: BoardSide, key: str) -> None:
        """Presses of a board are missing, and nobody can say when they were. ``key``: the sentence that says so."""

    def notify(self, now_us: int, text: str) -> None:
        """Everybody should know this."""


class Lines:
    """All lines of one table. ``sides`` by port."""

    def __init__(
        self, setup: Setup, seating: Seating, sides: Mapping[str, BoardSide], turn: Turn, play: Play
    ) -> None:
        self._setup = setup
        self.sides = sides
        self._turn = turn
        self._play = play
        self.wire = SyncWire(setup, sides, turn)
        self._roles = setup.roles
        self._seating = seating

    def opened(self, now_us: int, port: str) -> None:
        """A line is there (again)."""
        side = self.sides[port]
        side.foreign = False
        side.link.opened(now_us)

    def closed(self, now_us: int, port: str, why: str) -> None:
        """A line has gone."""
        side = self.sides[port]
        side.link.closed(now_us)
        self._silence(now_us, side, why)
        self._turn.changed = True

    def feed(self, now_us: int, port: str, data: bytes) -> None:
        """Bytes of a board."""
        side = self.sides[port]
        for event in side.link.feed(now_us, data):
            self.event(now_us, side, event)

    def tick(self, now_us: int) -> None:
        """What falls due by time alone: at the links, regular pings, the end of patience with a silent board."""
        for side in self.sides.values():
            for event in side.link.tick(now_us):
                self.event(now_us, side, event)
            side.ping_by_plan(now_us)
        self._give_up_silent(now_us)

    def event(self, now_us: int, side: BoardSide, event: board.Event) -> None:
        """What a link tells of its board."""
        if side.foreign:
            return
        match event:
            case board.Press() | board.Loss() | board.Edges() | board.Gap():
                side.unplaced.append(event)
                self._place(now_us, side, None)
            case board.Mark():
                if event.ping is not None:
                    if side.answered(event.ping):
                        self._alarm(now_us, side)
                    self._place(now_us, side, event.ping.t3_us)
                if event.complete and not side.unplaced:
                    side.told(event.t_us)
                    if side.stuck and side.known:
                        self._back(now_us, side)
            case board.Hello():
                self._hello(now_us, side, event)
            case board.Silent():
                self._silence(now_us, side, event.reason)
            case board.Back():
                if side.silent:
                    self._back(now_us, side)
            case board.Text():
                self._turn.say("text", f"{side.port}: {event.line}")
            case board.Fault():
                self._say("fault", side, event.reason)
            case board.Result():
                self.wire.result(side, event)
                self._play.carried_out(side, event)

    def look_if_stuck(self, now_us: int, waiting: Pending[Act] | None) -> None:
        """A board that speaks and still holds the race up for long is named, so that it can be declared absent."""
        for side in self.sides.values():
            if side.silent or side.foreign or not side.uid:
                continue
            since_us = side.greeted_us if not side.known else None
            if waiting is not None and not side.lets_pass(waiting):
                since_us = max(side.greeted_us, waiting.span.hi_us)
            if since_us is not None and now_us - since_us > STUCK_US:
                side.stuck = True
                self._silence(now_us, side, word(self._setup.language, "stuck"))

    def declare_absent(self, now_us: int, name: str) -> bool:
        """Wait no longer for the silent board of that name (any, if it is empty). False when there is none."""
        for side in self.sides.values():
            if side.silent and not side.absent and name in ("", side.uid, side.port):
                self._absent(now_us, side, "host")
                return True
        return False

    def begin_anew(self, now_us: int) -> None:
        """The table's clock stood still or stepped: no map holds any more, nor a pulse that was placed by one."""
        self.wire.pulses.forget()
        for side in self.sides.values():
            side.begin_anew(now_us)

    def ask(self, now_us: int, waiting: Pending[Act] | None) -> list[Send]:
        """What goes to the boards now."""
        for side in self.sides.values():
            side.ping_aside(now_us, waiting)
        return self.take()

    def take(self) -> list[Send]:
        """What the links have to write."""
        written = [(side.port, side.link.take()) for side in self.sides.values()]
        return [Send(port, data) for port, data in written if data]

    def wakes_us(self, waiting: Pending[Act] | None) -> list[int | None]:
        """When something is to be done by time alone."""
        times = [side.link.wake_us for side in self.sides.values()]
        times += [side.plan.due_us for side in self.sides.values() if side.asks]
        times += [side.aside_us(waiting) for side in self.sides.values()]
        return times + [self._patience_us(side) for side in self.sides.values()]

    def _patience_us(self, side: BoardSide) -> int | None:
        """When a silent board is declared absent, if that is agreed."""
        patience_us = self._setup.policy.silent_us
        if patience_us is None or not side.silent or side.absent or not self._play.playing:
            return None
        return side.silent_since_us + patience_us

    def _give_up_silent(self, now_us: int) -> None:
        for side in self.sides.values():
            until_us = self._patience_us(side)
            if until_us is not None and now_us >= until_us:
                self._absent(now_us, side, "policy")

    def _absent(self, now_us: int, side: BoardSide, why: str) -> None:
        side.absent = True
        self._turn.record("absent", t=now_us, port=side.port, board=side.uid, why=why)
        key = "absent" if why == "host" else "absent_policy"
        self._say(key, side, side.uid)
        self._play.notify(now_us, say_board(self._setup, key, side.port, side.uid))

    def _alarm(self, now_us: int, side: BoardSide) -> None:
        """A board's clock ran apart from the table's as was held impossible, or has been true again for long enough."""
        self._turn.record(
            "clock", t=now_us, port=side.port, board=side.uid, boot=side.boot, broken=side.broken
        )
        key = "clock_broken" if side.broken else "clock_whole"
        self._say(key, side, side.uid)
        if side.broken:
            self._play.notify(now_us, say_board(self._setup, key, side.port, side.uid))

    def _say(self, key: str, side: BoardSide, detail: str) -> None:
        self._turn.say("board", say_board(self._setup, key, side.port, detail))

    def _hello(self, now_us: int, side: BoardSide, hello: board.Hello) -> None:
        if side.uid and hello.uid != side.uid and self._play.playing:
            side.foreign = True
            why = say_board(self._setup, "foreign", side.port, hello.uid)
            self._turn.say("board", why)
            self._turn.orders.append(Reopen(side.port, why))
            return
        rebooted = side.uid == hello.uid and side.last_boot not in (None, hello.boot)
        # Nothing is expected of a board that was declared absent: what it lost was not waited for.
        if rebooted and not side.absent:
            self._play.void(now_us, side, "void")
        if hello.new_boot:
            self._turn.records.append(
                {"k": "board", "t": now_us, "port": side.port, "board": hello.uid, "boot": hello.boot,
                 "first": hello.first_seq, "next": hello.next_seq, "roles": hello.roles.hex()}
            )  # fmt: skip
            self._say("rebooted" if rebooted else "found", side, hello.uid)
        was_silent = side.silent
        unplaced = side.board(now_us, hello)
        if was_silent:
            self._back(now_us, side)
        for lost in unplaced:
            self._turn.record("unplaced", t=now_us, board=lost.uid, boot=lost.boot, seq=lost.seq)
        self._play.greeted(now_us, side, hello)
        self._turn.changed = True

    def _silence(self, now_us: int, side: BoardSide, why: str) -> None:
        if side.silent:
            return
        side.silent = why or "silent"
        side.silent_since_us = now_us
        self._turn.record("silent", t=now_us, port=side.port, board=side.uid, why=side.silent)
        self._say("silent", side, why)
        self._turn.changed = True

    def _back(self, now_us: int, side: BoardSide) -> None:
        side.silent = ""
        side.absent = side.stuck = False
        self._turn.record("back", t=now_us, port=side.port, board=side.uid)
        self._say("back", side, side.uid)
        self._turn.changed = True

    def _place(self, now_us: int, side: BoardSide, answered_us: int | None) -> None:
        """What can now be placed on the axis, in the board's own order: an acknowledgement covers all numbers below it.
        ``answered_us``: see ``BoardSide.reach``."""
        done = 0
        unbounded = False
        for event in side.unplaced if side.clock.known else ():
            reach = side.reach(event, answered_us)
            if reach == "later":
                break
            done += 1
            match event:
                case board.Press():
                    last_seq = event.seq
                    unbounded |= self._placed(now_us, side, event, reach)
                case board.Loss():
                    last_seq = event.seq
                    self._turn.records.append(declared_record(now_us, event))
                    unbounded |= not event.edges and self._declared(now_us, side, event, reach)
                case board.Edges():
                    last_seq = event.seq + len(event.edges) - 1
                    self._turn.records.append(edges_record(event))
                case board.Gap():
                    last_seq = event.to_seq
                    self._turn.records.append(gap_record(now_us, event))
                    self._say("gap", side, f"{event.from_seq}-{last_seq}")
            self._turn.acks[side.port] = (event.uid, event.boot, last_seq + 1)
        del side.unplaced[:done]
        if unbounded:
            self._play.void(now_us, side, "void_lost")

    def _declared(self, now_us: int, side: BoardSide, loss: board.Loss, reach: str) -> bool:
        """Presses are declared lost. True when nobody can say when they were."""
        self._say("loss", side, str(loss.count))
        if reach == "now":
            self._play.lost(now_us, side, loss)
        return reach != "now" and loss.to_us > side.excused_us

    def _placed(self, now_us: int, side: BoardSide, press: board.Press, reach: str) -> bool:
        """Record a press or release. True when one that counts cannot be placed: it may have been the first of a race."""
        at_us = side.clock.span(press.t_us).lo_us if reach == "now" else now_us
        seat = self._seating.of(side.port, press.group, at_us)
        if press.pressed and press.role == "sync" and reach == "now":
            pulse = side.pulse(press)
            self.wire.pulses.add(press.uid, press.boot, pulse)
            self._turn.records.append(pulse_record(press.uid, press.boot, press.seq, pulse))
            return False
        if not press.pressed or seat is None or press.role not in self._roles:
            kind = "unused" if press.pressed else "released"
            self._turn.record(kind, board=press.uid, boot=press.boot, seq=press.seq)
            if press.role == "photo" and reach == "now":
                pulses = self.wire.pulses.before(press.uid, press.boot, press.t_us)
                self._play.photo(press, side.claim(press, "board", 0, pulses))
            return False
        own = self._seating.at(at_us)[seat]
        if reach == "now":
            pulses = self.wire.pulses.before(press.uid, press.boot, press.t_us)
            claim = side.claim(press, own.source, own.handicap_us, pulses)
            self._play.press(now_us, seat, press.role, claim, side.evidence(now_us, press.t_us))
            return False
        self._turn.record(
            "unbounded", board=press.uid, boot=press.boot, seq=press.seq,
            stamp=press.t_us, seat=seat, act=press.role, why=reach,
        )  # fmt: skip
        self._say("ahead" if reach == "ahead" else "unbounded", side, press.uid)
        return reach == "never" and press.t_us > side.excused_us
