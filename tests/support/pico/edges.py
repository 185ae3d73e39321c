"""What hands and contacts do to pins, as times: groups of presses, bouncing contacts, glitches. Pure and seeded.

Times are ns. A level here is 1 while the input is active, whatever the pin does then.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

US = 1_000
#: A press is confirmed when its contact was closed this long in total within this time after its first edge.
CONFIRM_NS = 300 * US
WITHIN_NS = 2_000 * US


class Edge(NamedTuple):
    """An input becomes active or inactive."""

    t_ns: int
    gpio: int
    active: int


def staggered(rnd: random.Random, gpios: Sequence[int], t_ns: int, least_ns: int, most_ns: int) -> list[Edge]:
    """One press of each input, in random order, with gaps drawn evenly between two bounds."""
    edges = []
    for gpio in rnd.sample(list(gpios), len(gpios)):
        edges.append(Edge(t_ns, gpio, 1))
        t_ns += rnd.randint(least_ns, most_ns)
    return edges


def at_once(gpios: Sequence[int], t_ns: int) -> list[Edge]:
    """A press of each input in one instant."""
    return [Edge(t_ns, gpio, 1) for gpio in gpios]


def released(presses: Sequence[Edge], after_ns: int) -> list[Edge]:
    """The release of each press, in the same rhythm."""
    return [Edge(edge.t_ns + after_ns, edge.gpio, 0) for edge in presses]


def bouncing(rnd: random.Random, edge: Edge, length_ns: int) -> list[Edge]:
    """An edge whose contact chatters for about ``length_ns`` before it stays. A press that chatters is closed long enough
    early enough to be one (see CONFIRM_NS)."""
    while True:
        edges = [edge]
        t_ns, active = edge.t_ns, edge.active
        while True:
            settled = active == edge.active
            t_ns += rnd.randint(20, 400) * US if settled else rnd.randint(5, 150) * US
            if t_ns > edge.t_ns + length_ns and settled:
                break
            active ^= 1
            edges.append(Edge(t_ns, edge.gpio, active))
        if not edge.active or _active_ns(edges, edge.t_ns + WITHIN_NS) >= CONFIRM_NS + 50 * US:
            return edges


def glitch(gpio: int, t_ns: int, length_ns: int) -> list[Edge]:
    """A pulse too short to be a press."""
    return [Edge(t_ns, gpio, 1), Edge(t_ns + length_ns, gpio, 0)]


def _active_ns(edges: Sequence[Edge], end_ns: int) -> int:
    """For how long the input is active from its first edge up to ``end_ns``."""
    total = 0
    for number, edge in enumerate(edges):
        until = edges[number + 1].t_ns if number + 1 < len(edges) else end_ns
        if edge.active and edge.t_ns < end_ns:
            total += min(until, end_ns) - edge.t_ns
    return total
