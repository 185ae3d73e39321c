"""Hands that land in one instant: no input, board or cable may be first more often than another.

One board: all pads within one microsecond, each at a random moment of it, through the real firmware core, link and table
(of all its inputs: and link).
Two boards: two presses at one true moment, each run with clocks and lines of its own; and again with the cables swapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from accuracy.chance import above, even
from accuracy.trials import LOOK_US, Condition, run
from lapsy.boards.events import Press
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.pads import role_byte
from lapsy.boards.stepper import Identity, InProcess, Stepper, Wanted
from lapsy.boards.wired import simulate
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.table.table import Table
from lapsy.testing.virtual import VirtualHost
from road import CABLE, people, setup_for

SECOND_US = 1_000_000

#: Does a function with each of the arguments, in their order; perhaps in several processes.
Mapper = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

#: A race closes 50 ms after its first hand; the pads are let go and rest before the next one.
EVERY_US = 200_000


class FineCore:
    """The firmware's core behind a capture finer than a microsecond: inputs that change in one microsecond do so at random
    moments of it, and the capture looks every 48 ns. Those of one look are one entry."""

    def __init__(self, identity: Identity, rng: Random) -> None:
        self._core = InProcess(identity)
        self._rng = rng
        self._word = identity.levels
        #: Each time that hands came onto pads at rest: which were in the first look.
        self.firsts: list[tuple[int, ...]] = []

    @property
    def wanted(self) -> Wanted:
        """The core's."""
        return self._core.wanted

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        """The core's, with every change of several inputs parted into looks."""
        fine: list[tuple[int, int]] = []
        for stamp, word in edges:
            pressed = not self._word
            entries = self._parted(stamp, self._word ^ word)
            fine += entries
            if pressed:
                self.firsts.append(tuple(n for n in range(word.bit_length()) if entries[0][1] >> n & 1))
        return self._core.step(now, fine, rx, room)

    def close(self) -> None:
        """The core's."""
        self._core.close()

    def _parted(self, stamp: int, changed: int) -> list[tuple[int, int]]:
        looks: dict[int, int] = {}
        phase_us = self._rng.uniform(0, LOOK_US)
        for number in range(changed.bit_length()):
            if changed >> number & 1:
                look = int((self._rng.random() + phase_us) / LOOK_US)
                looks[look] = looks.get(look, 0) | 1 << number
        entries = []
        for _, bits in sorted(looks.items()):
            self._word ^= bits
            entries.append((stamp, self._word))
        return entries


def one_board(races: int, seats: int = 8, seed: int = 1) -> dict[str, Any]:
    """So many races of hands that land within one microsecond on the pads of one board, judged by the table."""
    rng = Random(f"fairness/{seed}")
    cores: list[FineCore] = []

    def core(identity: Identity) -> Stepper:
        cores.append(FineCore(identity, rng))
        return cores[-1]

    setup = setup_for(people(seats, ("pads",)), game="race", options={"window_ms": "50"})
    roles = bytes(role_byte("slap", n) for n in range(seats))
    wired = simulate(uid=b"fairpads", boot=5, roles=roles, faults=parse_faults(CABLE), start=core)
    named: list[tuple[int, ...]] = []

    def journal(records: Sequence[dict[str, Any]]) -> None:
        for record in records:
            if record["k"] == "verdict" and record["state"] == "final":
                named.append(tuple(record["order"][0]["seats"]))

    driver = SimulatedDriver(Table(setup), {"pads": wired}, {}, journal=journal)
    for n in range(races):
        at_us = 3 * SECOND_US + n * EVERY_US + rng.randrange(50_000)
        for pad in range(seats):
            wired.board.press(pad, at_us, 60_000)
    driver.run(4 * SECOND_US + races * EVERY_US)
    if len(named) != races:
        raise AssertionError(f"{races} races were to be judged and {len(named)} were")
    firsts = Counter(named)
    alone = [firsts[(seat,)] for seat in range(seats)]
    shared = [
        sum(count for who, count in firsts.items() if seat in who and len(who) > 1) for seat in range(seats)
    ]
    return {
        "races": races,
        "as_captured": sum(a == b for a, b in zip(named, cores[0].firsts, strict=True)),
        "seats": seats,
        "alone": alone,
        "shared": shared,
        "ties": races - sum(alone),
        "p": round(even(alone), 3),
    }


