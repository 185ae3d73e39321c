"""What a state in text says about open objections: what cannot be brought back is refused (LS-25)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input

A, B, C = 0, 1, 2
#: The places of a payment in text.
SEAT, DEPTH, PLAYED, HAND, TURN, CHALLENGE, WINDOW = range(7)


def after(state: lapsy.State, *inputs: Input) -> lapsy.State:
    for n, given_input in enumerate(inputs, start=1):
        state, said = lapsy.apply(state, Bundle(n, (given_input._replace(ref=n),)))
        assert "refused" not in {outcome.kind for outcome in said}
    return state


def paid_and_laid() -> lapsy.State:
    """B pays, lays an attempt, pays again and has the next card in the air; between them C pays."""
    state = lapsy.position(
        [hand.split() for hand in ("2C 3C 4C 5C", "6D 7D 8D 9D TD", "2S 3S 4S 5S")],
        pile=["KH"],
        turn=B,
        challenge=(A, 3, None),
        last_player=A,
    )
    return after(
        state,
        Input(0, "slap", B),
        Input(0, "play", B),
        Input(0, "slap", C),
        Input(0, "slap", B),
        Input(0, "flip", B),
    )


def with_payment(state: lapsy.State, number: int, place: int, value: Any) -> str:
    raw = json.loads(lapsy.to_text(state))
    raw["payments"][number][place] = value
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def test_open_objections_come_back_from_text() -> None:
    state = paid_and_laid()
    assert lapsy.from_text(lapsy.to_text(state)) == state
    assert json.loads(lapsy.to_text(state))["payments"] == [
        [B, 1, 1, ["6D", "7D", "8D", "9D", "TD"], B, [A, "K", 3], None],
        [C, 2, 2, ["2S", "3S", "4S", "5S"], B, [A, "K", 2], None],
        [B, 3, 2, ["8D", "9D", "TD"], B, [A, "K", 2], None],
    ]


@pytest.mark.parametrize(
    ("number", "place", "value", "says"),
    [
        (0, SEAT, 99, "seat that does not exist"),
        (0, SEAT, -1, "seat that does not exist"),
        (0, SEAT, C, "no penalty card"),
        (0, DEPTH, 0, "no penalty card"),
        (0, DEPTH, 3, "no penalty card"),  # the newer one's card
        (2, DEPTH, 2, "no penalty card"),  # another seat's card
        (0, DEPTH, 9, "no penalty card"),
        (0, PLAYED, -1, "what has not been"),
        (2, PLAYED, 3, "what has not been"),
        (0, PLAYED, 2, "other cards"),  # the card laid since would be there twice
        (0, PLAYED, 0, "another player's card"),
        (1, PLAYED, 1, "another player's card"),
        (2, HAND, ["AS", "AS", "AS"], "other cards"),
        (2, HAND, ["9D", "TD"], "other cards"),
        (2, HAND, [], "other cards"),
        (0, HAND, ["6D", "7D", "8D", "9D", "9D"], "other cards"),
        (1, HAND, ["2S", "3S", "4S", "5S", "6S"], "other cards"),
        (0, TURN, 99, "seat that does not exist"),
        (0, TURN, -1, "seat that does not exist"),
        (0, CHALLENGE, [9, "K", 3], "seat that does not exist"),
        (0, CHALLENGE, [-1, "K", 3], "seat that does not exist"),
        (0, CHALLENGE, [A, "5", 1], "impossible attempts"),
        (0, CHALLENGE, [A, "pair", 0], "impossible attempts"),
        (0, CHALLENGE, [A, "K", 4], "impossible attempts"),
        (0, CHALLENGE, [A, "K", -1], "impossible attempts"),
        (0, CHALLENGE, [A, "K", 0], "wrong window"),
        (0, WINDOW, ["collect", 5], "wrong window"),
        (0, WINDOW, ["slap", 5], "wrong window"),
        (0, WINDOW, ["pair", 5], "wrong window"),
        (0, WINDOW, ["dance", 5], "wrong window"),
    ],
)
def test_an_objection_that_brings_back_what_cannot_be(number: int, place: int, value: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        lapsy.from_text(with_payment(paid_and_laid(), number, place, value))


def test_a_collection_that_waited_comes_back() -> None:
    """A false slap while a lost challenge waits; the objection goes back to that very window."""
    state = lapsy.position(
        [hand.split() for hand in ("2C 3C 4C 5C", "6D 7D 8D 9D")],
        pile=["JC", "9H"],
        challenge=(A, 0, "J"),
        last_player=B,
        since_us=7,
    )
    before = state
    state = after(state, Input(0, "slap", B))
    assert lapsy.from_text(lapsy.to_text(state)) == state
    for value, says in ((None, "wrong window"), (["slap", 7], "wrong window")):
        with pytest.raises(ValueError, match=says):
            lapsy.from_text(with_payment(state, 0, WINDOW, value))
    assert after(state, Input(0, "deliberate", B)) == before


def test_who_is_out_for_good_gets_nothing_back() -> None:
    raw = json.loads(lapsy.to_text(paid_and_laid()))
    raw["hands"][C] = []
    raw["pile"] = [[card, C] for card in ("3S", "4S", "5S")] + raw["pile"]
    raw["out"][C] = True
    raw["penalty"] += 3
    with pytest.raises(ValueError, match="against a player out for good"):
        lapsy.from_text(json.dumps(raw, ensure_ascii=False, separators=(",", ":")))


def test_fewer_cards_laid_than_lie_there() -> None:
    """Else cards that go back would leave fewer than none."""
    text = lapsy.to_text(paid_and_laid())
    assert '"laid":2' in text
    with pytest.raises(ValueError, match="fewer cards"):
        lapsy.from_text(text.replace('"laid":2', '"laid":1'))


numbers = st.integers(-2, 6)
cards = st.sampled_from(["6D", "7D", "8D", "9D", "TD", "2S", "AS"])
values = st.one_of(
    st.none(),
    numbers,
    st.lists(cards, max_size=6),
    st.tuples(numbers, st.sampled_from("JQKA5"), numbers).map(list),
    st.tuples(st.sampled_from(["slap", "collect", "pair", ""]), numbers).map(list),
)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6), values), min_size=1, max_size=2),
    st.permutations([A, B, B, C]),
)
def test_whatever_is_accepted_can_be_brought_back(changes: list[Any], seats: list[int]) -> None:
    raw = json.loads(lapsy.to_text(paid_and_laid()))
    for number, place, value in changes:
        raw["payments"][number][place] = value
    try:
        state = lapsy.from_text(json.dumps(raw, ensure_ascii=False, separators=(",", ":")))
    except ValueError:
        return
    held = lapsy.cards_of(state)
    for seat in seats:
        state, _ = lapsy.apply(state, Bundle(9, (Input(9, "deliberate", seat),)))
        lapsy.check(state)
        assert lapsy.cards_of(state) == held
        for viewer in (None, A, B, C):
            lapsy.view(state, viewer)
