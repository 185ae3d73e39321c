"""The public view of a game of Limppu: no hand is in it, only how many cards each holds (LI-12)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .common import (
    Card,
    CardView,
    Count,
    Keys,
    Name,
    Seat,
    Source,
    Verdict,
    ViewStruct,
)


class LimppuSeat(ViewStruct, frozen=True):
    """``limppu``: it holds the two of diamonds, as everybody has seen. ``challenge``: it may still challenge (LI-59).
    ``total``: points of the series. ``private``: as in Kuoppa. ``caught``, ``escaped``: games of this evening."""

    seat: Seat
    name: Name
    source: Source
    private: Literal["phone", "here", "none"]
    handicap_us: Count
    keys: Keys | None
    ready: bool
    cards: Count
    limppu: bool
    challenge: bool
    total: int


class Attack(ViewStruct, frozen=True):
    """A card of the group on the table, and what beats it."""

    card: Card
    by: Card | None


class Group(ViewStruct, frozen=True):
    """The group on the table: who played it to whom."""

    attacker: Seat
    defender: Seat
    cards: tuple[Attack, ...]


class Ending(ViewStruct, frozen=True):
    """How the game (one of a series) ended: a sentence, who lost, who was caught withholding, points of this game."""

    text: str
    losers: tuple[Seat, ...]
    caught: tuple[Seat, ...]
    points: tuple[int, ...]


class LimppuView(CardView, frozen=True):
    """``stage``: lead, defend, draw (the attacker or the defender refills), over. ``aiming``: who has pressed to challenge
    and has yet to say whom: the clock stands; ``left_us``: how long that may take, when this view was made. ``lots``: cards
    drawn for the first deal (LI-05)."""

    game: Literal["limppu"]
    seats: Annotated[tuple[LimppuSeat, ...], Meta(min_length=2, max_length=6)]
    stage: Literal["lead", "defend", "draw", "over"]
    turn: Seat | None
    dealer: Seat
    game_number: Count
    live: bool
    group: Group | None
    stock: Count
    out: Count
    limppu: Seat | None
    forced_draw: bool
    aiming: Seat | None
    left_us: Count | None
    lots: tuple[tuple[Seat, Card], ...]
    ending: Ending | None
    verdict: Verdict | None
