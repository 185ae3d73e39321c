"""A host on virtual time: a simulated board, its cable and a link, the same each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lapsy.boards.events import Edges, Loss, Press
from lapsy.boards.link import Link
from lapsy.boards.wired import Arrived, Plugged, Unplugged

if TYPE_CHECKING:
    from lapsy.boards.events import Event
    from lapsy.boards.wired import Sight, WiredBoard

Kind = TypeVar("Kind")


class VirtualHost:
    """Holds a board's port and does what a table does, but keeps no journal: it acknowledges at once.

    ``events`` and ``sights`` have what happened, each with its time (us on the axis of ``run``).
    """

    def __init__(self, wired: WiredBoard, link: Link | None = None) -> None:
        self.wired = wired
        self.link = link or Link(session=1)
        self.now_us = wired.board.clock.origin_us
        self.events: list[tuple[int, Event]] = []
        self.sights: list[tuple[int, Sight]] = []
        if wired.port is not None:
            self.link.opened(self.now_us)

    def run(self, until_us: int) -> None:
        """Lives from where it is to ``until_us``."""
        while True:
            self._write()
            wakes = [self.wired.wake_us, *([] if self.link.wake_us is None else [self.link.wake_us])]
            if min(wakes) > until_us:
                break
            self.now_us = max(self.now_us, min(wakes))
            for sight in self.wired.advance(self.now_us):
                self.sights.append((self.now_us, sight))
                self._see(sight)
            self._take(self.link.tick(self.now_us))
        self.now_us = until_us

    def all(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind, in order."""
        return [event for _, event in self.events if isinstance(event, kind)]

    @property
    def received(self) -> bytes:
        """All bytes that reached the host."""
        return b"".join(sight.data for _, sight in self.sights if isinstance(sight, Arrived))

    def _see(self, sight: Sight) -> None:
        match sight:
            case Arrived(data):
                self._take(self.link.feed(self.now_us, data))
            case Plugged():
                self.link.opened(self.now_us)
            case Unplugged():
                self._take(self.link.closed(self.now_us))

    def _take(self, events: list[Event]) -> None:
        for event in events:
            self.events.append((self.now_us, event))
            match event:
                case Press() | Loss():
                    self.link.acknowledge(event.uid, event.boot, event.seq + 1)
                case Edges():
                    self.link.acknowledge(event.uid, event.boot, event.seq + len(event.edges))

    def _write(self) -> None:
        if data := self.link.take():
            self.wired.write(self.now_us, data)
