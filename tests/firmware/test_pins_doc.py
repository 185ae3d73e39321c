"""The pin map on the builders' page is the one that the firmware reads."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

from lapsy.boards.events import role_group, role_name
from lapsy.boards.firmware import firmware_dir

PAGE = Path(__file__).resolve().parents[2] / "hardware" / "README.md"

#: GPIO numbers by the Pico's pins 1 to 40; None: ground, power or control.
PICO = (
    0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15,
    16, 17, None, 18, 19, 20, 21, None, 22, None, 26, 27, None, 28, None, None, None, None, None, None,
)  # fmt: skip


def pins() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pins_of_the_board", firmware_dir() / "pins.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(columns: int) -> list[list[str]]:
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if re.match(r"\| \d+ \| \d+ \| \d+ ", line)
    ]
    return [row for row in cells if len(row) == columns]


def test_inputs() -> None:
    board = pins()
    wired = [
        [
            str(n),
            str(gpio),
            str(PICO.index(gpio) + 1),
            role_name(role | group << 5),
            str(role_group(role | group << 5) + 1),
        ]
        for n, (gpio, role, group) in enumerate(board.INPUTS)
    ]
    assert rows(5) == wired
    assert board.INPUTS[board.REPL_INPUT][0] == 2
    assert "hold **seat 1's slap pad** down" in PAGE.read_text(encoding="utf-8")


def test_lights() -> None:
    assert rows(3) == [
        [str(n + 1), str(gpio), str(PICO.index(gpio) + 1)] for n, gpio in enumerate(pins().LIGHTS)
    ]
