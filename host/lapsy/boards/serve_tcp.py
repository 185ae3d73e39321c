"""A simulated board's port as a TCP server on this machine: ``socket://127.0.0.1:PORT`` for pyserial."""

from __future__ import annotations

import os
import socket

from lapsy.boards.serve import ServeError

LOOPBACK = "127.0.0.1"


class TcpEnd:
    """One host at a time: while it is connected the port is busy, and others are turned away at once.

    ``port`` 0 lets the system choose, once: the board comes back there after an unplugging. A new name
    means a
    new number.
    """

    def __init__(self, port: int = 0) -> None:
        self._number = port
        self._port = 0
        self._server: socket.socket | None = None
        self._host: socket.socket | None = None

    def plug(self, port: int) -> str:
        """See ``End.plug``."""
        wanted = self._number if port == self._port else 0
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if (
                os.name == "posix"
            ):  # or the number stays taken for a minute; elsewhere it means something else
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind((LOOPBACK, wanted))
            server.listen(1)
        except (OSError, OverflowError) as error:
            server.close()
            why = getattr(error, "strerror", None) or str(error)
            raise ServeError(
                f"TCP port {wanted} cannot be offered ({why}); choose another one, or 0 for any."
            ) from None
        server.setblocking(False)
        self._server, self._port = server, port
        self._number = server.getsockname()[1]
        return f"socket://{LOOPBACK}:{self._number}"

    def unplug(self) -> None:
        """See ``End.unplug``."""
        self._hang_up()
        if self._server is not None:
            self._server.close()
            self._server = None

    @property
    def host_there(self) -> bool:
        """See ``End.host_there``."""
        return self._host is not None

    def readers(self) -> list[socket.socket]:
        """See ``End.readers``."""
        return [s for s in (self._server, self._host) if s is not None]

    def writers(self) -> list[socket.socket]:
        """See ``End.writers``."""
        return [] if self._host is None else [self._host]

    def read(self) -> bytes:
        """See ``End.read``."""
        self._welcome()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> int:
        """See ``End.write``."""
        if self._host is None:
            return len(data)
        try:
            return self._host.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up()
            return len(data)

    def _welcome(self) -> None:
        if self._server is None:
            return
        try:
            host, _ = self._server.accept()
        except OSError:
            return
        if self._host is not None:
            host.close()
            return
        host.setblocking(False)
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = host

    def _hang_up(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
