"""What one seat's page gets: the public view, and what that seat alone may know. Nothing else ever reaches it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from .common import Card, Count, Position, Seat, ViewStruct


class Choice(ViewStruct, frozen=True):
    """Something the seat may do now, as a button: send it back as ``act``. ``kind``, ``cards``, ``to``, ``choose``,
    ``reading``: as in ``lapsy.games.play.Input``. ``text``: what the button says."""

    kind: str
    text: str
    cards: tuple[Card, ...] = ()
    to: str | int | None = None
    choose: int | None = None
    reading: str = ""


class Own(ViewStruct, frozen=True):
    """``hand``: the seat's cards, in order; empty where it has none of its own to see. ``playable``: those that are part of
    some legal play. ``legal``: what may be done, each a button. ``picks``: plays are too many to list (Kuoppa): cards are
    picked freely and the page asks what they count as (``read``). ``acting``: the seat is waited for. ``chosen``: its choice
    among the last three cards (Läpsy). ``secret``: its own hidden card, laid and not shown yet (Kuoppa's discard). ``told``:
    what only this seat is told (why its act was refused, what it drew), with a number that grows."""

    hand: tuple[Card, ...] = ()
    playable: tuple[Card, ...] = ()
    legal: tuple[Choice, ...] = ()
    picks: bool = False
    acting: bool = False
    chosen: Position | None = None
    secret: Card | None = None
    told: str | None = None
    told_n: Count = 0


class SeatView(ViewStruct, frozen=True):
    """``view``: the public view as the table page gets it. ``pad``: this page is the seat's pad too, for these roles.
    ``private``: where its hand is seen."""

    type: Literal["seat"]
    n: int
    seat: Seat
    private: Literal["phone", "here", "none"]
    pad: Annotated[tuple[str, ...], Meta(max_length=8)]
    own: Own
    view: Any


class Reading(ViewStruct, frozen=True):
    """What picked cards count as: ``reading`` goes into the act, ``text`` is for people; ``beats``: it may be played now."""

    reading: str
    text: str
    beats: bool
