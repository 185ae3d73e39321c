"""From a board's counter to the table's axis, with bounds that are proven.

**What a ping proves.** Let h(t) be the host's moment of the counter's t. A ping left the host at t1 or later and was
seen before the counter turned from t2 to t2 + 1: ``h(t2 + 1) >= t1``. Its answer left when the counter had reached
t3, and was here before the host's clock turned from t4 to t4 + 1: ``h(t3) <= t4 + 1``. Nothing is assumed of the
cable, and not that it is as slow one way as the other.

**What is assumed** of a board's crystal and the host's: they run apart by at most ``DRIFT_PPM``, and that rate turns
by at most ``TURN_PPB_PER_S``. Then over a window of length W some straight line stays within D W² / 16 of h
(Chebyshev). So every bound gives way by that much, all straight lines that keep to all of them are taken, the least
and the most that any of them says of the stamp, and these give way once more: h is in between, always
(notes/wire-and-clock.md §3.1).

**What is noticed.** When no line keeps to the bounds of a window, the assumption is broken: an alarm. For ten minutes
of the board's time the window is halved, the rate may turn faster, and bounds are declared ones (cut off at the floor).
(A weak alarm: slow paths hide what is shorter than they are.)

**By the stamp alone.** The map of a stamp rests on exchanges whose answer left the board at or before it, never on
later ones. A line hands its bytes over in order, so those are all here before the press is: the same bytes give the
same places in whatever pieces they are read (design §1.1). Stamps from before the clock was settled are placed
backwards, from the settling exchanges."""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.timing.claim import CAPTURE_RESOLUTION_US, Span
from lapsy.timing.clock import DECLARED_BOUND_US, DRIFT_PPM, SETTLE, Quality, Reach
from lapsy.timing.exchanges import NS, Exchange, Exchanges
from lapsy.timing.floor import Floor
from lapsy.timing.lines import Band

#: Exchanges so much older than a stamp, in the board's time, still bear on it.
WINDOW_US = 60_000_000

#: Two windows are kept: a press that was resent for a minute still finds the whole window before it.
KEEP_US = 2 * WINDOW_US

#: Believed of crystals: the rate between them turns by at most so much, in parts per thousand million a second.
TURN_PPB_PER_S = 20

#: After an alarm, for so long: this much instead, and half the window.
ALARM_TURN_PPB_PER_S = 100
ALARM_US = 600_000_000


def slack_ns(turn_ppb_per_s: int, length_us: int) -> int:
    """D W² / 16, rounded up: how far h can be from the best straight line. (1 ppb/s bends by 1 ns in 1 s².)"""
    return turn_ppb_per_s * length_us * length_us // (16 * 10**12) + 1


@dataclass(slots=True)
class _Run:
    """Exchanges without a blind time longer than the window. ``first``: the number of its first segment;
    ``settled_us``: the board's time when it was settled, or None."""

    first: int
    settled_us: int | None = None
    seen: int = 0


@dataclass(frozen=True, slots=True)
class _Alarm:
    """From the board's ``t_us`` on only segments from number ``first`` on count."""

    t_us: int
    first: int


@dataclass(frozen=True, slots=True)
class _Rest:
    """What the map of a stamp rests on: the answers up to ``until_us`` in the segments ``first`` to ``last``.
    ``broken``: within ten minutes after an alarm."""

    first: int
    last: int
    until_us: int
    broken: bool


