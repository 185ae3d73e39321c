"""Cards: notation, and lots that are the same everywhere and for ever."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.cards import JOKERS, PACK, RANKS, SUITS, draw, is_card, pack, rank, shuffle, suit

ZERO = bytes(32)
COUNTING = bytes(range(32))


def test_a_pack_has_every_rank_of_every_suit_once() -> None:
    assert sorted(pack(1)) == sorted(r + s for r in RANKS for s in SUITS)
    assert len(pack(1)) == 52
    assert Counter(pack(2)) == dict.fromkeys(PACK, 2)
    with pytest.raises(ValueError, match="at least one pack"):
        pack(0)


def test_notation() -> None:
    assert (rank("TC"), suit("TC")) == ("T", "C")
    assert (rank("AD"), suit("AD")) == ("A", "D")
    assert (rank("JOKER_S"), suit("JOKER_W")) == ("JOKER_S", "")
    assert rank("JOKER_S") != rank("JC")
    assert all(map(is_card, (*PACK, *JOKERS)))


@pytest.mark.parametrize("text", ["", "T", "CT", "10C", "tc", "TCC", "JOKER", "1C", None, 7, ["TC"]])
def test_what_is_no_card(text: object) -> None:
    assert not is_card(text)


def by_the_book(seed: bytes, purpose: str, counter: int, below: int) -> int:
    """The description in the module's docstring, written down a second time."""
    digest = hashlib.sha256(seed + purpose.encode("utf-8") + counter.to_bytes(8, "big")).digest()
    top = (2**64 // below) * below
    while True:
        for start in (0, 8, 16, 24):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < top:
                return word % below
        digest = hashlib.sha256(digest).digest()


@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.integers(0, 2**64 - 1),
    st.one_of(st.integers(1, 200), st.integers(2**63, 2**64)),
)
def test_a_draw_is_what_the_description_says(seed: bytes, purpose: str, counter: int, below: int) -> None:
    number = draw(seed, purpose, counter, below)
    assert number == by_the_book(seed, purpose, counter, below)
    assert 0 <= number < below


def test_frozen_draws() -> None:
    """Journals of old games depend on these numbers: they never change."""
    assert [draw(ZERO, "lot", n, 8) for n in range(8)] == [7, 3, 1, 1, 7, 6, 3, 3]
    assert [draw(COUNTING, "lot", n, 1000) for n in range(4)] == [969, 697, 80, 970]
    assert draw(ZERO, "ä", 0, 2**64) == 13942515648227218976
    assert draw(ZERO, "", 2**64 - 1, 7) == 5


def test_frozen_shuffles() -> None:
    assert shuffle("abcde", ZERO, "x") == ("c", "b", "e", "d", "a")
    deck = shuffle(pack(1), COUNTING)
    assert " ".join(deck[:13]) == "KS 9H AS 6C 3D TS 5S 2S QD 6H TD JD 3S"
    assert sorted(deck) == sorted(PACK)


def test_rejected_words_are_not_folded_back() -> None:
    """With half of all words rejected, a modulo without rejection would favour the low numbers two to one."""
    below = 2**63 + 1
    low = sum(draw(COUNTING, "half", n, below) < below // 2 for n in range(400))
    assert 150 < low < 250


@pytest.mark.parametrize(
    ("seed", "counter", "below", "says"),
    [
        (b"short", 0, 2, "32 bytes"),
        (ZERO + b"x", 0, 2, "32 bytes"),
        (ZERO, 0, 0, "2\\*\\*64"),
        (ZERO, 0, 2**64 + 1, "2\\*\\*64"),
        (ZERO, -1, 2, "counter"),
        (ZERO, 2**64, 2, "counter"),
    ],
)
def test_bad_arguments_are_named(seed: bytes, counter: int, below: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        draw(seed, "lot", counter, below)


@given(st.lists(st.sampled_from(PACK), max_size=60), st.binary(min_size=32, max_size=32))
def test_a_shuffle_keeps_the_cards(cards: list[str], seed: bytes) -> None:
    assert Counter(shuffle(cards, seed)) == Counter(cards)
    assert shuffle(cards, seed) == shuffle(tuple(cards), seed)


def test_every_order_comes_up() -> None:
    orders = Counter("".join(shuffle("abc", n.to_bytes(32, "big"))) for n in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


def test_purposes_are_independent() -> None:
    assert shuffle(pack(1), ZERO, "one") != shuffle(pack(1), ZERO, "two")
