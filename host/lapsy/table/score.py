"""What every score keeper offers: it follows a game's steps, tells what became final, and knows each seat's deeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lapsy.games.play import JSON
from lapsy.table.judge import Entry, Step
from lapsy.timing.claim import Span


@dataclass(frozen=True, slots=True)
class Mark:
    """One hand in the photo finish. ``t_us``: since the newest card was shown, or since the race opened; None when there
    was nothing to count from."""

    seat: int
    t_us: int | None
    bound_us: int
    source: str
    kind: str

    def as_json(self) -> JSON:
        """For journals and pages."""
        return {
            "seat": self.seat,
            "t_us": self.t_us,
            "bound_us": self.bound_us,
            "source": self.source,
            "kind": self.kind,
        }


def mark(entry: Entry, since_us: int | None, kind: str) -> tuple[Mark, ...]:
    """The hand of one press; nothing for what came from no board."""
    if entry.claim is None or entry.act.seat is None:
        return ()
    claim = entry.claim
    t_us = None if since_us is None else claim.at_us - since_us
    bound_us = max(claim.span.hi_us - claim.at_us, claim.at_us - claim.span.lo_us)
    return (Mark(entry.act.seat, t_us, bound_us, claim.source, kind),)


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
