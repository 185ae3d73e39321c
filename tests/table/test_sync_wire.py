"""The sync wire at a table: gaps between boards to microseconds, one driver at a time, a cut lead that decides nothing."""

from __future__ import annotations

from typing import Any

import pytest

from claims import claims
from lapsy.table.replay import rebuild
from lapsy.table.sync_wire import Pulses
from lapsy.timing.claim import Pulse, Span
from lapsy.timing.gap import gap
from lapsy.timing.wire import PULSES
from road import CABLE, Road, people, road, setup_for

SECOND = 1_000_000
WARM = 15 * SECOND
DRIFTS = {"a": "offset=3s,drift=25ppm", "b": "offset=700s,drift=-18ppm", "c": "drift=4ppm"}


def race(ports: tuple[str, ...] = ("a", "b"), **more: str) -> Road:
    """A seat a board, boards on one wire with clocks of their own. ``more``: faults of a port."""
    faults = {port: ",".join((CABLE, DRIFTS[port], *filter(None, [more.get(port)]))) for port in ports}
    return road(setup_for(people(len(ports), ports), game="race"), faults, wire=True)


def places(r: Road) -> list[list[list[int]]]:
    return [[p["seats"] for p in v["order"]] for v in r.kinds("verdict") if v["state"] == "final"]


def test_ten_microseconds_between_two_boards_are_told_apart() -> None:
    r = race()
    gaps_us = (10, -10, 37, 4, -250, 11)
    for n, us in enumerate(gaps_us):
        at_us = WARM + n * 4 * SECOND + n * 77_777
        r.press(0, "slap", at_us)
        r.press(1, "slap", at_us + us)
    r.driver.run(WARM + 30 * SECOND)
    mine, other = claims(r)[0], claims(r)[1]
    told = [gap(a, b) for a, b in zip(mine, other, strict=True)]
    assert [g.way for g in told] == ["wire"] * len(gaps_us)
    for g, us in zip(told, gaps_us, strict=True):
        assert g.bound_us <= 3
        assert abs(g.us - us) <= g.bound_us
    assert places(r) == [[[0], [1]] if us > 0 else [[1], [0]] for us in gaps_us]
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_three_boards_on_one_wire() -> None:
    r = race(("a", "b", "c"))
    for n, order in enumerate(((0, 1, 2), (2, 0, 1), (1, 2, 0))):
        for place, seat in enumerate(order):
            r.press(seat, "slap", WARM + n * 4 * SECOND + 12 * place)
    r.driver.run(WARM + 15 * SECOND)
    assert places(r) == [[[0], [1], [2]], [[2], [0], [1]], [[1], [2], [0]]]
    assert len(r.driver._boards) == 3
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_without_a_wire_the_same_hands_are_a_tie() -> None:
    r = road(setup_for(people(2, ("a", "b")), game="race"), {p: f"{CABLE},{DRIFTS[p]}" for p in "ab"})
    r.press(0, "slap", WARM)
    r.press(1, "slap", WARM + 10)
    r.driver.run(WARM + 3 * SECOND)
    assert places(r) == [[[0, 1]]]
    assert not r.kinds("pulse")


def driving(r: Road) -> list[str]:
    return [port for port, wired in r.boards.items() if wired.board._core.wanted.sync_us]


def test_one_board_drives_and_stops_when_the_game_has_ended() -> None:
    from lapsy.table.table import Command

    r = race(("a", "b", "c"))
    r.driver.command(6 * SECOND, Command("end"))
    seen = []
    for at_s in (2, 3, 4):
        r.at(at_s * SECOND, lambda: seen.append(driving(r)))
    r.driver.run(7 * SECOND)
    assert seen == [["a"]] * 3
    before = len(r.wire.pulses)  # type: ignore[union-attr]
    now_us = r.driver.heap.now_us
    for port, wired in r.boards.items():
        for sight in wired.advance(now_us + SECOND):
            r.table.feed(now_us + SECOND, port, sight.data)  # type: ignore[union-attr]
    assert driving(r) == []
    assert len(r.wire.pulses) == before  # type: ignore[union-attr]


