"""A host that dies between any two effects: what the journal holds by then is enough, and the boards keep the rest.

The boards live on in virtual time; the table, its link, its clocks and the bots' plans are thrown away and built again
from exactly the records that were written. This finds a wrong order of journal, acknowledgement, judgement and view.
"""

from __future__ import annotations

import random
from binascii import a2b_base64
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from fixed_clock import FixedClock
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import WiredBoard, simulate
from lapsy.drivers.opening import bots_for
from lapsy.drivers.simulated import Heap, SimulatedDriver
from lapsy.table.effects import Effect, Journal, Publish, Send
from lapsy.table.judge import Pacing
from lapsy.table.pages.channels import public_view
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Table
from live import check_numbers
from road import CABLE, bots, people, setup_for

SECOND = 1_000_000
HOUR = 3_600 * SECOND
#: More effects than any game here has.
UNDISTURBED = 1 << 30


class KilledError(Exception):
    """The host died here."""


def only_asks(effect: Effect) -> bool:
    """Nothing but pings are sent: ten a second, and a death before one differs in nothing from a death after it."""
    if not isinstance(effect, Send):
        return False
    lines = effect.data.split()
    return all(a2b_base64(line.rpartition(b"~")[2])[0] == messages.PING for line in lines)


class Mortal(SimulatedDriver):
    """A driver that dies before its ``lives``-th effect that is more than a ping, or in the middle of one: a write cut
    short, a view just out."""

    def __init__(self, *args: Any, lives: int, torn: Callable[[int], int], **more: Any) -> None:
        super().__init__(*args, **more)
        self.lives = lives
        self.dead = False
        self.last: Effect | None = None
        self._torn = torn

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            if self.dead:
                return
            if only_asks(effect):
                super()._do([effect])
                continue
            self.lives -= 1
            self.last = effect
            if self.lives <= 0:
                self.dead = True
                if isinstance(effect, Journal):
                    self._journal(effect.records[: self._torn(len(effect.records))])
                if isinstance(effect, Publish):
                    self._publish(effect.view)
                raise KilledError
            super()._do([effect])

    def _wake_all(self) -> None:
        if not self.dead:
            super()._wake_all()

    def _board(self, port: str) -> None:
        if not self.dead:
            super()._board(port)

    def _bot(self, seat: int) -> None:
        if not self.dead:
            super()._bot(seat)

    def _table(self) -> None:
        if not self.dead:
            super()._table()


@dataclass
class House:
    """One game over many lives of its host. ``died``: what the host was about to do, each time."""

    setup: Setup
    faults: str
    dice: random.Random
    edges: bool = False
    boards: dict[str, WiredBoard] = field(init=False)
    heap: Heap = field(default_factory=Heap)
    records: list[dict[str, Any]] = field(default_factory=list)
    died: list[Effect] = field(default_factory=list)
    driver: Mortal = field(init=False)

    def __post_init__(self) -> None:
        self.boards = {
            port: simulate(
                uid=port.encode().ljust(8, b"."),
                boot=7 + n,
                roles=seat_roles(4),
                faults=parse_faults(self.faults),
                seed=n,
                edges=self.edges,
            )
            for n, port in enumerate(self.setup.ports)
        }

    def live(self, lives: Callable[[], int], until_us: int) -> bool:
        """Play until the game is over (True) or ``until_us``; the host dies after so many effects each time."""
        while True:
            table = self.table()
            self.driver = Mortal(
                table,
                self.boards,
                bots_for(self.setup, str(len(self.died))),
                journal=self.records.extend,
                heap=self.heap,
                lives=lives(),
                torn=lambda count: self.dice.randint(0, count),
            )
            try:
                over = self.driver.run(until_us)
                self.driver.dead = True
                return over
            except KilledError:
                last = self.driver.last
                assert last is not None
                self.died.append(last)
                if (
                    isinstance(last, Publish) and last.view is not None
                ):  # nothing is shown that a resumed table would not show
                    again = public_view(self.table(), self.heap.now_us)
                    for part in ("phase", "seats", "pile", "turn", "window", "challenge", "verdict"):
                        assert last.view[part] == again[part]
                self._rest()

    def _rest(self) -> None:
        """Until somebody starts the host again; the boards live on and get presses."""
        rested: list[bool] = []
        self.heap.at(self.heap.now_us + self.dice.choice((0, 3_000, 800_000)), lambda: rested.append(True))
        while not rested:
            self.heap.step()

    def table(self) -> Table:
        """A new table from nothing but the records."""
        if not self.records:
            return Table(self.setup)
        rebuilt = rebuild(self.records)
        return Table(replace(self.setup, session=2 + len(self.died)), rebuilt)

    def check(self) -> None:
        """Every number of every board once and in order, none of them too late, and the same game when played again."""
        over = self.live(lambda: UNDISTURBED, self.heap.now_us + 2 * SECOND)
        for side in self.driver.table.sides.values():
            numbers = check_numbers(self.records, side.uid)
            if not over:
                assert side.link.last_beat is not None
                assert numbers.get((side.uid, side.boot), 0) >= side.link.last_beat.next_seq - 1
        assert not [r for r in self.records if r.get("state") == "stale"]
        again = rebuild(self.records)
        assert again.judge is not None
        assert self.driver.table.judge is not None
        assert again.judge.state == self.driver.table.judge.state
        assert again.phase == self.driver.table.phase
        assert not again.missing


