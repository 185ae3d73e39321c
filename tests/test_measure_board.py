"""scripts/measure_board.py against a simulated board."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lapsy.boards.serve import ServedBoard

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "measure_board.py"


def test_presses_from_before_are_no_round(slapboards: Callable[..., ServedBoard]) -> None:
    board = slapboards(seats=2)
    board.press("slap1")  # as a wire does whose other end is not driven yet
    while board.now_us < 500_000:
        time.sleep(0.05)
    with subprocess.Popen(
        [sys.executable, str(SCRIPT), board.port],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as measuring:  # fmt: skip
        at_us = board.now_us + 3_000_000
        board.press("slap1", at_us)
        board.press("flip1", at_us + 3)
        said, error = measuring.communicate(
            json.dumps({"round": 1, "presses": [[0, 0], [1, 3_000]]}) + "\n", timeout=60
        )
    assert measuring.returncode == 0, error
    assert said.splitlines()[:2] == [
        "1 rounds, 0 of them with other inputs than were pressed",
        "1 pairs: 0 in the wrong order, 0 told as one instant",
    ]
