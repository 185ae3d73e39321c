"""Races without cards: places, margins to the place before, what each seat has won."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lapsy.games.play import JSON
from lapsy.table.judge import Entry, Step
from lapsy.table.score import Mark, SeatScore, mark
from lapsy.timing.claim import Claim, Span
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
    """One race. ``state``: leading while it is open, final once it has closed, void when hands of it may be lost."""

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
    _claims: list[tuple[Claim, ...]] = field(default_factory=list)  # of the open race, by place
    _opened_us: int = 0
    _ended: int = 0

    def follow(self, step: Step) -> list[Race]:
        """Take one step; the races that ended with it."""
        entries = {e.n: e for e in step.entries}
        for e in step.entries:
            if e.act.kind == "slap" and e.act.seat is not None:
                self.seats[e.act.seat].slaps += 1
        for place in sorted({o.reason for o in step.outcomes if o.kind == "place"}):
            members = [
                entries[o.ref]
                for o in step.outcomes
                if o.kind == "place" and o.reason == place and o.ref in entries
            ]
            self._place(int(place), members)
        if any(o.kind == "void" for o in step.outcomes) and self.current is not None:
            ended = replace(self.current, state="void")
            self.current = None
            self._ended += 1
            return [ended]
        if any(o.kind == "closed" for o in step.outcomes) and self.current is not None:
            ended = replace(self.current, state="final")
            self.current = ended
            if len(ended.order[0].seats) == 1:
                self.seats[ended.order[0].seats[0]].wins += 1
            self.history = [*self.history, ended][-HISTORY:]
            self._ended += 1
            return [ended]
        return []

    def painted(self, of: int, span: Span) -> None:
        """A race has no cards."""

    def changes_us(self, now_us: int) -> int | None:  # noqa: ARG002 - a race stays until the next one
        """Never by itself."""
        return None

    def _place(self, place: int, arrived: list[Entry]) -> None:
        """These hands take a place of their own, or share the last one."""
        claims = tuple(e.claim for e in arrived if e.claim is not None)
        race = self.current
        if race is None or race.state == "final":
            race = Race(self._ended + 1)
            self._claims = []
            self._opened_us = min(c.at_us for c in claims)
        seats = [e.act.seat for e in arrived if e.act.seat is not None]
        if place <= len(race.order):
            seats += race.order[-1].seats
            self._claims[-1] += claims
        else:
            self._claims.append(claims)
        before = self._claims[-2] if len(self._claims) > 1 else ()
        distances = [gap(a, b) for a in before for b in self._claims[-1]]
        distance = min(distances, key=lambda g: (-g.order, g.us), default=None)
        kind = "first" if place == 1 else "slower"
        self.current = replace(
            race,
            order=(*race.order[: place - 1], Place(place, tuple(sorted(seats)), distance)),
            marks=race.marks + tuple(m for e in arrived for m in mark(e, self._opened_us, kind)),
            certified=race.certified and all(c.certified for c in claims),
        )
