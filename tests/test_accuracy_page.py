"""docs/accuracy.md says what was measured."""

from __future__ import annotations

import sys
from pathlib import Path

from lapsy.boards.firmware import firmware_dir

ROOT = Path(__file__).resolve().parents[1]
#: What the captures declare, in us, and how the page says it.
DECLARED = {"capture_pio": (0, "capture bound 0"), "capture_irq": (1_000, "**1,000 µs**")}


def test_the_figures_and_the_picture_are_those_of_the_results() -> None:
    """To mend: python scripts/write_accuracy.py."""
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from accuracy.files import written

        for path, text in written(ROOT).items():
            assert path.read_text(encoding="utf-8") == text, path.name
    finally:
        sys.path.remove(str(ROOT / "scripts"))


def test_the_captures_declare_what_the_page_says() -> None:
    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    for name, (bound, words) in DECLARED.items():
        assert f"    bound_us = {bound:_}\n" in (firmware_dir() / "slapboard" / f"{name}.py").read_text()
        assert words in page
