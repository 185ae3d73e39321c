"""How people tell who was first when two boards are on two USB ports: ways that are public, written anew for comparison.

Each is fed with the same traffic as Läpsy's clock. A way gives a gap and an order; none says that it does not know, except
where it works in whole milliseconds and both presses fall into one. Times are microseconds.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Protocol

#: The least-RTT offset is taken from the exchanges of so long before.
LEAST_RTT_WINDOW_US = 10_000_000

#: A loop that asks its ports in turn comes round this often.
POLL_US = 1_000


class Map(Protocol):
    """From a board's counter to the host's clock."""

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        """One answered ping."""

    def place(self, t_us: int) -> float:
        """The host's time of a stamp. Raises LookupError before the first ping."""


class LeastRtt:
    """Cristian's way: the offset of the quickest exchange of the last ten seconds, with no skew."""

    def __init__(self, window_us: int = LEAST_RTT_WINDOW_US) -> None:
        self._window_us = window_us
        self._kept: deque[tuple[int, int, float]] = deque()  # t4, round trip, offset: round trips grow

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        trip_us = (t4_us - t1_us) - (t3_us - t2_us)
        while self._kept and self._kept[-1][1] >= trip_us:
            self._kept.pop()
        self._kept.append((t4_us, trip_us, ((t1_us - t2_us) + (t4_us - t3_us)) / 2))
        while self._kept[0][0] < t4_us - self._window_us:
            self._kept.popleft()

    def place(self, t_us: int) -> float:
        if not self._kept:
            raise LookupError("no ping was answered yet")
        return t_us + self._kept[0][2]


class Regression:
    """Like Klipper's host clock (its clocksync.py): a decaying regression of the board's clock on the time of sending,
    plus the least half round trip. One ping each 0.9839 s after eight quick ones; those between are left to others. A
    sample more than five standard deviations and 500 µs off is left out, unless the last sound one is 10 s old."""

    DECAY = 1 / 30
    PERIOD_US = 983_900.0
    QUICK, QUICK_US = 8, 50_000.0
    AGE = 10e-6 / 3600  # the least half round trip may grow by 10 µs in an hour

    def __init__(self) -> None:
        self._count = 0
        self._next_us = -math.inf
        self._sent_us = self._clock_us = 0.0  # averages
        self._variance = self._covariance = 0.0
        self._rate = 1.0
        self._miss = 1000.0**2  # variance of the prediction
        self._sound_us = -math.inf
        self._half_us = math.inf
        self._half_at_us = 0.0

    def observe(self, t1_us: int, t2_us: int, t3_us: int, t4_us: int) -> None:
        if t1_us < self._next_us:
            return
        self._next_us = t1_us + (self.QUICK_US if self._count < self.QUICK else self.PERIOD_US)
        if self._count == 0:
            self._sent_us, self._clock_us, self._sound_us = float(t1_us), float(t2_us), float(t1_us)
        self._count += 1
        half_us = ((t4_us - t1_us) - (t3_us - t2_us)) / 2
        if half_us < self._half_us + (t1_us - self._half_at_us) * self.AGE:
            self._half_us, self._half_at_us = half_us, float(t1_us)
        expected_us = (t1_us - self._sent_us) * self._rate + self._clock_us
        miss = (t2_us - expected_us) ** 2
        if miss > 25 * self._miss and miss > 500.0**2:
            if t2_us > expected_us and t1_us < self._sound_us + 10_000_000:
                return
            self._miss = 1000.0**2
        else:
            self._sound_us = float(t1_us)
            self._miss = (1 - self.DECAY) * (self._miss + miss * self.DECAY)
        sent_us, clock_us = t1_us - self._sent_us, t2_us - self._clock_us
        self._sent_us += self.DECAY * sent_us
        self._variance = (1 - self.DECAY) * (self._variance + sent_us * sent_us * self.DECAY)
        self._clock_us += self.DECAY * clock_us
        self._covariance = (1 - self.DECAY) * (self._covariance + sent_us * clock_us * self.DECAY)
        if self._variance > 0:
            self._rate = self._covariance / self._variance

    def place(self, t_us: int) -> float:
        if not self._count:
            raise LookupError("no ping was answered yet")
        return (t_us - self._clock_us) / self._rate + self._sent_us + self._half_us


@dataclass(frozen=True, slots=True)
class Told:
    """What a way says of two presses: the signed gap, and who was first (+1 the first board, -1 the second, 0 nobody)."""

    gap_us: float
    order: int


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def receive_time(came_a_us: float, came_b_us: float) -> Told:
    """The gap of the two moments at which the host had the messages (a reader for each port)."""
    gap_us = came_b_us - came_a_us
    return Told(gap_us, _sign(gap_us))


def arrival_order(came_a_us: float, came_b_us: float, phase_us: float = 0.0) -> Told:
    """Who is handled first by one loop that asks the first port, then the second, each millisecond. The gap is that of the
    rounds; within one round the first port wins."""
    rounds = [math.ceil((came_us - phase_us) / POLL_US) for came_us in (came_a_us, came_b_us)]
    return Told((rounds[1] - rounds[0]) * POLL_US, _sign(rounds[1] - rounds[0]) or 1)


def mapped(place_a_us: float, place_b_us: float) -> Told:
    """The gap of two stamps on the host's clock."""
    gap_us = place_b_us - place_a_us
    return Told(gap_us, _sign(gap_us))


def whole_milliseconds(place_a_us: float, place_b_us: float) -> Told:
    """The same, told in whole milliseconds: equal is equal. The stamps were cut to whole milliseconds by their boards
    (``cut``) before they were placed."""
    at = [math.floor(place_us / 1000) for place_us in (place_a_us, place_b_us)]
    return Told((at[1] - at[0]) * 1000.0, _sign(at[1] - at[0]))


def cut(t_us: int) -> int:
    """A stamp as a board that counts milliseconds has it."""
    return t_us // 1000 * 1000
