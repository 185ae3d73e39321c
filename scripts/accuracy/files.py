"""Which files follow from the measurements."""

from __future__ import annotations

import json
from pathlib import Path

from accuracy.page import figures
from accuracy.picture import picture

RESULTS = "docs/accuracy/emulator.json"
PAGE = "docs/accuracy.md"
PICTURE = "docs/pictures/accuracy.svg"
BEGIN = "<!-- figures: scripts/write_accuracy.py -->"
END = "<!-- end of the figures -->"


def written(root: Path) -> dict[Path, str]:
    """Every file and what belongs into it. Raises ValueError when the page lacks the marks of its figures."""
    results = json.loads((root / RESULTS).read_text(encoding="utf-8"))
    page = (root / PAGE).read_text(encoding="utf-8")
    before, mark, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise ValueError(f"{PAGE} must have the lines {BEGIN} and {END}")
    return {
        root / PAGE: f"{before}{BEGIN}\n\n{figures(results)}\n{END}{after}",
        root / PICTURE: picture(results),
    }


def write(root: Path) -> None:
    """Bring them up to date."""
    for path, text in written(root).items():
        path.write_text(text, encoding="utf-8")
