"""One port in real time: a thread that opens it, reads it, and opens it again when it comes back; another that writes.

Bytes are stamped in the reader's thread, as close to their arrival as this process can; the loop hears of them later.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from lapsy.boards.ports import PortError, open_port, port_error

#: A vanished port is looked for this often.
LOOK_AGAIN_S = 0.25

#: So much may wait for a board that does not read; then the line counts as broken.
MOST_WAITING = 4096

#: What a port raises when it is gone: pyserial the last two, when it was closed meanwhile.
BROKEN = (OSError, TypeError, AttributeError)


class Listener(Protocol):
    """Who hears of a line. Called in the line's own threads."""

    def opened(self, key: str) -> None:
        """The port is open."""

    def came(self, key: str, now_us: int, data: bytes) -> None:
        """Bytes were read at ``now_us``."""

    def closed(self, key: str, why: str) -> None:
        """The port has gone; the line looks for it until it is closed."""


class Line:
    """``names()`` gives the ports to try, best first. ``open`` once, then it lives by itself until ``close``."""

    def __init__(self, key: str, names: Callable[[], Sequence[str]], clock: Callable[[], int]) -> None:
        self.key = key
        self._names = names
        self._clock = clock
        self._port: Any = None  # pyserial's, imported late
        self._tx: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._closing = threading.Event()
        self._bad: Any = None  # the port to be given up; never the one that came after it
        self._tries = 0
        self._why = ""
        #: Why the port could not be opened when it was last tried; empty when it could.
        self.trouble = ""
        self._threads: list[threading.Thread] = []

    @property
    def name(self) -> str:
        """The name of the port that is open; empty when none is."""
        port = self._port
        return "" if port is None else str(port.port)

    def open(self) -> None:
        """Open the port now. Raises PortError: at the start a port that cannot be had is a user's mistake."""
        names = self._names()
        if not names:
            raise PortError(f"There is no port for {self.key}: plug the board in and try again.")
        self._port = open_port(names[0])

    def start(self, listener: Listener) -> None:
        """Begin to read and write."""
        for work, args, name in ((self._read, (listener,), "reader"), (self._write, (), "writer")):
            thread = threading.Thread(target=work, args=args, name=f"{name} of {self.key}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def send(self, data: bytes) -> None:
        """Have bytes written. Never blocks; a line that takes nothing is broken and opened again."""
        try:
            self._tx.put_nowait(data)
        except queue.Full:
            self.reopen("The board takes no bytes.")

    def reopen(self, why: str) -> None:
        """Give this port up and look for the board, at another name first."""
        self._give_up(self._port, why)

    def _give_up(self, port: Any, why: str) -> None:
        self._why = why
        self._tries += 1
        self._bad = port

    def close(self) -> None:
        """End both threads and the port."""
        self._closing.set()
        self._tx.put(None)
        for thread in self._threads:
            thread.join()
        if self._port is not None:
            self._port.close()
            self._port = None

    def _read(self, listener: Listener) -> None:
        while not self._closing.is_set():
            port = self._port or self._look()
            if port is None:
                continue
            self._port = port
            listener.opened(self.key)
            why = ""
            while not why and not self._closing.is_set():
                try:
                    data = port.read(max(1, port.in_waiting))
                except BROKEN as e:
                    why = _why(port, e)
                    break
                if data:
                    listener.came(self.key, self._clock(), data)
                if self._bad is port:
                    why = self._why
            self._port = None
            port.close()
            if not self._closing.is_set():
                listener.closed(self.key, why)

    def _look(self) -> Any:
        """The port if it can be had now; a rest otherwise."""
        names = self._names()
        if names:
            try:
                port = open_port(names[self._tries % len(names)])
                self.trouble = ""
                return port
            except PortError as e:
                self.trouble = str(e)
                self._tries += 1
        self._closing.wait(LOOK_AGAIN_S)
        return None

    def _write(self) -> None:
        while (data := self._tx.get()) is not None:
            port = self._port
            if port is None:
                continue  # what was for the board that left is asked again when it is back
            try:
                port.write(data)
            except BROKEN as e:
                self._give_up(port, _why(port, e))


def _why(port: Any, e: Exception) -> str:
    error = e if isinstance(e, OSError) else OSError(str(e))
    return str(port_error(str(port.port), error, then="; it goes on where it stopped"))
