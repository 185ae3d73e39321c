"""All files that are written from the pin map and the list of parts."""

from __future__ import annotations

from pathlib import Path

from wiring import parts, pinmap, tables
from wiring.details import DETAILS
from wiring.overview import picture

PAGES = ("README.md", "wiring.md", "parts.md")


def written(root: Path) -> dict[Path, str]:
    """What each file must say, by its path below ``root``. Raises ValueError when the pin map is wrong."""
    hardware = root / "hardware"
    the_map = pinmap.load(hardware / "pinmap.json")
    the_parts = parts.load(hardware / "parts.json")
    files = {root / "firmware" / "board.json": pinmap.settings_text(the_map)}
    for seats in parts.SEATS:
        files[hardware / "pictures" / f"board-{seats}-seats.svg"] = picture(the_map, seats)
    for name, draw in DETAILS.items():
        files[hardware / "pictures" / f"{name}.svg"] = draw(the_map)
    made = tables.all_tables(the_map, the_parts)
    for page in PAGES:
        text = (hardware / page).read_text(encoding="utf-8")
        files[hardware / page] = tables.filled(text, made)
    return files
