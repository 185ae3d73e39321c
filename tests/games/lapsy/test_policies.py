"""What a table's policies give the rules: slaps that came too soon, and the likely first of those that share a pile."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input, Outcome

A, B, C = 0, 1, 2
HANDS = ("2C 3C", "4C 5C", "6C 7C")


def step(state: lapsy.State, t_us: int, *inputs: Input) -> tuple[lapsy.State, tuple[Outcome, ...]]:
    after, outcomes = lapsy.apply(state, Bundle(t_us, inputs))
    lapsy.check(after)
    assert lapsy.from_text(lapsy.to_text(after)) == after
    return after, outcomes


def position(*hands: str, pile: str = "9H 9C", **more: Any) -> lapsy.State:
    more = {"turn": B, "last_player": A} | more
    return lapsy.position([hand.split() for hand in hands or HANDS], pile=pile.split(), **more)


def early(ref: int, seat: int) -> Input:
    return Input(ref, "slap", seat, anticipated=True)


def test_a_slap_too_soon_is_false_on_a_pair_and_pays() -> None:
    state, said = step(position(), 500, early(1, C))
    assert said == (Outcome("false", 1, (C,), ("6C",), (None,), "anticipated"),)
    assert state.window is None
    assert state.penalty == 1


def test_its_seat_may_slap_again_and_win_what_it_paid() -> None:
    state, _ = step(position(), 500, early(1, C))
    state, said = step(state, 600, Input(2, "slap", C))
    assert [o.kind for o in said] == ["accepted"]
    _, said = step(state, 1_000_600, Input(3, "deadline"))
    assert said == (Outcome("collected", None, (C,), ("6C", "9H", "9C"), (C, C, C), "slap"),)


def test_beside_it_the_slap_of_another_is_right() -> None:
    state, said = step(position(), 500, early(1, C), Input(2, "slap", A))
    assert [(o.kind, o.seats) for o in said] == [("false", (C,)), ("accepted", (A,))]
    assert state.slaps == ((A,),)


def test_without_a_pair_it_is_false_as_any_other() -> None:
    _, said = step(position(pile="9H 8C"), 500, early(1, C))
    assert [(o.kind, o.reason) for o in said] == [("false", "no_pair")]


def test_it_pays_by_the_rules_in_force() -> None:
    state = position(options=lapsy.parse_options({"variant": "basic", "slap_ban": "on"}))
    state, said = step(state, 500, early(1, C))
    assert [(o.kind, o.reason) for o in said] == [("false", "anticipated"), ("banned", "")]
    assert state.banned == (False, False, True)


def test_who_has_no_cards_loses_the_right_by_it() -> None:
    state, said = step(position("2C 3C", "4C 5C", ""), 500, early(1, C))
    assert [o.kind for o in said] == ["false", "lost_right"]
    assert state.out == (False, False, True)


@pytest.mark.parametrize("first", [True, False])
def test_an_objection_brings_its_card_back_and_leaves_a_slap_of_another(first: bool) -> None:
    """LS-25: no card was laid since, so the slap on the pair has nothing to do with it."""
    presses = [early(1, C), Input(2, "slap", A)]
    state = position()
    for n, press in enumerate(presses if first else presses[::-1]):
        state, _ = step(state, 500 + n, press)
    assert state.penalty == 1
    slapped = state.window
    state, said = step(state, 700, Input(3, "deliberate", C))
    assert [o.kind for o in said] == ["given_back"]
    assert (state.hands[C], state.slaps, state.window) == (("6C", "7C"), ((A,),), slapped)
    _, said = step(state, 2_000_000, Input(4, "deadline"))
    assert [(o.kind, o.seats) for o in said] == [("collected", (A,))]


def test_an_objection_goes_back_to_the_last_pair_that_waited() -> None:
    """LS-22: one player has cards, the pair is free to be slapped, and a card-holder slaps too soon."""
    state = position("2C 3C", "", "", pile="9H 9C", turn=None, last_player=A)
    assert state.window is not None
    before = state
    state, _ = step(state, 500, early(1, A))
    state, _ = step(state, 600, Input(2, "deliberate", A))
    assert (state.hands, state.window, state.pile) == (before.hands, before.window, before.pile)


# The likely first


def shared(reverse: bool = False) -> lapsy.State:
    options = lapsy.parse_options({"variant": "basic", "reverse": "on"}) if reverse else lapsy.Options()
    state = position(options=options)
    state, _ = step(state, 500, Input(1, "slap", C), Input(2, "slap", A))
    return state


def test_the_likely_first_has_the_pile_alone() -> None:
    """LA-29 instead of LA-33; the other hand of the first place is slower, at no cost (LS-04)."""
    state, said = step(shared(), 1_000_500, Input(9, "deadline"), Input(9, "likely", C))
    assert said == (
        Outcome("likely", 9, (C, A)),
        Outcome("collected", None, (C,), ("9H", "9C"), (C, C), "slap"),
    )
    assert state.turn == C


def test_named_before_the_end_it_leads_and_the_others_follow() -> None:
    state, _ = step(shared(), 600, Input(9, "likely", A))
    assert (state.slaps, state.refs) == (((A,), (C,)), ((2,), (1,)))


@pytest.mark.parametrize("named", [(B,), (A, C), ()])
def test_only_some_of_those_that_share_can_be_likely(named: tuple[int, ...]) -> None:
    _, said = step(shared(), 1_000_500, Input(9, "deadline"), *(Input(9, "likely", seat) for seat in named))
    assert [(o.kind, o.reason) for o in said] == [
        *(("refused", "not_due") for _ in named),
        ("collected", "tie"),
    ]


def test_in_reverse_the_likely_last_takes_it() -> None:
    """LS-55: all who race have slapped, two of them last together."""
    state, _ = step(shared(reverse=True), 600, Input(3, "slap", B, not_after=(1, 2)))
    assert state.latest == (A, B, C)
    _, said = step(state, 1_000_500, Input(9, "deadline"), Input(9, "likely", B))
    assert [(o.kind, o.seats, o.reason) for o in said] == [
        ("likely", (B, A, C), ""),
        ("collected", (B,), "last"),
    ]


def test_in_reverse_nobody_is_likely_last_while_one_has_not_slapped() -> None:
    state = shared(reverse=True)
    assert lapsy.view(state, None)["takes"] == [B]
    _, said = step(state, 1_000_500, Input(9, "deadline"), Input(9, "likely", A))
    assert [(o.kind, o.seats) for o in said] == [("refused", (A,)), ("collected", (B,))]
