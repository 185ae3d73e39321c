"""From a board's counter to the table's axis, with a declared bound.

Each answered ping proves ``host(t2) >= t1`` and ``host(t3) <= t4``; the middle of the tightest exchange of a few
seconds is taken as the offset, and the span is that middle ± the declared bound, or ± what the exchange itself proves
when that is more. The proven clock (both sides of every exchange, drift and all) takes this place later behind the
same questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from lapsy.timing.claim import Span

#: Declared: how far a board's time can be from the table's axis. USB full speed is served in 1 ms frames and a busy
#: host wakes milliseconds late (notes/wire-and-clock.md §4), so a tighter figure is not to be declared without proof.
DECLARED_BOUND_US = 5_000

#: Crystals: 150 parts per million between board and host is the most that is believed.
DRIFT_PPM = 150

#: So many pings are answered before a table places presses by the map: the tightest of them is near the best there is.
SETTLE = 8

#: Whether a stamp can be placed: at once, after further pings, or by nothing that is still to come.
Reach = Literal["now", "later", "never"]

#: The map is set anew at the turn of so much board time, from the exchanges of the time before it.
EPOCH_US = 5_000_000


@dataclass(frozen=True, slots=True)
class _Exchange:
    offset_us: int  # host minus board, middle
    half_us: int  # half of the round trip that the board did not spend
    t_us: int  # board time in the middle


@dataclass(frozen=True, slots=True)
class Quality:
    """How a board's map stands, for people. ``half_us``: the bound in force; ``exchanges``: how many it rests on;
    ``age_us``: board time since the newest; ``round_trip_us``: the shortest; ``broken``: the clocks ran apart as was
    held impossible, and the bound is a declared one for a while."""

    half_us: int
    exchanges: int
    age_us: int
    round_trip_us: int
    broken: bool


class Clock(Protocol):
    """The map of one board and boot onto the table's axis."""

    @property
    def known(self) -> bool:
        """True once there is a map."""

    def quality(self, t_us: int) -> Quality | None:
        """The state of the map at the board's ``t_us``; None without one."""

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        """One ping: sent by the host at t1, seen by the board at t2, answered at t3, back at t4."""

    def reach(self, t_us: int) -> Reach:
        """Whether the board's ``t_us`` can be placed: "now"; "later", when more pings were answered; or "never": it
        is older than what is kept, or lies in a time without pings that was longer than any bound would last."""

    def half_us(self, t_us: int) -> int:
        """The bound in force at the board's ``t_us``. Raises LookupError unless ``reach`` says "now"."""

    def span(self, t_us: int) -> Span:
        """Where on the table's axis the board's ``t_us`` can have been. It never changes once ``reach`` says "now".
        Raises LookupError otherwise."""

    def floor_us(self, t_us: int) -> int:
        """Nothing stamped after the board's ``t_us`` can have been at or before this moment of the table's axis: the
        span of every later stamp begins after it. Raises LookupError before the clock is known."""


class DeclaredClock:
    """A ``Clock`` whose bound is declared: at least ``bound_us``. ``settle``: pings before it is known.

    The map of a stamp comes from exchanges of *earlier epochs* of board time (in the first one: from the settling
    pings). A line hands its bytes over in order, so those are all here before the press is: whether a pong of the
    same moment was read before or after the press makes no difference to where it is placed."""

    def __init__(self, bound_us: int = DECLARED_BOUND_US, settle: int = 1) -> None:
        self._bound_us = bound_us
        self._settle = settle
        self._seen = 0
        self._base: _Exchange | None = None  # the tightest of the settling pings
        self._best: dict[int, _Exchange] = {}  # the tightest exchange of each epoch, the newest last

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        """See ``Clock.observe``."""
        half_us = max(0, (t4_us - t1_us) - (t3_us - t2_us)) // 2 + 1
        new = _Exchange(((t1_us - t2_us) + (t4_us - t3_us)) // 2, half_us, (t2_us + t3_us) // 2)
        if self._seen < self._settle and (self._base is None or half_us < self._base.half_us):
            self._base = new
        self._seen += 1
        epoch = new.t_us // EPOCH_US
        known = self._best.get(epoch)
        if known is None or half_us < known.half_us:
            self._best[epoch] = new
        while len(self._best) > 3:
            del self._best[min(self._best)]

    @property
    def known(self) -> bool:
        """True once ``settle`` pings were answered: the first ones alone may have been slow."""
        return self._seen >= self._settle

    def quality(self, t_us: int) -> Quality | None:
        """The anchor in force."""
        if not self.known:
            return None
        best = self._anchor(t_us)
        return Quality(self.half_us(t_us), self._seen, t_us - best.t_us, 2 * best.half_us, False)

    def half_us(self, t_us: int) -> int:
        """The declared bound, or more where the exchanges do not bear it out."""
        best = self._anchor(t_us)
        return max(self._bound_us, best.half_us + abs(t_us - best.t_us) * DRIFT_PPM // 1_000_000)

    def reach(self, t_us: int) -> Reach:
        """Every stamp, once there is an anchor."""
        del t_us
        return "now" if self._base is not None else "later"

    def span(self, t_us: int) -> Span:
        """The middle of the tightest exchange of the newest epoch before the stamp's ± ``half_us``."""
        return Span.at(t_us + self._anchor(t_us).offset_us, self.half_us(t_us))

    def floor_us(self, t_us: int) -> int:
        """The lower end of the span: stamps grow with time."""
        return self.span(t_us).lo_us

    def _anchor(self, t_us: int) -> _Exchange:
        before = [epoch for epoch in self._best if epoch < t_us // EPOCH_US]
        anchor = self._best[max(before)] if before else self._base
        if anchor is None:
            raise LookupError("no ping of this board was answered yet")
        return anchor
