"""Measures the capture on an emulated Pico and writes docs/accuracy/emulator.json, docs/accuracy.md and its pictures.

Takes a few minutes. Needs LAPSY_PICO_UF2 and LAPSY_RP2040JS (see docs/developer.md). Give a number below 1 to do a
share of the rounds and write nothing.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from accuracy.files import EMULATOR, keep, write  # noqa: E402
from pico import missing  # noqa: E402
from pico.accuracy import measure  # noqa: E402

if __name__ == "__main__":
    lack = missing()
    if lack:
        sys.exit(lack)
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    results = measure(share, print)
    if share < 1:
        print(json.dumps(results, indent=1))
    else:
        keep(ROOT, EMULATOR, results)
        write(ROOT)
