"""The examples of the page for firmware developers, run as they stand."""

from __future__ import annotations

import doctest
import re
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lapsy.boards.firmware import messages
from lapsy.boards.wire import encode
from patience import LIMIT_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from lapsy.boards.serve import ServedBoard

PAGE = Path(__file__).parents[2] / "docs" / "firmware-developer.md"
EXAMPLE = re.compile(r"<!-- run: (\w+) -->\n```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


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


def test_the_host_in_twenty_lines_lives_on_after_text_and_damage(tmp_path: Path) -> None:
    (code,) = examples("host")
    (tmp_path / "host.py").write_text(code, encoding="utf-8")
    hello = struct.pack(messages.F_HELLO, 1, 0, b"8 bytes!", 1, 0, 1, 0, 42, 0, 1, 1, 64, 0, 0)
    good = encode(messages.HELLO, 0, hello)
    noise = (
        b"\n",
        b"Traceback (most recent call last):\r\n",
        b"~\n",
        b"~AAAA\n",
        "ä~ö\n".encode(),
        good[:20] + good[24:],
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(LIMIT_S)
        with subprocess.Popen(
            [sys.executable, "-u", "host.py", str(server.getsockname()[1])],
            cwd=tmp_path, stdout=subprocess.PIPE, text=True,
        ) as host:  # fmt: skip
            asker, _ = server.accept()
            with asker:
                assert asker.recv(100).endswith(b"\n")  # (what was not read would turn the end into a reset)
                asker.sendall(b"".join(noise) + good)
            said = host.communicate(timeout=LIMIT_S)[0]
    assert said == f"board {b'8 bytes!'.hex()}\n"
    assert host.returncode == 0
