"""A simulated board's port as a pseudo-terminal: what a serial port looks like to a program, on POSIX."""

from __future__ import annotations

import errno
import os
import tty
from pathlib import Path

from lapsy.boards.serve import ServeError


class PtyEnd:
    """A pty in raw mode. ``link``: a path at which a symbolic link to it stands while it is plugged in.

    The board keeps the host's side open too, so that a host may close the port, die and come back.
    With a link, the port comes back under the same name after an unplugging; under ``link.1``, ``link.2``...
    when it is to get a new one.
    """

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._fds: tuple[int, int] | None = None
        self._linked: Path | None = None
        self._port = 0
        self._name = ""

    def plug(self, port: int) -> str:
        """See ``End.plug``."""
        board, host = _new_pty(self._name if port != self._port else None)
        self._fds = board, host
        name = self._name = os.ttyname(host)
        self._port = port
        if self._link is not None:
            name = str(self._point(self._link if port == 0 else Path(f"{self._link}.{port}"), name))
        return name

    def unplug(self) -> None:
        """See ``End.unplug``."""
        if self._linked is not None:
            self._linked.unlink(missing_ok=True)
            self._linked = None
        if self._fds is not None:
            for fd in self._fds:
                os.close(fd)
            self._fds = None

    @property
    def host_there(self) -> bool:
        """See ``End.host_there``: a serial port cannot tell whether somebody listens."""
        return self._fds is not None

    def readers(self) -> list[int]:
        """See ``End.readers``."""
        return [] if self._fds is None else [self._fds[0]]

    writers = readers

    def read(self) -> bytes:
        """See ``End.read``."""
        if self._fds is None:
            return b""
        try:
            return os.read(self._fds[0], 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """See ``End.write``."""
        if self._fds is None:
            return 0
        try:
            return os.write(self._fds[0], data)
        except BlockingIOError:
            return 0

    def _point(self, link: Path, name: str) -> Path:
        """Puts the link there, in one step; a link that somebody left behind is replaced, a real file
        never."""
        beside = link.with_name(f".{link.name}.{os.getpid()}")
        try:
            if link.exists() and not link.is_symlink():
                raise FileExistsError(errno.EEXIST, "there is something else")
            beside.symlink_to(name)
            beside.replace(link)
        except OSError as error:
            beside.unlink(missing_ok=True)
            self.unplug()
            raise ServeError(
                f"The link {str(link)!r} cannot be made ({error.strerror}); choose another path."
            ) from None
        self._linked = link
        return link


def _new_pty(other_than: str | None) -> tuple[int, int]:
    """The board's and the host's end of a new pty, raw, with another name than the old one. Raises
    ServeError."""
    try:
        board, host = os.openpty()
    except OSError as error:
        raise ServeError(
            f"This system gives no pseudo-terminal ({error.strerror}); offer the board over TCP instead."
        ) from None
    if os.ttyname(host) == other_than:
        try:
            return _new_pty(None)
        finally:
            os.close(board)
            os.close(host)
    tty.setraw(host)
    os.set_blocking(board, False)
    return board, host