def test_another_board_drives_when_the_first_falls_silent_and_goes_on_when_it_is_back() -> None:
    r = race(("a", "b", "c"), a="unplug=6s@5s")
    seen = []
    for at_s in (4, 9, 14):
        r.at(at_s * SECOND + 700_000, lambda: seen.append(driving(r)))
    r.press(0, "slap", 25 * SECOND)
    r.press(1, "slap", 25 * SECOND + 15)
    r.driver.run(28 * SECOND)
    # The board that is cut off drives on until it can be told to stop; two that pulse harm nothing.
    assert seen == [["a"], ["a", "b"], ["b"]]
    assert places(r) == [[[0], [1]]]


def test_a_restarted_driver_is_told_again_or_relieved() -> None:
    r = race(a="reboot@5s")
    r.press(1, "slap", 25 * SECOND)
    r.press(0, "slap", 25 * SECOND + 15)
    r.driver.run(28 * SECOND)
    assert len(driving(r)) == 1
    assert places(r)[-1] == [[1], [0]]


def test_a_board_that_cannot_drive_is_passed_over() -> None:
    from dataclasses import replace

    r = race()
    first = r.boards["a"].board
    first.identity = replace(first.identity, sync_out=False)
    first._core = first._start(first.identity)
    r.press(0, "slap", WARM)
    r.press(1, "slap", WARM + 10)
    r.driver.run(WARM + 3 * SECOND)
    assert driving(r) == ["b"]
    assert places(r) == [[[0], [1]]]


@pytest.mark.parametrize("us", [10, 3_000])
def test_after_the_wire_was_cut_old_pulses_prove_less_and_less(us: int) -> None:
    """Never a wrong order: first the wire's bound grows, in the end the maps' holds."""
    r = race()
    r.at(WARM, lambda: r.wire.leave(r.boards["b"].board))  # type: ignore[union-attr]
    for n in range(12):
        at_us = WARM + n * 9 * SECOND
        r.press(n % 2, "slap", at_us)
        r.press(1 - n % 2, "slap", at_us + us)
    r.driver.run(WARM + 115 * SECOND)
    found = claims(r)
    ways: list[Any] = []
    for n, (a, b) in enumerate(zip(found[0], found[1], strict=True)):
        g, true_us = gap(a, b), us if n % 2 == 0 else -us
        ways.append(g.way)
        assert abs(g.us - true_us) <= g.bound_us
        assert g.order in (0, 1 if true_us > 0 else -1)
    assert ways[0] == "wire"
    assert ways[-1] == "map"
    orders = [[[n % 2], [1 - n % 2]] for n in range(12)]
    for told, true in zip(places(r), orders, strict=True):
        assert told in (true, [[0, 1]])
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_pulses_are_acknowledged_like_everything_that_has_a_number() -> None:
    r = race()
    r.driver.run(20 * SECOND)
    pulses = r.kinds("pulse")
    assert len(pulses) > 2 * PULSES
    for side in r.table.sides.values():
        board = r.boards[side.port].board._core._core  # type: ignore[attr-defined]
        assert board.outbox.next - board.outbox.first <= 2
    by_board = [sorted(p["seq"] for p in pulses if p["board"] == s.uid) for s in r.table.sides.values()]
    assert all(len(set(seqs)) == len(seqs) for seqs in by_board)


def test_the_newest_pulses_before_a_press_go_with_it() -> None:
    pulses = Pulses()
    for n in range(3 * PULSES):
        pulses.add("a", 1, Pulse(1_000 * n, Span.at(n)))
    told = pulses.before("a", 1, 1_000 * (3 * PULSES - 3))
    assert [p.t_us for p in told] == [1_000 * n for n in range(2 * PULSES - 2, 3 * PULSES - 2)]
    assert pulses.before("a", 2, 10**9) == ()
    pulses.forget()
    assert pulses.before("a", 1, 10**9) == ()
