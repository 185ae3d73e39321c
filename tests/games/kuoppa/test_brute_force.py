"""The engine's readings and legal plays against brute force, slow and without the engine's code: every wild card is given
every meaning it may have, and what comes out is looked at as if all cards were real.

A joker is itself or any card from three to two in any suit. A two is itself or a copy of any card that is no two and no
joker as a joker; where pairs of twos are agreed, also any rank as half of such a pair. Only what cannot matter
is left out: suits beside a two (no straight holds one), and which of two twos means what.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import FACTOR
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options, Plays, Reading
from lapsy.games.kuoppa.ranks import DECK, arranged

RANK = {name: number for number, name in enumerate("3456789TJQKA2", start=3)}
JOKER_RANK = {"JOKER_W": 16, "JOKER_S": 17}


@lru_cache(maxsize=20_000)
def brute(cards: tuple[str, ...], twos_pair: bool = False) -> dict[tuple[str, int, int, bool], int]:
    """(type, length, rank, flush) with the fewest cards that stand for something else."""
    out: dict[tuple[str, int, int, bool], int] = {}
    for meaning in _meanings(cards, twos_pair):
        wild = sum(stands for _, _, stands, _ in meaning)
        for found in _look(meaning):
            out[found] = min(wild, out.get(found, 99))
    return out


#: A card as it counts: rank, suit, whether it stands for something else, and what it really is ("two" or "joker"; "free" for
#: a two that is half of a missing pair; else "").
Meant = tuple[int, str, bool, str]


def _meanings(cards: tuple[str, ...], twos_pair: bool) -> Iterator[list[Meant]]:
    real: list[Meant] = [(RANK[c[0]], c[1], False, "") for c in cards if c[0] != "2" and c not in JOKER_RANK]
    twos = [c for c in cards if c[0] == "2"]
    suits = "C" if twos else "CDHS"
    jokers = []
    for card in (c for c in cards if c in JOKER_RANK):
        named = [(rank, suit, True, "joker") for rank in range(3, 16) for suit in suits]
        jokers.append([(JOKER_RANK[card], "", False, "joker"), *named])
    for chosen in product(*jokers):
        there = real + list(chosen)
        copies = {(rank, "C", True, "two") for rank, _, _, _ in there if rank < 16}
        if twos_pair:
            copies |= {(rank, "C", True, "free") for rank in range(3, 15)}
        options = [(15, "C", False, "two"), *sorted(copies)]
        for copied in combinations_with_replacement(options, len(twos)):
            yield there + list(copied)


def _look(meaning: list[Meant]) -> Iterator[tuple[str, int, int, bool]]:
    ranks = sorted(rank for rank, _, _, _ in meaning)
    sources = [source for _, _, _, source in meaning]
    size = len(ranks)
    if not ranks:
        return
    free = sources.count("free")
    if not free and len(set(ranks)) == 1 and (ranks[0] < 16 or size == 1):
        yield "kind", size, ranks[0], False
    if ranks == [16, 17]:
        yield "kind", 2, 16, False
    if ranks[0] < 3 or ranks[-1] > 14:
        return
    if (
        3 <= size <= 11
        and "two" not in sources
        and not free
        and ranks == list(range(ranks[0], ranks[0] + size))
    ):
        yield "straight", size, ranks[-1], len({suit for _, suit, _, _ in meaning}) == 1
    for name, width, lengths in (("pair_straight", 2, (3, 4, 5)), ("triple_straight", 3, (3,))):
        if size % width or size // width not in lengths or (free and width == 3):
            continue
        low = ranks[0]
        if ranks != [low + n // width for n in range(size)]:
            continue
        groups = [[m for m in meaning if m[0] == rank] for rank in sorted(set(ranks))]
        if all(_group_stands(group) for group in groups):
            yield name, size // width, ranks[-1], False


def _group_stands(group: list[Meant]) -> bool:
    """A pair or triple with a card that is no two; or, where agreed, two twos that make the missing pair."""
    sources = [source for _, _, _, source in group]
    if "free" in sources:
        return sources == ["free", "free"]
    return any(source != "two" for source in sources)


def highest(
    found: dict[tuple[str, int, int, bool], int], degrees: bool
) -> dict[tuple[str, int, int, bool], int]:
    """Of each type only the highest: flush, then rank, then purity."""
    best: dict[str, tuple[int, ...]] = {}
    for (kind, _, rank, flush), wild in found.items():
        key = (flush, rank, -wild if degrees else -(wild > 0))
        best[kind] = max(best.get(kind, (0, 0, -99)), key)
    return {
        (kind, length, rank, flush): wild
        for (kind, length, rank, flush), wild in found.items()
        if (flush, rank) == best[kind][:2]
    }


def plays(
    hand: tuple[str, ...],
    lead: tuple[tuple[str, int, int, bool], int] | None,
    *,
    twos_pair: bool,
    degrees: bool,
    automatic: bool,
) -> set[tuple[frozenset[str], str, int, int, bool, int]]:
    """Every card set of the hand with every reading that may be led, or played on ``lead``."""
    out = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            found = brute(cards, twos_pair)
            if automatic:
                found = highest(found, degrees)
            for (kind, length, rank, flush), wild in found.items():
                if lead is not None:
                    (k, n, r, f), w = lead
                    mine = (flush, rank, -wild if degrees else -(wild > 0))
                    theirs = (f, r, -w if degrees else -(w > 0))
                    if (kind, length) != (k, n) or mine <= theirs:
                        continue
                out.add((frozenset(cards), kind, length, rank, flush, wild))
    return out


TWOS = ("2C", "2D", "2H", "2S")
JOKERS = ("JOKER_W", "JOKER_S")
QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))

options = st.builds(
    Options,
    twos_pair=st.booleans(),
    impurity_degrees=st.booleans(),
    automatic_joker=st.booleans(),
)


@st.composite
def cards(draw: Any, most: int, most_twos: int = 4) -> tuple[str, ...]:
    """Few neighbouring ranks and many wild cards, so that most sets are something."""
    low = draw(st.integers(3, 11))
    near = [
        card for card in DECK[:48] if low <= RANK.get(card[0], 99) <= min(14, low + draw(st.integers(0, 4)))
    ]
    wild = draw(st.sets(st.sampled_from(TWOS), max_size=most_twos)) | draw(
        st.sets(st.sampled_from(sorted(JOKER_RANK)))
    )
    suits = draw(st.sampled_from(["CDHS", "CDHS", "H", "CH"]))
    near = [card for card in near if card[1] in suits]
    own = draw(st.sets(st.sampled_from(near), max_size=max(0, most - len(wild))))
    return arranged(own | wild)


def found(cards: tuple[str, ...], options: Options) -> dict[tuple[str, int, int, bool], int]:
    return {(r.type, r.length, r.rank, r.flush): r.wild for r in kuoppa.readings(cards, options)}


def expected(cards: tuple[str, ...], options: Options) -> dict[tuple[str, int, int, bool], int]:
    every = brute(cards, options.twos_pair)
    return highest(every, options.impurity_degrees) if options.automatic_joker else every


@settings(QUICK, max_examples=100 * FACTOR)
@given(cards(6), options)
def test_readings_of_few_cards(cards, options):
    assert found(cards, options) == expected(cards, options)


@settings(QUICK, max_examples=80 * FACTOR)
@given(cards(9, 2), options)
def test_readings_of_more_cards(cards, options):
    assert found(cards, options) == expected(cards, options)


@pytest.mark.parametrize("twos_pair", [False, True])
@pytest.mark.parametrize(
    "hand",
    [
        "4H 4S 2H 2S 6H 6D",
        "2C 2D 2H 2S JOKER_W JOKER_S",
        "4H 4S 4D 2H 2S JOKER_W 6H 6S 6C",
        "5H 2C 2D 2H JOKER_W JOKER_S 6H 6D 7H",
        "7H 2C 2D 2H JOKER_W JOKER_S",
        "9H JOKER_W JOKER_S",
        "KH KS AH AS 2H 2D",
        "3H 3S 5H 5S 2C 2D 7H 7D",
        "3H 2S 5H 5S 2C JOKER_S 7H 7D 8C 8D",
    ],
)
def test_readings_of_chosen_cards(hand, twos_pair):
    cards, options = tuple(hand.split()), Options(twos_pair=twos_pair)
    assert found(cards, options) == expected(cards, options)


@settings(QUICK, max_examples=40 * FACTOR)
@given(cards(7, 2), options, st.data())
def test_plays_on_a_lead(cards, options, data):
    everything = _by_brute_force(cards, None, options)
    assert _by_engine(cards, None, options) == everything
    if not everything:
        return
    _, kind, length, rank, flush, _ = data.draw(st.sampled_from(sorted(everything, key=repr)))
    for wild in (0, 1, 2):
        lead = Reading(kind, length, max(3, rank - data.draw(st.integers(0, 1))), flush, wild)
        assert _by_engine(cards, lead, options) == _by_brute_force(cards, lead, options)


def _by_brute_force(hand: tuple[str, ...], lead: Reading | None, options: Options) -> set[Any]:
    return plays(
        hand,
        None if lead is None else (lead[:4], lead.wild),
        twos_pair=options.twos_pair,
        degrees=options.impurity_degrees,
        automatic=options.automatic_joker,
    )


def _by_engine(hand: tuple[str, ...], lead: Reading | None, options: Options) -> set[Any]:
    """From the listed inputs themselves; each must be there once."""
    offered = [play for play in Plays(hand, options, lead, 0) if play.kind == "play"]
    out = set()
    for play in offered:
        fitting = [r for r in kuoppa.readings(play.cards, options) if kuoppa.notation(r) == play.reading]
        assert len(fitting) == 1
        out.add((frozenset(play.cards), *fitting[0]))
    assert len(out) == len(offered)
    return out


HARD = "9C 9H TC TH JC 2C 2D 2H 2S JOKER_W JOKER_S"


@settings(QUICK, max_examples=40 * FACTOR)
@given(
    st.one_of(
        st.just(arranged(HARD.split())), cards(11), st.permutations(DECK).map(lambda d: arranged(d[:11]))
    ),
    options,
)
def test_whole_hands_against_all_their_subsets(hand, options):
    """The search for plays against the reading of each subset, which the tests above have proven."""
    everything = {
        (frozenset(cards), *reading)
        for size in range(1, len(hand) + 1)
        for cards in combinations(hand, size)
        for reading in kuoppa.readings(cards, options)
    }
    assert _by_engine(hand, None, options) == everything
    used = {(tuple(reading), *_wild(cards)) for cards, *reading in everything}
    offered = kuoppa.shapes(hand, options)
    got = {(tuple(shape.reading), shape.twos, shape.jokers) for shape in offered}
    assert len(got) == len(offered)
    # With the automatic joker a shape may stand for no card set; without it, each stands for some.
    assert used <= got if options.automatic_joker else used == got


def _wild(cards: frozenset[str]) -> tuple[int, int]:
    return sum(card in TWOS for card in cards), sum(card in JOKER_RANK for card in cards)
