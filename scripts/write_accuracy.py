"""Writes the figures of docs/accuracy/*.json into docs/accuracy.md and its pictures. A test asks that this was done."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from accuracy.files import write  # noqa: E402

write(ROOT)
