"""Verdicts: who was first, by how much, how sure; and what each seat has done so far.

The rules say which slaps counted (outcomes); the claims say how far apart they were. A verdict is *leading* while slower
hands may still be measured against it and *final* when its window has closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lapsy.games.play import JSON, Outcome
from lapsy.table.judge import Entry, Step
from lapsy.table.score import Mark, SeatScore, mark
from lapsy.timing.claim import Claim
from lapsy.timing.gap import gap

#: False slaps stay on view this long.
FALSE_ON_VIEW_US = 4_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """``kind``: first, tie or challenge. ``margin_us`` ± ``bound_us``: from the first hand to ``second``'s."""

    n: int
    kind: str
    seats: tuple[int, ...]
    state: str = "leading"
    second: int | None = None
    margin_us: int | None = None
    bound_us: int | None = None
    proof: str | None = None
    certified: bool = True
    won: int = 0
    pair: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    def as_json(self) -> JSON:
        """For journals and pages."""
        return {
            "n": self.n,
            "kind": self.kind,
            "seats": list(self.seats),
            "state": self.state,
            "second": self.second,
            "margin_us": self.margin_us,
            "bound_us": self.bound_us,
            "proof": self.proof,
            "certified": self.certified,
            "won": self.won,
            "pair": list(self.pair),
            "marks": [m.as_json() for m in self.marks],
        }


@dataclass(frozen=True, slots=True)
class FalseSlap:
    """One false slap, for the screens. ``cards``: the played cards that were on top."""

    n: int
    t_us: int
    seat: int
    reason: str
    cards: tuple[str, ...]
    paid: int
    lost_right: bool = False

    @property
    def gone_us(self) -> int:
        """When it leaves the screens."""
        return self.t_us + FALSE_ON_VIEW_US


@dataclass(slots=True)
class Verdicts:
    """Follows the steps of one game."""

    seats: list[SeatScore]
    current: Verdict | None = None
    falses: list[FalseSlap] = field(default_factory=list)
    ties: int = 0
    cards_played: int = 0
    _shown_us: int | None = None
    _top: tuple[str, ...] = ()
    _first: Claim | None = None
    _count: int = 0

    def follow(self, step: Step) -> list[Verdict]:
        """Take one step. The verdicts that became final with it."""
        final: list[Verdict] = []
        claims = {e.n: e for e in step.entries}
        for e in step.entries:
            if e.act.kind == "slap" and e.act.seat is not None:
                self.seats[e.act.seat].slaps += 1
        for o in step.outcomes:
            self._outcome(o, step, claims, final)
        return final

    def recent_falses(self, now_us: int) -> list[FalseSlap]:
        """Those that are still to be seen at ``now_us``."""
        self.falses = [f for f in self.falses if now_us < f.gone_us]
        return self.falses

    def changes_us(self, now_us: int) -> int | None:
        """When the next false slap leaves the screens."""
        return min((f.gone_us for f in self.recent_falses(now_us)), default=None)

    def _outcome(self, o: Outcome, step: Step, entries: dict[int, Entry], final: list[Verdict]) -> None:
        if o.kind == "landed":
            self.cards_played += 1
            self._shown_us = step.t_us
            self._top = (*self._top, *o.cards)[-2:]
        elif o.kind == "accepted":
            self._accepted(o, entries)
        elif o.kind == "slower" and self.current is not None and o.ref in entries:
            self._slower(entries[o.ref])
        elif o.kind == "false":
            self._false(o, step, entries)
        elif o.kind == "lost_right" and self.falses:
            self.falses[-1] = replace(self.falses[-1], lost_right=True)
        elif o.kind == "collected":
            self._collected(o, final)

    def _accepted(self, o: Outcome, entries: dict[int, Entry]) -> None:
        first = [e for e in entries.values() if e.act.kind == "slap" and e.act.seat in o.seats]
        marks = tuple(m for e in first for m in mark(e, self._shown_us, "first"))
        self._count += 1
        self._first = first[0].claim if first else None
        self.current = Verdict(
            self._count,
            "first" if len(o.seats) == 1 else "tie",
            o.seats,
            certified=all(e.claim is None or e.claim.certified for e in first),
            pair=self._top,
            marks=marks,
        )
        if len(o.seats) > 1:
            self.ties += 1
        for m in marks:
            self.seats[m.seat].wins += 1
            best = self.seats[m.seat].best_us
            if m.t_us is not None and m.t_us > 0 and (best is None or m.t_us < best):
                self.seats[m.seat].best_us = m.t_us

    def _slower(self, entry: Entry) -> None:
        verdict = self.current
        if verdict is None or entry.claim is None or verdict.state == "final":
            return
        marks = verdict.marks + mark(entry, self._shown_us, "slower")
        if verdict.second is None and verdict.kind == "first" and self._first is not None:
            distance = gap(self._first, entry.claim)
            verdict = replace(
                verdict,
                second=entry.act.seat,
                margin_us=distance.us,
                bound_us=distance.bound_us,
                proof=distance.proof,
                certified=verdict.certified and entry.claim.certified,
            )
        self.current = replace(verdict, marks=marks)

    def _false(self, o: Outcome, step: Step, entries: dict[int, Entry]) -> None:
        seat = o.seats[0]
        self.seats[seat].falses += 1
        n = o.ref if o.ref is not None else 0
        self.falses.append(FalseSlap(n, step.t_us, seat, o.reason, self._top, len(o.cards)))
        if self.current is not None and self.current.state == "leading" and n in entries:
            self.current = replace(
                self.current, marks=self.current.marks + mark(entries[n], self._shown_us, "false")
            )

    def _collected(self, o: Outcome, final: list[Verdict]) -> None:
        if o.reason in ("slap", "tie") and self.current is not None and self.current.state == "leading":
            self.current = replace(self.current, state="final", won=len(o.cards))
            final.append(self.current)
        elif o.reason == "challenge":
            self._count += 1
            self.current = Verdict(self._count, "challenge", o.seats, state="final", won=len(o.cards))
            final.append(self.current)
        self._top = ()
        self._shown_us = None
        self._first = None
