"""A capture of straw: the file ``levels`` holds the word; ``fault`` holds one fault to be declared."""

import os
import time

from machine import note, there


class Straw:
    kind = 1
    bound_us = 1
    period_us = 1 << 30

    def __init__(self):
        self._word = 0

    def start(self):
        note("capture starts")
        self._word = self._levels()
        return self._word

    def now(self):
        return time.ticks_us()

    def drain(self):
        if there("hang"):
            while True:
                pass
        if there("crash"):
            raise ValueError("the capture broke")
        fault = there("fault")
        word = self._levels()
        if fault is None and word == self._word:
            return ()
        self._word = word
        out = [(time.ticks_us(), word)]
        if fault is not None:
            os.remove("fault")
            out.insert(0, (out[0][0], -int(fault)))
        return out

    def arm(self, on):
        note(f"armed {on}")
        return self._word

    def close(self):
        note("capture stops")

    def _levels(self):
        return int(there("levels") or 0)


def choose(settings):
    run = f"{settings.first_gpio}+{len(settings.inputs)}"
    note(f"capture {settings.capture} {run} {settings.inverted:x} {settings.has_photo}")
    return Straw()
