"""The circuits behind the boxes of the overview, one picture each."""

from __future__ import annotations

from collections.abc import Callable

from wiring import pico
from wiring.pinmap import PinMap
from wiring.svg import INK
from wiring.symbols import Circuit

WIDTH = 1000


def _pin(gpio: int) -> str:
    return f"GP{gpio} (pin {pico.pin_of(gpio)})"


def _power(name: str, volts: str) -> str:
    return f"{volts} (pin {pico.pin_named(name)})"


def _begin(height: int, title: str) -> Circuit:
    circuit = Circuit(WIDTH, height, title)
    circuit.text(WIDTH / 2, 26, title, size=24, anchor="middle", bold=True)
    return circuit


def _zone(c: Circuit, x: float, top: float, bottom: float) -> None:
    """A dashed line between the board and what is plugged into it."""
    c.line((x, top), (x, bottom), dash="8 6")


def button(pinmap: PinMap) -> str:
    """One pad: series resistor, pull-up, ESD diode, cable, contact."""
    c = _begin(440, "One button")
    signal, ground = 210, 350
    c.pin(170, signal, _pin(pinmap.inputs[0].gpio), left=True)
    c.across(170, signal, 320, "1 kΩ")
    c.supply(340, 90, _power("3V3", "3.3 V"))
    c.down(340, 90, signal, "4.7 kΩ", left=True)
    c.text(362, 118, "cable over 1 m, or a")
    c.text(362, 140, "normally closed pad")
    c.wire((320, signal), (860, signal))
    c.node(340, signal)
    c.node(460, signal)
    c.diode(460, signal, ground, zener=True)
    c.text(436, 268, "ESD diode,", anchor="end")
    c.text(436, 290, "5 V, at the socket", anchor="end")
    c.wire((460, ground), (860, ground))
    c.node(460, ground)
    c.ground(460, ground)
    c.switch(860, signal, ground)
    c.text(892, 238, "NO")
    c.text(892, 322, "COM")
    for x in (560, 780):
        _zone(c, x, 70, 400)
        c.terminal(x, signal)
        c.terminal(x, ground)
    c.text(300, 420, "board", anchor="middle", bold=True)
    c.text(670, 270, "twisted pair:", anchor="middle")
    c.text(670, 292, "signal and ground", anchor="middle")
    c.text(670, 420, "cable", anchor="middle", bold=True)
    c.text(890, 420, "pad", anchor="middle", bold=True)
    return c.svg()


def photodiode(pinmap: PinMap) -> str:
    """The photodiode and its comparator: light pulls the pin low."""
    (photo,) = pinmap.of("photo")
    c = _begin(540, "Photodiode and comparator")
    sense, plus, out = 210, 300, 255
    c.supply(180, 80, "3.3 V")
    c.photodiode(180, 80, 190)
    c.wire((180, 190), (180, sense))
    c.text(206, 136, "BPW34 or alike, cathode to 3.3 V")
    c.node(180, sense)
    c.down(180, sense, 330, "100 kΩ", left=True)
    c.ground(180, 330)
    c.wire((180, sense), (540, sense))
    c.supply(350, 266, "3.3 V")
    c.down(350, 266, 350, "10 kΩ", left=True)
    c.potentiometer(350, 350, 450, "10 kΩ pot: threshold", 400)
    c.ground(350, 450)
    c.across(400, 400, 480, "10 kΩ")
    c.wire((480, 400), (500, 400), (500, plus), (540, plus))
    c.node(500, 400)
    c.across(500, 400, 640, "1 MΩ")
    c.wire((640, 400), (720, 400), (720, out))
    c.triangle(540, out, 140, 160)
    c.text(552, sense, "−", size=22, bold=True)
    c.text(552, plus, "+", size=22, bold=True)
    c.text(574, out, "LM393", bold=True)
    c.text(532, sense - 12, "2", anchor="end", size=14)
    c.text(532, plus - 12, "3", anchor="end", size=14)
    c.text(690, out - 12, "1", size=14)
    c.supply(600, 130, _power("VBUS", "5 V"))
    c.wire((600, 130), (600, 210))
    c.text(608, 168, "8", size=14)
    c.wire((600, 300), (600, 330))
    c.ground(600, 330)
    c.text(608, 318, "4", size=14)
    c.wire((680, out), (770, out))
    c.node(720, out)
    c.node(770, out)
    c.supply(770, 100, _power("3V3", "3.3 V"))
    c.down(770, 100, out, "4.7 kΩ")
    c.across(770, out, 840, "1 kΩ")
    c.pin(840, out, _pin(photo.gpio), left=False)
    c.text(
        WIDTH / 2,
        520,
        "100 nF from 8 to 4, close to the chip. The other half: 5 and 6 to ground, 7 open.",
        anchor="middle",
    )
    return c.svg()


