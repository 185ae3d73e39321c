"""A judge with a position on the table and hands that press at exact times: no boards, no cables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lapsy.games import lapsy
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.judge import Act, Judge, Pacing, Step
from lapsy.table.policy import USUAL, Policy
from lapsy.table.score import SeatScore
from lapsy.table.verdicts import Verdict, Verdicts
from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Span
from lapsy.timing.watermark import Watermark

FOREVER = 1 << 60
BOUND_US = 5_000


@dataclass
class Bench:
    """``steps`` and ``final``: all that happened; times are microseconds of one axis, boards are exact but for ``bound``."""

    judge: Judge
    score: Verdicts
    steps: list[Step] = field(default_factory=list)
    final: list[Verdict] = field(default_factory=list)
    seq: int = 0

    @property
    def air(self) -> int | None:
        """The number of the flip whose card is in the air."""
        assert isinstance(self.judge.controls, Dealing)
        return self.judge.controls.air

    def press(
        self,
        seat: int,
        role: str,
        t_us: int,
        board: str = "a",
        source: str = "board",
        bound_us: int = BOUND_US,
        handicap_us: int = 0,
    ) -> int:
        """A press; its number."""
        self.seq += 1
        at_us, extra_us = t_us + handicap_us, SOURCE_BOUND_US[source]
        span = Span.at(at_us, bound_us + extra_us)
        n, fresh = self.judge.press(
            Claim(board, 1, self.seq, t_us, t_us, source, extra_us, span, at_us, handicap_us), Act(role, seat)
        )
        assert fresh
        return n

    def host(self, kind: str, t_us: int, seat: int | None = None, **more: Any) -> int:
        """Something the table stamps."""
        return self.judge.host(Act(kind, seat, **more), t_us)

    def show(self, t_us: int) -> None:
        """The card in the air counts as shown at ``t_us``."""
        assert self.air is not None
        self.host("shown", t_us, of=self.air)
        self.until(t_us)

    def until(self, t_us: int) -> list[Step]:
        """Everything up to ``t_us`` is known and judged; presses are passed with their bounds."""
        marks = [Watermark("host", 0, t_us, t_us)]
        marks += [Watermark(b, 1, t_us, t_us, 0) for b in ("a", "b", "c")]
        steps = self.judge.advance(marks)
        for step in steps:
            self.final += self.score.follow(step)
        self.steps += steps
        return steps

    def happened(self, *kinds: str) -> list[tuple[int, str, tuple[int, ...], str]]:
        """(time, kind, seats, reason) of these outcomes."""
        return [
            (step.t_us, o.kind, o.seats, o.reason)
            for step in self.steps
            for o in step.outcomes
            if o.kind in kinds
        ]


def bench(
    hands: Sequence[Sequence[str]],
    pile: Sequence[str] = (),
    turn: int | None = 0,
    pacing: Pacing | None = None,
    policy: Policy = USUAL,
    **more: Any,
) -> Bench:
    """A position of the Alga game; nothing has happened before 0."""
    state = lapsy.position(hands, pile=pile, turn=turn, **more)
    pacing = pacing or Pacing(flip="seat")
    judge = Judge(lapsy, state, lambda judge: Dealing(judge, pacing, bytes(32)), 0, policy)
    return Bench(judge, Verdicts([SeatScore() for _ in hands], policy))
