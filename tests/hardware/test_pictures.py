"""The wiring pictures can be read: in a browser no words lie on others, none leave the page, none are too small in print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as Et

import pytest

from wiring import overview, pinmap
from wiring.details import DETAILS
from wiring.parts import SEATS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
PICTURES = sorted((HARDWARE / "pictures").glob("*.svg"))
MAP = pinmap.load(HARDWARE / "pinmap.json")
A4_MM = 190  # the paper's width without its margins
POINT_MM = 25.4 / 72
SMALLEST_PT = 6.5

WORDS = """svg => [...svg.querySelectorAll('text')].map(text => {
    const box = text.getBBox()
    return {words: text.textContent, x: box.x, y: box.y, width: box.width, height: box.height,
            size: parseFloat(getComputedStyle(text).fontSize)}
})"""


def words_of(browser: Browser, path: Path) -> list[dict[str, Any]]:
    page = browser.new_page()
    try:
        page.goto(path.as_uri())
        words: list[dict[str, Any]] = page.eval_on_selector("svg", WORDS)
        return words
    finally:
        page.close()


def overlaps(words: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs whose letters meet. A line of text is taller than its letters, so a sixth is cut off above and below."""

    def meet(a: dict[str, Any], b: dict[str, Any]) -> bool:
        return bool(
            a["x"] < b["x"] + b["width"]
            and b["x"] < a["x"] + a["width"]
            and a["y"] + a["height"] / 6 < b["y"] + b["height"] * 5 / 6
            and b["y"] + b["height"] / 6 < a["y"] + a["height"] * 5 / 6
        )

    return [(a["words"], b["words"]) for n, a in enumerate(words) for b in words[n + 1 :] if meet(a, b)]


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_words_can_be_read(browser: Browser, path: Path) -> None:
    root = Et.fromstring(path.read_text(encoding="utf-8"))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    words = words_of(browser, path)
    assert len(words) > 5
    assert overlaps(words) == []
    for word in words:
        assert word["x"] >= 0, word
        assert word["x"] + word["width"] <= width, word
        assert word["y"] >= 0, word
        assert word["y"] + word["height"] <= height, word
        assert word["size"] * A4_MM / width / POINT_MM >= SMALLEST_PT, word


def test_words_on_words_are_seen(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.svg"
    text = (HARDWARE / "pictures" / "button.svg").read_text(encoding="utf-8")
    path.write_text(
        text.replace("</svg>", '<text x="30" y="216" font-size="16">GP9</text></svg>'), encoding="utf-8"
    )
    assert ("GP0 (pin 1)", "GP9") in overlaps(words_of(browser, path))


def texts(svg: str) -> list[str]:
    return [
        "".join(element.itertext()) for element in Et.fromstring(svg).iter() if element.tag.endswith("text")
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_the_overview_shows_what_these_seats_need(seats: int) -> None:
    words = texts(overview.picture(MAP, seats))
    for role, most in (("slap", 8), ("flip", 8), ("head", 5)):
        shown = {word for word in words if word.startswith(f"{role} ")}
        assert shown == {f"{role} {seat}" for seat in range(1, min(seats, most) + 1)}
    assert {str(pin) for pin in range(1, 41)} <= set(words)
    assert {"sync wire, listen", "sync wire, drive", "photodiode", "buzzer (piezo)"} <= set(words)


def test_wires_of_the_overview_keep_to_their_rows() -> None:
    """Nothing crosses: a wire is level, but for the ground rails at the edges and the arms of the switches."""
    for element in Et.fromstring(overview.picture(MAP, 8)).iter():
        if element.tag.endswith("polyline"):
            (x1, y1), (x2, y2) = (tuple(map(float, p.split(","))) for p in element.attrib["points"].split())
            rail = x1 == x2 and x1 in (30, overview.WIDTH - 30)
            arm = abs(x1 - x2) < 60 and abs(y1 - y2) == 12
            assert y1 == y2 or rail or arm, element.attrib


def test_the_details_name_the_pins_of_the_map() -> None:
    assert {"GP0 (pin 1)"} <= set(texts(DETAILS["button"](MAP)))
    assert {"GP22 (pin 29)", "5 V (pin 40)", "3.3 V (pin 36)"} <= set(texts(DETAILS["photodiode"](MAP)))
    assert {"GP26 (pin 31)", "LED 8"} <= set(texts(DETAILS["lights"](MAP)))
    assert {"GP28 (pin 34)", "GP16 (pin 21)", "GND (pin 38)"} <= set(texts(DETAILS["sync"](MAP)))
