"""How cards come to the pile in Läpsy: flips, early ones held, choices among the last three, the dealer's pace."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.play import Input, Outcome
from lapsy.table.controls.plain import Plain
from lapsy.table.judge import Act, Judge, Pacing
from lapsy.timing.sequencer import Pending


class Dealing(Plain):
    """Inputs beyond the rules' own: ``choose`` (a position among the last cards), ``dealer`` (its next card), ``held`` (an
    early flip whose time has come). ``air``: the number of the flip whose card has its face out and has not landed."""

    def __init__(self, judge: Judge, pacing: Pacing, seed: bytes) -> None:
        super().__init__(judge)
        self.pacing = pacing
        self.air: int | None = None
        self._seed = seed
        self._tick: int | None = None  # number of the dealer's next card
        self._ticks = 0
        self._held: dict[int, tuple[str | None, int | None]] = {}  # seat -> (card, number once it has a time)
        self._chosen: dict[int, str] = {}  # seat -> the card it lays next
        self._top_us: int | None = None  # when the newest card was shown, or the pile went
        self._rest_us = 0  # what the dealer adds to the pace of the next card
        self._shown: int | None = None  # number of the flip whose card was given its moment last

    @property
    def unshown(self) -> int | None:
        """The flip in the air, while its card has no moment yet."""
        return None if self.air == self._shown else self.air

    def chosen(self, seat: int) -> int | None:
        """The position in the hand of the card that the seat has chosen to lay next."""
        card = self._chosen.get(seat)
        hand = self._hand(seat) if card is not None else ()
        return hand.index(card) + 1 if card in hand else None

    def has_chosen(self, seat: int) -> bool:
        """What everybody may see of that: not which card, nor whether a penalty has moved it out of reach since then."""
        return seat in self._chosen and bool(self._hand(seat))

    def put(self, act: Act) -> None:
        """A card was given its moment."""
        if act.kind == "shown":
            self._shown = act.of

    def become(self, p: Pending[Act], t_us: int, not_after: tuple[int, ...]) -> Input | Outcome | None:
        """A flip, now or later; the rest as it is."""
        act, seat = p.payload, p.payload.seat
        if act.kind == "dealer":
            self._tick = None
            turn = self.judge.view["turn"]
            return None if turn is None else Input(p.n, "flip", turn, self._take_choice(turn))
        if act.kind == "shown" and act.of not in (None, self.air):
            return Outcome("ignored", p.n, reason="card_gone")  # it went back to its hand meanwhile
        if seat is None or act.kind not in ("flip", "choose", "held"):
            return Input(p.n, act.kind, seat, not_after=not_after)
        if act.kind == "held":
            card, _ = self._held.pop(seat)
            return Input(p.n, "flip", seat, card if card in self._hand(seat) else None)
        card = self._card_at(seat, act.choose)
        if act.kind == "choose" and card is None:
            return Outcome("ignored", p.n, (seat,), reason="not_choosable")
        if act.kind == "choose" and self.pacing.flip == "auto":
            self._chosen[seat] = card or ""
            return Outcome("chosen", p.n, (seat,))
        if self.pacing.flip == "auto":
            return Outcome("ignored", p.n, (seat,), reason="dealer_flips")
        if self.air is not None or (
            self._top_us is not None and t_us < self._top_us + self.pacing.display_us
        ):
            return self._hold(p.n, seat, card)
        return Input(p.n, "flip", seat, card, not_after=not_after)

    def note(self, outcome: Outcome, t_us: int) -> list[Outcome]:
        """What it means for the next card."""
        kind = outcome.kind
        if kind == "air":
            self.air = outcome.ref
            self._rest_us = 0
        elif kind in ("landed", "collected", "lapsed"):
            self._top_us = t_us
        if kind == "collected":
            self._rest_us = self.pacing.verdict_us
        return self._drop_held() if kind in ("accepted", "collected", "over") else []

    def begin_anew(self, t_us: int) -> list[Outcome]:
        """What lies on the pile counts as new from now on, so that everybody can press again."""
        dropped = self._drop_held()
        self._no_tick()
        if self._top_us is not None:
            self._top_us = t_us
        return dropped

    def take_back(self, t_us: int) -> None:
        """No card is in the air, none is chosen; the card on top has come just now."""
        self.begin_anew(t_us)
        self.air = self._shown = None
        self._chosen.clear()
        self._rest_us = 0

    def follow(self, t_us: int) -> None:
        """Held flips get their time, and the dealer's next card too."""
        judge = self.judge
        if self.air is not None and judge.view["pile"]["air"] is None:
            self.air = None
        if self._held and self.air is None:
            due_us = max(t_us, (self._top_us or t_us) + self.pacing.display_us)
            for seat, (card, n) in self._held.items():
                if n is None:
                    self._held[seat] = (card, judge.due(Act("held", seat), due_us))
        if self.pacing.flip != "auto":
            return
        over = judge.is_over
        ready = not over and self.air is None and judge.view["turn"] is not None
        if not ready:
            self._no_tick()
        elif self._tick is None:
            self._ticks += 1
            base_us = max(t_us, self._top_us or t_us) + self._rest_us
            due_us = base_us + self.pacing.next_card_us(self._seed, self._ticks)
            self._tick = judge.due(Act("dealer"), due_us)

    def _hand(self, seat: int) -> Sequence[str]:
        """The last cards that the seat may choose among; none while it may not (LA-42)."""
        hand: Sequence[str] = self.judge.game.view(self.judge.state, seat).get("hand", ())
        return hand

    def _card_at(self, seat: int, position: int | str | None) -> str | None:
        """The card meant by a position: from then on the card counts, not its place, which a penalty would move."""
        hand = self._hand(seat) if isinstance(position, int) else ()
        return hand[position - 1] if isinstance(position, int) and 1 <= position <= len(hand) else None

    def _take_choice(self, seat: int) -> str | None:
        """The card chosen for the seat's next turn, if it is still there to be chosen."""
        card = self._chosen.pop(seat, None)
        return card if card is not None and card in self._hand(seat) else None

    def _hold(self, n: int, seat: int, card: str | None) -> Outcome:
        """An early flip waits until the newest card has had its time; one a seat (design §5, LS-03)."""
        if seat in self._held:
            return Outcome("ignored", n, (seat,), reason="already_held")
        self._held[seat] = (card, None)
        return Outcome("held", n, (seat,))

    def _drop_held(self) -> list[Outcome]:
        dropped = [Outcome("dropped", n, (seat,)) for seat, (_, n) in sorted(self._held.items())]
        for _, n in self._held.values():
            if n is not None:
                self.judge.discard(n)
        self._held.clear()
        return dropped

    def _no_tick(self) -> None:
        if self._tick is not None:
            self.judge.discard(self._tick)
            self._tick = None
