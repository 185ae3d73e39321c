"""What the loop leaves for the garbage collector, on real MicroPython. A board's words are those of the 32-bit port."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from lapsy.boards.firmware import firmware_dir
from lapsy.boards.wire import hello_request

STRAW = Path(__file__).parent / "straw"

#: Most bytes by what happens: a step with nothing to do, a beat, a ping with its answer, a press with four bounces, its
#: release and the acknowledgement (four steps).
LIMITS = {"idle": 100, "beat": 800, "ping": 1_800, "press": 3_000}

QUIET = """
import micropython, sys
sys.path.insert(0, ".")
from slapboard.line import Line
from slapboard.light_modes import colour

def quiet(line):
    said = b""
    while said[-1:] != b"\\n":
        said += line.read()
    micropython.heap_lock()
    for now_ms in range(3_000):
        nothing = line.read()
        for mode in range(7):
            colour(mode, now_ms)
    micropython.heap_unlock()
    print(said, nothing)

quiet(Line(lambda: 7))
"""


def run(which: str, *arguments: str, **more: bytes) -> str:
    interpreter = os.environ.get(which, "")
    if not interpreter:
        pytest.skip(f"{which} names no MicroPython for Unix")
    with subprocess.Popen(
        [interpreter, *arguments],
        cwd=firmware_dir(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(more.get("stdin", b""))
        process.stdin.flush()  # and it stays open: nothing more comes, nothing ends
        said = process.stdout.read().decode()
        assert process.wait(60) == 0, said
        return said


def test_what_a_step_leaves_behind() -> None:
    said = run("LAPSY_MICROPYTHON32", str(STRAW / "budget.py"))
    used = {name: int(count) for name, count in (line.split("|") for line in said.splitlines())}
    assert used["acknowledged"] == 43  # each press and each release went through
    for what, limit in LIMITS.items():
        assert 0 < used[what] <= limit, f"{what}: {used[what]} bytes"


@pytest.mark.parametrize("which", ["LAPSY_MICROPYTHON", "LAPSY_MICROPYTHON32"])
def test_a_quiet_turn_of_the_loop_allocates_nothing(which: str) -> None:
    request = hello_request(4)
    assert run(which, "-c", QUIET, stdin=request).split(" b''")[0] == repr(request)
