"""``lapsy calibrate`` and the display of ``lapsy play``: mistakes are one sentence, figures are told."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lapsy.boards import ports
from lapsy.boards.start import start_board
from lapsy.cli import addresses
from lapsy.cli.calibrate.display import histogram, report
from lapsy.cli.main import main
from lapsy.drivers import calibrating, displays
from lapsy.drivers.displays import KeptDisplay, keep

TV = KeptDisplay(
    "tv",
    18_240,
    41_060,
    27_000,
    "photodiode",
    59,
    60,
    "2026-12-01 12:00:00",
    16_667,
    "Firefox",
    "e660",
    "0.1.0",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(displays.platformdirs, "user_config_path", lambda *a, **k: tmp_path)
    return tmp_path / "displays"


def lapsy(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def refused(result: Result, words: str) -> None:
    assert result.exit_code not in (0, None), result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert words in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_nothing_is_listed_before_anything_was_measured() -> None:
    listed = lapsy("calibrate", "list")
    assert listed.exit_code == 0
    assert "lapsy calibrate display" in listed.output


def test_what_was_measured_is_listed_and_a_damaged_file_is_told(home: Path) -> None:
    keep(TV)
    listed = lapsy("calibrate", "list")
    assert listed.exit_code == 0
    assert listed.output == (
        "tv: 18.2 to 41.1 ms, median 27.0 ms, by photodiode, 59 of 60 flashes, 60 frames a second, 2026-12-01 12:00:00\n"
    )
    (home / "kitchen.json").write_text("{")
    damaged = lapsy("calibrate", "list")
    refused(damaged, "kitchen.json is damaged")
    assert "tv: 18.2" in damaged.output


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_name_that_is_none(name: str) -> None:
    refused(lapsy("calibrate", "display", "--display", name), "is no name of a display")


@pytest.mark.parametrize("count", ["19", "401", "many"])
def test_a_number_of_flashes_that_tells_nothing(count: str) -> None:
    refused(lapsy("calibrate", "display", "--flashes", count), "--flashes")


def test_without_a_board_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "find_ports", list)
    refused(lapsy("calibrate", "display"), "No board with an input for a photodiode is plugged in")


def test_a_port_that_is_none() -> None:
    refused(lapsy("calibrate", "display", "--http-port", "0", "--port", "/dev/none"), "/dev/none")


def test_a_board_without_a_photodiode_is_told(home: Path) -> None:
    with start_board(uid=b"no-photo", boot=3, seats=1) as board:
        refused(
            lapsy("calibrate", "display", "--no-open", "--http-port", "0", "--port", board.port),
            "Tällä laudalla ei ole tuloa valodiodille",
        )
    assert not home.exists()


def test_a_game_needs_a_display_that_was_measured() -> None:
    refused(
        lapsy("play", "lapsy", "--port", "sim", "--bots", "1", "--display", "tv"), "'lapsy calibrate display'"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--photodiode",), "--display"),
        (("--display", "tv", "--headless", "--seats", "0", "--bots", "2"), "No page is shown"),
        (("--display", "tv", "--photodiode"), "No board of this game has an input for a photodiode"),
    ],
)
def test_a_display_that_cannot_be_used_is_refused(options: tuple[str, ...], words: str) -> None:
    keep(TV)
    refused(lapsy("play", "lapsy", "--bots", "2", "--port", "sim", *options), words)


def test_a_damaged_figure_stops_the_game_at_once(home: Path) -> None:
    keep(TV)
    path = home / "tv.json"
    kept: dict[str, Any] = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "hi_us": 3}))
    refused(lapsy("play", "lapsy", "--bots", "2", "--port", "sim", "--display", "tv"), "tv.json is damaged")


@pytest.mark.parametrize("language", ["fi", "en"])
def test_the_report_tells_the_figure_in_whole_sentences(language: str) -> None:
    lines = report(TV, [18_300, 27_000, 41_000], language)
    assert lines[0].endswith(".")
    assert ("18,2–41,1" if language == "fi" else "18.2 to 41.1 ms") in lines[0]
    assert "█" in lines[1]
    assert len(report(replace(TV, how="tapping"), [18_300], language)) == 3, "a wide figure says so"


@pytest.mark.parametrize(
    "lags", [[5_000], [0, 1_000_000], [18_000 + 137 * n for n in range(60)], [7_000, 7_001]]
)
def test_a_histogram_holds_every_flash(lags: list[int]) -> None:
    rows = histogram(lags)
    assert 1 <= len(rows) <= 21
    counts = [int(m.group(1)) for row in rows if (m := re.search(r"█ (\d+)$", row))]
    assert sum(counts) == len(lags)


@pytest.mark.parametrize(
    ("host", "others"),
    [("127.0.0.1", None), ("0.0.0.0", "10.1.2.3"), ("::", "[fd00::7]"), ("10.1.2.3", None)],
)
def test_whoever_opens_the_page_elsewhere_gets_an_address_with_its_secret(
    monkeypatch: pytest.MonkeyPatch, host: str, others: str | None
) -> None:
    """Only a page with the secret is heard, and the display may be another computer's."""
    shown = f"[{host}]" if ":" in host else host

    class Session:
        def __init__(
            self, calibration: object, names: object, page: object, ready: Any, progress: object
        ) -> None:
            self.ready = ready

        def run(self) -> None:
            self.ready(f"http://{shown}:8765/#k=secret")
            raise KeyboardInterrupt

    monkeypatch.setattr(calibrating, "CalibrationSession", Session)
    monkeypatch.setattr(addresses, "usual_address", lambda host: "fd00::7" if ":" in host else "10.1.2.3")
    told = lapsy("calibrate", "display", "--tap", "--no-open", "--host", host)
    refused(told, "mitään ei tallennettu")
    at = re.findall(r"http://(\S+):8765/#k=secret", told.output)
    here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    assert at == ([here] if others is None else [here, others])