def every_input(rounds: int, seed: int = 1) -> dict[str, Any]:
    """So many rounds of presses within one microsecond on all inputs of a board, told by its link: which has the least
    capture index, alone or with others."""
    rng = Random(f"inputs/{seed}")

    def core(identity: Identity) -> Stepper:
        return FineCore(identity, rng)

    inputs = messages.MAX_INPUTS
    roles = bytes(role_byte("slap", n % 8) for n in range(inputs))
    wired = simulate(uid=b"fairpads", boot=5, roles=roles, faults=parse_faults(CABLE), start=core)
    for n in range(rounds):
        at_us = 3 * SECOND_US + n * EVERY_US + rng.randrange(50_000)
        for number in range(inputs):
            wired.board.press(number, at_us, 60_000)
    host = VirtualHost(wired)
    host.run(4 * SECOND_US + rounds * EVERY_US)
    told: dict[int, list[Press]] = {}
    for press in host.all(Press):
        if press.pressed:
            told.setdefault(press.t_us, []).append(press)
    if [len(presses) for presses in told.values()] != [inputs] * rounds:
        raise AssertionError("not every press of every round was told at one stamp")
    alone = [0] * inputs
    for presses in told.values():
        least = min(press.index for press in presses)
        firsts = [press.input for press in presses if press.index == least]
        if len(firsts) == 1:
            alone[firsts[0]] += 1
    return {"rounds": rounds, "alone": alone, "ties": rounds - sum(alone), "p": round(even(alone), 3)}


def two_boards(condition: Condition, runs: int, mapper: Mapper = map) -> dict[str, Any]:
    """So many pairs of presses at one true moment, one a run; then the same with cables and crystals swapped."""
    rows = {}
    for name, each in (("as wired", condition), ("swapped", swapped(condition))):
        found = list(mapper(_at_once, [(each, number) for number in range(runs)]))
        proven, likely = Counter(pair[0] for pair in found), Counter(pair[1] for pair in found)
        rows[name] = {
            "proven": [proven[1], proven[-1]],
            "likely": [likely[1], likely[-1]],
            "even": likely[0],
            "p": round(even([likely[1], likely[-1]]), 3),
        }
    one, other = rows["as wired"]["likely"], rows["swapped"]["likely"]
    return {"condition": condition.name, "runs": runs, **rows, "swap_p": round(same(one, other[::-1]), 3)}


def _at_once(job: tuple[Condition, int]) -> tuple[int, int]:
    """Who was first as proven, and by the nearest point, of two hands at one moment."""
    condition, number = job
    at_s = Random(f"fairness/{condition.name}/{condition.ppm}/{number}").uniform(12, 20)
    (pair,) = run(condition, number + (0 if condition.ppm[0] > 0 else 1_000_000), [(at_s, 0.0)], until_s=21)
    return pair.told["proven"].order, pair.told["point"].order


def swapped(condition: Condition) -> Condition:
    """The same with each board at the other's cable."""
    return replace(condition, ports=condition.ports[::-1], ppm=condition.ppm[::-1])


def same(one: Sequence[int], other: Sequence[int]) -> float:
    """How likely two rows of counts at least so unlike are by chance alone, when both have the same shares."""
    total = sum(one) + sum(other)
    expected = [
        sum(row) * (a + b) / total / total for row in (one, other) for a, b in zip(one, other, strict=True)
    ]
    # Of all the cells, as many are free as one row has, less one.
    counts = [*one, *other]
    square = sum((c - total * e) ** 2 / (total * e) for c, e in zip(counts, expected, strict=True) if e)
    return above(square, len(one) - 1)