class ProvenClock:
    """A ``Clock`` whose bound is proven under the assumptions above. ``settle``: exchanges before it is known, and
    again after a blind time longer than the window.

    Exchanges that are out of order or impossible are left out, whatever a board says.
    """

    def __init__(self, settle: int = SETTLE) -> None:
        self._settle = settle
        self._exchanges = Exchanges(KEEP_US)
        self._floor = Floor(DRIFT_PPM)
        self._runs: list[_Run] = []
        self._alarms: list[_Alarm] = []
        self._known = False
        self._oldest = 0  # the oldest segment when something was last let go
        self._forgotten_us = -(1 << 200)  # up to then a run that is forgotten may have placed stamps

    @property
    def known(self) -> bool:
        """True once ``settle`` pings were answered: the first ones alone may have been slow."""
        return self._known

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        """See ``Clock.observe``."""
        new = Exchange(t1_us, t2_us, t3_us, t4_us)
        if not new.is_possible(DRIFT_PPM) or not self._exchanges.takes(new):
            return
        newest = self._exchanges.newest
        blind = newest is None or t3_us - newest.t3_us > WINDOW_US
        self._exchanges.add(new)
        if blind:
            self._runs.append(_Run(self._exchanges.last))
        self._forget()
        low_ns = self._check(t3_us)
        self._floor.prove(t3_us, low_ns)
        self._count(t3_us)

    def reach(self, t_us: int) -> Reach:
        """See ``Clock.reach``."""
        found = self._rest(t_us)
        return "now" if isinstance(found, _Rest) else found

    def span(self, t_us: int) -> Span:
        """Where on the table's axis the input can have changed that was stamped ``t_us``. A stamp is a whole
        microsecond, cut off, and the capture takes most of one: the counter stood within ``CAPTURE_RESOLUTION_US`` of
        it (docs/accuracy.md).

        Raises LookupError unless ``reach`` says "now".
        """
        rest = self._resting(t_us)
        earliest_us, latest_us = t_us - CAPTURE_RESOLUTION_US, t_us + CAPTURE_RESOLUTION_US
        low_ns, high_ns = self._bounds(rest, earliest_us, latest_us)
        lo_us, hi_us = low_ns // NS, -(-high_ns // NS)
        # What a mark said has passed is excluded for ever, in broken times too.
        lo_us = max(lo_us, self._floor.at(earliest_us) // NS)
        return Span(lo_us, max(hi_us, lo_us + 2 * DECLARED_BOUND_US) if hi_us <= lo_us else hi_us)

    def half_us(self, t_us: int) -> int:
        """Half of the span, rounded up. Raises LookupError like ``span``."""
        span = self.span(t_us)
        return (span.hi_us - span.lo_us + 1) // 2

    def floor_us(self, t_us: int) -> int:
        """See ``Clock.floor_us``. Raises LookupError before the clock is known."""
        if not self._known:
            raise LookupError("too few pings of this board were answered yet")
        return self._floor.at(t_us) // NS - 1

    def quality(self, t_us: int) -> Quality | None:
        """See ``Clock.quality``."""
        rest = self._rest(t_us)
        if not isinstance(rest, _Rest):
            return None
        return Quality(
            self.half_us(t_us),
            self._exchanges.count(rest.first, rest.last, rest.until_us),
            max(0, t_us - self._exchanges.newest_before(rest.last, rest.until_us)),
            self._exchanges.round_trip_us(rest.first, rest.last),
            rest.broken,
        )

    # What a stamp is placed by.

    def _resting(self, t_us: int) -> _Rest:
        rest = self._rest(t_us)
        if isinstance(rest, _Rest):
            return rest
        when = "yet" if rest == "later" else "any more"
        raise LookupError(f"no answered ping places this board's {t_us} {when}")

    def _rest(self, t_us: int) -> _Rest | Reach:
        gone = self._exchanges.has_let_go(t_us, WINDOW_US)
        after: _Run | None = None  # by which it may be placed backwards; never one that broke off unsettled
        next_first = self._exchanges.last + 1
        for run in reversed(self._runs):
            if run.settled_us is not None and t_us >= run.settled_us:
                alarm = self._alarm(t_us)
                least = max(run.first, alarm.first if alarm else 0)
                if gone and least < self._exchanges.first:
                    return "never"
                broken = alarm is not None and t_us < alarm.t_us + ALARM_US
                window = self._exchanges.window(t_us, WINDOW_US // 2 if broken else WINDOW_US)
                if window is not None and window[1] < next_first:
                    return _Rest(min(max(window[0], least), window[1]), window[1], t_us, broken)
                break
            next_first = run.first
            if after is None or run.settled_us is not None:
                after = run
        newest = self._exchanges.newest
        if t_us <= self._forgotten_us:
            return "never"
        if newest is None or after is None:
            return "later"
        if after.settled_us is None:
            return "later" if newest.t3_us - t_us <= WINDOW_US else "never"
        if after.settled_us - t_us > WINDOW_US or after.first < self._exchanges.first:
            return "never"
        window = self._exchanges.window(after.settled_us, 1 << 62)
        assert window is not None
        return _Rest(after.first, window[1], after.settled_us, self._alarm(after.settled_us) is not None)

    def _alarm(self, t_us: int) -> _Alarm | None:
        """The newest up to then."""
        return next((alarm for alarm in reversed(self._alarms) if alarm.t_us <= t_us), None)

    def _bounds(self, rest: _Rest, low_t_us: int, high_t_us: int) -> tuple[int, int]:
        """The least h(low_t) and the most h(high_t), in nanoseconds. Where no line fits: by the newest exchanges that
        one fits."""
        found = self._lines(rest, low_t_us, high_t_us)
        if found is not None and not rest.broken:
            return found
        if found is None:
            rest = self._recent(rest)
            found = self._lines(rest, low_t_us, high_t_us)
        if found is None:
            alone = self._exchanges.alone(rest.last, rest.until_us)
            found = self._through(alone, rest, low_t_us, high_t_us)
        assert found is not None, "an exchange that is possible has a line"
        return _declared(found)

    def _lines(self, rest: _Rest, low_t_us: int, high_t_us: int) -> tuple[int, int] | None:
        band = self._exchanges.band(rest.first, rest.last, rest.until_us)
        return self._through(band, rest, low_t_us, high_t_us)

    def _through(self, band: Band, rest: _Rest, low_t_us: int, high_t_us: int) -> tuple[int, int] | None:
        turn = ALARM_TURN_PPB_PER_S if rest.broken else TURN_PPB_PER_S
        slack = slack_ns(turn, band.length(low_t_us, high_t_us))
        found = band.passes(low_t_us, high_t_us, (DRIFT_PPM, NS), slack)
        return None if found is None else (NS * low_t_us + found[0], NS * high_t_us + found[1])

    def _recent(self, rest: _Rest) -> _Rest:
        """The latest half, quarter, ... of the segments that a line fits; the last one alone if none does."""
        first = rest.first
        while first < rest.last:
            first = (first + rest.last + 1) // 2
            recent = _Rest(first, rest.last, rest.until_us, True)
            if self._lines(recent, rest.until_us, rest.until_us) is not None:
                return recent
        return _Rest(rest.last, rest.last, rest.until_us, True)

    # What a new exchange changes.

    def _check(self, t3_us: int) -> int:
        """The least h(t3), in nanoseconds. An alarm when the newest exchange does not agree with those before it."""
        run = self._runs[-1]
        alarm = self._alarm(t3_us)
        broken = alarm is not None and t3_us < alarm.t_us + ALARM_US
        window = self._exchanges.window(t3_us, WINDOW_US // 2 if broken else WINDOW_US)
        assert window is not None
        rest = _Rest(max(window[0], run.first, alarm.first if alarm else 0), window[1], t3_us, broken)
        found = self._lines(rest, t3_us, t3_us)
        if found is None or found[1] < self._floor.at(t3_us):
            rest = self._part(rest)
            found = self._lines(rest, t3_us, t3_us)
            assert found is not None, "an exchange that is possible has a line"
        return _declared(found)[0] if rest.broken else found[0]

    def _part(self, rest: _Rest) -> _Rest:
        """Alarm: from now on only what agrees with the newest exchange counts. A clock that was not settled begins
        again."""
        run = self._runs[-1]
        if run.settled_us is None:
            recent = rest
        else:
            recent = self._recent(rest)
        if run.settled_us is None or self._lines(recent, rest.until_us, rest.until_us) is None:
            self._exchanges.part_newest()
            recent = _Rest(self._exchanges.last, self._exchanges.last, rest.until_us, True)
        if run.settled_us is None:
            self._runs[-1] = _Run(recent.first)
        if self._known:
            self._floor.distrust(rest.until_us)
        else:
            self._floor = Floor(DRIFT_PPM)
        self._alarms.append(_Alarm(rest.until_us, recent.first))
        return recent

    def _count(self, t3_us: int) -> None:
        """The clock is settled once so many exchanges were taken."""
        run = self._runs[-1]
        run.seen += 1
        if run.settled_us is None and run.seen >= self._settle:
            run.settled_us = t3_us
            if not self._known:
                self._floor.anchor(t3_us)
            self._known = True

    def _forget(self) -> None:
        """What nothing can rest on any more."""
        oldest = self._exchanges.first
        if oldest == self._oldest:
            return
        self._oldest = oldest
        oldest_us = self._exchanges.oldest_us
        if self._known:  # what is placed backwards is at most a window older
            self._floor.anchor(oldest_us - WINDOW_US)
        while len(self._alarms) > 1 and self._alarms[1].t_us <= oldest_us:
            del self._alarms[0]
        while len(self._runs) > 1 and self._runs[1].first <= oldest:
            if self._runs.pop(0).settled_us is not None:
                self._forgotten_us = self._exchanges.gone_us + WINDOW_US


def _declared(found: tuple[int, int]) -> tuple[int, int]:
    """The same middle, and no bound less than the declared one."""
    middle_ns, half_ns = (found[0] + found[1]) // 2, NS * DECLARED_BOUND_US
    return min(found[0], middle_ns - half_ns), max(found[1], middle_ns + half_ns)
