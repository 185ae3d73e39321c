"""What each page got last, and what differs now: everybody's, and each seat's own.

How many messages a page gets, and how long they are, depends on nothing that it may not know: a channel gets a message only
when its own view has changed, and each counts its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.table.desk import desk_view
from lapsy.table.effects import Publish
from lapsy.table.pages import kuoppa, lapsy, limppu, race, speed
from lapsy.table.pages.common import Row

if TYPE_CHECKING:
    from lapsy.table.setup import Setup
    from lapsy.table.table import Table

_OWN: dict[str, Callable[[Table, int], JSON]] = {
    "lapsy": lapsy.own,
    "race": race.own,
    "speed": speed.own,
    "kuoppa": kuoppa.own,
    "limppu": limppu.own,
}
_PUBLIC: dict[str, Callable[[Table], JSON]] = {
    "race": race.public,
    "speed": speed.public,
    "kuoppa": kuoppa.public,
    "limppu": limppu.public,
}


_ROWS: dict[str, Callable[[Table], list[Row]]] = {
    "lapsy": lapsy.rows,
    "speed": speed.rows,
    "kuoppa": kuoppa.rows,
    "limppu": limppu.rows,
}


def public_view(table: Table, now_us: int) -> JSON:
    """The public view, not numbered yet; ``left_us`` is still a time on the table's axis."""
    if table.setup.game == "lapsy":
        return lapsy.public(table, now_us)
    return _PUBLIC[table.setup.game](table)


def closing_rows(table: Table) -> list[Row]:
    """What each seat has done, for the end; empty for races."""
    return [] if table.setup.game == "race" else _ROWS[table.setup.game](table)


def paged(setup: Setup) -> tuple[int, ...]:
    """The seats that have a page of their own: a phone, or a hand that the host's page shows."""
    return tuple(n for n, seat in enumerate(setup.seats) if seat.private != "none" or seat.source == "phone")


class Channels:
    """``n``: the number of the newest public view."""

    def __init__(self) -> None:
        self.n = 0
        self._key: JSON = {}  # the newest public view as it was compared
        self._public: JSON = {}  # and as it went out
        self._own: dict[int, tuple[int, JSON]] = {}
        self._desk: tuple[int, JSON] = (0, {})

    def publish(self, table: Table, now_us: int) -> Publish:
        """What has to go out now."""
        key = public_view(table, now_us)
        fresh = key != self._key
        if fresh:
            self._key = key
            self.n += 1
            self._public = {**key, "n": self.n}
            if key.get("left_us") is not None:
                self._public["left_us"] = max(0, key["left_us"] - now_us)
        seats = {}
        for seat in paged(table.setup):
            own = _OWN[table.setup.game](table, seat)
            n, before = self._own.get(seat, (0, None))
            if fresh or own != before:
                self._own[seat] = (n + 1, own)
                seats[seat] = self._seat_view(table, seat, n + 1, own)
        return Publish(self._public if fresh else None, seats, self._referee(table, fresh))

    def _referee(self, table: Table, fresh: bool) -> JSON | None:
        """The desk, if it or the public view has changed."""
        if not table.refereed:
            return None
        n, before = self._desk
        desk = desk_view(table)
        if not fresh and desk == before:
            return None
        self._desk = (n + 1, desk)
        return {**desk, "n": n + 1, "view": self._public}

    def _seat_view(self, table: Table, seat: int, n: int, own: JSON) -> JSON:
        its = table.seating.now[seat]
        return {
            "type": "seat",
            "n": n,
            "seat": seat,
            "private": its.private,
            "pad": table.setup.roles if its.source == "phone" else (),
            "own": own,
            "view": self._public,
        }
