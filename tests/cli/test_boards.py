"""``lapsy boards``, run as its users run it: a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from lapsy.boards import probe
from lapsy.boards.events import Hello, Press
from lapsy.boards.host_clock import now_us
from lapsy.boards.link import Link
from lapsy.boards.ports import open_port
from lapsy.cli.boards import boards
from patience import LIMIT_S

if TYPE_CHECKING:
    from collections.abc import Iterator

POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
PROGRAM = [sys.executable, "-W", "error", "-c", "from lapsy.cli.boards import boards; boards()"]


@contextmanager
def sim(*options: str, **more: object) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*PROGRAM, "sim", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line, process.communicate()
    return line


def presses(name: str, count: int) -> list[Press]:
    """Reads from the port until so many presses have come; acknowledges nothing."""
    link, seen = Link(session=1), []
    until = time.monotonic() + LIMIT_S
    with open_port(name, timeout_s=0.02) as port:
        link.opened(now_us())
        while len(seen) < count:
            assert time.monotonic() < until
            if data := link.take():
                port.write(data)
            events = [*link.feed(now_us(), port.read(4096)), *link.tick(now_us())]
            seen += [event for event in events if isinstance(event, Press) and event.pressed]
    return seen


def refused(*options: str) -> str:
    result = CliRunner().invoke(boards, ["sim", *options])
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    said = result.stderr.splitlines()[-1]
    assert said.startswith("Error: ")
    return said


@POSIX
def test_it_prints_its_port_presses_its_script_and_outlives_its_hosts(tmp_path):
    script = tmp_path / "script"
    script.write_text("0.100 press slap1 bounce 2\n0.200 press 0 2   # a tie\n0.300 press flip2 hold 5ms\n")
    link = tmp_path / "board"
    options = [
        "--script",
        str(script),
        "--link",
        str(link),
        "--uid",
        "00112233445566aa",
        "--boot",
        "9",
        "--pty",
    ]
    with sim(*options) as process:
        assert first_line(process) == str(link)
        for _ in range(2):  # nobody acknowledged: the next host gets it all again
            first, *tie, last = presses(str(link), 4)
            assert (first.uid, first.boot, first.role, first.group) == ("00112233445566aa", 9, "slap", 0)
            assert tie[0].index == tie[1].index
            assert [p.t_us - first.t_us for p in (*tie, last)] == [100_000, 100_000, 200_000]
            assert (last.role, last.group) == ("flip", 1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    assert out == ""
    assert "Traceback" not in err
    assert "Board 00112233445566aa, boot 9, pads 0 slap1, 1 flip1, 2 slap2, 3 flip2." in err
    assert not link.is_symlink()


def test_over_tcp_it_ends_after_its_duration_and_prints_each_new_port():
    options = ["--tcp", "0", "--fault", "newport=50ms@100ms", "--fault", "drift=20ppm", "--duration", "500ms"]
    with sim(*options) as process:
        out, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    one, other = out.splitlines()
    assert one != other
    assert all(re.fullmatch(r"socket://127\.0\.0\.1:\d+", name) for name in (one, other))
    assert f"lapsy boards list {one}" in err


@POSIX
def test_a_host_that_is_killed_leaves_the_board_alive_with_all_it_had(tmp_path):
    script = tmp_path / "script"
    script.write_text("0.050 press slap1\n0.150 press slap2\n")
    host = (
        "import sys, serial; from lapsy.boards import wire\n"
        "with serial.Serial(sys.argv[1], exclusive=True) as port:\n"
        "    port.write(wire.hello_request(1)); print(port.read(1), flush=True)\n"
        "    while True: port.read(1)\n"
    )
    with sim("--script", str(script)) as process:
        name = first_line(process)
        for _ in range(2):
            killed = subprocess.Popen([sys.executable, "-c", host, name], stdout=subprocess.PIPE)
            try:
                assert killed.stdout is not None
                assert killed.stdout.readline()
            finally:
                killed.kill()
                killed.communicate()
        assert [p.group for p in presses(name, 2)] == [0, 1]
        assert process.poll() is None


@POSIX
def test_being_terminated_clears_up_too(tmp_path):
    with sim("--link", str(tmp_path / "board")) as process:
        assert first_line(process)
        process.terminate()
        process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_the_keyboard_presses():
    import pty

    keys, terminal = pty.openpty()
    try:
        with sim("--keyboard", "--seats", "2", stdin=terminal) as process:
            name = first_line(process)
            assert process.stderr is not None
            while "Keys: 1 slap1, q flip1, 2 slap2, w flip2." not in (line := process.stderr.readline()):
                assert line
            os.write(keys, b"2xW")
            assert [(p.role, p.group) for p in presses(name, 2)] == [("slap", 1), ("flip", 1)]
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=LIMIT_S)
            assert process.returncode == 0
    finally:
        os.close(keys)
        os.close(terminal)


def test_the_keyboard_needs_a_terminal():
    with sim("--keyboard", stdin=subprocess.DEVNULL) as process:
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert "Error: Keys can only be read from a terminal: leave --keyboard out, or use --script." in err


def test_the_firmware_can_run_in_micropython():
    interpreter = os.environ.get("LAPSY_MICROPYTHON")
    if not interpreter:
        pytest.skip("LAPSY_MICROPYTHON does not name a Unix MicroPython")
    with sim("--tcp", "0", "--micropython", interpreter) as process:
        hello = probe.ask(first_line(process), limit_s=LIMIT_S)
    assert hello is not None
    assert len(hello.roles) == 4


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--fault", "dorp=1%"], "There is no fault 'dorp'; faults are written delay=5ms..20ms"),
        (
            ["--fault", "wrap=1s", "--fault", "offset=1s"],
            "'offset' and 'wrap' both say where the timer starts",
        ),
        (["--seats", "9"], "pads for 1 to 8 seats, not for 9"),
        (["--uid", "12"], "'12' is not 16 hexadecimal digits."),
        (["--uid", "nonsense"], "'nonsense' is not 16 hexadecimal digits."),
        (["--boot", "-1"], "-1 is not in the range"),
        (["--tcp", "0", "--pty"], "A board has one port: give --tcp, or --pty and --link, not both."),
        (["--tcp", "99999"], "99999 is not in the range"),
        (["--duration", "5"], "'5' is not a time (a number and us, ms or s)"),
        (
            ["--micropython", "/none"],
            "There is no program '/none'; give the path of MicroPython's Unix port.",
        ),
        (["--script", "/none"], "'/none' does not exist"),
    ],
)
def test_bad_options_are_one_sentence(options, why):
    assert why in refused(*options)


def test_a_bad_script_is_refused_with_its_line(tmp_path):
    script = tmp_path / "script"
    script.write_text("1.0 press 1\n2.0 press 77\n")
    assert "Line 2 of the script, '2.0 press 77': This board has no input '77'" in refused(
        "--script", str(script)
    )
    script.write_bytes(b"\xff\xfe\x00")
    assert refused("--script", str(script))


def test_the_help_loads_nothing_heavy():
    code = (
        "import sys; from click.testing import CliRunner; from lapsy.cli.boards import boards;"
        "assert CliRunner().invoke(boards, ['sim', '--help']).exit_code == 0;"
        "assert not {'serial', 'slapboard', 'lapsy.boards'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@POSIX
def test_a_photodiode_and_a_sync_wire_can_be_had_without_hardware(tmp_path):
    script = tmp_path / "light.txt"
    script.write_text("2.0 press photo hold 300ms\n2.1 press sync slap1\n", encoding="utf-8")
    options = (
        "--seats",
        "1",
        "--input",
        "photo",
        "--input",
        "sync",
        "--input",
        "photo",
        "--script",
        str(script),
    )
    with sim(*options) as process:
        link, seen = Link(7), []
        with open_port(first_line(process), timeout_s=0.02) as port:
            link.opened(now_us())
            until_us = now_us() + int(LIMIT_S * 1_000_000)
            while len(seen) < 3 and now_us() < until_us:
                port.write(link.take())
                told = link.feed(now_us(), port.read(4096)) + link.tick(now_us())
                if any(isinstance(event, Hello) for event in told):
                    link.arm(now_us(), True)  # a photodiode is silent until somebody asks for its light
                seen += [event.role for event in told if isinstance(event, Press) and event.pressed]
        assert sorted(seen) == ["photo", "slap", "sync"]
