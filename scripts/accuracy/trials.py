"""Presses whose true gap is known, judged by Läpsy and in the ways of others, in simulated traffic.

One run is two boards at one host for two minutes, with some hundred pairs of presses. Läpsy's part is the real one: the
clock, the pings' plan, ``gap``. A run follows from its number.
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import traffic
from accuracy.rivals import (
    LeastRtt,
    Regression,
    Told,
    arrival_order,
    cut,
    mapped,
    whole_milliseconds,
)
from lapsy.timing.claim import Claim, Pulse, Span
from lapsy.timing.gap import Gap, gap
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import ProvenClock
from lapsy.timing.wire import PERIOD_US, PULSES
from traffic import Exchange, Slap, Wired

SECOND_US = traffic.SECOND_US

#: Ways to tell the order, as the page names them.
WAYS = ("arrival", "receive", "ms", "least_rtt", "regression", "point", "proven")


@dataclass(frozen=True, slots=True)
class Condition:
    """Two boards (or one) and their host. ``edges_us``: the gaps, in groups from one edge to the next; ``since_s``: when the
    first pair falls after the boards were plugged in."""

    name: str
    edges_us: tuple[float, ...]
    profile: traffic.Profile = traffic.FRAME
    ports: tuple[traffic.Port, traffic.Port] = (traffic.DIRECT, traffic.DIRECT)
    wire: bool = False
    boards: int = 2
    since_s: float = 10.0
    ppm: tuple[float, float] = (30.0, -20.0)


NEAR_US = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0)
FAR_US = (0.0, 10.0, 25.0, 50.0, 100.0, 200.0, 300.0, 400.0, 500.0, 700.0, 1000.0, 2000.0)

CONDITIONS = (
    Condition("one board", NEAR_US, boards=1),
    Condition("sync wire", NEAR_US, wire=True),
    Condition("USB", FAR_US),
    Condition("USB, hub on one", FAR_US, ports=(traffic.DIRECT, traffic.HUB)),
    Condition("USB, loaded host", FAR_US, profile=traffic.FRAME_LOAD),
)

#: The capture looks at the inputs at least so often.
LOOK_US = 0.048

#: A run lasts so long.
RUN_S = 120


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of presses. ``true_us``: from the first board's to the second's; ``told``: what each way says of it.

    ``gap``: Läpsy's, None when a press could not be placed.
    """

    at_s: float
    true_us: float
    told: dict[str, Told]
    gap: Gap | None

    @property
    def inside(self) -> bool:
        """Whether the truth is within what Läpsy guarantees. Nothing guaranteed is nothing broken."""
        return self.gap is None or abs(self.true_us - self.gap.us) <= self.gap.bound_us


def drawn(condition: Condition, rng: Random, pairs: int) -> list[tuple[float, float]]:
    """(moment in seconds, true gap) of so many pairs: each group of gaps as often as any other, both signs."""
    made = []
    for _ in range(pairs):
        low, high = rng.choice(list(pairwise(condition.edges_us)))
        at_s = rng.uniform(condition.since_s, RUN_S - 1)
        made.append((at_s, rng.choice((-1, 1)) * rng.uniform(low, high)))
    return made


