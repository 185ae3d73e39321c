"""The board's own main program, run by MicroPython for Unix on a microcontroller of straw (see straw/)."""

from __future__ import annotations

import json
import os
import select
import shutil
import struct
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import firmware_dir
from lapsy.boards.firmware import messages as m
from patience import LIMIT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RESET = 17  # see straw/machine.py
STRAW = Path(__file__).parent / "straw"
SCRATCH = "0x4005800c"
MARK = 0x51AB0000
BUILD = "00112233445566ff"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A board's file system."""
    board = tmp_path / "board"
    shutil.copytree(firmware_dir(), board, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(STRAW / "machine.py", board)
    shutil.copy(STRAW / "rp2.py", board)
    shutil.copy(STRAW / "capture.py", board / "slapboard")
    (board / "build.json").write_text(json.dumps({"build": BUILD, "files": {}}))
    return board


class Running:
    """A board's main program with its serial line."""

    def __init__(self, folder: Path) -> None:
        interpreter = os.environ.get("LAPSY_MICROPYTHON")
        if not interpreter:
            pytest.skip("LAPSY_MICROPYTHON names no MicroPython for Unix")
        self.folder = folder
        self.process = subprocess.Popen(
            [interpreter, "main.py"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
        )
        self.decoder = wire.Decoder()
        self.heard: list[wire.Message] = []
        self.commands = 0

    def say(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line)

    def order(self, op: int, args: bytes) -> int:
        """The status of one order."""
        self.commands += 1
        self.say(wire.command(self.commands, op, args))
        number = self.commands
        return int(
            self.wait_for(lambda each: isinstance(each, wire.Result) and each.command == number).status
        )

    def wait_for(self, wanted: Callable[[Any], bool] | type) -> Any:
        """The first message of a kind, and everything before it into ``heard``."""
        end = time.monotonic() + LIMIT_S

        def is_it(message: Any) -> bool:
            return isinstance(message, wanted) if isinstance(wanted, type) else wanted(message)

        assert self.process.stdout
        while not any(is_it(each) for each in self.heard):
            assert time.monotonic() < end, self.heard
            if select.select([self.process.stdout], [], [], 0.1)[0]:
                data = os.read(self.process.stdout.fileno(), 4096)
                assert data, self.heard
                self.heard += self.decoder.feed(data)
        return next(each for each in self.heard if is_it(each))

    def wait_file(self, name: str, text: str) -> None:
        """Until a file holds this text."""
        end = time.monotonic() + LIMIT_S
        path = self.folder / name
        while not (path.exists() and text in path.read_text()):
            assert time.monotonic() < end, path.read_text() if path.exists() else f"no {name}"
            time.sleep(0.01)

    def end(self) -> tuple[int, str]:
        """The exit code, once it has ended by itself, and what it still said."""
        code = self.process.wait(LIMIT_S)
        assert self.process.stdout
        return code, self.process.stdout.read().decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait(LIMIT_S)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[[], Running]]:
    made: list[Running] = []

    def make() -> Running:
        made.append(Running(folder))
        return made[-1]

    yield make
    for each in made:
        each.close()


def put(folder: Path, name: str, text: str) -> None:
    """A file that appears with all its text at once."""
    (folder / "new").write_text(text)
    (folder / "new").rename(folder / name)


def happened(folder: Path) -> list[str]:
    path = folder / "happened"
    return path.read_text().splitlines() if path.exists() else []


def scratch(folder: Path) -> int:
    words = json.loads((folder / "registers").read_text())
    return int(words[SCRATCH])


def change_settings(folder: Path, **values: Any) -> None:
    path = folder / "board.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def test_a_board_answers_and_reports_a_press(start: Callable[[], Running], folder: Path) -> None:
    board = start()
    board.wait_file("happened", "capture starts")
    put(folder, "levels", "5")
    board.say(wire.hello_request(4))
    hello = board.wait_for(wire.Hello)
    assert (hello.uid, hello.reset_cause, len(hello.roles), hello.capture_us) == (b"01234567", 3, 23, 1)
    assert (hello.capture, hello.flags, hello.build.hex(), hello.lights) == (m.CAPTURE_PIO, 0, BUILD, 8)
    press = board.wait_for(wire.Event)
    assert (press.seq, press.code) == (1, 0x80)
    beat = board.wait_for(wire.Beat)
    assert beat.stuck == 0
    board.say(wire.ping(3, 1))
    board.wait_for(wire.Pong)
    put(folder, "fault", str(m.FAULT_CAPTURE_STALL))
    assert board.wait_for(wire.Fault).code == m.FAULT_CAPTURE_STALL
    board.wait_for(wire.Loss)
    # The thermometer of straw stands at 24 degrees.
    assert (
        2_000
        < board.wait_for(lambda each: isinstance(each, wire.Beat) and each.temperature).temperature
        < 3_000
    )
    assert happened(folder)[0] == "capture pio 0+23 7fffff True"
    assert scratch(folder) == MARK  # a host was answered: this start counts as a good one


def test_what_is_held_at_the_start_is_known(start: Callable[[], Running], folder: Path) -> None:
    put(folder, "levels", "2")
    board = start()
    board.say(wire.hello_request(4))
    assert board.wait_for(wire.Beat).stuck == 2
    put(folder, "levels", "3")
    assert board.wait_for(wire.Event).code == 0x80
    assert "slap2 (input 1)" in board.wait_for(wire.Log).text


def test_orders_are_carried_out(start: Callable[[], Running], folder: Path) -> None:
    board = start()
    board.say(wire.hello_request(4))
    board.wait_for(wire.Hello)
    assert board.order(m.OP_LIGHTS, bytes((m.LIGHT_OFF, m.LIGHT_TURN))) == m.STATUS_OK
    board.wait_file("sent", "00000000" + "00003020" + "00000000" * 6)  # unused, blue, red, green
    assert board.order(m.OP_BUZZ, struct.pack("<HH", 880, 60)) == m.STATUS_OK
    board.wait_file("happened", "tone 880\nduty 32768\nduty 0\n")
    assert board.order(m.OP_SYNC, struct.pack("<I", 100_000)) == m.STATUS_OK
    board.wait_file("out28", "1")
    assert board.order(m.OP_ARM, b"\1") == m.STATUS_OK
    board.wait_file("happened", "armed True\n")
    board.say(wire.hello_request(5))
    board.wait_file("happened", "armed False\n")
    board.wait_file("sent", "00000000" * 8)


def test_inputs_have_the_times_of_their_settings(start: Callable[[], Running], folder: Path) -> None:
    inputs = json.loads((folder / "board.json").read_text())["inputs"]
    inputs[0]["hold_us"] = 400_000
    change_settings(folder, inputs=inputs)
    board = start()
    board.say(wire.hello_request(4))
    board.wait_for(wire.Hello)
    put(folder, "levels", "1")
    press = board.wait_for(wire.Event)
    put(folder, "levels", "0")
    release = board.wait_for(lambda each: isinstance(each, wire.Event) and each.seq == 2)
    assert release.t_us - press.t_us >= 400_000


def test_plain_lights(start: Callable[[], Running], folder: Path) -> None:
    change_settings(folder, lights={"kind": "plain", "gpios": [26]}, buzzer=None, sync_out=None)
    board = start()
    board.say(wire.hello_request(4))
    assert board.wait_for(wire.Hello).lights == 1
    assert board.order(m.OP_LIGHTS, bytes((m.LIGHT_TURN,))) == m.STATUS_OK
    board.wait_file("out26", "1")
    assert board.order(m.OP_BUZZ, struct.pack("<HH", 880, 60)) == m.STATUS_ABSENT
    assert board.order(m.OP_SYNC, struct.pack("<I", 100_000)) == m.STATUS_ABSENT


def test_the_order_to_go_to_the_repl_is_answered_then_flagged_then_carried_out(
    start: Callable[[], Running], folder: Path
) -> None:
    board = start()
    board.say(wire.hello_request(4))
    board.wait_for(wire.Hello)
    assert "repl.flag" not in os.listdir(folder)
    assert board.order(m.OP_REPL, m.REPL_KEY) == m.STATUS_OK
    assert board.end()[0] == RESET
    assert "reset, flag True" in happened(folder)
    assert start().end() == (0, "")
    assert not (folder / "repl.flag").exists()  # it counts once
    assert scratch(folder) == MARK


REPL_WAYS: dict[str, tuple[dict[str, str], dict[str, Any] | str | None]] = {
    "the flag": ({"repl.flag": ""}, {}),
    "the button": ({"pin0": "0"}, {}),
    "the flag, board.json broken": ({"repl.flag": ""}, "{"),
    "the button, board.json broken": ({"pin0": "0"}, "{"),
    "the button, board.json missing": ({"pin0": "0"}, None),
    "the button, board.json of another kind": ({"pin0": "0"}, "[1]"),
    "the button, its input missing": ({"pin0": "0"}, {"update_input": 99}),
    "the button, its pin no pin": ({"pin0": "0"}, {"inputs": [{"gpio": 77}]}),
    "the button, its pin no number": ({"pin0": "0"}, {"inputs": [{"gpio": None}]}),
    "another button": ({"pin9": "0"}, {"update_input": 9}),
    "a button that is closed at rest": (
        {"pin4": "1"},
        {"inputs": [{"gpio": 4, "role": "slap", "normally": "closed"}]},
    ),
}


@pytest.mark.parametrize("way", REPL_WAYS)
def test_to_the_repl_before_anything_else(start: Callable[[], Running], folder: Path, way: str) -> None:
    files, settings = REPL_WAYS[way]
    if settings is None:
        (folder / "board.json").unlink()
    elif isinstance(settings, str):
        (folder / "board.json").write_text(settings)
    else:
        change_settings(folder, **settings)
    for name, text in files.items():
        (folder / name).write_text(text)
    shutil.rmtree(folder / "slapboard")  # nothing of it is needed
    assert start().end() == (0, "")
    assert not (folder / "repl.flag").exists()
    assert happened(folder) == []  # no watchdog, no capture


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (None, "There is no board.json: flash the board again."),
        ("{x", "board.json was refused. It is not JSON: look for a missing quote, comma or bracket."),
        ({"buzzer": 5}, "board.json was refused. buzzer is 5: this GPIO is taken by an input already."),
    ],
)
def test_refused_settings_leave_a_board_without_inputs_that_says_why(
    start: Callable[[], Running], folder: Path, settings: dict[str, Any] | str | None, sentence: str
) -> None:
    if settings is None:
        (folder / "board.json").unlink()
    elif isinstance(settings, str):
        (folder / "board.json").write_text(settings)
    else:
        change_settings(folder, **settings)
    (folder / "build.json").write_text("?")
    board = start()
    board.say(wire.hello_request(4))
    hello = board.wait_for(wire.Hello)
    assert (hello.flags, hello.roles, hello.lights) == (m.HELLO_SETTINGS_REFUSED, b"", 0)
    assert hello.build == bytes(8)
    board.wait_for(wire.Beat)
    logs = [each for each in board.heard if isinstance(each, wire.Log)]
    assert "".join(log.text for log in logs) == sentence
    assert {log.level for log in logs} == {m.LOG_ERROR}
    assert board.order(m.OP_REPL, m.REPL_KEY) == m.STATUS_OK  # it can be mended
    assert board.end()[0] == RESET


