"""Real ports, real threads: cables that are cut, ports that two programs want, boards that look alike."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from lapsy.boards import events, wire
from lapsy.boards.host_clock import now_us
from lapsy.boards.link import Link
from lapsy.boards.pads import bounces, role_byte
from lapsy.boards.ports import find_ports, open_port
from lapsy.boards.probe import ask
from lapsy.boards.serve import ServedBoard
from lapsy.boards.start import start_board
from lapsy.boards.stepper import StartCore
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from live import LiveTable, check_numbers, open_files, wait_until
from patience import LIMIT_S
from road import people, setup_for

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
UID = b"cutboard"
SLAPS = bytes(role_byte("slap", seat) for seat in range(2))


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """Neither threads nor descriptors stay behind."""
    threads, files = set(threading.enumerate()), open_files()
    yield
    assert set(threading.enumerate()) - threads == set()
    wait_until(lambda: open_files() == files, f"{files} open files again")


def race(ports: tuple[str, ...] = ("pads",)) -> Setup:
    return setup_for(people(2, ports), game="race", options={"window_ms": "50"})


def known(live: LiveTable, port: str = "pads") -> bool:
    side = live.table.sides[port]
    return side.known and not side.silent


def workers(kind: str) -> int:
    return sum(thread.name == f"{kind} of pads" and thread.is_alive() for thread in threading.enumerate())


def test_ten_cuts_and_then_a_press_are_one_reader_and_one_outcome(core: StartCore, tmp_path: Path) -> None:
    """In turn under its old name and under another one."""
    link = tmp_path / "pads"
    names = {"pads": lambda: [str(link), *map(str, sorted(tmp_path.glob("pads.*")))]}
    board = start_board(uid=UID, boot=3, roles=SLAPS, link=link, start=core)
    with board, LiveTable(race(), {}, tmp_path, names) as live:
        wait_until(lambda: known(live), "the board has answered")
        files = open_files()
        for n in range(1, 11):
            board.happen("newport=60ms@0s" if n % 2 else "unplug=60ms@0s")
            wait_until(lambda n=n: len(live.of("silent")) == n, "it is away")  # type: ignore[misc]
            wait_until(lambda n=n: len(live.of("back")) == n, "it is back")  # type: ignore[misc]
            wait_until(lambda: known(live), "its clock is known")
            wait_until(lambda: (workers("reader"), workers("writer")) == (1, 1), "the old worker has ended")
        wait_until(lambda: open_files() == files, f"{files} open files again")
        board.press(1)
        wait_until(lambda: bool(live.of("verdict")), "a verdict")
        wait_until(lambda: len(live.of("released")) == 1, "the release is here")
    assert live.failure is None
    assert [(p["seat"], p["seq"]) for p in live.of("press")] == [(1, 1)]
    outcomes = [(o["kind"], o["seats"]) for r in live.of("bundle") for o in r["out"]]
    assert outcomes == [("place", [1]), ("closed", [1])]
    assert len(live.of("verdict")) == 1
    check_numbers(live.records, UID.hex())
    assert rebuild(live.records).compared == 3


def lapsy(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lapsy", *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NO_COLOR": "1"},
    )


def test_the_second_program_on_a_port_gets_one_sentence_and_the_first_goes_on(tmp_path: Path) -> None:
    with start_board(uid=UID, boot=3, roles=SLAPS) as board:
        with LiveTable(race(), {"pads": board}, tmp_path) as live:
            wait_until(lambda: known(live), "the board has answered")
            done = lapsy("arbitrate", "--port", board.port, "--headless", "--seats", "Aino,Onni")
            assert done.returncode == 1
            assert done.stdout == ""
            assert "Traceback" not in done.stderr
            (line,) = done.stderr.strip().splitlines()
            assert "busy" in line
            assert board.port in line
            board.press(0)
            wait_until(lambda: bool(live.of("verdict")), "the first program goes on")
        assert live.failure is None
        assert not live.of("silent")


def test_a_port_that_another_program_holds_is_free_again_when_that_one_dies() -> None:
    hold = (
        "import sys; from lapsy.boards.ports import open_port; port = open_port(sys.argv[1]);"
        " print('open', flush=True); sys.stdin.read()"
    )
    with start_board(uid=UID, boot=3, roles=SLAPS) as board:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(
            [sys.executable, "-c", hold, board.port],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        ) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == b"open\n"
            done = lapsy("arbitrate", "--port", board.port, "--headless", "--seats", "Aino,Onni")
            assert done.returncode == 1
            assert "busy" in done.stderr
            other.kill()
            other.wait(LIMIT_S)
        with open_port(board.port):
            pass


def two_boards(tmp_path: Path) -> tuple[ServedBoard, ServedBoard]:
    return (
        start_board(uid=b"left....", boot=1, roles=SLAPS[:1], link=tmp_path / "one"),
        start_board(uid=b"right...", boot=2, roles=SLAPS[:1], link=tmp_path / "two"),
    )


def test_two_boards_with_one_usb_serial_are_told_apart_by_who_they_say_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clones come with the same serial number; the ports are two, and so are the identities."""
    left, right = two_boards(tmp_path)
    with left, right:
        twins = [
            SimpleNamespace(
                device=board.port, vid=0x2E8A, pid=0x0005, description="Board", serial_number="123"
            )
            for board in (left, right)
        ]
        for twin in twins:
            twin.location = twin.manufacturer = twin.product = twin.interface = twin.hwid = None
        monkeypatch.setattr(list_ports, "comports", lambda *_: twins)
        found = [seen.name for seen in find_ports()]
        assert sorted(found) == sorted([left.port, right.port])
        probed = [ask(name, limit_s=LIMIT_S) for name in found]
        assert {_uid(each) for each in probed} == {b"left....".hex(), b"right...".hex()}


