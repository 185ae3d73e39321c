"""Verdicts: who was first, by how much, how sure; and what each seat has done so far.

The rules say which slaps counted (outcomes); the claims say how far apart they were. A verdict is *leading* while slower
hands may still be measured against it and *final* when its window has closed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace

from lapsy.games.play import JSON, Outcome
from lapsy.table.judge import Entry, Step
from lapsy.table.policy import USUAL, Policy
from lapsy.table.score import Mark, SeatScore, Shown, marks
from lapsy.timing.claim import Span
from lapsy.timing.gap import Gap, gap

#: Why a slap that was meant did not count, so that its seat must be told.
MEANT = frozenset({"head_first", "dead_button", "banned"})

#: False slaps stay on view this long.
FALSE_ON_VIEW_US = 4_000_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """``kind``: first, tie, challenge, last (in reverse: who takes the pile), or again (too close to call: nobody has it,
    slap again). ``margin_us`` ± ``bound_us``: from the first hand to ``second``'s, by ``way``. ``proof``: gap, capture,
    or likely when the nearest value decides. ``shown``: when the card on top became visible; None after a race that was
    void."""

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
    way: str | None = None
    shown: Shown | None = None
    policy: Policy = USUAL

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
            "way": self.way,
            "certified": self.certified,
            "won": self.won,
            "pair": list(self.pair),
            "marks": [m.as_json() for m in self.marks],
            "shown": None if self.shown is None else self.shown.as_json(),
            "policy": asdict(self.policy),
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
    policy: Policy = USUAL
    current: Verdict | None = None
    falses: list[FalseSlap] = field(default_factory=list)
    ties: int = 0
    cards_played: int = 0
    once_more: bool = (
        False  # the race was too close to call, and nobody has slapped or covered the pair since
    )
    _shown: Shown | None = None
    _painted: tuple[int, Span] | None = None  # the newest card that a page painted, by its flip
    _count: int = 0
    _hands: dict[int, Entry] = field(default_factory=dict)  # true slaps of the open race by seat, in order
    _false_hands: list[Entry] = field(default_factory=list)  # false slaps of the open race

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
                self.once_more = False
                self._shown = next((Shown.of(e) for e in step.entries if e.act.kind == "shown"), None)
                self._false_hands.clear()
            elif o.kind in ("accepted", "slower") and o.ref in entries:
                self.once_more = False
                self._hands.setdefault(o.seats[0], entries[o.ref])
            elif o.kind == "void":  # whoever slaps again does so on a card that has lain there for long
                self._shown = None
            elif o.kind == "again":
                final += self._again(o)
            elif o.kind == "removed":
                self._hands.pop(o.seats[0], None)
            elif o.kind == "forgiven" or (o.kind == "refused" and o.reason in MEANT):
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

    @property
    def _seen(self) -> Shown | None:
        """When the newest card became visible, with what a page said of it."""
        shown, painted = self._shown, self._painted
        if shown is None or painted is None or painted[0] != shown.moment.of:
            return shown
        return replace(shown, painted=painted[1])

    def _lead(self, step: Step) -> None:
        """The open verdict, anew from the hands that lead now: more may come, or the referee may void one."""
        if not step.leading:
            if self._open is not None:  # the slap was voided
                self.current = None
                self._clear()
                if any(o.kind == "given_back" for o in step.outcomes):
                    self._shown = None  # the card that made the pair went back too
            return
        verdict = self._open
        if verdict is None:
            self._count += 1
            verdict = Verdict(self._count, "first", (), pair=step.top, policy=self.policy)
        leading = step.likely or step.leading
        first = [self._hands[seat] for seat in leading if seat in self._hands]
        slower = [entry for seat, entry in self._hands.items() if seat not in leading]
        if step.reverse:  # being late is no merit: nobody's hand is marked as the first
            first, slower = [], list(self._hands.values())
        beside = [e for e in slower if e.act.seat in step.leading] or slower
        second, distance = _next_hand(first[0], beside) if len(first) == 1 else (None, None)
        told = [*first, *([second] if second is not None else [])]
        proof = distance.proof if distance is not None else None
        self.current = replace(
            verdict,
            kind="last" if step.reverse else "first" if len(leading) == 1 else "tie",
            seats=leading,
            second=second.act.seat if second is not None else None,
            margin_us=distance.us if distance is not None else None,
            bound_us=distance.bound_us if distance is not None else None,
            proof="likely" if step.likely else proof,
            way=distance.way if distance is not None else None,
            certified=not step.likely
            and all(e.claim is None or e.claim.certified for e in (slower if step.reverse else told)),
            marks=marks(
                [("first", first), ("slower", slower), ("false", self._false_hands)], shown=self._shown
            ),
            shown=self._seen,
        )

    def _again(self, o: Outcome) -> list[Verdict]:
        """Nobody has it: it is slapped again."""
        verdict = self._open
        if verdict is None:
            return []
        self.current = replace(verdict, kind="again", state="final", seats=o.seats)
        self.once_more = True
        self._clear()
        return [self.current]

    def _clear(self) -> None:
        self._hands.clear()
        self._false_hands.clear()

    def _false(self, o: Outcome, step: Step, entries: dict[int, Entry]) -> None:
        seat = o.seats[0]
        self.seats[seat].falses += 1
        n = o.ref if o.ref is not None else 0
        to = "pile" if None in o.to or not o.to else "self" if set(o.to) == {seat} else "seats"
        self.falses.append(FalseSlap(n, step.t_us, seat, o.reason, step.top, len(o.cards), to))
        if n in entries:
            self._false_hands.append(entries[n])

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
            self.current = Verdict(
                self._count, "challenge", o.seats, state="final", won=len(o.cards), policy=self.policy
            )
        decided = self.current if o.reason != "left_over" else None
        self._shown = None
        self._clear()
        return [decided] if decided is not None else []

    def _won(self, hand: Mark) -> None:
        seat = self.seats[hand.seat]
        seat.wins += 1
        if hand.t_us is not None and hand.t_us > 0 and (seat.best_us is None or hand.t_us < seat.best_us):
            seat.best_us = hand.t_us


def _next_hand(first: Entry, others: list[Entry]) -> tuple[Entry | None, Gap | None]:
    """The hand that comes next after ``first`` among ``others``, and the gap to it: of those that none of them is proven to
    precede, the nearest."""
    if first.claim is None:
        return None, None
    hands = [(e.claim, e) for e in others if e.claim is not None]
    front = [(c, e) for c, e in hands if not any(gap(other, c).order > 0 for other, _ in hands)]
    gaps = [(gap(first.claim, c), e) for c, e in front or hands]
    if not gaps:
        return None, None
    distance, entry = min(gaps, key=lambda pair: _nearest(*pair))
    return entry, distance


def _nearest(distance: Gap, entry: Entry) -> tuple[bool, int, int, int]:
    return distance.us < 0, distance.us, distance.bound_us, entry.act.seat or 0
