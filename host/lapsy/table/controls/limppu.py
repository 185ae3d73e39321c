"""A pad in Limppu. Where players end the game themselves it announces the king of spades or challenges: nobody can tell from
the hand which of the two it is going to be. Otherwise it ends the own defence: "I pick up".

A challenge among more than two has to name somebody. The press stops the clock at its own time; what comes later waits, in
its order, until the challenger has named a seat (``challenge`` on the page) or the time for that has passed.
"""

from __future__ import annotations

from typing import NamedTuple

from lapsy.games.limppu.state import DEFEND
from lapsy.games.play import Input, Outcome
from lapsy.games.seats import is_seat
from lapsy.table.controls.plain import Plain, disqualified, given
from lapsy.table.judge import Act, Judge
from lapsy.timing.sequencer import Pending, Released

#: So long may a challenger take to name somebody.
AIM_US = 5_000_000

#: The end of that time.
UNAIMED = "unaimed"


class Aim(NamedTuple):
    """A press that challenges somebody: its number, whose, its time; the number of the time's end."""

    ref: int
    seat: int
    t_us: int
    not_after: tuple[int, ...]
    end: int

    @property
    def until_us(self) -> int:
        """When it lapses."""
        return self.t_us + AIM_US


class Catching(Plain):
    """``aims``: the challenges that have yet to be named, by seat; while there is one the clock stands."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.aims: dict[int, Aim] = {}
        self._lapsed: set[int] = set()  # who let one lapse: not again before somebody has drawn

    def stands(self, p: Pending[Act]) -> bool:
        """While a challenge is aimed all waits but who names its target, and the end of that time: a press of the very
        moment of the naming too, or it would count as one of the moment of the challenge."""
        return bool(self.aims) and p.payload.kind not in ("back", "disqualify") and self._answers(p) is None

    def time_us(self, released: Released[Act]) -> int:
        """A named challenge counts from its press."""
        aims = [aim for p in released.members if (aim := self._answers(p)) is not None]
        return aims[0].t_us if aims else released.t_us

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:
        """A press becomes an announcement, a challenge, or "I pick up"."""
        act, seat = p.payload, p.payload.seat
        if (aim := self._answers(p)) is not None:
            del self.aims[aim.seat]
            if p.n == aim.end:
                self._lapsed.add(aim.seat)
                return Outcome("unaimed", aim.ref, (aim.seat,))
            self.judge.discard(aim.end)
            return Input(aim.ref, "challenge", aim.seat, not_after=aim.not_after, to=act.to)
        if act.kind == "void":
            return None  # what was begun is void; the rules have decided all else
        if seat is None or act.kind != "slap":
            return disqualified(p) or given(p, not_after)
        state = self.judge.state
        if not state.options.live:
            if state.phase != DEFEND or state.turn != seat:
                return Outcome("refused", p.n, (seat,), reason="out_of_turn")
            return given(p, not_after, "end_defence")
        if any(held.seat == seat for held in state.held):
            return given(p, not_after, "announce")
        if len(state.hands) == 2 or state.ending is not None or seat in state.challenged:
            return given(p, not_after, "challenge")
        if seat in self._lapsed or seat in self.aims:
            return Outcome("refused", p.n, (seat,), reason="challenge_used")
        end = self.judge.due(Act(UNAIMED, seat), t_us + AIM_US)
        self.aims[seat] = Aim(p.n, seat, t_us, not_after, end)
        return Outcome("aiming", p.n, (seat,))

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """Somebody has drawn: whoever let a challenge lapse may press again. A game that has ended has no challenges."""
        if outcome.kind in ("drew", "dealt"):
            self._lapsed.clear()
        return self._void() if outcome.kind == "over" else []

    def begin_anew(self, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """Somebody's earlier press may be missing: a challenge is void, and may be made again."""
        return self._void()

    def take_back(self, t_us: int) -> None:
        """Whoever let a challenge lapse since then has not."""
        self.begin_anew(t_us)
        self._lapsed.clear()

    def _void(self) -> list[Outcome]:
        aims, self.aims = self.aims, {}
        for aim in aims.values():
            self.judge.discard(aim.end)
        return [Outcome("unaimed", aim.ref, (aim.seat,)) for aim in aims.values()]

    def _answers(self, p: Pending[Act]) -> Aim | None:
        """The challenge that this names, or whose time it ends."""
        act = p.payload
        aim = None if act.seat is None else self.aims.get(act.seat)
        if aim is None or p.n == aim.end:
            return aim
        named = (
            act.kind == "challenge" and is_seat(act.to, len(self.judge.state.hands)) and act.to != act.seat
        )
        return aim if named else None