def _uid(probed: object) -> str:
    hello = getattr(probed, "hello", probed)
    return str(getattr(hello, "uid", ""))


def test_boards_that_swap_their_ports_in_play_stay_their_players_own(tmp_path: Path) -> None:
    """Both come back under each other's name: each line looks on until it has its own board."""
    left, right = two_boards(tmp_path)
    taken: dict[str, LiveTable] = {}

    def names(key: str, first: str) -> list[str]:
        ports = sorted(str(path) for path in tmp_path.iterdir() if path.name[:3] in ("one", "two"))
        ports.sort(key=lambda port: Path(port).name[:3] != first)
        live = taken.get("live")
        others = {line.name for name, line in live.lines.items() if name != key} if live else set()
        return [port for port in ports if port not in others]

    # After the cut the wrong name comes first for both.
    wanted = {"left": "one", "right": "two"}
    looks = {key: lambda key=key: names(key, wanted[key]) for key in wanted}  # type: ignore[misc]
    with left, right, LiveTable(race(("left", "right")), {}, tmp_path, looks) as live:
        taken["live"] = live
        wait_until(lambda: known(live, "left") and known(live, "right"), "both have answered")
        wait_until(lambda: live.table.phase == "play", "play")
        wanted |= {"left": "two", "right": "one"}
        for board in (left, right):
            board.happen("newport=400ms@0s")
        wait_until(lambda: len(live.of("silent")) >= 2, "both are away")
        wait_until(
            lambda: known(live, "left") and known(live, "right") and len(live.of("back")) >= 2,
            "both are back",
        )
        left.press(0)
        wait_until(lambda: bool(live.of("verdict")), "a verdict")
        right.press(0)
        wait_until(lambda: len(live.of("verdict")) == 2, "another")
    assert live.failure is None
    assert [(p["board"], p["seat"]) for p in live.of("press")] == [
        (b"left....".hex(), 0),
        (b"right...".hex(), 1),
    ]


def test_a_board_that_nobody_reads_from_keeps_all_that_it_has_room_for(core: StartCore) -> None:
    """A program opens the port, asks, and never reads: the board lives, and the next program gets every press."""
    with start_board(uid=UID, boot=3, seats=4, start=core) as board:
        base = board.now_us + 200_000
        made = [(n % 8, base + n * 12_000) for n in range(200)]
        for pad, at_us in made:
            board.press(pad, at_us, hold_us=4_000)
        with open_port(board.port) as port:
            port.write(wire.hello_request(1))
            wait_until(lambda: board.wired.blocked and board.now_us > made[-1][1], "the port is full")
        link = Link(2)
        got: list[tuple[int, int]] = []
        origin = board.wired.board.clock.origin_us
        end = time.monotonic() + LIMIT_S
        with open_port(board.port, timeout_s=0.01) as port:
            link.opened(now_us())
            while len(got) < len(made):
                assert time.monotonic() < end, got
                port.write(link.take())
                for event in link.feed(now_us(), port.read(4096)) + link.tick(now_us()):
                    assert not isinstance(event, events.Loss | events.Gap)
                    if isinstance(event, events.Press):
                        link.acknowledge(event.uid, event.boot, event.seq + 1)
                        if event.pressed:
                            got.append((event.input, event.t_us + origin))
        assert got == made


@pytest.mark.slow
def test_a_host_that_reads_nothing_for_thirty_seconds(core: StartCore, tmp_path: Path) -> None:
    """200 presses meanwhile, then the cable is cut and comes back under another name: all are in the journal, in order."""
    link = tmp_path / "pads"
    names = {"pads": lambda: [str(link), *map(str, sorted(tmp_path.glob("pads.*")))]}
    board = start_board(uid=UID, boot=3, roles=SLAPS, link=link, start=core)
    with board, LiveTable(race(), {}, tmp_path, names) as live:
        wait_until(lambda: known(live), "the board has answered")
        start_us = board.now_us + 500_000
        made = [(n % 2, start_us + n * 145_000) for n in range(200)]
        for n, (pad, at_us) in enumerate(made):
            board.press(pad, at_us, bounce=bounces(n % 6))
        with live.stalled_reader():
            wait_until(lambda: board.now_us > start_us + 30_000_000, "thirty seconds")
            # What a full port had let through before it was full may be here, the rest is the board's.
            assert len(live.of("press")) < 200
            board.happen("newport=300ms@0s")
        wait_until(lambda: len(live.of("press", "released")) == 400, "all presses and releases are here")
    assert live.failure is None
    presses = live.of("press")
    told = [(p["seat"], p["t"] - presses[0]["t"]) for p in presses]
    assert told == [(pad, at_us - made[0][1]) for pad, at_us in made]
    assert check_numbers(live.records, UID.hex()) == {(UID.hex(), 3): 400}
    assert not live.of("loss", "gap")
