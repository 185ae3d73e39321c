"""The command line as its users meet it: in this process, or as a process of its own."""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from lapsy.cli.main import main
from patience import LIMIT_S


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


def lapsy(*args: str) -> Said:
    """Run a command in this process; whatever escapes it but an exit fails the test."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], terminal_width=80)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.stdout + result.stderr
    return Said(result.exit_code, result.stdout, result.stderr)


def refused(*args: str) -> str:
    """The one sentence with which a command refuses."""
    said = lapsy(*args)
    assert said.code in (1, 2), said
    before, error, sentence = said.err.partition("Error: ")
    assert error, said
    assert "Error" not in before
    sentence = sentence.rstrip("\n")
    assert re.search(r"[.)?]$", sentence), sentence
    assert "Errno" not in sentence
    return sentence


@dataclass
class Running:
    """A ``lapsy`` process whose lines are read as they come."""

    process: subprocess.Popen[str]
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._news: queue.SimpleQueue[None] = queue.SimpleQueue()
        streams = ((self.process.stdout, self.out), (self.process.stderr, self.err))
        self._readers = [threading.Thread(target=self._read, args=both) for both in streams]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: Iterator[str], lines: list[str]) -> None:
        for line in stream:
            lines.append(line.rstrip("\n"))
            self._news.put(None)
        self._news.put(None)

    def line(self, pattern: str, lines: list[str] | None = None, limit_s: float = LIMIT_S) -> re.Match[str]:
        """The first line of standard output (or of ``lines``) with this in it, as soon as it is there. ``limit_s``: how long
        nothing new may come; an emulated board's seconds are longer than ours."""
        seen = 0
        lines = self.out if lines is None else lines
        while True:
            while seen < len(lines):
                if match := re.search(pattern, lines[seen]):
                    return match
                seen += 1
            ended = self.process.poll() is not None and not any(r.is_alive() for r in self._readers)
            assert not ended or seen < len(lines), (pattern, self.out, self.err)
            try:
                self._news.get(timeout=limit_s)
            except queue.Empty:
                pytest.fail(f"no line with {pattern!r}: {self.out} {self.err}")

    def end(self, number: int) -> Said:
        """Send a signal and wait until the process has ended."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> Said:
        """Wait until the process has ended."""
        code = self.process.wait(LIMIT_S)
        for reader in self._readers:
            reader.join(LIMIT_S)
        said = Said(code, "\n".join(self.out), "\n".join(self.err))
        assert "Traceback" not in said.out + said.err, said
        return said


@contextmanager
def started(*args: str, **how: object) -> Iterator[Running]:
    """A ``lapsy`` in a process of its own, warnings as errors; killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "lapsy", *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        **how,
    )
    running = Running(process)
    try:
        yield running
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(LIMIT_S)
        for reader in running._readers:
            reader.join(LIMIT_S)
        process.stdout.close()
        process.stderr.close()


@pytest.fixture(name="lapsy")
def fixture_lapsy() -> Callable[..., Said]:
    """``lapsy(*args) -> Said``."""
    return lapsy


@pytest.fixture(name="refused")
def fixture_refused() -> Callable[..., str]:
    """``refused(*args) -> sentence``."""
    return refused


@pytest.fixture(name="started")
def fixture_started() -> Callable[..., object]:
    """``with started(*args) as running``."""
    return started


@pytest.fixture(scope="session")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a short game, played to its end. Not to be changed: copy it."""
    folder = tmp_path_factory.mktemp("journals")
    args: Sequence[str] = (
        "--bots",
        "2",
        "--headless",
        "--simulated-time",
        "--seed",
        "2",
        "--journal",
        str(folder),
    )
    assert lapsy("play", "lapsy", *args).code == 0
    (path,) = folder.iterdir()
    return path
