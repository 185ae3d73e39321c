"""The pin map is electrically possible, and everything that follows from it was written anew."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lapsy.boards.firmware import firmware_dir, messages, settings
from wiring import electrics, parts, pico, pinmap, tables
from wiring.everything import written

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
RAW: dict[str, Any] = json.loads((HARDWARE / "pinmap.json").read_text(encoding="utf-8"))
MAP = pinmap.load(HARDWARE / "pinmap.json")
PARTS = parts.load(HARDWARE / "parts.json")


@pytest.mark.parametrize("path", written(ROOT), ids=lambda path: str(path.relative_to(ROOT)))
def test_it_was_written_anew(path: Path) -> None:
    """To mend: python scripts/write_pinmap.py."""
    assert path.read_text(encoding="utf-8") == written(ROOT)[path]


def test_every_table_is_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in HARDWARE.glob("*.md"))
    assert set(re.findall(r"<!-- table: (\w+) -->", pages)) == set(tables.all_tables(MAP, PARTS))


def test_a_group_of_parts_cannot_hide_another_table() -> None:
    hiding = parts.PartsList({"cables": "cables"}, ())
    with pytest.raises(ValueError, match="may not be called cables"):
        tables.all_tables(MAP, hiding)


def test_every_picture_is_on_a_page() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in HARDWARE.glob("*.md"))
    assert {picture.name for picture in (HARDWARE / "pictures").iterdir()} == set(
        re.findall(r"\(pictures/([^)]+)\)", pages)
    )


def test_the_firmware_takes_the_settings() -> None:
    text = (ROOT / "firmware" / "board.json").read_text(encoding="utf-8")
    checked = settings.load(text)
    assert checked.name == MAP.name
    assert [each.gpio for each in checked.inputs] == [entry.gpio for entry in MAP.inputs]
    assert [messages.ROLE_NAMES[each.role & messages.ROLE_MASK] for each in checked.inputs] == [
        entry.role for entry in MAP.inputs
    ]
    assert [(each.role >> messages.GROUP_SHIFT) + 1 for each in checked.inputs if each.role & 0x1F < 4] == [
        entry.seat for entry in MAP.inputs if entry.seat
    ]
    assert (checked.lights, checked.light_count) == ([MAP.lights_gpio], MAP.lights_count)
    assert (checked.buzzer, checked.sync_out, checked.update_input) == (MAP.buzzer, MAP.sync_out, 0)


def test_the_map_as_it_is() -> None:
    assert pinmap.complaints(RAW) == []
    assert [entry.gpio for entry in MAP.inputs] == list(range(23))
    assert [len(MAP.of(role)) for role in ("slap", "flip", "head", "sync", "photo")] == [8, 8, 5, 1, 1]


def _set(keys: tuple[str | int, ...], value: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        at: Any = raw
        for key in keys[:-1]:
            at = at[key]
        at[keys[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_set(("buzzer",), 26), "GPIO 26 is used 2 times"),
        (_set(("inputs", 3, "gpio"), 2), "GPIO 2 is used 2 times"),
        (_set(("inputs", 3, "gpio"), 27), "the inputs are no run of consecutive GPIO numbers"),
        (_set(("sync_out",), 24), "a Raspberry Pi Pico has no pin for GPIO 24"),
        (_set(("lights", "gpio"), 5), "lights (GPIO 5) lies inside the run of inputs"),
        (_set(("inputs", 3, "seat"), 1), "slap of seat 1 is wired 2 times"),
        (_set(("inputs", 3, "seat"), 9), "slap has the seat 9"),
        (_set(("inputs", 16, "seat"), 1), "sync has the seat 1"),
        (_set(("inputs", 3, "role"), "wink"), "wink is no role that the pictures know"),
        (_set(("inputs", 5), {"gpio": 5, "role": "photo"}), "the photodiode is not the last input"),
        (_set(("update_input",), 16), "update_input is no slap pad"),
        (_set(("update_input",), 23), "update_input is no slap pad"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_impossible_map_is_refused(
    change: Callable[[dict[str, Any]], None], sentence: str, tmp_path: Path
) -> None:
    raw = copy.deepcopy(RAW)
    change(raw)
    assert sentence in pinmap.complaints(raw)
    path = tmp_path / "pinmap.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(ValueError, match=re.escape(sentence)):
        pinmap.load(path)


def test_the_script_writes_what_is_missing_and_refuses_in_a_sentence(tmp_path: Path) -> None:
    for name in ("pinmap.json", "parts.json", "README.md", "wiring.md", "parts.md"):
        target = tmp_path / "hardware" / name
        target.parent.mkdir(exist_ok=True)
        target.write_text((HARDWARE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "firmware").mkdir()
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    (scripts / "write_pinmap.py").write_text(
        (ROOT / "scripts" / "write_pinmap.py").read_text(encoding="utf-8")
    )
    (scripts / "wiring").symlink_to(ROOT / "scripts" / "wiring")

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, scripts / "write_pinmap.py"], capture_output=True, text=True, timeout=100
        )

    assert run().returncode == 0
    for path in written(ROOT):
        assert (tmp_path / path.relative_to(ROOT)).read_text(encoding="utf-8") == path.read_text(
            encoding="utf-8"
        )
    (tmp_path / "hardware" / "pinmap.json").write_text(json.dumps({**RAW, "buzzer": 28}))
    refused = run()
    assert refused.returncode == 1
    assert refused.stderr == "pinmap.json: GPIO 28 is used 2 times\n"


def test_the_pins_of_a_pico() -> None:
    """Known places from its data sheet."""
    places = {0: 1, 1: 2, 2: 4, 5: 7, 6: 9, 9: 12, 10: 14, 13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24}
    places |= {21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
    assert {gpio: pico.pin_of(gpio) for gpio in places} == places
    assert pico.GROUNDS == (3, 8, 13, 18, 23, 28, 38)
    assert [pico.pin_named(name) for name in ("RUN", "3V3", "3V3_EN", "VSYS", "VBUS")] == [30, 36, 37, 39, 40]
    for gpio in (23, 24, 25, 29):
        with pytest.raises(ValueError, match="no pin"):
            pico.pin_of(gpio)


def test_parts_are_counted_for_each_number_of_seats() -> None:
    def count(beginning: str, group: str = "needed") -> list[int]:
        (part,) = [p for p in PARTS.parts if p.group == group and p.part.startswith(beginning)]
        return [part.count(MAP, seats) for seats in parts.SEATS]

    assert count("arcade button") == [2, 4, 6, 8]
    assert count("Raspberry Pi Pico") == [1, 1, 1, 1]
    assert count("push button", "flip") == [2, 4, 6, 8]
    assert count("push button", "head") == [2, 4, 5, 5]
    assert count("ESD diode", "protection") == [6, 12, 17, 21]


def test_packs_are_bought_whole() -> None:
    screw = parts.Part("needed", "screw", "", "", per="slap", each=4, pack=20, price=(2, 5))
    assert [screw.cost(MAP, seats) for seats in (4, 6)] == [(2, 5), (4, 10)]
    both = parts.PartsList(
        {"needed": "", "x": ""}, (screw, parts.Part("x", "y", "", "", "board", 1, 1, (1, 1)))
    )
    assert both.cost(MAP, 6) == (5, 11)
    assert both.cost(MAP, 6, "needed") == (4, 10)


def test_every_part_has_a_group_a_source_and_a_reason() -> None:
    for part in PARTS.parts:
        assert part.group in PARTS.groups
        assert part.source
        assert part.why
        assert 0 < part.price[0] <= part.price[1]
    assert {part.group for part in PARTS.parts} == set(PARTS.groups)


def test_computed_figures() -> None:
    assert electrics.delay_ns(2) == 10
    # 80 kΩ and 160 pF: 12.8 us to a factor of e, times ln(3.3 / 1.3)
    assert electrics.rise_us(1, 80_000) == pytest.approx(12.8 * 0.9316, rel=1e-3)
    assert [electrics.lights_ma(leds) for leds in parts.SEATS] == [120, 240, 360, 480]
    assert electrics.lights_ma(8, 0) == 8
    assert electrics.lights_ma(8, 0x330033) == 8 + round(8 * 59 * 0.4 / 3 + 0.5)


def test_the_firmware_is_no_brighter_than_the_page_says() -> None:
    source = (firmware_dir() / "slapboard" / "light_modes.py").read_text(encoding="utf-8")
    colours = [int(number, 16) for number in re.findall(r"\b0x[0-9A-F]{6}\b", source)]
    assert max(electrics.lights_ma(8, colour) for colour in colours) == electrics.lights_ma(
        8, electrics.BRIGHTEST
    )


def test_the_guide_names_the_pad_that_leads_to_the_repl() -> None:
    held = MAP.inputs[MAP.update_input]
    words = f"hold **seat {held.seat}'s {held.role} pad** down"
    assert words in (HARDWARE / "build.md").read_text(encoding="utf-8")
