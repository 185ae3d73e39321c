"""The tables of the builders' pages, in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wiring import electrics, pico
from wiring.parts import SEATS, PartsList
from wiring.pinmap import PinMap

_BLOCK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_FOR = {"sync": "sync wire, listen", "photo": "photodiode", "none": "free"}


def filled(page: str, tables: dict[str, str]) -> str:
    """The page with the tables between its marks written anew. Raises KeyError for an unknown table."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", page)


def all_tables(pinmap: PinMap, parts: PartsList) -> dict[str, str]:
    tables = {
        "inputs": inputs(pinmap),
        "outputs": outputs(pinmap),
        "budget": budget(pinmap),
        "cables": cables(),
        "currents": currents(),
        "costs": costs(pinmap, parts),
    }
    groups = {group: group_table(pinmap, parts, group) for group in parts.groups}
    if both := tables.keys() & groups.keys():
        raise ValueError(
            f"parts.json: a group may not be called {', '.join(sorted(both))}, as another table is"
        )
    return tables | groups


def inputs(pinmap: PinMap) -> str:
    return _table(
        ("input", "GPIO", "Pico pin", "role", "seat"),
        (
            (n, entry.gpio, entry.pin, _FOR.get(entry.role, entry.role), entry.seat or "")
            for n, entry in enumerate(pinmap.inputs)
        ),
    )


def outputs(pinmap: PinMap) -> str:
    rows = (
        ("lights, data", pinmap.lights_gpio),
        ("buzzer", pinmap.buzzer),
        ("sync wire, drive", pinmap.sync_out),
    )
    return _table(("output", "GPIO", "Pico pin"), ((what, gpio, pico.pin_of(gpio)) for what, gpio in rows))


def budget(pinmap: PinMap) -> str:
    roles = ("slap", "flip", "sync", "photo", "head")
    taken = [(len(pinmap.of(role)), role) for role in roles]
    rows = [(_FOR.get(role, f"{role} buttons"), number) for number, role in taken]
    rows.append(("lights, buzzer, sync wire (drive)", 3))
    whole = (
        "**of the GPIO pins of a Pico**",
        f"**{sum(number for _, number in rows)} of {len(pico.GPIOS)}**",
    )
    return _table(("for", "pins"), [*rows, whole])


def cables() -> str:
    weakest = electrics.PULL_UP_OHM[1]
    return _table(
        ("cable", "its delay", "opening edge, pull-up of the board", "opening edge, 4.7 kΩ"),
        (
            (
                f"{metres:g} m",
                f"{electrics.delay_ns(metres):.1f} ns",
                f"{electrics.rise_us(metres, weakest):.1f} µs",
                f"{electrics.rise_us(metres, electrics.EXTERNAL_OHM):.2f} µs",
            )
            for metres in (0.5, 1, 2, 5)
        ),
    )


def currents() -> str:
    def row(leds: int) -> tuple[object, ...]:
        dim = electrics.lights_ma(leds, electrics.BRIGHTEST) + electrics.PICO_MA
        full = electrics.lights_ma(leds) + electrics.PICO_MA
        verdict = "yes" if full <= electrics.USB_MA else "yes, as dim as this firmware keeps them"
        return leds, f"{dim} mA", f"{full} mA", verdict if dim <= electrics.USB_MA else "no"

    return _table(
        (
            "LEDs",
            "as bright as this firmware makes them",
            "all white, full",
            f"from USB ({electrics.USB_MA} mA)?",
        ),
        map(row, SEATS),
    )


def group_table(pinmap: PinMap, parts: PartsList, group: str) -> str:
    rows = [
        (
            part.part,
            *(part.count(pinmap, seats) for seats in SEATS),
            _euros(part.price) + (f" for {part.pack}" if part.pack > 1 else ""),
            part.source,
            part.why,
        )
        for part in parts.parts
        if part.group == group
    ]
    return _table(("part", *(f"{seats} seats" for seats in SEATS), "€", "from", "why"), rows)


def costs(pinmap: PinMap, parts: PartsList) -> str:
    rows: list[tuple[object, ...]] = [
        (title, *(_euros(parts.cost(pinmap, seats, group)) for seats in SEATS))
        for group, title in parts.groups.items()
    ]
    rows.append(("**everything**", *(f"**{_euros(parts.cost(pinmap, seats))}**" for seats in SEATS)))
    return _table(("euros", *(f"{seats} seats" for seats in SEATS)), rows)


def _euros(price: tuple[float, float]) -> str:
    low, high = price
    return f"{low:.2f}–{high:.2f}" if high < 10 else f"{low:.0f}–{high:.0f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)
