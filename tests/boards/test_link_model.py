"""Core and link on a bad cable: every press once, in order, or declared lost."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lapsy.boards import events
from lapsy.boards.firmware import Core, messages
from lapsy.boards.link import Link

if TYPE_CHECKING:
    from collections.abc import Callable

UID = bytes(range(8))
SECOND = 1_000_000
#: Host time at which the board's counter stands at ``start``.
ORIGIN = 0


@dataclass
class Faults:
    """Chances for each piece that goes over the cable."""

    drop: float = 0
    duplicate: float = 0
    cut: float = 0
    garbage: float = 0


@dataclass
class Journal:
    """What the table keeps: it alone survives the host."""

    events: list[events.Event] = field(default_factory=list)
    next_seq: dict[tuple[str, int], int] = field(default_factory=dict)


class World:
    """Virtual time. The board's clock is ``start`` + host time, its counter wraps at ``period``."""

    def __init__(
        self, seed: int, faults: Faults, start: int = 5, period: int = 1 << 32, capacity: int = 1024
    ) -> None:
        self.random = random.Random(seed)
        self.faults = faults
        self.start, self.period, self.capacity = start, period, capacity
        self.now = 0
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.count = 0
        self.boot = 1
        self.core = self.new_core()
        self.edges: list[tuple[int, int]] = []
        self.rx = b""
        self.plug = 1  # odd: plugged; pieces of an earlier plugging are lost
        self.last = {"up": 0, "down": 0}
        self.link = Link(100)
        self.link.opened(0)
        self.journal = Journal()
        self.marks: dict[int, int] = {}
        self.marked = 0
        self.pinged = 0
        self.turn = 0  # only the newest wish to be woken counts
        self.asked = 0
        self.written = 0
        self.word = 0
        self.expected: dict[int, list[tuple[int, bool, int]]] = {1: []}
        self.flush()
        self.step()

    def new_core(self) -> Core:
        return Core(UID, self.boot, bytes((1, 33, 65, 97)), period_us=self.period, capacity=self.capacity)

    def at(self, t: int, call: Callable[[], None]) -> None:
        self.count += 1
        heapq.heappush(self.heap, (max(t, self.now), self.count, call))

    def run(self, until: int) -> None:
        while self.heap and self.heap[0][0] <= until:
            self.now, _, call = heapq.heappop(self.heap)
            call()
        self.now = until

    # Board.

    def step(self) -> None:
        edges = [(t + self.start) % self.period for t, _ in self.edges if t <= self.now]
        words = [word for t, word in self.edges if t <= self.now]
        self.edges = self.edges[len(edges) :]
        rx, self.rx = self.rx, b""
        room = 2_000 if self.plug % 2 else 0
        tx, wait = self.core.step(
            (self.now + self.start) % self.period, list(zip(edges, words, strict=True)), rx, room
        )
        self.send("up", tx)
        self.turn += 1
        turn = self.turn
        self.at(self.now + max(wait, 20), lambda: self.step() if turn == self.turn else None)

    def level(self, t: int, number: int, active: bool) -> None:
        def change() -> None:
            self.word = self.word & ~(1 << number) | active << number
            self.edges.append((self.now, self.word))

        self.at(t, change)
        self.at(t + self.random.randrange(2_000), self.step)

    def press(self, t: int, number: int) -> None:
        """A press of 45 ms with some bounce; from now on it is expected."""
        for _ in range(self.random.randrange(3)):
            self.level(t, number, True)
            self.level(t + 40, number, False)
            t += 100
        self.level(t, number, True)
        self.level(t + 45_000, number, False)

    def reboot(self) -> None:
        self.boot += 1
        self.expected[self.boot] = []
        self.edges.clear()
        self.rx = b""
        self.word = 0
        self.core = self.new_core()
        self.step()

    # Cable.

    def send(self, way: str, data: bytes) -> None:
        if not data or not self.plug % 2:
            return
        roll = self.random.random
        if roll() < self.faults.drop:
            return
        if roll() < self.faults.cut:
            at = self.random.randrange(len(data))
            data = data[:at] + data[at + 1 + self.random.randrange(40) :]
        if roll() < self.faults.garbage:
            at = self.random.randrange(len(data) + 1)
            data = (
                data[:at] + self.random.choice((b"\xff\x00", b"~", b"\n", b">>> \r\n", b"~gg\n")) + data[at:]
            )
        times = 2 if roll() < self.faults.duplicate else 1
        plug = self.plug
        for _ in range(times):
            arrival = max(self.last[way], self.now + self.random.randrange(60, 4_000))
            self.last[way] = arrival
            self.at(arrival, lambda: self.arrive(way, data, plug))

    def arrive(self, way: str, data: bytes, plug: int) -> None:
        if plug != self.plug:
            return
        if way == "up":
            self.hear(self.link.feed(self.now, data))
        else:
            self.rx += data
            self.at(self.now + self.random.randrange(200), self.step)

    def unplug(self) -> None:
        self.plug += 1
        self.hear(self.link.closed(self.now))

    def replug(self) -> None:
        self.plug += 1
        self.link.opened(self.now)
        self.flush()

    # Host.

    def flush(self) -> None:
        self.send("down", self.link.take())
        if (wake := self.link.wake_us) is not None:
            self.asked += 1
            asked = self.asked
            self.at(max(wake, self.now + 1_000), lambda: self.tick() if asked == self.asked else None)

    def tick(self) -> None:
        self.hear(self.link.tick(self.now))

    def hear(self, heard: list[events.Event]) -> None:
        link = self.link
        for event in heard:
            if isinstance(event, events.Press):
                assert event.t_us > self.marks.get(event.boot, -1), (
                    "reported after a complete mark had passed it"
                )
            if isinstance(event, events.Mark):
                self.marked += event.complete
                self.pinged += event.ping is not None
                if event.ping:
                    ping = event.ping
                    assert ping.t1_us + self.start <= ping.t2_us <= ping.t3_us <= ping.t4_us + self.start
                if event.complete:
                    self.marks[event.boot] = max(self.marks.get(event.boot, -1), event.t_us)
        numbered = [e for e in heard if isinstance(e, events.Press | events.Loss | events.Gap)]
        if numbered:
            self.written = max(self.written, self.now + self.random.randrange(20_000))
            self.at(self.written, lambda: self.write(link, numbered))
        if self.random.random() < 0.2:
            self.link.ping(self.now, self.random.randrange(1_500))
        self.flush()

    def write(self, link: Link, numbered: list[events.Press | events.Loss | events.Gap]) -> None:
        """Journal, then acknowledge; the host may have died in between."""
        if link is not self.link:
            return
        for event in numbered:
            self.journal.events.append(event)
            seq = event.to_seq if isinstance(event, events.Gap) else event.seq
            self.journal.next_seq[event.uid, event.boot] = seq + 1
            link.acknowledge(event.uid, event.boot, seq + 1)
        self.flush()

    def restart_host(self) -> None:
        self.link = Link(self.random.randrange(1 << 32), dict(self.journal.next_seq))
        self.link.opened(self.now)
        self.marks.clear()
        self.flush()

    # Verdict.

    def heard_of(self, boot: int) -> list[events.Press | events.Loss]:
        return [
            e for e in self.journal.events if isinstance(e, events.Press | events.Loss) and e.boot == boot
        ]

    def check_order(self) -> None:
        for boot in range(1, self.boot + 1):
            heard = self.heard_of(boot)
            assert [e.seq for e in heard] == list(range(1, len(heard) + 1))
        assert not any(isinstance(e, events.Gap) for e in self.journal.events)


