"""A counter that wraps and a board that idles for an hour: stamps go on, and a late press is placed where it was made."""

from __future__ import annotations

import pytest

from lapsy.boards import events, wire
from lapsy.boards.firmware import Core
from lapsy.boards.pads import seat_roles
from lapsy.boards.simulated import SimulatedBoard, boot_ids
from lapsy.boards.skew import SkewedClock
from lapsy.boards.stepper import InProcess, StartCore
from lapsy.boards.wired import WiredBoard
from lapsy.testing.virtual import VirtualHost
from road import people, road, setup_for

UID = bytes(range(8))
SECOND = 1_000_000
MINUTE = 60 * SECOND
#: The counter of a board's capture (31-bit integers), and that of the whole timer.
PERIODS = [1 << 30, 1 << 32]


def board(start: int, period: int, core: StartCore = InProcess, drift_ppb: int = 0) -> WiredBoard:
    """A board whose counter stands at ``start`` at time 0."""
    return WiredBoard(
        SimulatedBoard(
            uid=UID,
            boots=boot_ids(5),
            roles=seat_roles(2),
            clock=SkewedClock(0, start % period, drift_ppb, period),
            start=core,
        )
    )


def pressed(host: VirtualHost) -> list[tuple[int, int]]:
    return [(press.input, press.t_us) for press in host.all(events.Press) if press.pressed]


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("mark", [1 << 30, 1 << 31, 1 << 32])
def test_presses_round_a_turn_of_the_counter_keep_their_order_and_distance(
    mark: int, period: int, core: StartCore
) -> None:
    """One tick before, at and after the mark, and their releases beyond it."""
    begin = mark - SECOND
    wired = board(begin, period, core)
    made = [(0, SECOND - 40_001), (1, SECOND - 1), (2, SECOND), (3, SECOND + 1), (0, SECOND + 200_000)]
    for pad, at_us in made:
        wired.board.press(pad, at_us)
    host = VirtualHost(wired)
    host.run(3 * SECOND)
    assert pressed(host) == [(pad, begin % period + at_us) for pad, at_us in made]
    marks = [mark.t_us for mark in host.all(events.Mark)]
    assert marks == sorted(marks)
    assert not host.all(events.Fault)


@pytest.mark.parametrize("period", PERIODS)
def test_edges_from_before_a_turn_that_are_drained_after_it(period: int) -> None:
    """The reading is beyond the turn, the stamp before it: neither is taken for a whole turn too much or too little."""
    core = Core(UID, 5, b"\x01\x21", period_us=period)
    core.step(period - 1_000, [], wire.hello_request(1), 2_000)
    tx, _ = core.step(500, [(period - 1, 1), (0, 3)], b"", 2_000)
    tx += core.step(900, [], b"", 2_000)[0]
    heard = wire.Decoder().feed(tx)
    presses = [(each.code, each.t_us, each.index) for each in heard if isinstance(each, wire.Event)]
    assert presses == [(0x80, period - 1, 1), (0x81, period, 2)]
    assert not [each for each in heard if isinstance(each, wire.Fault)]


@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("minutes", [9, 18, 75])
def test_a_press_after_a_long_rest(minutes: int, period: int) -> None:
    """9 minutes is half a turn of the small counter, 18 a whole one, 75 more than one of the large."""
    wired = board(7, period)
    host = VirtualHost(wired)
    host.run(SECOND)
    at_us = minutes * MINUTE + 123_456
    wired.board.press(2, at_us)
    host.run(at_us + SECOND)
    assert pressed(host) == [(2, 7 + at_us)]
    assert len(host.all(events.Hello)) == 1
    assert not host.all(events.Silent)


@pytest.mark.parametrize("minutes", [9, 18, 75])
def test_a_press_after_a_long_rest_without_any_host(minutes: int) -> None:
    """Nobody has asked: the board sleeps a second at a time and sees every turn of its counter."""
    wired = board(7, 1 << 30)
    at_us = minutes * MINUTE
    wired.board.press(0, at_us)
    wired.advance(at_us + SECOND)
    assert wired.board.wake_us <= at_us + 2 * SECOND + 20_000
    host = VirtualHost(wired)
    host.now_us = at_us + SECOND
    host.link.opened(host.now_us)
    host.run(at_us + 2 * SECOND)
    assert pressed(host) == [(0, 7 + at_us)]


@pytest.mark.parametrize("minutes", [12, pytest.param(75, marks=pytest.mark.slow)])
def test_a_table_places_a_press_after_a_long_rest_where_it_was_made(minutes: int) -> None:
    """With a crystal that is 30 ppm off: 135 ms after 75 minutes, of which nothing may remain. The small counter's turn lies
    in both."""
    r = road(setup_for(people(2), game="race"), "delay=60us..1200us,drift=30ppm,wrap=600s")
    at_us = minutes * MINUTE
    r.press(1, "slap", at_us)
    r.press(0, "slap", at_us + 3_000)
    r.driver.run(at_us + 3 * SECOND)
    (race,) = [v["race"] for v in r.views if v["race"] and v["race"]["state"] == "final"][-1:]
    assert [place["seats"] for place in race["order"]] == [[1], [0]]
    assert abs(race["order"][1]["margin_us"] - 3_000) <= 1
    for press, made_us in zip(r.kinds("press"), (at_us, at_us + 3_000), strict=True):
        assert press["lo"] <= made_us <= press["hi"]
        assert press["hi"] - press["lo"] < 12_000
