"""The table: bytes of boards, commands of pages and time in; effects out. No loop, no clock, no I/O.

``feed`` and ``tick`` return effects in the order in which they are to be done: what came is journalled, then acknowledged,
then judged, then shown. ``published`` tells the table that a view is out: from then a card counts as shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256

import lapsy
from lapsy.boards.events import Hello, Loss, Press, Result
from lapsy.boards.link import Link
from lapsy.games.play import JSON
from lapsy.language import tr
from lapsy.table.acts import KINDS, OBJECT, READY, READY_ROLES, act_record
from lapsy.table.boardside import BoardSide
from lapsy.table.commands import Command as Command
from lapsy.table.commands import RefusedError as RefusedError
from lapsy.table.controls import new_judge
from lapsy.table.effects import Effect
from lapsy.table.evidence import Evidence
from lapsy.table.judge import MOST_STEPS, Act, Judge, Step
from lapsy.table.light import Light
from lapsy.table.lights import Lights
from lapsy.table.lines import Lines
from lapsy.table.moments import Memory, TakenBack
from lapsy.table.notice import NOTICE_US, Notice
from lapsy.table.pages import kuoppa as kuoppa_page
from lapsy.table.pages.channels import Channels
from lapsy.table.phones import Phones
from lapsy.table.phoneside import PhoneMessage, PhoneSide
from lapsy.table.records import claim_record, loss_record, marks_record
from lapsy.table.replay import Rebuilt
from lapsy.table.rulings import PHONE, Rulings, carry_out, command_record, phone_port, say_ruling
from lapsy.table.seating import Seating
from lapsy.table.seed import StartPress, game_seed
from lapsy.table.setup import WITH_HANDS, Setup
from lapsy.table.turn import Turn
from lapsy.table.words import say_board, say_decided, say_end, say_step, word
from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Span
from lapsy.timing.clock import Clock
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import ProvenClock
from lapsy.timing.sequencer import Pending
from lapsy.timing.watermark import Watermark, host_watermark


class Table:
    """One running table. ``rebuilt``: what a journal of the same game gave back (resume). ``new_clock``: makes the map of
    the board on a line, or of a phone. ``seen``: by board and boot, the next number that was not heard before this table."""

    def __init__(
        self,
        setup: Setup,
        rebuilt: Rebuilt | None = None,
        new_clock: Callable[[str], Clock] = lambda _: ProvenClock(),
        seen: Mapping[tuple[str, int], int] | None = None,
    ) -> None:
        self.setup = setup
        self.phase = "lobby"
        self.judge: Judge | None = None
        self.score = setup.new_score()
        self.memory = Memory(self.score)
        self.seating = Seating(setup.seats) if rebuilt is None else rebuilt.seating
        self.rulings = Rulings(setup.language)
        self.ready: dict[int, StartPress] = {}
        self._objected: dict[int, int] = {}  # when a seat said so last: its sentence stands for a while
        self.started_us = 0
        self.ended_us = 0
        self.ended = ""
        self._why_over = "played out"
        self._all_ready = False  # the host said so
        seen = {**(seen or {}), **({} if rebuilt is None else rebuilt.next_seq)}
        self.sides = {
            port: BoardSide(
                port,
                Link(setup.session, dict(seen)),
                PingPlan(sha256(f"{setup.session}:{port}".encode()).digest()),
                max(SOURCE_BOUND_US[s.source] for s in setup.seats if s.port == port),
                setup.policy.tie_us,
                new_clock=partial(new_clock, port),
                passed={} if rebuilt is None else rebuilt.passed,
            )
            for port in setup.ports
        }
        self.turn = Turn()
        self.lines = Lines(setup, self.seating, self.sides, self.turn, self)
        phones = {
            phone_port(s, n): PhoneSide(phone_port(s, n), n, new_clock=partial(new_clock, phone_port(s, n)))
            for n, s in enumerate(setup.seats)
            if PHONE in (s.source, s.private)
        }
        self.phones = Phones(setup, self.seating, phones, self.turn, self, seen)
        self.channels = Channels()
        self.refereed = False  # somebody may look at the referee's desk
        self.light = Light(setup.display, setup.language, self.sides, self.turn)
        self.lights = Lights(setup.buzzer)
        self._more = False  # more bundles can be judged at once
        self._now_us = 0  # when the table was last told the time
        self._next_look_us: int | None = None  # when the view changes by itself (a false slap leaves it)
        self.notice = Notice()
        if rebuilt is None:
            self.turn.records.append(setup.header(lapsy.__version__))
        else:
            self._take_over(rebuilt)

    def _take_over(self, rebuilt: Rebuilt) -> None:
        self.phase = rebuilt.phase
        self.judge = rebuilt.judge
        self.score = rebuilt.score
        self.memory = rebuilt.memory
        self.rulings.log = rebuilt.rulings
        self.ready = rebuilt.ready
        self.started_us = rebuilt.started_us
        self.ended = rebuilt.ended
        self.ended_us = rebuilt.ended_us
        for port in {seat.port for seat in self.setup.seats if seat.source == "board"}:
            # Seats follow their board, not a port's name; the boards of bots and keyboards are new each time.
            self.sides[port].uid = rebuilt.boards.get(port, "")
            self.sides[port].last_boot = rebuilt.boots.get(port)
        self.turn.records += rebuilt.missing
        self.turn.records.append({"k": "resumed", "t": rebuilt.last_us, "origin_us": self.setup.origin_us})

    @property
    def next_seq(self) -> dict[tuple[str, int], int]:
        """By board and boot, the next number that this table has not heard."""
        newest: dict[tuple[str, int], int] = {}
        for side in self.sides.values():
            for key, n in side.link.next_seq.items():
                newest[key] = max(n, newest.get(key, 1))
        return newest

    def know_page(self, who: str, seat: int | None, token: str) -> None:
        """A page that may come back after a restart. ``who``: host, referee or seat; ``token``: the hash of its secret."""
        self.turn.record("page", who=who, seat=seat, token=token)

    # ---- what comes in

    def port_opened(self, now_us: int, port: str) -> list[Effect]:
        """A line is there (again)."""
        self.lines.opened(now_us, port)
        return self._settle(now_us)

    def port_closed(self, now_us: int, port: str, why: str) -> list[Effect]:
        """A line has gone: the race freezes until it is back or its board is declared absent."""
        self.lines.closed(now_us, port, why)
        return self._settle(now_us)

    def feed(self, now_us: int, port: str, data: bytes) -> list[Effect]:
        """Bytes of a board."""
        self.lines.feed(now_us, port, data)
        return self._settle(now_us)

    def tick(self, now_us: int) -> list[Effect]:
        """Time has come to ``wake_us``."""
        self.lines.tick(now_us)
        if self._next_look_us is not None and now_us >= self._next_look_us:
            self._next_look_us = None
            self.turn.changed = True
        if self.notice.expire(now_us):
            self.turn.changed = True
        self.lights.tick(now_us)
        return self._settle(now_us)

    def phone(self, now_us: int, port: str, message: PhoneMessage) -> list[Effect]:
        """A phone says something. Raises RefusedError when no seat here has its pad on a phone of that name."""
        if port not in self.phones.sides:
            raise self._refusal("No seat of this table presses by that phone.")
        self.phones.hear(now_us, port, message)
        return self._settle(now_us)

    def clock_jumped(self, now_us: int, by_us: int) -> list[Effect]:
        """This machine slept, or the clock that gives the table its time stepped by ``by_us``: no map of a board holds any
        more, and a press of meanwhile has no place. What is not decided is void; what was decided stays."""
        self.lines.begin_anew(now_us)
        self.phones.begin_anew()
        self.turn.record("jumped", t=now_us, by=by_us)
        self._void(now_us, "void_jumped")
        return self._settle(now_us)

    def published(self, now_us: int) -> list[Effect]:
        """The newest view is on its way to every screen: the card in the air counts as shown from now on."""
        if self.judge is None or self.judge.unshown is None:
            return []
        self.light.published(now_us, self.judge, self.channels.n)
        return self._settle(now_us)

    def painted(self, now_us: int, n: int, after_us: int) -> list[Effect]:
        """The page says that view ``n`` was painted ``after_us`` after it came. It decides nothing."""
        return self._settle(now_us) if self.light.painted(now_us, self.score, n, after_us) else []

    def command(self, now_us: int, command: Command) -> list[Effect]:
        """A page's or the host's command. Raises RefusedError with one sentence, and then nothing has changed."""
        if command.what == "start":
            self._start_without(now_us)
        elif command.what == "absent":
            name = command.board
            if not (self.lines.declare_absent(now_us, name) or self.phones.declare_absent(now_us, name)):
                raise self._refusal("No silent board of that name is waited for.")
            self._rule(
                {"k": "command", "t": now_us, "what": "absent", "board": name, "reason": command.reason}
            )
        elif command.what == "end":
            if self.phase == "over":
                raise self._refusal("The game is over already.")
            self._rule({"k": "command", "t": now_us, "what": "end", "reason": command.reason})
            self._end(now_us, "ended by the host")
        elif command.what in ("choose", "deliberate", "disqualify", "pause", "go_on", "back", "pad"):
            self._rule(command_record(self, now_us, command))
        else:
            raise self._refusal("There is no command “{what}”.", what=command.what)
        return self._settle(now_us)

    def act(self, now_us: int, seat: int, act: Act) -> list[Effect]:
        """A seat does something by its page. What the rules say of it, that seat is told. Raises RefusedError for what
        cannot be meant here at all, and then nothing has changed."""
        language = self.setup.language
        if not 0 <= seat < len(self.setup.seats):
            raise RefusedError(tr(language, "There is no such seat."))
        if act.kind == READY:
            self._ready(now_us, seat)
        elif act.kind == OBJECT:
            self._object(now_us, seat)
        elif act.kind not in KINDS[self.setup.game]:
            raise RefusedError(tr(language, "That is not done by a page in this game: reload the page."))
        elif self.judge is None or not self.playing:
            raise RefusedError(tr(language, "No game is being played."))
        elif self.rulings.paused(now_us, self.judge):
            raise RefusedError(tr(language, "The game is paused."))
        else:
            n = self.judge.host(replace(act, seat=seat), now_us)
            self.turn.records.append(act_record(now_us, seat, act, n))
        return self._settle(now_us)

    def read(self, seat: int, cards: Sequence[str]) -> tuple[JSON, ...]:
        """What picked cards of the seat's own hand count as; nothing where that is no question."""
        if self.setup.game != "kuoppa" or self.judge is None or not 0 <= seat < len(self.setup.seats):
            return ()
        return kuoppa_page.read(self.setup, self.judge.state, seat, tuple(cards))

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` is wanted next; None when only bytes can bring something new."""
        waiting = self._waiting
        times = self.lines.wakes_us(waiting)
        times += self.phones.wakes_us(None if waiting is None else waiting.span, self._hurried)
        if self._more:
            times.append(self._now_us)
        if waiting is not None and waiting.span.hi_us > self._now_us:
            times.append(waiting.span.hi_us)
        times += [self._next_look_us, self.lights.wake_us]
        return min((t for t in times if t is not None), default=None)

    @property
    def _waiting(self) -> Pending[Act] | None:
        """The input that is to leave next."""
        return self.judge.earliest() if self.judge is not None and self.playing else None

    @property
    def _hurried(self) -> Span | None:
        """Of the input for which phones are asked before their time. A phone sees when it is asked: so not for what one seat
        alone may know of, and never where hands are private; there all wait the little that a phone may take."""
        if self.judge is None or not self.playing or self.setup.game in WITH_HANDS:
            return None
        hurried = self.judge.earliest_open()
        return None if hurried is None else hurried.span

    @property
    def paused(self) -> str | None:
        """What the pages say while the game stands."""
        return self.rulings.paused(self._now_us, self.judge) if self.playing else None

    # ---- what lines and phones tell

    @property
    def playing(self) -> bool:
        """Cards are dealt, or races are run."""
        return self.phase == "play"

    def greeted(self, now_us: int, side: BoardSide, hello: Hello) -> None:
        """A board of this table said hello."""
        self.light.greeted(now_us, side, hello)
        self.lights.lamps.greeted(side.port, side.link, hello)

    def photo(self, edge: Press, claim: Claim) -> None:
        """A board's photodiode saw light come or go."""
        if self.judge is not None:
            self.light.seen(self.judge, edge, claim)

    def carried_out(self, side: BoardSide, result: Result) -> None:
        """A board's order has ended: only that of its lights matters here."""
        self.lights.lamps.result(side.port, result)

    def press(self, now_us: int, seat: int, role: str, claim: Claim, evidence: Evidence) -> None:
        """A seat's press was placed on the axis."""
        turn, port = self.turn, self.seating.now[seat].port
        # Nothing is pressed after it was heard of: a stamp ahead of the present is a broken one.
        if claim.span.lo_us - claim.handicap_us > now_us:
            turn.records.append(claim_record(claim, seat, role, None, "ahead", evidence))
            turn.say("board", say_board(self.setup, "ahead", port, claim.board))
            return
        # A slap not proven later than the deal (before it: than the table) was not aimed at these cards; a flip is early
        # only when it is proven to be.
        early = (claim.span.lo_us if role != "flip" else claim.span.hi_us) <= self.started_us
        if (
            self.judge is not None
            and self.playing
            and self.judge.time.stood_at(claim.span.lo_us - claim.handicap_us)
        ):
            turn.records.append(claim_record(claim, seat, role, None, "paused", evidence))
            return
        if self.judge is not None and self.playing and not early:
            n, fresh = self.judge.press(claim, Act(role, seat), evidence)
            turn.records.append(claim_record(claim, seat, role, n, "" if fresh else "stale", evidence))
            if not fresh:
                turn.say("table", say_board(self.setup, "stale", "", self.setup.seats[seat].name))
            return
        state = "early" if early else self.phase
        turn.records.append(claim_record(claim, seat, role, None, state, evidence))
        if self.phase == "lobby" and not early and role in READY_ROLES and seat not in self.ready:
            self.ready[seat] = StartPress(claim.board, claim.boot, claim.seq, claim.t_us)
            turn.changed = True

    def lost(self, now_us: int, side: BoardSide, loss: Loss) -> None:
        """A board declares presses lost: whatever they meet is void, unless it was decided without that board."""
        if self.judge is not None and not self.judge.is_decided(side.mark_of(loss, loss.to_us)):
            self._void(now_us, "void_lost", side, side.mark_of(loss, loss.from_us))

    def void(self, now_us: int, side: BoardSide, key: str) -> None:
        """A board has lost presses, or has some of which nobody can say when they were: any of them may have been the first
        of a race. ``key``: the sentence that says so."""
        self._void(now_us, key, side)

    def notify(self, now_us: int, text: str) -> None:
        """Everybody should know this."""
        self.notice.post(now_us, text)
        self.turn.changed = True

    # ---- seats, the referee and the host

    def _ready(self, now_us: int, seat: int) -> None:
        if self.phase != "lobby":
            raise RefusedError(tr(self.setup.language, "The cards are dealt already."))
        if seat in self.ready:
            raise RefusedError(tr(self.setup.language, "You have said that you are ready."))
        self.turn.records.append(act_record(now_us, seat, Act(READY), None))
        self.ready[seat] = StartPress.by_page(now_us)
        self.turn.changed = True

    def _object(self, now_us: int, seat: int) -> None:
        if not self.playing:
            raise RefusedError(tr(self.setup.language, "No game is being played."))
        if now_us < self._objected.get(seat, now_us - NOTICE_US) + NOTICE_US:
            raise RefusedError(tr(self.setup.language, "You have objected: the referee decides."))
        self._objected[seat] = now_us
        self.turn.records.append(act_record(now_us, seat, Act(OBJECT), None))
        name, language = self.setup.seats[seat].name, self.setup.language
        self.notify(now_us, tr(language, "{name} objects: the referee decides.", name=name))
        self.turn.say("table", self.notice.text)

    def _refusal(self, sentence: str, **fields: object) -> RefusedError:
        return RefusedError(tr(self.setup.language, sentence, **fields))

    def _rule(self, record: JSON) -> None:
        """Do what a checked record says, and journal it with the number of the input that it gave."""
        n = carry_out(record, self.judge, self.seating)
        record = {key: value for key, value in record.items() if value != ""}
        if n is not None:
            record["n"] = n
        self.rulings.record(record)
        self.turn.records.append(record)
        self.turn.changed = True

    def _start_without(self, now_us: int) -> None:
        """The host deals although some human seat has not pressed."""
        if self.phase != "lobby":
            raise self._refusal("The cards are dealt already.")
        self._all_ready = True
        self.turn.records.append({"k": "waived", "t": now_us})

    # ---- the game

    def _marks(self, now_us: int) -> list[Watermark]:
        boards = [side.watermark for side in self.sides.values() if not side.absent]
        return [host_watermark(now_us), *boards, *self.phones.marks(now_us), *self.light.marks]

    def _begin_if_ready(self, now_us: int) -> None:
        humans = (
            [n for n, s in enumerate(self.setup.seats) if s.source != "bot"] if self.setup.has_lobby else []
        )
        if not all(side.absent or (side.known and not side.silent) for side in self.sides.values()):
            return
        if not self.phones.ready:
            return
        if not self._all_ready and not all(seat in self.ready for seat in humans):
            return
        seed = game_seed(self.setup, self.ready)
        self.turn.records.append(
            {"k": "start", "t": now_us, "entropy": self.setup.entropy.hex(), "seed": seed.hex()}
        )
        self.judge = new_judge(self.setup, seed, now_us)
        self.phase = "play"
        self.started_us = now_us
        self.turn.say("board", word(self.setup.language, "ready" if self.setup.game == "race" else "dealt"))
        self.turn.changed = True

    def _judge(self, now_us: int) -> None:
        if self.judge is None:
            return
        marks = self._marks(now_us)
        steps = self.judge.advance(marks)
        self._more = len(steps) == MOST_STEPS
        if steps:
            self.turn.records.append(marks_record(marks))
            self.turn.changed = True
        for step in steps:
            self._tell(step)
        if self.phase == "play" and self.judge.is_over:
            self._end(now_us, self._why_over)

    def _tell(self, step: Step) -> None:
        """Record what a bundle brought about, and say what is worth it."""
        self.turn.records.append({"k": "bundle", **step.as_json()})
        for line in say_step(self.setup, step):
            self.turn.say("table", line)
        for decided in self.memory.follow(step):
            self.turn.records.append({"k": "verdict", **decided.as_json()})
            if isinstance(decided, TakenBack):
                continue
            self.turn.say("verdict", say_decided(self.setup, decided))
        for line in say_end(self.setup, step):
            self.turn.say("table", line)
        if any(o.kind == "over" and o.reason == "stop" for o in step.outcomes):
            self._why_over = "agreed limit"
        if any(o.kind == "disqualified" for o in step.outcomes):
            self._why_over = "disqualified"
        if told := say_ruling(self.setup, step):
            self.notify(self._now_us, told)
            self.turn.say("table", told)

    def _void(self, now_us: int, key: str, side: BoardSide | None = None, since: Claim | None = None) -> None:
        """What is not decided yet is void, because presses may be missing: all of it, or what comes ``since`` then."""
        if self.judge is None or not self.playing:
            return
        lost: JSON = {} if since is None else loss_record(since)
        if since is None and side is not None:
            lost = {"board": side.uid}
        self.turn.records.append({"k": "void", "t": now_us, **lost})
        port, uid = ("", "") if side is None else (side.port, side.uid)
        self.notify(now_us, say_board(self.setup, key, port, uid))
        self.turn.say("table", self.notice.text)
        if since is None:
            self._tell(self.judge.void(now_us))
        else:
            self.judge.lose(now_us, since)

    def _end(self, now_us: int, why: str) -> None:
        self.phase = "over"
        self.ended = why
        self.ended_us = now_us
        self._more = False
        self.turn.records.append({"k": "end", "t": now_us, "why": why})
        self.turn.changed = True

    # ---- what goes out

    def _settle(self, now_us: int) -> list[Effect]:
        """Journal what came, acknowledge it, judge what can be judged, ask for what is missing, show what changed."""
        self._now_us = now_us
        turn = self.turn
        effects = turn.journal()
        turn.acknowledge({port: side.link for port, side in self.sides.items()})
        if self.phase == "lobby":
            self.phones.look_if_mute(now_us)
            self._begin_if_ready(now_us)
        if self.phase == "play":
            self.light.look(self.judge)
            self._judge(now_us)
        waiting = self._waiting
        self.lines.look_if_stuck(now_us, waiting)
        self.lines.wire.look(now_us, over=self.phase == "over")
        effects += self.lines.ask(now_us, waiting)
        effects += self.phones.ask(now_us, self._hurried)
        effects += turn.journal()
        effects += turn.tell()
        if turn.changed:
            turn.changed = False
            publish = self.channels.publish(self, now_us)
            looks = (
                self.score.changes_us(now_us),
                self.notice.until_us,
                self.rulings.changes_us(now_us),
            )
            self._next_look_us = min((t for t in looks if t is not None), default=None)
            effects.append(publish)
            if publish.view is not None:
                self.lights.look(now_us, publish.view, self.seating.lit_pads)
                effects += self.lines.take()
        return effects
