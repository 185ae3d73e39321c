"""The door for phones: closed until somebody opens it, and then open at one address that they reach."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import segno

from lapsy.drivers.addresses import in_url, own_addresses
from lapsy.drivers.serving import Page, PageError, PageServer, bound
from lapsy.language import tr
from lapsy.screens.server import uvicorn_config
from lapsy.table.lobby.view import Door

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})


class PhoneDoor:
    """``host``, ``port``: where the page itself is served; anywhere but on loopback the door is open already, and stays so.
    ``code``: what guests type. ``find``: this machine's addresses."""

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        port: int,
        code: str,
        find: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        self._app = app
        self._host = host
        self._port = port
        self._code = code
        self._find = find
        self._server: PageServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._at: tuple[str, int] | None = None
        self._chosen = ""
        if host not in LOOPBACK:
            self._at = ("" if host in EVERYWHERE else host, port)

    @property
    def fixed(self) -> bool:
        """It was opened at the start of the program and cannot be closed."""
        return self._host not in LOOPBACK

    def open(self, address: str, language: str) -> None:
        """Let phones in at ``address``; empty: the likeliest. Raises PageError."""
        known = self._find()
        if address and address not in known:
            raise PageError(tr(language, "This machine has no address {address} now.", address=address[:64]))
        if not known:
            raise PageError(no_network(language))
        chosen = address or known[0]
        if self.fixed:
            self._chosen = chosen if self._host in EVERYWHERE else ""
            return
        if self._at is not None and self._at[0] == chosen:
            return
        self.close()
        listener = None
        for port in (self._port, 0):
            try:
                listener = bound(Page(chosen, port, ""))
                break
            except PageError as e:
                if port == 0 or e.code != errno.EADDRINUSE:
                    raise
        assert listener is not None
        self._at = (chosen, listener.getsockname()[1])
        self._server = PageServer(uvicorn_config(self._app, chosen, self._at[1]))
        self._serving = asyncio.get_running_loop().create_task(self._server.serve(sockets=[listener]))

    def close(self) -> None:
        """No phone comes in any more, and those that were in are gone."""
        if self._server is not None:
            self._server.should_exit = True
            self._server = None
            self._at = None

    async def ended(self) -> None:
        """Wait until it is closed."""
        self.close()
        if self._serving is not None:
            await self._serving

    @property
    def join_address(self) -> str | None:
        """Where guests join, without the code."""
        if self._at is None:
            return None
        host, port = self._at
        if not host:
            known = self._find()
            host = self._chosen if self._chosen in known else known[0] if known else ""
        return f"http://{in_url(host)}:{port}/join" if host else None

    def state(self, language: str) -> Door:
        """As pages see it."""
        known = self._find()
        address = self.join_address
        problem = None
        if not known:
            problem = no_network(language)
        elif self._at is not None and self._at[0] and self._at[0] not in known:
            problem = tr(language, "This machine has another address now: open for phones again.")
        if address is None or problem is not None:
            return Door(open=self._at is not None, others=known, problem=problem)
        path, size = qr_path(f"{address}#c={self._code}")
        shown = address.removeprefix("http://")
        at = shown.rpartition(":")[0].strip("[]")
        return Door(True, shown, path, size, self._code, tuple(other for other in known if other != at))


def no_network(language: str) -> str:
    """Why phones cannot come at all."""
    return tr(language, "This machine is in no network: join the Wi-Fi that the phones are in.")


@lru_cache(maxsize=4)
def qr_path(text: str) -> tuple[str, int]:
    """The dark modules of a QR code as an SVG path, and the side of the square, in modules; the white round it is the
    page's."""
    rows = [bytes(row) for row in segno.make(text, micro=False, error="m").matrix]
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            if width:
                parts.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width + 1
    return "".join(parts), len(rows)
