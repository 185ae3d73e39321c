"""What belongs on a board, and the steps from what lies there to that. Pure: files are values here.

The order of the steps is the protection. New files lie beside the old ones under temporary names until each has been
verified; then ``main.py`` is taken away, so that nothing runs; then all are renamed; ``main.py`` comes last. So a flash
that is cut anywhere leaves either the old firmware or a board that waits for the next flash, never a mix that runs.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MAIN = "/main.py"
BUILD = "/build.json"
SETTINGS = "/board.json"
PACKAGE = "/slapboard"
#: Appended to a name until the file is verified and everything else lies ready.
TEMPORARY = ".new"


@dataclass(frozen=True, slots=True)
class Folder:
    """Make a folder."""

    path: str


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file and verify it."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a file another name; one that has that name already is replaced."""

    path: str
    to: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Delete a file."""

    path: str


@dataclass(frozen=True, slots=True)
class Verify:
    """All of these must be there with these hashes."""

    hashes: tuple[tuple[str, str], ...]


Step = Folder | Write | Rename | Remove | Verify


def digest(data: bytes) -> str:
    """A file's hash as the manifest has it."""
    return hashlib.sha256(data).hexdigest()


def sources(folder: Path) -> dict[str, bytes]:
    """The firmware's sources that go onto a board: path below ``folder`` -> contents."""
    files = [folder / "main.py", *sorted((folder / "slapboard").glob("*.py"))]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def build_id(firmware: Mapping[str, bytes]) -> str:
    """16 hexadecimal digits that name these sources, whatever compiler and chip they go through."""
    listed = "".join(f"{path} {digest(firmware[path])}\n" for path in sorted(firmware))
    return digest(listed.encode())[:16]


def build_file(build: str, files: Mapping[str, bytes]) -> bytes:
    """``build.json``: the firmware's name and what lies on the board."""
    hashes = {path: digest(files[path]) for path in sorted(files)}
    return (json.dumps({"build": build, "files": hashes}, indent=1) + "\n").encode()


def is_ours(path: str) -> bool:
    """Whether flashing looks after this file: anything else on the board is its owner's."""
    name = path.removesuffix(TEMPORARY)
    return name in (MAIN, BUILD, SETTINGS) or name.startswith(PACKAGE + "/")


def plan(there: Mapping[str, str], wanted: Mapping[str, bytes]) -> tuple[Step, ...]:
    """The steps from the files that lie on the board (path -> hash) to ``wanted`` (path -> contents, MAIN among them).

    Empty when nothing has to change. A file that ``wanted`` leaves out stays only if it is the settings.
    """
    hashes = {path: digest(data) for path, data in wanted.items()}
    changed = [path for path in wanted if there.get(path) != hashes[path]]
    stale = sorted(
        path
        for path in there
        if is_ours(path) and path not in wanted and path != SETTINGS and not path.endswith(TEMPORARY)
    )
    left_over = sorted(path for path in there if is_ours(path) and path.endswith(TEMPORARY))
    if not changed and not stale:
        return tuple(Remove(path) for path in left_over)
    steps: list[Step] = []
    ready = {path for path in changed if there.get(path + TEMPORARY) == hashes[path]}
    # Leavings of another flash go first: they only take room, and nothing runs them.
    steps += [Remove(path) for path in left_over if path.removesuffix(TEMPORARY) not in ready]
    if not any(path.startswith(PACKAGE + "/") for path in there):
        steps.append(Folder(PACKAGE))
    steps += [Write(path + TEMPORARY, wanted[path]) for path in changed if path not in ready]
    steps += _without_main(there, changed)
    last = [path for path in changed if path == BUILD]
    first = [path for path in changed if path not in (MAIN, BUILD)]
    steps += [Rename(path + TEMPORARY, path) for path in (*first, *last)]
    steps += [Remove(path) for path in stale]
    steps.append(Verify(tuple((path, hashes[path]) for path in sorted(hashes) if path != MAIN)))
    steps.append(Rename(MAIN + TEMPORARY, MAIN))
    return tuple(steps)


def _without_main(there: Mapping[str, str], changed: list[str]) -> list[Step]:
    """From here on nothing runs until main.py is back."""
    if MAIN not in changed:
        return [Rename(MAIN, MAIN + TEMPORARY)]
    return [Remove(MAIN)] if MAIN in there else []


def to_write(steps: tuple[Step, ...]) -> int:
    """How many bytes the steps write."""
    return sum(len(step.data) for step in steps if isinstance(step, Write))
