"""What every score keeper offers: it follows a game's steps, tells what became final, and knows each seat's deeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lapsy.games.play import JSON
from lapsy.table.display import Moment
from lapsy.table.evidence import Evidence
from lapsy.table.judge import Entry, Step
from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import gap


@dataclass(frozen=True, slots=True)
class Shown:
    """When the newest card became visible, and where a page says that it painted it, when one did."""

    moment: Moment
    painted: Span | None = None

    @classmethod
    def of(cls, entry: Entry) -> Shown:
        """The moment of a released ``shown``."""
        told = entry.act.moment
        return cls(told or Moment(entry.act.of, entry.span.lo_us, entry.span, "published", entry.claim))

    def until(self, claim: Claim) -> int:
        """The likeliest time from then to a press, microseconds: by their gap where a photodiode saw the light, else from
        the earliest at which it can have come."""
        seen = self.moment.claim
        return claim.at_us - self.moment.span.lo_us if seen is None else gap(seen, claim).us

    def as_json(self) -> JSON:
        """For journals and pages."""
        span, painted = self.moment.span, self.painted
        return {
            "lo_us": span.lo_us,
            "hi_us": span.hi_us,
            "how": self.moment.how,
            "painted": None if painted is None else [painted.lo_us, painted.hi_us],
        }


@dataclass(frozen=True, slots=True)
class Mark:
    """One hand in the photo finish. ``t_us`` ± ``bound_us``: since the newest card was shown, or since the race opened; None
    when there was nothing to count from. ``gap_us`` ± ``gap_bound_us``: from the first hand, by ``way`` (board, wire, map);
    None for the first hand itself, and where no hand was right. ``kind``: first, slower, false. ``evidence``: how its
    board's map and its line stood."""

    seat: int
    t_us: int | None
    bound_us: int
    source: str
    kind: str
    board: str = ""
    gap_us: int | None = None
    gap_bound_us: int | None = None
    way: str | None = None
    anticipated: bool = False
    evidence: Evidence | None = None

    def as_json(self) -> JSON:
        """For journals and pages."""
        told = {"clock": None, "link": None} if self.evidence is None else self.evidence.as_json()
        return {
            "seat": self.seat,
            "t_us": self.t_us,
            "gap_us": self.gap_us,
            "gap_bound_us": self.gap_bound_us,
            "way": self.way,
            "bound_us": self.bound_us,
            "source": self.source,
            "kind": self.kind,
            "anticipated": self.anticipated,
            "board": self.board,
            **told,
        }


def marks(
    kinds: Iterable[tuple[str, Iterable[Entry]]], shown: Shown | None = None, opened_us: int | None = None
) -> tuple[Mark, ...]:
    """The photo finish of these hands by kind, the first ones first; what came from no board has no mark. Times count from
    ``shown``, or from ``opened_us``."""
    hands = [(kind, e, e.claim) for kind, entries in kinds for e in sorted(entries, key=_place)]
    right = [e for kind, e, _ in hands if kind == "first"] or [e for kind, e, _ in hands if kind != "false"]
    first = min(right, key=_place).claim if right else None
    made = []
    for kind, e, claim in hands:
        if claim is None or e.act.seat is None:
            continue
        distance = gap(first, claim) if first is not None and claim is not first else None
        made.append(
            Mark(
                e.act.seat,
                shown.until(claim) if shown is not None else _since(opened_us, claim),
                max(claim.span.hi_us - claim.at_us, claim.at_us - claim.span.lo_us),
                claim.source,
                kind,
                claim.board,
                distance.us if distance is not None else None,
                distance.bound_us if distance is not None else None,
                distance.way if distance is not None else None,
                e.anticipated,
                e.act.evidence,
            )
        )
    return tuple(made)


def _place(entry: Entry) -> tuple[int, int]:
    """Where a hand stands in the picture: by its likeliest moment, whatever came first."""
    return 0 if entry.claim is None else entry.claim.at_us, entry.act.seat or 0


def _since(opened_us: int | None, claim: Claim) -> int | None:
    return None if opened_us is None else claim.at_us - opened_us


@dataclass(slots=True)
class SeatScore:
    """Presses judged, pairs (or races) won, false slaps, the quickest winning reaction."""

    slaps: int = 0
    wins: int = 0
    falses: int = 0
    best_us: int | None = None


class Decided(Protocol):
    """Something decided for good."""

    def as_json(self) -> JSON:
        """For journals and pages."""


class Score(Protocol):
    """A score keeper."""

    seats: list[SeatScore]

    def follow(self, step: Step) -> Sequence[Decided]:
        """Take one step; what became final with it."""

    def painted(self, of: int, span: Span) -> None:
        """A page has painted the card of flip ``of`` within ``span``: for pictures, never for a decision."""

    def changes_us(self, now_us: int) -> int | None:
        """When its part of the view changes by itself, after ``now_us``; None when it does not."""