def house(flip: str = "seat", faults: str = CABLE, seed: str = "7", edges: bool = False) -> House:
    """Two people by pads of their own, two quick bots."""
    humans = 2
    seats = (*people(humans, ("pads",)), *(replace(s, name=f"{s.name}-botti") for s in bots(2, "strong")))
    setup = setup_for(
        seats, seed=seed, pacing=Pacing(flip=flip, pace_us=700_000, jitter_us=100_000, display_us=300_000)
    )
    made = House(setup, faults, random.Random(seed), edges)
    pads = made.boards["pads"].board
    for seat in range(humans):
        pads.press(f"slap{seat + 1}", SECOND + seat)
    # Impatient people: flips all the time, slaps often, some of them in the very same instant.
    for n in range(1500):
        at_us = 3 * SECOND + n * 400_000 + made.dice.randrange(200_000)
        pads.press(f"flip{1 + n % humans}", at_us)
        if n % 6 == 0:
            pads.press("slap1", at_us + 30_000)
        if n % 12 == 0:
            pads.press("slap2", at_us + 30_000)
    return made


@pytest.mark.parametrize(
    ("flip", "seed", "edges"), [("seat", "1", False), ("seat", "2", True), ("auto", "3", True)]
)
def test_a_host_that_dies_all_the_time_loses_no_press_and_doubles_none(
    flip: str, seed: str, edges: bool
) -> None:
    """With raw edges too: they are numbered among the presses, and one acknowledgement covers all before it."""
    h = house(flip, seed=seed, edges=edges)
    h.live(lambda: h.dice.randint(6, 100), 60 * SECOND)
    assert len(h.died) > 20
    assert {type(e) for e in h.died} >= {Journal, Send, Publish}
    h.check()
    assert {o["kind"] for r in h.records if r["k"] == "bundle" for o in r["out"]} >= {"landed", "collected"}


