"""A house with guests for tests of their pages: the real server and hub, and a scripted word on what is asked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from lapsy.screens import control as messages
from lapsy.screens.house import HOST, REFEREE, WATCHER, Viewer, here_key
from patience import LIMIT_S

CODE = "KORT"
DESK_CODE = "TUOM-1234"


def secret(seat: int) -> str:
    """The token of a seat's guest."""
    return f"secret-of-seat-{seat}"


class Guests:
    """``seats``: of which there are guests; ``on_host``: whose hands the host's page shows; ``said``: what was asked, with
    the seat it was asked for; ``refusal``: the answer to all of it; ``counts``: what sets of cards count as."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.seats = {0, 1, 2, 3, 4}
        self.on_host: set[int] = set()
        self.said_by: list[tuple[str, int | None, messages.ControlMessage]] = []
        self.joined: list[str] = []
        self.read_for: list[tuple[str, ...]] = []
        self.counts: dict[frozenset[str], list[dict[str, Any]]] = {}
        self.refusal: str | None = None
        self.news = threading.Condition()

    def who(self, hello: messages.Hello, address: str) -> Viewer:
        if hello.token is None:
            return WATCHER
        if hello.token == self.host:
            return HOST
        if hello.page == "referee":
            if hello.token == DESK_CODE:
                return REFEREE
            raise messages.MessageError("That is not the referee's code.")
        if any(hello.token == secret(seat) for seat in self.seats):
            return Viewer("seat", hello.token)
        raise messages.MessageError("Nobody has that secret.")

    def seat_of(self, key: str) -> int | None:
        return next((seat for seat in self.seats if secret(seat) == key), None)

    def key_of(self, seat: int) -> str:
        return here_key(seat) if seat in self.on_host else secret(seat)

    def here(self, seat: int) -> bool:
        return seat in self.on_host

    def join(self, join: messages.Join, address: str) -> tuple[int, str]:
        if join.code != CODE:
            raise messages.MessageError("That code is not on the screen now.")
        self.joined.append(join.name)
        self.seats.add(2)
        return 2, secret(2)

    def came(self, viewer: Viewer) -> None:
        pass

    def gone(self, viewer: Viewer) -> None:
        pass

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:
        with self.news:
            if not isinstance(message, messages.Painted):
                self.said_by.append((viewer.kind, seat, message))
            self.news.notify_all()
        return self.refusal

    def read(self, seat: int, cards: Sequence[str]) -> list[dict[str, Any]]:
        self.read_for.append(tuple(cards))
        return self.counts.get(frozenset(cards), [])

    def heard(self, kind: type, count: int = 1) -> list[Any]:
        """Messages of that kind, as soon as there are so many."""

        def found() -> list[Any]:
            return [message for _, _, message in self.said_by if isinstance(message, kind)]

        with self.news:
            assert self.news.wait_for(lambda: len(found()) >= count, LIMIT_S), f"only got {self.said_by}"
            return found()
