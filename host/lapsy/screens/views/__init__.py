"""The JSON of the pages, as structs: what the table publishes and the pages draw.

The table's side and the pages' side check against the same shapes: ``check`` turns a plain dict into its struct and names
what is wrong. Nothing in a public view may be computed from what only one seat may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .common import Position, Seat, Verdict
from .display import DisplayView
from .kuoppa import KuoppaView
from .lapsy import TableView
from .limppu import LimppuView
from .lobby import LobbyView
from .race import RaceView
from .referee import RefereeView
from .seat import SeatView
from .speed import SpeedView

__all__ = [
    "DisplayView",
    "KuoppaView",
    "LimppuView",
    "LobbyView",
    "Position",
    "RaceView",
    "RefereeView",
    "Seat",
    "SeatView",
    "SpeedView",
    "TableView",
    "Verdict",
    "View",
    "ViewError",
    "check",
]

View = TableView | RaceView | DisplayView | SpeedView | KuoppaView | LimppuView | LobbyView
Told = View | SeatView | RefereeView
T = TypeVar("T", bound=Told)

_BY_GAME: dict[object, type[View]] = {
    "lapsy": TableView,
    "race": RaceView,
    "display": DisplayView,
    "speed": SpeedView,
    "kuoppa": KuoppaView,
    "limppu": LimppuView,
    "lobby": LobbyView,
}
_BY_TYPE: dict[object, type[SeatView | RefereeView]] = {"seat": SeatView, "referee": RefereeView}


class ViewError(ValueError):
    """A view that the pages would not understand: a mistake of the table, with its place in the JSON."""


def check(view: Mapping[str, Any]) -> Told:
    """The struct of a plain view, public or for one seat or the referee. Raises ViewError, also for a field nobody knows."""
    around = _BY_TYPE.get(view.get("type"))
    if around is not None:
        check(view["view"])
        return _struct(view, around)
    kind = _BY_GAME.get(view.get("game"))
    if kind is None:
        raise ViewError(
            f"A view needs a game, one of {', '.join(map(str, _BY_GAME))}; got {view.get('game')!r}."
        )
    return _struct(view, kind)


def _struct(view: Mapping[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(dict(view), kind)
    except msgspec.ValidationError as error:
        told = view.get("game", view.get("type"))
        raise ViewError(f"View {view.get('n')} of {told} does not fit the pages: {error}.") from error
