"""When a board is asked for its time, and how long it is to wait with each answer.

A host and a USB bus that are served at even moments would meet even pings always in the same phase, and every delay
would have a constant part that no ping can tell from an offset. So each ping leaves at an irregular moment and each
answer waits for an irregular time (notes/wire-and-clock.md §3.3: without this, hundreds of microseconds). The moments
follow from a key, so that a game can be replayed."""

from __future__ import annotations

from hashlib import sha256

#: A new clock is settled by so many pings, so far apart.
BURST = 32
BURST_STEP_US = 20_000

#: Then, while its rate is still hardly known, so far apart, for so long after the start.
EARLY_STEP_US = 50_000
EARLY_US = 10_000_000

#: And so far apart for ever after.
STEP_US = 100_000

#: Every ping leaves up to so much before or after its even moment.
DITHER_US = 5_000

#: A board answers after up to so long, in microseconds: a whole USB frame.
REPLY_DELAY_US = 1_000


class PingPlan:
    """One line's schedule. ``key`` sets the irregular parts: the same key, the same schedule. It begins at 0; see
    ``restart``.

    Times are the host's microseconds.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._n = 0  # pings sent, ever: a restart repeats nothing
        self.restart(0)

    def restart(self, now_us: int) -> None:
        """Begin again with a burst: a board said hello."""
        self._start_us = now_us
        self._even_us = now_us + DITHER_US
        self._left = BURST - 1
        self._due_us = self._next_us()

    @property
    def due_us(self) -> int:
        """When the next ping is to leave."""
        return self._due_us

    def sent(self, now_us: int) -> int:
        """The next ping leaves now; later than it was due, perhaps: none is made up for. Returns how long the board
        is to wait with its answer, in microseconds."""
        delay_us = self._draw(1) % (REPLY_DELAY_US + 1)
        self._n += 1
        if self._left:
            step_us, self._left = BURST_STEP_US, self._left - 1
        else:
            step_us = EARLY_STEP_US if self._even_us - self._start_us < EARLY_US else STEP_US
        late = max(0, now_us - self._even_us) // step_us
        self._even_us += (late + 1) * step_us
        self._due_us = self._next_us()
        return delay_us

    def _next_us(self) -> int:
        return self._even_us + self._draw(0) % (2 * DITHER_US + 1) - DITHER_US

    def _draw(self, which: int) -> int:
        drawn = sha256(self._key + self._n.to_bytes(8, "big") + bytes((which,))).digest()
        return int.from_bytes(drawn[:8], "big")
