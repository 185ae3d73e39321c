"""Asks whatever is at the other end of a port whether it is a board. It acknowledges nothing, so no table loses by it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from lapsy.boards.events import Hello
from lapsy.boards.talk import Talk

#: So many round trips give a median that one slow frame does not move.
PINGS = 9


@dataclass(frozen=True, slots=True)
class Probed:
    """A board's hello, and the median round trip of some pings; None when none was answered."""

    hello: Hello
    latency_us: int | None


def ask(name: str, limit_s: float = 1.0) -> Hello | None:
    """The board's hello; None when nothing that is a board answers within ``limit_s``. Raises PortError."""
    with Talk(name, acknowledge=False) as talk:
        return talk.hello(limit_s)


def probe(name: str, limit_s: float = 1.0) -> Probed | None:
    """The same, with the latency. Raises PortError."""
    with Talk(name, acknowledge=False) as talk:
        hello = talk.hello(limit_s)
        if hello is None:
            return None
        trips = [talk.round_trip_us() for _ in range(PINGS)]
        answered = [trip for trip in trips if trip is not None]
        return Probed(hello, round(statistics.median(answered)) if answered else None)
