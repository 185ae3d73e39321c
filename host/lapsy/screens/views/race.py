"""The view of ``lapsy arbitrate``: pads and no cards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .common import (
    Count,
    Keys,
    Language,
    Mark,
    Name,
    Phase,
    Policy,
    Proof,
    Seat,
    Source,
    ViewStruct,
    Waiting,
    Way,
)


class RaceSeat(ViewStruct, frozen=True):
    """One pad of ``lapsy arbitrate``."""

    seat: Seat
    name: Name
    source: Source
    handicap_us: Count
    keys: Keys | None
    slaps: Count
    wins: Count


class Place(ViewStruct, frozen=True):
    """One place of a race; several seats are a tie. ``margin_us`` ± ``bound_us``: to the place before, by which ``way``."""

    place: Annotated[int, Meta(ge=1)]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1)]
    margin_us: int | None
    bound_us: int | None
    proof: Proof | None
    way: Way | None


class Race(ViewStruct, frozen=True):
    """The race on the page: its places in order, its presses. ``void``: it does not count; ``why``: ``again`` when it was
    too close to call and is run again."""

    n: Count
    state: Literal["leading", "final", "void"]
    why: Literal["again", "lost"] | None
    order: tuple[Place, ...]
    marks: tuple[Mark, ...]
    certified: bool
    policy: Policy


class PastRace(ViewStruct, frozen=True):
    """An earlier race: who was first (several: tied; ``likely``: by the nearest value), by how much."""

    n: Count
    seats: tuple[Seat, ...]
    margin_us: int | None
    bound_us: int | None
    certified: bool
    likely: bool


class RaceView(ViewStruct, frozen=True):
    """``lapsy arbitrate``: pads only, no cards. ``agreed``: what differs from the usual, a sentence each."""

    type: Literal["view"]
    n: Count
    game: Literal["race"]
    phase: Phase
    language: Language
    agreed: tuple[str, ...]
    seats: Annotated[tuple[RaceSeat, ...], Meta(min_length=1, max_length=8)]
    race: Race | None
    history: tuple[PastRace, ...]
    waiting: tuple[Waiting, ...]
    notice: str | None
    paused: str | None
