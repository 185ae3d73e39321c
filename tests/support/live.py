"""The live road for tests: real lines, loop and journal around a table, hosts in processes of their own.

Nothing here sleeps for a fixed time: whoever waits names a condition, and after ``LIMIT_S`` the test fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lapsy.boards.host_clock import now_us
from lapsy.boards.serve import ServedBoard, ServeError
from lapsy.drivers.line import Line
from lapsy.drivers.live import LiveDriver
from lapsy.drivers.opening import bots_for
from lapsy.table.effects import Say
from lapsy.table.journal_file import JournalFile
from lapsy.table.setup import Setup
from lapsy.table.table import Table
from patience import LIMIT_S

#: Kinds of records that hold what a board numbered. A loss or a gap only says that something is not there.
NUMBERED = frozenset({"press", "released", "unused", "edges"})


def check_numbers(records: Iterable[Mapping[str, Any]], uid: str) -> dict[tuple[str, int], int]:
    """Every number of this board is there once and in order from 1 on, none of it lost; the last one by (uid, boot)."""
    last: dict[tuple[str, int], int] = {}
    for r in records:
        if r["k"] in NUMBERED and r["board"] == uid:
            key = (r["board"], r["boot"])
            assert r["seq"] == last.get(key, 0) + 1, f"{r} after number {last.get(key, 0)}"
            last[key] = r.get("last", r["seq"])
    return last


def wait_until(condition: Callable[[], bool], what: str, limit_s: float = LIMIT_S) -> None:
    """Return as soon as the condition holds."""
    rest = threading.Event()
    end_us = now_us() + int(limit_s * 1_000_000)
    while not condition():
        assert now_us() < end_us, f"after {limit_s:g} s still not: {what}"
        rest.wait(0.005)


def open_files() -> int:
    """How many descriptors this process has open."""
    return len(os.listdir("/proc/self/fd"))


class Watched:
    """A journal file, and what was appended to it for a test to wait on. ``broken``: the disk is full."""

    def __init__(self, file: JournalFile) -> None:
        self.file = file
        self.path = file.path
        self.code = file.code
        self.records: list[dict[str, Any]] = []
        self.broken: OSError | None = None

    def append(self, records: tuple[dict[str, Any], ...]) -> None:
        if self.broken is not None:
            raise self.broken
        self.file.append(records)
        self.records += records

    def sync(self) -> None:
        self.file.sync()

    def close(self) -> None:
        self.file.close()


class LiveTable:
    """One table on real lines, its loop in a thread of its own. ``boards``: those in this process, by port.

    ``names`` are the names that a line tries; those of the boards are known. Use as a context.
    """

    def __init__(
        self,
        setup: Setup,
        boards: Mapping[str, ServedBoard],
        folder: Path,
        names: Mapping[str, Callable[[], list[str]]] | None = None,
    ) -> None:
        origin_us = now_us()
        self.setup = replace(setup, origin_us=origin_us, simulated=False)
        self.journal = Watched(JournalFile.create(folder, "live"))
        self.table = Table(self.setup)
        self.said: list[Say] = []
        self.views: list[dict[str, Any]] = []
        self.lines = {
            port: Line(port, (names or {}).get(port) or _names(boards[port]), self.now_us)
            for port in setup.ports
        }
        self.driver = LiveDriver(
            self.table,
            self.lines,
            bots_for(setup),
            boards,
            journal=self.journal,
            publish=lambda told: self.views.append(told.view) if told.view is not None else None,
            say=self.said.append,
            clock=self.now_us,
            origin_us=origin_us,
        )
        self.failure: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="table")

    def now_us(self) -> int:
        return now_us() - self.setup.origin_us

    @property
    def records(self) -> list[dict[str, Any]]:
        return self.journal.records

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        """Records of these kinds so far."""
        return [r for r in tuple(self.records) if r["k"] in kinds]

    def on_loop(self, call: Callable[[], object]) -> None:
        """Have something done on the loop."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(call)

    @contextlib.contextmanager
    def stalled_loop(self) -> Iterator[None]:
        """The host's loop does nothing meanwhile."""
        gate, there = threading.Event(), threading.Event()
        self.on_loop(lambda: (there.set(), gate.wait(LIMIT_S)))
        assert there.wait(LIMIT_S)
        try:
            yield
        finally:
            gate.set()

    @contextlib.contextmanager
    def stalled_reader(self) -> Iterator[None]:
        """The host reads nothing from its ports meanwhile."""
        gate, there, came = threading.Event(), threading.Event(), self.driver.came

        def late(key: str, now_us: int, data: bytes) -> None:
            there.set()
            gate.wait(LIMIT_S)
            came(key, now_us, data)

        self.driver.came = late  # type: ignore[method-assign]
        assert there.wait(LIMIT_S)
        try:
            yield
        finally:
            self.driver.came = came  # type: ignore[method-assign]
            gate.set()

    def __enter__(self) -> LiveTable:
        for line in self.lines.values():
            line.open()
        self._thread.start()
        wait_until(lambda: self._loop is not None, "the loop runs")
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it ended just now
                self.on_loop(self.driver.stop)
        self._thread.join(LIMIT_S)
        assert not self._thread.is_alive(), "the loop does not end"
        self.journal.file.close()

    def _run(self) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            await self.driver.run(until_over=False)

        try:
            asyncio.run(main())
        except Exception as e:  # looked at by the test
            self.failure = e


def _names(board: ServedBoard) -> Callable[[], list[str]]:
    def names() -> list[str]:
        try:
            return [board.port]
        except ServeError:
            return []

    return names
