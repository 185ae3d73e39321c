"""Races without cards: places, margins to the place before, what each seat has won."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lapsy.games.play import JSON
from lapsy.table.judge import Entry, Step
from lapsy.table.score import Mark, SeatScore, mark
from lapsy.timing.claim import Claim
from lapsy.timing.gap import Gap, gap

#: So many ended races stay on the page.
HISTORY = 8


@dataclass(frozen=True, slots=True)
class Place:
    """Hands that no measurement puts in order. The gap is to the place before; None for the first."""

    place: int
    seats: tuple[int, ...]
    gap: Gap | None

    def as_json(self) -> JSON:
        """For journals and pages."""
        known = self.gap is not None and self.gap.order != 0
        return {
            "place": self.place,
            "seats": list(self.seats),
            "margin_us": self.gap.us if self.gap is not None and known else None,
            "bound_us": self.gap.bound_us if self.gap is not None and known else None,
            "proof": self.gap.proof if self.gap is not None else None,
        }


@dataclass(frozen=True, slots=True)
class Race:
    """One race. ``state``: leading while it is open, final once it has closed."""

    n: int
    state: str = "leading"
    order: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    certified: bool = True

    def as_json(self) -> JSON:
        """For journals and pages."""
        return {
            "n": self.n,
            "state": self.state,
            "order": [p.as_json() for p in self.order],
            "marks": [m.as_json() for m in self.marks],
            "certified": self.certified,
        }


@dataclass(slots=True)
class Races:
    """Follows the steps of the game ``race``."""

    seats: list[SeatScore]
    current: Race | None = None
    history: list[Race] = field(default_factory=list)
    _before: tuple[Claim, ...] = ()
    _opened_us: int = 0
    _ended: int = 0

    def follow(self, step: Step) -> list[Race]:
        """Take one step; the races that ended with it."""
        entries = {e.n: e for e in step.entries}
        arrived = [entries[o.ref] for o in step.outcomes if o.kind == "place" and o.ref in entries]
        for e in step.entries:
            if e.act.kind == "slap" and e.act.seat is not None:
                self.seats[e.act.seat].slaps += 1
        if arrived:
            self._place(arrived)
        if any(o.kind == "closed" for o in step.outcomes) and self.current is not None:
            ended = replace(self.current, state="final")
            self.current = ended
            self.history = [*self.history, ended][-HISTORY:]
            self._ended += 1
            return [ended]
        return []

    def changes_us(self, now_us: int) -> int | None:  # noqa: ARG002 - a race stays until the next one
        """Never by itself."""
        return None

    def _place(self, arrived: list[Entry]) -> None:
        claims = tuple(e.claim for e in arrived if e.claim is not None)
        seats = tuple(sorted(e.act.seat for e in arrived if e.act.seat is not None))
        race = self.current
        if race is None or race.state == "final":
            race = Race(self._ended + 1)
            self._before = ()
            self._opened_us = min(c.at_us for c in claims)
            for seat in seats:
                self.seats[seat].wins += len(seats) == 1
        distances = [gap(a, b) for a in self._before for b in claims]
        distance = min(distances, key=lambda g: (-g.order, g.us), default=None)
        kind = "slower" if race.order else "first"
        self.current = replace(
            race,
            order=(*race.order, Place(len(race.order) + 1, seats, distance)),
            marks=race.marks + tuple(m for e in arrived for m in mark(e, self._opened_us, kind)),
            certified=race.certified and all(c.certified for c in claims),
        )
        self._before = claims
