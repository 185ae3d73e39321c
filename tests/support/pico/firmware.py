"""The firmware as `lapsy boards flash` puts it on a board: modules compiled, main.py and board.json as they are."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from lapsy.boards.compiling import FORMAT, REVISION, Target, compiled
from lapsy.boards.firmware import firmware_dir
from lapsy.boards.manifest import BUILD, MAIN, build_file, build_id, sources

#: What MicroPython for the RP2040 loads.
_RP2040 = Target(FORMAT, REVISION, "armv6m")


@functools.cache
def _shipped() -> Mapping[str, bytes]:
    source = sources(firmware_dir())
    files = compiled(source, _RP2040)
    return {**files, BUILD: build_file(build_id(source), files)}


def shipped_board() -> dict[str, Any]:
    """The settings that come with the firmware."""
    settings: dict[str, Any] = json.loads((firmware_dir() / "board.json").read_text())
    return settings


def firmware_files(board: Mapping[str, Any] | None = None, **more: str | bytes) -> dict[str, str | bytes]:
    """Files of a board with the whole firmware. ``board``: other settings than the shipped ones; ``more``: other files."""
    settings = json.dumps(board if board is not None else shipped_board())
    return {**_shipped(), "/board.json": settings, **more}


def capture_files(program: str) -> dict[str, str | bytes]:
    """Files of a board that runs ``program`` as main.py with the firmware's modules at hand."""
    return {**_shipped(), MAIN: program}
