"""The board with everything that hangs on it: one picture for each number of seats.

Every pin has a row of its own and every wire stays in its row, so that none crosses another: buttons hang between
their pin and the ground rail at the edge of the picture, everything else ends in a box that says what is there.
"""

from __future__ import annotations

from wiring import pico
from wiring.pinmap import Input, PinMap
from wiring.svg import INK, PAPER, Drawing

WIDTH, TOP, PITCH = 1000, 150, 36
HEIGHT = TOP + 20 * PITCH + 120
BODY_LEFT, BODY_RIGHT = 396, 604
GREY = "#6a6a6a"
COLORS = {
    "slap": "#b0171f",
    "flip": "#1b5aa8",
    "head": "#22733a",
    "sync": "#6c3b94",
    "photo": "#8a5a00",
    "lights": "#8a5a00",
    "buzzer": "#8a5a00",
    "power": "#b0171f",
}


def picture(pinmap: PinMap, seats: int) -> str:
    """The wiring of a board for the first ``seats`` seats, as SVG."""
    drawing = Drawing(WIDTH, HEIGHT, f"Wiring of one board for {seats} seats")
    _Overview(drawing, pinmap, seats).draw()
    return drawing.svg()


class _Overview:
    def __init__(self, drawing: Drawing, pinmap: PinMap, seats: int) -> None:
        self._d = drawing
        self._map = pinmap
        self._seats = seats
        self._inputs = {entry.pin: entry for entry in pinmap.inputs if entry.role != "none"}

    def draw(self) -> None:
        d = self._d
        d.text(WIDTH / 2, 28, f"One board, {self._seats} seats", size=26, anchor="middle", bold=True)
        d.text(
            WIDTH / 2,
            58,
            "Raspberry Pi Pico (RP2040) from above, USB socket up",
            anchor="middle",
        )
        self._board()
        self._rail(pico.LEFT, 30)
        self._rail([pin for pin in pico.RIGHT if pin != pico.pin_named("VBUS")], WIDTH - 30)
        for pins in (pico.LEFT, pico.RIGHT):
            for row, pin in enumerate(pins):
                self._row(pin, TOP + row * PITCH, left=pins is pico.LEFT)
        self._legend()

    def _board(self) -> None:
        d = self._d
        height = 20 * PITCH
        d.rect(
            BODY_LEFT,
            TOP - PITCH / 2 - 14,
            BODY_RIGHT - BODY_LEFT,
            height + 28,
            fill="#f1f1f1",
            stroke=INK,
            radius=10,
        )
        d.rect(WIDTH / 2 - 34, TOP - PITCH / 2 - 36, 68, 50, fill="#d9d9d9", stroke=INK, radius=4)
        d.text(WIDTH / 2, TOP - PITCH / 2 - 11, "USB", anchor="middle", bold=True)

    def _rail(self, pins: tuple[int, ...] | list[int], x: float) -> None:
        """The ground rail along the rows from the first that needs it to the last."""
        order = pico.LEFT if pins is pico.LEFT else pico.RIGHT
        rows = [order.index(pin) for pin in pins if pico.NAMES[pin - 1] == "GND" or self._grounded(pin)]
        d = self._d
        top, bottom = TOP + min(rows) * PITCH, TOP + max(rows) * PITCH
        d.line((x, top), (x, bottom), width=5)
        d.text(x, top - 20, "GND", anchor="middle", bold=True)

    def _grounded(self, pin: int) -> bool:
        entry = self._inputs.get(pin)
        if entry is not None:
            return self._wired(entry) and entry.role != "sync"
        return pin in (pico.pin_of(self._map.lights_gpio), pico.pin_of(self._map.buzzer))

    def _wired(self, entry: Input) -> bool:
        return entry.seat is None or entry.seat <= self._seats

    def _row(self, pin: int, y: float, *, left: bool) -> None:
        d = self._d
        side = -1 if left else 1
        edge = BODY_LEFT if left else BODY_RIGHT
        name = pico.NAMES[pin - 1]
        entry = self._inputs.get(pin)
        outputs = {
            pico.pin_of(self._map.lights_gpio): self._lights,
            pico.pin_of(self._map.buzzer): self._buzzer,
            pico.pin_of(self._map.sync_out): self._sync_out,
            pico.pin_named("VBUS"): self._vbus,
            pico.pin_named("3V3"): self._v33,
        }
        used = True
        if name == "GND":
            d.line((edge, y), (30 if left else WIDTH - 30, y), width=4)
        elif entry is not None and entry.role == "sync":
            self._sync_in(y)
        elif entry is not None and entry.role == "photo":
            self._photo(y)
        elif entry is not None and self._wired(entry):
            self._button(entry, y, side, edge)
        elif pin in outputs:
            outputs[pin](y)
        else:
            used = False
            d.text(edge + side * 44, y, "leave open", color=GREY, anchor="end" if left else "start")
        d.circle(
            edge,
            y,
            8,
            fill=INK if name == "GND" else PAPER if used else "#cccccc",
            stroke=INK if used else GREY,
        )
        d.text(
            edge - side * 16,
            y,
            name,
            anchor="start" if left else "end",
            color=INK if used else GREY,
            bold=used,
        )
        d.text(edge + side * 14, y - 11, str(pin), size=13, anchor="end" if left else "start", color=GREY)

    def _button(self, entry: Input, y: float, side: int, edge: float) -> None:
        """Rail, switch, name, series resistor, pin."""
        d = self._d
        color = COLORS[entry.role]
        far = edge + side * 366
        open_end, close_end = edge + side * 332, edge + side * 284
        d.line((far, y), (open_end, y), width=3)
        d.line((open_end, y), (close_end + side * 4, y - 12), color=INK, width=3)
        d.circle(open_end, y, 4)
        d.circle(close_end, y, 4)
        d.line((close_end - side * 4, y), (edge, y), color=color, width=4)
        self._pill(edge + side * 190, y, 132, f"{entry.role} {entry.seat}", color)
        self._resistor(edge + side * 80, y)

    def _pill(self, x: float, y: float, width: float, words: str, color: str) -> None:
        d = self._d
        d.rect(x - width / 2, y - 13, width, 26, fill=PAPER, stroke=color, radius=13)
        d.text(x, y, words, anchor="middle", bold=True)

    def _resistor(self, x: float, y: float) -> None:
        self._d.rect(x - 20, y - 7, 40, 14, fill=PAPER, stroke=INK)

    def _box(self, y: float, words: str, color: str, *, to_rail: bool, resistor: bool) -> None:
        d = self._d
        left, right = BODY_RIGHT + (116 if resistor else 76), WIDTH - 48
        d.line((BODY_RIGHT, y), (left, y), color=color, width=4)
        if resistor:
            self._resistor(BODY_RIGHT + 80, y)
        if to_rail:
            d.line((right, y), (WIDTH - 30, y), width=3)
        d.rect(left, y - 14, right - left, 28, fill=PAPER, stroke=color, radius=4)
        d.text((left + right) / 2, y, words, size=15, anchor="middle", bold=True)

    def _lights(self, y: float) -> None:
        self._box(y, f"level shifter, LED 1 … {self._seats}", COLORS["lights"], to_rail=True, resistor=False)

    def _buzzer(self, y: float) -> None:
        self._box(y, "buzzer (piezo)", COLORS["buzzer"], to_rail=True, resistor=True)

    def _sync_out(self, y: float) -> None:
        self._box(y, "sync wire, drive", COLORS["sync"], to_rail=False, resistor=True)

    def _sync_in(self, y: float) -> None:
        self._box(y, "sync wire, listen", COLORS["sync"], to_rail=False, resistor=True)

    def _photo(self, y: float) -> None:
        self._box(y, "photodiode", COLORS["photo"], to_rail=True, resistor=True)

    def _vbus(self, y: float) -> None:
        self._box(y, "5 V: LEDs, photodiode", COLORS["power"], to_rail=False, resistor=False)

    def _v33(self, y: float) -> None:
        self._box(y, "3.3 V: pull-ups, photodiode", COLORS["power"], to_rail=False, resistor=False)

    def _legend(self) -> None:
        d = self._d
        y = TOP + 20 * PITCH + 30
        self._resistor(60, y)
        d.text(
            92,
            y,
            "a series resistor: 1 kΩ at each input (with its ESD diode), 100 Ω at sync drive and buzzer",
        )
        d.circle(44, y + 30, 4)
        d.line((44, y + 30), (76, y + 18), width=3)
        d.circle(76, y + 30, 4)
        d.text(92, y + 30, "a button; its details, like those of every box, have a picture of their own")
        d.text(
            44,
            y + 60,
            "Grey: leave open. Small numbers: pins of the Pico. Names: as printed on its underside.",
        )