def test_a_board_that_crashes_starts_again_and_at_the_third_time_stays_at_the_repl(
    start: Callable[[], Running], folder: Path
) -> None:
    put(folder, "crash", "1")
    for number in (1, 2):
        code, said = start().end()
        assert (code, scratch(folder)) == (RESET, MARK | number)
        assert "Traceback" in said
        assert "ValueError: the capture broke" in said
    code, said = start().end()
    assert code == 0
    assert "ValueError: the capture broke" in said
    assert scratch(folder) == MARK
    # The watchdog, which would end the REPL, was stopped each time.
    assert json.loads((folder / "registers").read_text())["0x4005b000"] == 1 << 30
    assert happened(folder).count("capture stops") == 3


def test_a_crash_after_a_host_was_answered_always_starts_again(
    start: Callable[[], Running], folder: Path
) -> None:
    for _ in range(4):
        board = start()
        board.say(wire.hello_request(4))
        board.wait_for(wire.Beat)
        put(folder, "crash", "1")
        assert board.end()[0] == RESET
        (folder / "crash").unlink()


def test_firmware_that_is_not_all_there_crashes_into_the_repl_too(
    start: Callable[[], Running], folder: Path
) -> None:
    (folder / "slapboard" / "core.py").unlink()
    # What stands in the register at power-on is not ours.
    (folder / "registers").write_text(json.dumps({SCRATCH: 0x12340002}))
    codes = [start().end()[0] for _ in range(3)]
    assert codes == [RESET, RESET, 0]


def test_a_way_to_the_repl_gives_three_new_tries(start: Callable[[], Running], folder: Path) -> None:
    put(folder, "crash", "1")
    codes = [start().end()[0] for _ in range(2)]
    put(folder, "repl.flag", "")
    codes += [start().end()[0] for _ in range(4)]
    assert codes == [RESET, RESET, 0, RESET, RESET, 0]


def test_a_board_that_hangs_is_left_at_the_repl_after_three_resets_by_the_watchdog(
    start: Callable[[], Running], folder: Path
) -> None:
    put(folder, "hang", "1")
    for number in range(1, 4):
        board = start()
        board.wait_file("registers", str(MARK | number))
        board.close()  # what the watchdog does
    code, said = start().end()
    assert code == 0
    assert "The firmware ended 3 times before a host got an answer" in said
    assert scratch(folder) == MARK


def test_the_watchdog_runs_before_the_capture_and_after_the_way_to_the_repl(
    start: Callable[[], Running], folder: Path
) -> None:
    board = start()
    board.wait_file("happened", "capture starts")
    seen = happened(folder)
    assert seen.index("watchdog 2000") < seen.index("capture starts")
