"""Boards without MicroPython: the chip shows itself as a USB drive that waits for a file."""

from __future__ import annotations

import os
import string
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lapsy.boards.usb_ids import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: The file that the chip's drive always holds; its text names the chip.
INFO = "INFO_UF2.TXT"

#: The page with MicroPython for each chip.
DOWNLOAD = {
    "RP2040": "https://micropython.org/download/RPI_PICO/",
    "RP2350": "https://micropython.org/download/RPI_PICO2/",
}


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """A chip in its bootloader. ``drive``: where its drive is mounted; empty when that is not known."""

    chip: str
    drive: str = ""

    def advice(self) -> str:
        """How to put MicroPython on it, in one sentence."""
        drive = self.drive or ("the drive RPI-RP2" if self.chip == "RP2040" else "the drive RP2350")
        return (
            f"An empty {self.chip} board is plugged in: download MicroPython from {DOWNLOAD[self.chip]}, copy the .uf2 "
            f"file onto {drive}, wait until the drive is gone, then run 'lapsy boards flash'."
        )


#: What to do when neither a board nor an empty one is seen.
NOTHING_SEEN = (
    "No board is seen: plug it in with a cable that carries data. A new Pico: hold its BOOTSEL button while you plug it in; "
    "it then shows up as a drive, and 'lapsy boards flash' tells how to put MicroPython on it."
)


def empty_boards(root: Path = Path("/"), volumes: Iterable[Path] | None = None) -> list[EmptyBoard]:
    """The chips in their bootloader: by the kernel's list of USB devices on Linux, by mounted drives elsewhere."""
    drives = list(_drives(_volumes(root) if volumes is None else volumes))
    found = []
    for device in sorted(_entries(root / "sys/bus/usb/devices")):
        ids = _id(device / "idVendor"), _id(device / "idProduct")
        if ids in EMPTY:
            found.append(EmptyBoard(EMPTY[ids]))
    if not found:
        return drives
    # A drive of the same chip belongs to it; which of two alike is which does not matter.
    for number, board in enumerate(found):
        match = next((drive for drive in drives if drive.chip == board.chip), None)
        if match is not None:
            drives.remove(match)
            found[number] = match
    return found


def _volumes(root: Path) -> Iterator[Path]:
    if sys.platform == "win32":
        for letter in string.ascii_uppercase[3:]:
            yield Path(f"{letter}:\\")
        return
    yield from _entries(root / "Volumes")
    for folder in ("media", "run/media"):
        for entry in _entries(root / folder):
            yield entry
            yield from _entries(entry)


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _drives(volumes: Iterable[Path]) -> Iterator[EmptyBoard]:
    for volume in volumes:
        try:
            text = (volume / INFO).read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        if "RP2350" in text:
            yield EmptyBoard("RP2350", os.fspath(volume))
        elif "RP2" in text:
            yield EmptyBoard("RP2040", os.fspath(volume))


def _id(file: Path) -> int:
    try:
        return int(file.read_text(encoding="ascii"), 16)
    except (OSError, ValueError):
        return 0
