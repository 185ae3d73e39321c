"""The table: bytes of boards, commands of pages and time in; effects out. No loop, no clock, no I/O.

``feed`` and ``tick`` return effects in the order in which they are to be done: what came is journalled, then acknowledged,
then judged, then shown. ``published`` tells the table that a view is out: from then a card counts as shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import lapsy
from lapsy.boards import events as board
from lapsy.boards.link import Link
from lapsy.games.play import JSON
from lapsy.table.boardside import BoardSide
from lapsy.table.effects import Effect, Journal, Publish, Reopen, Say, Send
from lapsy.table.judge import MOST_STEPS, Act, Judge, Step
from lapsy.table.page import page_view
from lapsy.table.records import (
    claim_record,
    declared_record,
    edges_record,
    gap_record,
    loss_record,
    marks_record,
)
from lapsy.table.replay import Rebuilt
from lapsy.table.seed import StartPress, game_seed
from lapsy.table.setup import Setup
from lapsy.table.words import reason_text, say_board, say_decided, say_end, say_step, word
from lapsy.timing.claim import SOURCE_BOUND_US, Claim
from lapsy.timing.clock import SETTLE, Clock, DeclaredClock
from lapsy.timing.sequencer import Pending
from lapsy.timing.watermark import Watermark, host_watermark

#: A board that has not let a waiting input pass for so long is named: as long as it takes to call one silent, twice.
STUCK_US = 2_000_000

#: What everybody should know stays on the pages for so long.
NOTICE_US = 8_000_000


@dataclass(frozen=True, slots=True)
class Command:
    """What a page or the host's keys ask. ``what``: start, choose, deliberate, disqualify, absent, end."""

    what: str
    seat: int | None = None
    position: int | None = None
    board: str = ""


class RefusedError(ValueError):
    """A command that cannot be done now: one sentence."""


