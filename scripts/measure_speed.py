"""Measures how fast this machine decodes, evaluates a clock, takes a thousand presses a second and gives a verdict, and
writes docs/accuracy/speed.json, docs/accuracy.md and its pictures.

Takes some minutes. Give a number below 1 to do a share of it and write nothing.
"""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from accuracy import speed  # noqa: E402
from accuracy.clock_speed import evaluations  # noqa: E402
from accuracy.files import SPEED, keep, write  # noqa: E402


def measure(share: float) -> dict[str, object]:
    """All of it. The order matters: what needs an idle machine comes first."""
    results: dict[str, object] = {"machine": speed.machine()}
    presses = max(10, round(400 * share))
    print("a clock's evaluation", flush=True)
    results["clock"] = evaluations()
    print("decoding", flush=True)
    results["decoding"] = speed.decoding()
    print(f"press to verdict, {presses} times idle", flush=True)
    idle = speed.to_verdict(presses)
    print(f"press to verdict, {presses} times with every core burning", flush=True)
    with speed.burning(os.cpu_count() or 1):
        results["verdict"] = {"idle": idle, "burning": speed.to_verdict(presses)}
    seconds = max(2, round(60 * share))
    print(f"1,000 presses a second for {seconds} s", flush=True)
    results["flood"] = speed.flood(seconds)
    return results


if __name__ == "__main__":
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    results = measure(share)
    if share < 1:
        print(json.dumps(results, indent=1))
    else:
        keep(ROOT, SPEED, results)
        write(ROOT)
