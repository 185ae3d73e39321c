"""The JSON of the public pages, as structs: what the table publishes and the pages draw.

The table's side and the pages' side check against the same shapes: ``check`` turns a plain dict into its
struct and names what is wrong. All times are integers in microseconds (``_us``); seats count from 0; cards
are written as in ``lapsy.cards`` ("9D", "TC"). Nothing in here may be computed from what only one seat may
know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

Seat = Annotated[int, Meta(ge=0, le=7)]
Count = Annotated[int, Meta(ge=0)]
Card = Annotated[str, Meta(pattern=r"^[2-9TJQKA][SHDC]$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Position = Annotated[int, Meta(ge=1, le=3)]
Source = Literal["board", "sync", "phone", "keyboard", "bot"]
Phase = Literal["lobby", "play", "over"]
Language = Literal["fi", "en"]
Proof = Literal["capture", "gap", "likely"]
Way = Literal["board", "wire", "map"]
State = Literal["leading", "final"]


class _View(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A field that no page knows is an error at the table, not a silence on the wall."""


class Keys(_View, frozen=True):
    """A seat's keys on a page's keyboard, as ``KeyboardEvent.code``."""

    slap: str
    flip: str | None = None
    head: str | None = None
    choose: tuple[str, ...] = ()


class TableSeat(_View, frozen=True):
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
    chosen: Position | None
    slaps: Count
    wins: Count
    falses: Count
    best_us: int | None


class Laid(_View, frozen=True):
    """A card on the pile; ``air``: its face is published, it has not landed yet."""

    card: Card
    seat: Seat
    air: bool


class Pile(_View, frozen=True):
    """``penalty`` of the ``cards`` lie at the bottom as paid; ``top`` has the newest card last."""

    cards: Count
    penalty: Count
    top: Annotated[tuple[Laid, ...], Meta(max_length=4)]


class Challenge(_View, frozen=True):
    """An open challenge: who laid which rank, how many attempts it asked for and are left (LA-17..21)."""

    challenger: Seat
    rank: Literal["J", "Q", "K", "A"]
    attempts: Annotated[int, Meta(ge=1, le=4)]
    left: Annotated[int, Meta(ge=0, le=4)]


class MapQuality(_View, frozen=True):
    """How the map of a press's board stood (``lapsy.timing.clock.Quality``)."""

    half_us: Count
    exchanges: Count
    age_us: int
    round_trip_us: Count
    broken: bool


class LinkQuality(_View, frozen=True):
    """How the line of a press's board had done (``lapsy.table.evidence.LinkStats``)."""

    since_us: int
    answered: Count
    lost: Count
    duplicates: Count
    damaged: Count
    resends: Count
    least_us: int | None
    median_us: int | None


class Mark(_View, frozen=True):
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


class Policy(_View, frozen=True):
    """What was agreed where measurement ends (``lapsy.table.policy``)."""

    unproven: Literal["split", "replay", "likely"]
    tie_us: Count
    anticipation: Literal["off", "flag", "false"]
    limit_us: Count
    silent_us: int | None


class Shown(_View, frozen=True):
    """When the card on top became visible, on the table's axis, and how that is known. ``painted``: where a page says
    that it painted it."""

    lo_us: int
    hi_us: int
    how: Literal["published", "calibrated", "photodiode"]
    painted: tuple[int, int] | None


class Verdict(_View, frozen=True):
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


class FalseSlap(_View, frozen=True):
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


class Waiting(_View, frozen=True):
    """A board that holds the race up."""

    board: str
    name: str
    why: Literal["silent", "absent", "lost"]


class Over(_View, frozen=True):
    """The end. ``winners`` is empty when nobody has won. ``reason``: a code of the catalogue (``static/words.js``) or a
    whole sentence."""

    winners: tuple[Seat, ...]
    reason: str
    cards_played: Count
    duration_us: Count


class TableView(_View, frozen=True):
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
    over: Over | None
    patch: Literal["black", "white"] | None


class RaceSeat(_View, frozen=True):
    """One pad of ``lapsy arbitrate``."""

    seat: Seat
    name: Name
    source: Source
    handicap_us: Count
    keys: Keys | None
    slaps: Count
    wins: Count


class Place(_View, frozen=True):
    """One place of a race; several seats are a tie. ``margin_us`` ± ``bound_us``: to the place before, by which ``way``."""

    place: Annotated[int, Meta(ge=1)]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1)]
    margin_us: int | None
    bound_us: int | None
    proof: Proof | None
    way: Way | None


class Race(_View, frozen=True):
    """The race on the page: its places in order, its presses. ``void``: it does not count; ``why``: ``again`` when it was
    too close to call and is run again."""

    n: Count
    state: Literal["leading", "final", "void"]
    why: Literal["again", "lost"] | None
    order: tuple[Place, ...]
    marks: tuple[Mark, ...]
    certified: bool
    policy: Policy


class PastRace(_View, frozen=True):
    """An earlier race: who was first (several: tied; ``likely``: by the nearest value), by how much."""

    n: Count
    seats: tuple[Seat, ...]
    margin_us: int | None
    bound_us: int | None
    certified: bool
    likely: bool


class RaceView(_View, frozen=True):
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


class Lag(_View, frozen=True):
    """From publishing a view to its light on the glass."""

    lo_us: Count
    hi_us: Count


class DisplayView(_View, frozen=True):
    """``lapsy calibrate display``: ``done`` of ``of`` flashes of the corner ``patch``; ``result`` when there is one.
    ``seats``: who taps along, if anybody does."""

    type: Literal["view"]
    n: Count
    game: Literal["display"]
    language: Language
    name: Name
    how: Literal["photodiode", "tapping"]
    state: Literal["ready", "running", "done", "failed"]
    done: Count
    of: Count
    seats: Annotated[tuple[RaceSeat, ...], Meta(max_length=1)]
    waiting: tuple[Waiting, ...]
    notice: str | None
    result: Lag | None
    patch: Literal["black", "white"]


View = TableView | RaceView | DisplayView
_BY_GAME: dict[object, type[TableView] | type[RaceView] | type[DisplayView]] = {
    "lapsy": TableView,
    "race": RaceView,
    "display": DisplayView,
}


class ViewError(ValueError):
    """A view that the pages would not understand: a mistake of the table, with its place in the JSON."""


def check(view: Mapping[str, Any]) -> View:
    """The struct of a plain view. Raises ViewError, also for a field nobody knows."""
    kind = _BY_GAME.get(view.get("game"))
    if kind is None:
        raise ViewError(
            f"A view needs a game, one of {', '.join(map(str, _BY_GAME))}; got {view.get('game')!r}."
        )
    try:
        return msgspec.convert(dict(view), kind)
    except msgspec.ValidationError as error:
        raise ViewError(
            f"View {view.get('n')} of {view.get('game')} does not fit the pages: {error}."
        ) from error
