"""What a card is worth in Kuoppa: 3 to 14, a two 15, the weak joker 16, the strong joker 17 (KU-04, KU-05)."""

from __future__ import annotations

from collections.abc import Iterable

from lapsy.cards import JOKERS, PACK, RANKS, SUITS

#: The lowest and the highest rank that a sequence may hold (KU-37).
LOW, HIGH = 3, 14
TWO, WEAK, STRONG = 15, 16, 17

#: A rank as readings write it.
NAMES: dict[int, str] = {RANKS.index(r) + 2: r for r in RANKS if r != "2"} | {
    TWO: "2",
    WEAK: "JOKER_W",
    STRONG: "JOKER_S",
}
NUMBERS: dict[str, int] = {name: number for number, name in NAMES.items()}

#: Each card's number.
VALUES: dict[str, int] = {card: NUMBERS[card[0]] for card in PACK} | {"JOKER_W": WEAK, "JOKER_S": STRONG}

#: Each card's suit as a bit; jokers have none.
SUIT_BITS: dict[str, int] = {card: 1 << SUITS.index(card[1]) for card in PACK} | dict.fromkeys(JOKERS, 0)

#: The 54 cards, from the lowest to the highest; cards of one rank by suit, which says nothing (KU-06).
DECK: tuple[str, ...] = tuple(sorted(VALUES, key=lambda card: (VALUES[card], card)))

_PLACE = {card: place for place, card in enumerate(DECK)}


def arranged(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards from the lowest to the highest, as hands are kept."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
