"""The live road: a pty, the firmware's core under MicroPython or in this process, real threads, loop and journal file."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lapsy.boards.micropython import micropython
from lapsy.boards.pads import bounces, role_byte, seat_roles
from lapsy.boards.serve import ServedBoard
from lapsy.boards.start import start_board
from lapsy.boards.stepper import InProcess, StartCore
from lapsy.table.journal_file import read_file
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from live import LiveTable, check_numbers, open_files, wait_until
from road import people, setup_for

UID = b"livepads"
SECOND = 1_000_000
PRESSES = 200
#: From one press to the next: the same pad is pressed again after eight of these.
EVERY_US = 30_000


@pytest.fixture(params=["in process", "micropython"])
def core(request: pytest.FixtureRequest) -> StartCore:
    if request.param == "in process":
        return InProcess
    interpreter = os.environ.get("LAPSY_MICROPYTHON")
    if not interpreter:
        pytest.skip("LAPSY_MICROPYTHON does not name a Unix MicroPython")
    return micropython(interpreter)


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Neither threads nor descriptors stay behind."""
    threads, files = set(threading.enumerate()), open_files()
    yield
    assert set(threading.enumerate()) - threads == set()
    assert open_files() == files


def race() -> tuple[Setup, bytes]:
    """Eight seats, a slap pad each."""
    return setup_for(people(8, ("pads",)), game="race"), bytes(role_byte("slap", n) for n in range(8))


def lapsy() -> tuple[Setup, bytes]:
    """Four seats, a slap and a flip each, everybody turning their own cards."""
    pacing = Pacing(flip="seat", display_us=100_000)
    return setup_for(people(4, ("pads",)), pacing=pacing), seat_roles(4)


def press_all(board: ServedBoard, start_us: int, dice: random.Random) -> list[tuple[int, int]]:
    """200 presses with bounce on 8 buttons, to come: (input, when), in order of time."""
    pressed = []
    for n in range(PRESSES):
        at_us = start_us + n * EVERY_US + dice.randrange(EVERY_US - 1)
        board.press(n % 8, at_us, bounce=bounces(dice.randrange(6)))
        pressed.append((n % 8, at_us))
    return pressed


@pytest.mark.parametrize("game", [pytest.param(race, marks=pytest.mark.slow), lapsy])
def test_200_presses_over_a_stalled_host_and_a_cut_cable(
    game: object, core: StartCore, tmp_path: Path
) -> None:
    """Every press is in the journal once, in order, stamped to the microsecond; the journal rebuilds the table."""
    setup, roles = race() if game is race else lapsy()
    board = start_board(uid=UID, boot=5, roles=roles, start=core)
    with board, LiveTable(setup, {"pads": board}, tmp_path) as live:
        wait_until(lambda: live.table.sides["pads"].known, "the board has answered")
        start_us = board.now_us + 50_000
        pressed = press_all(board, start_us, random.Random(1))

        def reached(share: float) -> None:
            until_us = start_us + int(PRESSES * EVERY_US * share)
            wait_until(lambda: board.now_us >= until_us, f"{share:.0%} of the presses")

        reached(0.1)
        with live.stalled_loop():
            reached(0.3)
        reached(0.4)
        board.happen("unplug=700ms@0s")
        reached(0.6)
        with live.stalled_reader():
            reached(0.8)
        reached(1.0)
        wait_until(lambda: len(live.of("press", "unused")) >= PRESSES, "all presses are journalled")
        wait_until(lambda: len(live.of("released")) >= PRESSES, "all releases are journalled")
        wait_until(lambda: live.table.judge is not None and not live.table.sides["pads"].silent, "it goes on")
    assert live.failure is None
    recovered = read_file(live.journal.path)
    assert recovered.torn == 0
    assert recovered.records == live.records
    assert check_numbers(live.records, UID.hex()) == {(UID.hex(), 5): 2 * PRESSES}
    presses = live.of("press")
    assert not [p for p in presses if p.get("state") == "stale"]
    roles_by_input = ["slap"] * 8 if game is race else ["slap", "flip"] * 4
    told = [(p["seat"], p["act"], p["t"] - presses[0]["t"]) for p in presses]
    assert told == [
        (i if game is race else i // 2, roles_by_input[i], at_us - pressed[0][1]) for i, at_us in pressed
    ]
    assert {"silent", "back"} <= {r["k"] for r in live.records}
    again = rebuild(live.records)
    assert again.judge is not None
    assert live.table.judge is not None
    assert again.judge.state == live.table.judge.state
    assert again.compared == len(live.of("bundle", "verdict")) > 0
