"""Connections that ask for nothing, or for ever: ended before they cost anybody else a place."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .rates import Bucket

#: A request's head has so long to come, from the connection's beginning or from its first byte.
HEAD_S = 10.0

#: So many connections may be open from one machine, the host's own left out: 24 pages of six each, as browsers open them.
MOST_OF_ONE = 144
MOST = 512

#: So much of a page's line is looked at in one go: it may all be of frames of a few bytes, and others wait meanwhile.
MOST_AT_ONCE = 4096

#: Frames a second, and at once, of a kind that no page sends: pings, and pieces of messages. Nobody else limits them.
IDLE_FRAMES = (5.0, 50.0)

_OWN = ("127.0.0.1", "::1")


def _machine(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with an end to patience."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects: refused without a word when too many of theirs are open."""
        super().connection_made(transport)
        own = _machine(self)
        if own not in _OWN:
            theirs = sum(_machine(one) == own for one in self.connections)
            if theirs > MOST_OF_ONE or len(self.connections) > MOST:
                transport.abort()
                return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE or self._upgraded:
            self._stop_waiting()
        elif self._head is None and self.conn.trailing_data[0]:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on it is a page's line."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    @property
    def _upgraded(self) -> bool:
        return self.transport.get_protocol() is not self

    def _wait(self) -> None:
        self._head = self.loop.call_later(HEAD_S, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _lose_patience(self) -> None:
        self._head = None
        if not self.transport.is_closing():
            self.transport.abort()


class PatientLine(WebSocketsSansIOProtocol):
    """A page's line as uvicorn keeps it, with an end to what says nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The page's line is open."""
        self._idle = Bucket(*IDLE_FRAMES)
        transport.max_size = MOST_AT_ONCE  # type: ignore[attr-defined]
        super().connection_made(transport)

    def handle_ping(self) -> None:
        """Answered, for a while."""
        if self._bears():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Perhaps the answer to ours."""
        if self._bears():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Another piece of a message."""
        if self._bears():
            super().handle_cont(event)

    def _bears(self) -> bool:
        """False once the line is given up."""
        if not self.transport.is_closing() and not self._idle.take(self.loop.time()):
            self.transport.abort()
        return not self.transport.is_closing()


class _Ours(logging.Filter):
    """What strangers and broken pages send is answered, and fills nobody's terminal."""

    def filter(self, record: logging.LogRecord) -> bool:
        """False for uvicorn's words about what came from outside."""
        return not record.getMessage().startswith(_THEIRS)


_THEIRS = (
    "Invalid HTTP request received",
    "Invalid UTF-8 sequence",
    "ASGI callable returned without completing handshake",  # a refused one is complete
    "Unsupported upgrade request",
)
_ours = _Ours()


def keep_quiet() -> None:
    """Have the server's log tell of the server alone."""
    logging.getLogger("uvicorn.error").addFilter(_ours)
