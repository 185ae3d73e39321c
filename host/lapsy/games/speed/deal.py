"""Dealing: the start, a new deal from what each player owns, and positions that are set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lapsy.cards import PACK, SEED_BYTES, shuffle
from lapsy.games.seats import require_seats
from lapsy.games.speed.fit import is_blocked
from lapsy.games.speed.options import Options
from lapsy.games.speed.state import NO_STOCK, PLACES, SEATS, Cards, State, Stock

#: With fewer cards than the full layout holds there are no spit cards (SP-42).
LAYOUT = 15


def start(options: Options, seats: int, seed: bytes) -> State:
    """The first deal, shuffled for the purpose ``speed/deck``. Raises OptionError unless there are two seats (SP-01)."""
    require_seats("Speed", SEATS, seats)
    return new_match(shuffle(PACK, seed, "speed/deck"), options, seed)


def new_match(order: Sequence[str], options: Options | None = None, seed: bytes = bytes(SEED_BYTES)) -> State:
    """A match from a shuffled pack, dealt alternately, 26 to each (SP-02, SP-06). Raises ValueError on any other cards."""
    if sorted(order) != sorted(PACK):
        raise ValueError("A match of Speed begins with one pack of 52 cards: give each of them once.")
    return _dealt(
        State(options or Options(), seed, 0, "redeal", (NO_STOCK,) * 2, ((), ()), (None, None)),
        order[::2],
        order[1::2],
    )


def redeal(state: State, orders: Sequence[Sequence[str]]) -> State:
    """The new deal when each player's cards have been shuffled into these orders (SP-39, SP-42 to SP-44).

    Raises ValueError when no deal is due or an order is not of the player's own cards.
    """
    if state.phase != "redeal":
        raise ValueError("No new deal is due: end the round first.")
    if len(orders) != 2 or any(
        sorted(order) != sorted(pool) for order, pool in zip(orders, state.pools, strict=True)
    ):
        raise ValueError("Each player deals the own cards: give them in two orders, each card once.")
    return _dealt(state, orders[0], orders[1])


def shuffled(state: State) -> State:
    """The new deal by the match's seed: purpose ``speed/deal/N/SEAT``, N = deals so far.

    Cards are sorted first, so that nothing of how they lay comes through the shuffle.
    """
    first, second = (
        shuffle(sorted(pool), state.seed, f"speed/deal/{state.deals}/{seat}")
        for seat, pool in enumerate(state.pools)
    )
    return _dealt(state, first, second)


def lay_out(cards: Sequence[str]) -> tuple[Stock, Cards]:
    """Stock piles and spit cards of one player: rows of 5, 4, 3, 2, 1, the rest spit cards (SP-03 to SP-05, SP-42 to
    SP-44).
    """
    piles: list[list[str]] = [[] for _ in range(PLACES)]
    places = [place for row in range(PLACES) for place in range(row, PLACES)]
    for place, card in zip(places, cards, strict=False):
        piles[place].append(card)
    return tuple(map(tuple, piles)), tuple(cards[LAYOUT:])


def position(
    stocks: Sequence[Sequence[Sequence[str]]],
    spit: Sequence[Sequence[str]],
    piles: Mapping[str, Sequence[str] | None],
    *,
    phase: str = "play",
    pools: Sequence[Sequence[str]] = ((), ()),
    armed_us: int = 0,
    first_out: Sequence[int] = (),
    options: Options | None = None,
    seed: bytes = bytes(SEED_BYTES),
) -> State:
    """A state that is set up. In ``slap``, slaps count after ``armed_us``. Nothing is checked: ``check`` does that."""

    def cards(of: Any) -> Cards:
        return tuple(of)

    first, second = (tuple(cards(place) for place in stock) for stock in stocks)
    left, right = (None if (pile := piles[name]) is None else cards(pile) for name in ("L", "R"))
    blocked = phase == "play" and is_blocked((first, second), (left, right))
    return State(
        options or Options(),
        seed,
        1,
        phase,
        (first, second),
        (cards(spit[0]), cards(spit[1])),
        (left, right),
        (cards(pools[0]), cards(pools[1])),
        blocked_us=0 if blocked else None,
        since_us=armed_us,
        first_out=tuple(first_out),
    )


def _dealt(state: State, first: Sequence[str], second: Sequence[str]) -> State:
    """Both lay out their cards; who has spit cards will have a pile (SP-09, SP-44). Both call again (SP-49)."""
    stock_0, spit_0 = lay_out(first)
    stock_1, spit_1 = lay_out(second)
    piles = (() if spit_0 else None, () if spit_1 else None)
    return State(
        state.options,
        state.seed,
        state.deals + 1,
        "ready",
        (stock_0, stock_1),
        (spit_0, spit_1),
        piles,
        taken=state.taken,
    )
