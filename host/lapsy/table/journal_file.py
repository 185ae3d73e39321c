"""A journal on disk: one file a game, readable by its owner alone, appended to and never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from lapsy.games.play import JSON
from lapsy.table.journal import Chain, JournalDamagedError, Recovered, read, short_code


class JournalBusyError(JournalDamagedError):
    """A journal that another process goes on with: one sentence."""


class JournalFile:
    """An open journal. ``append`` returns once the operating system has the bytes: a killed host loses nothing then.

    ``sync`` also survives a power cut; it blocks for milliseconds, so drivers call it off their loop.
    """

    def __init__(self, path: Path, fd: int, chain: Chain) -> None:
        self.path = path
        self._fd = fd
        self._chain = chain

    @classmethod
    def create(cls, folder: Path, name: str) -> JournalFile:
        """A new file ``name.jsonl`` in ``folder`` (made if missing), or ``name-2.jsonl``... when it exists.

        Never over another. Raises OSError.
        """
        folder.mkdir(parents=True, exist_ok=True)
        n = 1
        while True:
            path = folder / (f"{name}.jsonl" if n == 1 else f"{name}-{n}.jsonl")
            try:
                fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
            except FileExistsError:
                n += 1
                continue
            _lock(fd, path)
            return cls(path, fd, Chain())

    @classmethod
    def resume(cls, path: Path) -> tuple[JournalFile, Recovered]:
        """An existing journal, checked, its torn end cut off, ready to go on.

        Raises OSError, JournalDamagedError, JournalBusyError.
        """
        _refuse_folder(path)
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        try:
            _lock(fd, path)
            recovered = read_file(path)
            if recovered.torn:
                os.ftruncate(fd, os.fstat(fd).st_size - recovered.torn)
        except BaseException:
            os.close(fd)
            raise
        return cls(path, fd, recovered.chain), recovered

    def append(self, records: Iterable[JSON]) -> None:
        """Write records as lines, all or an OSError that names the file; nothing may be appended after one."""
        data = b"".join(self._chain.line(r) for r in records)
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError as e:
            raise OSError(e.errno, e.strerror, str(self.path)) from e

    @property
    def code(self) -> str:
        """What was written so far, as a short code: whoever noted it down sees later whether anything was changed."""
        return short_code(self._chain.last)

    def sync(self) -> None:
        """Force what was appended to the disk."""
        os.fsync(self._fd)

    def close(self) -> None:
        """Sync and close."""
        if self._fd >= 0:
            os.fsync(self._fd)
            os.close(self._fd)
            self._fd = -1


def read_file(path: Path) -> Recovered:
    """The records of the journal at ``path``. Raises JournalDamagedError, OSError."""
    _refuse_folder(path)
    return read(path.read_bytes(), str(path))


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise JournalDamagedError(f"{path} is a folder: name one journal file in it.")


def _lock(fd: int, path: Path) -> None:
    """For this process alone until it closes the file or dies: two writers would break the chain."""
    try:
        import fcntl
    except ImportError:
        return  # Windows has no such lock
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalBusyError(f"{path} is being written by another lapsy: end that one first.") from None
    except OSError:
        return  # a file system without locks
