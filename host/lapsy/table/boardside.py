"""One line of the table: a link, the clock of the board behind it, and what its watermark lets pass.

What the board numbered waits here until its first answered ping places it on the table's axis; it is acknowledged only
after it was journalled, so waiting loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lapsy.boards.events import Edges, Gap, Loss, Ping, Press
from lapsy.boards.link import Link
from lapsy.table.evidence import Evidence, RoundTrips
from lapsy.table.judge import Act
from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Span
from lapsy.timing.clock import Clock, DeclaredClock
from lapsy.timing.sequencer import Pending
from lapsy.timing.watermark import Watermark, unknown_watermark

#: A line with nothing to decide is pinged this often, so that its clock stays tight.
KEEP_CLOCK_US = 1_000_000

#: A new clock is settled by pings so far apart.
ASK_FIRST_US = 10_000

#: While an input waits, a board that has not passed it is asked again after this long.
ASK_AGAIN_US = 2_000


@dataclass(slots=True)
class BoardSide:
    """``source_us``: the widest source bound among the seats of this line; ``capture_us``: what the board's capture
    declares. ``absent``: declared so by the host; ``foreign``: another board than the table's answered, nothing it
    says counts. ``stuck``: it speaks, and does not let the race go on; ``greeted_us``: when it last said hello.
    ``last_boot``: the boot of ``uid`` that this table, or the journal before it, last heard of.
    ``passed``: by board and boot, the
    watermarks that an earlier host let bundles go by; what is still to come from there is later."""

    port: str
    link: Link
    source_us: int = 0
    capture_us: int = 0
    uid: str = ""
    boot: int = 0
    last_boot: int | None = None
    new_clock: Callable[[], Clock] = DeclaredClock
    passed: Mapping[tuple[str, int], Watermark] = field(default_factory=dict)
    clock: Clock = field(init=False)
    trips: RoundTrips = field(default_factory=RoundTrips)
    mark: Watermark | None = None
    unplaced: list[Press | Loss | Edges | Gap] = field(default_factory=list)
    silent: str = ""
    stuck: bool = False
    absent: bool = False
    foreign: bool = False
    greeted_us: int = 0
    last_ping_us: int = -(1 << 62)

    def __post_init__(self) -> None:
        self.clock = self.new_clock()

    def board(self, uid: str, boot: int, capture_us: int = 0) -> list[Press]:
        """A board said hello. A new boot has a new counter: its clock and watermark begin anew.

        The presses of the old boot that no ping had placed yet: nothing can place them any more.
        """
        lost: list[Press] = []
        # While the line was cut, this machine may have slept and its clock with it.
        self.clock = self.new_clock()
        if (uid, boot) != (self.uid, self.boot):
            self.uid, self.boot, self.last_boot = uid, boot, boot
            self.mark = self.passed.get((uid, boot))
            lost = [event for event in self.unplaced if isinstance(event, Press)]
            self.unplaced.clear()
        self.capture_us = capture_us
        self.silent = ""
        self.absent = False
        return lost

    @property
    def bound_us(self) -> int:
        """What the worst stamp of this line can be wrong by, besides its clock."""
        return self.source_us + self.capture_us

    @property
    def asks(self) -> bool:
        """Pings are worth sending: the board speaks."""
        return bool(self.uid) and (not self.silent or self.stuck)

    @property
    def known(self) -> bool:
        """The board has spoken and its time is related to the table's."""
        return bool(self.uid) and self.clock.known

    def ask(self, now_us: int) -> None:
        """Send a ping."""
        self.last_ping_us = now_us
        self.link.ping(now_us)
        self.trips.sent(now_us)

    def answered(self, ping: Ping) -> None:
        """A ping came back, for the first time."""
        self.clock.observe(ping.t1_us, ping.t2_us, ping.t3_us, ping.t4_us)
        self.trips.answered(ping.t4_us, ping.round_trip_us)

    def evidence(self, now_us: int, t_us: int) -> Evidence:
        """What stands behind a press stamped ``t_us`` that is placed now."""
        link = self.link
        stats = self.trips.stats(now_us, self.greeted_us, link.duplicates, link.damaged, link.resends)
        return Evidence(self.clock.quality(t_us), stats)

    def claim(self, press: Press, source: str, handicap_us: int = 0) -> Claim:
        """The press, placed on the table's axis by its stamp alone: when its bytes came plays no part (design §1).

        What the watermark has passed is excluded: a map that moved meanwhile must not make a press stale.
        """
        extra_us = SOURCE_BOUND_US[source] + self.capture_us
        span = self.clock.span(press.t_us)
        lo_us, hi_us = span.lo_us - extra_us, span.hi_us + extra_us
        if self.mark is not None and press.t_us > self.mark.t_us:
            lo_us = max(lo_us, self.mark.axis_us + 1)
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
        )

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

    def ask_us(self, waiting: Pending[Act] | None) -> int:
        """When the next ping is due. ``waiting``: the input that is to leave next.

        A ping sent sooner than its answer can pass the input would be in vain: the board's time must exceed the input's
        span by what the map leaves open.
        """
        if not self.known:
            return self.last_ping_us + ASK_FIRST_US
        due_us = self.last_ping_us + KEEP_CLOCK_US
        if waiting is None or self.watermark.passed(waiting.span, waiting.claim):
            return due_us
        claim = waiting.claim
        if claim is not None and (claim.board, claim.boot) == (self.uid, self.boot):
            passes_us = self.clock.span(claim.t_us).mid_us + claim.bound_us + self.bound_us
        else:
            passes_us = (
                waiting.span.hi_us + self.clock.half_us(self.mark.t_us if self.mark else 0) + self.bound_us
            )
        return min(due_us, max(self.last_ping_us + ASK_AGAIN_US, passes_us))
