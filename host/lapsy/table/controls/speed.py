"""The seven controls of a player of Speed: five stock buttons and two pads (SP-15, SP-19, SP-21, SP-26, SP-31).

A stock button takes its open card up, or lays what is up into its own empty place; a pad touches its pile with that card.
With an empty hand a pad calls spit, and grabs its pile when the round is over. The press of the pad is the race.
"""

from __future__ import annotations

from lapsy.games.play import Input, Outcome
from lapsy.games.speed.state import PILES
from lapsy.table.controls.plain import Plain, disqualified, given
from lapsy.table.judge import Act, Judge
from lapsy.timing.sequencer import Pending

PADS = dict(zip(("left", "right"), PILES, strict=True))
STOCK = "stock"


class Hands(Plain):
    """``up``: by seat, the number of the stock pile whose card is taken up."""

    def __init__(self, judge: Judge) -> None:
        super().__init__(judge)
        self.up: dict[int, int] = {}

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:  # noqa: ARG002
        """What the hand does."""
        act, seat = p.payload, p.payload.seat
        if seat is None:
            return None if act.kind == "void" else given(p)  # nothing is ever undecided here
        if act.kind in PADS:
            place = self.up.pop(seat, None)
            if place is not None:
                return Input(p.n, "play", seat, place, not_after=not_after, to=PADS[act.kind])
            if self.judge.state.phase in ("ready", "play"):
                return Input(p.n, "spit", seat, not_after=not_after)
            return Input(p.n, "slap", seat, not_after=not_after, to=PADS[act.kind])
        if act.kind.startswith(STOCK):
            return self._stock(p, seat, int(act.kind.removeprefix(STOCK)), not_after)
        return disqualified(p) or given(p, not_after)

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """A new deal empties the hands."""
        if outcome.kind in ("dealt", "over"):
            self.up.clear()
        return []

    def begin_anew(self, t_us: int) -> list[Outcome]:  # noqa: ARG002
        """Nobody knows what the hands have done meanwhile: whatever was taken up is back."""
        self.up.clear()
        return []

    def _stock(self, p: Pending[Act], seat: int, place: int, not_after: tuple[int, ...]) -> Input | Outcome:
        cards = self.judge.state.stocks[seat][place - 1]
        before = self.up.get(seat)
        if not cards and before is not None:
            del self.up[seat]
            return Input(p.n, "move", seat, before, not_after=not_after, to=place)
        if not cards:
            return Outcome("refused", p.n, (seat,), reason="empty_place")
        if before == place:
            del self.up[seat]
            return Outcome("put_down", p.n, (seat,), cards[-1:])
        self.up[seat] = place
        return Outcome("taken_up", p.n, (seat,), cards[-1:])
