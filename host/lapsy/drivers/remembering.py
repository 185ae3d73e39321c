"""The last set-up of a lobby, in a file where the system keeps a user's settings."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import platformdirs

from lapsy.language import tr
from lapsy.table.lobby.arrangement import Arrangement
from lapsy.table.lobby.remembered import RememberedError, from_text, to_text

#: No set-up is longer.
MOST_BYTES = 100_000


def path() -> Path:
    """The file."""
    return platformdirs.user_config_path("lapsy", appauthor=False) / "last-setup.json"


def journals() -> Path:
    """Where the lobby's games are written when no folder was named."""
    return platformdirs.user_data_path("lapsy", appauthor=False) / "journals"


def keep(arrangement: Arrangement) -> None:
    """Write it, whole or not at all. Raises OSError."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(prefix=".", suffix=".new", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(to_text(arrangement))
        os.replace(new, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def last(language: str) -> tuple[Arrangement, str]:
    """The last set-up, or an empty one; and what is to be said of it, if anything. A damaged file is set aside."""
    file = path()
    try:
        if file.stat().st_size > MOST_BYTES:
            raise RememberedError("it is too long")
        return from_text(file.read_text(encoding="utf-8")), ""
    except FileNotFoundError:
        return Arrangement(language), ""
    except (OSError, UnicodeError, RememberedError):
        aside = file.with_suffix(".damaged")
        try:
            os.replace(file, aside)
        except OSError:
            return Arrangement(language), tr(
                language, "The last set-up ({file}) cannot be read: this one begins empty.", file=str(file)
            )
        return Arrangement(language), tr(
            language,
            "The last set-up was damaged: it was set aside as {file}, and this one begins empty.",
            file=str(aside),
        )
