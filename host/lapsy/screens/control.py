"""What a page may ask, and what it tells: each message a struct, decoded here or refused with one sentence.

A page is outside. Who may send what is the house's decision (``lapsy.screens.house``): the host's page, the referee's, or
the page of a seat. Whether what is asked is done is the table's or the lobby's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from .views import Position, Seat

#: Longer text than this is no message of a page.
MAX_MESSAGE = 1024

BoardId = Annotated[str, Meta(min_length=1, max_length=64)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
CardText = Annotated[str, Meta(max_length=8)]
#: As typed; it is cleaned (``lapsy.table.names``) before anybody sees it.
TypedName = Annotated[str, Meta(max_length=256)]
#: What a pad or a button of a seat is for: the roles of a board's inputs that belong to a seat.
Role = Literal[
    "slap", "flip", "head", "choose", "left", "right", "stock1", "stock2", "stock3", "stock4", "stock5", "call", "pass"
]  # fmt: skip
Reason = Annotated[str, Meta(max_length=200)]


class _Message(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    pass


class Hello(_Message, frozen=True, tag="hello"):
    """A page's first message: the secret it holds (of the host, the referee or a seat), or None to watch only; which page
    it is."""

    token: Annotated[str, Meta(max_length=256)] | None = None
    page: Literal["table", "seat", "referee"] = "table"


class Join(_Message, frozen=True, tag="join"):
    """A guest comes in by the code on the wall, with a name; gets a seat's token back (``seated``)."""

    code: Annotated[str, Meta(max_length=16)]
    name: TypedName


# ---- the host's page


class Press(_Message, frozen=True, tag="press"):
    """A key that stands for a seat's pad or button went down or up."""

    seat: Seat
    role: Role
    down: bool


class Peek(_Message, frozen=True, tag="peek"):
    """Pass-the-laptop: a seat's key is held, so its hand is shown on this page; let go, it is gone."""

    seat: Seat
    down: bool


class Choose(_Message, frozen=True, tag="choose"):
    """The seat's next card among its last three, by position in the hand (1 = top; LA-42)."""

    seat: Seat
    position: Position


class Start(_Message, frozen=True, tag="start"):
    """Leave the lobby, or deal although not everybody is ready (a race: arm the next one)."""


class Arrange(_Message, frozen=True, tag="arrange"):
    """The lobby is changed. ``what``:

    ``game``, ``language`` (``value``); ``option`` (``name``, ``value``; an empty value: the default); ``children``
    (``value`` on or off); ``human`` or ``bot`` (one more; ``value``: a name or a strength); of a ``seat``: ``remove``,
    ``name``, ``strength``, ``handicap`` (``value`` in milliseconds), ``swap`` (with ``to``), ``bind`` (wait for a press;
    again: no longer), ``keys`` (it plays by keyboard), ``private`` (``value``: phone or here); ``open`` (for phones;
    ``value``: an address), ``close``, ``referee`` (show its code), ``resume`` (the unfinished game); after a game ``again``
    (a rematch) and ``lobby`` (back).
    """

    what: Literal[
        "game", "option", "language", "children", "human", "bot", "remove", "name", "strength", "handicap", "swap", "bind",
        "keys", "private", "open", "close", "referee", "resume", "again", "lobby",
    ]  # fmt: skip
    seat: Seat | None = None
    to: Seat | None = None
    name: Annotated[str, Meta(max_length=64)] = ""
    value: TypedName = ""


class Painted(_Message, frozen=True, tag="painted"):
    """View ``n`` has been drawn, ``after_us`` after it came."""

    n: Number
    after_us: Annotated[int, Meta(ge=0, le=60_000_000)]


class Screen(_Message, frozen=True, tag="screen"):
    """What a page to be calibrated runs in: its browser, and the time from frame to frame where it could tell."""

    agent: Annotated[str, Meta(max_length=400)]
    frame_us: Annotated[int, Meta(ge=1_000, le=1_000_000)] | None


# ---- the referee's page, and the host's


