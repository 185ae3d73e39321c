"""A phone on virtual time for tests: a page's clock, a network with delays, presses offered until they are taken."""

from __future__ import annotations

import random

from lapsy.boards.skew import SkewedClock
from lapsy.table.effects import Ask, Taken
from lapsy.table.phoneside import PhoneBack, PhoneGone, PhoneMessage, PhonePong, PhonePress
from road import Road

OFFER_AGAIN_US = 300_000


class Phone:
    """One phone of a road. ``late_us``: how long after the touch its stamp is made, at most; ``delay_us``: of the network,
    each way, from and to. Its clock is rounded to ``grain_us``."""

    def __init__(
        self,
        r: Road,
        port: str,
        *,
        clock: SkewedClock | None = None,
        delay_us: tuple[int, int] = (2_000, 25_000),
        late_us: int = 20_000,
        grain_us: int = 1_000,
        seed: int = 0,
        life: int = 9,
    ) -> None:
        self._road = r
        self.port = port
        self.clock = clock or SkewedClock(drift_ppb=21_000, start=5_000_000)
        self.life = life
        self._delay_us = delay_us
        self._late_us = late_us
        self._grain_us = grain_us
        self._dice = random.Random(f"{port} {seed}")
        self._arrives = [0, 0]  # to the table, to the phone: a connection keeps its order
        self._here = False
        self._n = 0
        self._kept: dict[int, PhonePress] = {}
        self.copies = 1
        before = r.to_phones

        def heard(effect: Ask | Taken) -> None:
            if effect.port == port:
                self._heard(effect)
            else:
                before(effect)

        r.to_phones = heard

    def now_us(self) -> int:
        """What the page's clock shows."""
        ticks = self.clock.ticks(self._road.driver.heap.now_us)
        return ticks - ticks % self._grain_us

    def come(self, at_us: int) -> None:
        """The page connects, and offers what was not taken."""

        def greet() -> None:
            self._here = True
            self._send(PhoneBack(self.life, self.now_us()))
            for press in self._kept.values():
                self._send(press)

        self._road.at(at_us, greet)

    def go(self, at_us: int) -> None:
        """The connection breaks."""

        def leave() -> None:
            self._send(PhoneGone())
            self._here = False

        self._road.at(at_us, leave)

    def touch(self, at_us: int, role: str = "slap") -> None:
        """A finger on the pad."""
        stamped_us = at_us + self._dice.randint(0, self._late_us)

        def stamp() -> None:
            self._n += 1
            self._kept[self._n] = PhonePress(self._n, role, self.now_us())
            self._offer(self._n)

        self._road.at(stamped_us, stamp)

    def _offer(self, n: int) -> None:
        if n in self._kept:
            if self._here:
                for _ in range(self.copies):
                    self._send(self._kept[n])
            self._road.at(self._road.driver.heap.now_us + OFFER_AGAIN_US, lambda: self._offer(n))

    def _trip(self, way: int) -> int:
        now_us = self._road.driver.heap.now_us
        self._arrives[way] = max(self._arrives[way], now_us + self._dice.randint(*self._delay_us))
        return self._arrives[way]

    def _send(self, message: PhoneMessage) -> None:
        if self._here:
            self._road.driver.hear(self._trip(0), self.port, message)

    def _heard(self, effect: Ask | Taken) -> None:
        def come() -> None:
            if isinstance(effect, Taken):
                for n in [n for n in self._kept if n < effect.next_n and effect.life == self.life]:
                    del self._kept[n]
                return
            t_us = self.now_us()
            self._send(PhonePong(effect.id, t_us, t_us, self._n))

        self._road.at(self._trip(1), come)
