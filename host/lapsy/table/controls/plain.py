"""Controls that change nothing: every input of the table is one of the game."""

from __future__ import annotations

from lapsy.games.play import Input, Outcome
from lapsy.table.judge import Act, Judge
from lapsy.timing.sequencer import Pending, Released


class Plain:
    """As ``race`` is played; the other games' controls differ from it in what they say."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    @property
    def unshown(self) -> int | None:
        """No card is in the air."""
        return None

    def put(self, act: Act) -> None:
        """Nothing of the table's own is followed."""

    def stands(self, p: Pending[Act]) -> bool:  # noqa: ARG002 - the clock never stands
        """Never."""
        return False

    def time_us(self, released: Released[Act]) -> int:
        """Its own."""
        return released.t_us

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:  # noqa: ARG002
        """The act as it is."""
        return disqualified(p) or given(p, not_after)

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """Nothing follows."""
        return []

    def begin_anew(self, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """Nothing was begun."""
        return []

    def take_back(self, t_us: int) -> None:
        """As when presses are missing."""
        self.begin_anew(t_us)

    def follow(self, t_us: int) -> None:
        """Nothing comes by itself."""


def given(p: Pending[Act], not_after: tuple[int, ...] = (), kind: str = "") -> Input:
    """The game's input of an act, as another ``kind`` if one is named."""
    act = p.payload
    return Input(
        p.n,
        kind or act.kind,
        act.seat,
        act.choose,
        not_after=not_after,
        cards=act.cards,
        to=act.to,
        reading=act.reading,
    )


def disqualified(p: Pending[Act]) -> Outcome | None:
    """The table's own answer to that ruling, in a game whose rules have none."""
    seat = p.payload.seat
    return None if p.payload.kind != "disqualify" or seat is None else Outcome("disqualified", p.n, (seat,))
