"""A model of pings and presses between boards and a host: what a clock has to cope with, with the truth beside it.

The host's clock is the axis; all times are microseconds. A board's counter runs a little fast or slow, drifts slowly and is
cut to whole microseconds. A message waits for the USB frame, takes the wire's least time, waits for the board's loop or for
the host to wake, and now and then for a garbage collection or a busy host. A host reads a line in its order, so nothing
overtakes. The figures are a model (docs/accuracy.md says so): no board was measured.

The same seed gives the same traffic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

SECOND_US = 1_000_000

#: A press is reported when its contact was closed for so long (firmware).
CONFIRM_US = 300

#: From an edge to its stamp, before the stamp is cut to a whole microsecond (docs/accuracy.md: stamps lie -0.82 to +0.21).
CAPTURE_US = (0.15, 0.21)

#: What the two stamps of one pulse can differ by besides: the wire and its inputs.
PULSE_SKEW_US = 0.1


@dataclass(frozen=True, slots=True)
class Profile:
    """How a host and its bus behave. ``frame_us``: each direction waits for the next frame (0: up to ``wait_us`` instead);
    ``busy``: the share of reads at which the host comes late, by up to 10 ms."""

    name: str
    frame_us: float
    wait_us: float
    busy: float


FRAME = Profile("frame", 1000.0, 0.0, 0.02)
FRAME_LOAD = Profile("frame-load", 1000.0, 0.0, 0.15)
FAST = Profile("fast", 0.0, 125.0, 0.02)
FAST_LOAD = Profile("fast-load", 0.0, 125.0, 0.15)
PROFILES = (FRAME, FRAME_LOAD, FAST, FAST_LOAD)


@dataclass(frozen=True, slots=True)
class Port:
    """A way to a board: the least time that a message takes on the wire out and in, and the shares of lost and repeated
    answers."""

    out_us: float
    in_us: float
    lost: float = 0.0
    repeated: float = 0.0


DIRECT = Port(60.0, 90.0)
HUB = Port(75.0, 160.0)


class BoardClock:
    """A crystal: ``ppm`` off, warming up, swaying in slow waves; it drifts by at most 0.012 ppm a second.

    ``shock``: (from second, ppm a second, seconds) on top of that.
    """

    def __init__(self, rng: Random, ppm: float, shock: tuple[float, float, float] | None = None) -> None:
        self.ppm = ppm
        self.offset_us = rng.randrange(1_000_000_000)
        self._warm_ppm, self._warm_s = rng.uniform(1.0, 2.0), rng.uniform(250.0, 400.0)
        self._sway_ppm, self._sway_s = rng.uniform(0.1, 0.3), rng.uniform(300.0, 600.0)
        self._phase = rng.uniform(0.0, math.tau)
        self._shock = shock

    def ticks(self, host_us: float) -> float:
        """The counter, not yet cut."""
        t = host_us / SECOND_US
        turn = math.tau / self._sway_s
        gained = self.ppm * t
        gained += self._warm_ppm * (t - self._warm_s * (1.0 - math.exp(-t / self._warm_s)))
        gained += self._sway_ppm / turn * (math.cos(self._phase) - math.cos(turn * t + self._phase))
        if self._shock is not None:
            since, rate, length = self._shock
            inside = min(max(t - since, 0.0), length)
            gained += rate * inside * inside / 2 + rate * length * max(t - since - length, 0.0)
        return self.offset_us + host_us + gained

    def stamp(self, host_us: float) -> int:
        """The whole microsecond that the board reads."""
        return math.floor(self.ticks(host_us))


class Exchange(NamedTuple):
    """An answered ping: ``t1_us`` and ``t4_us`` by the host, ``t2_us`` and ``t3_us`` by the board."""

    t1_us: int
    t2_us: int
    t3_us: int
    t4_us: int


class Slap(NamedTuple):
    """A press: when it was, what the board stamped, when the host had its message."""

    true_us: float
    t_us: int
    came_us: float


class _Said(NamedTuple):
    """What a board hands to its USB at ``said_us``; ``slap_us``: it is a press, and when that was."""

    said_us: float
    t1_us: int
    t2_us: int
    t3_us: int
    slap_us: float | None = None


class Plan(Protocol):
    """When to ping: ``lapsy.timing.pings.PingPlan``, or ``Steady``."""

    @property
    def due_us(self) -> int:
        """When the next ping is to leave."""

    def sent(self, now_us: int) -> int:
        """It leaves now; how long the board is to hold its answer."""


@dataclass
class Steady:
    """A plan of its own: 32 pings in 0.64 s, 20 a second up to 10 s, then ``rate`` a second. ``dither_us`` moves each
    ping and ``hold_us`` each answer at random; 0 and 0 is a plain timer."""

    rng: Random
    rate: float = 10.0
    dither_us: float = 5_000.0
    hold_us: int = 1_000
    burst: bool = True
    _grid_us: float = 0.0
    _due_us: int | None = None
    _sent: int = 0

    @property
    def due_us(self) -> int:
        if self._due_us is None:
            self._due_us = round(self._grid_us + self.rng.uniform(0.0, 2 * self.dither_us))
        return self._due_us

    def sent(self, now_us: int) -> int:
        self._sent += 1
        step = 1.0 / self.rate
        if self.burst and self._sent < 32:
            step = 0.02
        elif self.burst and self._grid_us < 10 * SECOND_US:
            step = min(step, 0.05)
        self._grid_us += step * SECOND_US
        self._due_us = None
        return self.rng.randrange(self.hold_us + 1) if self.hold_us else 0


@dataclass
class Wired:
    """One board at one port. ``log`` has all exchanges and slaps in the order in which the host had them."""

    rng: Random
    profile: Profile
    port: Port
    clock: BoardClock
    _out_phase: float = field(init=False)
    _in_phase: float = field(init=False)

    def __post_init__(self) -> None:
        self._out_phase = self.rng.uniform(0.0, 1000.0)
        self._in_phase = self.rng.uniform(0.0, 1000.0)

    def traffic(
        self,
        plan: Plan,
        until_us: int,
        slaps: Sequence[float] = (),
        blind: Iterable[tuple[int, int]] = (),
    ) -> list[Exchange | Slap]:
        """Pings by ``plan`` and presses at the moments ``slaps``, up to ``until_us``, in the host's order.

        ``blind``: times in which nothing goes through, out or in; what the board has to say waits.
        """
        gaps = tuple(blind)
        said = sorted(
            [*self._answers(plan, until_us, gaps), *self._presses(slaps)], key=lambda each: each.said_us
        )
        log: list[Exchange | Slap] = []
        ready_us = free_us = 0.0
        for each in said:
            ready_us = max(ready_us, self._ready(each.said_us))
            for since, until in gaps:
                if since <= ready_us < until:
                    ready_us = float(until)
            arrived_us = ready_us + self._wait(ready_us, self._in_phase) + self.port.in_us
            free_us = max(free_us, arrived_us + self._wake())
            if each.slap_us is not None:
                log.append(Slap(each.slap_us, each.t2_us, free_us))
            elif self.rng.random() >= self.port.lost:
                exchange = Exchange(each.t1_us, each.t2_us, each.t3_us, math.floor(free_us))
                log += [exchange] * (2 if self.rng.random() < self.port.repeated else 1)
        return log

    def stamp(self, true_us: float) -> int:
        """What the capture makes of an edge."""
        return self.clock.stamp(true_us + self.rng.uniform(*CAPTURE_US))

    def _answers(self, plan: Plan, until_us: int, gaps: tuple[tuple[int, int], ...]) -> Iterator[_Said]:
        seen_us = 0.0
        while (due_us := plan.due_us) < until_us:
            hold_us = plan.sent(due_us)
            if any(since <= due_us < until for since, until in gaps):
                continue
            t1_us = due_us + self.rng.random()
            written_us = t1_us + self.rng.uniform(5.0, 25.0)
            if self.rng.random() < self.profile.busy / 4:
                written_us += self._late(1500.0)
            there_us = written_us + self._wait(written_us, self._out_phase) + self.port.out_us
            there_us += self.rng.uniform(5.0, 60.0)
            if self.rng.random() < 0.015:
                there_us += self.rng.uniform(2000.0, 8000.0)
            seen_us = max(seen_us, there_us)  # a board reads its line in order too
            said_us = seen_us + self.rng.uniform(50.0, 150.0) + hold_us
            stamps = self.clock.stamp(seen_us), self.clock.stamp(said_us)
            yield _Said(said_us, math.floor(t1_us), *stamps)

    def _presses(self, slaps: Sequence[float]) -> Iterator[_Said]:
        for true_us in slaps:
            t_us = self.stamp(true_us)
            yield _Said(true_us + CONFIRM_US + self.rng.uniform(5.0, 60.0), 0, t_us, t_us, true_us)

    def _ready(self, said_us: float) -> float:
        """When the bytes are in the board's USB buffer."""
        ready_us = said_us + self.rng.uniform(20.0, 60.0)
        if self.rng.random() < 0.003:
            ready_us += self.rng.uniform(2000.0, 8000.0)
        return ready_us

    def _wait(self, at_us: float, phase_us: float) -> float:
        if self.profile.frame_us:
            return (phase_us - at_us) % self.profile.frame_us
        return self.rng.uniform(0.0, self.profile.wait_us)

    def _wake(self) -> float:
        """How long after the bytes' arrival the host's reader has stamped them."""
        woken_us = math.exp(self.rng.gauss(math.log(55.0), 0.35))
        return woken_us + (self._late(2000.0) if self.rng.random() < self.profile.busy else 0.0)

    def _late(self, mean_us: float) -> float:
        return min(self.rng.expovariate(1 / mean_us), 10_000.0)


