"""``lapsy calibrate display`` as it is used: the command in a process of its own, its page in Chromium, a simulated board on
a pty. The test is the photodiode: it watches the page's square and presses the board's photo input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lapsy.boards.serve import ServedBoard
from lapsy.boards.start import start_board
from lapsy.drivers.displays import KeptDisplay
from patience import LIMIT_S as PATIENCE_S

LIMIT_S = 1.5 * PATIENCE_S
SLAP_AND_PHOTO = bytes((1, 15))

WATCH = """() => {
  const square = document.getElementById('patch');
  let colour = square.dataset.colour;
  new MutationObserver(() => {
    if (square.dataset.colour !== colour) requestAnimationFrame(() => window.light((colour = square.dataset.colour)));
  }).observe(square, { attributes: true });
}"""


@contextmanager
def running(home: Path, *command: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command that serves a page, and the address that it prints first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "lapsy", *command, "--no-open", "--http-port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CONFIG_HOME": str(home), "HOME": str(home)},
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert "http://" in first, first + process.communicate()[1]
        yield process, "http://" + first.split("http://")[1].strip()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def board() -> Iterator[ServedBoard]:
    with start_board(
        uid=b"photopty", boot=5, roles=SLAP_AND_PHOTO, faults="drift=20ppm,offset=900s"
    ) as served:
        yield served


def kept(home: Path, name: str) -> dict[str, Any]:
    return json.loads((home / "lapsy" / "displays" / f"{name}.json").read_text(encoding="utf-8"))


def opened(browser: Browser, url: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.set_default_timeout(LIMIT_S * 1000)
    return page


def measured(browser: Browser, board: ServedBoard, home: Path) -> str | None:
    """What the terminal told of the measurement; None when it refused because flashes came too unevenly."""
    command = ("calibrate", "display", "--display", "tv", "--port", board.port, "--flashes", "20")
    with running(home, *command, "--lang", "en") as (process, url):
        page = opened(browser, url)

        def light(colour: str) -> None:
            if colour == "white":
                board.press("photo", hold_us=None)
            else:
                board.release("photo")

        page.expose_function("light", light)
        page.goto(url)
        page.locator("#patch[data-colour=black]").wait_for()
        page.evaluate(WATCH)
        ended = page.locator(".calibrate[data-state=done], .calibrate[data-state=failed]")
        expect(ended).to_be_visible(timeout=LIMIT_S * 1000)
        failed = ended.get_attribute("data-state") == "failed"
        told, errors = process.communicate(timeout=LIMIT_S)
        page.context.close()
    assert process.returncode == int(failed), errors
    assert "Traceback" not in errors
    return None if failed else told


def test_a_photodiode_measures_a_real_page(browser: Browser, board: ServedBoard, tmp_path: Path) -> None:
    tries = (measured(browser, board, tmp_path) for _ in range(3))  # a busy machine paints when it can
    told = next((one for one in tries if one is not None), "")
    figure = kept(tmp_path, "tv")
    assert 0 <= figure["lo_us"] <= figure["median_us"] <= figure["hi_us"] <= 300_000
    assert figure["how"] == "photodiode"
    assert figure["flashes"] >= 16
    assert figure["board"] == b"photopty".hex()
    assert "Chrome" in figure["agent"]
    assert figure["frame_us"] is None or figure["frame_us"] > 1_000
    assert "█" in told
    assert f"{figure['lo_us'] / 1000:.1f} to {figure['hi_us'] / 1000:.1f} ms" in told


@pytest.mark.slow
def test_tapping_on_the_pages_space_bar(browser: Browser, tmp_path: Path) -> None:
    """The page taps on itself, a little after each turn of the square."""
    with running(tmp_path, "calibrate", "display", "--display", "tv", "--tap", "--flashes", "20") as (
        process,
        url,
    ):
        page = opened(browser, url)
        page.goto(url)
        page.locator("#patch[data-colour=black]").wait_for()
        page.evaluate(
            WATCH.replace(
                "window.light((colour = square.dataset.colour))",
                "{ colour = square.dataset.colour; for (const type of ['keydown', 'keyup'])"
                " dispatchEvent(new KeyboardEvent(type, { code: 'Space', key: ' ' })); }",
            )
        )
        expect(page.locator(".calibrate[data-state=done]")).to_be_visible(timeout=LIMIT_S * 1000)
        _, errors = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0, errors
        page.context.close()
    figure = kept(tmp_path, "tv")
    assert figure["how"] == "tapping"
    assert figure["hi_us"] >= 100_000
    assert figure["board"] == ""


def test_ctrl_c_keeps_nothing(board: ServedBoard, tmp_path: Path) -> None:
    with running(tmp_path, "calibrate", "display", "--port", board.port, "--lang", "en") as (process, _):
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert "nothing was kept" in errors
    assert "Traceback" not in errors
    assert not (tmp_path / "lapsy").exists()


def test_a_game_that_a_photodiode_looks_at(browser: Browser, tmp_path: Path) -> None:
    """A player on a real line, two bots, the page in Chromium: cards count from the light, and the journal proves it."""
    home, journals = tmp_path / "home", tmp_path / "journals"
    (home / "lapsy" / "displays").mkdir(parents=True)
    figure = KeptDisplay("tv", 1_000, 90_000, 9_000, "photodiode", 60, 60, "", None, "", "", "0.1.0")
    (home / "lapsy" / "displays" / "tv.json").write_text(json.dumps({"v": 1, **asdict(figure)}))
    with start_board(uid=b"playphot", boot=6, roles=bytes((1, 2, 15)), faults="drift=20ppm") as board:
        command = [
            "play",
            "lapsy",
            "--seats",
            "Aino",
            "--bots",
            "2",
            "--strength",
            "weak",
            "--port",
            board.port,
        ]
        command += [
            "--display",
            "tv",
            "--photodiode",
            "--pace",
            "0.8",
            "--journal",
            str(journals),
        ]
        with running(home, *command) as (process, url):
            page = opened(browser, "")

            def light(colour: str) -> None:
                if colour == "white":
                    board.press("photo", hold_us=None)
                else:
                    board.release("photo")

            page.expose_function("light", light)
            page.goto(url)
            page.locator("#patch[data-colour=black]").wait_for()
            page.evaluate(WATCH)
            board.press("slap1")

            def records() -> list[dict[str, Any]]:
                (path,) = journals.glob("*.jsonl")
                lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
                return [json.loads(line) for line in lines if line.endswith("\n")]

            def seen() -> int:
                return sum(r["k"] == "shown" and r["how"] == "photodiode" for r in records())

            for _ in range(int(LIMIT_S * 10)):
                if seen() >= 4 and sum(r["k"] == "painted" for r in records()) >= 4:
                    break
                page.wait_for_timeout(100)
            page.context.close()
            process.send_signal(signal.SIGINT)
            said = "".join(process.communicate(timeout=LIMIT_S))
            assert process.returncode == 0, said
    shown = {r["of"]: r for r in records() if r["k"] == "shown"}
    lit = [r for r in shown.values() if r["how"] == "photodiode"]
    assert len(lit) >= 4, said
    for r in lit:
        assert r["t"] <= r["lo"] <= r["hi"] <= r["t"] + 400_000
        assert r["seen"]["board"] == b"playphot".hex()
    painted = [r for r in records() if r["k"] == "painted"]
    assert len(painted) >= 4
    for p in painted:
        assert shown[p["of"]]["t"] <= p["lo"] <= p["hi"]
    (path,) = journals.glob("*.jsonl")
    replayed = subprocess.run(
        [sys.executable, "-m", "lapsy", "replay", str(path)], capture_output=True, text=True
    )
    assert replayed.returncode == 0, replayed.stderr
