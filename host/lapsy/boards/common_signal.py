"""One signal in all inputs: by how much their stamps of the same edge differ. Pure.

What all inputs have in common cancels in every gap between two of them; what is left is their skew. The largest spread that
was seen, and what two stamps cannot tell anyway, is the bound that follows.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

#: Stamps of one edge lie within so much, whatever the capture; the signal's own edges must be further apart.
TOGETHER_US = 1_000
#: What the table allows for two stamps of one board, 1 µs each: no certificate may promise less than the table prints.
RESOLUTION_US = 2
#: A certificate needs so many edges.
EDGES_NEEDED = 1_000


@dataclass(frozen=True, slots=True)
class Skew:
    """An input's stamps after the first input's to see the same edge, in µs."""

    input: int
    edges: int
    missed: int
    least_us: int
    median_us: float
    most_us: int


@dataclass(frozen=True, slots=True)
class CommonSignal:
    """``edges``: those that every input saw. ``spread_us``: the largest difference of two stamps of one edge.

    ``one_capture``: how many of the edges were one capture for all inputs. ``strange``: edges twice on one input within
    one edge of the signal: noise, or a signal that is too quick. ``apart``: edges between the first and the last of the
    signal that not every input saw within TOGETHER_US: one was missed, or a stamp lies further off than that.
    """

    edges: int
    one_capture: int
    strange: int
    apart: int
    skews: tuple[Skew, ...]
    spread_us: int

    @property
    def bound_us(self) -> int:
        """By how much more than their true distance, or less, two stamps may be apart, as far as these edges show."""
        return self.spread_us + RESOLUTION_US

    @property
    def silent(self) -> tuple[int, ...]:
        """Inputs that never saw the signal."""
        return tuple(skew.input for skew in self.skews if skew.edges == 0)

    @property
    def enough(self) -> bool:
        """Whether this certifies anything."""
        return self.edges >= EDGES_NEEDED and not self.silent and not self.apart


class CommonEdges:
    """Takes the raw edges of ``inputs`` in the order of time. Which way an edge goes does not matter: one signal closes
    a normally open input and opens a normally closed one."""

    def __init__(self, inputs: Sequence[int]) -> None:
        self._inputs = tuple(inputs)
        self._groups: list[
            dict[int, tuple[int, int]]
        ] = []  # of one edge of the signal: input -> (stamp, capture index)
        self._begun_us = 0
        self._seen = dict.fromkeys(inputs, 0)
        self._strange = 0
        self.whole = 0

    @property
    def most(self) -> int:
        """The edges of the input that has seen most."""
        return max(self._seen.values(), default=0)

    def add(self, index: int, number: int, stamp_us: int) -> None:
        """One edge: capture index, input, stamp. Those of other inputs are passed over. ``whole`` counts the edges of the
        signal that every input has seen."""
        if number not in self._seen:
            return
        self._seen[number] += 1
        near = bool(self._groups) and stamp_us - self._begun_us <= TOGETHER_US
        if near and number not in self._groups[-1]:
            self._groups[-1][number] = stamp_us, index
        else:
            self._strange += near
            self._groups.append({number: (stamp_us, index)})
            self._begun_us = stamp_us
        self.whole += len(self._groups[-1]) == len(self._seen)

    def result(self) -> CommonSignal:
        """What they show."""
        after: dict[int, list[int]] = {number: [] for number in self._inputs}
        spread = one_capture = 0
        for group in self._groups:
            if len(group) < len(self._seen):
                continue
            stamps = [stamp for stamp, _ in group.values()]
            spread = max(spread, max(stamps) - min(stamps))
            one_capture += len({index for _, index in group.values()}) == 1
            for number, (stamp, _) in group.items():
                after[number].append(stamp - min(stamps))
        seen = self._seen
        skews = tuple(
            _skew(number, seen[number], self.most - seen[number], after[number]) for number in self._inputs
        )
        # The measurement may begin and end within an edge of the signal.
        apart = sum(len(group) < len(seen) for group in self._groups[1:-1])
        return CommonSignal(self.whole, one_capture, self._strange, apart, skews, spread)


def _skew(number: int, edges: int, missed: int, after_us: Sequence[int]) -> Skew:
    if not after_us:
        return Skew(number, edges, missed, 0, 0.0, 0)
    return Skew(number, edges, missed, min(after_us), float(statistics.median(after_us)), max(after_us))
