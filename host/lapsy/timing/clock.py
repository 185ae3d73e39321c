"""From a board's counter to the table's axis: what is asked of any map. ``lapsy.timing.proven`` is the one in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from lapsy.timing.claim import Span

#: Declared: how far a board's time can be from the table's axis while its clock behaves as was held impossible. USB full
#: speed is served in 1 ms frames and a busy host wakes milliseconds late (notes/wire-and-clock.md §4).
DECLARED_BOUND_US = 5_000

#: Crystals: 150 parts per million between board and host is the most that is believed.
DRIFT_PPM = 150

#: So many pings are answered before a table places presses by the map: the first ones alone may have been slow.
SETTLE = 8

#: Whether a stamp can be placed: at once, after further pings, or by nothing that is still to come.
Reach = Literal["now", "later", "never"]


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
