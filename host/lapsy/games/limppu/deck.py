"""The cards of Limppu: the pack, the limppu, the stop cards, and which card beats which.

A card of the second pack carries a trailing apostrophe (``"7H'"``), so that each card of a game is one of a kind.
"""

from __future__ import annotations

from functools import cache

from lapsy.cards import PACK, RANKS
from lapsy.games.limppu.options import Options

#: The pledge (LI-10). It is no two.
LIMPPU = "2D"

#: The stop cards (LI-50, LI-71).
KINGS = frozenset({"KS", "KS'"})

ACE = "A"

#: How high a card is, ace high (LI-37).
HEIGHT = {card + mark: RANKS.index(card[0]) for card in PACK for mark in ("", "'")}


@cache
def pack(options: Options) -> tuple[str, ...]:
    """All cards of a game with these options, unshuffled (LI-03, LI-70): 52, 103, or 102 without the second stop
    card."""
    if options.decks == 1:
        return PACK
    dropped = {LIMPPU} if options.second_ks else {LIMPPU, "KS"}
    return PACK + tuple(card + "'" for card in PACK if card not in dropped)


@cache
def known(options: Options) -> frozenset[str]:
    """The same as a set."""
    return frozenset(pack(options))


def beats(beater: str, card: str) -> bool:
    """True when ``beater`` beats ``card``: same suit and strictly higher (LI-35, LI-36, LI-72); the limppu neither
    beats nor is beaten (LI-38, LI-39)."""
    if LIMPPU in (beater, card):
        return False
    return beater[1] == card[1] and HEIGHT[beater] > HEIGHT[card]


def size(hand: tuple[str, ...]) -> int:
    """How many cards a hand counts: the limppu is none of them (LI-10)."""
    return len(hand) - (LIMPPU in hand)


def has_pair(hand: tuple[str, ...]) -> bool:
    """True when the hand can attack: two of a rank, neither the limppu nor a stop card (LI-16, LI-57)."""
    seen = set()
    for card in hand:
        if card != LIMPPU and card not in KINGS:
            if card[0] in seen:
                return True
            seen.add(card[0])
    return False
