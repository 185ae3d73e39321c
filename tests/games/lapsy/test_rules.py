"""Clause by clause, where a neutral case cannot say it: outcomes, windows, options, views, errors."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.lapsy import words
from lapsy.games.lapsy.rules import rules_for
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Input, Outcome
from lapsy.games.registry import GAMES

A, B, C = 0, 1, 2


def step(state: lapsy.State, t_us: int, *inputs: Input) -> tuple[lapsy.State, tuple[Outcome, ...]]:
    after, outcomes = lapsy.apply(state, Bundle(t_us, inputs))
    lapsy.check(after)
    return after, outcomes


def kinds(outcomes: tuple[Outcome, ...]) -> list[str]:
    return [outcome.kind for outcome in outcomes]


def position(*hands: str, pile: str = "", **more: Any) -> lapsy.State:
    return lapsy.position([hand.split() for hand in hands], pile=pile.split(), **more)


def options(**switches: str) -> lapsy.Options:
    return lapsy.parse_options(switches)


# Slaps and their outcomes


def test_all_that_lead_are_named_and_the_others_are_slower() -> None:
    state = position("2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    state, said = step(state, 500, Input(1, "slap", C), Input(2, "slap", A))
    assert said == (Outcome("accepted", 2, (A, C)), Outcome("accepted", 1, (C, A)))
    assert lapsy.view(state, None)["leading"] == [A, C]
    state, said = step(state, 501, Input(3, "slap", B), Input(4, "slap", A))
    assert said == (Outcome("repeat", 4, (A,)), Outcome("slower", 3, (B,)))
    state, said = step(state, 502, Input(5, "slap", B))
    assert kinds(said) == ["repeat"]
    _, said = step(state, 1_000_499, Input(6, "deadline"))
    assert [o.reason for o in said] == ["not_due"]
    _, said = step(state, 1_000_500, Input(6, "deadline"))
    assert said == (Outcome("collected", None, (A, C), ("9H", "9C"), (A, C), "tie"),)


@pytest.mark.parametrize(
    ("pile", "penalty", "reason"),
    [
        ("", 0, "empty"),
        ("9H", 1, "empty"),
        ("9H", 0, "single"),
        ("9C 9H", 1, "single"),
        ("9H 8H", 0, "no_pair"),
        ("9H 9C 8H", 0, "covered"),
        ("9C 9H 8H", 1, "no_pair"),
        ("9H 9C 7D 8H", 0, "no_pair"),
    ],
)
def test_a_false_slap_says_why(pile: str, penalty: int, reason: str) -> None:
    state = position("2C 3C 4C 5C", "5D 6D 7D 8D", pile=pile, pile_penalty=penalty, turn=A)
    _, said = step(state, 1, Input(7, "slap", B))
    assert said == (Outcome("false", 7, (B,), ("5D",), (None,), reason),)


def test_the_removal_of_the_leader_names_the_next() -> None:
    state = position("2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    state, _ = step(state, 500, Input(1, "slap", C))
    state, _ = step(state, 501, Input(2, "slap", B))
    state, said = step(state, 502, Input(3, "disqualify", C))
    assert said[-1] == Outcome("accepted", None, (B,))
    assert lapsy.deadline(state) == 500 + 1_000_000


def test_equal_payments_to_each_are_judged_on_the_hands_before() -> None:
    """LE-07: who was card-less before the bundle is out, whatever the others would have given him in it."""
    state = position(
        "2C 3C 4C", "6D", "", pile="9H 8H", turn=A, last_player=A, options=options(penalty_each="on")
    )
    state, said = step(state, 1, Input(1, "slap", B), Input(2, "slap", C), Input(3, "slap", A))
    assert kinds(said) == ["false", "false", "false", "lost_right"]
    assert state.hands == (("3C", "4C", "6D"), ("2C",), ())
    assert state.out == (False, False, True)


def test_two_presses_of_one_bundle_pay_what_was_there_before_it() -> None:
    """B has one card for A; the card that A gives him in the same bundle is not there for the second press."""
    state = position(
        "2C 3C 4C", "6D", pile="9H 8H", turn=B, last_player=A, options=options(penalty_each="on")
    )
    state, said = step(state, 1, Input(1, "slap", B), Input(2, "slap", A), Input(3, "slap", B))
    assert [(o.seats, o.cards) for o in said] == [((A,), ("2C",)), ((B,), ("6D",)), ((B,), ())]
    assert state.hands == (("3C", "4C", "6D"), ("2C",))


# Windows


def test_a_live_pair_alone_opens_no_window() -> None:
    state = position("9C 2C 3C 4C", "5D 6D 7D 8D", pile="9H", turn=A)
    state, _ = step(state, 1000, Input(1, "play", A))
    assert lapsy.deadline(state) is None
    state, _ = step(state, 9000, Input(2, "slap", B))
    assert lapsy.deadline(state) == 9000 + 1_000_000
    state, _ = step(state, 20_000, Input(3, "slap", A))
    assert lapsy.deadline(state) == 9000 + 1_000_000  # a slower hand does not prolong it


def test_windows_of_a_lost_challenge_and_of_the_last_pair() -> None:
    state = position("JC 2C", "5D 6D", turn=A, options=options(window_ms="250"))
    state, _ = step(state, 1000, Input(1, "play", A))
    state, said = step(state, 2000, Input(2, "play", B))
    assert said[-1] == Outcome("lost_challenge", None, (A,), reason="attempts")
    assert lapsy.deadline(state) == 2000 + 250_000
    assert lapsy.view(state, None)["window"] == "collect"

    state = position("8C", "5D 6D", pile="9H 8H", turn=A)
    state, _ = step(state, 3000, Input(1, "play", A))
    assert lapsy.view(state, None)["window"] == "pair"
    assert lapsy.deadline(state) == 3000 + 1_000_000


def test_a_slap_in_the_collection_window_has_its_own_time() -> None:
    state = position("QC 2C", "6D 6H 7D", turn=A)
    for n, seat in enumerate((A, B, B), start=1):
        state, _ = step(state, 1000 * n, Input(n, "play", seat))
    assert lapsy.deadline(state) == 3000 + 1_000_000
    state, said = step(state, 900_000, Input(4, "slap", B))
    assert kinds(said) == ["accepted"]
    assert lapsy.deadline(state) == 900_000 + 1_000_000
    assert lapsy.view(state, None)["window"] == "slap"


def test_a_void_slap_leaves_the_lost_challenge_waiting_again() -> None:
    state = position("QC 2C", "6D 6H 7D", "4S 5S", turn=A)
    for n, seat in enumerate((A, B, B), start=1):
        state, _ = step(state, 1000 * n, Input(n, "play", seat))
    state, _ = step(state, 900_000, Input(4, "slap", C))
    state, said = step(state, 950_000, Input(5, "disqualify", C))
    assert kinds(said) == ["removed", "lost_challenge"]
    assert lapsy.deadline(state) == 950_000 + 1_000_000


def test_nobody_has_cards_for_the_attempts() -> None:
    state = position("QH", "5C", turn=A)
    state, _ = step(state, 1, Input(1, "play", A))
    state, said = step(state, 2, Input(2, "play", B))
    assert said[-1] == Outcome("lost_challenge", None, (A,), reason="no_cards")
    state, said = step(state, 3, Input(3, "slap", A))
    assert said == (Outcome("refused", 3, (A,), reason="no_slap"),)
    _, said = step(state, 2_000_000, Input(4, "deadline"))
    assert [(o.kind, o.reason) for o in said] == [("collected", "challenge"), ("over", "")]


# Objections


def test_objections_of_two_players_who_laid_in_turn_of_payments() -> None:
    """B's cards go back; C's later payment then belongs to the situation that has come back."""
    state = position("2C 3C 4C 5C", "6D 7D 8D 9D", "2S 3S 4S 5S", pile="KH", turn=B, challenge=(A, 3, None))
    before = state
    state, _ = step(state, 1, Input(1, "slap", B))
    state, _ = step(state, 2, Input(2, "play", B))
    state, _ = step(state, 3, Input(3, "slap", C))
    state, said = step(state, 4, Input(4, "deliberate", B))
    assert said == (
        Outcome("given_back", 4, (B,), ("6D",), (B,)),
        Outcome("returned", 4, (B,), ("7D",), (B,)),
    )
    state, _ = step(state, 5, Input(5, "deliberate", C))
    assert lapsy.summary(state, "ABC") == lapsy.summary(before, "ABC")


def test_an_objection_after_another_one_still_counts_the_cards_laid_since() -> None:
    """C slapped on a card of B's that went back; what C lays later goes back too, and no card is there twice."""
    state = position("2C 3C 4C 5C", "6D 7D", "2S 3S 4S 5S", pile="9H 8H", turn=B)
    cards = lapsy.cards_of(state)
    steps = (
        Input(1, "slap", B),
        Input(2, "play", B),
        Input(3, "slap", C),
        Input(4, "deliberate", B),
        Input(5, "slap", B),
        Input(6, "slap", B),
        Input(7, "play", C),
        Input(8, "deliberate", C),
    )
    for given in steps:
        state, said = step(state, given.ref, given)
        assert said[0].kind != "refused"
    assert lapsy.cards_of(state) == cards
    assert state.hands == (("2C", "3C", "4C", "5C"), (), ("2S", "3S", "4S", "5S"))
    assert [laid.card for laid in state.pile] == ["7D", "6D", "9H", "8H"]
    assert state.turn == C


