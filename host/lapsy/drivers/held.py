"""Boards' lines that stay open from lobby to table to the next table.

A line's threads live as long as the room; who listens changes. What comes while nobody listens is not lost: the board keeps
what is not acknowledged, and the next listener asks for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

from lapsy.boards.host_clock import now_us
from lapsy.boards.ports import find_ports
from lapsy.drivers.line import Line, Listener


class HeldLine:
    """``key`` names the line, ``name`` the port it was first found at."""

    def __init__(self, key: str, name: str, elsewhere: Callable[[str], Sequence[str]]) -> None:
        self.key = key
        self.name = name
        self._elsewhere = elsewhere
        self.line = Line(key, self._names, now_us)
        #: During a game the board may come back under another name.
        self.roams = False
        self._lock = threading.Lock()
        self._listener: Listener | None = None
        self._origin_us = 0
        self._there = False
        self._begun = False

    def _names(self) -> list[str]:
        return [self.name, *self._elsewhere(self.key)] if self.roams else [self.name]

    def begin(self) -> None:
        """Read and write from now on."""
        if not self._begun:
            self._begun = True
            self.line.start(self)

    def end(self) -> None:
        """Close the port."""
        self.line.close()

    def attach(self, listener: Listener, origin_us: int) -> None:
        """Who listens from now on; ``origin_us``: where its axis begins on the host's clock."""
        with self._lock:
            self._listener, self._origin_us = listener, origin_us
            if self._there:
                listener.opened(self.key)

    def detach(self, listener: Listener) -> None:
        """It listens no more."""
        with self._lock:
            if self._listener is listener:
                self._listener = None

    # ---- from the line's threads

    def opened(self, key: str) -> None:
        """The port is open."""
        with self._lock:
            self._there = True
            if self._listener is not None:
                self._listener.opened(key)

    def came(self, key: str, at_us: int, data: bytes) -> None:
        """Bytes, on the host's clock."""
        with self._lock:
            if self._listener is not None:
                self._listener.came(key, at_us - self._origin_us, data)

    def closed(self, key: str, why: str) -> None:
        """The port has gone."""
        with self._lock:
            self._there = False
            if self._listener is not None:
                self._listener.closed(key, why)


class LentLine:
    """A held line as a table's driver has it: its end is only the end of listening."""

    def __init__(self, held: HeldLine, origin_us: int) -> None:
        self._held = held
        self._origin_us = origin_us
        self._listener: Listener | None = None

    def start(self, listener: Listener) -> None:
        """Listen."""
        self._listener = listener
        self._held.roams = True
        self._held.begin()
        self._held.attach(listener, self._origin_us)

    def send(self, data: bytes) -> None:
        """Have bytes written."""
        self._held.line.send(data)

    def reopen(self, why: str) -> None:
        """Give this port up and look for the board."""
        self._held.line.reopen(why)

    def close(self) -> None:
        """Listen no more."""
        if self._listener is not None:
            self._held.detach(self._listener)


def elsewhere(lines: Iterable[HeldLine], key: str) -> list[str]:
    """Where else the board of line ``key`` may have come back: every known port that no other line has open."""
    lines = list(lines)
    taken = {held.line.name for held in lines if held.key != key}
    names = [*(held.name for held in lines), *(seen.name for seen in find_ports())]
    return [name for name in dict.fromkeys(names) if name not in taken]
