"""The pytest plugin as its users have it: the example of the docs, the marker, and what it costs who does
not use it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lapsy.boards.wired import simulate
from lapsy.testing.virtual import VirtualHost

if TYPE_CHECKING:
    from lapsy.boards.serve import ServedBoard

DOCS = Path(__file__).parents[2] / "docs" / "simulated-board.md"


def run_pytest(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A user's test file, in a pytest of its own, with warnings as errors."""
    (folder / "test_user.py").write_text(source, encoding="utf-8")
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-W",
            "error",
            "--strict-markers",
            "-p",
            "no:cacheprovider",
            *options,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_example_of_the_docs_runs_as_it_stands_and_has_ten_lines(tmp_path):
    (example,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line]) <= 12
    result = run_pytest(tmp_path, example)
    assert "1 passed" in result.stdout, result.stdout + result.stderr


def test_the_marker_and_the_factory_make_other_boards(tmp_path):
    result = run_pytest(
        tmp_path,
        """
import pytest

@pytest.mark.slapboard(seats=4, tcp=0)
def test_marked(slapboard):
    assert slapboard.port.startswith("socket://127.0.0.1:")
    slapboard.press("slap4")

def test_two(slapboards):
    one, other = slapboards(tcp=0), slapboards(seats=1, tcp=0)
    assert one.port != other.port
    assert one.wired.board.identity.uid != other.wired.board.identity.uid

@pytest.mark.slapboard(faults="dorp=1%")
def test_wrong(slapboard):
    pass
""",
    )
    assert "2 passed, 1 error" in result.stdout, result.stdout + result.stderr
    assert "There is no fault 'dorp'" in result.stdout


def test_who_does_not_use_the_fixture_imports_nothing_of_it(tmp_path):
    result = run_pytest(
        tmp_path,
        """
import sys

def test_light():
    heavy = {"serial", "click", "slapboard", "lapsy.boards", "socket.none"} & set(sys.modules)
    assert not heavy
    assert "lapsy.testing.plugin" in sys.modules
""",
    )
    assert "1 passed" in result.stdout, result.stdout + result.stderr


def test_a_board_that_ended_by_itself_fails_the_test_that_used_it(tmp_path):
    result = run_pytest(
        tmp_path,
        """
class Broken:
    def __init__(self, identity):
        pass

    def step(self, now, edges, rx, room):
        raise RuntimeError("broken core")

    def close(self):
        pass

def test_broken(slapboards):
    slapboards(start=Broken)
""",
    )
    assert "ended by itself: broken core" in result.stdout
    assert "1 error" in result.stdout


@pytest.mark.slapboard(seats=1)
def test_it_works_here_too(slapboard: ServedBoard):
    assert slapboard.press("slap1") >= 0


def test_the_virtual_host_runs_to_the_very_microsecond():
    wired = simulate(uid=bytes(8), boot=1, roles=b"\x01", start_us=500)
    host = VirtualHost(wired)
    assert host.now_us == 500
    host.run(1_000_500)
    assert host.now_us == 1_000_500
    assert host.events[0][0] == 500
