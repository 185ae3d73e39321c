"""Presses that a board declares lost while a race is open: nothing that they may have decided is decided without them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.simulated import SimulatedBoard, boot_ids
from lapsy.boards.stepper import Identity, InProcess
from lapsy.boards.wired import WiredBoard, simulate, skewed_clock
from lapsy.table.replay import rebuild
from lapsy.table.table import Command
from road import CABLE, Road, people, road, setup_for

SECOND = 1_000_000
SAID = {
    "fi": "Lauta a kadotti painalluksia kesken pelin: ratkaisematta jäänyt kisa on mitätön. Läpsykää uudestaan.",
    "en": "The board on a lost presses during play: the race that was not decided yet is void. Slap again.",
}


class Lapped(InProcess):
    """The firmware's core behind a capture that is lapped once: what its edges in that time were, nobody knows."""

    def __init__(self, identity: Identity, from_us: int, to_us: int) -> None:
        super().__init__(identity)
        self._from_us, self._to_us = from_us, to_us
        self._word: int | None = None  # the newest of the lost ones

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        told = []
        for at_us, word in edges:
            if self._from_us <= at_us <= self._to_us:
                self._word = word
            else:
                told.append((at_us, word))
        if self._word is not None and now > self._to_us:
            told[:0] = [(self._to_us, -messages.FAULT_CAPTURE_OVERRUN), (self._to_us, self._word)]
            self._word = None
        return super().step(now, told, rx, room)


def race_with_a_lap(
    from_us: int, to_us: int, language: str = "en", first: str = CABLE, second: str = CABLE
) -> Road:
    """Two people with a board each, and its cable; the first one's capture is lapped in that time."""
    r = road(
        replace(setup_for(people(2, ("a", "b")), game="race"), language=language), {"a": first, "b": second}
    )
    old = r.boards["a"].board.identity
    faults = parse_faults(first)
    board = SimulatedBoard(
        uid=old.uid,
        boots=boot_ids(old.boot),
        roles=old.roles,
        clock=skewed_clock(faults),
        start=lambda identity: Lapped(identity, from_us, to_us),
    )
    r.boards["a"] = WiredBoard(board, faults)
    return r


def verdicts(r: Road) -> list[tuple[str, list[list[int]]]]:
    return [(v["state"], [p["seats"] for p in v["order"]]) for v in r.kinds("verdict")]


@pytest.mark.parametrize("language", ["fi", "en"])
def test_a_race_that_a_loss_falls_into_is_void_and_that_is_said(language: str) -> None:
    """The first one pressed before the second; his capture lost it, and says that something is lost."""
    r = race_with_a_lap(5 * SECOND, 5 * SECOND + 30_000, language)
    r.press(0, "slap", 5 * SECOND + 10_000)
    r.press(1, "slap", 5 * SECOND + 20_000)
    r.press(1, "slap", 8 * SECOND)
    r.press(0, "slap", 8 * SECOND + 30_000)
    r.driver.run(11 * SECOND)
    assert len(r.kinds("loss")) == 1
    assert SAID[language] in [said.text for said in r.said]
    assert SAID[language] in [view["notice"] for view in r.views]
    # The second one's hand may have opened a race before the loss was heard of: that one is void.
    assert [v for v in verdicts(r) if v[0] != "void"] == [("final", [[1], [0]])]
    assert [p["t"] for p in r.kinds("press") if "state" not in p]
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_a_race_that_was_open_before_is_void() -> None:
    r = race_with_a_lap(5 * SECOND, 5 * SECOND + 200_000)
    r.press(1, "slap", 5 * SECOND - 300_000)
    r.press(0, "slap", 5 * SECOND + 10_000)
    r.driver.run(9 * SECOND)
    assert verdicts(r) == [("void", [[1]])]


LATE = f"{CABLE},stall=2s@4.6s"