def run(
    condition: Condition,
    number: int,
    wanted: Sequence[tuple[float, float]],
    blind: Sequence[tuple[int, int]] = (),
    until_s: float = RUN_S,
) -> list[Pair]:
    """Run ``number``: the ``wanted`` pairs, judged. ``blind``: times without any message, in microseconds."""
    boards = traffic.pair(number, condition.profile, condition.ports, ppm=condition.ppm)
    rng = Random(f"pairs/{condition.name}/{number}")
    until_us = round(until_s * SECOND_US)
    firsts = [at_s * SECOND_US for at_s, _ in wanted]
    seconds = [at_s * SECOND_US + true_us for at_s, true_us in wanted]
    if condition.boards == 1:
        return _one_board(boards[0], rng, wanted)
    wire = traffic.pulses(rng, boards, PERIOD_US, until_us) if condition.wire else []
    sides = []
    for n, (board, moments) in enumerate(zip(boards, (firsts, seconds), strict=True)):
        side = _Side("ab"[n], [stamps[n] for _, stamps in wire])
        plan = PingPlan(hashlib.sha256(f"{number}/{n}".encode()).digest())
        plan.restart(0)
        side.follow(board.traffic(plan, until_us, sorted(moments), blind))
        sides.append(side)
    return [
        _judged(at_s, true_us, rng.uniform(0, 1000), sides[0].seen[one], sides[1].seen[other])
        for (at_s, true_us), one, other in zip(wanted, firsts, seconds, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A press at the host: Läpsy's claim, and where others put it."""

    claim: Claim | None
    came_us: float
    least_rtt_us: float
    cut_us: float
    regression_us: float


class _Side:
    """One board's line at the host: Läpsy's clock and the others', fed in the line's order."""

    def __init__(self, name: str, wire: Sequence[int]) -> None:
        self._name = name
        self._clock = ProvenClock()
        self._least_rtt = LeastRtt()
        self._regression = Regression()
        self._wire = wire
        self._pulses: dict[int, Pulse] = {}
        self._waiting: list[tuple[int, Slap, _Seen]] = []
        #: By the true moment of the press.
        self.seen: dict[float, _Seen] = {}

    def follow(self, log: Iterable[Exchange | Slap]) -> None:
        """All that came."""
        for n, each in enumerate(log):
            if isinstance(each, Exchange):
                self._clock.observe(*each)
                self._least_rtt.observe(*each)
                self._regression.observe(*each)
            else:
                seen = _Seen(
                    None,
                    each.came_us,
                    self._least_rtt.place(each.t_us),
                    self._least_rtt.place(cut(each.t_us)),
                    self._regression.place(each.t_us),
                )
                self._waiting.append((n, each, seen))
                self.seen[each.true_us] = seen
            self._waiting = [each for each in self._waiting if not self._placed(*each)]

    def _placed(self, n: int, slap: Slap, seen: _Seen) -> bool:
        """False while Läpsy's clock wants to see more before it places the press."""
        reach = self._clock.reach(slap.t_us)
        if reach == "now":
            span = self._clock.span(slap.t_us)
            claim = Claim(
                self._name, 1, n, n, slap.t_us, "board", 0, span, span.mid_us, pulses=self._newest(slap.t_us)
            )
            self.seen[slap.true_us] = replace(seen, claim=claim)
        return reach != "later"

    def _newest(self, t_us: int) -> tuple[Pulse, ...]:
        end = bisect_right(self._wire, t_us)
        pulses = []
        for at_us in self._wire[max(0, end - PULSES) : end]:
            if at_us not in self._pulses:
                if self._clock.reach(at_us) != "now":
                    continue
                self._pulses[at_us] = Pulse(at_us, self._clock.span(at_us))
            pulses.append(self._pulses[at_us])
        return tuple(pulses)


def _judged(at_s: float, true_us: float, phase_us: float, one: _Seen, other: _Seen) -> Pair:
    told = {
        "arrival": arrival_order(one.came_us, other.came_us, phase_us),
        "receive": mapped(one.came_us, other.came_us),
        "ms": whole_milliseconds(one.cut_us, other.cut_us),
        "least_rtt": mapped(one.least_rtt_us, other.least_rtt_us),
        "regression": mapped(one.regression_us, other.regression_us),
    }
    if one.claim is None or other.claim is None:
        return Pair(at_s, true_us, told, None)
    return Pair(at_s, true_us, *_lapsy(told, gap(one.claim, other.claim)))


def _lapsy(told: dict[str, Told], found: Gap) -> tuple[dict[str, Told], Gap]:
    point = Told(found.us, found.order if found.proof == "capture" else (found.us > 0) - (found.us < 0))
    return told | {"point": point, "proven": Told(found.us, found.order)}, found


def _one_board(board: Wired, rng: Random, wanted: Sequence[tuple[float, float]]) -> list[Pair]:
    """Two inputs of one board: the capture looks at both at once; who changed in an earlier look has the lower index."""
    pairs = []
    for at_s, true_us in wanted:
        first_us = at_s * SECOND_US + rng.random()
        phase_us = rng.uniform(0, LOOK_US)
        claims = []
        for moment_us in (first_us, first_us + true_us):
            look = math.floor((moment_us + phase_us) / LOOK_US)
            t_us = board.stamp(moment_us)
            claims.append(Claim("a", 1, look, look, t_us, "board", 0, Span(t_us, t_us), t_us))
        pairs.append(Pair(at_s, true_us, *_lapsy({}, gap(claims[0], claims[1]))))
    return pairs
