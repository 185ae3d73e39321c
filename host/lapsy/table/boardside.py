"""One line of the table: a link, the clock of the board behind it, and what its watermark lets pass.

What the board numbered waits here until its clock reaches its stamp; it is acknowledged only after it was journalled, so
waiting loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lapsy.boards.events import Edges, Gap, Hello, Loss, Ping, Press
from lapsy.boards.link import Link
from lapsy.table.evidence import Evidence, RoundTrips
from lapsy.table.judge import Act
from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Pulse, Span
from lapsy.timing.clock import Clock
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import ProvenClock
from lapsy.timing.sequencer import Pending
from lapsy.timing.watermark import Watermark, unknown_watermark

#: While an input waits, a board that has not passed it is asked again after this long.
ASK_AGAIN_US = 2_000

#: How its map stands is looked at this often, by the board's clock.
LOOK_US = 200_000


@dataclass(slots=True)
class BoardSide:
    """``source_us``: the widest source bound among the seats of this line; ``tie_us``: hands nearer than this are a tie, so
    an input waits for so much more; ``capture_us``: what the board's capture
    declares; ``plan``: when it is pinged regularly. ``absent``: declared so; ``foreign``: another board than the table's
    answered, nothing it says counts. ``stuck``: it speaks, and does not let the race go on; ``greeted_us``: when it last
    said hello; ``silent_since_us``: since when it is ``silent``. ``has_sync``: it has an input on the sync wire;
    ``groups``: the roles of its inputs by seat group.
    ``last_boot``: the boot of ``uid`` that this table, or the journal before it, last heard of. ``passed``: by board and
    boot, the watermarks that an earlier host let bundles go by; what is still to come from there is later.
    ``excused_us``: by the board's clock, up to when nothing was expected of it, because it had been declared absent."""

    port: str
    link: Link
    plan: PingPlan
    source_us: int = 0
    tie_us: int = 0
    capture_us: int = 0
    uid: str = ""
    boot: int = 0
    last_boot: int | None = None
    new_clock: Callable[[], Clock] = ProvenClock
    passed: Mapping[tuple[str, int], Watermark] = field(default_factory=dict)
    clock: Clock = field(init=False)
    trips: RoundTrips = field(default_factory=RoundTrips)
    mark: Watermark | None = None
    unplaced: list[Press | Loss | Edges | Gap] = field(default_factory=list)
    silent: str = ""
    silent_since_us: int = 0
    stuck: bool = False
    absent: bool = False
    foreign: bool = False
    broken: bool = False
    has_sync: bool = False
    groups: dict[int, frozenset[str]] = field(default_factory=dict)
    greeted_us: int = 0
    excused_us: int = -1
    last_ping_us: int = -(1 << 62)
    _barrier: Watermark | None = None  # what an earlier map let pass
    _half_us: int = 0  # the map's bound when it was looked at
    _looked_us: int = 0  # by the board's clock, when that was

    def __post_init__(self) -> None:
        self.clock = self.new_clock()

    def board(self, now_us: int, hello: Hello) -> list[Press]:
        """A board said hello. A new boot has a new counter: its clock and watermark begin anew; the same boot's go on.

        The presses of the old boot that no ping had placed yet: nothing can place them any more.
        """
        lost: list[Press] = []
        uid, boot = hello.uid, hello.boot
        if (uid, boot) != (self.uid, self.boot):
            self.uid, self.boot, self.last_boot = uid, boot, boot
            self.mark = self._barrier = self.passed.get((uid, boot))
            self.clock = self.new_clock()
            self.broken = False
            self._looked_us = 0
            self.excused_us = -1
            lost = [event for event in self.unplaced if isinstance(event, Press)]
            self.unplaced.clear()
        if self.absent:
            self.excused_us = hello.now_us
        self.capture_us = hello.capture_us
        self.has_sync = "sync" in hello.role_names
        self.groups = hello.groups
        self.silent = ""
        self.absent = False
        self.greeted_us = now_us
        self.plan.restart(now_us)
        return lost

    def begin_anew(self, now_us: int) -> None:
        """The table's clock stood still or stepped: the map does not hold any more, and pings on their way measure nothing.
        What has passed has passed."""
        self.link.forget_pings()
        self.clock = self.new_clock()
        self.broken = False
        self._barrier = self.mark
        self.plan.restart(now_us)

    @property
    def bound_us(self) -> int:
        """What the worst stamp of this line can be wrong by, besides its clock."""
        return self.source_us + self.capture_us

    @property
    def asks(self) -> bool:
        """Pings are worth sending: the board speaks."""
        return bool(self.uid) and not self.foreign and (not self.silent or self.stuck)

    @property
    def known(self) -> bool:
        """The board has spoken and its time is related to the table's."""
        return bool(self.uid) and self.clock.known

    def ping_by_plan(self, now_us: int) -> None:
        """Send the regular ping if it is due. Only these teach the clock anything: when they go depends on the plan alone,
        not on what waits for a watermark."""
        if self.asks and now_us >= self.plan.due_us:
            self.last_ping_us = now_us
            self.link.ping(now_us, self.plan.sent(now_us))
            self.trips.sent(now_us)

    def ping_aside(self, now_us: int, waiting: Pending[Act] | None) -> None:
        """Ask for the watermark if an input waits and its answer can pass it."""
        due_us = self.aside_us(waiting)
        if due_us is not None and now_us >= due_us:
            self.last_ping_us = now_us
            self.link.ping(now_us, aside=True)

    def answered(self, ping: Ping) -> bool:
        """A ping came back, for the first time. True when its map has broken, or is whole again."""
        if ping.aside:
            return False
        self.clock.observe(ping.t1_us, ping.t2_us, ping.t3_us, ping.t4_us)
        self.trips.answered(ping.t4_us, ping.round_trip_us)
        if not self.broken and ping.t3_us < self._looked_us + LOOK_US:
            return False
        quality = self.clock.quality(ping.t3_us)
        if quality is None:
            return False
        self._looked_us = ping.t3_us
        self._half_us = quality.half_us
        before, self.broken = self.broken, quality.broken
        return before != self.broken

    def reach(self, event: Press | Loss | Edges | Gap, answered_us: int | None) -> str:
        """Whether the event can be placed: see ``Clock.reach``; or "ahead", when it cannot be true.

        ``answered_us``: by the board's clock, when it sent an answer that came after the event. No stamp is newer than that.
        """
        match event:
            case Press():
                first_us = last_us = event.t_us
            case Loss():
                first_us, last_us = event.from_us, event.to_us
            case _:
                return "now"
        reaches = {self.clock.reach(first_us), self.clock.reach(last_us)}
        if "later" not in reaches:
            return "never" if "never" in reaches else "now"
        return "ahead" if answered_us is not None and last_us > answered_us else "later"

    def evidence(self, now_us: int, t_us: int) -> Evidence:
        """What stands behind a press stamped ``t_us`` that is placed now."""
        link = self.link
        stats = self.trips.stats(now_us, self.greeted_us, link.duplicates, link.damaged, link.resends)
        return Evidence(self.clock.quality(t_us), stats)

    def claim(self, press: Press, source: str, handicap_us: int = 0, pulses: tuple[Pulse, ...] = ()) -> Claim:
        """The press, placed on the table's axis by its stamp alone: when its bytes came plays no part (design §1).

        What a watermark of an earlier map has passed is excluded: of the host before a restart, or from before the table's
        clock jumped. That was settled before this map began, so it is the same whatever arrives when. Within one map nothing
        is to be excluded: the clock places no stamp below what it told the watermark (``Clock.floor_us``).
        """
        extra_us = SOURCE_BOUND_US[source] + self.capture_us
        span = self.clock.span(press.t_us)
        lo_us, hi_us = span.lo_us - extra_us, span.hi_us + extra_us
        if self._barrier is not None and press.t_us > self._barrier.t_us:
            lo_us = max(lo_us, self._barrier.axis_us + 1)
        hi_us = max(lo_us, hi_us)
        at_us = min(max(span.mid_us, lo_us), hi_us) + handicap_us
        return Claim(
            press.uid,
            press.boot,
            press.seq,
            press.index,
            press.t_us,
            source,
            extra_us,
            Span(lo_us + handicap_us, hi_us + handicap_us),
            at_us,
            handicap_us,
            pulses,
        )

    def pulse(self, press: Press) -> Pulse:
        """An edge of the sync wire, on both axes. Raises LookupError unless the clock reaches it."""
        span = self.clock.span(press.t_us)
        return Pulse(press.t_us, Span(span.lo_us - self.capture_us, span.hi_us + self.capture_us))

    def mark_of(self, loss: Loss, t_us: int) -> Claim:
        """A moment of a loss, as the press that may have been there: it comes before every known press of its moment."""
        span = self.clock.span(t_us)
        span = Span(span.lo_us - self.bound_us, span.hi_us + self.bound_us)
        return Claim(loss.uid, loss.boot, loss.seq, -1, t_us, "board", self.capture_us, span, span.mid_us)

    def told(self, t_us: int) -> None:
        """A beat or pong with nothing missing below it: all events up to the board's ``t_us`` are here."""
        if not self.clock.known or (self.mark is not None and t_us < self.mark.t_us):
            return
        axis_us = self.clock.floor_us(t_us) - self.bound_us
        if self.mark is not None:
            axis_us = max(axis_us, self.mark.axis_us)
        self.mark = Watermark(self.uid, self.boot, t_us, axis_us, self.bound_us)

    @property
    def watermark(self) -> Watermark:
        """What can still come from this line."""
        return self.mark or unknown_watermark(self.uid or self.port)

    def aside_us(self, waiting: Pending[Act] | None) -> int | None:
        """When a ping aside is due; None while none is. ``waiting``: the input that is to leave next.

        A ping sent sooner than its answer can pass the input would be in vain: the board's time must exceed the input's
        span by what the map leaves open.
        """
        if waiting is None or not self.asks or not self.known:
            return None
        if self.lets_pass(waiting):
            return None
        claim = waiting.claim
        if claim is not None and (claim.board, claim.boot) == (self.uid, self.boot):
            passes_us = claim.at_us + claim.bound_us + self.bound_us
        else:
            passes_us = waiting.span.hi_us + self._half_us + self.bound_us
        return max(self.last_ping_us + ASK_AGAIN_US, passes_us + self.tie_us)

    def lets_pass(self, waiting: Pending[Act]) -> bool:
        """Nothing that may still come from this line can come before the input, or share its place."""
        tie_us = 0 if waiting.claim is None else self.tie_us
        return self.watermark.passed(waiting.span, waiting.claim, tie_us)
