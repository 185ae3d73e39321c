"""Figures of the wiring page, computed. What is assumed stands here, and is told on the page."""

from __future__ import annotations

import math

SUPPLY_V = 3.3
#: RP2040 data sheet, 3.3 V: an input counts as high from here on.
HIGH_V = 2.0
#: RP2040 data sheet.
PULL_UP_OHM = (50_000, 80_000)
EXTERNAL_OHM = 4_700
#: Assumed: a PVC pair, an ESD diode, the pin with its track.
CABLE_NS_PER_M = 5.0
CABLE_PF_PER_M = 100.0
DIODE_PF = 50.0
PIN_PF = 10.0
#: WS2812B and alike, all three colours full on; newer kinds need less.
LED_MA = 60
#: What its controller takes while it is dark.
LED_DARK_MA = 1
#: The brightest that the firmware shows, as 0xRRGGBB; a test compares.
BRIGHTEST = 0x303030
#: A Pico without anything connected, with room to spare.
PICO_MA = 100
USB_MA = 500


def delay_ns(metres: float) -> float:
    """How long an edge travels through a cable."""
    return CABLE_NS_PER_M * metres


def rise_us(metres: float, pull_up_ohm: float) -> float:
    """From the opening of a contact until its input counts as high."""
    picofarads = CABLE_PF_PER_M * metres + DIODE_PF + PIN_PF
    return pull_up_ohm * picofarads * 1e-6 * math.log(SUPPLY_V / (SUPPLY_V - HIGH_V))


def lights_ma(leds: int, colour: int = 0xFFFFFF) -> int:
    """What a chain draws when all of it shows 0xRRGGBB."""
    share = sum(colour.to_bytes(3, "big")) / (3 * 255)
    return math.ceil(leds * (LED_DARK_MA + (LED_MA - LED_DARK_MA) * share))
