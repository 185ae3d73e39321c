"""What is seen, what may be done, and states as text (SP-30)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lapsy.games import speed
from lapsy.games.play import Bundle, Outcome
from speed_positions import (
    RACE,
    SEED,
    at,
    call,
    due_now,
    move,
    out_first,
    play,
    refused,
    slap,
    step,
)

# What is seen


def test_the_view_of_a_position() -> None:
    state, _ = step(at(("", "7C", "9H 3C", "QC", "8C"), spit=(4, 6)), 1000, call(1, 1))
    view = speed.view(state, None)
    assert view["phase"] == "play"
    assert view["seats"][0]["stocks"][:3] == [
        {"open": None, "hidden": 0},
        {"open": "7C", "hidden": 0},
        {"open": "3C", "hidden": 1},
    ]
    assert [seat["spit"] for seat in view["seats"]] == [4, 6]
    assert [seat["called"] for seat in view["seats"]] == [False, True]
    assert view["piles"]["L"]["top"] == "5H"
    assert view["piles"]["R"] == {"top": "TS", "cards": len(state.piles[1] or ())}
    assert not view["announced"]
    assert view == speed.view(state, 0) == speed.view(state, 1)
    assert json.loads(json.dumps(view)) == view
    assert speed.view(due_now(at(spit=(0, 0)))[0], None)["announced"]
    assert not speed.view(out_first(), None)["announced"]
    assert speed.view(out_first(), None)["first_out"] == [0]


def test_a_view_before_and_after_an_ignored_call_is_the_same() -> None:
    """SP-30: no hint."""
    state = at(*RACE)
    assert refused(state, 1000, call(1, 0)) == ["ignored"]
    assert "block" not in json.dumps(speed.view(state, 0)) + json.dumps(speed.view(at(), 0))


@pytest.mark.parametrize("seat", [2, -1])
def test_there_are_two_seats_to_look_from(seat: int) -> None:
    for look in (speed.view, speed.legal):
        with pytest.raises(ValueError, match="no seat"):
            look(at(), seat)


def test_legal_inputs() -> None:
    assert speed.legal(at(*RACE), 0) == (play(0, 0, 1, "L"),)
    assert speed.legal(at(), 0) == (call(0, 0),)
    called, _ = step(at(("", "7C", "9H 3C", "QC", "8C")), 1000, call(1, 0))
    assert set(speed.legal(called, 0)) == {move(0, 0, place, 1) for place in (2, 3, 4, 5)}
    assert speed.legal(out_first(), 1) == (slap(0, 1, "L"), slap(0, 1, "R"))
    assert speed.legal(step(out_first(), 5000, slap(2, 1, "L"))[0], 0) == ()
    start = speed.start(speed.parse_options({}), 2, SEED)
    assert speed.legal(start, 1) == (call(0, 1),)
    assert speed.legal(step(start, 1, call(1, 1))[0], 1) == ()


# Texts and checks


def whole(state: speed.State) -> dict[str, Any]:
    return dict(json.loads(speed.to_text(state)))


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "nap"},
        {"phase": "over"},
        {"phase": "slap"},
        {"phase": "ready"},
        {"deals": 0},
        {"deals": True},
        {"seed": "00"},
        {"seed": "zz" * 32},
        {"stocks": [[["KC"]], [["KD"]]]},
        {"spit": [[], []]},
        {"piles": [None, None]},
        {"pools": [["KC"], []]},
        {"called": [5, None, None]},
        {"called": [5, 6]},
        {"blocked_us": None},
        {"touches": [[1, 0, 0, 0], None]},
        {"winner": 0},
        {"taken": ["M", None]},
        {"contest": 7},
        {"armed": ["1"]},
        {"first_out": None},
        {"options": {"stall_s": 0}},
        {"options": {"jokers": True}},
        {"options": None},
        {"options": ["short"]},
        {"since_us": 1.0},
        {"more": 1},
    ],
)
def test_a_text_of_no_state_is_refused(change: dict[str, Any]) -> None:
    raw = whole(at()) | change
    with pytest.raises(ValueError, match="no state of Speed"):
        speed.from_text(json.dumps(raw, ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "[" * 100_000])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no state of Speed"):
        speed.from_text(text)


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (at()._replace(spit=((), ())), "not one pack"),
        (at()._replace(blocked_us=None), "blocked"),
        (at(*RACE)._replace(called=(5, None)), "a call holds"),
        (at(*RACE)._replace(blocked_us=3), "blocked"),
        (at()._replace(called=(5, 6)), "nothing followed"),
        (out_first()._replace(first_out=(1,)), "those out first"),
        (out_first()._replace(called=(5, None)), "a call holds where none can"),
        (out_first()._replace(phase="play"), "plays on"),
        (out_first()._replace(blocked_us=3), "blocked where nothing"),
        (out_first()._replace(winner=0, phase="over"), "the winner has cards"),
        (at()._replace(winner=0), "without a winner"),
        (step(out_first(), 5000, slap(2, 1, "L"))[0]._replace(taken=(None, None)), "nobody took"),
    ],
)
def test_what_cannot_be_is_found(state: speed.State, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        speed.check(state)


def test_outcomes_name_who_and_what() -> None:
    _, outcomes = speed.apply(at(*RACE), Bundle(1000, (play(4, 0, 1, "L"),)))
    assert outcomes == (Outcome("played", 4, (0,), ("6S",), (), "L"),)
    _, outcomes = speed.apply(at(), Bundle(1000, (call(1, 0), call(2, 1))))
    assert outcomes[-1].seats == (0, 1)
    assert len(outcomes[-1].cards) == 2
