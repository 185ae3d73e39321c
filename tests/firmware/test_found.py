"""The firmware is found in a checkout and in an installed wheel, and stays out of the import path."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import lapsy
from lapsy.boards.firmware import firmware_dir

SHOW = """
import sys
from lapsy.boards import firmware
import slapboard.core
assert firmware.load_core() is slapboard.core.Core
assert not any(str(firmware.firmware_dir()) == each for each in sys.path)
print(slapboard.core.__file__)
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_in_a_checkout() -> None:
    host = Path(lapsy.__file__).parents[1]
    done = run(host, SHOW)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == firmware_dir() / "slapboard" / "core.py"


def test_in_an_installed_package(tmp_path: Path) -> None:
    package = tmp_path / "lapsy"
    for name in ("__init__.py", "boards/__init__.py", "boards/firmware.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(lapsy.__file__).parent / name, package / name)
    shutil.copytree(firmware_dir(), package / "_firmware")
    done = run(tmp_path, SHOW)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == package / "_firmware" / "slapboard" / "core.py"

    shutil.rmtree(package / "_firmware")
    done = run(tmp_path, SHOW)
    assert done.returncode == 1
    assert "has no firmware in it: install it again." in done.stderr