def test_an_objection_takes_the_right_card_of_several() -> None:
    state = position("2C 3C 4C 5C", "6D 7D 8D 9D", "2S 3S 4S 5S", pile="9H 8H", turn=A)
    for n, seat in enumerate((B, C, B, C)):
        state, _ = step(state, n, Input(n, "slap", seat))
    assert [laid.card for laid in state.pile] == ["3S", "7D", "2S", "6D", "9H", "8H"]
    state, _ = step(state, 5, Input(5, "deliberate", B))
    assert [laid.card for laid in state.pile] == ["3S", "2S", "6D", "9H", "8H"]
    state, _ = step(state, 6, Input(6, "disqualify", A))
    state, _ = step(state, 7, Input(7, "deliberate", B))
    assert [laid.card for laid in state.pile] == ["5C", "4C", "3C", "2C", "3S", "2S", "9H", "8H"]
    assert state.hands[B] == ("6D", "7D", "8D", "9D")


# Deal


def test_the_dealer_is_drawn_from_the_seed_and_every_seat_can_be() -> None:
    dealers = {lapsy.start(options(), 4, bytes([n]) * 32).dealer for n in range(40)}
    assert dealers == {0, 1, 2, 3}
    state = lapsy.start(options(), 4, bytes(32), dealer=3)
    assert (state.dealer, state.turn, lapsy.next_dealer(state)) == (3, 0, 0)


