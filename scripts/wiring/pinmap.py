"""The pin map as it is written down (hardware/pinmap.json), checked, and the board's settings made from it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wiring import pico

SEATED = ("slap", "flip", "head")
SEATLESS = ("none", "sync", "photo")
MAX_SEATS = 8


@dataclass(frozen=True)
class Input:
    gpio: int
    role: str
    seat: int | None

    @property
    def pin(self) -> int:
        return pico.pin_of(self.gpio)


@dataclass(frozen=True)
class PinMap:
    name: str
    board: str
    capture: str
    inputs: tuple[Input, ...]
    lights_gpio: int
    lights_count: int
    buzzer: int
    sync_out: int
    update_input: int

    def of(self, role: str) -> tuple[Input, ...]:
        """The inputs of one role, in the order of the pins."""
        return tuple(entry for entry in self.inputs if entry.role == role)

    def seats_of(self, role: str, seats: int) -> int:
        """How many of the first ``seats`` seats have an input of this role."""
        return sum(1 for entry in self.of(role) if entry.seat is not None and entry.seat <= seats)


def load(path: Path) -> PinMap:
    """Read and check a pin map. Raises ValueError with one sentence for each fault."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    faults = complaints(raw)
    if faults:
        raise ValueError("\n".join(f"{path.name}: {fault}" for fault in faults))
    return PinMap(
        name=raw["name"],
        board=raw["board"],
        capture=raw["capture"],
        inputs=tuple(Input(entry["gpio"], entry["role"], entry.get("seat")) for entry in raw["inputs"]),
        lights_gpio=raw["lights"]["gpio"],
        lights_count=raw["lights"]["count"],
        buzzer=raw["buzzer"],
        sync_out=raw["sync_out"],
        update_input=raw["update_input"],
    )


def complaints(raw: dict[str, Any]) -> list[str]:
    """What is wrong with a pin map, a sentence each; the electrical truths that no other check knows."""
    inputs = raw["inputs"]
    run = [entry["gpio"] for entry in inputs]
    outputs = {"lights": raw["lights"]["gpio"], "buzzer": raw["buzzer"], "sync_out": raw["sync_out"]}
    faults = []
    for gpio, times in sorted(Counter([*run, *outputs.values()]).items()):
        if times > 1:
            faults.append(f"GPIO {gpio} is used {times} times")
        if gpio not in pico.GPIOS:
            faults.append(f"a Raspberry Pi Pico has no pin for GPIO {gpio}")
    if run != list(range(run[0], run[0] + len(run))):
        faults.append("the inputs are no run of consecutive GPIO numbers")
    for what, gpio in outputs.items():
        if run[0] <= gpio <= run[-1]:
            faults.append(f"{what} (GPIO {gpio}) lies inside the run of inputs")
    held = Counter((entry["role"], entry.get("seat")) for entry in inputs if entry["role"] != "none")
    for (role, seat), times in held.items():
        of_a_seat = role in SEATED
        if not of_a_seat and role not in SEATLESS:
            faults.append(f"{role} is no role that the pictures know")
        if of_a_seat != (seat is not None) or (of_a_seat and not 1 <= seat <= MAX_SEATS):
            faults.append(f"{role} has the seat {seat}")
        if times > 1:
            faults.append(f"{role} of seat {seat} is wired {times} times")
    photos = [n for n, entry in enumerate(inputs) if entry["role"] == "photo"]
    if photos and photos != [len(inputs) - 1]:
        faults.append("the photodiode is not the last input")
    if not 0 <= raw["update_input"] < len(inputs) or inputs[raw["update_input"]]["role"] != "slap":
        faults.append("update_input is no slap pad")
    return faults


def settings_text(pinmap: PinMap) -> str:
    """The settings of a board that is wired by the map: the text of firmware/board.json."""
    lines = []
    for entry in pinmap.inputs:
        fields: dict[str, int | str] = {"gpio": entry.gpio, "role": entry.role}
        if entry.seat is not None:
            fields["seat"] = entry.seat
        lines.append("  " + json.dumps(fields))
    lights = {"kind": "addressable", "gpio": pinmap.lights_gpio, "count": pinmap.lights_count}
    return "\n".join(
        (
            "{",
            ' "version": 1,',
            f' "name": {json.dumps(pinmap.name)},',
            f' "capture": {json.dumps(pinmap.capture)},',
            ' "inputs": [',
            ",\n".join(lines),
            " ],",
            f' "lights": {json.dumps(lights)},',
            f' "buzzer": {pinmap.buzzer},',
            f' "sync_out": {pinmap.sync_out},',
            f' "update_input": {pinmap.update_input}',
            "}",
            "",
        )
    )
