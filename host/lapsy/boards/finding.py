"""A board that shows itself: all lights blink, the buzzer sounds, and afterwards both are off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lapsy.boards.firmware import messages

if TYPE_CHECKING:
    from lapsy.boards.talk import Talk

TONE_HZ = 2_000
TONE_MS = 150
REPEAT_US = 1_000_000


@dataclass(frozen=True, slots=True)
class Shows:
    """What became of the orders to show itself: "done", "absent" (it has no such part) or another of
    ``events.Result``'s."""

    talk: Talk
    lights: str
    buzzer: str

    def until(self, end_us: int | None) -> None:
        """Go on until ``end_us`` on the host's clock, or for ever."""
        tone_us = self.talk.now_us + REPEAT_US
        while end_us is None or self.talk.now_us < end_us:
            self.talk.hear(0.1)
            if self.buzzer == "done" and self.talk.now_us >= tone_us:
                tone_us += REPEAT_US
                self.talk.order(lambda link, now_us: link.buzz(now_us, TONE_HZ, TONE_MS))


@contextmanager
def find_me(talk: Talk, lights: int) -> Iterator[Shows]:
    """Lights blink within; they and the buzzer are off afterwards, unless the board has gone."""
    shown = "absent"
    try:
        if lights:
            blink = bytes([messages.LIGHT_FIND] * lights)
            shown = talk.order(lambda link, now_us: link.set_lights(now_us, blink))
        buzzer = talk.order(lambda link, now_us: link.buzz(now_us, TONE_HZ, TONE_MS))
        yield Shows(talk, shown, buzzer)
    finally:
        if talk.there:
            if lights:
                off = bytes([messages.LIGHT_OFF] * lights)
                talk.order(lambda link, now_us: link.set_lights(now_us, off))
            talk.order(lambda link, now_us: link.buzz(now_us, 0, 0))
