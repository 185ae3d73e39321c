"""A state being changed: the few movements of cards that every rule is made of, and what is said about them.

One draft lives for one bundle; ``freeze`` gives the next state.
"""

from __future__ import annotations

from lapsy.games.lapsy.situation import whole_hand
from lapsy.games.lapsy.state import Air, Laid, Payment, State, Window
from lapsy.games.play import Input, Outcome
from lapsy.games.seats import refused

#: Makes a named tuple without a call in between.
_made = tuple.__new__


class Draft:
    """A mutable copy of ``state``, the bundle's time and the outcomes so far. It has the names of the state's fields."""

    __slots__ = (*State._fields, "changed", "outcomes", "t_us")

    def __init__(self, state: State, t_us: int) -> None:
        (
            self.rules,
            self.packs,
            self.dealer,
            hands,
            self.out,
            self.banned,
            self.pile,
            self.penalty,
            self.turn,
            self.challenge,
            self.air,
            self.window,
            self.slaps,
            self.refs,
            self.payments,
            self.winners,
            self.heads,
            self.latest,
            self.emptied,
            self.finished,
            self.laid,
            self.until_us,
            self.last_pile,
        ) = state
        self.hands = list(hands)
        self.t_us = t_us
        self.outcomes: list[Outcome] = []
        self.changed = False

    def freeze(self) -> State:
        """The state that the draft has become."""
        return _made(
            State,
            (
                self.rules,
                self.packs,
                self.dealer,
                tuple(self.hands),
                self.out,
                self.banned,
                self.pile,
                self.penalty,
                self.turn,
                self.challenge,
                self.air,
                self.window,
                self.slaps,
                self.refs,
                self.payments,
                self.winners,
                self.heads,
                self.latest,
                self.emptied,
                self.finished,
                self.laid,
                self.until_us,
                self.last_pile,
            ),
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
        self.outcomes.append(_made(Outcome, (kind, ref, seats, cards, to, reason)))

    def refuse(self, given: Input, reason: str) -> None:
        """Says that the input changes nothing, and why."""
        self.outcomes.append(refused(given, reason, len(self.hands)))

    # What moves

    def take_top(self, seat: int) -> str:
        """Takes the top card from a hand; a card of the same seat in the air stays aimed at its old
        neighbours.
        """
        hand = self.hands[seat]
        self.hands[seat] = hand[1:]
        air = self.air
        if air is not None and air.seat == seat:
            if air.place:
                self.air = Air(seat, air.card, air.place - 1)
        elif len(hand) == 1:
            self.note_empty(seat)
        return hand[0]

    def note_empty(self, seat: int) -> None:
        """The hand has just emptied; in reverse the order counts (LS-57)."""
        if self.rules.aim.reverse:
            self.emptied = (*(other for other in self.emptied if other != seat), seat)

    def put_under(self, card: str, seat: int) -> None:
        """Lays a card at the very bottom of the pile, below earlier ones; it is a penalty card (LS-15)."""
        self.pile = (Laid(card, seat),) + self.pile  # noqa: RUF005 - without a list in between
        self.penalty += 1

    def pay_under(self, seat: int) -> str:
        """Pays the top card under the pile and notes how things stood before, for an objection (LS-25)."""
        played = len(self.pile) - self.penalty
        hand = whole_hand(self, seat)
        card = self.take_top(seat)
        self.put_under(card, seat)
        window = None if self.slaps else self.window  # what slaps opened goes with them
        paid = Payment(seat, self.penalty, played, hand, self.turn, self.challenge, window)
        self.payments += (paid,)
        return card

    def return_air(self) -> None:
        """A card in the air goes back to where it was (LS-31)."""
        air = self.air
        if air is not None:
            self.hands[air.seat] = whole_hand(self, air.seat)
            self.air = None
            self.say("returned", seats=(air.seat,), cards=(air.card,), to=(air.seat,))

    # What else changes

    def open_window(self, kind: str) -> bool:
        """Opens a window now, unless one of this kind is open already. True when it is new."""
        if self.window is not None and self.window.kind == kind:
            return False
        self.return_air()
        self.window = Window(kind, self.t_us)
        return True

    def put_out(self, seat: int) -> None:
        """The seat is out for good, or finished: no press of it counts any more."""
        self.heads = tuple([head for head in self.heads if head[0] != seat])
        self.out = (*self.out[:seat], True, *self.out[seat + 1 :])

    def ban(self, seat: int) -> None:
        """The seat may not slap for a while."""
        self.banned = (*self.banned[:seat], True, *self.banned[seat + 1 :])

    def lift_bans(self) -> None:
        """Everybody may slap again."""
        self.banned = (False,) * len(self.hands)
