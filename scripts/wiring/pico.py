"""The forty pins of a Raspberry Pi Pico, seen from above with the USB socket at the top.

Pins 1 to 20 go down the left side, pins 21 to 40 come up the right side.
"""

#: What is printed beside each pin, from pin 1 on.
NAMES = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip

LEFT = tuple(range(1, 21))
RIGHT = tuple(range(40, 20, -1))
GROUNDS = tuple(pin for pin, name in enumerate(NAMES, 1) if name == "GND")
GPIOS = tuple(int(name[2:]) for name in NAMES if name.startswith("GP"))


def pin_of(gpio: int) -> int:
    """The pin that a GPIO number is led out at. Raises ValueError for one that a Pico keeps to itself."""
    name = f"GP{gpio}"
    if name not in NAMES:
        raise ValueError(f"a Raspberry Pi Pico has no pin for GPIO {gpio}")
    return NAMES.index(name) + 1


def pin_named(name: str) -> int:
    """The first pin with this name printed beside it."""
    return NAMES.index(name) + 1
