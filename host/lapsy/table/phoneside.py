"""A phone that is somebody's pad: what it may say, where its presses are placed, and how long it holds a race up.

A phone stamps a touch by its own clock (``performance.now`` in whole microseconds), which pings relate to the table's axis
as they do for a board; what lies between finger and stamp no ping can see, so ±30 ms are declared on top. Nobody waits for
a phone longer than ``PHONE_HOLD_US``: it may be in a pocket.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lapsy.table.evidence import Evidence, RoundTrips
from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Span
from lapsy.timing.clock import Clock
from lapsy.timing.watermark import PHONE_HOLD_US, Watermark, phone_watermark

#: Browsers round their clock down to this much at worst, lest a page spy with it.
ROUNDED_US = 1_000

#: A new map is asked for so often, a settled one so seldom; while an input waits, the phone is asked again after this long.
ASK_FIRST_US = 50_000
KEEP_CLOCK_US = 500_000
ASK_AGAIN_US = 20_000

#: A stamp so far ahead of where its clock can stand is a false one; the answers of a slow network are late by less.
AHEAD_US = 1_000_000

#: So many presses may wait to be placed; the phone offers the others again.
MOST_WAITING = 64

_BOUND_US = SOURCE_BOUND_US["phone"]


@dataclass(frozen=True, slots=True)
class PhoneBack:
    """The page speaks (again). ``life``: a number that the page chose when it was loaded, names its count of presses and its
    clock's beginning. ``t_us``: its clock now; what it stamped before is too late."""

    life: int
    t_us: int


@dataclass(frozen=True, slots=True)
class PhoneGone:
    """The page's connection has ended."""


@dataclass(frozen=True, slots=True)
class PhonePong:
    """The answer to ``Ask``: its number, when it came and when this went, by the phone's clock. ``newest``: the number of
    the last press stamped before ``t3_us``; 0 for none."""

    id: int
    t2_us: int
    t3_us: int
    newest: int


@dataclass(frozen=True, slots=True)
class PhonePress:
    """A touch. ``n``: 1, 2, 3 ... in this life of the page, offered again until it is taken."""

    n: int
    role: str
    t_us: int


PhoneMessage = PhoneBack | PhoneGone | PhonePong | PhonePress


