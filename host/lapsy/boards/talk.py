"""One program talks with one board: a link, its port and the system's clock, turned by whoever waits for events.

For commands that look at a board. A table has its own drivers, which journal before they acknowledge; this does not
journal, so what it acknowledges no table gets to see.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from lapsy.boards import events
from lapsy.boards.host_clock import now_us
from lapsy.boards.link import Link
from lapsy.boards.ports import PortError, open_port, port_error

T = TypeVar("T")

#: A port that has vanished is looked for this often.
LOOK_AGAIN_S = 0.25
_READ_S = 0.02
_READ = 4096


class Talk:
    """``with Talk(port) as talk``. Raises PortError when the port cannot be had.

    ``acknowledge``: the board may forget what it has told; without it it says at most some messages and then waits.
    ``stay``: a port that vanishes is looked for until it is back; otherwise PortError.
    """

    def __init__(
        self,
        name: str,
        *,
        acknowledge: bool = True,
        stay: bool = False,
        clock: Callable[[], int] = now_us,
    ) -> None:
        self.name = name
        self.link = Link(session=int.from_bytes(os.urandom(4), "little"))
        self._acknowledge = acknowledge
        self._stay = stay
        self._clock = clock
        self._port: Any = None  # pyserial's, imported late
        self._kept: list[events.Event] = []

    def __enter__(self) -> Self:
        """Opens the port and asks who is there."""
        self._port = open_port(self.name, timeout_s=_READ_S)
        self.link.opened(self.now_us)
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the port."""
        if self._port is not None:
            self._port.close()
            self._port = None

    @property
    def now_us(self) -> int:
        """The host's clock."""
        return self._clock()

    @property
    def there(self) -> bool:
        """Whether the port is open."""
        return self._port is not None

    def hear(self, wait_s: float = 0.0) -> list[events.Event]:
        """What has happened: at once if there is something, otherwise as soon as there is, at most after ``wait_s``."""
        until_us = self.now_us + int(wait_s * 1_000_000)
        heard, self._kept = self._kept, []
        while True:
            heard += self._turn()
            if heard or self.now_us >= until_us:
                return heard

    def hello(self, limit_s: float = 1.5) -> events.Hello | None:
        """The board's answer; it and what follows it are kept for ``hear``. None when nothing answers: then all is."""
        hello = self._await(lambda event: event if isinstance(event, events.Hello) else None, limit_s)
        if hello is not None:
            # That it was silent before is no news any more.
            self._kept = self._kept[self._kept.index(hello) :]
        return hello

    def order(self, send: Callable[[Link, int], int], limit_s: float = 3.0) -> str:
        """Have a command carried out (``send(link, now)`` gives its number); its status, or "no answer"."""
        number = send(self.link, self.now_us)

        def ended(event: events.Event) -> str | None:
            return event.status if isinstance(event, events.Result) and event.command == number else None

        return self._await(ended, limit_s) or "no answer"

    def round_trip_us(self, limit_s: float = 1.0) -> int | None:
        """One ping's way there and back, less what the board took; None when no answer came."""
        since_us = self.now_us
        self.link.ping(since_us)

        def measured(event: events.Event) -> int | None:
            if not isinstance(event, events.Mark) or event.ping is None or event.ping.t1_us < since_us:
                return None
            return event.ping.round_trip_us

        return self._await(measured, limit_s)

    def _await(self, wanted: Callable[[events.Event], T | None], limit_s: float) -> T | None:
        until_us = self.now_us + int(limit_s * 1_000_000)
        waiting: list[events.Event] = []
        try:
            while self.now_us < until_us:
                heard = self.hear(_READ_S)
                waiting += heard
                for found in map(wanted, heard):
                    if found is not None:
                        return found
            return None
        finally:
            self._kept = waiting + self._kept

    def _turn(self) -> list[events.Event]:
        if self._port is None and not self._look():
            return []
        try:
            self._write()
            data = self._port.read(max(1, min(self._port.in_waiting, _READ)))
            now_us = self.now_us
            heard = [*self.link.feed(now_us, data), *self.link.tick(now_us)]
            if self._acknowledge:
                for event in heard:
                    self._acknowledge_one(event)
            self._write()
            return heard
        except OSError as error:
            return self._vanished(port_error(self.name, error))

    def _write(self) -> None:
        if data := self.link.take():
            self._port.write(data)

    def _acknowledge_one(self, event: events.Event) -> None:
        match event:
            case events.Press(uid, boot, seq) | events.Loss(uid, boot, seq):
                self.link.acknowledge(uid, boot, seq + 1)
            case events.Edges(uid, boot, seq, edges):
                self.link.acknowledge(uid, boot, seq + len(edges))
            case events.Gap(uid, boot, _, to_seq):
                self.link.acknowledge(uid, boot, to_seq + 1)

    def _vanished(self, why: PortError) -> list[events.Event]:
        self._port.close()
        self._port = None
        silent = self.link.closed(self.now_us)
        if not self._stay:
            raise why
        return silent

    def _look(self) -> bool:
        try:
            self._port = open_port(self.name, timeout_s=_READ_S)
        except PortError:
            time.sleep(LOOK_AGAIN_S)
            return False
        self.link.opened(self.now_us)
        return True


@contextmanager
def raw_edges(talk: Talk) -> Iterator[None]:
    """The board sends raw edges too within; afterwards it does not, unless it has gone."""
    try:
        talk.order(lambda link, now_us: link.set_edges(now_us, True))
        yield
    finally:
        if talk.there:
            talk.order(lambda link, now_us: link.set_edges(now_us, False))
