"""The view of ``lapsy calibrate display``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .common import Count, Language, Name, ViewStruct, Waiting
from .race import RaceSeat


class Lag(ViewStruct, frozen=True):
    """From publishing a view to its light on the glass."""

    lo_us: Count
    hi_us: Count


class DisplayView(ViewStruct, frozen=True):
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