def play(world: World, seconds: int, presses: int) -> list[tuple[int, int]]:
    """Presses on four inputs, at least 100 ms apart each; (first edge on the board's axis, input)."""
    made = []
    slots = [(t, number) for t in range(SECOND // 10, seconds * SECOND, SECOND // 10) for number in range(4)]
    for t, number in sorted(world.random.sample(slots, presses)):
        t += world.random.randrange(20_000)
        world.press(t, number)
        made.append((t + world.start, number))
    return made


def pressed(world: World, boot: int = 1) -> list[tuple[int, int]]:
    return sorted(
        (e.t_us, e.input) for e in world.heard_of(boot) if isinstance(e, events.Press) and e.pressed
    )


chance = st.sampled_from([0.0, 0.02, 0.15])


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 1 << 30),
    faults=st.builds(Faults, drop=chance, duplicate=chance, cut=chance, garbage=chance),
    near_wrap=st.booleans(),
    period=st.sampled_from([1 << 30, 1 << 32]),
    unplugs=st.lists(
        st.tuples(st.integers(1, 10), st.integers(1, 2_000_000)), max_size=2, unique_by=lambda u: u[0]
    ),
    restarts=st.lists(st.integers(200_000, 11_000_000), max_size=3),
)
def test_every_press_once_and_in_order(
    seed: int,
    faults: Faults,
    near_wrap: bool,
    period: int,
    unplugs: list[tuple[int, int]],
    restarts: list[int],
) -> None:
    world = World(seed, faults, start=period - 3 * SECOND if near_wrap else 5, period=period)
    made = play(world, seconds=12, presses=100)
    plugged_from = 0
    for at, length in sorted(unplugs):
        if at * SECOND > plugged_from:
            plugged_from = at * SECOND + length
            world.at(at * SECOND, world.unplug)
            world.at(plugged_from, world.replug)
            restarts = [t for t in restarts if not at * SECOND <= t <= plugged_from]
    for t in restarts:
        world.at(t, world.restart_host)
    world.run(13 * SECOND)
    world.faults = Faults()
    world.run(18 * SECOND)
    world.check_order()
    assert pressed(world) == sorted(made)
    assert not any(isinstance(e, events.Loss) for e in world.journal.events)
    assert len(world.heard_of(1)) == 200  # and as many releases
    assert world.marked > 20


