"""Where the firmware is, and its shared files as modules of this process.

In a checkout the firmware lies beside ``host/``; a wheel carries it as ``lapsy/_firmware``. Other modules
take ``messages``, ``Core`` and the rest from here: only the boards' room knows ``slapboard``.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path


class FirmwareMissingError(RuntimeError):
    """The installation has no firmware in it: one sentence with what to do."""


def firmware_dir() -> Path:
    """The folder with ``main.py``, ``unix_main.py`` and ``slapboard/``. Raises FirmwareMissingError."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package.parents[1] / "firmware", package / "_firmware"):
        if (folder / "slapboard" / "core.py").is_file():
            return folder
    raise FirmwareMissingError("This installation of lapsy has no firmware in it: install it again.")


def _make_importable() -> None:
    """Register ``slapboard`` without putting the firmware's folder (and its ``main``) on the path."""
    if "slapboard" in sys.modules:
        return
    folder = firmware_dir() / "slapboard"
    spec = importlib.util.spec_from_file_location(
        "slapboard", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise FirmwareMissingError(f"{folder} cannot be imported: install lapsy again.")
    module = importlib.util.module_from_spec(spec)
    sys.modules["slapboard"] = module
    spec.loader.exec_module(module)


_make_importable()

from slapboard import messages, settings  # noqa: E402
from slapboard.core import Core  # noqa: E402
from slapboard.orders import Parts  # noqa: E402

__all__ = ["Core", "FirmwareMissingError", "Parts", "firmware_dir", "load_core", "messages", "settings"]


def load_core() -> type[Core]:
    """The firmware's core, to be built and stepped in this process."""
    return Core
