"""What was measured of displays, one small file each, kept where the system keeps a user's settings."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote

import platformdirs

from lapsy.table.display import Display

#: The form of the files.
VERSION = 1

NAME_LENGTH = 40


class DisplayError(ValueError):
    """A display that is not known, or whose file is damaged: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class KeptDisplay:
    """A calibrated display. Times in microseconds; ``flashes`` of ``of`` counted; ``frame_us``: from frame to frame as its
    page saw it, None when it did not tell; ``agent``: its browser; ``board``: whose clock stamped the light, empty for a
    keyboard; ``date``: when, for people; ``lapsy``: the version that measured."""

    name: str
    lo_us: int
    hi_us: int
    median_us: int
    how: str
    flashes: int
    of: int
    date: str
    frame_us: int | None
    agent: str
    board: str
    lapsy: str

    def display(self, live: bool = False) -> Display:
        """For a game's setup. ``live``: a photodiode is to look on."""
        return Display(self.name, self.lo_us, self.hi_us, self.how, live)


def folder() -> Path:
    """Where the files are."""
    return platformdirs.user_config_path("lapsy", appauthor=False) / "displays"


def check_name(name: str) -> str:
    """The name without the space round it. Raises DisplayError."""
    plain = name.strip()
    if not plain or len(plain) > NAME_LENGTH or not plain.isprintable():
        raise DisplayError(f"{name!r} is no name of a display: give up to {NAME_LENGTH} letters or digits.")
    return plain


def path_of(name: str) -> Path:
    """The file of a display."""
    return folder() / f"{quote(name, safe=' ')}.json"


def keep(display: KeptDisplay) -> Path:
    """Write it, whole or not at all. Raises OSError."""
    path = path_of(display.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"v": VERSION, **asdict(display)}, ensure_ascii=False, indent=1) + "\n"
    handle, new = tempfile.mkstemp(prefix=".", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    return path


def load(name: str) -> KeptDisplay:
    """The display of that name. Raises DisplayError."""
    plain = check_name(name)
    try:
        return _read(path_of(plain))
    except FileNotFoundError:
        raise DisplayError(
            f"No display {plain!r} has been calibrated on this machine: do it with 'lapsy calibrate display', or see"
            " 'lapsy calibrate list'."
        ) from None


def all_kept() -> list[KeptDisplay | DisplayError]:
    """Every display, by name; the damaged ones as what is wrong with them."""
    found: list[KeptDisplay | DisplayError] = []
    for path in sorted(folder().glob("*.json")):
        try:
            found.append(_read(path))
        except FileNotFoundError:
            continue  # taken away meanwhile
        except DisplayError as e:
            found.append(e)
    return found


def _read(path: Path) -> KeptDisplay:
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        if fields.pop("v") != VERSION:
            raise DisplayError(
                f"{path} was written by another version of lapsy: calibrate that display again."
            )
        kept = KeptDisplay(**fields)
        texts = (kept.name, kept.how, kept.date, kept.agent, kept.board, kept.lapsy)
        times = (kept.lo_us, kept.hi_us, kept.median_us, kept.flashes, kept.of)
        if not all(type(t) is str for t in texts) or not all(type(t) is int for t in times):
            raise TypeError("a value of another kind")
        if kept.frame_us is not None and type(kept.frame_us) is not int:
            raise TypeError("a value of another kind")
        if path_of(check_name(kept.name)) != path:
            raise ValueError("another display's name")
        kept.display()
    except FileNotFoundError:
        raise
    except DisplayError:
        raise
    except OSError as e:
        raise DisplayError(f"{path} cannot be read ({e.strerror}): see to its permissions.") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as e:
        raise DisplayError(
            f"{path} is damaged ({e}): calibrate that display again, or delete the file."
        ) from None
    return kept
