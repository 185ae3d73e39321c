"""The host's process is killed again and again while the board lives on: no press is lost, none counts twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lapsy.boards.pads import bounces
from lapsy.boards.serve import ServedBoard
from lapsy.boards.start import start_board
from lapsy.table.journal_file import read_file
from live import check_numbers, wait_until
from patience import LIMIT_S

MORTAL = Path(__file__).parents[1] / "support" / "mortal_host.py"
UID = b"killpads"
NAMES = ("Aino", "Onni", "Siiri", "Eino")
SECOND = 1_000_000
EVERY_US = 70_000


class Injected:
    """All presses that the board was given, in order of time: (input, when)."""

    def __init__(self, board: ServedBoard) -> None:
        self.board = board
        self.all: list[tuple[int, int]] = []

    def ready(self) -> None:
        """Everybody says that they are ready."""
        start_us = self.board.now_us + 50_000
        for seat in range(4):
            self._press(2 * seat, start_us + seat * 20_000, 0)

    def play(self, seconds: int, dice: random.Random) -> None:
        """Flips without end, and sometimes a slap."""
        start_us = self.board.now_us + 100_000
        for n in range(seconds * SECOND // EVERY_US):
            at_us = start_us + n * EVERY_US + dice.randrange(EVERY_US // 2)
            self._press(2 * (n % 4) + 1, at_us, dice.randrange(4))
            if n % 40 == 39:
                self._press(2 * (n // 40 % 4), at_us + EVERY_US // 2, 2)

    def _press(self, which: int, at_us: int, bounce: int) -> None:
        self.board.press(which, at_us, bounce=bounces(bounce))
        self.all.append((which, at_us))


class Host:
    """``lapsy play`` as a process."""

    def __init__(self, folder: Path, arguments: list[str], death: tuple[str, int] | None = None) -> None:
        program = [sys.executable, "-m", "lapsy"]
        if death is not None:
            program = [sys.executable, str(MORTAL), death[0], str(death[1])]
        self.log = folder / "host.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*program, "play", *arguments, "--headless"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )

    def running(self) -> None:
        assert self.process.poll() is None, self.log.read_text()[-2000:]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LIMIT_S)


def lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def grown(journal: Path, host: Host, count: int) -> None:
    """Wait until the living host has written so many lines."""
    wait_until(lambda: lines(journal) >= count or host.process.poll() is not None, f"{count} records")
    host.running()


def deal(folder: Path, host: Host, injected: Injected) -> Path:
    """Everybody presses once, the cards are dealt: the journal."""

    def written(what: bytes) -> bool:
        host.running()
        found = list(folder.glob("journals/*.jsonl"))
        return bool(found) and what in found[0].read_bytes()

    def dealt() -> bool:
        return written(b'"k":"start"')

    wait_until(
        lambda: written(b'"k":"board"'), "the table has met the board"
    )  # what was pressed before it is not for it
    injected.ready()
    wait_until(dealt, "the cards are dealt")
    return next(folder.glob("journals/*.jsonl"))


def pressed(journal: Path) -> int:
    """How many presses of the pads the journal holds."""
    return sum(r["k"] == "press" and r["board"] == UID.hex() for r in read_file(journal).records)


def catch_up(journal: Path, host: Host, injected: Injected) -> None:
    """Wait until the journal has all presses up to now."""
    now_us = injected.board.now_us
    before = sum(at_us <= now_us for _, at_us in injected.all)
    wait_until(lambda: pressed(journal) >= before, "the journal has all presses")
    host.running()


def outcomes(records: list[dict[str, Any]]) -> set[str]:
    return {o["kind"] for r in records if r["k"] == "bundle" for o in r["out"]}


def told_after(journal: Path, n: int) -> list[str]:
    """What happened after so many lines of the journal."""
    return [o["kind"] for r in read_file(journal).records[n:] if r["k"] == "bundle" for o in r["out"]]


def closed(journal: Path, open_at: list[int]) -> None:
    """Wait until every window that was open at a death has closed: a press is in the journal before it is judged."""
    wait_until(lambda: all("collected" in told_after(journal, n) for n in open_at), "the windows have closed")


def kill_again_and_again(folder: Path, deaths: list[tuple[str, int]], dice: random.Random) -> None:
    link, journal = folder / "pads", folder / "none"
    with start_board(uid=UID, boot=9, seats=4, link=link) as board:
        injected = Injected(board)
        arguments = [
            "lapsy",
            "--seats",
            ",".join(NAMES),
            "--bots",
            "2",
            "--strength",
            "weak",
        ]
        arguments += [
            "--flip",
            "seat",
            "--lang",
            "en",
            "--seed",
            "kill",
            "--journal",
            str(folder / "journals"),
        ]
        dead_at, open_at = 0, []
        for life, (point, n) in enumerate([*deaths, ("alive", 60)]):
            itself = None if point in ("kill", "alive") else (point, n)
            host = Host(folder, [*arguments, "--port", str(link)], itself)
            try:
                if life == 0:
                    journal = deal(folder, host, injected)
                    injected.play(90 + 10 * len(deaths), dice)
                    arguments = ["--resume", str(journal)]
                if itself is not None:
                    host.process.wait(LIMIT_S)
                else:
                    grown(journal, host, dead_at + 1)  # it goes on
                    grown(journal, host, lines(journal) + n)
                if point == "alive":
                    catch_up(journal, host, injected)
                    closed(journal, open_at)
                    host.process.send_signal(signal.SIGTERM)
                    host.process.wait(LIMIT_S)
            finally:
                host.kill()
            check_death(journal, host, point)
            dead_at = lines(journal)
            open_at += [dead_at] if point == "window" else []
        check_end(journal, injected, len(deaths), open_at)


def check_death(journal: Path, host: Host, point: str) -> None:
    """What one life has left: a whole chain, each number of the pads once."""
    assert host.process.returncode == (0 if point == "alive" else -signal.SIGKILL), host.log.read_text()[
        -2000:
    ]
    recovered = read_file(journal)
    assert (recovered.torn > 0) == (point == "torn")
    check_numbers(recovered.records, UID.hex())


def check_end(journal: Path, injected: Injected, resumed: int, open_at: list[int]) -> None:
    """The whole game: every press given is there, every window that was open at a death has closed, replay agrees."""
    records = read_file(journal).records
    assert sum(r["k"] == "resumed" for r in records) == resumed
    presses = [r for r in records if r["k"] == "press" and r["board"] == UID.hex()]
    assert not [r for r in presses if r.get("state") == "stale"]
    first_us = injected.all[0][1]
    given = [(2 * r["seat"] + (r["act"] == "flip"), r["t"] - presses[0]["t"] + first_us) for r in presses]
    assert given == injected.all[: len(given)]
    assert "landed" in outcomes(records)
    for n in open_at:
        told = told_after(journal, n)
        assert "collected" in [*told, "air"][: [*told, "air"].index("air")]
    replayed = subprocess.run(
        [sys.executable, "-m", "lapsy", "replay", str(journal)],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert replayed.returncode == 0, replayed.stderr
    assert "none differ" in replayed.stdout


def test_six_deaths(tmp_path: Path) -> None:
    """Between writing and acknowledging, in the middle of a line, with a window open, and anywhere."""
    dice = random.Random(6)
    deaths = [
        ("kill", 20),
        ("journalled", 9),
        ("torn", 12),
        ("window", 1),
        ("kill", dice.randint(1, 60)),
        ("torn", 1),
    ]
    kill_again_and_again(tmp_path, deaths, dice)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_forty_deaths(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    points = ("kill", "kill", "journalled", "torn", "window")
    deaths = [("kill", dice.randint(1, 90))]
    deaths += [(p, 1 if p == "window" else dice.randint(1, 25)) for p in dice.choices(points, k=7)]
    kill_again_and_again(tmp_path, deaths, dice)