@pytest.mark.parametrize("first", [CABLE, LATE])
@pytest.mark.parametrize("second", [CABLE, LATE])
def test_which_bytes_come_first_decides_nothing(first: str, second: str) -> None:
    """The second one's press comes before the loss, and may be heard of after it: the race is void all the same."""
    r = race_with_a_lap(5 * SECOND, 5 * SECOND + 200_000, first=first, second=second)
    r.press(1, "slap", 5 * SECOND - 300_000)
    r.press(0, "slap", 5 * SECOND + 10_000)
    r.press(0, "slap", 8 * SECOND)
    r.driver.run(11 * SECOND)
    assert verdicts(r) == [("void", [[1]]), ("final", [[0]])]
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_a_press_before_a_loss_wins_although_it_is_heard_of_after_it() -> None:
    """Both cables are cut: the second one's comes back last, with the press that was first."""
    r = road(
        setup_for(people(2, ("a", "b")), game="race"),
        {"a": f"{CABLE},unplug=100s@3s", "b": f"{CABLE},unplug=101s@3.5s"},
    )
    r.press(1, "slap", 4 * SECOND - 100_000)
    for n in range(700):
        r.press(0, "slap", 4 * SECOND + n * 130_000)
    r.driver.run(112 * SECOND)
    assert len(r.kinds("loss")) == len(r.kinds("void")) == 1
    assert verdicts(r)[0] == ("final", [[1], [0]])
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_races_before_a_loss_are_as_they_would_have_been_without_it() -> None:
    """They close in their own time: seconds apart, two presses are of two races."""
    told = []
    for presses in (300, 700):  # the outbox has places for the first ones only
        r = road(setup_for(people(2, ("a", "b")), game="race"), {"a": f"{CABLE},unplug=100s@3s", "b": CABLE})
        for n in range(presses):
            r.press(0, "slap", 4 * SECOND + n * 130_000)
        r.press(1, "slap", 10 * SECOND + 50_000)
        r.driver.run(112 * SECOND)
        told.append(verdicts(r))
    assert len(told[0]) > 30
    assert told[1][: len(told[0]) - 1] == told[0][:-1]
    assert told[1][5] == ("final", [[0], [1]])


def test_a_race_that_was_over_before_stays() -> None:
    r = race_with_a_lap(5 * SECOND, 5 * SECOND + 200_000)
    r.press(1, "slap", 3 * SECOND)
    r.press(0, "slap", 5 * SECOND + 10_000)
    r.driver.run(9 * SECOND)
    assert verdicts(r) == [("final", [[1]])]
    assert len(r.kinds("void")) == 1


def test_what_came_before_an_overflow_is_judged_and_what_may_have_come_after_its_start_is_not() -> None:
    """A hundred seconds without a cable: the oldest presses are here, and in their proven order; then a loss."""
    r = road(setup_for(people(2, ("a", "b")), game="race"), {"a": f"{CABLE},unplug=100s@3s", "b": CABLE})
    for n in range(700):
        r.press(0, "slap", 4 * SECOND + n * 130_000)
    r.press(1, "slap", 4 * SECOND + 50_000)  # proven after the first one's first press, long before the loss
    r.press(1, "slap", 94 * SECOND)  # after the loss began
    r.driver.run(110 * SECOND)
    (loss,) = r.kinds("loss")
    assert loss["count"] > 300
    assert len(r.kinds("void")) == 1
    judged = [e[0] for b in r.kinds("bundle") for e in b["in"] if e[1] == "slap"]
    presses = {p["n"]: p for p in r.kinds("press") if "n" in p}
    kept = [presses[n] for n in judged]
    assert len(kept) > 300
    assert all(p["t"] < loss["from"] for p in kept if p["seat"] == 0)
    assert sum(p["seat"] == 1 for p in kept) == 1
    assert verdicts(r)[0] == ("final", [[0], [1]])
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_a_loss_of_a_board_that_the_game_went_on_without_voids_nothing() -> None:
    r = road(setup_for(people(2, ("a", "b")), game="race"), {"a": f"{CABLE},unplug=100s@3s", "b": CABLE})
    r.at(
        5 * SECOND, lambda: r.driver._do(r.table.command(r.driver.heap.now_us, Command("absent", board="a")))
    )
    for n in range(700):
        r.press(0, "slap", 4 * SECOND + n * 130_000)
    r.press(1, "slap", 102_500_000)
    r.driver.run(110 * SECOND)
    assert len(r.kinds("loss")) == 1
    assert not r.kinds("void")
    assert verdicts(r) == [("final", [[1]])]


def test_raw_edges_that_found_no_place_void_nothing() -> None:
    """They are told for a referee who judges again; every press is here."""
    r = road(setup_for(people(2, ("a", "b")), game="race"), {"a": f"{CABLE},unplug=40s@3s", "b": CABLE})
    old = r.boards["a"].board.identity
    faults = parse_faults(f"{CABLE},unplug=40s@3s")
    r.boards["a"] = simulate(uid=old.uid, boot=old.boot, roles=old.roles, faults=faults, edges=True)
    for n in range(200):
        r.press(0, "slap", 4 * SECOND + n * 130_000)
    r.driver.run(50 * SECOND)
    (loss,) = r.kinds("loss")
    assert loss["count"] > 100
    assert not r.kinds("void")
    assert len(r.kinds("press")) == 200
