"""Writes everything that follows from hardware/pinmap.json and hardware/parts.json: the board's settings, the wiring
pictures, the tables of the builders' pages. A test asks that this was done."""

import sys
from pathlib import Path

from wiring.everything import written

try:
    files = written(Path(__file__).resolve().parents[1])
except ValueError as error:
    sys.exit(str(error))
for path, text in files.items():
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
