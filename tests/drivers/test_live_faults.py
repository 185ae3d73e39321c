"""What goes wrong around a live table: cables in the lobby, ports that change their name, full disks, late hands."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lapsy.boards import events
from lapsy.boards.host_clock import now_us
from lapsy.boards.link import Link
from lapsy.boards.ports import open_port
from lapsy.boards.serve import ServedBoard
from lapsy.boards.simulated import PastPressError
from lapsy.boards.start import start_board
from lapsy.games.play import Input
from lapsy.table.bots import Planned
from lapsy.table.journal import VERSION
from lapsy.table.journal_file import JournalBusyError, JournalFile, read_file
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from live import LiveTable, check_numbers, wait_until
from patience import LIMIT_S
from road import bots, people, setup_for

UID = b"faulted."


def pads(seats: int = 2, link: Path | None = None) -> ServedBoard:
    return start_board(uid=UID, boot=3, seats=seats, link=link)


def two_people() -> Setup:
    return setup_for(people(2, ("pads",)), pacing=Pacing(flip="seat", display_us=50_000))


def known(live: LiveTable, port: str = "pads") -> Callable[[], bool]:
    return lambda: live.table.sides[port].known and not live.table.sides[port].silent


def test_unplugged_in_the_lobby_and_back(tmp_path: Path) -> None:
    """What was pressed meanwhile counts; nothing is dealt while the board is away."""
    with pads() as board, LiveTable(two_people(), {"pads": board}, tmp_path) as live:
        wait_until(known(live), "the board has answered")
        board.press("slap1")
        wait_until(lambda: live.table.ready.keys() == {0}, "the first is ready")
        board.happen("unplug=600ms@0s")
        wait_until(lambda: bool(live.of("silent")), "the table says so")
        board.press("slap2")
        assert live.table.phase == "lobby"
        assert live.table.sides["pads"].silent
        wait_until(lambda: live.table.phase == "play", "the cards are dealt")
    assert live.failure is None
    assert [r["seat"] for r in live.of("press")] == [0, 1]
    check_numbers(live.records, UID.hex())


def test_a_port_that_comes_back_under_another_name(tmp_path: Path) -> None:
    link = tmp_path / "pads"
    names = {"pads": lambda: [str(link), *map(str, sorted(tmp_path.glob("pads.*")))]}
    with pads(link=link) as board, LiveTable(two_people(), {}, tmp_path, names) as live:
        wait_until(known(live), "the board has answered")
        board.press("slap1")
        for n in (1, 2):
            board.happen("newport=300ms@0s")
            wait_until(lambda n=n: len(live.of("silent")) == n, "it is away")  # type: ignore[misc]
            board.press("slap2" if n == 1 else "flip1")
            wait_until(lambda n=n: len(live.of("back")) == n, "it is back")  # type: ignore[misc]
        wait_until(lambda: len(live.of("press")) == 3, "all presses are here")
        assert Path(board.port).name == "pads.2"
    assert live.failure is None
    check_numbers(live.records, UID.hex())


def test_pads_on_two_boards_and_bots_make_one_table(tmp_path: Path) -> None:
    setup = setup_for(
        (*people(2, ("left", "right")), *(replace(s, name=f"{s.name}-botti") for s in bots(2, "strong"))),
        pacing=Pacing(flip="auto", pace_us=300_000, jitter_us=0, display_us=150_000),
    )
    boards = {
        port: start_board(uid=port.encode().ljust(8), boot=n, seats=2, faults=f"offset={n}s")
        for n, port in enumerate(setup.ports, 1)
    }
    with boards["left"], boards["right"], boards["sim"], LiveTable(setup, boards, tmp_path) as live:
        wait_until(lambda: all(known(live, port)() for port in setup.ports), "all have answered")
        for port in ("left", "right"):
            boards[port].press("slap1")
        wait_until(
            lambda: sum(o["kind"] == "landed" for r in live.of("bundle") for o in r["out"]) > 8, "cards"
        )
        for port in ("left", "right"):
            boards[port].press("slap1")
        wait_until(lambda: sum(r["seat"] < 2 for r in live.of("press")) == 4, "both slapped")
    assert live.failure is None
    assert {r["board"] for r in live.of("press")} >= {b"left    ".hex(), b"right   ".hex()}
    assert rebuild(live.records).compared


def test_a_full_disk_ends_the_game_and_acknowledges_nothing(tmp_path: Path) -> None:
    """The press that could not be written is still the board's to give: another host gets it."""
    with pads() as board:
        with LiveTable(two_people(), {"pads": board}, tmp_path) as live:
            wait_until(known(live), "the board has answered")
            board.press("slap1", hold_us=None)
            wait_until(lambda: len(live.of("press")) == 1, "the first press is written")
            live.journal.broken = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(live.journal.path))
            board.press("slap2")
            wait_until(lambda: live.failure is not None, "the game has ended")
        assert isinstance(live.failure, OSError)
        assert live.failure.errno == errno.ENOSPC
        recovered = read_file(live.journal.path)
        assert (recovered.torn, len([r for r in recovered.records if r["k"] == "press"])) == (0, 1)
        again = rebuild(recovered.records)
        assert _presses(board, again.next_seq) == [(2, "slap", 1, True)]


