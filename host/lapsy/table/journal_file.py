"""A journal on disk: one file a game, readable by its owner alone, appended to and never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from lapsy.games.play import JSON
from lapsy.table.journal import Chain, JournalDamagedError, Recovered, read


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
            return cls(path, fd, Chain())

    @classmethod
    def resume(cls, path: Path) -> tuple[JournalFile, Recovered]:
        """An existing journal, checked, its torn end cut off, ready to go on. Raises OSError, JournalDamagedError."""
        recovered = read_file(path)
        fd = os.open(path, os.O_WRONLY | os.O_APPEND)
        if recovered.torn:
            os.ftruncate(fd, os.fstat(fd).st_size - recovered.torn)
        return cls(path, fd, recovered.chain), recovered

    def append(self, records: Iterable[JSON]) -> None:
        """Write records as lines, all or an OSError."""
        data = b"".join(self._chain.line(r) for r in records)
        while data:
            data = data[os.write(self._fd, data) :]

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
    if path.is_dir():
        raise JournalDamagedError(f"{path} is a folder: name one journal file in it.")
    return read(path.read_bytes(), str(path))
