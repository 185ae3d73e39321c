"""The public view of a game of Läpsy."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .common import (
    Card,
    Count,
    Keys,
    Language,
    Name,
    Phase,
    Result,
    Seat,
    Source,
    Verdict,
    ViewStruct,
    Waiting,
)


class TableSeat(ViewStruct, frozen=True):
    """One seat of Läpsy: ``best_us`` is its quickest accepted slap since the card was shown; ``head``: its own head is
    slapped (LV-05)."""

    seat: Seat
    name: Name
    cards: Count
    status: Literal["in", "cardless", "out", "finished"]
    choosing: bool
    banned: bool
    head: bool
    source: Source
    handicap_us: Count
    keys: Keys | None
    ready: bool
    chosen: bool
    slaps: Count
    wins: Count
    falses: Count
    best_us: int | None


class Laid(ViewStruct, frozen=True):
    """A card on the pile; ``air``: its face is published, it has not landed yet."""

    card: Card
    seat: Seat
    air: bool


class Pile(ViewStruct, frozen=True):
    """``penalty`` of the ``cards`` lie at the bottom as paid; ``top`` has the newest card last."""

    cards: Count
    penalty: Count
    top: Annotated[tuple[Laid, ...], Meta(max_length=4)]


class Challenge(ViewStruct, frozen=True):
    """An open challenge: who laid which rank, how many attempts it asked for and are left (LA-17..21)."""

    challenger: Seat
    rank: Literal["J", "Q", "K", "A"]
    attempts: Annotated[int, Meta(ge=1, le=4)]
    left: Annotated[int, Meta(ge=0, le=4)]


class FalseSlap(ViewStruct, frozen=True):
    """A slap that was none: ``text`` says why, ``cards`` were on top then (at most two), ``paid`` is what it cost.
    ``refused``: it was meant well and does not count, at no cost."""

    n: Count
    seat: Seat
    reason: str
    text: str
    refused: bool
    cards: Annotated[tuple[Card, ...], Meta(max_length=2)]
    paid: Count
    to: Literal["pile", "seats", "self"]
    lost_right: bool


class TableView(ViewStruct, frozen=True):
    """A running game of Läpsy as everybody may see it. ``agreed``: what differs from the usual rules, a sentence each;
    ``pairs_only``: nothing but a pair may be slapped; ``patch``: the colour of the corner that a photodiode looks at, which
    turns with every card; None when none does."""

    type: Literal["view"]
    n: Count
    game: Literal["lapsy"]
    phase: Phase
    language: Language
    practice: bool
    simulated: bool
    agreed: tuple[str, ...]
    seats: Annotated[tuple[TableSeat, ...], Meta(min_length=1, max_length=8)]
    turn: Seat | None
    flip: Literal["seat", "auto"]
    pile: Pile
    pairs_only: bool
    challenge: Challenge | None
    window: Literal["slap", "collect", "pair"] | None
    verdict: Verdict | None
    falses: tuple[FalseSlap, ...]
    waiting: tuple[Waiting, ...]
    notice: str | None
    over: Result | None
    patch: Literal["black", "white"] | None
    children: bool
    paused: str | None
