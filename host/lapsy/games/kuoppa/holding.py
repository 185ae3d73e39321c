"""Cards counted by rank: what the search for combinations needs to know of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from lapsy.games.kuoppa.ranks import HIGH, LOW, STRONG, SUIT_BITS, TWO, VALUES

#: Which suits a rank lacks, one count in four bits for each suit: sums over twelve ranks never carry over.
_LACKS = tuple(sum(1 << 4 * suit for suit in range(4) if not mask >> suit & 1) for mask in range(16))


class Holding(NamedTuple):
    """Cards by rank. ``cards``, ``counts`` and ``masks`` (suit bits) go by rank, 0 to 17. The rest are sums over the
    ranks below, so that a difference of two gives a run of ranks: ``empty`` ranks, ``lacks`` (packed by suit), and
    the cards that pairs and triples could use.
    """

    cards: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...]
    masks: tuple[int, ...]
    ranks: tuple[int, ...]
    twos: int
    jokers: int
    empty: tuple[int, ...]
    lacks: tuple[int, ...]
    twice: tuple[int, ...]
    thrice: tuple[int, ...]

    @property
    def joker_cards(self) -> tuple[str, ...]:
        """The jokers, the weak one first."""
        return self.cards[STRONG - 1] + self.cards[STRONG]


@lru_cache(maxsize=2048)
def holding(hand: tuple[str, ...]) -> Holding:
    """Count a hand."""
    cards: list[list[str]] = [[] for _ in range(STRONG + 1)]
    masks = [0] * (STRONG + 1)
    for card in hand:
        rank = VALUES[card]
        cards[rank].append(card)
        masks[rank] |= SUIT_BITS[card]
    counts = tuple(map(len, cards))
    naturals = counts[: HIGH + 1]
    return Holding(
        tuple(map(tuple, cards)),
        counts,
        tuple(masks),
        tuple(rank for rank in range(LOW, HIGH + 1) if counts[rank]),
        counts[TWO],
        counts[STRONG - 1] + counts[STRONG],
        _sums([not count for count in naturals]),
        _sums([_LACKS[mask] if rank >= LOW else 0 for rank, mask in enumerate(masks[: HIGH + 1])]),
        _sums([min(2, count) for count in naturals]),
        _sums([min(3, count) for count in naturals]),
    )


def _sums(numbers: Sequence[int]) -> tuple[int, ...]:
    """Sums of the numbers before each place, and of all of them last."""
    return tuple(accumulate(numbers, initial=0))
