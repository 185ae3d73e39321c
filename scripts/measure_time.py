"""Judges simulated presses whose true gap is known and writes docs/accuracy/time.json, docs/accuracy.md and its pictures.

Takes some minutes on all cores; the same figures come out everywhere. Give a number below 1 to do a share of the runs and
write nothing.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from accuracy.files import TIME, keep, write  # noqa: E402
from accuracy.tallies import everything  # noqa: E402

if __name__ == "__main__":
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    with ProcessPoolExecutor() as pool:
        results = everything(share, partial(pool.map, chunksize=4), partial(print, flush=True))
    if share < 1:
        print(json.dumps(results, indent=1))
    else:
        keep(ROOT, TIME, results)
        write(ROOT)