def _led(c: Circuit, x: float, y: float, words: str, rails: tuple[float, float]) -> None:
    """An addressable LED between the rails, data in at the left."""
    c.wire((x + 50, rails[0]), (x + 50, y - 34))
    c.wire((x + 50, y + 34), (x + 50, rails[1]))
    c.rect(x, y - 34, 100, 68, fill="#f1f1f1", stroke=INK, radius=6)
    c.text(x + 50, y, words, anchor="middle", bold=True)
    c.text(x + 8, y + 20, "in", size=14)
    c.text(x + 92, y + 20, "out", size=14, anchor="end")


def lights(pinmap: PinMap) -> str:
    """The chain of addressable LEDs: with a level shifter, and without."""
    c = _begin(770, "Lights")
    five, data, ground = 100, 210, 320
    c.text(20, 62, "With a level shifter", bold=True)
    c.supply(240, five, _power("VBUS", "5 V"))
    c.wire((240, five), (975, five))
    c.wire((240, ground), (975, ground))
    c.ground(240, ground)
    c.pin(170, data, _pin(pinmap.lights_gpio), left=True)
    c.wire((170, data), (200, data))
    c.triangle(200, data, 80, 90)
    c.text(204, data, "AHCT", size=14, bold=True)
    c.text(20, data + 62, "74AHCT125, one of four:")
    c.text(20, data + 84, "2 in, 3 out, 1 to ground,")
    c.text(20, data + 106, "14 to 5 V, 7 to ground")
    c.text(20, 372, "4, 5, 9, 10, 12 and 13, the inputs of the other three, to ground; 100 nF from 14 to 7.")
    c.wire((240, five), (240, data - 23))
    c.wire((240, data + 23), (240, ground))
    c.across(280, data, 390, "330 Ω")
    c.capacitor(410, five, 178, "")
    c.node(410, five)
    c.ground(410, 178)
    c.text(434, 139, "100 µF")
    c.wire((390, data), (540, data))
    _led(c, 540, data, "LED 1", (five, ground))
    c.wire((640, data), (700, data))
    _led(c, 700, data, "LED 2", (five, ground))
    c.wire((800, data), (830, data))
    c.line((830, data), (880, data), width=3, dash="4 6")
    _led(c, 880, data, f"LED {pinmap.lights_count}", (five, ground))
    five, data, ground = 480, 590, 700
    c.line((20, 390), (980, 390), dash="8 6")
    c.text(20, 420, "Without one: the first LED runs at 4.3 V and shifts the level for the others", bold=True)
    c.supply(240, five, _power("VBUS", "5 V"))
    c.wire((240, five), (975, five))
    c.wire((240, ground), (975, ground))
    c.ground(240, ground)
    c.pin(170, data, _pin(pinmap.lights_gpio), left=True)
    c.across(170, data, 390, "330 Ω")
    c.wire((390, data), (540, data))
    c.wire((480, five), (480, five + 34))
    c.node(480, five)
    c.series_diode(480, five + 34, 590)
    c.text(466, five + 34, "1N4001", anchor="end")
    c.wire((590, five + 34), (590, data - 34))
    c.rect(540, data - 34, 100, 68, fill="#f1f1f1", stroke=INK, radius=6)
    c.text(590, data, "LED 1", anchor="middle", bold=True)
    c.text(548, data + 20, "in", size=14)
    c.text(632, data + 20, "out", size=14, anchor="end")
    c.wire((590, data + 34), (590, ground))
    c.wire((640, data), (700, data))
    _led(c, 700, data, "LED 2", (five, ground))
    c.wire((800, data), (830, data))
    c.line((830, data), (880, data), width=3, dash="4 6")
    _led(c, 880, data, f"LED {pinmap.lights_count}", (five, ground))
    c.text(WIDTH / 2, 752, "330 Ω close to the board, 100 µF close to LED 1 in both.", anchor="middle")
    return c.svg()


