"""Boards that fall silent, clocks that break or jump, stamps that nothing places: what the table says and does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fixed_clock import FixedClock
from lapsy.boards.skew import SkewedClock
from lapsy.table.policy import Policy
from lapsy.table.replay import rebuild
from lapsy.table.table import Table
from lapsy.timing.clock import DECLARED_BOUND_US, Reach
from road import CABLE, Road, people, road, setup_for

SECOND = 1_000_000


def race(policy: Policy | None = None, table: Table | None = None, **faults: str) -> Road:
    """Two people with a board each."""
    setup = replace(setup_for(people(2, ("a", "b")), game="race"), policy=policy or Policy())
    made = {port: ",".join((CABLE, *filter(None, [faults.get(port)]))) for port in "ab"}
    return road(table.setup if table else setup, made, table=table)


def told(r: Road) -> list[tuple[str, list[list[int]]]]:
    return [(v["state"], [p["seats"] for p in v["order"]]) for v in r.kinds("verdict")]


def replays(r: Road) -> bool:
    return rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


# ---- silent boards, by policy

CUT = "unplug=8s@5s"


def cut_race(policy: Policy) -> Road:
    """The first hand's board is cut off before anybody heard of it; the second's is not."""
    r = race(policy, a=CUT)
    r.press(0, "slap", 6 * SECOND)
    r.press(1, "slap", 6 * SECOND + 100_000)
    return r


def test_without_an_agreement_a_race_waits_and_the_silent_boards_hand_wins() -> None:
    r = cut_race(Policy())
    r.driver.run(17 * SECOND)
    assert told(r) == [("final", [[0], [1]])]
    assert not r.kinds("absent")
    assert any(v["waiting"] for v in r.views)
    assert replays(r)


def test_after_the_agreed_time_the_race_goes_on_and_the_late_hand_is_stale() -> None:
    r = cut_race(Policy(silent_us=2 * SECOND))
    r.driver.run(17 * SECOND)
    (absent,) = r.kinds("absent")
    assert absent["why"] == "policy"
    assert 7 * SECOND <= absent["t"] <= 7 * SECOND + 50_000
    assert told(r) == [("final", [[1]])]
    assert [p.get("state") for p in r.kinds("press") if p["seat"] == 0] == ["stale"]
    assert any("vaikeni liian pitkäksi aikaa" in (v["notice"] or "") for v in r.views)
    assert not r.views[-1]["waiting"]
    assert replays(r)


def test_a_board_that_is_back_in_time_is_not_given_up() -> None:
    r = cut_race(Policy(silent_us=9 * SECOND))
    r.driver.run(17 * SECOND)
    assert not r.kinds("absent")
    assert told(r) == [("final", [[0], [1]])]


def test_nobody_is_given_up_before_the_game() -> None:
    r = race(Policy(silent_us=SECOND), a="unplug=20s@50ms")
    r.driver.run(10 * SECOND)
    assert r.table.phase == "lobby"
    assert not r.kinds("absent")


def test_a_board_that_was_given_up_plays_again_when_it_is_back() -> None:
    r = cut_race(Policy(silent_us=2 * SECOND))
    r.press(1, "slap", 20 * SECOND + 50_000)
    r.press(0, "slap", 20 * SECOND)
    r.driver.run(23 * SECOND)
    assert told(r) == [("final", [[1]]), ("final", [[0], [1]])]


# ---- the table's clock


@pytest.mark.parametrize("by_us", [40 * SECOND, -2 * SECOND])
def test_a_jump_of_the_clock_voids_what_is_open_and_nothing_else(by_us: int) -> None:
    """The boards' counters went on (or seem to have gone back); every map begins anew."""
    r = race()
    r.press(0, "slap", 4 * SECOND)
    r.press(1, "slap", 4 * SECOND + 50_000)
    r.press(0, "slap", 8 * SECOND)

    def jump() -> None:
        for wired in r.boards.values():
            now_us, clock = r.driver.heap.now_us, wired.board.clock
            wired.board.clock = SkewedClock(now_us, clock.ticks(now_us) + max(0, by_us), clock.drift_ppb)

    r.at(8 * SECOND + 300_000, jump)
    r.driver.clock_jumped(8 * SECOND + 300_000, by_us)
    r.press(1, "slap", 12 * SECOND)
    r.press(0, "slap", 12 * SECOND + 30_000)
    r.driver.run(16 * SECOND)
    assert told(r) == [("final", [[0], [1]]), ("void", [[0]]), ("final", [[1], [0]])]
    (jumped,) = r.kinds("jumped")
    assert jumped["by"] == by_us
    assert any("kello hyppäsi" in (v["notice"] or "") for v in r.views)
    for press in r.kinds("press")[-2:]:
        at_us = 12 * SECOND + (30_000 if press["seat"] == 0 else 0)
        assert press["lo"] <= at_us <= press["hi"]
        assert press["hi"] - press["lo"] < 3_000
    assert replays(r)


