"""A slap board: pins, port and clock round the core. Runs at power-on.

To get the REPL instead (for an update): hold the REPL input while the board starts, or have the host send
OP_REPL, which leaves a flag for the next start. Both are looked at before the watchdog runs and Ctrl-C is
given up.
"""

import gc
import os
import time

import machine
import micropython

import pins
from slapboard import messages
from slapboard.capture import PollingCapture
from slapboard.core import Core
from slapboard.line import Line
from slapboard.orders import Parts

REPL_FLAG = "repl.flag"
WATCHDOG_MS = 2_000
#: Collect when idle and this much is used, so that it rarely happens by itself.
COLLECT_AT = 40_000


def wants_repl(inputs: "list[machine.Pin]") -> bool:
    """True when this start leads to the REPL. A flag counts once."""
    try:
        os.remove(REPL_FLAG)
        return True
    except OSError:
        pass
    time.sleep_ms(2)  # the pull-ups need a moment
    return not inputs[pins.REPL_INPUT].value()


def enter_repl() -> None:
    """Leave the flag and start again."""
    with open(REPL_FLAG, "w") as flag:
        flag.write("1")
    machine.reset()


def run(inputs: "list[machine.Pin]", lights: "list[machine.Pin]") -> None:
    """The board's life, until it is reset."""
    capture = PollingCapture(inputs)
    core = Core(
        machine.unique_id(),
        int.from_bytes(os.urandom(4), "little"),
        bytes([role | group << 5 for _, role, group in pins.INPUTS]),
        period_us=capture.period_us,
        reset_cause=machine.reset_cause(),
        capture_us=capture.bound_us,
        parts=Parts(messages.CAPTURE_IRQ, len(lights)),
    )
    line = Line()
    micropython.kbd_intr(-1)  # a 0x03 in noise must not end the program
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    shown = 0
    last = capture.now()
    while True:
        watchdog.feed()
        # This order is part of Core.step's contract: bytes, clock, edges.
        rx = line.read()
        now = capture.now()
        edges = capture.drain()
        core.stall_max_us = max(core.stall_max_us, time.ticks_diff(now, last))
        last = now
        tx, wait_us = core.step(now, edges, rx, line.room())
        line.write(tx)
        if core.orders.changes != shown:
            shown = core.orders.changes
            for number, light in enumerate(lights):
                light.value(1 if core.orders.lights[number] else 0)
        if core.orders.repl_wanted:
            enter_repl()
        if wait_us > 10_000 and gc.mem_alloc() > COLLECT_AT:
            before = time.ticks_us()
            gc.collect()
            core.gc_max_us = max(core.gc_max_us, time.ticks_diff(time.ticks_us(), before))


def main() -> None:
    """REPL or life."""
    inputs = [machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP) for gpio, _, _ in pins.INPUTS]
    if wants_repl(inputs):
        return
    run(inputs, [machine.Pin(gpio, machine.Pin.OUT, value=0) for gpio in pins.LIGHTS])


main()
