"""Cards counted by rank: what the search for combinations needs to know of a hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from lapsy.games.kuoppa.ranks import HIGH, LOW, STRONG, SUIT_BITS, TWO, VALUES, WEAK

#: Which suits a rank lacks, one count in four bits for each suit: sums over twelve ranks never carry over.
_LACKS = tuple(sum(1 << 4 * suit for suit in range(4) if not mask >> suit & 1) for mask in range(16))


class Runs(NamedTuple):
    """What runs need of a hand. ``masks`` (suit bits) go by rank. The rest are sums over the ranks below, so that a
    difference of two gives a run of ranks: ``empty`` ranks, ``lacks`` (packed by suit), and the cards that pairs and
    triples could use."""

    masks: tuple[int, ...]
    empty: tuple[int, ...]
    lacks: tuple[int, ...]
    twice: tuple[int, ...]
    thrice: tuple[int, ...]


@dataclass(eq=False)
class Holding:
    """Cards by rank: ``cards`` and ``counts`` go by rank, 0 to 17; ``ranks`` are those held of 3 to 14; how many ``twos``
    and ``jokers``, and the jokers themselves, the weak one first."""

    cards: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...]
    ranks: tuple[int, ...]
    twos: int
    jokers: int
    joker_cards: tuple[str, ...]

    @cached_property
    def runs(self) -> Runs:
        """Made when it is asked for: most answers need none."""
        masks = tuple([sum([SUIT_BITS[card] for card in cards]) for cards in self.cards[: HIGH + 1]])
        naturals = self.counts[: HIGH + 1]
        return Runs(
            masks,
            _sums([not count for count in naturals]),
            _sums([0] * LOW + [_LACKS[mask] for mask in masks[LOW:]]),
            _sums([2 if count > 2 else count for count in naturals]),
            _sums([3 if count > 3 else count for count in naturals]),
        )


@lru_cache(maxsize=2048)
def holding(hand: tuple[str, ...]) -> Holding:
    """Count a hand."""
    cards: list[tuple[str, ...]] = [()] * (STRONG + 1)
    for card in hand:
        cards[VALUES[card]] += (card,)
    counts = tuple(map(len, cards))
    return Holding(
        tuple(cards),
        counts,
        tuple([rank for rank in range(LOW, HIGH + 1) if counts[rank]]),
        counts[TWO],
        counts[WEAK] + counts[STRONG],
        cards[WEAK] + cards[STRONG],
    )


def _sums(numbers: Iterable[int]) -> tuple[int, ...]:
    """Sums of the numbers before each place, and of all of them last."""
    return tuple(accumulate(numbers, initial=0))
