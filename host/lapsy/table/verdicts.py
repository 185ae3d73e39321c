"""Verdicts: who was first, by how much, how sure; and what each seat has done so far.

The rules say which slaps counted (outcomes); the claims say how far apart they were. A verdict is *leading* while slower
hands may still be measured against it and *final* when its window has closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lapsy.games.play import JSON, Outcome
from lapsy.table.judge import Entry, Step
from lapsy.table.score import Mark, SeatScore, mark
from lapsy.timing.claim import Span
from lapsy.timing.gap import gap

#: Why a slap that was meant did not count, so that its seat must be told.
MEANT = frozenset({"head_first", "dead_button", "banned"})

#: False slaps stay on view this long.
FALSE_ON_VIEW_US = 4_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """``kind``: first, tie, challenge, or last (in reverse: who takes the pile). ``margin_us`` ± ``bound_us``: from the
    first hand to ``second``'s."""

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
    """One false slap, for the screens; or one that the rules refused although it was meant (``refused``): the own head was
    forgotten, the seat is banned. ``cards``: the played cards that were on top. ``to``: where the ``paid`` cards
    went: the pile, the other seats, or to the slapper itself (in reverse)."""

    n: int
    t_us: int
    seat: int
    reason: str
    cards: tuple[str, ...]
    paid: int
    to: str = "pile"
    refused: bool = False
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
    _painted: tuple[int, Span] | None = None  # the newest card that a page painted, by its flip
    _count: int = 0
    _hands: dict[int, Entry] = field(default_factory=dict)  # true slaps of the open race by seat, in order
    _marks: tuple[Mark, ...] = ()  # false slaps of the open race

    def follow(self, step: Step) -> list[Verdict]:
        """Take one step. The verdicts that became final with it."""
        entries = {e.n: e for e in step.entries}
        for e in step.entries:
            if e.act.kind == "slap" and e.act.seat is not None:
                self.seats[e.act.seat].slaps += 1
        final: list[Verdict] = []
        for o in step.outcomes:
            if o.kind == "landed":
                self.cards_played += 1
                self._shown_us = step.t_us
                self._marks = ()
            elif o.kind in ("accepted", "slower") and o.ref in entries:
                self._hands.setdefault(o.seats[0], entries[o.ref])
            elif o.kind == "void":  # whoever slaps again does so on a card that has lain there for long
                self._shown_us = None
            elif o.kind == "removed":
                self._hands.pop(o.seats[0], None)
            elif o.kind == "refused" and o.reason in MEANT:
                self.falses.append(
                    FalseSlap(o.ref or 0, step.t_us, o.seats[0], o.reason, step.top, 0, refused=True)
                )
            elif o.kind == "false":
                self._false(o, step, entries)
            elif o.kind == "lost_right" and self.falses:
                self.falses[-1] = replace(self.falses[-1], lost_right=True)
            elif o.kind == "collected":
                final += self._collected(o)
        self._lead(step)
        return final

    def painted(self, of: int, span: Span) -> None:
        """See ``Score.painted``."""
        self._painted = (of, span)

    def recent_falses(self, now_us: int) -> list[FalseSlap]:
        """Those that are still to be seen at ``now_us``."""
        self.falses = [f for f in self.falses if now_us < f.gone_us]
        return self.falses

    def changes_us(self, now_us: int) -> int | None:
        """When the next false slap leaves the screens."""
        return min((f.gone_us for f in self.recent_falses(now_us)), default=None)

    @property
    def _open(self) -> Verdict | None:
        return self.current if self.current is not None and self.current.state == "leading" else None

    def _lead(self, step: Step) -> None:
        """The open verdict, anew from the hands that lead now: more may come, or the referee may void one."""
        if not step.leading:
            if self._open is not None:  # the slap was voided
                self.current = None
                self._hands.clear()
                self._marks = ()
                if any(o.kind == "given_back" for o in step.outcomes):
                    self._shown_us = None  # the card that made the pair went back too
            return
        verdict = self._open
        if verdict is None:
            self._count += 1
            verdict = Verdict(self._count, "first", (), pair=step.top)
        first = [self._hands[seat] for seat in step.leading if seat in self._hands]
        slower = [entry for seat, entry in self._hands.items() if seat not in step.leading]
        if step.reverse:  # being late is no merit: nobody's hand is marked as the first
            first, slower = [], list(self._hands.values())
        marks = [m for e in first for m in mark(e, self._shown_us, "first")]
        marks += [m for e in slower for m in mark(e, self._shown_us, "slower")]
        told = first + slower[:1] if len(first) == 1 else first
        verdict = replace(
            verdict,
            kind="last" if step.reverse else "first" if len(step.leading) == 1 else "tie",
            seats=step.leading,
            second=None,
            margin_us=None,
            bound_us=None,
            proof=None,
            certified=all(e.claim is None or e.claim.certified for e in (slower if step.reverse else told)),
            marks=(*marks, *self._marks),
        )
        if len(told) == 2 and len(first) == 1 and told[0].claim is not None and told[1].claim is not None:
            distance = gap(told[0].claim, told[1].claim)
            verdict = replace(
                verdict,
                second=told[1].act.seat,
                margin_us=distance.us,
                bound_us=distance.bound_us,
                proof=distance.proof,
            )
        self.current = verdict

    def _false(self, o: Outcome, step: Step, entries: dict[int, Entry]) -> None:
        seat = o.seats[0]
        self.seats[seat].falses += 1
        n = o.ref if o.ref is not None else 0
        to = "pile" if None in o.to or not o.to else "self" if set(o.to) == {seat} else "seats"
        self.falses.append(FalseSlap(n, step.t_us, seat, o.reason, step.top, len(o.cards), to))
        if n in entries:
            self._marks += mark(entries[n], self._shown_us, "false")

    def _collected(self, o: Outcome) -> list[Verdict]:
        """The pile has moved: the open verdict is final, or a challenge has won."""
        verdict = self._open
        if o.reason in ("slap", "tie", "last") and verdict is not None:
            self.current = replace(verdict, state="final", won=len(o.cards))
            self.ties += o.reason == "tie"
            for m in verdict.marks:
                if m.kind == "first":
                    self._won(m)
        elif o.reason == "challenge":
            self._count += 1
            self.current = Verdict(self._count, "challenge", o.seats, state="final", won=len(o.cards))
        decided = self.current if o.reason != "left_over" else None
        self._shown_us = None
        self._hands.clear()
        self._marks = ()
        return [decided] if decided is not None else []

    def _won(self, hand: Mark) -> None:
        seat = self.seats[hand.seat]
        seat.wins += 1
        if hand.t_us is not None and hand.t_us > 0 and (seat.best_us is None or hand.t_us < seat.best_us):
            seat.best_us = hand.t_us