@pytest.mark.parametrize("seed", range(4))
def test_what_is_declared_lost_is_what_is_missing(seed: int) -> None:
    world = World(seed, Faults(drop=0.05, duplicate=0.05), capacity=16)
    made = play(world, seconds=12, presses=120)
    for second in (2, 6):
        world.at(second * SECOND, world.unplug)
        world.at(second * SECOND + 3 * SECOND, world.replug)
    world.run(13 * SECOND)
    world.faults = Faults()
    world.run(18 * SECOND)
    world.check_order()
    losses = [e for e in world.journal.events if isinstance(e, events.Loss)]
    got = [e for e in world.journal.events if isinstance(e, events.Press)]
    assert losses
    assert len(got) + sum(loss.count for loss in losses) == 2 * len(made)
    for missing in sorted(set(made) - set(pressed(world))):
        assert any(loss.from_us <= missing[0] <= loss.to_us for loss in losses)


@pytest.mark.parametrize("seed", range(4))
def test_a_reboot_is_told_and_begins_a_new_count(seed: int) -> None:
    world = World(seed, Faults(drop=0.02, garbage=0.05))
    play(world, seconds=4, presses=30)
    world.run(3 * SECOND)
    world.reboot()
    made = [(t, n) for t, n in play(world, seconds=8, presses=40) if t > 4 * SECOND]
    world.run(14 * SECOND)
    world.check_order()
    got = pressed(world, 2)
    assert [each for each in got if each[0] > 4 * SECOND] == sorted(made)
    # What the first life had reported and the host had journalled is there; nothing of it twice.
    assert len(set(pressed(world, 1))) == len(pressed(world, 1))


def test_an_undisturbed_cable_needs_no_second_sending() -> None:
    world = World(1, Faults())
    play(world, seconds=12, presses=100)
    world.run(14 * SECOND)
    assert world.link.duplicates == 0
    assert world.link.damaged == world.link.skipped == 0
    assert world.pinged > 10
    assert world.core.outbox.first == 201
    assert messages.WINDOW < 200
