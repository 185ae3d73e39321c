"""A pad in Kuoppa: it lays the cards that its player has set aside on the page, or passes."""

from __future__ import annotations

from lapsy.games.kuoppa.state import PLAY
from lapsy.games.play import Input, Outcome
from lapsy.table.controls.plain import Plain, disqualified, given
from lapsy.table.judge import Act, Judge
from lapsy.timing.sequencer import Pending


class Aside(Plain):
    """``aside``: by seat, the cards set aside and what they are said to count as. Only that seat may know."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.aside: dict[int, tuple[tuple[str, ...], str]] = {}

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:  # noqa: ARG002
        """A press becomes a play, a choice of the exchange, or a pass."""
        act, seat = p.payload, p.payload.seat
        if act.kind == "void":
            return None  # nothing is timed
        if seat is None or act.kind not in ("aside", "slap"):
            return disqualified(p) or given(p, not_after)
        if act.kind == "aside":
            hand = self.judge.state.hands[seat]
            if len(set(act.cards)) != len(act.cards) or not all(card in hand for card in act.cards):
                return Outcome("refused", p.n, (seat,), reason="not_your_card")
            if act.cards:
                self.aside[seat] = (act.cards, act.reading)
            else:
                self.aside.pop(seat, None)
            return Outcome("aside", p.n, (seat,))
        phase = self.judge.state.phase
        cards, reading = self.aside.get(seat, ((), ""))
        if cards:
            return Input(
                p.n, phase, seat, not_after=not_after, cards=cards, reading=reading if phase == PLAY else ""
            )
        return Input(p.n, "pass", seat, not_after=not_after)

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """What was set aside holds until its owner has laid something, or the cards have changed hands."""
        if outcome.kind in ("played", "gave", "committed", "picked", "took", "left"):
            self.aside.pop(outcome.seats[0], None)
        elif outcome.kind in ("dealt", "revealed", "over"):
            self.aside.clear()
        return []

    def take_back(self, t_us: int) -> None:  # noqa: ARG002
        """The hands are others."""
        self.aside.clear()
