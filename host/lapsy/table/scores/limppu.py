"""The score of Limppu: who announced or caught first, games lost, cards picked up. Refusals are for their seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lapsy.table.judge import Entry, Step
from lapsy.table.scores.common import CardScore, near
from lapsy.table.verdicts import Verdict

#: Outcomes that everybody sees; those of them that cost somebody something.
SEEN = frozenset(
    (
        *(
            "played",
            "beaten",
            "defended",
            "drew",
            "stop",
            "announced",
            "challenged",
            "caught",
            "over",
            "dealt",
        ),
        *("aiming", "unaimed"),
    )
)
BAD = frozenset(("caught", "unaimed"))


@dataclass(slots=True)
class LimppuScore(CardScore):
    """Follows the steps of a game or a series."""

    _decided: Entry | None = None  # the press that ended the game
    _challenger: Entry | None = None

    def follow(self, step: Step) -> Sequence[Verdict]:
        """Take one step."""
        entries = {e.n: e for e in step.entries}
        final: list[Verdict] = []
        for o in step.outcomes:
            if o.kind in SEEN:
                self.happen(o, bad=o.kind in BAD)
            match o.kind:
                case "refused" if o.seats:
                    final += self._refused(o.seats[0], o.reason, entries.get(o.ref or 0))
                    self.refuse(o)
                case "beaten":
                    self.count("beaten", o.seats[0])
                case "defended":
                    self.count("picked_up", o.seats[0], len(o.cards))
                case "drew":
                    self.count("drawn", o.seats[0])
                case "aiming":
                    self._challenger = entries.get(o.ref or 0)
                case "announced":
                    self._decided = entries.get(o.ref or 0)
                case "challenged":
                    self._decided = entries.get(o.ref or 0) or self._challenger
                    self.count("challenges", o.seats[0])
                case "caught":
                    for seat in o.seats:
                        self.count("caught", seat)
                case "over":
                    for seat in o.seats:
                        self.count("lost", seat)
                    if o.reason != "stock_out":
                        final += self.contest(self._decided, None)
                case "dealt":
                    self._decided = self._challenger = None
        return final

    def _refused(self, seat: int, reason: str, entry: Entry | None) -> list[Verdict]:
        """A hand that came after the one that ended the game."""
        first = self._decided
        if reason != "finished" or entry is None or first is None or first.act.seat == seat:
            return []
        if entry.act.kind != "slap" or not near(first, entry):
            return []
        return self.contest(first, entry, same=True)
