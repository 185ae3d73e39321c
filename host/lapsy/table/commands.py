"""What pages and the host's keys ask of a table besides presses and acts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """``what``: start, choose, absent, end, and the referee's pause, go_on, back, deliberate, disqualify, pad. ``moment``:
    the game is taken back to before it; ``pad``: the seat's new one (``rulings.pads``); ``reason``: for the journal, in
    somebody's words."""

    what: str
    seat: int | None = None
    position: int | None = None
    board: str = ""
    moment: int | None = None
    pad: str = ""
    reason: str = ""


class RefusedError(ValueError):
    """A command that cannot be done now: one sentence."""
