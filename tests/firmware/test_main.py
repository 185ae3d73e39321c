"""The board's own main program, run by MicroPython for Unix with pins of straw."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import firmware_dir, messages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIMIT_S = 20

#: Input 0 is down from its 300th to its 3,000th reading; at power-on too while the file ``held`` exists.
MACHINE = """
import os
import sys

class Pin:
    IN = OUT = PULL_UP = 0

    def __init__(self, gpio, *mode, value=None):
        self.gpio = gpio
        self.reads = 0

    def value(self, new=None):
        if new is not None:
            with open("light%d" % self.gpio, "w") as light:
                light.write(str(new))
            return None
        self.reads += 1
        if "held" in os.listdir(".") and self.gpio == 2:
            return 0
        return 0 if self.gpio == 2 and 300 <= self.reads < 3000 else 1

class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass

def unique_id():
    return b"01234567"

def reset_cause():
    return 3

def reset():
    sys.exit(0)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a board, with a machine of straw."""
    shutil.copytree(firmware_dir(), tmp_path / "board")
    (tmp_path / "board" / "machine.py").write_text(MACHINE)
    return tmp_path / "board"


class Running:
    """A board's main program with its serial line."""

    def __init__(self, folder: Path) -> None:
        interpreter = os.environ.get("LAPSY_MICROPYTHON")
        if not interpreter:
            pytest.skip("LAPSY_MICROPYTHON names no MicroPython for Unix")
        self.process = subprocess.Popen(
            [interpreter, "main.py"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.decoder = wire.Decoder()
        self.heard: list[wire.Message] = []

    def say(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line)

    def wait_for(self, kind: Any) -> Any:
        """The first message of a kind, and everything before it into ``heard``."""
        end = time.monotonic() + LIMIT_S
        assert self.process.stdout
        while not any(isinstance(each, kind) for each in self.heard):
            assert time.monotonic() < end, self.heard
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                data = os.read(self.process.stdout.fileno(), 4096)
                assert data, self.heard
                self.heard += self.decoder.feed(data)
        return next(each for each in self.heard if isinstance(each, kind))

    def close(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT_S)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()


@pytest.fixture
def board(folder: Path) -> Iterator[Running]:
    running = Running(folder)
    yield running
    running.close()


def test_a_board_answers_presses_lights_and_goes_to_the_repl(board: Running, folder: Path) -> None:
    board.say(wire.hello_request(4))
    hello = board.wait_for(wire.Hello)
    assert (hello.uid, hello.reset_cause, len(hello.roles)) == (b"01234567", 3, 16)
    assert hello.roles[0] == messages.ROLE_SLAP
    press = board.wait_for(wire.Event)
    assert (press.seq, press.code) == (1, 0x80)
    board.wait_for(wire.Beat)
    board.say(wire.command(1, messages.OP_LIGHTS, b"\x00\x01"))
    board.wait_for(wire.Result)
    board.say(wire.ping(3, 1))
    board.wait_for(wire.Pong)
    assert (folder / "light19").read_text() == "1"
    board.say(wire.command(2, messages.OP_REPL, messages.REPL_KEY))
    assert board.process.wait(LIMIT_S) == 0
    assert (folder / "repl.flag").exists()


@pytest.mark.parametrize("way", ["held", "repl.flag"])
def test_a_flag_or_a_held_button_leads_to_the_repl(folder: Path, way: str) -> None:
    (folder / way).write_text("1")
    running = Running(folder)
    try:
        assert running.process.wait(LIMIT_S) == 0
        assert not (folder / "repl.flag").exists()  # it counts once
    finally:
        running.close()
