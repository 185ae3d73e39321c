"""The public view of a match of Speed: everything is open, so everybody sees the same."""

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

PileName = Literal["L", "R"]
Place = Annotated[int, Meta(ge=1, le=5)]


class Stock(ViewStruct, frozen=True):
    """A stock pile: its open card (None: the place is empty), and how many lie hidden under it."""

    open: Card | None
    hidden: Count


class SpeedSeat(ViewStruct, frozen=True):
    """``spit``: cards still to be turned. ``called``: spit is called and holds. ``taken``: the pile won at the round's end.
    ``hand``: the stock pile whose card is taken up by its button (None: none is). ``pool``: cards to deal anew. ``played``,
    ``slaps``, ``wins``: of the whole match; ``wins`` are contested piles."""

    seat: Seat
    name: Name
    source: Source
    handicap_us: Count
    keys: Keys | None
    ready: bool
    stocks: Annotated[tuple[Stock, ...], Meta(min_length=5, max_length=5)]
    spit: Count
    called: bool
    pool: Count
    taken: PileName | None
    hand: Place | None
    played: Count
    slaps: Count
    wins: Count


class SpitPile(ViewStruct, frozen=True):
    """A common pile: its newest card, how many, who laid that card (None: turned by a call)."""

    name: PileName
    top: Card | None
    cards: Count
    seat: Seat | None


class SpeedView(CardView, frozen=True):
    """``stage``: ``ready`` (both call spit), ``play``, ``slap`` (the round is over, or announced: grab a pile), ``redeal``,
    ``over``. ``piles``: one or two, left first. ``first_out``: who emptied the stock. ``stuck``: no open card fits, so both
    have to call. ``left_us``: time until the table goes on by itself, when this view was made; None: nothing is due."""

    game: Literal["speed"]
    seats: Annotated[tuple[SpeedSeat, ...], Meta(min_length=2, max_length=2)]
    stage: Literal["ready", "play", "slap", "redeal", "over"]
    deal: Count
    piles: Annotated[tuple[SpitPile, ...], Meta(max_length=2)]
    first_out: tuple[Seat, ...]
    announced: bool
    left_us: Count | None
    verdict: Verdict | None
