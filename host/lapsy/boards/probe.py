"""Asks whatever is at the other end of a port whether it is a board."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from lapsy.boards.events import Hello
from lapsy.boards.link import Link
from lapsy.boards.ports import open_port, port_error

if TYPE_CHECKING:
    from collections.abc import Callable


def ask(name: str, limit_s: float = 1.0, clock: Callable[[], float] = time.monotonic) -> Hello | None:
    """The board's hello; None when nothing that is a board answers within ``limit_s``. Raises PortError."""
    link = Link(session=int.from_bytes(os.urandom(4), "little"))
    until = clock() + limit_s
    with open_port(name, timeout_s=0.05) as port:
        try:
            link.opened(_us(clock()))
            while clock() < until:
                port.write(link.take())
                data = port.read(4096)
                for event in [*link.feed(_us(clock()), data), *link.tick(_us(clock()))]:
                    if isinstance(event, Hello):
                        return event
        except OSError as error:
            raise port_error(name, error) from None
    return None


def _us(seconds: float) -> int:
    return int(seconds * 1_000_000)
