"""The score of a match of Speed: contested piles, slaps, cards played. Everything in Speed is open, refusals too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lapsy.games.play import Outcome
from lapsy.table.controls.speed import PADS
from lapsy.table.judge import Entry, Step
from lapsy.table.scores.common import CardScore, near
from lapsy.table.verdicts import Verdict

#: Outcomes that everybody sees, and those of them that have gone wrong.
SEEN = frozenset(
    (
        "called",
        "stalled",
        "spit",
        "out",
        "announced",
        "slapped",
        "void",
        "taken",
        "dealt",
        "over",
        "taken_back",
    )
)
BAD = frozenset(("void", "taken_back"))

#: Refusals that are worth a word to everybody: a hand that came too late, did not fit, or slapped too early.
MISSED = frozenset(("slower", "tied", "misfit", "too_early", "settled", "void", "no_slap"))


@dataclass(slots=True)
class SpeedScore(CardScore):
    """Follows the steps of a match."""

    _touched: dict[str, Entry] = field(default_factory=dict)  # by pile, the hand that laid its newest card
    _slapped: Entry | None = None  # the hand that settled the piles
    _won: int = 0

    def follow(self, step: Step) -> Sequence[Verdict]:
        """Take one step."""
        entries = {e.n: e for e in step.entries}
        final: list[Verdict] = []
        tied = [o for o in step.outcomes if o.kind == "refused" and o.reason == "tied"]
        if len(tied) == 2:
            final += self.contest(*(entries.get(o.ref or 0) for o in tied), tie=True)
        for o in step.outcomes:
            if o.kind == "refused" and o.seats:
                final += self._refused(o, entries.get(o.ref or 0))
                continue
            if o.kind in SEEN:
                self.happen(
                    o, to=o.reason if o.kind in ("slapped", "void", "taken") else None, bad=o.kind in BAD
                )
            if o.kind == "played":
                self.happen(o, to=o.reason)
                self.count("played", o.seats[0])
                if o.ref in entries:
                    self._touched[o.reason] = entries[o.ref]
            elif o.kind == "taken_back":
                final += self._taken_back(o, entries.get(o.ref or 0))
            elif o.kind == "slapped":
                self.seats[o.seats[0]].slaps += 1
            elif o.kind == "taken" and self._slapper(step, o):
                self._slapped = self._slapper(step, o)
                final += self.contest(self._slapped, None, cards=o.cards)
                self.count("grabbed", o.seats[0])
            elif o.kind == "dealt":
                self._touched.clear()
                self._slapped = None
            elif o.kind == "spit":
                self._touched.clear()
        return final

    def _slapper(self, step: Step, o: Outcome) -> Entry | None:
        """The hand that won this pile."""
        refs = {
            s.ref
            for s in step.outcomes
            if s.kind == "slapped" and s.seats == o.seats and s.reason == o.reason
        }
        return next((e for e in step.entries if e.n in refs), None)

    def _refused(self, o: Outcome, entry: Entry | None) -> list[Verdict]:
        self.refuse(o)
        if o.reason in MISSED:
            pile = None if entry is None else PADS.get(entry.act.kind)
            self.happen(o, to=pile, bad=True)
        if o.reason in ("misfit", "no_slap", "too_early"):
            self.seats[o.seats[0]].falses += 1
        if entry is None or entry.claim is None:
            return []
        if o.reason == "slower":
            first = self._touched.get(PADS.get(entry.act.kind, ""))
            if first is None or not near(first, entry):
                return []
            self._win(first)
            return self.contest(first, entry, won=1)
        if o.reason == "settled" and self._slapped is not None and near(self._slapped, entry):
            self._win(self._slapped)
            return self.contest(self._slapped, entry, same=True)
        return []

    def _taken_back(self, o: Outcome, entry: Entry | None) -> list[Verdict]:
        """Two that nobody can tell apart: the earlier card goes back too."""
        self.count("played", o.seats[1], -1)
        pile = None if entry is None else PADS.get(entry.act.kind)
        first = self._touched.pop(pile or "", None)
        return [] if entry is None else self.contest(first, entry, tie=True)

    def _win(self, entry: Entry) -> None:
        if entry.act.seat is not None:
            self.seats[entry.act.seat].wins += 1
