"""One calibration of a display, sans-I/O: time, bytes of the board and reports of the page in, effects out.

It waits until the board's clock is settled and the page draws, turns the page's corner so many times, and makes a lag of
what was seen or tapped. Nothing is journalled: what the board tells is acknowledged at once.
"""

from __future__ import annotations

from hashlib import sha256

from lapsy.boards import events as board
from lapsy.boards.link import Link
from lapsy.games.play import JSON
from lapsy.table.calibration_words import failed
from lapsy.table.display import WAIT_US
from lapsy.table.effects import Effect, Publish, Send
from lapsy.table.lag import Edge, Flash, Lag, LagError, by_photodiode, by_tapping
from lapsy.timing.claim import SOURCE_BOUND_US, Span
from lapsy.timing.clock import SETTLE
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import ProvenClock

#: Between flashes for a photodiode: not to be guessed, and no multiple of any display's frame.
STEP_US = 300_000
STEP_MORE_US = 400_000

#: The beat for tapping.
BEAT_US = 700_000

#: From everything being ready to the first flash.
LEAD_US = 1_000_000

#: Nobody taps oftener than so many times a beat: what comes beyond that is let fall, and the figure refused.
TAPS_A_BEAT = 4

#: After so many flashes of which none was seen it is not gone on.
BLIND = 10

#: A board that has not told within so long after the last flash what it saw does not tell any more.
LATE_US = 3_000_000


