"""A card in the air: between the turn of the card and the moment it counts as shown."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.lapsy.state import Air, Challenge
from lapsy.games.play import Bundle, Input, Outcome

A, B, C = 0, 1, 2


class Table:
    """A position with presses given in words; ``refs`` count up."""

    def __init__(self, *hands: str, pile: str = "", **more: Any) -> None:
        self.state = lapsy.position([hand.split() for hand in hands], pile=pile.split(), **more)
        self.said: list[Outcome] = []
        self.t_us = 0

    def __call__(self, *inputs: Input) -> list[str]:
        self.t_us += 1_000_000  # every window that was open is due
        numbered = tuple(
            Input(n, i.kind, i.seat, i.choose, i.held) for n, i in enumerate(inputs, start=len(self.said) + 1)
        )
        self.state, outcomes = lapsy.apply(self.state, Bundle(self.t_us, numbered))
        lapsy.check(self.state)
        self.said += outcomes
        return [o.kind + (f":{o.reason}" if o.kind in ("refused", "false") else "") for o in outcomes]

    def hand(self, seat: int) -> str:
        return " ".join(self.state.hands[seat])

    @property
    def pile(self) -> str:
        return " ".join(laid.card for laid in self.state.pile)


def flip(seat: int, choose: str | int | None = None) -> Input:
    return Input(0, "flip", seat, choose)


def slap(seat: int) -> Input:
    return Input(0, "slap", seat)


SHOWN = Input(0, "shown")
CLOSE = Input(0, "deadline")


def test_the_face_is_public_and_the_card_lands_when_shown() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", turn=A)
    assert table(flip(A)) == ["air"]
    assert lapsy.view(table.state, None)["pile"] == {
        "cards": 0,
        "penalty": 0,
        "top": [],
        "air": {"card": "2C", "seat": A},
    }
    assert table(SHOWN) == ["landed"]
    assert table.pile == "2C"
    assert table.state.turn == B


def test_only_one_card_is_in_the_air() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="KH", turn=A, challenge=(B, 3, None))
    table(flip(A))
    assert table(flip(A)) == ["refused:in_the_air"]
    assert table(flip(B)) == ["refused:out_of_turn"]
    assert table(Input(0, "shown", B)) == ["refused:nothing_in_the_air"]
    assert table(SHOWN) == ["landed"]
    assert table(SHOWN) == ["refused:nothing_in_the_air"]


def test_a_winning_slap_sends_the_card_back() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 9C", turn=B, last_player=A)
    table(flip(B))
    assert table(slap(A)) == ["accepted", "returned"]
    assert table.hand(B) == "6D 7D 8D 9D"
    assert table(SHOWN) == ["refused:nothing_in_the_air"]
    assert table(CLOSE) == ["collected"]
    assert table.hand(A) == "2C 3C 4C 5C 9H 9C"


@pytest.mark.parametrize("choose", ["8D", 3])
def test_a_chosen_card_goes_back_to_its_place(choose: str | int) -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D", pile="9H 9C", turn=B)
    table(flip(B, choose))
    assert table.hand(B) == "6D 7D"
    table(slap(A))
    assert table.hand(B) == "6D 7D 8D"


def test_a_slap_is_judged_against_what_has_landed() -> None:
    table = Table("9C 2C 3C 4C", "6D 7D 8D 9D", pile="9H", turn=A)
    table(flip(A))
    assert table(slap(B)) == ["false:single"]
    assert table(SHOWN) == ["landed"]
    assert table(slap(B)) == ["accepted"]


def test_a_penalty_is_never_the_card_in_the_air() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 8H", turn=A)
    table(flip(A))
    assert table(slap(A)) == ["false:no_pair"]
    assert (table.hand(A), table.pile) == ("4C 5C", "3C 9H 8H")
    table(SHOWN)
    assert table.pile == "3C 9H 8H 2C"


def test_a_chosen_card_keeps_its_neighbour_when_a_penalty_is_paid_meanwhile() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D", "2S 3S", pile="9H", turn=B)
    table(flip(B, 3))
    table(slap(B))  # pays 6D
    assert table.state.air == Air(B, "8D", 1)
    table(Input(0, "disqualify", B))
    assert table.pile.split()[:2] == ["8D", "7D"]


def test_the_last_card_in_the_air_is_a_card_still() -> None:
    """A false slap with nothing left to pay costs nothing, and not the right: there was a card when it was made."""
    table = Table("2C 3C 4C 5C", "6D", pile="9H 8H", turn=B)
    table(flip(B))
    assert table(slap(B)) == ["false:no_pair"]
    assert table.state.out == (False, False)
    assert lapsy.view(table.state, None)["seats"][B]["status"] == "in"
    assert not lapsy.is_over(table.state)
    assert table(SHOWN) == ["landed", "collected", "over"]


def test_the_game_can_end_while_a_card_is_in_the_air() -> None:
    """LS-20: the other pays his last card; there is nothing to wait for."""
    table = Table("2C 3C", "6D", pile="9H 8H", turn=A)
    table(flip(A))
    assert table(slap(B)) == ["false:no_pair", "returned", "collected", "over"]
    assert table.hand(A) == "2C 3C 6D 9H 8H"


def test_a_last_pair_takes_the_card_out_of_the_air() -> None:
    """LS-22: when the only holder may not cover the pair, a card already turned does not either."""
    table = Table("2C 3C", "6D 7D", pile="9H 9C", turn=A)
    table(flip(A))
    assert table(Input(0, "disqualify", B)) == ["removed", "returned"]
    assert table.state.window is not None
    assert table.state.window.kind == "pair"
    assert table(CLOSE) == ["collected", "over"]


def test_removing_the_owner_takes_the_card_too() -> None:
    table = Table("2C 3C 4C", "6D 7D", "2S", pile="9H", turn=A)
    table(flip(A, 2))
    assert table(Input(0, "disqualify", A)) == ["returned", "removed"]
    assert (table.hand(A), table.pile) == ("", "4C 3C 2C 9H")
    assert table.state.turn == B


def test_an_objection_takes_the_owners_card_back() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="KH", turn=B, challenge=(A, 3, None))
    table(slap(B))
    table(flip(B))
    assert table(Input(0, "deliberate", B)) == ["given_back", "returned"]
    assert (table.hand(B), table.pile) == ("6D 7D 8D 9D", "KH")


def test_an_objection_about_a_slap_made_with_the_card_in_the_air() -> None:
    """The card landed after the slap: it goes back to its place, above the card that was paid."""
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="KH", turn=B, challenge=(A, 3, None))
    table(flip(B))
    table(slap(B))
    table(SHOWN)
    table(Input(0, "deliberate", B))
    assert (table.hand(B), table.pile) == ("6D 7D 8D 9D", "KH")
    assert table.state.challenge == Challenge(A, "K", 3)


def test_an_objection_leaves_another_players_card_in_the_air_when_it_is_his_turn_still() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 8H", turn=A)
    table(slap(B))
    table(flip(A))
    assert table(Input(0, "deliberate", B)) == ["given_back"]
    assert table(SHOWN) == ["landed"]


def test_an_objection_that_gives_the_turn_back_takes_another_players_card_out_of_the_air() -> None:
    table = Table("2C 3C 4C 5C", "6D", "2S 3S 4S 5S", pile="9H 8H", turn=B)
    table(slap(B))
    assert table(flip(C)) == ["air"]
    assert table(Input(0, "deliberate", B)) == ["given_back", "returned"]
    assert table.state.turn == B
    assert table.hand(C) == "2S 3S 4S 5S"


# One bundle


def test_a_flip_loses_against_a_winning_slap_of_the_same_bundle() -> None:
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 9C", turn=B)
    assert table(flip(B), slap(A)) == ["accepted", "refused:window"]
    assert table.state.air is None


def test_a_flip_and_a_false_slap_of_one_seat() -> None:
    """The slap pays the top card; the flip turns what is then the top, a chosen card only if it is still there."""
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 8H", turn=A)
    assert table(flip(A), slap(A)) == ["false:no_pair", "air"]
    assert (table.pile, table.state.air) == ("2C 9H 8H", Air(A, "3C", 0))
    for choose, says in ((1, "refused:not_choosable"), (3, "air")):
        table = Table("2C 3C 4C", "6D 7D 8D 9D", pile="9H 8H", turn=A)
        assert table(flip(A, choose), slap(A)) == ["false:no_pair", says]
    assert table.state.air == Air(A, "4C", 1)


def test_who_is_not_on_turn_before_the_bundle_may_not_flip_in_it() -> None:
    table = Table("2C", "6D 7D 8D 9D", "2S 3S", pile="9H 8H", turn=A)
    assert table(slap(A), flip(B)) == ["false:no_pair", "refused:out_of_turn"]
    assert table.state.turn == B


def test_a_slap_at_the_moment_of_showing_belongs_to_the_situation_before() -> None:
    table = Table("9C 2C 3C 4C", "6D 7D 8D 9D", pile="9H", turn=A)
    table(flip(A))
    assert table(SHOWN, slap(B)) == ["false:single", "landed"]
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H 9C", turn=A)
    table(flip(A))
    assert table(SHOWN, slap(B)) == ["accepted", "returned", "refused:nothing_in_the_air"]


def test_the_owner_does_not_see_three_cards_while_the_fourth_is_in_the_air() -> None:
    """A slap can send it back: then he would have seen a hand of four."""
    table = Table("2C 3C 4C 5C", "6D 7D 8D 9D", pile="9H", turn=A)
    table(flip(A))
    assert "hand" not in lapsy.view(table.state, A)
    assert lapsy.view(table.state, A)["seats"][A] == {
        "cards": 3,
        "status": "in",
        "choosing": False,
        "banned": False,
        "head": False,
    }
    table(SHOWN)
    assert lapsy.view(table.state, A)["hand"] == ["3C", "4C", "5C"]
    assert "hand" not in lapsy.view(table.state, B)
    assert "hand" not in lapsy.view(table.state, None)