def test_a_game_is_played_to_its_end_over_many_deaths() -> None:
    setup = setup_for(bots(2, "strong"), seed="3", pacing=Pacing(flip="auto", pace_us=600_000, jitter_us=0))
    h = House(setup, CABLE, random.Random(3))
    # Each life longer than the one before: rebuilding a long game again and again takes its time.
    assert h.live(lambda: h.dice.randint(20, 60) * 4 ** len(h.died) // 3 ** len(h.died), HOUR)
    assert len(h.died) > 5
    assert h.records[-1]["k"] == "end"
    h.check()


def effects_until(until_us: int) -> int:
    """So many effects has the undisturbed game by then."""
    h = house()
    lives = UNDISTURBED
    h.live(lambda: lives, until_us)
    return lives - h.driver.lives


def die_once(k: int, until_us: int, faults: str = CABLE) -> House:
    h = house(faults=faults)
    lives = iter((k, UNDISTURBED))
    h.live(lambda: next(lives), until_us)
    return h


@pytest.mark.parametrize("start", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
def test_a_death_at_any_effect_is_survived(start: int) -> None:
    """A dense sample, from the first effect on: the header, the lobby, the deal, cards in the air, windows."""
    whole = effects_until(12 * SECOND)
    for k in [*range(1 + start, 60, 6), *range(60 + 12 * start, whole, 48)]:
        h = die_once(k, 14 * SECOND)
        assert len(h.died) == 1
        h.check()


def test_a_press_after_the_last_watermark_is_not_too_late_because_the_new_host_knows_the_clock_less_well() -> (
    None
):
    """What was released before the death was passed by a watermark: a later press is later, however wide its new span."""
    setup = setup_for(people(2, ("pads",)), pacing=Pacing(flip="auto", pace_us=700_000, jitter_us=0))
    h = House(setup, CABLE, random.Random(1))
    pads = h.boards["pads"].board
    for seat in range(2):
        pads.press(f"slap{seat + 1}", SECOND + seat)
    h.driver = Mortal(
        Table(setup), h.boards, {}, journal=h.records.extend, heap=h.heap, lives=UNDISTURBED, torn=lambda n: n
    )
    shown = h.driver._journal

    def die_when_shown(records: tuple[dict[str, Any], ...]) -> None:
        shown(records)
        if any(r["k"] == "bundle" and r["in"][0][1] == "shown" for r in records):
            h.driver.dead = True
            raise KilledError

    h.driver._journal = die_when_shown
    with pytest.raises(KilledError):
        h.driver.run(10 * SECOND)
    pads.press("slap1", pads.earliest_us)
    h.driver = Mortal(
        Table(replace(setup, session=2), rebuild(h.records), lambda _: FixedClock(pads.clock.start, 40_000)),
        h.boards,
        {},
        journal=h.records.extend,
        heap=h.heap,
        lives=UNDISTURBED,
        torn=lambda n: n,
    )
    h.driver.run(h.heap.now_us + SECOND)
    assert [r.get("state") for r in h.records if r["k"] == "press"] == ["lobby", "lobby", None]


def test_boards_that_changed_places_while_the_host_was_dead_are_not_taken_for_each_other() -> None:
    """Seats follow the board, not the name of its port: a swapped cable must not give a player another's pads."""
    setup = setup_for(people(2, ("a", "b")), pacing=Pacing(flip="auto", pace_us=700_000, jitter_us=0))
    h = House(setup, CABLE, random.Random(1))
    for n, port in enumerate("ab"):
        h.boards[port].board.press("slap1", SECOND + n)
    h.live(lambda: UNDISTURBED, 5 * SECOND)
    right, before = h.boards, len(h.records)
    h.boards = {"a": right["b"], "b": right["a"]}
    for port in "ab":
        right[port].board.press("slap1", h.heap.now_us + SECOND)
    h.live(lambda: UNDISTURBED, h.heap.now_us + 3 * SECOND)
    assert not [r for r in h.records[before:] if r["k"] in ("press", "released", "marks")]
    h.boards = right
    h.check()
    seats = {(r["board"], r["seat"]) for r in h.records if r["k"] == "press"}
    assert seats == {(right[port].board.identity.uid.hex(), n) for n, port in enumerate("ab")}
    assert sum(r["k"] == "press" for r in h.records) == 4


@pytest.mark.slow
@pytest.mark.parametrize("start", range(8))
def test_a_death_at_many_effects_is_survived(start: int) -> None:
    for k in range(1 + start, effects_until(25 * SECOND), 24):
        die_once(k, 27 * SECOND).check()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_deaths_over_bad_cables(seed: int) -> None:
    """What the cable loses or doubles has to be told apart from what the host lost."""
    h = house(seed=str(seed), faults="drop=5%,duplicate=5%,delay=1ms..30ms,garbage=2%")
    h.live(lambda: h.dice.randint(10, 150), 150 * SECOND)
    h.check()
