"""Measures how long it takes from a press on a simulated pad to its verdict painted on a page, with more and more viewers,
and writes docs/accuracy/painted.json and docs/accuracy.md.

One Chromium is measured, the other viewers are plain sockets that read all they get. The host is the real command, the
board the firmware's core on a real pty. Give a number of presses to do fewer (default 200) and write nothing.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from accuracy import painted, speed  # noqa: E402
from accuracy.files import PAINTED, keep, write  # noqa: E402

PRESSES = 200
VIEWERS = (1, 10, 50)

if __name__ == "__main__":
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES
    results: dict[str, object] = {"machine": speed.machine(), "presses": presses, "viewers": {}}
    for viewers in VIEWERS:
        row = results["viewers"][str(viewers)] = painted.measure(viewers, presses)  # type: ignore[index]
        print(f"{viewers} viewers: {json.dumps(row)}", flush=True)
    if presses == PRESSES:
        keep(ROOT, PAINTED, results)
        write(ROOT)