def test_a_crystal_that_runs_away_is_said_and_proves_less() -> None:
    r = race()
    r.driver._wake_all()

    def hot() -> None:
        board = r.boards["a"].board
        now_us = r.driver.heap.now_us
        board.clock = SkewedClock(now_us, board.clock.ticks(now_us), 900_000)

    r.at(20 * SECOND, hot)
    r.press(0, "slap", 60 * SECOND)
    r.press(1, "slap", 60 * SECOND + 3_000)
    r.driver.run(63 * SECOND)
    assert [(c["port"], c["broken"]) for c in r.kinds("clock")] == [("a", True)]
    assert any("kello käy vastoin odotuksia" in (v["notice"] or "") for v in r.views)
    (first, _) = r.kinds("press")
    assert first["lo"] <= 60 * SECOND <= first["hi"]
    assert first["hi"] - first["lo"] > 1.9 * DECLARED_BOUND_US
    assert first["evidence"][0][-1] is True
    assert told(r) == [("final", [[0, 1]])]
    assert replays(r)


# ---- stamps that nothing places


class Forgetful(FixedClock):
    """Reaches nothing stamped in a certain time; what is newer than another only later."""

    def __init__(self, never: tuple[int, int] = (0, 0)) -> None:
        super().__init__(0, 300)
        self._never = never

    def reach(self, t_us: int) -> Reach:
        return "never" if self._never[0] <= t_us <= self._never[1] else "now"


def forgetful(never: tuple[int, int], **faults: str) -> Road:
    setup = setup_for(people(2, ("a", "b")), game="race")
    table = Table(setup, new_clock=lambda port: Forgetful(never if port == "a" else (0, 0)))
    return race(table=table, **faults)


def test_a_press_that_nobody_can_place_voids_what_it_may_have_won() -> None:
    r = forgetful((5 * SECOND, 6 * SECOND))
    r.press(1, "slap", 4 * SECOND)
    r.press(1, "slap", 5 * SECOND + 400_000)
    r.press(0, "slap", 5 * SECOND + 500_000)
    r.press(0, "slap", 9 * SECOND)
    r.driver.run(12 * SECOND)
    (unbounded,) = r.kinds("unbounded")
    assert (unbounded["seat"], unbounded["act"], unbounded["why"]) == (0, "slap", "never")
    assert told(r) == [("final", [[1]]), ("void", [[1]]), ("final", [[0]])]
    assert any("ei voi enää sanoa" in s.text for s in r.said)
    assert r.boards["a"].board._core._core.outbox.first >= 3  # type: ignore[attr-defined]
    assert replays(r)


def test_of_a_board_that_was_given_up_it_voids_nothing() -> None:
    """Nothing was expected of it: what it brings back from then decides nothing and undoes nothing."""
    r = forgetful((5 * SECOND, 6 * SECOND + 999_999), a="unplug=8s@5s")
    r.table.setup = replace(r.table.setup, policy=Policy(silent_us=SECOND))
    r.table.lines._setup = r.table.setup
    r.press(0, "slap", 6 * SECOND)
    r.press(1, "slap", 13 * SECOND - 300_000)
    r.driver.run(17 * SECOND)
    assert len(r.kinds("unbounded")) == 1
    assert not r.kinds("void")
    assert told(r) == [("final", [[1]])]


class Later(FixedClock):
    """Reaches a stamp only once an exchange after it has come."""

    def __init__(self) -> None:
        super().__init__(0, 300)
        self._newest_us = 0

    def observe(self, *times: int) -> None:
        self._newest_us = times[2]

    def reach(self, t_us: int) -> Reach:
        return "now" if t_us <= self._newest_us else "later"


def test_a_press_that_waits_for_its_map_is_not_acknowledged_and_holds_its_board() -> None:
    setup = setup_for(people(2, ("a", "b")), game="race")
    r = race(table=Table(setup, new_clock=lambda _: Later()))
    side = r.table.sides["a"]
    held: list[tuple[Any, int, int]] = []

    def look() -> None:
        if side.unplaced and side.mark is not None:
            outbox = r.boards["a"].board._core._core.outbox  # type: ignore[attr-defined]
            held.append((side.unplaced[0], side.mark.t_us, outbox.first))

    r.press(0, "slap", 5 * SECOND + 1)
    r.press(1, "slap", 5 * SECOND + 20_000)
    for ms in range(0, 200, 2):
        r.at(5 * SECOND + ms * 1_000, look)
    r.driver.run(8 * SECOND)
    assert {event.pressed for event, _, _ in held} == {True, False}
    assert all(mark_us < event.t_us and first <= event.seq for event, mark_us, first in held)
    assert told(r) == [("final", [[0], [1]])]
    assert replays(r)
