"""What a capture made of edges, compared with what they were. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from pico.edges import Edge


class Told(NamedTuple):
    """An edge as a board told it: its stamp on the board's clock and its place in the order of capture."""

    gpio: int
    active: int
    index: int
    stamp_us: int


@dataclass
class Verdict:
    """``errors_us``: stamp minus true time of each edge. Pairs are of different inputs within one group."""

    edges: int = 0
    lost: int = 0
    extra: int = 0
    pairs: int = 0
    wrong: int = 0  # told in the wrong order
    merged: int = 0  # told as one instant though they were not
    ties: int = 0  # pairs of one instant
    split: int = 0  # of those, told as an order
    errors_us: list[float] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        """Count another one in."""
        for name in ("edges", "lost", "extra", "pairs", "wrong", "merged", "ties", "split"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.errors_us += other.errors_us

    @property
    def least_us(self) -> float:
        """The earliest stamp."""
        return min(self.errors_us, default=0.0)

    @property
    def most_us(self) -> float:
        """The latest stamp."""
        return max(self.errors_us, default=0.0)


def told_by(words: Iterable[tuple[int, int]], gpios: Sequence[int], first: int = 0) -> list[Told]:
    """The edges in a capture's (stamp, word) entries; ``first``: the word before them."""
    told = []
    word = first
    for index, (stamp, now) in enumerate(words):
        for bit, gpio in enumerate(gpios):
            if (word ^ now) >> bit & 1:
                told.append(Told(gpio, now >> bit & 1, index, stamp))
        word = now
    return told


def judge(
    groups: Iterable[Sequence[Edge]], told: Iterable[Told], born_ns: int, bound_us: float = 1000.0
) -> Verdict:
    """Compare. Each true edge takes the first untaken one told of its input and level within ``bound_us`` around it; what
    remains is extra. ``born_ns``: when the board's clock was 0."""
    verdict = Verdict()
    waiting: dict[tuple[int, int], list[Told]] = defaultdict(list)
    for each in told:
        waiting[each.gpio, each.active].append(each)
    for group in groups:
        found: list[tuple[Edge, Told]] = []
        for edge in sorted(group):
            verdict.edges += 1
            true_us = (edge.t_ns - born_ns) / 1000
            candidates = waiting[edge.gpio, edge.active]
            match = next((each for each in candidates if abs(each.stamp_us - true_us) <= bound_us), None)
            if match is None:
                verdict.lost += 1
                continue
            candidates.remove(match)
            verdict.errors_us.append(match.stamp_us - true_us)
            found.append((edge, match))
        for (one, told_one), (other, told_other) in combinations(found, 2):
            if one.gpio == other.gpio:
                continue
            if one.t_ns == other.t_ns:
                verdict.ties += 1
                verdict.split += told_one.index != told_other.index
            else:
                verdict.pairs += 1
                verdict.merged += told_one.index == told_other.index
                verdict.wrong += told_one.index > told_other.index
    verdict.extra = sum(len(rest) for rest in waiting.values())
    return verdict
