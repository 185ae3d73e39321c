"""A live game under one roof: boards' lines, simulated pads, the page, the journal, from the first byte to the last.

Everything that can fail for a reason the user can mend fails here, before anybody has pressed, with one sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import seat_roles
from lapsy.boards.ports import find_ports
from lapsy.boards.serve import ServedBoard, ServeError
from lapsy.boards.start import start_board
from lapsy.drivers.line import Line
from lapsy.drivers.live import LiveDriver, Recorder, control
from lapsy.drivers.opening import SIM, bots_for
from lapsy.drivers.serving import Page, address, bound, page_server
from lapsy.screens.house import OneHost, here_key
from lapsy.screens.hub import Hub
from lapsy.table.effects import Publish, Say
from lapsy.table.table import Table


@dataclass(slots=True)
class Session:
    """``names``: for each line that is a real port, the name it was given. ``page`` None: nobody looks (headless).

    ``ready`` is told the page's address (or None) once presses are listened to.
    """

    table: Table
    journal: Recorder
    names: Mapping[str, str]
    page: Page | None
    say: Callable[[Say], None]
    ready: Callable[[str | None], None] = lambda _: None
    salt: str = ""
    driver: LiveDriver = field(init=False)

    def run(self) -> None:
        """Play until the game is over (without a page) or the user ends it (KeyboardInterrupt is theirs to catch).

        Raises PortError, ServeError, PageError, OSError of the journal.
        """
        with contextlib.ExitStack() as stack:
            pads = self._simulated(stack)
            lines = self._lines(pads)
            listener = None if self.page is None else stack.enter_context(bound(self.page))
            try:
                for line in lines.values():
                    line.open()
                asyncio.run(self._run(lines, pads, listener))
            finally:
                for line in lines.values():
                    line.close()

    def _simulated(self, stack: contextlib.ExitStack) -> dict[str, ServedBoard]:
        setup = self.table.setup
        if SIM not in setup.ports:
            return {}
        seats = 1 + max(seat.group for seat in setup.seats if seat.port == SIM)
        roles = seat_roles(seats, setup.simulated_inputs)
        lot = os.urandom(12)
        board = start_board(uid=lot[:8], boot=int.from_bytes(lot[8:], "little"), roles=roles)
        return {SIM: stack.enter_context(board)}

    def _lines(self, pads: Mapping[str, ServedBoard]) -> dict[str, Line]:
        origin_us = self.table.setup.origin_us
        lines: dict[str, Line] = {}
        for key in self.table.setup.ports:
            board = pads.get(key)
            names = _served(board) if board is not None else self._plugged(key, lines)
            lines[key] = Line(key, names, lambda: now_us() - origin_us)
        return lines

    def _plugged(self, key: str, lines: Mapping[str, Line]) -> Callable[[], list[str]]:
        """The given name first; then every other port that a board may have come back under, unless a line has it open."""

        def names() -> list[str]:
            elsewhere = [*self.names.values(), *(seen.name for seen in find_ports())]
            taken = {line.name for other, line in lines.items() if other != key}
            return [name for name in dict.fromkeys((self.names[key], *elsewhere)) if name not in taken]

        return names

    async def _run(
        self, lines: Mapping[str, Line], pads: Mapping[str, ServedBoard], listener: socket.socket | None
    ) -> None:
        hub = Hub()
        origin_us = self.table.setup.origin_us
        self.driver = LiveDriver(
            self.table,
            lines,
            bots_for(self.table.setup, self.salt),
            pads,
            journal=self.journal,
            publish=lambda told: show(hub, told),
            say=self.say,
            clock=lambda: now_us() - origin_us,
            origin_us=origin_us,
        )
        with contextlib.suppress(
            NotImplementedError, RuntimeError, ValueError
        ):  # no such signals, or not the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.driver.stop)
        if self.page is None or listener is None:
            self.ready(None)
            await self.driver.run(until_over=True)
            return
        server = page_server(hub, OneHost(control(self.driver), self.page.token), self.page)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        self.ready(address(self.page, listener))
        playing = asyncio.create_task(self.driver.run(until_over=False))
        try:
            await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.driver.stop()
            server.should_exit = True
            await asyncio.gather(playing, serving)


def show(hub: Hub, told: Publish) -> None:
    """Put what has changed on the pages that it is for."""
    if told.view is not None:
        hub.publish(told.view)
    for seat, view in told.seats.items():
        hub.publish_seat(here_key(seat), view)
    if told.referee is not None:
        hub.publish_referee(told.referee)


def _served(board: ServedBoard) -> Callable[[], list[str]]:
    def names() -> list[str]:
        try:
            return [board.port]
        except ServeError:
            return []  # unplugged just now

    return names
