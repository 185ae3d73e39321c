"""The house's entrance: which secret is whose, how many may try, and to whom in the house a page's wish goes.

Of secrets only hashes are kept, so that a restarted host knows its pages again from the journal. What happens inside is the
stage's: the lobby's or the table's, whichever is on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from lapsy.language import tr
from lapsy.screens import control as messages
from lapsy.screens.house import HOST, NOT_YOURS, REFEREE, SEATED, WATCHER, WATCHING, Viewer, here_key
from lapsy.screens.hub import Hub
from lapsy.screens.rates import Attempts
from lapsy.table.lobby.codes import CODE_BYTES, JOIN_LENGTH, REFEREE_LENGTH, TOKEN_BYTES, code, hash_of, typed
from lapsy.table.table import RefusedError

#: Tries to join of one machine; wrong codes and secrets of one machine, and of all of them. In a minute.
JOINS = (10, 60.0)
WRONG_OF_ONE = (10, 60.0)
WRONG_OF_ALL = (20, 60.0)


class Stage(Protocol):
    """What is on: the lobby or a table."""

    @property
    def language(self) -> str:
        """What people here read."""

    def seat_of(self, key: str) -> int | None:
        """Where the guest with that key sits."""

    def key_of(self, seat: int) -> str:
        """The key of the guest on that seat; empty without one."""

    def here(self, seat: int) -> bool:
        """The hand of that seat is seen on the host's page."""

    def join(self, name: str, key: str) -> int:
        """A guest comes in. Raises RefusedError."""

    def connected(self, key: str, there: bool) -> None:
        """A guest's page came or went."""

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:
        """Do what a page asks; None, or why not."""

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:
        """What cards count as. Raises RefusedError."""


class Entrance:
    """``token``: the host's secret; ``clock`` in seconds. ``screens.house.House`` of a room."""

    def __init__(
        self,
        hub: Hub,
        token: str,
        clock: Callable[[], float],
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        if not token:
            raise ValueError("The page's token is empty; give it a secret of at least 16 characters.")
        self.hub = hub
        self.stage: Stage | None = None
        self.code = code(random(CODE_BYTES), JOIN_LENGTH)
        self.referee_code = code(random(CODE_BYTES), REFEREE_LENGTH)
        self.hosts = {hash_of(token)}
        self.referees = {hash_of(self.referee_code)}
        #: Guests of a game that stopped and can be gone on with.
        self.waiting: frozenset[str] = frozenset()
        self._clock = clock
        self._random = random
        self._joins = Attempts(*JOINS)
        self._wrong_of_one = Attempts(*WRONG_OF_ONE)
        self._wrong = Attempts(*WRONG_OF_ALL)

    # ---- screens.house.House

    def who(self, hello: messages.Hello, address: str) -> Viewer:
        """Whom a page shows itself to be. Raises MessageError."""
        if hello.token is None:
            return WATCHER
        key = hash_of(hello.token)
        if hello.page == "seat":
            if self.stage is None or self.stage.seat_of(key) is None:
                if key in self.waiting:
                    raise messages.MessageError(
                        self._tr(
                            "Your game has stopped. Wait here: when the host goes on with it, your seat is back."
                        )
                    )
                raise messages.MessageError(self._tr("This phone has no seat any more: join again."))
            return Viewer("seat", key)
        if key in self.hosts:
            return HOST if hello.page == "table" else REFEREE
        if hello.page == "table":
            raise messages.MessageError(WATCHING)
        self._not_too_often(address)
        if hash_of(typed(hello.token)) not in self.referees:
            self._count_wrong(address)
            raise messages.MessageError(
                self._tr("This is not the referee's code: it stands on the host's terminal.")
            )
        return REFEREE

    def seat_of(self, key: str) -> int | None:
        """Where the guest sits."""
        return None if self.stage is None else self.stage.seat_of(key)

    def key_of(self, seat: int) -> str:
        """The guest's key, or that of a seat whose hand is shown on the host's page."""
        return (self.stage.key_of(seat) if self.stage is not None else "") or here_key(seat)

    def here(self, seat: int) -> bool:
        """The hand of that seat is seen on the host's page."""
        return self.stage is not None and self.stage.here(seat)

    def join(self, join: messages.Join, address: str) -> tuple[int, str]:
        """A guest comes in by the code: seat and secret. Raises MessageError."""
        now_s = self._clock()
        self._not_too_often(address)
        if self._joins.full(now_s, address):
            raise messages.MessageError(self._tr("Too many have joined from here just now: wait a minute."))
        self._joins.count(now_s, address)
        if not secrets.compare_digest(typed(join.code).encode(), self.code.encode()):
            self._count_wrong(address)
            raise messages.MessageError(
                self._tr("This is not the code: it stands on the big screen, four letters.")
            )
        token = secrets_text(self._random(TOKEN_BYTES))
        if self.stage is None:
            raise messages.MessageError(SEATED)
        try:
            return self.stage.join(join.name, hash_of(token)), token
        except RefusedError as e:
            raise messages.MessageError(str(e)) from e

    def came(self, viewer: Viewer) -> None:
        """A page has shown itself."""
        if viewer.kind == "seat" and self.stage is not None:
            self.stage.connected(viewer.key, True)

    def gone(self, viewer: Viewer) -> None:
        """A page has ended."""
        if viewer.kind == "seat" and self.stage is not None:
            self.stage.connected(viewer.key, False)

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:
        """Do what a page asks."""
        return NOT_YOURS if self.stage is None else self.stage.said(viewer, seat, message)

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:
        """What these cards count as. Raises MessageError."""
        if self.stage is None:
            raise messages.MessageError(NOT_YOURS)
        try:
            return self.stage.read(seat, cards)
        except RefusedError as e:
            raise messages.MessageError(str(e)) from e

    # ---- inside

    def _tr(self, sentence: str) -> str:
        return tr("en" if self.stage is None else self.stage.language, sentence)

    def _not_too_often(self, address: str) -> None:
        """Raises MessageError while so much was guessed that no guess is looked at."""
        now_s = self._clock()
        if self._wrong.full(now_s) or self._wrong_of_one.full(now_s, address):
            raise messages.MessageError(self._tr("Too many wrong codes: wait a minute."))

    def _count_wrong(self, address: str) -> None:
        now_s = self._clock()
        self._wrong.count(now_s)
        self._wrong_of_one.count(now_s, address)


def secrets_text(random: bytes) -> str:
    """A secret as it stands in an address."""
    return random.hex()
