"""Who has the limppu, who has which points, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.limppu.deck import ACE, LIMPPU
from lapsy.games.limppu.state import Hand, State, Table

ACE_POINTS = 14
LIMPPU_POINTS = 20
CAUGHT_POINTS = 50
SERIES_POINTS = 150


def limppu_holder(hands: Sequence[Hand], table: Table | None) -> int:
    """Whose limppu it is: on the table it counts as the defender's (LI-52)."""
    for seat, hand in enumerate(hands):
        if LIMPPU in hand:
            return seat
    if table is None:
        raise ValueError("Nobody has the limppu.")
    return table.defender


def score(hands: Sequence[Hand], table: Table | None, caught: Sequence[int]) -> tuple[int, ...]:
    """The points of one game by seat (LI-60 to LI-64); what counts on the table is the defender's
    (LI-63), for neither an ace nor the limppu is ever beaten."""
    out = []
    for seat, hand in enumerate(hands):
        cards = list(hand)
        if table is not None and table.defender == seat:
            cards += [attack.card for attack in table.cards]
        aces = sum(card[0] == ACE for card in cards)
        out.append(
            aces * ACE_POINTS + (LIMPPU in cards) * LIMPPU_POINTS + (CAUGHT_POINTS if seat in caught else 0)
        )
    return tuple(out)


def series_over(state: State) -> bool:
    """True when a game is over and somebody has 150 points (LI-65)."""
    return state.ending is not None and state.options.series and max(state.totals) >= SERIES_POINTS


def is_over(state: State) -> bool:
    """True when nothing more can happen: the game is over, in a series its last one."""
    return state.ending is not None and (not state.options.series or series_over(state))


def winners(state: State) -> tuple[int, ...]:
    """A single game: all but the losers (LI-02). A series: fewest points, shared in a tie (LI-66)."""
    if state.ending is None or not is_over(state):
        return ()
    if state.options.series:
        least = min(state.totals)
        return tuple(seat for seat, total in enumerate(state.totals) if total == least)
    return tuple(seat for seat in range(len(state.hands)) if seat not in state.ending.losers)


def points(state: State) -> tuple[int, ...]:
    """In a series the totals of the finished games; otherwise the points of the game, 0 until it is over."""
    if state.options.series:
        return state.totals
    return (0,) * len(state.hands) if state.ending is None else state.ending.points
