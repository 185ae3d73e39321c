"""A board's life: pins, port and clock round the core."""

import gc
import json
import os
import time
from binascii import unhexlify

import machine
import micropython

from slapboard import messages
from slapboard.capture import choose
from slapboard.core import Core
from slapboard.light_modes import STEP_MS
from slapboard.lights import lights_of
from slapboard.line import Line
from slapboard.orders import Parts
from slapboard.settings import MAX_BYTES, Settings, SettingsError, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WATCHDOG_MS = 2_000
#: Garbage is collected when nothing is due for so long, after so many steps: a step leaves at most 2 kB, and 5 kB when
#: sixteen presses are told (docs/wire.md); some 150 kB are free.
IDLE_US = 10_000
STEPS = 40
#: While the line takes nothing, the core only has its edges to keep: it is stepped this seldom.
BLOCKED_US = 20_000
#: The answer to a command travels for so long before a reset takes the port away.
PARTING_MS = 50


class NoInputs:
    """Stands for the capture of a board whose settings were refused: no edge ever comes."""

    kind = messages.CAPTURE_IRQ
    bound_us = 0
    period_us = 1 << 30

    def start(self) -> int:
        """No input is active."""
        return 0

    def now(self) -> int:
        """The counter."""
        return time.ticks_us()  # type: ignore[return-value]  # an int, opaque in the stubs

    def drain(self) -> "list[tuple[int, int]]":
        """Nothing."""
        return _NOTHING

    def arm(self, on: bool) -> int:
        """There is no photodiode."""
        return 0

    def close(self) -> None:
        """Nothing to stop."""


_NOTHING: "list[tuple[int, int]]" = []


def read_settings() -> "tuple[Settings | None, str]":
    """board.json, or why it was refused."""
    try:
        with open("board.json", "rb") as file:
            return load(file.read(MAX_BYTES + 1)), ""
    except OSError:
        return None, "There is no board.json: flash the board again."
    except SettingsError as error:
        return None, "board.json was refused. %s" % error


def read_build() -> bytes:
    """The first 8 bytes of the firmware's hash, as the flashing host wrote it down; zeros when it did not."""
    try:
        with open("build.json") as file:
            build = unhexlify(json.load(file)["build"])
        return build if len(build) == 8 else bytes(8)
    except (OSError, ValueError, KeyError, TypeError):
        return bytes(8)


def now_ms() -> int:
    """Milliseconds, as ticks."""
    return time.ticks_ms()  # type: ignore[return-value]  # an int, opaque in the stubs


def run(flag: str, answered: "Callable[[], None]") -> None:
    """Live until a reset. ``flag``: the file that leads the next start to the REPL; ``answered`` is called once, when a
    host has been answered."""
    settings, refused = read_settings()
    capture = NoInputs() if settings is None else choose(settings)
    lights = lights_of(settings)
    buzzer = sync_out = None
    if settings is not None and settings.buzzer is not None:
        from slapboard.buzzer import Buzzer

        buzzer = Buzzer(settings.buzzer)
    if settings is not None and settings.sync_out is not None:
        from slapboard.sync_out import SyncOut

        sync_out = SyncOut(settings.sync_out)
    core = Core(
        machine.unique_id(),
        int.from_bytes(os.urandom(4), "little"),
        settings.roles if settings else b"",
        period_us=capture.period_us,
        reset_cause=machine.reset_cause(),
        capture_us=capture.bound_us,
        parts=Parts(
            capture.kind,
            settings.light_count if settings else 0,
            buzzer is not None,
            sync_out is not None,
            read_build(),
            bool(refused),
            repl=True,
        ),
        timings=settings.timings if settings else None,
    )
    core.complaint = refused
    thermometer = machine.ADC(machine.ADC.CORE_TEMP)
    line = Line(capture.now)
    core.temperature = celsius_hundredths(thermometer.read_u16())
    orders = core.orders
    mask = capture.period_us - 1
    gc.collect()
    micropython.kbd_intr(-1)  # a 0x03 in noise must not end the program
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    try:
        core.begin(capture.start())
        last = stepped = capture.now()
        wait_us = 0
        steps = 0
        seen = buzzes = 0
        armed = greeted = False
        looked_ms = now_ms()
        lights.show(orders.lights, looked_ms)  # dark, whatever they showed before a reset
        while True:
            watchdog.feed()
            # This order is part of Core.step's contract: bytes, clock, edges.
            rx = line.read()
            now = capture.now()
            edges = capture.drain()
            late = (now - last) & mask
            last = now
            if late > core.stall_max_us:
                core.stall_max_us = late
            passed = (now - stepped) & mask
            if (
                rx
                or edges
                or (passed >= wait_us and (not core.blocked or passed >= BLOCKED_US or line.room()))
            ):
                stepped = now
                tx, wait_us = core.step(now, edges, rx, line.room(), line.came if rx else now)
                line.write(tx)
                steps += 1
                if core.greeted and not greeted:
                    greeted = True
                    answered()
                if orders.changes != seen:
                    seen = orders.changes
                    if orders.armed != armed:
                        armed = orders.armed
                        levels = capture.arm(armed)
                        if armed:
                            core.photo(levels, capture.now())
                    if buzzer is not None and orders.buzzes != buzzes:
                        buzzes = orders.buzzes
                        buzzer.sound(orders.buzz_hz, orders.buzz_ms, now_ms())
                    if orders.repl_wanted:
                        time.sleep_ms(PARTING_MS)
                        with open(flag, "w"):
                            pass
                        machine.reset()
            ms = now_ms()
            if time.ticks_diff(ms, looked_ms) >= STEP_MS:
                looked_ms = ms
                lights.show(orders.lights, ms)
                if buzzer is not None:
                    buzzer.look(ms)
                if sync_out is not None:
                    sync_out.look(orders.sync_us, ms)
            if steps >= STEPS and wait_us >= IDLE_US:
                steps = 0
                core.temperature = celsius_hundredths(thermometer.read_u16())
                before = time.ticks_us()
                gc.collect()
                core.gc_max_us = max(core.gc_max_us, time.ticks_diff(time.ticks_us(), before))
    finally:
        capture.close()
        lights.close()
        if buzzer is not None:
            buzzer.sound(0, 0, 0)


def celsius_hundredths(reading: int) -> int:
    """The chip's temperature in 0.01 degrees C: 0.706 V at 27 degrees, 1.721 mV less for each degree more."""
    microvolts = reading * 3_300_000 // 65_535
    return 2_700 - (microvolts - 706_000) * 100 // 1_721