def _presses(board: ServedBoard, resume: dict[tuple[str, int], int]) -> list[tuple[int, str, int, bool]]:
    """What a host that resumes there is given first: (number, role, seat, pressed)."""
    link = Link(77, resume)
    got: list[tuple[int, str, int, bool]] = []
    with open_port(board.port, timeout_s=0.01) as port:
        link.opened(now_us())

        def first() -> bool:
            port.write(link.take())
            for e in link.feed(now_us(), port.read(4096)):
                assert not isinstance(e, events.Gap)
                if isinstance(e, events.Press):
                    got.append((e.seq, e.role, e.group, e.pressed))
            link.tick(now_us())
            return bool(got)

        wait_until(first, "a press")
    return got[:1]


def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path) -> None:
    """A real process whose files may not grow: no traceback, and the journal's whole lines are sound."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))

    done = subprocess.run(
        [sys.executable, "-m", "lapsy", "play", "lapsy", "--bots", "3", "--headless", "--pace", "0.3", "--lang", "en",
         "--journal", str(tmp_path)],
        capture_output=True, text=True, timeout=LIMIT_S, preexec_fn=limit,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("Error: ")
    (journal,) = tmp_path.glob("*.jsonl")
    assert str(journal) in done.stderr.strip().splitlines()[-1]
    assert rebuild(read_file(journal).records).judge is not None


class LatePads:
    """A board that has lived past every time it is told: the loop came late."""

    def __init__(self) -> None:
        self.pressed: list[int | str] = []

    def press(self, which: int | str, at_us: int | None = None, hold_us: int | None = 0) -> int:
        if at_us is not None:
            raise PastPressError("too late")
        self.pressed.append(which)
        return 0

    def release(self, which: int | str, at_us: int | None = None) -> int:
        return 0


def test_a_bots_hand_that_comes_late_lands_late(tmp_path: Path) -> None:
    """A loop that was held up must not end the game."""
    with start_board(uid=UID, boot=1, seats=2) as board:
        with LiveTable(setup_for(bots(2)), {"sim": board}, tmp_path) as live:
            late = LatePads()
            live.driver._pads = {"sim": late}
            live.driver._move(1, Planned(live.now_us() + 5_000, Input(0, "slap", 1)))
        assert live.failure is None
        assert late.pressed == ["slap2"]


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    """Two hosts on one journal would break its chain: the second is refused, and may go on when the first has ended."""
    first = JournalFile.create(tmp_path, "one")
    first.append([{"k": "header", "v": VERSION}])
    with pytest.raises(JournalBusyError, match="being written"):
        JournalFile.resume(first.path)
    first.append([{"k": "x"}])
    first.close()
    second, recovered = JournalFile.resume(first.path)
    assert len(recovered.records) == 2
    second.close()
