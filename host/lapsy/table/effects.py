"""What a table asks of the world, in the order it is to be done: journal, then acknowledge, then publish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from lapsy.games.play import JSON


@dataclass(frozen=True, slots=True)
class Journal:
    """Append these records before doing any later effect."""

    records: tuple[JSON, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """Write bytes to a board's line."""

    port: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Reopen:
    """Close this line and look for its board under another name: another board answered here."""

    port: str
    why: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ping a phone, at once: it answers with ``id`` (``phoneside.PhonePong``). ``t1_us``: now, for whoever keeps traffic."""

    port: str
    id: int
    t1_us: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Tell a phone that its presses numbered below ``next_n`` (in this life of its page) are in the journal."""

    port: str
    life: int
    next_n: int


@dataclass(frozen=True, slots=True)
class Publish:
    """Show these, each on its own pages alone, then call ``Table.published``. ``view``: to everybody; None: it has not
    changed, as far as everybody may know. ``seats``: what has changed for single seats (``screens.views.SeatView``).
    ``referee``: the referee's desk, if it has changed."""

    view: JSON | None
    seats: Mapping[int, JSON] = field(default_factory=dict)
    referee: JSON | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """A line for the host's terminal and log. ``kind``: verdict, board, text, table."""

    kind: str
    text: str


Effect: TypeAlias = Journal | Send | Reopen | Ask | Taken | Publish | Say
