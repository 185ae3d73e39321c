"""A state being changed: the few movements of cards that every rule is made of.

One draft lives for one bundle; ``freeze`` gives the next state.
"""

from __future__ import annotations

from lapsy.games.limppu.deck import KINGS, has_pair, size
from lapsy.games.limppu.scoring import limppu_holder, score
from lapsy.games.limppu.state import (
    DEFEND,
    LEAD,
    OVER,
    REFILL_ATTACKER,
    REFILL_DEFENDER,
    Ending,
    Held,
    Moment,
    State,
)
from lapsy.games.play import Input, Outcome
from lapsy.games.seats import refused

#: To so many cards a hand is filled, the limppu not counted (LI-27).
FULL = 5


class Draft:
    """A mutable copy of ``state``, the bundle's time and the outcomes so far."""

    __slots__ = (
        "challenged",
        "changed",
        "dealer",
        "ended_us",
        "ending",
        "game",
        "hands",
        "held",
        "idle",
        "leads",
        "lots",
        "n",
        "options",
        "out",
        "outcomes",
        "phase",
        "seed",
        "stock",
        "t_us",
        "table",
        "totals",
        "turn",
        "waiting",
    )

    def __init__(self, state: State, t_us: int) -> None:
        (
            self.options,
            self.seed,
            self.game,
            self.lots,
            self.dealer,
            hands,
            self.stock,
            self.out,
            self.table,
            self.phase,
            self.turn,
            self.totals,
            self.leads,
            self.idle,
            self.held,
            self.challenged,
            self.waiting,
            self.ending,
            self.ended_us,
        ) = state
        self.hands = list(hands)
        self.n = len(hands)
        self.t_us = t_us
        self.outcomes: list[Outcome] = []
        self.changed = False

    def freeze(self) -> State:
        """The state that the draft has become."""
        return State(
            self.options,
            self.seed,
            self.game,
            self.lots,
            self.dealer,
            tuple(self.hands),
            self.stock,
            self.out,
            self.table,
            self.phase,
            self.turn,
            self.totals,
            self.leads,
            self.idle,
            self.held,
            self.challenged,
            self.waiting,
            self.ending,
            self.ended_us,
        )

    # What is said

    def say(
        self,
        kind: str,
        ref: int | None = None,
        seats: tuple[int, ...] = (),
        cards: tuple[str, ...] = (),
        reason: str = "",
    ) -> None:
        """Adds one outcome of something that happened."""
        self.changed = True
        self.outcomes.append(Outcome(kind, ref, seats, cards, (), reason))

    def refuse(self, given: Input, reason: str) -> None:
        """Says that the input changes nothing, and why."""
        self.outcomes.append(refused(given, reason, self.n))

    # What is asked

    def right_of(self, seat: int) -> int:
        """The seat that this one plays to (LI-20, LI-21)."""
        return (seat - 1) % self.n

    def draw_owed(self) -> bool:
        """True when the seat on turn has to draw before anything else (LI-25, LI-27, LI-48)."""
        if self.turn is None or self.phase in (DEFEND, OVER):
            return False
        hand = self.hands[self.turn]
        if self.phase == LEAD:
            return self.idled() or not has_pair(hand)
        return size(hand) < FULL

    def idled(self) -> bool:
        """True when so many attacks have passed idly that the leader has to draw one card (LI-48)."""
        limit = self.options.idle_rounds * self.n
        return 0 < limit <= self.idle

    def moment(self) -> Moment:
        """Where every card is now."""
        return Moment(tuple(self.hands), self.stock, self.out, self.table)

    # What moves

    def take_from_hand(self, seat: int, cards: tuple[str, ...]) -> None:
        """Takes these cards out of a hand."""
        self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)

    def has_acted(self, seat: int) -> None:
        """An accepted play, beat, end of defence or draw: the others' stop cards are no longer fresh (LI-55)."""
        if self.held:
            self.held = tuple(h if h.seat == seat or h.acted else h._replace(acted=True) for h in self.held)

    def draw(self, seat: int, ref: int | None = None) -> None:
        """One card from the stock into a hand. With ``stop=auto`` a stop card ends the game (LI-50)."""
        card = self.stock[0]
        self.stock = self.stock[1:]
        self.hands[seat] += (card,)
        self.idle = 0
        self.challenged = ()
        self.say("drew", ref, (seat,))
        if not self.options.live:
            if card in KINGS:
                self.say("stop", None, (seat,), (card,))
                self.finish("stop_card", ())
            return
        self.has_acted(seat)
        if card not in KINGS and not self.held:
            return
        now = self.moment()
        self.held = tuple(h._replace(last_us=self.t_us, last=now) if h.seat == seat else h for h in self.held)
        if card in KINGS:
            self.held += (Held(card, seat, self.t_us, False, now),)

    def settle(self) -> None:
        """Goes on to the next thing that somebody has to decide; with ``stop=auto`` owed draws happen by
        themselves."""
        while self.turn is not None:
            if self.draw_owed():
                if self.options.live or not self.stock:
                    self._expose()
                    return
                self.draw(self.turn)
            elif self.phase == REFILL_ATTACKER and self.table is not None:
                self.phase, self.turn = DEFEND, self.table.defender
            elif self.phase == REFILL_DEFENDER:
                self.lead(self.turn if self.leads is None else self.leads)
            else:
                return

    def lead(self, seat: int) -> None:
        """The lead goes to a seat."""
        self.phase, self.turn, self.leads = LEAD, seat, None
        self.say("lead", None, (seat,))

    def _expose(self) -> None:
        """A draw is owed and there is no stock: who withholds a stop card past the grace is caught (LI-58)."""
        grace_us = self.options.announce_grace_us
        if not self.stock and any(self.t_us - h.since_us > grace_us for h in self.held):
            self.finish("stock_out", {h.seat for h in self.held})

    def finish(self, reason: str, caught: tuple[int, ...] | set[int]) -> None:
        """The game is over as it stands (LI-02, LI-54, LI-60)."""
        holder = limppu_holder(self.hands, self.table)
        guilty = tuple(sorted(caught))
        if guilty:
            self.say("caught", None, guilty)
        self.ending = Ending(
            reason, guilty or (holder,), guilty, holder, score(self.hands, self.table, guilty)
        )
        if self.options.series:
            self.totals = tuple(a + b for a, b in zip(self.totals, self.ending.points, strict=True))
        self.phase, self.turn, self.leads, self.ended_us = OVER, None, None, self.t_us
        self.held, self.challenged, self.waiting = (), (), ()
        self.say("over", None, self.ending.losers, reason=reason)
