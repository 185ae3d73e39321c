"""What a page may ask of the table: presses by keyboard, choices, the referee's keys, the start;
and what it tells: that a view was painted.

A page is outside: every message is decoded into a struct or refused with one sentence. Whether the table
does what is asked is the table's decision (``Control`` answers None, or the sentence why not).
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


class _Message(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    pass


class Hello(_Message, frozen=True, tag="hello"):
    """A page's first message: the secret of its address, or None to watch only."""

    token: Annotated[str, Meta(max_length=256)] | None = None


class Press(_Message, frozen=True, tag="press"):
    """A key that stands for a seat's pad or flip button went down or up."""

    seat: Seat
    role: Literal["slap", "flip", "head"]
    down: bool


class Choose(_Message, frozen=True, tag="choose"):
    """The seat's next card among its last three, by position in the hand (1 = top; LA-42)."""

    seat: Seat
    position: Position


class Referee(_Message, frozen=True, tag="referee"):
    """The host's ruling: a seat for deliberate and disqualify, a board for absent, neither for the rest."""

    action: Literal["deliberate", "disqualify", "absent", "end"]
    seat: Seat | None = None
    board: BoardId | None = None


class Start(_Message, frozen=True, tag="start"):
    """Leave the lobby and deal (a race: arm the next one)."""


class Painted(_Message, frozen=True, tag="painted"):
    """View ``n`` has been drawn, ``after_us`` after it came."""

    n: Annotated[int, Meta(ge=0, le=1 << 53)]
    after_us: Annotated[int, Meta(ge=0, le=60_000_000)]


class Screen(_Message, frozen=True, tag="screen"):
    """What a page to be calibrated runs in: its browser, and the time from frame to frame where it could tell."""

    agent: Annotated[str, Meta(max_length=400)]
    frame_us: Annotated[int, Meta(ge=1_000, le=1_000_000)] | None


ControlMessage = Press | Choose | Referee | Start | Painted | Screen
Control = Callable[[ControlMessage], str | None]

_decoder = msgspec.json.Decoder(Hello | Press | Choose | Referee | Start | Painted | Screen)
_SEATED = ("deliberate", "disqualify")


class MessageError(ValueError):
    """A message of a page that nobody can act on; the text is the sentence for the page."""


def decode(text: str) -> Hello | ControlMessage:
    """The message in a WebSocket text. Raises MessageError."""
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"A message of {len(text)} characters is too long; send at most {MAX_MESSAGE}.")
    try:
        message: Hello | ControlMessage = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise MessageError(
            f"The host does not understand this message; reload the page. ({error})"
        ) from error
    if isinstance(message, Referee):
        if (message.seat is None) == (message.action in _SEATED):
            wanted = "needs a seat" if message.action in _SEATED else "takes no seat"
            raise MessageError(f"The ruling {message.action} {wanted}; choose again from the help panel.")
        if (message.board is None) == (message.action == "absent"):
            wanted = "needs a board" if message.action == "absent" else "takes no board"
            raise MessageError(f"The ruling {message.action} {wanted}; choose again from the help panel.")
    return message
