"""What a light shows for a mode: colour and rhythm, as a function of time.

Each mode has a rhythm of its own, so that plain lights and people who see no colours tell them apart too.
"""

from slapboard import messages

#: How often a light is looked at, in ms: every rhythm is a multiple of it.
STEP_MS = 50

#: 0xRRGGBB by mode. Dim: a full white would take 60 mA a light from the USB port.
_COLOURS = (0x000000, 0x000030, 0x302000, 0x004000, 0x400000, 0x303030)


def lit(mode: int, now_ms: int) -> bool:
    """Whether a light in this mode is on; one of an unknown mode is off."""
    if mode == messages.LIGHT_READY:  # slow: a second on, a second off
        return now_ms % 2_000 < 1_000
    if mode == messages.LIGHT_TURN:  # steady
        return True
    if mode == messages.LIGHT_WON:  # quick
        return now_ms % 200 < 100
    if mode == messages.LIGHT_FALSE:  # two flashes a second
        return now_ms % 1_000 // 100 in (0, 2)
    if mode == messages.LIGHT_FIND:  # twice a second
        return now_ms % 500 < 250
    return False


def colour(mode: int, now_ms: int) -> int:
    """0xRRGGBB of a light in this mode at this time."""
    return _COLOURS[mode] if lit(mode, now_ms) else 0
