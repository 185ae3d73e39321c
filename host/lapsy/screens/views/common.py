"""Shapes that the views of several games share. Times are integers in microseconds (``_us``), seats count from 0, cards are
written as in ``lapsy.cards``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0, le=7)]
Count = Annotated[int, Meta(ge=0)]
Card = Annotated[str, Meta(pattern=r"^(?:[2-9TJQKA][SHDC]'?|JOKER_[SW])$")]  # a second pack has an apostrophe
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Position = Annotated[int, Meta(ge=1, le=3)]
Source = Literal["board", "sync", "phone", "keyboard", "bot"]
Phase = Literal["lobby", "play", "over"]
Language = Annotated[
    str, Meta(pattern=r"^[a-z]{2,3}(?:_[A-Z][A-Za-z]+)?$")
]  # of ``lapsy.language.languages()``
Proof = Literal["capture", "gap", "likely"]
Way = Literal["board", "wire", "map"]
State = Literal["leading", "final"]


class ViewStruct(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A field that no page knows is an error at the table, not a silence on the wall."""


class Keys(ViewStruct, frozen=True):
    """A seat's keys on the host's page, by role, as ``KeyboardEvent.code``. ``peek``: while it is held, the seat's hand is
    shown."""

    slap: str | None = None
    flip: str | None = None
    head: str | None = None
    choose: tuple[str, ...] = ()
    left: str | None = None
    right: str | None = None
    stock1: str | None = None
    stock2: str | None = None
    stock3: str | None = None
    stock4: str | None = None
    stock5: str | None = None
    peek: str | None = None


class MapQuality(ViewStruct, frozen=True):
    """How the map of a press's board stood (``lapsy.timing.clock.Quality``)."""

    half_us: Count
    exchanges: Count
    age_us: int
    round_trip_us: Count
    broken: bool


class LinkQuality(ViewStruct, frozen=True):
    """How the line of a press's board had done (``lapsy.table.evidence.LinkStats``)."""

    since_us: int
    answered: Count
    lost: Count
    duplicates: Count
    damaged: Count
    resends: Count
    least_us: int | None
    median_us: int | None


class Mark(ViewStruct, frozen=True):
    """One press on the photo finish: ``t_us`` since the card was shown (a race: since its first press), ``gap_us`` ±
    ``gap_bound_us`` from the first hand, by which ``way``; None for the first hand itself. ``anticipated``: too soon after
    its card to be an answer to it. ``clock``, ``link``: what stands behind the stamp."""

    seat: Seat
    t_us: int
    gap_us: int | None
    gap_bound_us: int | None
    way: Way | None
    bound_us: Count
    source: Source
    kind: Literal["first", "slower", "false"]
    anticipated: bool
    board: str
    clock: MapQuality | None
    link: LinkQuality | None


class Policy(ViewStruct, frozen=True):
    """What was agreed where measurement ends (``lapsy.table.policy``)."""

    unproven: Literal["split", "replay", "likely"]
    tie_us: Count
    anticipation: Literal["off", "flag", "false"]
    limit_us: Count
    silent_us: int | None
    forgive: bool = False


class Shown(ViewStruct, frozen=True):
    """When the card on top became visible, on the table's axis, and how that is known. ``painted``: where a page says
    that it painted it."""

    lo_us: int
    hi_us: int
    how: Literal["published", "calibrated", "photodiode"]
    painted: tuple[int, int] | None


class Verdict(ViewStruct, frozen=True):
    """Who won the pile (``last``: who has to take it; ``again``: nobody, it is slapped again). ``margin_us`` ±
    ``bound_us`` is the gap to ``second`` by which ``way``; None when there is none to name. ``proof`` is ``likely`` when
    the nearest value decides.

    ``leading`` may still change, ``final`` may not. ``certified`` is False when a declared bound (keyboard,
    phone) or the nearest value decides.
    """

    n: Count
    kind: Literal["first", "tie", "last", "challenge", "again"]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1)]
    state: State
    second: Seat | None
    margin_us: int | None
    bound_us: int | None
    proof: Proof | None
    way: Way | None
    certified: bool
    won: Count
    pair: tuple[Card, ...] | None
    marks: tuple[Mark, ...]
    shown: Shown | None
    policy: Policy


class Waiting(ViewStruct, frozen=True):
    """A board that holds the race up."""

    board: str
    name: str
    why: Literal["silent", "absent", "lost"]


class Event(ViewStruct, frozen=True):
    """Something that has just happened, for a sentence, a sound and one short motion: at most the newest few, each with its
    own number. ``kind``: the game's outcome (``lapsy.games``); ``text``: said in words; ``bad``: it was refused or cost
    something."""

    n: Count
    kind: str
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    to: str | None
    text: str
    bad: bool


class Row(ViewStruct, frozen=True):
    """A line of the closing statistics: what, and a value for each seat, already in words."""

    text: str
    values: tuple[str, ...]


class Result(ViewStruct, frozen=True):
    """The end of a card game. ``winners`` is empty when nobody has won; ``losers``: in Limppu. ``text``: why, a sentence.
    ``code``: the journal's head as a short code, to be written down; None without a journal."""

    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]
    text: str
    duration_us: Count
    rows: tuple[Row, ...]
    code: str | None


class CardView(ViewStruct, frozen=True):
    """What the public views of Speed, Kuoppa and Limppu have in common. ``agreed``: what differs from the usual rules, a
    sentence each; ``events``: the newest things that happened; ``paused``: the referee's reason while the game stands."""

    type: Literal["view"]
    n: int
    phase: Phase
    language: Language
    practice: bool
    simulated: bool
    children: bool
    agreed: tuple[str, ...]
    events: tuple[Event, ...]
    waiting: tuple[Waiting, ...]
    paused: str | None
    notice: str | None
    over: Result | None
