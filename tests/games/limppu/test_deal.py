"""Limppu before the first card: options, the lot, the deal."""

from __future__ import annotations

from dataclasses import fields

import pytest

from lapsy.games import limppu
from lapsy.games.limppu import deck
from lapsy.games.limppu.state import Lot
from lapsy.games.options import OptionError


def options(**raw: str) -> limppu.Options:
    return limppu.parse_options(raw)


# Options


def test_options_that_contradict_are_refused_with_what_to_do() -> None:
    for raw in (
        {"second_ks": "on"},
        {"announce_grace_ms": "5000"},
        {"decks": "3"},
        {"stop": "maybe"},
        {"x": "1"},
    ):
        with pytest.raises(OptionError) as said:
            limppu.parse_options(raw)
        assert any(word in str(said.value) for word in ("give", "choose"))


def test_options_read_back_what_they_say() -> None:
    for raw in (
        {},
        {"decks": "2", "second_ks": "off"},
        {"stop": "live", "announce_grace_ms": "500"},
        {"series": "on"},
    ):
        agreed = limppu.parse_options(raw)
        text = {
            n: ("on" if v is True else "off" if v is False else str(v)) for n, v in agreed.as_json().items()
        }
        assert limppu.parse_options(text) == agreed
        told = [option.name for option in limppu.OPTIONS if agreed.decks == 2 or option.name != "second_ks"]
        assert list(agreed.as_json()) == told
    assert limppu.parse_options({"decks": "2"}).second_ks
    assert len(fields(limppu.Options)) == len(limppu.OPTIONS)


def test_options_are_told_in_sentences() -> None:
    for option in limppu.OPTIONS:
        assert option.text.endswith(".")


# Deal


@pytest.mark.parametrize(
    ("raw", "size"), [({}, 52), ({"decks": "2"}, 103), ({"decks": "2", "second_ks": "off"}, 102)]
)
def test_a_deal(raw: dict[str, str], size: int) -> None:
    """LI-03, LI-08 to LI-11, LI-19, LI-70: for every number of seats, and no stop card in a hand."""
    for seats in limppu.SEATS:
        for n in range(20):
            state = limppu.start(limppu.parse_options({**raw, "stop": "live"}), seats, bytes([n] * 32))
            assert len(limppu.cards_of(state)) == size
            assert len(set(limppu.cards_of(state))) == size
            assert [deck.size(hand) for hand in state.hands] == [5] * seats
            assert "2D" in state.hands[state.dealer]
            assert deck.KINGS.isdisjoint(card for hand in state.hands for card in hand)
            assert state.turn == (state.dealer + 1) % seats
            assert limppu.first_dealer(state.lots, seats) == state.dealer
            limppu.check(state)


def test_the_king_may_lie_anywhere_in_the_stock() -> None:
    places = {
        limppu.start(options(stop="live"), 6, bytes([n, k] * 16)).stock.index("KS")
        for n in range(25)
        for k in range(9)
    }
    assert places == set(range(21))


@pytest.mark.parametrize("seats", [1, 7, 0, -2])
def test_too_few_or_too_many_seats(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 6"):
        limppu.start(limppu.Options(), seats, bytes(32))


def test_lots_out_of_place_are_refused() -> None:
    for lots in (
        [Lot(0, "3C"), Lot(0, "4C")],
        [Lot(0, "3C"), Lot(1, "4C"), Lot(1, "5C")],
        [Lot(0, "3C"), Lot(4, "4C")],
    ):
        with pytest.raises(ValueError, match="drew"):
            limppu.first_dealer(lots, 2)


def test_a_lot_is_drawn_again_by_the_tied_alone() -> None:
    """LI-06: some seed gives a tie, and only the tied draw on."""
    for n in range(200):
        lots = limppu.start(options(stop="live"), 5, bytes([n, 7] * 16)).lots
        if len(lots) > 5:
            low = min(deck.HEIGHT[lot.card] for lot in lots[:5])
            again = [lot.seat for lot in lots[5:]]
            assert set(again) == {lot.seat for lot in lots[:5] if deck.HEIGHT[lot.card] == low}
            return
    raise AssertionError("no tie in 200 lots")


@pytest.mark.parametrize("place", [0, 3, 40])
def test_a_dealt_king_goes_to_its_place_and_the_top_card_into_the_hand(place: int) -> None:
    """LI-11."""
    order = ["KS", *(card for card in deck.pack(options()) if card not in ("KS", "2D"))]
    state = limppu.dealt(options(stop="live"), 2, 0, order, [place])
    assert state.stock.index("KS") == place
    assert state.hands[1] == (*order[2:10:2], order[10])
    rest = [card for card in state.stock if card != "KS"]
    assert rest == order[11:]


def test_two_dealt_kings_go_to_their_places() -> None:
    """LI-71."""
    agreed = options(stop="live", decks="2")
    order = [
        "KS",
        "KS'",
        *(card for card in deck.pack(agreed) if card[:2] not in ("KS", "2D") or card == "2D'"),
    ]
    state = limppu.dealt(agreed, 2, 0, order, [9, 5])
    assert (state.stock.index("KS'"), len(state.stock)) == (5, 92)
    assert deck.KINGS.isdisjoint(card for hand in state.hands for card in hand)


@pytest.mark.parametrize("back", [[], [-1], [41], ["1"]])
def test_a_dealt_king_needs_a_place(back: list[int]) -> None:
    order = ["KS", *(card for card in deck.pack(options()) if card not in ("KS", "2D"))]
    with pytest.raises((ValueError, TypeError)):
        limppu.dealt(options(stop="live"), 2, 0, order, back)


def test_a_deal_needs_the_whole_pack_and_a_dealer() -> None:
    order = [card for card in deck.pack(options()) if card != "2D"]
    for wrong in (order[1:], [*order[1:], order[1]], [*order, "2D"]):
        with pytest.raises(ValueError, match="pack without the limppu"):
            limppu.dealt(options(), 2, 0, wrong)
    with pytest.raises(ValueError, match="cannot deal"):
        limppu.dealt(options(), 2, 2, order)
