"""The score of a game of Kuoppa: rounds won, pits, tricks, cards. What is refused is told to its seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lapsy.table.judge import Step
from lapsy.table.scores.common import CardScore
from lapsy.table.verdicts import Verdict

#: Outcomes that everybody sees.
SEEN = frozenset(
    (
        *("played", "passed", "trick", "out", "over", "dealt"),
        *("gave", "picked", "committed", "revealed", "took", "left"),
    )
)


@dataclass(slots=True)
class KuoppaScore(CardScore):
    """Follows the steps of a game."""

    def follow(self, step: Step) -> Sequence[Verdict]:
        """Take one step. Nothing is timed, so nobody is first."""
        for o in step.outcomes:
            if o.kind in SEEN:
                self.happen(o)
            match o.kind:
                case "refused":
                    self.refuse(o)
                case "played":
                    self.count("played", o.seats[0], len(o.cards))
                case "trick":
                    self.count("tricks", o.seats[0])
                case "out":
                    self.count(o.reason, o.seats[0])
        return []
