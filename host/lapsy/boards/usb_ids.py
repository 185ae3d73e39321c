"""Which USB vendor and product ids are boards, which are boards without MicroPython, and which are their relatives.

Nothing but a board is ever written to unless its user names the port. All boards of the Pico family share one id under
MicroPython, which is the rp2 port's default; makers of pin-compatible boards have their own.
"""

from __future__ import annotations

#: Serial ports that may be slap boards.
BOARDS = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico with MicroPython",
    (0x2E8A, 0x1002): "Pimoroni Pico LiPo (4 MB)",
    (0x2E8A, 0x1003): "Pimoroni Pico LiPo (16 MB)",
    (0x2E8A, 0x1020): "Waveshare RP2040-Plus",
}

#: Drives, not ports: the chip waits for MicroPython to be copied onto it.
EMPTY = {
    (0x2E8A, 0x0003): "RP2040",
    (0x2E8A, 0x000F): "RP2350",
}

#: Serial ports of the same vendor that are something else: told by name, never asked.
OTHERS = {
    (0x2E8A, 0x0004): "Raspberry Pi Picoprobe",
    (0x2E8A, 0x0009): "Raspberry Pi Pico with a program of its own (Pico SDK)",
    (0x2E8A, 0x000A): "Raspberry Pi Pico with a program of its own (Pico SDK)",
    (0x2E8A, 0x000B): "Raspberry Pi Pico with CircuitPython",
    (0x2E8A, 0x000C): "Raspberry Pi Debug Probe",
}

#: The vendors above, for a udev rule.
VENDOR = 0x2E8A
