"""Cards, packs and the lots of a game: notation, the seeded shuffle, single draws.

A card is its notation, a string: rank and suit (``"TC"`` ten of clubs, ``"AD"`` ace of diamonds) or
``"JOKER_S"`` and ``"JOKER_W"`` (strong and weak joker). Two packs hold every card twice; two equal cards are
two cards of equal notation.

All chance comes from a seed of 32 bytes. ``draw(seed, purpose, counter, below)`` is the only source: SHA-256
over the seed, the purpose in UTF-8 and the counter as eight bytes, most significant first. The digest is read
as four 64-bit numbers, most significant byte first; the first of them smaller than the largest multiple of
``below`` is taken modulo ``below``, so that every result is equally likely. If all four are too large, the
digest is hashed again and read in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from struct import unpack

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKERS = ("JOKER_S", "JOKER_W")

#: One pack without jokers, in the order in which it is put on the table before the shuffle.
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: A seed has this many bytes: no more, so that seed and purpose can never be mistaken for one another.
SEED_BYTES = 32

_KNOWN = frozenset(PACK) | frozenset(JOKERS)
_WORDS = 1 << 64


def is_card(text: object) -> bool:
    """True for the notation of a card, a joker included."""
    return isinstance(text, str) and text in _KNOWN


def rank(card: str) -> str:
    """The rank, one of ``RANKS``; a joker's rank is the joker itself."""
    return card if card in JOKERS else card[0]


def suit(card: str) -> str:
    """The suit, one of ``SUITS``; a joker has none: an empty string."""
    return "" if card in JOKERS else card[1]


def pack(packs: int) -> tuple[str, ...]:
    """So many packs of 52 cards without jokers, one after the other, unshuffled. Raises ValueError below one."""
    if packs < 1:
        raise ValueError(f"A game needs at least one pack, not {packs}.")
    return PACK * packs


def draw(seed: bytes, purpose: str, counter: int, below: int) -> int:
    """A number from 0 to ``below`` - 1, each equally likely and always the same for the same four arguments.

    ``purpose`` keeps draws for different things apart, ``counter`` those for the same thing. Raises
    ValueError when the seed is not 32 bytes, the counter does not fit in eight bytes or ``below`` is not from
    1 to 2**64.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, this one has {len(seed)}.")
    if not 1 <= below <= _WORDS:
        raise ValueError(f"Cannot draw a number below {below}: give 1 to 2**64.")
    if not 0 <= counter < _WORDS:
        raise ValueError(f"The counter {counter} of a draw does not fit in eight bytes.")
    limit = _WORDS - _WORDS % below
    digest = sha256(seed + purpose.encode() + counter.to_bytes(8, "big")).digest()
    while True:
        for word in unpack(">4Q", digest):
            if word < limit:
                return int(word % below)
        digest = sha256(digest).digest()


def shuffle(cards: Iterable[str], seed: bytes, purpose: str = "deck") -> tuple[str, ...]:
    """The cards in the order that the seed gives them for this purpose (Fisher-Yates, from the last place
    down).

    For each place i from the last to 1, the card there changes places with the one at ``draw(seed, purpose,
    i, i + 1)``.
    """
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = draw(seed, purpose, place, place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
