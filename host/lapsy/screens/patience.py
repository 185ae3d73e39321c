"""Connections that ask for nothing, or for ever: ended before they cost anybody else a place."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: A request's head has so long to come, from the connection's beginning or from its first byte.
HEAD_S = 10.0

#: So many connections may be open from one machine, the host's own left out: 24 pages of six each, as browsers open them.
MOST_OF_ONE = 144
MOST = 512

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
