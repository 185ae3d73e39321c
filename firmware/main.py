"""A slap board. Runs at power-on; the firmware itself is in slapboard/.

To get the REPL instead (for an update): hold the update button of board.json while the board starts, or have the host send
OP_REPL, which leaves a flag for the next start. Both are looked at before the watchdog runs and Ctrl-C is given
up, and neither needs anything else to work. A firmware that ends three times in a row before a host got an answer
stays at the REPL too; then ``crash`` is why.
"""

import os
import sys
import time

import machine
import micropython

FLAG = "repl.flag"
TRIES = 3
#: The watchdog's registers keep their first scratch word over every reset but power-on.
WATCHDOG = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
SCRATCH = WATCHDOG + 0x0C
CLEAR = WATCHDOG + 0x3000
ENABLE = 1 << 30
MARK = 0x51AB0000

crash: "Exception | None" = None


def tries() -> int:
    """How many starts in a row got no answer to a host."""
    word = machine.mem32[SCRATCH]
    return word & 0xFFFF if word & ~0xFFFF == MARK else 0


def count(number: int) -> None:
    """Remember that over a reset."""
    machine.mem32[SCRATCH] = MARK | number


def wants_repl() -> bool:
    """The flag, which counts once, or the button that board.json names (GPIO 0 when it cannot be read)."""
    try:
        os.remove(FLAG)
        return True
    except OSError:
        pass
    gpio = 0
    closed = False
    try:
        import json

        with open("board.json") as file:
            settings = json.load(file)
        update = settings["inputs"][settings.get("update_input", 0)]
        closed = update.get("normally") == "closed"
        gpio = update["gpio"]
        button = machine.Pin(gpio, machine.Pin.IN, machine.Pin.PULL_UP)
    except Exception:  # whatever is wrong with the file, the button must work
        closed = False
        button = machine.Pin(0, machine.Pin.IN, machine.Pin.PULL_UP)
    time.sleep_ms(2)  # the pull-up needs a moment
    return bool(button.value()) == closed


def main() -> None:
    """REPL or life."""
    global crash
    if wants_repl():
        count(0)
        return
    number = tries() + 1
    if number > TRIES:
        count(0)
        print("The firmware ended %d times before a host got an answer: flash the board again." % TRIES)
        return
    count(number)
    try:
        from slapboard.shell import run

        run(FLAG, lambda: count(0))
    except Exception as error:
        crash = error
        machine.mem32[CLEAR] = ENABLE  # the watchdog would end the REPL
        micropython.kbd_intr(3)
        sys.print_exception(error)
        if number < TRIES:
            time.sleep_ms(200)  # for a host that listens
            machine.reset()
        count(0)


main()