class Calibration:
    """``port``: the board's line; None when somebody taps on the page's keyboard. ``how``: one of ``display.HOW``.

    ``state``: ready, running, done (then ``lag`` is set) or failed (then ``failure`` says why, in the page's language).
    ``agent`` and ``frame_us``: what the page told of its browser and of the time from frame to frame.
    """

    def __init__(
        self, *, name: str, how: str, count: int, language: str, port: str | None, session: int, key: bytes
    ) -> None:
        self.state = "ready"
        self.lag: Lag | None = None
        self.failure = ""
        self.agent = ""
        self.frame_us: int | None = None
        self.board = ""
        self.flashes: list[Flash] = []
        self.how = how
        self._name, self._count, self._language = name, count, language
        self._port = port
        self._key = key
        self._link = Link(session)
        self._plan = PingPlan(key)
        self._boot: int | None = None
        self._capture_us = 0
        self._clock = ProvenClock(settle=SETTLE)
        self._unplaced: list[board.Press] = []
        self._edges: list[Edge] = []
        self.taps: list[Span] = []
        self._floor_us: int | None = None  # all of the board up to there is here
        self._painted = False
        self._due_us: int | None = None  # when the corner turns next, or when the end is looked for
        self._views = 0
        self._changed = True
        self._flashing = False  # the view that is going out turns the corner

    # ---- what comes in

    def opened(self, now_us: int) -> list[Effect]:
        """The board's line is open."""
        self._link.opened(now_us)
        return self._settle(now_us)

    def closed(self, now_us: int, why: str) -> list[Effect]:
        """The board's line has gone."""
        self._link.closed(now_us)
        if self.state in ("ready", "running"):
            self._fail("gone", why=why.rstrip("."))
        return self._settle(now_us)

    def feed(self, now_us: int, data: bytes) -> list[Effect]:
        """Bytes of the board."""
        for event in self._link.feed(now_us, data):
            self._event(now_us, event)
        return self._settle(now_us)

    def tick(self, now_us: int) -> list[Effect]:
        """Time has come to ``wake_us``."""
        for event in self._link.tick(now_us):
            self._event(now_us, event)
        if self._boot is not None and now_us >= self._plan.due_us:
            self._link.ping(now_us, self._plan.sent(now_us))
        if self._due_us is not None and now_us >= self._due_us:
            if len(self.flashes) < self._count:
                self._flashing = self._changed = True
            elif now_us >= self.flashes[-1].t_us + LATE_US:
                self._fail("mute")
        return self._settle(now_us)

    def published(self, now_us: int) -> None:
        """The newest view is on its way to the page: if it turned the corner, the flash is out."""
        if not self._flashing:
            return
        self.flashes.append(Flash(now_us, self._bright))
        self._flashing = False
        n = len(self.flashes)
        if n == self._count:
            self._due_us = now_us + (WAIT_US if self._port is None else LATE_US)
        elif self.how == "tapping":
            self._due_us = self.flashes[0].t_us + n * BEAT_US
        else:
            lot = int.from_bytes(sha256(self._key + n.to_bytes(8, "little")).digest()[:8], "little")
            self._due_us = now_us + STEP_US + lot % STEP_MORE_US

    def painted(self, now_us: int, n: int) -> list[Effect]:
        """The page draws: view ``n`` was painted."""
        self._painted = self._painted or n == self._views
        return self._settle(now_us)

    def tapped(self, now_us: int) -> list[Effect]:
        """The page's key was pressed."""
        if self.state == "running" and self._port is None:
            self._tap(Span.at(now_us, SOURCE_BOUND_US["keyboard"]))
        return self._settle(now_us)

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` is wanted next."""
        times = [self._link.wake_us, self._due_us, self._plan.due_us if self._boot is not None else None]
        return min((t for t in times if t is not None), default=None)

    # ---- the board

    def _event(self, now_us: int, event: board.Event) -> None:
        match event:
            case board.Hello():
                self._hello(now_us, event)
            case board.Mark():
                if event.ping is not None:
                    ping = event.ping
                    self._clock.observe(ping.t1_us, ping.t2_us, ping.t3_us, ping.t4_us)
                self._place()
                if event.complete and self._clock.known and not self._unplaced:
                    self._floor_us = self._clock.floor_us(event.t_us)
            case board.Press():
                self._link.acknowledge(event.uid, event.boot, event.seq + 1)
                self._unplaced.append(event)
                self._place()
            case board.Loss():
                self._link.acknowledge(event.uid, event.boot, event.seq + 1)
            case board.Edges():
                self._link.acknowledge(event.uid, event.boot, event.seq + len(event.edges))
            case board.Gap():
                self._link.acknowledge(event.uid, event.boot, event.to_seq + 1)
            case board.Silent():
                if self._boot is None:  # one that has fallen silent may be about to say that it restarted
                    self._fail("silent" if event.protocol is None else "protocol")
            case _:
                pass

    def _hello(self, now_us: int, hello: board.Hello) -> None:
        if self._boot is not None and (hello.uid, hello.boot) != (self.board, self._boot):
            self._fail("restarted")
            return
        wanted = "photo" if self.how == "photodiode" else "slap"
        if wanted not in map(board.role_name, hello.roles):
            self._fail("no_photo" if wanted == "photo" else "no_slap")
            return
        self.board, self._boot, self._capture_us = hello.uid, hello.boot, hello.capture_us
        self._plan.restart(now_us)
        if wanted == "photo":
            self._link.arm(now_us, True)

    def _place(self) -> None:
        """What the clock can place, in the board's order."""
        if not self._clock.known:
            return
        while self._unplaced and (reach := self._clock.reach(self._unplaced[0].t_us)) != "later":
            press = self._unplaced.pop(0)
            if reach == "never":
                continue
            span = self._clock.span(press.t_us)
            span = Span(span.lo_us - self._capture_us, span.hi_us + self._capture_us)
            if press.role == "photo" and not press.repaired:
                self._edges.append(Edge(span, press.pressed))
            elif press.role == "slap" and press.pressed:
                self._tap(span)

    def _tap(self, span: Span) -> None:
        if len(self.taps) < TAPS_A_BEAT * self._count:
            self.taps.append(span)

    # ---- how it goes on

    @property
    def _bright(self) -> bool:
        """The corner's colour in the newest view."""
        return (len(self.flashes) + self._flashing) % 2 == 1

    def _settle(self, now_us: int) -> list[Effect]:
        if self.state == "ready" and self._painted and (self._port is None or self._clock.known):
            self.state = "running"
            self._changed = True
            self._due_us = now_us + LEAD_US
        elif self.state == "running":
            self._look(now_us)
        effects: list[Effect] = []
        if self._port is not None and (data := self._link.take()):
            effects.append(Send(self._port, data))
        if self._changed:
            self._changed = False
            self._views += 1
            effects.append(Publish(self._view()))
        return effects

    def _look(self, now_us: int) -> None:
        """Whether all is in, or there is nothing to be hoped for."""
        n = len(self.flashes)
        if self.how == "photodiode" and n >= BLIND and not self._edges:
            if (self._floor_us or 0) > self.flashes[BLIND - 1].t_us + WAIT_US:
                self._fail("blind", n=BLIND)
            return
        if n < self._count or self._flashing:
            return
        end_us = self.flashes[-1].t_us + WAIT_US
        if (now_us if self._port is None else self._floor_us or 0) < end_us:
            return
        self._due_us = None
        try:
            if self.how == "photodiode":
                self.lag = by_photodiode(self.flashes, self._edges)
            else:
                self.lag = by_tapping(self.flashes, self.taps)
        except LagError as e:
            self._fail(e.key, **e.fields)
            return
        self.state = "done"
        self._changed = True

    def _fail(self, key: str, **fields: int | str) -> None:
        self.state, self.failure = "failed", failed(self._language, key, **fields)
        self._due_us = None
        self._flashing = False
        self._changed = True

    def _view(self) -> JSON:
        keys = {"slap": "Space"} if self.how == "tapping" and self._port is None else None
        seat = {
            "seat": 0,
            "name": self._name,
            "source": "keyboard",
            "handicap_us": 0,
            "keys": keys,
            "slaps": 0,
            "wins": 0,
        }
        return {
            "type": "view",
            "n": self._views,
            "game": "display",
            "language": self._language,
            "name": self._name,
            "how": self.how,
            "state": self.state,
            "done": len(self.flashes) + self._flashing,
            "of": self._count,
            "seats": [seat] if keys is not None else [],
            "waiting": [],
            "notice": None,
            "result": None if self.lag is None else {"lo_us": self.lag.lo_us, "hi_us": self.lag.hi_us},
            "patch": "white" if self._bright else "black",
        }