class Table:
    """One running table. ``rebuilt``: what a journal of the same game gave back (resume). ``new_clock``: makes the map of
    the board on a line."""

    def __init__(
        self,
        setup: Setup,
        rebuilt: Rebuilt | None = None,
        new_clock: Callable[[str], Clock] = lambda _: DeclaredClock(settle=SETTLE),
    ) -> None:
        self.setup = setup
        self.phase = "lobby"
        self.judge: Judge | None = None
        self.score = setup.new_score()
        self.ready: dict[int, StartPress] = {}
        self.started_us = 0
        self.ended = ""
        self._why_over = "played out"
        self._all_ready = False  # the host said so
        seen = {} if rebuilt is None else rebuilt.next_seq
        self.sides = {
            port: BoardSide(
                port,
                Link(setup.session, dict(seen)),
                max(SOURCE_BOUND_US[s.source] for s in setup.seats if s.port == port),
                new_clock=partial(new_clock, port),
                passed={} if rebuilt is None else rebuilt.passed,
            )
            for port in setup.ports
        }
        self._roles = setup.roles
        self._seats = {(s.port, s.group): n for n, s in enumerate(setup.seats)}
        self._records: list[JSON] = []
        self._said: list[Say] = []
        self._lines: list[Reopen] = []
        self._acks: dict[str, tuple[str, int, int]] = {}
        self._changed = True
        self._views = 0
        self._more = False  # more bundles can be judged at once
        self._now_us = 0  # when the table was last told the time
        self._next_look_us: int | None = None  # when the view changes by itself (a false slap leaves it)
        self.notice = ""  # what everybody should know for a while
        self._notice_until_us = 0
        if rebuilt is None:
            self._records.append(setup.header(lapsy.__version__))
        else:
            self._take_over(rebuilt)

    def _take_over(self, rebuilt: Rebuilt) -> None:
        self.phase = rebuilt.phase
        self.judge = rebuilt.judge
        self.score = rebuilt.score
        self.ready = rebuilt.ready
        self.started_us = rebuilt.started_us
        self.ended = rebuilt.ended
        for port in {seat.port for seat in self.setup.seats if seat.source == "board"}:
            # Seats follow their board, not a port's name; the boards of bots and keyboards are new each time.
            self.sides[port].uid = rebuilt.boards.get(port, "")
            self.sides[port].last_boot = rebuilt.boots.get(port)
        self._records += rebuilt.missing
        self._records.append({"k": "resumed", "t": rebuilt.last_us, "origin_us": self.setup.origin_us})

    # ---- what comes in

    def port_opened(self, now_us: int, port: str) -> list[Effect]:
        """A line is there (again)."""
        side = self.sides[port]
        side.foreign = False
        side.link.opened(now_us)
        return self._settle(now_us)

    def port_closed(self, now_us: int, port: str, why: str) -> list[Effect]:
        """A line has gone: the race freezes until it is back or its board is declared absent."""
        side = self.sides[port]
        side.link.closed(now_us)
        self._silence(side, now_us, why)
        self._changed = True
        return self._settle(now_us)

    def feed(self, now_us: int, port: str, data: bytes) -> list[Effect]:
        """Bytes of a board."""
        side = self.sides[port]
        for event in side.link.feed(now_us, data):
            self._board_event(now_us, side, event)
        return self._settle(now_us)

    def tick(self, now_us: int) -> list[Effect]:
        """Time has come to ``wake_us``."""
        for side in self.sides.values():
            for event in side.link.tick(now_us):
                self._board_event(now_us, side, event)
        if self._next_look_us is not None and now_us >= self._next_look_us:
            self._next_look_us = None
            self._changed = True
        if self.notice and now_us >= self._notice_until_us:
            self.notice = ""
            self._changed = True
        return self._settle(now_us)

    def published(self, now_us: int) -> list[Effect]:
        """The newest view is on its way to every screen: the card in the air counts as shown from now on."""
        of = self.judge.unshown if self.judge is not None else None
        if self.judge is None or of is None:
            return []
        n = self.judge.host(Act("shown", of=of), now_us)
        self._records.append({"k": "shown", "n": n, "t": now_us, "of": of})
        return self._settle(now_us)

    def command(self, now_us: int, command: Command) -> list[Effect]:
        """A page's or the host's command. Raises RefusedError with one sentence, and then nothing has changed."""
        if command.what == "absent":
            self._declare_absent(now_us, command.board)
        elif command.what == "start":
            self._start_without(now_us)
        elif command.what == "end":
            if self.phase == "over":
                raise RefusedError("The game is over already.")
            self._end(now_us, "ended by the host")
        else:
            self._referee(now_us, command)
        return self._settle(now_us)

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` is wanted next; None when only bytes can bring something new."""
        times = [side.link.wake_us for side in self.sides.values()]
        waiting = self.judge.earliest() if self.judge is not None and self.phase == "play" else None
        if self._more:
            times.append(self._now_us)
        times += [side.ask_us(waiting) for side in self.sides.values() if side.asks]
        if waiting is not None and waiting.span.hi_us > self._now_us:
            times.append(waiting.span.hi_us)
        times.append(self._next_look_us)
        return min((t for t in times if t is not None), default=None)

    # ---- boards

    def _board_event(self, now_us: int, side: BoardSide, event: board.Event) -> None:
        if side.foreign:
            return
        match event:
            case board.Press() | board.Loss() | board.Edges() | board.Gap():
                side.unplaced.append(event)
                if side.clock.known:
                    self._place(now_us, side)
            case board.Mark():
                if event.ping is not None:
                    ping = event.ping
                    side.clock.observe(ping.t1_us, ping.t2_us, ping.t3_us, ping.t4_us)
                    if side.clock.known:
                        self._place(now_us, side)
                if event.complete and not side.unplaced:
                    side.told(event.t_us)
                    if side.stuck and side.known:
                        self._back(side, now_us)
            case board.Hello():
                self._hello(now_us, side, event)
            case board.Silent():
                self._silence(side, now_us, event.reason)
            case board.Back():
                if side.silent:
                    self._back(side, now_us)
            case board.Text():
                self._say("text", f"{side.port}: {event.line}")
            case board.Fault():
                self._say("board", say_board(self.setup, "fault", side.port, event.reason))
            case board.Result():
                pass  # no command is sent yet whose end anybody waits for

    def _hello(self, now_us: int, side: BoardSide, hello: board.Hello) -> None:
        if side.uid and hello.uid != side.uid and self.phase == "play":
            side.foreign = True
            why = say_board(self.setup, "foreign", side.port, hello.uid)
            self._say("board", why)
            self._lines.append(Reopen(side.port, why))
            return
        rebooted = side.uid == hello.uid and side.last_boot not in (None, hello.boot)
        # Nothing is expected of a board that was declared absent: what it lost was not waited for.
        if rebooted and not side.absent:
            self._void(now_us, side)
        if hello.new_boot:
            self._records.append(
                {"k": "board", "t": now_us, "port": side.port, "board": hello.uid, "boot": hello.boot,
                 "first": hello.first_seq, "next": hello.next_seq, "roles": hello.roles.hex()}
            )  # fmt: skip
            self._say(
                "board", say_board(self.setup, "rebooted" if rebooted else "found", side.port, hello.uid)
            )
        if side.silent:
            self._back(side, now_us)
        for lost in side.board(hello.uid, hello.boot, hello.capture_us):
            self._records.append(
                {"k": "unplaced", "t": now_us, "board": lost.uid, "boot": lost.boot, "seq": lost.seq}
            )
        side.greeted_us = side.last_ping_us = now_us
        side.link.ping(now_us)
        self._changed = True

    def _silence(self, side: BoardSide, now_us: int, why: str) -> None:
        if side.silent:
            return
        side.silent = why or "silent"
        self._records.append(
            {"k": "silent", "t": now_us, "port": side.port, "board": side.uid, "why": side.silent}
        )
        self._say("board", say_board(self.setup, "silent", side.port, why))
        self._changed = True

    def _look_if_stuck(self, side: BoardSide, waiting: Pending[Act] | None, now_us: int) -> None:
        """A board that speaks and still holds the race up for long is named, so that it can be declared absent."""
        if side.silent or side.foreign or not side.uid:
            return
        since_us = side.greeted_us if not side.known else None
        if waiting is not None and not side.watermark.passed(waiting.span, waiting.claim):
            since_us = max(side.greeted_us, waiting.span.hi_us)
        if since_us is not None and now_us - since_us > STUCK_US:
            side.stuck = True
            self._silence(side, now_us, word(self.setup.language, "stuck"))

    def _back(self, side: BoardSide, now_us: int) -> None:
        side.silent = ""
        side.absent = side.stuck = False
        self._records.append({"k": "back", "t": now_us, "port": side.port, "board": side.uid})
        self._say("board", say_board(self.setup, "back", side.port, side.uid))
        self._changed = True

    def _place(self, now_us: int, side: BoardSide) -> None:
        """What can now be placed on the axis, in the board's own order: an acknowledgement covers all numbers below it."""
        for event in side.unplaced:
            match event:
                case board.Press():
                    self._placed(now_us, side, event)
                    last_seq = event.seq
                case board.Loss():
                    last_seq = event.seq
                    self._records.append(declared_record(now_us, event))
                    if not event.edges:
                        self._say("board", say_board(self.setup, "loss", side.port, str(event.count)))
                        self._void_lost(now_us, side, event)
                case board.Edges():
                    last_seq = event.seq + len(event.edges) - 1
                    self._records.append(edges_record(event))
                case board.Gap():
                    last_seq = event.to_seq
                    self._records.append(gap_record(now_us, event))
                    numbers = f"{event.from_seq}-{last_seq}"
                    self._say("board", say_board(self.setup, "gap", side.port, numbers))
            self._acknowledge(side, event.uid, event.boot, last_seq)
        side.unplaced.clear()

    def _placed(self, now_us: int, side: BoardSide, press: board.Press) -> None:
        seat = self._seats.get((side.port, press.group))
        if press.pressed and seat is not None and press.role in self._roles:
            self._press(now_us, seat, press.role, side.claim(press, self.setup.seats[seat].source))
            return
        kind = "unused" if press.pressed else "released"
        self._records.append({"k": kind, "board": press.uid, "boot": press.boot, "seq": press.seq})

    def _press(self, now_us: int, seat: int, role: str, claim: Claim) -> None:
        # Nothing is pressed after it was heard of: a stamp ahead of the present is a broken one.
        if claim.span.lo_us > now_us:
            self._records.append(claim_record(claim, seat, role, None, "ahead"))
            self._say("board", say_board(self.setup, "ahead", self.setup.seats[seat].port, claim.board))
            return
        # A slap not proven later than the deal (before it: than the table) was not aimed at these cards; a flip is early
        # only when it is proven to be.
        early = (claim.span.lo_us if role != "flip" else claim.span.hi_us) <= self.started_us
        if self.judge is not None and self.phase == "play" and not early:
            n, fresh = self.judge.press(claim, Act(role, seat))
            self._records.append(claim_record(claim, seat, role, n, "" if fresh else "stale"))
            if not fresh:
                self._say("table", say_board(self.setup, "stale", "", self.setup.seats[seat].name))
            return
        self._records.append(claim_record(claim, seat, role, None, "early" if early else self.phase))
        if self.phase == "lobby" and not early and role == "slap" and seat not in self.ready:
            self.ready[seat] = StartPress(claim.board, claim.boot, claim.seq, claim.t_us)
            self._changed = True

    def _acknowledge(self, side: BoardSide, uid: str, boot: int, seq: int) -> None:
        self._acks[side.port] = (uid, boot, seq + 1)

    # ---- the referee and the host

    def _referee(self, now_us: int, command: Command) -> None:
        seat = command.seat
        if self.judge is None or self.phase != "play":
            raise RefusedError("No game is being played.")
        if seat is None or not 0 <= seat < len(self.setup.seats):
            raise RefusedError("Say which seat.")
        if command.what not in ("choose", "deliberate", "disqualify"):
            raise RefusedError(f"There is no command '{command.what}'.")
        if "seats" not in self.judge.view:
            raise RefusedError("A race has no cards and no rulings.")
        if command.what == "choose":
            if not 1 <= (command.position or 0) <= 3:
                raise RefusedError("A choice is position 1, 2 or 3.")
            if not self.judge.view["seats"][seat]["choosing"]:
                raise RefusedError(
                    f"{self.setup.seats[seat].name} may not choose: more than three cards, or none."
                )
        elif self.judge.never(command.what, seat):
            raise RefusedError(reason_text(self.setup.language, "not_in_these_rules"))
        n = self.judge.host(Act(command.what, seat, command.position), now_us)
        record: JSON = {"k": "command", "n": n, "t": now_us, "what": command.what, "seat": seat}
        if command.position is not None:
            record["position"] = command.position
        self._records.append(record)
        self._changed = True

    def _start_without(self, now_us: int) -> None:
        """The host deals although some human seat has not pressed."""
        if self.phase != "lobby":
            raise RefusedError("The cards are dealt already.")
        self._all_ready = True
        self._records.append({"k": "waived", "t": now_us})

    def _declare_absent(self, now_us: int, name: str) -> None:
        for side in self.sides.values():
            if side.silent and not side.absent and name in ("", side.uid, side.port):
                side.absent = True
                self._records.append({"k": "absent", "t": now_us, "port": side.port, "board": side.uid})
                self._say("board", say_board(self.setup, "absent", side.port, side.uid))
                self._changed = True
                return
        raise RefusedError("No silent board of that name is waited for.")

    # ---- the game

    def _marks(self, now_us: int) -> list[Watermark]:
        return [host_watermark(now_us)] + [s.watermark for s in self.sides.values() if not s.absent]

    def _begin_if_ready(self, now_us: int) -> None:
        humans = (
            [n for n, s in enumerate(self.setup.seats) if s.source != "bot"] if self.setup.has_lobby else []
        )
        if not all(side.absent or (side.known and not side.silent) for side in self.sides.values()):
            return
        if not self._all_ready and not all(seat in self.ready for seat in humans):
            return
        seed = game_seed(self.setup, self.ready)
        rules = self.setup.rules
        state = rules.start(rules.parse_options(self.setup.options), len(self.setup.seats), seed)
        self._records.append(
            {"k": "start", "t": now_us, "entropy": self.setup.entropy.hex(), "seed": seed.hex()}
        )
        self.judge = Judge(rules, state, seed, self.setup.pacing, now_us)
        self.phase = "play"
        self.started_us = now_us
        self._say("board", word(self.setup.language, "ready" if self.setup.game == "race" else "dealt"))
        self._changed = True

    def _judge(self, now_us: int) -> None:
        if self.judge is None:
            return
        marks = self._marks(now_us)
        steps = self.judge.advance(marks)
        self._more = len(steps) == MOST_STEPS
        if steps:
            self._records.append(marks_record(marks))
            self._changed = True
        for step in steps:
            self._tell(step)
        if self.phase == "play" and self.judge.game.is_over(self.judge.state):
            self._end(now_us, self._why_over)

    def _tell(self, step: Step) -> None:
        """Record what a bundle brought about, and say what is worth it."""
        self._records.append({"k": "bundle", **step.as_json()})
        for line in say_step(self.setup, step):
            self._say("table", line)
        for decided in self.score.follow(step):
            self._records.append({"k": "verdict", **decided.as_json()})
            self._say("verdict", say_decided(self.setup, decided))
        for line in say_end(self.setup, step):
            self._say("table", line)
        if any(o.kind == "over" and o.reason == "stop" for o in step.outcomes):
            self._why_over = "agreed limit"

    def _void_lost(self, now_us: int, side: BoardSide, loss: board.Loss) -> None:
        """A board declares presses lost: whatever they meet is void, unless it was decided without that board."""
        if self.judge is not None and not self.judge.is_decided(side.mark_of(loss, loss.to_us)):
            self._void(now_us, side, side.mark_of(loss, loss.from_us))

    def _void(self, now_us: int, side: BoardSide, since: Claim | None = None) -> None:
        """A board of this game has lost presses, perhaps the first of a race: those it had not told when it restarted, or
        those it declares lost from ``since`` on."""
        if self.judge is None or self.phase != "play":
            return
        lost = {"board": side.uid} if since is None else loss_record(since)
        self._records.append({"k": "void", "t": now_us, **lost})
        self.notice = say_board(self.setup, "void" if since is None else "void_lost", side.port, side.uid)
        self._notice_until_us = now_us + NOTICE_US
        self._say("table", self.notice)
        if since is None:
            self._tell(self.judge.void(now_us))
        else:
            self.judge.lose(now_us, since)

    def _end(self, now_us: int, why: str) -> None:
        self.phase = "over"
        self.ended = why
        self._more = False
        self._records.append({"k": "end", "t": now_us, "why": why})
        self._changed = True

    # ---- what goes out

    def _say(self, kind: str, text: str) -> None:
        self._said.append(Say(kind, text))

    def _settle(self, now_us: int) -> list[Effect]:
        """Journal what came, acknowledge it, judge what can be judged, ask for what is missing, show what changed."""
        self._now_us = now_us
        effects: list[Effect] = []
        if self._records:
            effects.append(Journal(tuple(self._records)))
            self._records.clear()
        for port, (uid, boot, next_seq) in self._acks.items():
            self.sides[port].link.acknowledge(uid, boot, next_seq)
        self._acks.clear()
        if self.phase == "lobby":
            self._begin_if_ready(now_us)
        if self.phase == "play":
            self._judge(now_us)
        waiting = self.judge.earliest() if self.judge is not None and self.phase == "play" else None
        for side in self.sides.values():
            self._look_if_stuck(side, waiting, now_us)
            if not side.foreign and side.asks and now_us >= side.ask_us(waiting):
                side.last_ping_us = now_us
                side.link.ping(now_us)
            if data := side.link.take():
                effects.append(Send(side.port, data))
        if self._records:
            effects.append(Journal(tuple(self._records)))
            self._records.clear()
        effects += self._lines
        effects += self._said
        self._lines.clear()
        self._said.clear()
        if self._changed:
            self._changed = False
            self._views += 1
            view = page_view(self, now_us, self._views)
            looks = (self.score.changes_us(now_us), self._notice_until_us if self.notice else None)
            self._next_look_us = min((t for t in looks if t is not None), default=None)
            effects.append(Publish(view))
        return effects
