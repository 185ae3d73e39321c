"""The examples of the page for firmware developers, run as they stand."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from lapsy.boards.serve import ServedBoard

PAGE = Path(__file__).parents[2] / "docs" / "firmware-developer.md"
EXAMPLE = re.compile(r"<!-- run: (\w+) -->\n```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LIMIT_S = 60


def examples(how: str) -> list[str]:
    """The page's examples of one kind."""
    return [code for kind, code in EXAMPLE.findall(PAGE.read_text(encoding="utf-8")) if kind == how]


def test_every_example_says_how_it_is_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    kinds = [kind for kind, _ in EXAMPLE.findall(text)]
    assert len(kinds) == text.count("```python") >= 4
    assert set(kinds) == {"host", "doctest", "pytest"}


@pytest.mark.parametrize("n", range(2))
def test_what_is_typed_by_hand(n: int) -> None:
    (_, _) = examples("doctest")
    test = doctest.DocTestParser().get_doctest(examples("doctest")[n], {}, f"example {n}", str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_users_test(tmp_path: Path) -> None:
    (code,) = examples("pytest")
    (tmp_path / "test_user.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider"],
        cwd=tmp_path, capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_host_in_twenty_lines(slapboards: Callable[..., ServedBoard], tmp_path: Path) -> None:
    (code,) = examples("host")
    assert len([line for line in code.splitlines() if line.strip()]) <= 24
    assert "lapsy" not in code
    (tmp_path / "host.py").write_text(code, encoding="utf-8")
    board = slapboards(seats=2, tcp=0)
    number = board.port.rpartition(":")[2]
    with subprocess.Popen(
        [sys.executable, "-u", "host.py", number], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as host:
        watch = threading.Timer(LIMIT_S, host.kill)
        watch.start()
        try:
            assert host.stdout is not None
            assert host.stdout.readline().startswith("board 0000000000000001")
            board.press("slap2")
            heard = [host.stdout.readline().split()[:2] for _ in range(2)]
        finally:
            watch.cancel()
            host.kill()
    assert heard == [["down", "2"], ["up", "2"]]