def sync(pinmap: PinMap) -> str:
    """The wire between two boards: any board pulls it low, every board listens."""
    (listen,) = pinmap.of("sync")
    c = _begin(430, "Sync wire between two boards")
    drive, hear, wire, ground = 130, 230, 180, 320
    for side, name in ((-1, "board A"), (1, "board B")):
        x = WIDTH / 2 + side * 330
        c.pin(x, drive, _pin(pinmap.sync_out), left=side < 0)
        c.pin(x, hear, _pin(listen.gpio), left=side < 0)
        c.pin(x, ground, f"GND (pin {pico.GROUNDS[-1]})", left=side < 0)
        inner = WIDTH / 2 + side * 210
        c.across(min(x, inner), drive, max(x, inner), "100 Ω")
        c.across(min(x, inner), hear, max(x, inner), "1 kΩ")
        c.wire((inner, drive), (inner, hear))
        c.node(inner, wire)
        socket = WIDTH / 2 + side * 110
        c.wire((inner, wire), (socket, wire))
        c.wire((x, ground), (socket, ground))
        esd = WIDTH / 2 + side * 160
        c.node(esd, wire)
        c.node(esd, ground)
        c.diode(esd, wire, ground, zener=True)
        _zone(c, socket, 156, 370)
        c.text(WIDTH / 2 + side * 405, 80, name, anchor="middle", bold=True)
    c.wire((390, wire), (610, wire))
    c.wire((390, ground), (610, ground))
    for socket in (390, 610):
        c.terminal(socket, wire)
        c.terminal(socket, ground)
    c.supply(340, 84, "3.3 V")
    c.down(340, 84, wire, "4.7 kΩ", left=False)
    c.text(500, wire - 20, "sync", anchor="middle", bold=True)
    c.text(500, ground - 20, "ground", anchor="middle", bold=True)
    c.text(500, 250, "twisted pair,", anchor="middle")
    c.text(500, 272, "up to 5 m", anchor="middle")
    c.text(
        WIDTH / 2,
        398,
        "The pull-up sits on one board only. ESD diodes at both sockets. A third board joins in the same way.",
        anchor="middle",
    )
    return c.svg()


def common(pinmap: PinMap) -> str:
    """One signal into all inputs, for the certificate."""
    c = _begin(400, "One signal into all inputs")
    shown = [entry for entry in pinmap.inputs if entry.role in ("slap", "flip")]
    _zone(c, 430, 64, 350)
    rows = [shown[0], shown[1], None, shown[-1]]
    for n, entry in enumerate(rows):
        y = 100 + 70 * n
        if entry is None:
            c.text(95, y, "…", size=28, anchor="middle")
            c.text(280, y, "every input that has a button", anchor="middle")
            continue
        c.pin(170, y, _pin(entry.gpio), left=True)
        c.across(170, y, 320, "1 kΩ")
        c.wire((320, y), (560, y))
        c.terminal(430, y)
        c.node(560, y)
    c.text(430, 372, "sockets, pads unplugged", anchor="middle", bold=True)
    c.wire((560, 100), (560, 310))
    c.text(574, 132, "jumper wires, all joined")
    c.wire((560, 205), (700, 205))
    c.node(560, 205)
    c.switch(700, 205, 320)
    c.ground(700, 320)
    c.text(740, 254, "a pin of a second Pico;")
    c.text(740, 276, "a button for a first look")
    return c.svg()


DETAILS: dict[str, Callable[[PinMap], str]] = {
    "button": button,
    "photodiode": photodiode,
    "lights": lights,
    "sync": sync,
    "common": common,
}
