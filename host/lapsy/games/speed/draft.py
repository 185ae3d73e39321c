"""A state being changed. One draft lives for one bundle; ``freeze`` gives the next state."""

from __future__ import annotations

from lapsy.games.play import Input, Outcome
from lapsy.games.seats import refused
from lapsy.games.speed.state import NO_STOCK, PILES, Cards, Contest, Pile, State, Stock, Touch


class Draft:
    """A mutable copy of ``state``, the bundle's time and the outcomes so far. ``before``: the state that members of the
    bundle are judged against."""

    __slots__ = (
        "armed",
        "before",
        "blocked_us",
        "called",
        "changed",
        "contest",
        "deals",
        "first_out",
        "outcomes",
        "phase",
        "piles",
        "pools",
        "since_us",
        "spit",
        "stocks",
        "t_us",
        "taken",
        "touches",
        "winner",
    )

    def __init__(self, state: State, t_us: int) -> None:
        self.before = state
        self.t_us = t_us
        self.outcomes: list[Outcome] = []
        self.changed = False
        self.become(state)

    def become(self, state: State) -> None:
        """Everything as it is in ``state``."""
        self.deals = state.deals
        self.phase = state.phase
        self.stocks: list[Stock] = list(state.stocks)
        self.spit: list[Cards] = list(state.spit)
        self.piles: list[Pile] = list(state.piles)
        self.pools = state.pools
        self.called: list[int | None] = list(state.called)
        self.blocked_us = state.blocked_us
        self.touches: list[Touch | None] = list(state.touches)
        self.since_us = state.since_us
        self.armed = state.armed
        self.first_out = state.first_out
        self.taken = state.taken
        self.contest: Contest | None = state.contest
        self.winner = state.winner

    def freeze(self) -> State:
        """The state that the draft has become; the very state before it when nothing has changed."""
        if not self.changed:
            return self.before
        return State(
            self.before.options,
            self.before.seed,
            self.deals,
            self.phase,
            (self.stocks[0], self.stocks[1]),
            (self.spit[0], self.spit[1]),
            (self.piles[0], self.piles[1]),
            self.pools,
            (self.called[0], self.called[1]),
            self.blocked_us,
            (self.touches[0], self.touches[1]),
            self.since_us,
            self.armed,
            self.first_out,
            self.taken,
            self.contest,
            self.winner,
        )

    def say(
        self,
        kind: str,
        ref: int | None = None,
        seats: tuple[int, ...] = (),
        cards: Cards = (),
        reason: str = "",
    ) -> None:
        """Adds one outcome of something that changed the state."""
        self.changed = True
        self.outcomes.append(Outcome(kind, ref, seats, cards, reason=reason))

    def refuse(self, given: Input, reason: str) -> None:
        """Says that the input changes nothing, and why."""
        self.outcomes.append(refused(given, reason, 2))

    def put_stock(self, seat: int, place: int, cards: Cards) -> None:
        """What lies at one place of a seat's stock from now on."""
        stock = self.stocks[seat]
        self.stocks[seat] = (*stock[:place], cards, *stock[place + 1 :])

    def cancel_calls(self) -> None:
        """No call holds any longer (SP-29)."""
        seats = tuple(seat for seat in (0, 1) if self.called[seat] is not None)
        if seats:
            self.called = [None, None]
            self.say("cancelled", seats=seats)

    def take(self, takers: tuple[int | None, int | None]) -> None:
        """Each spit pile goes to the seat named in its place; own cards are all stock and spit cards (SP-39)."""
        pools = [
            tuple(card for cards in self.stocks[seat] for card in cards) + self.spit[seat] for seat in (0, 1)
        ]
        taken: list[str | None] = [None, None]
        for pile, seat in enumerate(takers):
            if seat is not None:
                pools[seat] += self.piles[pile] or ()
                taken[seat] = PILES[pile]
        for seat in (0, 1):
            if letter := taken[seat]:
                self.say("taken", seats=(seat,), reason=letter)
        self.pools = (pools[0], pools[1])
        self.taken = (taken[0], taken[1])
        self.phase = "redeal"
        self.stocks = [NO_STOCK, NO_STOCK]
        self.spit = [(), ()]
        self.piles = [None, None]
        self.called = [None, None]
        self.touches = [None, None]
        self.blocked_us = None
        self.since_us = self.t_us
