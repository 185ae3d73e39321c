"""What many games have in common: lengths, wins, points and outcomes, with how sure the shares are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lapsy.simulation.match import Played, Spec

#: Standard normal quantile of a two-sided 95 % interval.
Z = 1.959964

#: Of a distribution, these parts in a hundred are told.
QUANTILES = (0, 5, 25, 50, 75, 95, 100)


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total``, with a 95 % interval by Wilson's score (it stays within 0 to 1, also for none and for all)."""

    count: int
    total: int

    @property
    def share(self) -> float:
        """The part observed; 0 of nothing."""
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end; (0, 1) of nothing."""
        n = self.total
        if not n:
            return 0.0, 1.0
        p, zz = self.count / n, Z * Z
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = Z * math.sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n)
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))  # p is inside, rounded or not

    def as_json(self) -> dict[str, Any]:
        """Rounded to what the figures can bear."""
        low, high = self.interval
        return {
            "count": self.count,
            "of": self.total,
            "share": round(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
        }


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of ``count`` numbers of this sum and sum of squares, with a 95 % interval by the normal approximation."""

    count: int
    total: int
    squares: int

    @property
    def mean(self) -> float:
        """0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def half(self) -> float:
        """Half of the interval; 0 of fewer than two numbers."""
        if self.count < 2:
            return 0.0
        # In whole numbers up to the root: nothing cancels.
        spread = self.count * self.squares - self.total * self.total
        return Z * math.sqrt(spread / (self.count - 1)) / self.count

    def as_json(self) -> dict[str, Any]:
        """Mean and interval."""
        return {
            "count": self.count,
            "mean": round(self.mean, 6),
            "low": round(self.mean - self.half, 6),
            "high": round(self.mean + self.half, 6),
        }


def quantiles(numbers: Sequence[int]) -> dict[str, int]:
    """Smallest, largest and the quantiles between, each one of the numbers (the nearest rank). Empty for none."""
    ordered = sorted(numbers)
    if not ordered:
        return {}
    return {f"p{q}": ordered[max(0, math.ceil(q * len(ordered) / 100) - 1)] for q in QUANTILES}


@dataclass(slots=True)
class Tally:
    """Games of one spec, added in any order: the result is the same."""

    spec: Spec
    games: int = 0
    finished: int = 0
    moves: list[int] = field(default_factory=list)
    durations_us: list[int] = field(default_factory=list)
    slaps: int = 0
    ties: int = 0
    refused: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: int = 0  # games with several winners
    wins_by_strength: Counter[str] = field(default_factory=Counter)
    places_by_strength: Counter[str] = field(default_factory=Counter)  # finished games times seats
    points: Counter[tuple[str, str]] = field(default_factory=Counter)  # (strength, count | total | squares)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, played: Iterable[Played]) -> None:
        """Some more games."""
        for game in played:
            self._add(game)

    def _add(self, game: Played) -> None:
        seats = self.spec.seats(game.n)
        self.games += 1
        self.finished += game.finished
        self.moves.append(game.moves)
        self.durations_us.append(game.duration_us)
        self.slaps += game.slaps
        self.ties += game.ties
        self.refused += game.refused
        self.outcomes.update(game.outcomes)
        if not game.finished:
            return
        self.shared += len(game.winners) > 1
        self.wins.update(game.winners)
        self.wins_by_strength.update(seats[seat] for seat in game.winners)
        self.places_by_strength.update(seats)
        for seat, points in enumerate(game.points):
            self.points[seats[seat], "count"] += 1
            self.points[seats[seat], "total"] += points
            self.points[seats[seat], "squares"] += points * points

    def wins_of_seat(self, seat: int) -> Share:
        """Of the finished games."""
        return Share(self.wins[seat], self.finished)

    def wins_of_strength(self, strength: str) -> Share:
        """Of the finished games, each seat of that strength once."""
        return Share(self.wins_by_strength[strength], self.places_by_strength[strength])

    def points_of_strength(self, strength: str) -> Mean | None:
        """Points a seat and game; None where the game knows none."""
        count = self.points[strength, "count"]
        if not count:
            return None
        return Mean(count, self.points[strength, "total"], self.points[strength, "squares"])

    @property
    def strengths(self) -> tuple[str, ...]:
        """Those that played, each once."""
        return tuple(dict.fromkeys(self.spec.strengths))

    def as_json(self) -> dict[str, Any]:
        """Everything that follows from the spec: the same on every machine and with any number of jobs."""
        seats = range(len(self.spec.strengths))
        out: dict[str, Any] = {
            "game": self.spec.game,
            "options": dict(self.spec.options),
            "seed": self.spec.seed,
            "bots": list(self.spec.strengths),
            "games": self.games,
            "unfinished": self.games - self.finished,
            "moves": {"total": sum(self.moves), **_spread(self.moves)},
            "virtual_us": {"total": sum(self.durations_us), **_spread(self.durations_us)},
            "wins_by_seat": [self.wins_of_seat(seat).as_json() for seat in seats],
            "shared_wins": self.shared,
            "wins_by_strength": {s: self.wins_of_strength(s).as_json() for s in self.strengths},
            "slaps": self.slaps,
            "ties": self.ties,
            "refused": self.refused,
            "outcomes": {
                f"{kind} {why}".strip(): number for (kind, why), number in sorted(self.outcomes.items())
            },
        }
        points = {s: mean.as_json() for s in self.strengths if (mean := self.points_of_strength(s))}
        if points:
            out["points_by_strength"] = points
        return out


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    mean = {"mean": round(sum(numbers) / len(numbers), 3)} if numbers else {}
    return {**mean, **quantiles(numbers)}
