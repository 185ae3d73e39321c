"""Who may look, and who may what: a server asks a house about each page.

A page is nobody until it shows a secret: the host's, the referee's, or the one that a guest got for a seat. What a page
may ask follows from who it is, here; whether it is done is the table's or the lobby's.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from lapsy.games.options import Sentence

from . import control as messages

# Told in the language of the table when a page is refused.
WATCHING = Sentence(
    "This page only watches: open the address that the host printed, with its #k= part, to play from here."
)
NOT_YOURS = Sentence(
    "Only that seat's own phone may do that, or the host's page where its hand is shown there."
)
NO_DESK = Sentence("Only the host's page may do that.")
NO_PHONES = Sentence("Nobody joins here by phone: look on at this address without /join.")
SEATED = Sentence("This page has a seat already.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. ``key``: of a guest's page, the same wherever the guest sits; empty for everybody else."""

    kind: Literal["watcher", "host", "referee", "seat"]
    key: str = ""


WATCHER = Viewer("watcher")
HOST = Viewer("host")
REFEREE = Viewer("referee")


class House(Protocol):
    """Called on the loop. ``address``: of the machine that a page is on. Where a method raises ``MessageError``, its text is
    told to that page alone."""

    def who(self, hello: messages.Hello, address: str) -> Viewer:
        """Whom a page shows itself to be; a watcher without a secret. Raises MessageError for a secret that nobody has."""

    def seat_of(self, key: str) -> int | None:
        """Where the guest with that key sits now; None when the seat is gone."""

    def key_of(self, seat: int) -> str:
        """The key under which a seat's own views are published (``Hub.publish_seat``)."""

    def here(self, seat: int) -> bool:
        """The hand of that seat is seen on the host's page."""

    def join(self, join: messages.Join, address: str) -> tuple[int, str]:
        """A guest comes in: its seat and secret. Raises MessageError."""

    def came(self, viewer: Viewer) -> None:
        """A page has shown itself. Of one guest there is one page at a time."""

    def gone(self, viewer: Viewer) -> None:
        """That page has ended, or another took its place."""

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:
        """Do what a page asks that may ask it: None, or the sentence why not. ``seat``: whose, of a seat's messages."""

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:
        """What these cards of the seat's hand count as (``views.seat.Reading``). Raises MessageError."""


@dataclass(frozen=True, slots=True)
class OneHost:
    """A house with a host and no guests. ``control`` gets what the host's page asks. Raises ValueError for an empty
    ``token``."""

    control: messages.Control
    token: str

    def __post_init__(self) -> None:
        if not self.token:
            raise ValueError("The page's token is empty; give it a secret of at least 16 characters.")

    def who(self, hello: messages.Hello, address: str) -> Viewer:  # noqa: ARG002
        """The host, or a watcher."""
        if hello.token is None:
            return WATCHER
        if hello.page == "table" and same_secret(hello.token, self.token):
            return HOST
        raise messages.MessageError(WATCHING)

    def seat_of(self, key: str) -> int | None:  # noqa: ARG002
        """No guest sits anywhere."""
        return None

    def key_of(self, seat: int) -> str:
        """No page looks there."""
        return here_key(seat)

    def here(self, seat: int) -> bool:  # noqa: ARG002
        """No hands."""
        return False

    def join(self, join: messages.Join, address: str) -> tuple[int, str]:  # noqa: ARG002
        """Nobody comes in."""
        raise messages.MessageError(NO_PHONES)

    def came(self, viewer: Viewer) -> None:
        """Nothing to do."""

    def gone(self, viewer: Viewer) -> None:
        """Nothing to do."""

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:  # noqa: ARG002
        """The control's word."""
        return self.control(message)

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:  # noqa: ARG002
        """No hands."""
        raise messages.MessageError(NOT_YOURS)


def same_secret(given: str, ours: str) -> bool:
    """Compared in a time that tells nothing of where they differ."""
    return secrets.compare_digest(given.encode(errors="replace"), ours.encode())


def here_key(seat: int) -> str:
    """The key of a seat that no guest's page has: its hand, if it has one, is shown on the host's page."""
    return f"here {seat}"


def whose(house: House, viewer: Viewer, message: messages.ControlMessage) -> int | None:
    """For which seat the viewer may send this message; None for one that concerns no seat's own. Raises MessageError when it
    may not."""
    match message:
        case messages.Act(seat=given) | messages.Read(seat=given):
            own = house.seat_of(viewer.key) if viewer.kind == "seat" else None
            if viewer.kind == "host" and given is not None and house.here(given):
                return given
            if own is None or given not in (None, own):
                raise messages.MessageError(WATCHING if viewer.kind == "watcher" else NOT_YOURS)
            return own
        case (
            messages.Rename()
            | messages.Leave()
            | messages.PadBack()
            | messages.PadPong()
            | messages.PadPress()
        ):
            own = house.seat_of(viewer.key) if viewer.kind == "seat" else None
            if own is None:
                raise messages.MessageError(WATCHING if viewer.kind == "watcher" else NOT_YOURS)
            return own
        case messages.Referee() if viewer.kind == "referee":
            return None
        case _ if viewer.kind != "host":
            raise messages.MessageError(WATCHING if viewer.kind == "watcher" else NO_DESK)
    return None
