"""What the referee's page gets: the public view and the desk. No hand is ever in it."""

from __future__ import annotations

from typing import Any, Literal

from .common import Count, Seat, ViewStruct


class DeskSeat(ViewStruct, frozen=True):
    """``source``, ``pad``: what the seat presses with; ``page``: a phone controls it and is there. ``rulings``: what may be
    ruled on it now (``disqualify``, ``deliberate``, ``pad``)."""

    seat: Seat
    source: str
    pad: str
    page: bool | None
    rulings: tuple[str, ...]


class DeskBoard(ViewStruct, frozen=True):
    """A board or phone line, and how it does, in words."""

    board: str
    name: str
    healthy: bool
    text: str
    absent: bool


class Moment(ViewStruct, frozen=True):
    """A point that the game can be taken back to: before ``text``."""

    n: Count
    text: str


class Ruling(ViewStruct, frozen=True):
    """One of the last rulings, in words, with its reason."""

    n: Count
    text: str


class RefereeView(ViewStruct, frozen=True):
    """``can``: what may be ruled now: ``pause``, ``go_on``, ``back``, ``absent``, ``end``. ``free_pads``: pads nobody uses.
    ``code``: the journal's head."""

    type: Literal["referee"]
    n: int
    can: tuple[str, ...]
    seats: tuple[DeskSeat, ...]
    boards: tuple[DeskBoard, ...]
    moments: tuple[Moment, ...]
    rulings: tuple[Ruling, ...]
    free_pads: tuple[str, ...]
    code: str | None
    view: Any
