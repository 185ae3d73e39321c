"""One signal in all inputs: by how much their stamps of the same edge differ. Pure.

What all inputs have in common cancels in every gap between two of them; what is left is their skew, and the largest seen
spread is the bound of an order that this board claims.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: Stamps of one edge lie within so much, whatever the capture; the signal's own edges must be further apart.
TOGETHER_US = 1_000
#: A stamp is a whole microsecond: two of them cannot tell more.
RESOLUTION_US = 1
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
        """An order of two presses of this board further apart than this is proven by their stamps."""
        return self.spread_us + RESOLUTION_US

    @property
    def silent(self) -> tuple[int, ...]:
        """Inputs that never saw the signal."""
        return tuple(skew.input for skew in self.skews if skew.edges == 0)

    @property
    def enough(self) -> bool:
        """Whether this certifies anything."""
        return self.edges >= EDGES_NEEDED and not self.silent and not self.apart


def common_signal(edges: Iterable[tuple[int, int, int, bool]], inputs: Sequence[int]) -> CommonSignal:
    """From (capture index, input, stamp, active), in the order of time, of the given inputs."""
    wanted = set(inputs)
    groups: list[list[tuple[int, int, int, bool]]] = []
    strange = 0
    for edge in edges:
        if edge[1] not in wanted:
            continue
        group = groups[-1] if groups else []
        near = bool(group) and edge[3] == group[0][3] and edge[2] - group[0][2] <= TOGETHER_US
        if near and edge[1] not in {other[1] for other in group}:
            group.append(edge)
            continue
        strange += bool(group) and edge[2] - group[0][2] <= TOGETHER_US
        groups.append([edge])
    after: dict[int, list[int]] = {number: [] for number in inputs}
    spread = whole = one_capture = 0
    for group in groups:
        if len(group) < len(wanted):
            continue
        whole += 1
        first_us = min(edge[2] for edge in group)
        spread = max(spread, max(edge[2] for edge in group) - first_us)
        one_capture += len({edge[0] for edge in group}) == 1
        for _, number, stamp, _ in group:
            after[number].append(stamp - first_us)
    seen = dict.fromkeys(inputs, 0)
    for group in groups:
        for edge in group:
            seen[edge[1]] += 1
    most = max(seen.values(), default=0)
    skews = tuple(_skew(number, seen[number], most - seen[number], after[number]) for number in inputs)
    # The measurement may begin and end within an edge of the signal.
    apart = sum(len(group) < len(wanted) for group in groups[1:-1])
    return CommonSignal(whole, one_capture, strange, apart, skews, spread)


def _skew(number: int, edges: int, missed: int, after_us: Sequence[int]) -> Skew:
    if not after_us:
        return Skew(number, edges, missed, 0, 0.0, 0)
    return Skew(number, edges, missed, min(after_us), float(statistics.median(after_us)), max(after_us))
