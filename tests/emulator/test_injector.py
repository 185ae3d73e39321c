"""firmware/injector.py makes the gaps that it says, and a board that is given them passes the comparison."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from lapsy.boards.firmware import firmware_dir
from pico import EmulatedBoard, EmulatedPico
from pico.chip import MS, SECOND
from pico.firmware import firmware_files
from pico.host import WireHost

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 2


@pytest.fixture(scope="module", autouse=True)
def scripts() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "scripts"))
    yield
    sys.path.remove(str(ROOT / "scripts"))


def inject(least_ns: int, most_ns: int) -> tuple[list[str], list[tuple[int, int, int]]]:
    """The injector's lines, and (time, gpio, level) of what its pins did."""
    call = f"injector.main({ROUNDS}, {least_ns}, {most_ns}, 300)"
    program = f"import sys\nsys.stdin.read(1)\nimport injector\n{call}\nprint('END')\n"
    files = {"main.py": program, "injector.py": (firmware_dir() / "injector.py").read_text()}
    with EmulatedPico(files) as pico:
        pico.boot()
        pico.run_for(10 * MS)
        pico.watch(*range(8))
        pico.send("!")
        pico.wait_for("END", 10 * SECOND)
        changes = sorted((time, gpio, level) for gpio in range(8) for time, level in pico.changes(gpio))
        lines = [line for line in bytes(pico.rx).decode().splitlines() if line.startswith("{")]
    first = next(number for number, (_, _, level) in enumerate(changes) if level == 0)
    return lines, changes[first:]  # what came before is the pins being set up


@pytest.mark.parametrize("gap_ns", [(1000, 5000), (100, 1000)], ids=str)
def test_its_gaps_are_the_ones_it_says(gap_ns: tuple[int, int]) -> None:
    from accuracy.injected import made

    lines, changes = inject(*gap_ns)
    downs = [(time, gpio) for time, gpio, level in changes if level == 0]
    assert len(downs) == 8 * ROUNDS
    for number, presses in enumerate(made(lines)):
        seen = downs[8 * number : 8 * number + 8]
        assert [gpio for _, gpio in seen] == [gpio for gpio, _ in presses]
        assert [time - seen[0][0] for time, _ in seen] == [ns for _, ns in presses]
        gaps = [b[0] - a[0] for a, b in pairwise(seen)]
        assert all(gap_ns[0] - 4 <= gap <= gap_ns[1] + 4 for gap in gaps)


def test_a_board_that_is_given_them_tells_them() -> None:
    from accuracy.injected import Press, compare, in_rounds, made, report

    lines, changes = inject(1000, 5000)
    with EmulatedPico(firmware_files()) as pico:
        host = WireHost(pico)
        for gpio in range(8):
            pico.pin(gpio, 1)
        host.greet()
        offset = pico.now_ns + 5 * MS - changes[0][0]
        for time, gpio, level in changes:
            pico.pin_at(time + offset, gpio, level)
        host.live_until_told(2 * 8 * ROUNDS)
        told = in_rounds([Press(each.gpio, each.index, each.stamp_us) for each in host.told if each.active])
    result = compare(made(lines), told)
    assert (result.rounds, result.unlike, result.pairs) == (ROUNDS, 0, 28 * ROUNDS)
    assert (result.wrong, result.merged) == (0, 0)
    assert all(abs(error) <= 2 for error in result.errors_us)
    assert f"{28 * ROUNDS} pairs: 0 in the wrong order" in report(result)


def test_a_comparison_finds_what_is_wrong() -> None:
    from accuracy.injected import Press, compare, in_rounds, made

    truth = made(['{"round": 1, "presses": [[0, 0], [1, 1500], [2, 4000]]}\n', "\n"])
    right = [Press(0, 1, 100), Press(1, 2, 101), Press(2, 3, 104)]
    good = compare(truth, in_rounds(right))
    assert (good.pairs, good.wrong, good.merged, good.unlike) == (3, 0, 0, 0)
    assert sorted(good.errors_us) == [-0.5, 0.0, 0.5]
    swapped = compare(truth, in_rounds([Press(1, 1, 100), Press(0, 2, 101), Press(2, 2, 101)]))
    assert (swapped.wrong, swapped.merged) == (1, 1)
    assert compare(truth, in_rounds(right[:2])).unlike == 1
    assert compare(truth, in_rounds([*right, Press(2, 4, 50_000)])).unlike == 1
    with pytest.raises(ValueError, match="1 rounds and the board told 2"):
        compare(truth, in_rounds([*right, Press(0, 4, 900_000)]))
    with pytest.raises(ValueError, match=r"no line of firmware/injector.py: 'Traceback"):
        made(["Traceback (most recent call last):\n"])


def test_the_script_listens_to_both_and_reports() -> None:
    with EmulatedBoard(firmware_files()) as board:
        with board.still() as pico:
            for gpio in range(8):
                pico.pin(gpio, 1)
        measuring = subprocess.Popen(
            [sys.executable, str(ROOT / "scripts" / "measure_board.py"), board.ready()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert measuring.stdin is not None
        board.wait_until(lambda pico: b"~" in pico.rx)  # it has been greeted
        with board.still() as pico:
            start = pico.now_ns + 20 * MS
            for gpio in range(8):
                pico.pin_at(start + gpio * 1500, gpio, 0)
            heard = len(pico.rx)
        board.wait_until(lambda pico: pico.now_ns > start + 200 * MS and len(pico.rx) > heard)
        presses = [[gpio, gpio * 1500] for gpio in range(8)]
        said, _ = measuring.communicate(json.dumps({"round": 1, "presses": presses}) + "\n", timeout=120)
    assert measuring.returncode == 0, said
    assert "1 rounds, 0 of them with other inputs" in said
    assert "28 pairs: 0 in the wrong order, 0 told as one instant" in said


def test_the_script_says_what_is_wrong() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "measure_board.py"), "/dev/no-such-port"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "/dev/no-such-port" in done.stderr
    assert "Traceback" not in done.stderr
