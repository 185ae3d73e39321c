"""Races without cards: places, margins to the place before, what each seat has won."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace

from lapsy.games.play import JSON
from lapsy.table.judge import Entry, Step
from lapsy.table.policy import USUAL, Policy
from lapsy.table.score import Mark, SeatScore, marks
from lapsy.timing.claim import Span
from lapsy.timing.gap import Gap, gap

#: So many ended races stay on the page.
HISTORY = 8


@dataclass(frozen=True, slots=True)
class Place:
    """Hands that no measurement puts in order. The gap is to the place before; None for the first. ``likely``: what
    separates it from there is the nearest value alone."""

    place: int
    seats: tuple[int, ...]
    gap: Gap | None
    likely: bool = False

    def as_json(self) -> JSON:
        """For journals and pages."""
        told = self.gap if self.gap is not None and (self.gap.order or self.likely) else None
        return {
            "place": self.place,
            "seats": list(self.seats),
            "margin_us": None if told is None else told.us,
            "bound_us": None if told is None else told.bound_us,
            "proof": "likely" if self.likely else None if told is None else told.proof,
            "way": None if told is None else told.way,
        }


@dataclass(frozen=True, slots=True)
class Race:
    """One race. ``state``: leading while it is open, final once it has closed, void when it does not count. ``why`` it is
    void: "lost" when hands of it may be missing, "again" when nobody was proven first and such races are run again."""

    n: int
    state: str = "leading"
    order: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    certified: bool = True
    why: str | None = None
    policy: Policy = USUAL

    def as_json(self) -> JSON:
        """For journals and pages."""
        return {
            "n": self.n,
            "state": self.state,
            "why": self.why,
            "order": [p.as_json() for p in self.order],
            "marks": [m.as_json() for m in self.marks],
            "certified": self.certified,
            "policy": asdict(self.policy),
        }


@dataclass(slots=True)
class Races:
    """Follows the steps of the game ``race``."""

    seats: list[SeatScore]
    policy: Policy = USUAL
    current: Race | None = None
    history: list[Race] = field(default_factory=list)
    _places: list[list[Entry]] = field(default_factory=list)  # hands of the open race, by place
    _ended: int = 0

    def follow(self, step: Step) -> list[Race]:
        """Take one step; the races that ended with it."""
        entries = {e.n: e for e in step.entries}
        for e in step.entries:
            if e.act.kind == "slap" and e.act.seat is not None:
                self.seats[e.act.seat].slaps += 1
        placed = [o for o in step.outcomes if o.kind == "place" and o.ref in entries]
        for o in sorted(placed, key=lambda o: (int(o.reason), o.ref or 0)):
            if int(o.reason) > len(self._places):
                self._places.append([])
            self._places[-1].append(entries[o.ref or 0])
        if placed:
            self.current = self._open(step.likely)
        ended = {o.kind for o in step.outcomes} & {"again", "void", "closed"}
        if not ended or self.current is None:
            return []
        race, self._places = self.current, []
        self._ended += 1
        if "again" in ended:
            self.current = race = replace(race, state="void", why="again")
        elif "void" in ended:
            race, self.current = replace(race, state="void", why="lost"), None
        else:
            self.current = race = replace(race, state="final")
            if len(race.order[0].seats) == 1:
                self.seats[race.order[0].seats[0]].wins += 1
            self.history = [*self.history, race][-HISTORY:]
        return [race]

    def painted(self, of: int, span: Span) -> None:
        """A race has no cards."""

    def changes_us(self, now_us: int) -> int | None:  # noqa: ARG002 - a race stays until the next one
        """Never by itself."""
        return None

    def _open(self, likely: tuple[int, ...]) -> Race:
        """The open race as it stands. ``likely``: who of its first place has it by the nearest value; empty: all of them."""
        places = self._places
        if likely:
            first, rest = ([e for e in places[0] if (e.act.seat in likely) == own] for own in (True, False))
            places = [first, rest, *places[1:]]
        order = tuple(
            Place(
                n,
                tuple(sorted(e.act.seat for e in hands if e.act.seat is not None)),
                _distance(places[n - 2], hands) if n > 1 else None,
                bool(likely) and n == 2,
            )
            for n, hands in enumerate(places, 1)
        )
        claims = [e.claim for hands in places for e in hands if e.claim is not None]
        told = marks(
            [("first" if n == 0 else "slower", hands) for n, hands in enumerate(places)],
            opened_us=min(c.at_us for c in claims),
        )
        certified = not likely and all(c.certified for c in claims)
        return Race(self._ended + 1, order=order, marks=told, certified=certified, policy=self.policy)


def _distance(before: list[Entry], hands: list[Entry]) -> Gap | None:
    """The gap from a place to the next: of the two hands that come nearest."""
    distances = [gap(a.claim, b.claim) for a in before for b in hands if a.claim and b.claim]
    return min(distances, key=lambda g: (-g.order, g.us < 0, g.us, g.bound_us, g.way), default=None)
