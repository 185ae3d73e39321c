"""The public view of a game of Kuoppa: no hand is in it, only how many cards each holds (KU-72)."""

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
    ViewStruct,
)


class KuoppaSeat(ViewStruct, frozen=True):
    """``place``: 0 for whom went out first in this round; ``last_place``: in the round before. ``passed``: since the last
    play. ``private``: where its hand is seen: on a phone, on the host's page while its key is held, or nowhere (a bot)."""

    seat: Seat
    name: Name
    source: Source
    private: Literal["phone", "here", "none"]
    handicap_us: Count
    keys: Keys | None
    ready: bool
    cards: Count
    points: int
    place: Annotated[int, Meta(ge=0, le=4)] | None
    last_place: Annotated[int, Meta(ge=0, le=4)] | None
    passed: bool


class Laid(ViewStruct, frozen=True):
    """The combination to beat: ``text`` says in words what it counts as, ``wild`` how many wild cards stand for others."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Meta(min_length=1)]
    text: str
    wild: Count


class Exchange(ViewStruct, frozen=True):
    """What of the exchange is open (KU-20 to KU-27): given cards, who has laid a secret discard, the two discards once both
    are in. ``text``: what happens now, a sentence."""

    given: tuple[Card | None, ...]
    picked: Card | None
    committed: tuple[Seat, ...]
    discards: tuple[Card | None, ...]
    taken: Card | None
    text: str


class KuoppaView(CardView, frozen=True):
    """``stage``: give, pick, discard, take (the exchange), play, over. ``acting``: who has to do something now. ``played``:
    how many cards are out of the round. ``record``: a row of marks by seat for each round (KU-93)."""

    game: Literal["kuoppa"]
    seats: Annotated[tuple[KuoppaSeat, ...], Meta(min_length=5, max_length=5)]
    stage: Literal["give", "pick", "discard", "take", "play", "over"]
    round: Count
    target: Count
    dealer: Seat
    turn: Seat | None
    acting: tuple[Seat, ...]
    current: Laid | None
    exchange: Exchange | None
    played: Count
    record: tuple[tuple[str, ...], ...]
