"""A microcontroller of straw for MicroPython for Unix: pins, timers and registers are files in the working directory."""

import json
import os
import sys

RESET = 17  # the exit code that stands for a reset


def note(what):
    """One more line in the file of what happened."""
    with open("happened", "a") as file:
        file.write(what + "\n")


def there(name):
    """The text of a file, or None."""
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return None


class Pin:
    """An input reads the file ``pinN`` (high without one); an output writes ``outN``."""

    IN = OUT = PULL_UP = OPEN_DRAIN = 0

    def __init__(self, gpio, mode=0, pull=0, value=None):
        if not 0 <= gpio < 30:
            raise ValueError("no such pin")
        self._gpio = gpio

    def value(self, level=None):
        if level is None:
            text = there(f"pin{self._gpio}")
            return 1 if text is None else int(text)
        with open(f"out{self._gpio}", "w") as file:
            file.write(str(int(level)))
        return None


class WDT:
    def __init__(self, timeout):
        note(f"watchdog {timeout}")

    def feed(self):
        pass


class ADC:
    CORE_TEMP = 4

    def __init__(self, channel):
        pass

    def read_u16(self):
        return 14_000


class PWM:
    def __init__(self, pin):
        pass

    def freq(self, hertz):
        note(f"tone {hertz}")

    def duty_u16(self, duty):
        note(f"duty {duty}")


class _Memory:
    """Registers that outlive a reset."""

    def _all(self):
        return json.loads(there("registers") or "{}")

    def __getitem__(self, address):
        return self._all().get(hex(address), 0)

    def __setitem__(self, address, word):
        words = self._all()
        words[hex(address)] = word
        with open("registers", "w") as file:
            file.write(json.dumps(words))


mem32 = _Memory()


def unique_id():
    return b"01234567"


def reset_cause():
    return 3


def reset():
    flag = "repl.flag" in os.listdir(".")
    note(f"reset, flag {flag}")
    sys.exit(RESET)