@dataclass(slots=True)
class PhoneSide:
    """One phone. ``seat``: whose pad it is; ``expected``: the number of its next press; ``gone``: its page does not speak;
    ``absent``: the game goes on without it."""

    port: str
    seat: int
    new_clock: Callable[[], Clock]
    life: int | None = None
    expected: int = 1
    gone: bool = True
    absent: bool = False
    clock: Clock = field(init=False)
    waiting: list[PhonePress] = field(default_factory=list)
    trips: RoundTrips = field(default_factory=RoundTrips)
    greeted_us: int = 0
    last_ask_us: int = -(1 << 62)
    _from_us: int = 0  # by its clock, as all three: what it stamped before its newest greeting is too late
    _pong_us: int = 0  # its newest answer
    _press_us: int = 0  # its newest press
    _heard_us: int = 0  # when the table had that answer
    _axis_us: int = -(1 << 62)  # what it still sends is later than this
    _asked: dict[int, int] = field(default_factory=dict)
    _asks: int = 0

    def __post_init__(self) -> None:
        self.clock = self.new_clock()

    def back(self, now_us: int, message: PhoneBack, expected: int) -> None:
        """The page greets. A phone may have slept meanwhile, and its clock with it: the map begins anew."""
        if message.life != self.life:
            self._press_us = 0
        self.life = message.life
        self.expected = expected
        self.gone = self.absent = False
        self.greeted_us = self._heard_us = now_us
        self._from_us = self._pong_us = message.t_us
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget the map and what waits for it."""
        self.clock = self.new_clock()
        self.waiting.clear()
        self._asked.clear()
        self.last_ask_us = -(1 << 62)

    @property
    def known(self) -> bool:
        """The page speaks and its time is related to the table's."""
        return not self.gone and self.clock.known

    def ask(self, now_us: int) -> int:
        """A ping goes out now: its number."""
        self._asks += 1
        self._asked[self._asks] = now_us
        if len(self._asked) > MOST_WAITING:
            del self._asked[min(self._asked)]
        self.last_ask_us = now_us
        self.trips.sent(now_us)
        return self._asks

    def pong(self, now_us: int, message: PhonePong) -> bool:
        """An answer. False when it cannot be true; an answer to nothing, or a second one, says nothing and is no lie."""
        t1_us = self._asked.pop(message.id, None)
        if t1_us is None:
            return True
        if message.newest < 0 or not self._pong_us <= message.t2_us <= message.t3_us <= self._present_us(
            now_us
        ):
            return False
        self._pong_us = message.t3_us
        self._heard_us = now_us
        # Its clock is rounded down: the ping may have come a little later than it says.
        self.clock.observe(t1_us - ROUNDED_US, message.t2_us, message.t3_us, now_us)
        self.trips.answered(now_us, (now_us - t1_us) - (message.t3_us - message.t2_us))
        return True

    def told(self, t_us: int, newest: int) -> None:
        """By its pong of ``t_us``, all presses up to then are here, if the newest of them is."""
        if newest < self.expected and not self.waiting and self.clock.known:
            self._axis_us = max(self._axis_us, self.clock.floor_us(t_us) - _BOUND_US)

    def believes(self, now_us: int, press: PhonePress) -> bool:
        """False for a stamp that goes back, or lies ahead of the present."""
        return self._press_us <= press.t_us <= self._present_us(now_us)

    def take(self, press: PhonePress) -> None:
        """The next press, to be placed."""
        self.expected = press.n + 1
        self._press_us = press.t_us
        self.waiting.append(press)

    def is_late(self, press: PhonePress, claim: Claim) -> bool:
        """True when the table no longer waited for it."""
        return press.t_us < self._from_us or claim.span.lo_us <= self._axis_us

    def claim(self, press: PhonePress, handicap_us: int) -> Claim:
        """The press on the table's axis. Raises LookupError unless the clock reaches it."""
        span = self.clock.span(press.t_us)
        at_us = span.mid_us + handicap_us
        assert self.life is not None
        return Claim(
            self.port,
            self.life,
            press.n,
            press.n,
            press.t_us,
            "phone",
            _BOUND_US,
            Span(span.lo_us - _BOUND_US + handicap_us, span.hi_us + _BOUND_US + handicap_us),
            at_us,
            handicap_us,
        )

    def evidence(self, now_us: int, t_us: int) -> Evidence:
        """What stands behind a press stamped ``t_us`` that is placed now."""
        return Evidence(self.clock.quality(t_us), self.trips.stats(now_us, self.greeted_us, 0, 0, 0))

    def watermark(self, now_us: int) -> Watermark:
        """What can still come from it: never anything from longer ago than ``PHONE_HOLD_US``."""
        mark = phone_watermark(self.port, now_us, self._axis_us)
        self._axis_us = mark.axis_us
        return mark

    def ask_us(self, hurried: Span | None) -> int | None:
        """When the next ping is due; None while nobody would answer. ``hurried``: see ``Phones.ask``."""
        if self.gone:
            return None
        if not self.clock.known:
            return self.last_ask_us + ASK_FIRST_US
        due_us = self.last_ask_us + KEEP_CLOCK_US
        if hurried is None or self._axis_us >= hurried.hi_us:
            return due_us
        return min(due_us, max(self.last_ask_us + ASK_AGAIN_US, hurried.hi_us + _BOUND_US))

    def hold_ends_us(self, waiting: Span | None) -> int | None:
        """When it lets the waiting input pass though it says nothing."""
        if waiting is None or self._axis_us >= waiting.hi_us:
            return None
        return waiting.hi_us + PHONE_HOLD_US

    def _present_us(self, now_us: int) -> int:
        """Its clock shows no more than this."""
        passed_us = max(0, now_us - self._heard_us)
        return self._pong_us + passed_us + passed_us // 1_000 + AHEAD_US
