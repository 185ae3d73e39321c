"""What the scores of Speed, Kuoppa and Limppu share. It follows from the steps alone, so a replay gives the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lapsy.games.play import Outcome
from lapsy.table.judge import Entry, Step
from lapsy.table.policy import USUAL, Policy
from lapsy.table.score import SeatScore, marks
from lapsy.table.verdicts import Verdict
from lapsy.timing.claim import Span
from lapsy.timing.gap import gap

#: So many happenings stay on the pages.
NEWEST = 4

#: Hands further apart than this are no race.
RACE_US = 500_000


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that everybody has seen. ``kind``, ``seats``, ``cards``, ``reason``: of the outcome. ``to``: the pile.
    ``bad``: it was refused or cost something."""

    n: int
    kind: str
    seats: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    reason: str = ""
    to: str | None = None
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Why a seat's own act or press came to nothing; ``n`` grows."""

    n: int
    reason: str


@dataclass(slots=True)
class CardScore:
    """``happenings``: the newest, oldest first. ``counts``: by what and seat, of the whole game. ``told``: what single seats
    were told last."""

    seats: list[SeatScore]
    policy: Policy = USUAL
    current: Verdict | None = None
    happenings: list[Happening] = field(default_factory=list)
    counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    told: dict[int, Told] = field(default_factory=dict)
    _happened: int = 0
    _verdicts: int = 0

    def follow(self, step: Step) -> Sequence[Verdict]:
        """Take one step; what became final with it."""
        raise NotImplementedError

    def painted(self, of: int, span: Span) -> None:
        """No card is waited for."""

    def changes_us(self, now_us: int) -> int | None:  # noqa: ARG002 - what was told stays until something else is
        """Never by itself."""
        return None

    def count(self, what: str, seat: int, n: int = 1) -> None:
        """One more of these."""
        self.counts[what, seat] += n

    def happen(self, o: Outcome, *, to: str | None = None, bad: bool = False) -> None:
        """Everybody has seen this."""
        self._happened += 1
        new = Happening(self._happened, o.kind, o.seats, o.cards, o.reason, to, bad)
        self.happenings = [*self.happenings, new][-NEWEST:]

    def refuse(self, o: Outcome) -> None:
        """Its seat is told, and nobody else."""
        if not o.seats:
            return
        seat = o.seats[0]
        before = self.told.get(seat)
        self.told[seat] = Told(1 if before is None else before.n + 1, o.reason)

    def contest(
        self,
        first: Entry | None,
        second: Entry | None,
        *,
        tie: bool = False,
        won: int = 0,
        cards: tuple[str, ...] = (),
        same: bool = False,
    ) -> list[Verdict]:
        """A race that is decided: who was first, and who came next. ``same``: the race of the present verdict, about which
        more is known now."""
        if first is None or first.claim is None or first.act.seat is None:
            return []
        if not same or self.current is None:
            self._verdicts += 1
        rival = None if second is None else second.claim
        distance = None if rival is None else gap(first.claim, rival)
        hands = [first] if second is None else [first, second]
        kinds = [("first", hands)] if tie else [("first", [first]), ("slower", hands[1:])]
        seats = [first.act.seat]
        if tie and second is not None and second.act.seat is not None:
            seats.append(second.act.seat)
        proven = distance is not None and distance.order > 0 and not tie
        self.current = Verdict(
            self._verdicts,
            "tie" if tie else "first",
            tuple(sorted(seats)),
            "final",
            None if second is None or tie else second.act.seat,
            None if distance is None or tie else distance.us,
            None if distance is None or tie else distance.bound_us,
            distance.proof if distance is not None and proven else None,
            all(e.claim is None or e.claim.certified for e in hands),
            won,
            cards,
            marks(kinds, opened_us=first.claim.at_us),
            None if distance is None or tie else distance.way,
            policy=self.policy,
        )
        return [self.current]


def near(first: Entry, second: Entry) -> bool:
    """Both came from pads, and one soon after the other."""
    a, b = first.claim, second.claim
    return a is not None and b is not None and abs(b.at_us - a.at_us) < RACE_US
