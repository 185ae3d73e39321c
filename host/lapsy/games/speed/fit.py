"""What fits on what, and who is stuck: questions about open cards (SP-11 to SP-14, SP-24, SP-25)."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.speed.state import Pile, Stock

_RING = "A23456789TJQK"

#: The two ranks that fit on each rank: the ring of SP-13.
NEIGHBOURS = {rank: _RING[place - 1] + _RING[(place + 1) % 13] for place, rank in enumerate(_RING)}


def fits(card: str, top: str) -> bool:
    """True when the card may be laid on this top card: one rank up or down, whatever the suits."""
    return card[0] in NEIGHBOURS[top[0]]


def is_blocked(stocks: Sequence[Stock], piles: Sequence[Pile]) -> bool:
    """True when no open stock card of either player fits either spit pile (SP-24, second half)."""
    wanted = "".join([NEIGHBOURS[pile[-1][0]] for pile in piles if pile])
    for stock in stocks:
        for cards in stock:
            if cards and cards[-1][0] in wanted:
                return False
    return True


def may_reveal(stock: Stock) -> bool:
    """True when moving an open card to an empty place would turn a hidden one up (SP-22)."""
    return () in stock and any(len(cards) > 1 for cards in stock)


def is_dead(stocks: Sequence[Stock], piles: Sequence[Pile]) -> bool:
    """True when nothing fits and no revealing move is left: both are stuck without saying so (SP-25)."""
    return is_blocked(stocks, piles) and not may_reveal(stocks[0]) and not may_reveal(stocks[1])
