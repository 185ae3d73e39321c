"""Asks whatever is at the other end of a port whether it is a board. It acknowledges nothing, so no table loses by it."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from lapsy.boards.events import Hello, Silent
from lapsy.boards.ports import PortError
from lapsy.boards.talk import Talk

#: So many round trips give a median that one slow frame does not move.
PINGS = 9


class ProtocolError(PortError):
    """A board answers, and its firmware speaks another protocol than this lapsy: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Probed:
    """A board's hello, and the median round trip of some pings; None when none was answered."""

    hello: Hello
    latency_us: int | None


def greet(talk: Talk, limit_s: float) -> Hello | None:
    """The board's hello; None when nothing that is a board answers within ``limit_s``. Raises ProtocolError, PortError."""
    hello = talk.hello(limit_s)
    if hello is None:
        for event in talk.hear():
            if isinstance(event, Silent) and event.protocol is not None:
                raise ProtocolError(
                    f"{event.reason.rstrip('.')}; 'lapsy boards flash {talk.name}' puts this lapsy's firmware on it."
                )
    return hello


def ask(name: str, limit_s: float = 1.0) -> Hello | None:
    """``greet`` on a port of its own."""
    with Talk(name, acknowledge=False) as talk:
        return greet(talk, limit_s)


def probe(name: str, limit_s: float = 1.0) -> Probed | None:
    """The same, with the latency. Raises as ``greet`` does."""
    with Talk(name, acknowledge=False) as talk:
        hello = greet(talk, limit_s)
        if hello is None:
            return None
        trips = [talk.round_trip_us() for _ in range(PINGS)]
        answered = [trip for trip in trips if trip is not None]
        return Probed(hello, round(statistics.median(answered)) if answered else None)
