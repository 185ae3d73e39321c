"""Card sets of a shape: how many there are, and each of them on demand.

A *filling* says how many cards of each rank of a run are the hand's own; wild cards fill the rest. Fillings are few where
card sets are many, so counting goes by fillings and only the sets that somebody asks for are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import comb, prod

from lapsy.games.kuoppa.combinations import Shape
from lapsy.games.kuoppa.holding import Holding
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import HIGH, STRONG, TWO
from lapsy.games.kuoppa.readings import KIND, PAIRS, STRAIGHT

Cards = tuple[str, ...]


def count(held: Holding, shape: Shape, options: Options) -> int:
    """How many card sets of a hand have this shape."""
    (kind, length, rank, flush, _), twos, jokers = shape
    if kind == KIND:
        if rank > TWO:
            return 1
        counts = held.counts
        own = 1 if rank == TWO else comb(counts[rank], length - twos - jokers)
        return own * comb(held.twos, twos) * comb(held.jokers, jokers)
    wild = comb(held.twos, twos) * comb(held.jokers, jokers)
    low = rank - length + 1
    counts = held.counts[low : rank + 1]
    if kind != STRAIGHT:
        return wild * sum(prod(map(comb, counts, filling)) for filling in _fillings(held, shape, options))
    total = 0
    for filling in _fillings(held, shape, options):
        suited = _suits_of_run(held, low, filling).bit_count()
        if flush:
            total += suited
        else:
            sets = prod(n for n, own in zip(counts, filling, strict=True) if own)
            total += sets - suited if _flush_forced(shape, options) else sets
    return wild * total


def card_sets(held: Holding, shape: Shape, options: Options) -> list[Cards]:
    """The card sets of this shape, each from the lowest card to the highest, in a fixed order; ``count`` of them."""
    reading, twos, jokers = shape
    return [
        own + copies + free
        for own in _own(held, shape, options)
        for copies in combinations(held.cards[TWO], twos)
        for free in (
            [held.cards[reading.rank]]
            if reading.rank == STRONG or (reading.rank > TWO and reading.length == 1)
            else combinations(held.joker_cards, jokers)
        )
    ]


def _own(held: Holding, shape: Shape, options: Options) -> Iterator[Cards]:
    """The choices of cards that are not wild."""
    (kind, length, rank, flush, _), twos, jokers = shape
    if kind == KIND:
        own = 0 if rank >= TWO else length - twos - jokers
        yield from combinations(held.cards[rank] if rank < TWO else (), own)
        return
    low = rank - length + 1
    runs = held.cards[low : rank + 1]
    for filling in _fillings(held, shape, options):
        if kind != STRAIGHT:
            for groups in product(*map(combinations, runs, filling)):
                yield sum(groups, ())
            continue
        forced = _flush_forced(shape, options)
        for cards in product(*(run for run, own in zip(runs, filling, strict=True) if own)):
            suited = all(card[1] == cards[0][1] for card in cards)
            if suited if flush else not (suited and forced):
                yield cards


def _flush_forced(shape: Shape, options: Options) -> bool:
    """Whether cards of one suit must be a flush: without a joker, and with one that is automatic (KU-57, KU-92)."""
    return not shape.jokers or options.automatic_joker


def _suits_of_run(held: Holding, low: int, filling: tuple[int, ...]) -> int:
    """The suits in which the hand holds every rank of the filling, as bits."""
    common, masks = 15, held.runs.masks
    for place, own in enumerate(filling):
        if own:
            common &= masks[low + place]
    return common


def _fillings(held: Holding, shape: Shape, options: Options) -> list[tuple[int, ...]]:
    """How many own cards each rank of the run may hold, from the lowest rank up."""
    (kind, length, rank, _, _), twos, jokers = shape
    width = 1 if kind == STRAIGHT else 2 if kind == PAIRS else 3
    own = width * length - twos - jokers
    most = tuple([min(width, n) for n in held.counts[rank - length + 1 : rank + 1]])
    bare = length if kind == PAIRS and options.twos_pair else jokers
    # The automatic joker climbs: a run whose lowest rank is all wild is played one rank higher instead (KU-92).
    climbs = options.automatic_joker and rank < HIGH
    if twos + jokers == 0:
        return [most]
    return _ways(most, own, bare, climbs)


@lru_cache(maxsize=1024)
def _ways(most: tuple[int, ...], own: int, bare: int, climbs: bool) -> list[tuple[int, ...]]:
    """Numbers up to ``most`` with sum ``own``, at most ``bare`` of them 0, the first not 0 if it ``climbs``."""
    return [
        way
        for way in product(*(range(n, -1, -1) for n in most))
        if sum(way) == own and way.count(0) <= bare and (way[0] or not climbs)
    ]