def pulses(
    rng: Random, boards: Sequence[Wired], period_us: int, until_us: int, since_us: int = 200_000
) -> list[tuple[float, tuple[int, ...]]]:
    """Pulses of a sync wire: the moment, and each board's stamp of it. The driving board's loop makes each one late by up to
    some milliseconds; all boards stamp the same edge."""
    told = []
    at_us = float(since_us)
    while at_us < until_us:
        edge_us = at_us + rng.uniform(0.0, 3_000.0)
        told.append((edge_us, tuple(b.stamp(edge_us + rng.uniform(0.0, PULSE_SKEW_US)) for b in boards)))
        at_us += period_us
    return told


def pair(
    seed: int,
    profile: Profile = FRAME,
    ports: tuple[Port, Port] = (DIRECT, DIRECT),
    shock: tuple[float, float, float] | None = None,
    ppm: tuple[float, float] = (30.0, -20.0),
) -> tuple[Wired, Wired]:
    """Two boards of one host, 30 ppm fast and 20 ppm slow. Each has a source of chance of its own."""
    made = []
    for n, (port, off_ppm) in enumerate(zip(ports, ppm, strict=True)):
        rng = Random(f"{seed}/{n}")
        made.append(Wired(rng, profile, port, BoardClock(rng, off_ppm, shock if n == 0 else None)))
    return made[0], made[1]
