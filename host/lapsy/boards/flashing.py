"""Carrying out the steps of a flash on a board's files, whatever carries them there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lapsy.boards.manifest import TEMPORARY, Folder, Remove, Rename, Step, Verify, Write, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: littlefs gives a file whole blocks.
BLOCK = 4096


class FlashError(RuntimeError):
    """The flash did not come to its end: one sentence with what to do. The board keeps what it had, or waits for another."""


class LostError(FlashError):
    """The board left, or says nothing: it may come back."""


class Files(Protocol):
    """A board's files. Every method raises FlashError when the board is gone or refuses."""

    def hashes(self) -> Mapping[str, str]:
        """Path -> SHA-256 in hexadecimal digits, of the files that flashing looks after."""

    def free(self) -> int:
        """Bytes that can still be written."""

    def make_folder(self, path: str) -> None:
        """Make a folder, if it is not there."""

    def write(self, path: str, data: bytes, wrote: Callable[[int], None]) -> None:
        """Write a file; ``wrote`` hears of each piece's length."""

    def rename(self, path: str, to: str) -> None:
        """Rename, replacing."""

    def remove(self, path: str) -> None:
        """Delete."""

    def hash_of(self, path: str) -> str:
        """The hash of one file."""


def carry_out(steps: tuple[Step, ...], files: Files, wrote: Callable[[int], None] = lambda _: None) -> None:
    """All steps in order. Raises FlashError: when there is no room, before anything that runs is touched."""
    # Leavings of a flash that was cut take the room that is looked for.
    while steps and isinstance(steps[0], Remove) and steps[0].path.endswith(TEMPORARY):
        files.remove(steps[0].path)
        steps = steps[1:]
    needed = sum(-(-len(step.data) // BLOCK) * BLOCK for step in steps if isinstance(step, Write))
    if needed:
        room = files.free()
        if needed > room:
            raise FlashError(
                f"The board has {room // 1024} KB free and {needed // 1024} KB are needed: delete files of yours from it, "
                "then flash again."
            )
    for step in steps:
        match step:
            case Folder(path):
                files.make_folder(path)
            case Write(path, data):
                files.write(path, data, wrote)
                _verify(files, path, digest(data))
            case Rename(path, to):
                files.rename(path, to)
            case Remove(path):
                files.remove(path)
            case Verify(hashes):
                there = files.hashes()
                for path, wanted in hashes:
                    _same(path, there.get(path, ""), wanted)


def _verify(files: Files, path: str, wanted: str) -> None:
    _same(path, files.hash_of(path), wanted)


def _same(path: str, there: str, wanted: str) -> None:
    if there != wanted:
        raise FlashError(
            f"{path} does not read back from the board as it was written: flash again; if it happens again, the board's "
            "memory is worn out or its cable is bad."
        )
