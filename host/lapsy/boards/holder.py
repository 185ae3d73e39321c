"""Which other program has a serial port open. Linux tells by /proc; other systems tell only that it is busy."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

_PTY = "/dev/pts/"
_PTY_MAKERS = ("/dev/ptmx", "/dev/pts/ptmx")


@dataclass(frozen=True, slots=True)
class Holder:
    """A running program: its process number and the name that it goes by."""

    pid: int
    name: str

    def __str__(self) -> str:
        """As told to people: ``minicom (process 4711)``."""
        return f"{self.name} (process {self.pid})"


def holders(name: str, root: Path = Path("/"), but_not: int | None = None) -> list[Holder]:
    """The programs that have the port open, as far as this user may see. ``but_not``: a process left out (this one).

    Whoever made a pseudo-terminal is its other end, not a holder. ``root`` is where ``proc`` lies.
    """
    if "://" in name:
        return []
    device = os.path.realpath(name)
    own = os.getpid() if but_not is None else but_not
    found = []
    try:
        processes = sorted(int(entry.name) for entry in (root / "proc").iterdir() if entry.name.isdigit())
    except OSError:
        return []
    for pid in processes:
        if pid == own:
            continue
        opened = _open_files(root / "proc" / str(pid) / "fd")
        if device not in opened or (device.startswith(_PTY) and opened.intersection(_PTY_MAKERS)):
            continue
        found.append(Holder(pid, _name(root / "proc" / str(pid))))
    return found


def _open_files(folder: Path) -> set[str]:
    """What a process has open; nothing when it has ended, or is another user's."""
    opened = set()
    try:
        for entry in folder.iterdir():
            try:
                opened.add(os.readlink(entry))
            except OSError:
                continue  # closed meanwhile
    except OSError:
        return set()
    return opened


def _script(words: list[str]) -> list[str]:
    """What a Python runs, with its own words; nothing when the program is on the command line itself, or typed in."""
    while words and words[0].startswith("-"):
        # Letters may be joined (-Ic); the first that takes a value ends the word, with the value or before it (-Wd, -W d).
        option = re.match(r"-[^-cmWX]*([cmWX])?(.*)", words[0], re.DOTALL)
        letter, value = (option[1], option[2]) if option else (None, "")
        if letter == "c" or words[0] == "-":
            return []
        if letter == "m" and value:
            return [value, *words[1:]]
        takes_next = (letter in ("W", "X") and not value) or words[0] == "--check-hash-based-pycs"
        words = words[2:] if takes_next else words[1:]
        if letter == "m":
            break
    return [word for word in words if word]


def _name(process: Path) -> str:
    """``lapsy play`` rather than ``python3``."""
    try:
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        if Path(words[0]).name.startswith("python") and (script := _script(words[1:])):
            return " ".join([Path(script[0]).name, *(word for word in script[1:2] if word.isalpha())])
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a program"
    except OSError:
        return "a program"
