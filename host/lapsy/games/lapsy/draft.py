"""A state being changed: the few movements of cards and the questions that every rule is made of.

One draft lives for one bundle; ``freeze`` gives the next state.
"""

from __future__ import annotations

from dataclasses import replace

from lapsy.cards import rank
from lapsy.games.lapsy.conditions import DEPTH
from lapsy.games.lapsy.rules import rules_for
from lapsy.games.lapsy.state import Air, Laid, Payment, State, Window
from lapsy.games.play import Input, Outcome


class Draft:
    """A mutable copy of ``state``, the rules in force, the bundle's time and the outcomes so far."""

    __slots__ = (
        "air",
        "banned",
        "challenge",
        "changed",
        "dealer",
        "hands",
        "n",
        "options",
        "out",
        "outcomes",
        "payments",
        "penalty",
        "pile",
        "refs",
        "rules",
        "slaps",
        "t_us",
        "turn",
        "window",
        "winner",
    )

    def __init__(self, state: State, t_us: int) -> None:
        self.options = state.options
        self.rules = rules_for(state.options)
        self.t_us = t_us
        self.dealer = state.dealer
        self.n = len(state.hands)
        self.hands = list(state.hands)
        self.out = list(state.out)
        self.banned = list(state.banned)
        self.pile = state.pile
        self.penalty = state.penalty
        self.turn = state.turn
        self.challenge = state.challenge
        self.air = state.air
        self.window = state.window
        self.slaps = state.slaps
        self.refs = state.refs
        self.payments = state.payments
        self.winner = state.winner
        self.outcomes: list[Outcome] = []
        self.changed = False

    def freeze(self) -> State:
        """The state that the draft has become."""
        return State(
            self.options,
            self.dealer,
            tuple(self.hands),
            tuple(self.out),
            tuple(self.banned),
            self.pile,
            self.penalty,
            self.turn,
            self.challenge,
            self.air,
            self.window,
            self.slaps,
            self.refs,
            self.payments,
            self.winner,
        )

    # What is said

    def say(
        self,
        kind: str,
        ref: int | None = None,
        seats: tuple[int, ...] = (),
        cards: tuple[str, ...] = (),
        to: tuple[int | None, ...] = (),
        reason: str = "",
    ) -> None:
        """Adds one outcome of something that happened."""
        self.changed = True
        self.outcomes.append(Outcome(kind, ref, seats, cards, to, reason))

    def refuse(self, given: Input, reason: str) -> None:
        """Says that the input changes nothing, and why."""
        seats = () if given.seat is None else (given.seat,)
        self.outcomes.append(Outcome("refused", given.ref, seats, reason=reason))

    # What is asked

    def tops(self) -> list[str]:
        """Ranks of the topmost played cards, newest first, as many as conditions look at."""
        played = self.pile[max(self.penalty, len(self.pile) - DEPTH) :]
        return [rank(laid.card) for laid in reversed(played)]

    def live(self) -> bool:
        """True when the slap condition holds now."""
        return self.rules.slappable(self.tops())

    def holds(self, seat: int) -> bool:
        """True when the seat has cards; its card in the air is one of them until it lands."""
        return bool(self.hands[seat]) or (self.air is not None and self.air.seat == seat)

    def clockwise(self, first: int) -> list[int]:
        """All seats, clockwise, beginning with this one."""
        return [(first + step) % self.n for step in range(self.n)]

    def anchor(self) -> int:
        """The last card's player; before the first card of a pile, whoever would lay it. Splits and payments
        begin here.
        """
        if len(self.pile) > self.penalty:
            seat = self.pile[-1].seat
            if seat is not None:
                return seat
        return self.turn

    # What moves

    def take_top(self, seat: int) -> str:
        """Takes the top card from a hand; a card of the same seat in the air stays aimed at its old
        neighbours.
        """
        card, *rest = self.hands[seat]
        self.hands[seat] = tuple(rest)
        air = self.air
        if air is not None and air.seat == seat and air.place:
            self.air = Air(seat, air.card, air.place - 1)
        return card

    def put_under(self, cards: tuple[str, ...], seat: int) -> None:
        """Lays cards at the very bottom of the pile one by one, the last the lowest; they are penalty cards
        (LS-15).
        """
        self.pile = tuple(Laid(card, seat) for card in reversed(cards)) + self.pile
        self.penalty += len(cards)
        if self.payments:
            self.payments = tuple(replace(p, depth=p.depth + len(cards)) for p in self.payments)

    def pay_under(self, seat: int) -> str:
        """Pays the top card under the pile and notes how things stood before, for an objection (LS-25)."""
        played = len(self.pile) - self.penalty
        before = Payment(seat, 0, played, self.whole_hand(seat), self.turn, self.challenge, self.window)
        card = self.take_top(seat)
        self.put_under((card,), seat)
        self.payments += (before,)
        return card

    def whole_hand(self, seat: int) -> tuple[str, ...]:
        """The hand as it is when a card of this seat in the air is back in its place."""
        hand, air = self.hands[seat], self.air
        if air is None or air.seat != seat:
            return hand
        return (*hand[: air.place], air.card, *hand[air.place :])

    def return_air(self) -> None:
        """A card in the air goes back to where it was (LS-31)."""
        air = self.air
        if air is not None:
            self.hands[air.seat] = self.whole_hand(air.seat)
            self.air = None
            self.say("returned", seats=(air.seat,), cards=(air.card,), to=(air.seat,))

    def open_window(self, kind: str) -> bool:
        """Opens a window now, unless one of this kind is open already. True when it is new."""
        if self.window is not None and self.window.kind == kind:
            return False
        self.return_air()
        self.window = Window(kind, self.t_us)
        return True
