"""``lapsy`` as a process that dies by itself at a chosen point: ``python mortal_host.py POINT N ARGUMENTS...``.

POINT: ``journalled`` (a press is in the journal and not yet acknowledged), ``torn`` (in the middle of writing one),
``window`` (a window has just opened). N: at the n-th such moment.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from lapsy.cli.main import main
from lapsy.table.journal_file import JournalFile


def die() -> None:
    """As by ``kill -9``."""
    os.kill(os.getpid(), signal.SIGKILL)


def mortal(point: str, left: int) -> None:
    """From now on journals kill."""
    append = JournalFile.append

    def deadly(self: JournalFile, records: tuple[dict[str, Any], ...]) -> None:
        nonlocal left
        kinds = {"window": "bundle"}.get(point, "press")
        chosen = [r for r in records if r["k"] == kinds]
        if point == "window":
            chosen = [r for r in chosen if any(o["kind"] in ("lost_challenge", "accepted") for o in r["out"])]
        if not chosen or (left := left - 1) > 0:
            append(self, records)
            return
        if point == "torn":
            write = os.write

            def half(fd: int, data: bytes) -> int:
                if fd != self._fd:
                    return write(fd, data)
                write(fd, data[: len(data) // 2 - (data[len(data) // 2 - 1 :][:1] == b"\n")])
                die()
                raise AssertionError("still alive")

            os.write = half
        append(self, records)
        die()

    JournalFile.append = deadly  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    mortal(sys.argv[1], int(sys.argv[2]))
    sys.argv[1:3] = []
    main()
