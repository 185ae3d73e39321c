"""Which combinations cards make: the readings of a set (KU-30 to KU-49), and all that a hand can play.

Nothing here looks at suits except to tell flush straights: ranks and wild cards are counted. A *shape* is a reading with
the twos and jokers it uses, so it stands for all card sets that differ in suits alone or in which joker is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lapsy.games.kuoppa.holding import Holding, holding
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import HIGH, LOW, STRONG, TWO, VALUES, WEAK
from lapsy.games.kuoppa.readings import KIND, LONGEST, PAIRS, STRAIGHT, TRIPLES, Reading, best, power

#: Pairs in a pair straight (KU-33), triples in a triple straight (KU-48).
PAIR_LENGTHS = (3, 4, 5)
TRIPLE_LENGTH = 3
SHORTEST_STRAIGHT = 3


class Shape(NamedTuple):
    """A reading with how many twos and jokers its cards hold."""

    reading: Reading
    twos: int
    jokers: int


def readings(cards: tuple[str, ...], options: Options) -> tuple[Reading, ...]:
    """Everything that these cards may count as; empty when they may not be played together.

    ``cards`` are different cards of the pack. With the automatic joker one reading a type is left, the best (KU-92).
    """
    values = [VALUES[card] for card in cards]
    size, twos = len(values), values.count(TWO)
    naturals = sorted([value for value in values if value < TWO])
    ranks = sorted(set(naturals))
    jokers = size - twos - len(naturals)
    if len(ranks) < 2:
        found = _kind(values, ranks, twos, jokers)
        if size == 1 and not jokers:
            return tuple(found)
    else:
        found = []
    if SHORTEST_STRAIGHT <= size <= LONGEST and not twos and len(ranks) == len(naturals):
        found += _straight(cards, ranks, jokers)
    if size % 2 == 0 and size // 2 in PAIR_LENGTHS:
        found += _ladder(PAIRS, size // 2, naturals, ranks, twos, jokers, options)
    if size == 3 * TRIPLE_LENGTH:
        found += _ladder(TRIPLES, TRIPLE_LENGTH, naturals, ranks, twos, jokers, options)
    if options.automatic_joker and len(found) > 1:
        by_type: dict[str, list[Reading]] = {}
        for reading in found:
            by_type.setdefault(reading.type, []).append(reading)
        return tuple(best(group, options) for group in by_type.values())
    return tuple(found)


def _kind(values: Sequence[int], ranks: Sequence[int], twos: int, jokers: int) -> list[Reading]:
    """Cards of one rank, wild cards beside them (KU-31), or wild cards alone (KU-43, KU-44, KU-59)."""
    size = len(values)
    if ranks:
        return [Reading(KIND, size, ranks[0], False, twos + jokers)]
    if not size:
        return []
    found = [Reading(KIND, size, TWO, False, jokers)]
    if not twos:
        found.append(Reading(KIND, size, min(values), False, 0))
    if jokers:
        found += [Reading(KIND, size, rank, False, size) for rank in range(LOW, HIGH + 1)]
    return found


def _straight(cards: Sequence[str], ranks: Sequence[int], jokers: int) -> list[Reading]:
    """A run of different ranks without twos (KU-36); jokers may take the suit or not (KU-57)."""
    size = len(cards)
    tops = _tops(ranks, size)
    if not tops:
        return []
    if len({card[1] for card in cards if VALUES[card] < TWO}) > 1:
        suits: tuple[bool, ...] = (False,)
    else:
        suits = (True, False) if jokers else (True,)
    return [Reading(STRAIGHT, size, top, flush, jokers) for top in tops for flush in suits]


def _ladder(
    kind: str,
    length: int,
    naturals: Sequence[int],
    ranks: Sequence[int],
    twos: int,
    jokers: int,
    options: Options,
) -> list[Reading]:
    """Pairs or triples in a row: none of them twos alone (KU-39, KU-49), unless pairs of twos are agreed (KU-90)."""
    width = 2 if kind == PAIRS else 3
    if any(naturals.count(rank) > width for rank in ranks):
        return []
    if length - len(ranks) > jokers and not (kind == PAIRS and options.twos_pair):
        return []
    return [Reading(kind, length, top, False, twos + jokers) for top in _tops(ranks, length)]


def _tops(ranks: Sequence[int], length: int) -> range:
    """The top ranks of runs of this length that hold all these ranks, within three to ace (KU-37)."""
    lowest, highest = (ranks[0], ranks[-1]) if ranks else (HIGH, LOW)
    return range(max(LOW + length - 1, highest), min(HIGH, lowest + length - 1) + 1)


def shapes(hand: tuple[str, ...], options: Options, lead: Reading | None = None) -> list[Shape]:
    """Every shape that a hand can lead, or play on ``lead`` (KU-50), each once, in a fixed order.

    With the automatic joker some of the shapes may have no card set of which they are the best reading: see
    ``sets.count``.
    """
    held = holding(hand)
    out: list[Shape] = []
    if lead is None:
        for length in range(1, max(held.counts[: HIGH + 1]) + held.twos + held.jokers + 1):
            _kinds_of(held, length, LOW, options, out)
        for length in range(SHORTEST_STRAIGHT, min(LONGEST, len(held.ranks) + held.jokers) + 1):
            _straights_of(held, length, LOW, out)
        if len(hand) >= 2 * PAIR_LENGTHS[0]:
            for length in PAIR_LENGTHS:
                _ladders_of(held, PAIRS, length, LOW, options, out)
        if len(hand) >= 3 * TRIPLE_LENGTH:
            _ladders_of(held, TRIPLES, TRIPLE_LENGTH, LOW, options, out)
        return out
    kind, length, rank, flush, _ = lead
    if kind == KIND:
        _kinds_of(held, length, rank, options, out)
    elif kind == STRAIGHT:
        _straights_of(held, length, rank if flush else LOW, out)
    else:
        _ladders_of(held, kind, length, rank, options, out)
    degrees = options.impurity_degrees
    limit = power(lead, degrees)
    return [shape for shape in out if power(shape.reading, degrees) > limit]


def _kinds_of(held: Holding, length: int, lowest: int, options: Options, out: list[Shape]) -> None:
    counts, twos, jokers = held.counts, held.twos, held.jokers
    for rank in range(lowest, HIGH + 1) if jokers and not options.automatic_joker else held.ranks:
        count = counts[rank]
        if rank < lowest or count + twos + jokers < length:
            continue
        for used in range(min(jokers, length) + 1):
            # A two copies a card that is there: one natural, or a joker that stands for one (KU-08, KU-40).
            least = 1 if not used or options.automatic_joker else 0
            for own in range(max(least, length - used - twos), min(count, length - used) + 1):
                copies = length - used - own
                out.append(Shape(Reading(KIND, length, rank, False, copies + used), copies, used))
    if lowest <= TWO:
        for used in range(max(0, length - twos), min(jokers, length) + 1):
            if used < length or not options.automatic_joker:
                out.append(Shape(Reading(KIND, length, TWO, False, used), length - used, used))
    if length == 1:
        out += [Shape(Reading(KIND, 1, rank, False, 0), 0, 1) for rank in (WEAK, STRONG) if held.counts[rank]]
    elif length == 2 and jokers == 2:
        out.append(Shape(Reading(KIND, 2, WEAK, False, 0), 0, 2))


def _straights_of(held: Holding, length: int, lowest: int, out: list[Shape]) -> None:
    _, empty, lacks, _, _ = held.runs
    jokers = held.jokers
    for top in range(max(lowest, LOW + length - 1), HIGH + 1):
        low = top - length + 1
        missing = empty[top + 1] - empty[low]
        if missing > jokers:
            continue
        lack = lacks[top + 1] - lacks[low]
        flush = min(lack & 15, lack >> 4 & 15, lack >> 8 & 15, lack >> 12)
        for used in range(missing, jokers + 1):
            if flush <= used:
                out.append(Shape(Reading(STRAIGHT, length, top, True, used), 0, used))
            if used or flush or _choice(held, low, top):
                out.append(Shape(Reading(STRAIGHT, length, top, False, used), 0, used))


def _choice(held: Holding, low: int, top: int) -> bool:
    """Whether a run that can be a flush can be mixed too: some rank has a second card."""
    return any(count > 1 for count in held.counts[low : top + 1])


def _ladders_of(
    held: Holding, kind: str, length: int, lowest: int, options: Options, out: list[Shape]
) -> None:
    _, empty, _, twice, thrice = held.runs
    width, sums = (2, twice) if kind == PAIRS else (3, thrice)
    free = kind == PAIRS and options.twos_pair
    twos, jokers = held.twos, held.jokers
    size = width * length
    for top in range(max(lowest, LOW + length - 1), HIGH + 1):
        low = top - length + 1
        most = sums[top + 1] - sums[low]
        missing = 0 if free else empty[top + 1] - empty[low]
        if most + twos + jokers < size or missing > jokers:
            continue
        for used in range(missing, jokers + 1):
            for copies in range(max(0, size - used - most), twos + 1):
                # Each pair or triple holds a card that is no two, a natural or a joker.
                if free or size - used - copies >= length - used:
                    out.append(Shape(Reading(kind, length, top, False, copies + used), copies, used))