class Referee(_Message, frozen=True, tag="referee"):
    """A ruling. ``seat`` for deliberate, disqualify and pad (``pad``: its new one; "phone": the slap button of its phone);
    ``board`` for absent; ``moment`` for back (the game is as before it); none for pause, go_on and end. ``reason`` goes into
    the journal."""

    action: Literal["deliberate", "disqualify", "absent", "end", "pause", "go_on", "back", "pad"]
    seat: Seat | None = None
    board: BoardId | None = None
    moment: Number | None = None
    pad: BoardId | None = None
    reason: Reason = ""


# ---- a seat's page; with ``seat`` the host's page, for a seat whose hand is seen there


class Act(_Message, frozen=True, tag="act"):
    """What a seat does with cards or by a button: the fields of ``lapsy.games.play.Input``. Further kinds: ``ready`` (before
    the deal), ``aside`` (Kuoppa: the card that a press of the pad will lay), ``object`` (the referee is called)."""

    kind: Annotated[str, Meta(min_length=1, max_length=16)]
    cards: Annotated[tuple[CardText, ...], Meta(max_length=16)] = ()
    to: Annotated[str, Meta(max_length=4)] | Annotated[int, Meta(ge=0, le=16)] | None = None
    choose: Annotated[int, Meta(ge=1, le=16)] | None = None
    reading: Annotated[str, Meta(max_length=40)] = ""
    seat: Seat | None = None


class Read(_Message, frozen=True, tag="read"):
    """What would these cards of the own hand count as? Answered with ``readings`` (``views.seat.Reading``)."""

    cards: Annotated[tuple[CardText, ...], Meta(max_length=16)]
    seat: Seat | None = None


class Rename(_Message, frozen=True, tag="rename"):
    """Another name, in the lobby."""

    name: TypedName


class Leave(_Message, frozen=True, tag="leave"):
    """The seat is given up, in the lobby."""


# ---- a seat's page that is a pad: see ``lapsy.table.phoneside``


class PadBack(_Message, frozen=True, tag="pad"):
    """The page's count of presses and its clock begin, or go on: ``life`` names them; ``t_us`` is its clock now."""

    life: Number
    t_us: Number


class PadPong(_Message, frozen=True, tag="pong"):
    """The answer to ``ask``; see ``phoneside.PhonePong``."""

    id: Number
    t2_us: Number
    t3_us: Number
    newest: Number


class PadPress(_Message, frozen=True, tag="touch"):
    """A touch, by the phone's clock; offered again until it is ``taken``. See ``phoneside.PhonePress``."""

    n: Number
    role: Role
    t_us: Number


HostMessage = Press | Peek | Choose | Start | Arrange | Painted | Screen
SeatMessage = Act | Read | Rename | Leave | PadBack | PadPong | PadPress
ControlMessage = HostMessage | Referee | SeatMessage
Control = Callable[[ControlMessage], str | None]

_decoder = msgspec.json.Decoder(Hello | Join | ControlMessage)
_SEATED = ("deliberate", "disqualify", "pad")


class MessageError(ValueError):
    """A message of a page that nobody can act on; the text is the sentence for the page."""


def decode(text: str) -> Hello | Join | ControlMessage:
    """The message in a WebSocket text. Raises MessageError."""
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"A message of {len(text)} characters is too long; send at most {MAX_MESSAGE}.")
    try:
        message: Hello | Join | ControlMessage = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise MessageError(
            f"The host does not understand this message; reload the page. ({error})"
        ) from error
    if isinstance(message, Referee):
        _check_ruling(message)
    return message


def _check_ruling(ruling: Referee) -> None:
    for given, what, actions in (
        (ruling.seat, "a seat", _SEATED),
        (ruling.board, "a board", ("absent",)),
        (ruling.moment, "a moment", ("back",)),
        (ruling.pad, "a pad", ("pad",)),
    ):
        if (given is None) == (ruling.action in actions):
            wanted = "needs" if ruling.action in actions else "takes no"
            raise MessageError(
                f"The ruling {ruling.action} {wanted} {what.removeprefix('a ') if wanted == 'takes no' else what};"
                " choose again from the panel."
            )
