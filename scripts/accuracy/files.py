"""Which files follow from the measurements."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from accuracy import time_page, time_pictures
from accuracy.expected import expected
from accuracy.page import figures
from accuracy.picture import picture

#: What was measured: the capture in an emulator; what follows from seeds; what one machine took.
EMULATOR = "docs/accuracy/emulator.json"
TIME = "docs/accuracy/time.json"
SPEED = "docs/accuracy/speed.json"
PAINTED = "docs/accuracy/painted.json"
PAGE = "docs/accuracy.md"
PICTURES = "docs/pictures"


def begin(name: str) -> str:
    """The line before a block of figures."""
    return f"<!-- figures of {name}: scripts/write_accuracy.py -->"


def end(name: str) -> str:
    """The line after it."""
    return f"<!-- end of the figures of {name} -->"


def blocks(
    emulator: dict[str, Any], time: dict[str, Any], speed: dict[str, Any], painted: dict[str, Any]
) -> dict[str, str]:
    """Each block of the page, by its name."""
    return {
        "what to expect": time_page.expect(time),
        "orders": time_page.orders(time),
        "other ways": time_page.others(time),
        "bounds": time_page.bounds(time),
        "fairness": time_page.fairness(time),
        "speed": time_page.speed(speed),
        "painted": time_page.painted(painted),
        "capture": figures(emulator).rstrip("\n"),
    }


def pictures(emulator: dict[str, Any], time: dict[str, Any]) -> dict[str, str]:
    """Each picture, by its file's name."""
    usb = next(each for each in time["orders"] if each["name"] == "USB")
    return {
        "accuracy.svg": picture(emulator),
        "expected.svg": time_pictures.expected_picture(expected(time)),
        "orders.svg": time_pictures.orders_picture(usb),
        "bounds.svg": time_pictures.bounds_picture(time["over_time"]),
        "suspension.svg": time_pictures.suspension_picture(time["suspensions"]),
    }


def written(root: Path) -> dict[Path, str]:
    """Every file and what belongs into it. Raises ValueError when the page lacks the marks of its figures."""
    emulator, time, speed, painted = (
        json.loads((root / name).read_text(encoding="utf-8")) for name in (EMULATOR, TIME, SPEED, PAINTED)
    )
    page = (root / PAGE).read_text(encoding="utf-8")
    for name, text in blocks(emulator, time, speed, painted).items():
        before, mark, rest = page.partition(begin(name))
        _, last, after = rest.partition(end(name))
        if not mark or not last:
            raise ValueError(f"{PAGE} must have the lines {begin(name)} and {end(name)}")
        page = f"{before}{mark}\n\n{text}\n\n{last}{after}"
    files = {root / PAGE: page}
    for name, text in pictures(emulator, time).items():
        files[root / PICTURES / name] = text
    return files


def write(root: Path) -> None:
    """Bring them up to date."""
    for path, text in written(root).items():
        path.write_text(text, encoding="utf-8")


def keep(root: Path, name: str, results: dict[str, Any]) -> None:
    """Keep what was measured."""
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
