"""The points that a game can be taken back to: before each of the last cards that were played for everybody to see.

What is kept are values: the rules' state as it was, and the score. They follow from the inputs as everything does, so a
replay keeps the same ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lapsy.games.play import JSON, Outcome

if TYPE_CHECKING:
    from lapsy.table.judge import Step
    from lapsy.table.score import Decided, Score

#: So many of the newest ones are kept.
MOST = 12

#: Fields of a score that are never set back: no number is given twice, and what a seat was told it was told.
GOES_ON = frozenset(("_count", "_ended", "_happened", "_verdicts", "told"))

#: Outcomes that put a card where all can see it. A card that is drawn, given or laid face down is none of these.
SHOWING = ("air", "played", "beaten")


class Moment(NamedTuple):
    """``n``: the first such one of a game is 1, and none is given twice (the numbers of inputs would tell the referee of
    hidden ones). ``cards``: what was played; ``seats``: who did, and to whom."""

    n: int
    seats: tuple[int, ...]
    cards: tuple[str, ...]


class Kept(NamedTuple):
    """The state of the rules before a moment, and what the game's time was at it."""

    moment: Moment
    state: Any
    game_us: int


@dataclass(slots=True)
class Moments:
    """The newest ``MOST``, oldest first."""

    kept: deque[Kept] = field(default_factory=lambda: deque(maxlen=MOST))
    _count: int = 0

    def note(self, before: Any, game_us: int, outcomes: Iterable[Outcome]) -> Moment | None:
        """A bundle was judged in the state ``before``. The moment, if it is one."""
        for o in outcomes:
            if o.kind in SHOWING and o.ref is not None and o.cards:
                self._count += 1
                moment = Moment(self._count, o.seats, o.cards)
                self.kept.append(Kept(moment, before, game_us))
                return moment
        return None

    def find(self, n: int | None) -> Kept | None:
        """What is kept of a moment; None when it is not kept (any more)."""
        return next((kept for kept in self.kept if kept.moment.n == n), None)

    def back(self, n: int | None) -> Kept | None:
        """Forget that moment and all later ones, and tell what was kept of it."""
        found = self.find(n)
        while found is not None and self.kept.pop() is not found:
            pass
        return found


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A verdict that does not hold any more: the game was taken back to before it."""

    decided: Decided

    def as_json(self) -> JSON:
        """For journals."""
        return {**self.decided.as_json(), "state": "taken_back"}


@dataclass(slots=True)
class Memory:
    """Has a score follow the game, back too."""

    score: Score
    _before: dict[int, tuple[dict[str, Any], int]] = field(
        default_factory=dict
    )  # by moment: the score, verdicts so far
    _decided: list[Decided] = field(default_factory=list)

    def follow(self, step: Step) -> list[Decided]:
        """Take one step. What became final with it, or does not hold any more."""
        if step.back is not None:
            return self._back(step.back)
        if step.moment is not None:
            self._before[step.moment.n] = (_values(self.score), len(self._decided))
            for n in sorted(self._before)[:-MOST]:
                del self._before[n]
        decided = list(self.score.follow(step))
        self._decided += decided
        return decided

    def _back(self, n: int) -> list[Decided]:
        values, count = self._before[n]
        for name, value in values.items():
            setattr(self.score, name, value)
        self._before = {m: kept for m, kept in self._before.items() if m < n}
        undone, self._decided = self._decided[count:], self._decided[:count]
        return [TakenBack(decided) for decided in undone]


def _values(score: Any) -> dict[str, Any]:
    """What changes of a score, but for what goes on."""
    return {f.name: _copied(getattr(score, f.name)) for f in fields(score) if f.name not in GOES_ON}


def _copied(value: Any) -> Any:
    """The same, and nothing of it changes any more: what it holds are values, or plain records of numbers."""
    if isinstance(value, dict):
        made = copy(value)
        made.update({key: _copied(each) for key, each in value.items()})
        return made
    if isinstance(value, list):
        return [_copied(each) for each in value]
    changes = isinstance(value, set | deque) or (is_dataclass(value) and not _is_value(value))
    return copy(value) if changes else value


def _is_value(value: Any) -> bool:
    return bool(type(value).__dataclass_params__.frozen)