@pytest.mark.parametrize(("seats", "cards"), [(2, 52), (4, 52), (5, 104), (8, 104)])
def test_packs_by_seats(seats: int, cards: int) -> None:
    assert len(lapsy.cards_of(lapsy.start(options(), seats, bytes(32)))) == cards


@pytest.mark.parametrize(("seats", "dealer"), [(1, None), (9, None), (4, 4), (4, -1)])
def test_a_table_that_cannot_play_is_refused_in_a_sentence(seats: int, dealer: int | None) -> None:
    with pytest.raises(OptionError, match=r"players|deal"):
        lapsy.start(options(), seats, bytes(32), dealer)


# Options


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"jokers": "on"}, "no option “jokers”"),
        ({"variant": "egyptian"}, "choose from alga, basic"),
        ({"window_ms": "99"}, "100–10000"),
        ({"window_ms": "1e3"}, "100–10000"),
        ({"window_ms": "9" * 5000}, "100–10000"),
        ({"sandwich": "maybe"}, "on or off"),
    ],
)
def test_bad_options_are_named(raw: dict[str, str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        lapsy.parse_options(raw)


def test_every_option_has_a_sentence() -> None:
    assert {option.name for option in lapsy.OPTIONS} == {"preset", *options().as_json()}
    assert all(option.text for option in lapsy.OPTIONS)
    assert options(sandwich="ON", window_ms="800") == replace(options(), sandwich=True, window_ms=800)


def test_every_code_has_a_sentence() -> None:
    room = Path(lapsy.__file__).parent
    source = "".join(
        path.read_text(encoding="utf-8") for path in sorted(room.glob("*.py")) if path.stem != "words"
    )
    refused = set(re.findall(r'refuse\(given, (?:reason or )?"(\w+)"\)', source))
    for name in ("press_refusal", "slap_refusal", "turn_refusal", "shown_refusal"):
        body = source.split(f"def {name}(")[1].split("\ndef ")[0]
        refused |= set(re.findall(r'return "(\w+)"', body))
    refused |= {"not_choosable", "safe", "out_for_good", "banned", "dead_button"}
    refused |= {"not_due", "seat_taken", "no_such_seat"}
    assert refused == set(words.REFUSED)
    for table in (words.REFUSED, words.FALSE, words.COLLECTED, words.LOST, words.LAST_PILE, words.OVER):
        assert all(table.values())


# Views


def test_a_view_is_plain_json_and_complete() -> None:
    state = position(
        "2C 3C 4C 5C", "6D 7D", "", pile="2H 9H KH 5S", pile_penalty=1, turn=B, challenge=(A, 2, None)
    )
    seen = lapsy.view(state, B)
    assert json.loads(json.dumps(seen)) == seen
    assert seen == {
        "seats": [
            {"cards": 4, "status": "in", "choosing": False, "banned": False, "head": False},
            {"cards": 2, "status": "in", "choosing": True, "banned": False, "head": False},
            {"cards": 0, "status": "cardless", "choosing": False, "banned": False, "head": False},
        ],
        "turn": B,
        "pile": {
            "cards": 4,
            "penalty": 1,
            "top": [
                {"card": "9H", "seat": None},
                {"card": "KH", "seat": None},
                {"card": "5S", "seat": A},
            ],
            "air": None,
        },
        "challenge": {"challenger": A, "rank": "K", "attempts": 3, "left": 2},
        "window": None,
        "leading": [],
        "takes": [],
        "over": False,
        "winner": None,
        "winners": [],
        "finished": [],
        "dealer": 0,
        "laid": 3,
        "last_pile": None,
        "rules": {"slap": ["pair"], "head": False, "reverse": False, "joins": False},
        "hand": ["6D", "7D"],
    }
    assert "hand" not in lapsy.view(state._replace(rules=rules_for(options(hidden_hand="on"))), B)


def test_legal_inputs() -> None:
    state = position("2C 3C 4C 5C", "6D 7D", "", pile="9H", turn=B, cannot_return=[C])
    assert lapsy.legal(state, A) == (Input(0, "slap", A),)
    assert lapsy.legal(state, B) == (
        Input(0, "flip", B),
        Input(0, "flip", B, choose=1),
        Input(0, "flip", B, choose=2),
        Input(0, "slap", B),
    )
    assert lapsy.legal(state, C) == ()


def test_seats_that_do_not_exist() -> None:
    state = position("2C 3C", "6D 7D", turn=A)
    for call in (lapsy.view, lapsy.legal):
        with pytest.raises(ValueError, match="no seat 2"):
            call(state, 2)
    for given in (
        Input(1, "slap", 2),
        Input(2, "flip", None),
        Input(3, "play", -1),
        Input(4, "disqualify", 9),
    ):
        after, said = step(state, 1, given)
        assert said[0].reason == "no_such_seat"
        assert after is state
    _, said = step(state, 1, Input(5, "join", 9), Input(6, "head", A), Input(7, "dance", A))
    assert {outcome.reason for outcome in said} == {"not_in_these_rules"}


# Positions and text


@pytest.mark.parametrize(
    ("hands", "more", "says"),
    [
        (["2C"], {}, "hands"),
        (["2C", "3X"], {"turn": 0}, "“3X” is no card"),
        (["2C", "3C"], {"turn": 2}, "turn is seat 2"),
        (["2C", "3C"], {"turn": 0, "pile_penalty": 1}, "do not fit"),
        (["2C", "3C"], {"turn": 0, "challenge": (1, 2, None)}, "name its rank"),
        (["2C", "3C"], {"turn": 0, "challenge": (1, 2, "J")}, "does not fit"),
        (["2C", "3C"], {"turn": 0, "cannot_return": [1]}, "out for good has cards"),
        (["2C", "3C"], {}, "on turn"),
    ],
)
def test_positions_that_cannot_be(hands: list[str], more: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        lapsy.position([hand.split() for hand in hands], **more)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"turn":0', '"turn":1'),
        ('"turn":0', '"turn":true'),
        ('"dealer":0', '"dealer":7'),
        ('"penalty":0', '"penalty":2'),
        ('"out":[false,false]', '"out":[true,false]'),
        ('"out":[false,false]', '"out":[false]'),
        ('"window":null', '"window":["collect",1]'),
        ('"winners":[]', '"winners":[0]'),
        ('["2C"]', '["2X"]'),
        ('"slaps":[]', '"slaps":[[0]]'),
        ('"window_ms":1000', '"window_ms":1'),
        ('"air":null', '"air":[1,"3C",0]'),
        ('{"options"', '{ "options"'),
    ],
)
def test_text_of_a_state_that_cannot_be(old: str, new: str) -> None:
    text = lapsy.to_text(position("2C", "", turn=0, pile="QS", challenge=(1, 2, None)))
    assert old in text
    with pytest.raises(ValueError, match="no state of Läpsy"):
        lapsy.from_text(text.replace(old, new, 1))


def test_the_registry_knows_the_game() -> None:
    game = GAMES["lapsy"]
    state = game.start(game.parse_options({}), 3, bytes(32))
    assert game.from_text(game.to_text(state)) == state
    assert not game.is_over(state)
    assert game.deadline(state) is None
