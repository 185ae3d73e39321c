"""An agreed stop: after so many cards or so much time the pile on the table is the last one (decision 9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input, Outcome

A, B, C = 0, 1, 2
SECOND = 1_000_000


def position(raw: dict[str, str], *hands: str, pile: str = "", **more: Any) -> lapsy.State:
    return lapsy.position(
        [hand.split() for hand in hands], pile=pile.split(), options=lapsy.parse_options(raw), turn=A, **more
    )


def step(state: lapsy.State, t_us: int, kind: str, seat: int | None = None) -> tuple[lapsy.State, list[str]]:
    state, said = lapsy.apply(state, Bundle(t_us, (Input(1, kind, seat),)))
    lapsy.check(state)
    return state, [o.kind + (f":{o.reason}" if o.reason else "") for o in said]


def test_after_the_agreed_cards_the_pile_is_played_out_and_the_most_cards_win() -> None:
    state = position({"card_cap": "2"}, "JC 2C 3C 4C", "5D 6D 7D 8D")
    state, _ = step(state, 1, "play", A)
    assert lapsy.view(state, None)["last_pile"] is None
    state, said = step(state, 2, "play", B)
    assert said == ["air", "landed", "last_pile:cards", "lost_challenge:attempts"]
    assert lapsy.view(state, None)["last_pile"] == "cards"
    assert not lapsy.is_over(state)
    state, said = step(state, SECOND + 2, "deadline")
    assert said == ["collected:challenge", "over:stop"]
    assert lapsy.winners(state) == (A,)
    assert state.hands == (("2C", "3C", "4C", "JC", "5D"), ("6D", "7D", "8D"))
    assert lapsy.view(state, None)["winner"] == A


def test_the_last_pile_goes_on_until_it_is_won() -> None:
    state = position({"card_cap": "1"}, "2C 2S 3C 4C", "5D 6D 7D 8D")
    state, said = step(state, 1, "play", A)
    assert said[-1] == "last_pile:cards"
    for n, seat in enumerate((B, A), start=2):
        state, said = step(state, n, "play", seat)
        assert "last_pile" not in "".join(said)
    assert not lapsy.is_over(state)


def test_equals_share_the_win() -> None:
    state = position({"card_cap": "1"}, "2C 3C 4C", "5D 6D", "7D 8D", pile="9H 9C", last_player=C)
    state, _ = step(state, 1, "play", A)
    state, _ = lapsy.apply(state, Bundle(2, (Input(2, "play", B),)))
    assert lapsy.winners(state) == ()
    state = position({"card_cap": "1"}, "2C 3C 4C", "5D 6D", "2D 8D", pile="2H", last_player=C)
    state, _ = step(state, 1, "play", A)
    state, _ = lapsy.apply(state, Bundle(2, (Input(2, "slap", B), Input(3, "slap", C))))
    state, said = step(state, SECOND + 2, "deadline")
    assert said == ["collected:tie", "over:stop"]
    assert lapsy.winners(state) == (B, C)
    assert lapsy.view(state, None)["winner"] is None
    assert lapsy.view(state, None)["winners"] == [B, C]
    assert lapsy.summary(state, "ABC")["winner"] is None
    assert lapsy.from_text(lapsy.to_text(state)) == state


def tied(**more: str) -> lapsy.State:
    """B and C have divided the last pile and share the lead."""
    state = position({"card_cap": "1", **more}, "2C 3C 4C", "2S 6D", "2D 8D", pile="2H", last_player=C)
    state, _ = step(state, 1, "play", A)
    state, _ = lapsy.apply(state, Bundle(2, (Input(2, "slap", B), Input(3, "slap", C))))
    return step(state, SECOND + 2, "deadline")[0]


def test_sudden_death_plays_one_more_pile() -> None:
    state = tied(sudden_death="on")
    assert lapsy.view(state, None)["last_pile"] == "sudden_death"
    assert state.turn == B
    for n, seat in enumerate((B, C), start=2 * SECOND):
        state, _ = step(state, n, "play", seat)
    state, said = step(state, 3 * SECOND, "slap", C)
    assert said == ["accepted"]
    state, said = step(state, 4 * SECOND, "deadline")
    assert said == ["collected:slap", "over:stop"]
    assert lapsy.winners(state) == (C,)


def test_sudden_death_is_one_pile_and_no_more() -> None:
    """The pile that decides is divided as well: the win is shared."""
    state = tied(sudden_death="on")
    for n, seat in enumerate((B, C), start=2 * SECOND):
        state, _ = step(state, n, "play", seat)
    state, _ = lapsy.apply(state, Bundle(3 * SECOND, (Input(2, "slap", B), Input(3, "slap", C))))
    state, said = step(state, 4 * SECOND, "deadline")
    assert said == ["collected:tie", "over:stop"]
    assert lapsy.winners(state) == (B, C)


def test_time_runs_from_the_first_card_and_is_a_deadline() -> None:
    state = position({"time_cap_s": "5"}, "2C 3C 4C 5C", "6D 7D 8D 9D")
    assert lapsy.deadline(state) is None
    state, _ = step(state, 10 * SECOND, "flip", A)
    assert lapsy.deadline(state) is None
    state, _ = step(state, 11 * SECOND, "shown")
    assert lapsy.deadline(state) == 16 * SECOND
    state, said = step(state, 16 * SECOND - 1, "deadline")
    assert said == ["refused:not_due"]
    state, said = step(state, 16 * SECOND, "deadline")
    assert said == ["last_pile:time"]
    assert lapsy.deadline(state) is None
    state, said = step(state, 17 * SECOND, "deadline")
    assert said == ["refused:not_due"]
    state, said = step(state, 18 * SECOND, "play", B)
    assert said == ["air", "landed"]


def test_the_earlier_of_window_and_time_is_the_deadline() -> None:
    for seconds, due in (("1", SECOND + 100), ("9", SECOND + 200)):
        state = position({"time_cap_s": seconds}, "JC 3C 4C 5C", "6D 7D 8D 9D")
        state, _ = step(state, 100, "play", A)
        state, _ = step(state, 200, "play", B)
        assert lapsy.deadline(state) == due
    state = position({"time_cap_s": "1"}, "JC 3C 4C 5C", "6D 7D 8D 9D")
    state, _ = step(state, 100, "play", A)
    state, _ = step(state, 200, "play", B)
    state, said = step(state, 5 * SECOND, "deadline")  # both are due: the pile on the table was the last
    assert said == ["last_pile:time", "collected:challenge", "over:stop"]


def test_time_that_is_up_between_two_piles_ends_the_game_at_once() -> None:
    state = position({"time_cap_s": "9"}, "JC 3C 4C 5C", "6D 7D 8D 9D")
    state, _ = step(state, 100, "play", A)
    state, _ = step(state, 200, "play", B)
    state, _ = step(state, SECOND + 200, "deadline")
    assert lapsy.deadline(state) == 9 * SECOND + 100
    state, said = step(state, 9 * SECOND + 100, "deadline")
    assert said == ["last_pile:time", "over:stop"]
    assert lapsy.winners(state) == (A,)
    assert step(state, 10 * SECOND, "play", A)[1] == ["refused:finished"]


def test_a_penalty_card_on_an_empty_table_is_a_pile_to_be_played_out() -> None:
    """LS-12: it goes with the next pile; nothing is left on a table that is over."""
    state = position({"time_cap_s": "9"}, "JC 3C 4C 5C", "6D 7D 8D 9D")
    state, _ = step(state, 100, "play", A)
    state, _ = step(state, 200, "play", B)
    state, _ = step(state, SECOND + 200, "deadline")
    state, _ = step(state, 2 * SECOND, "slap", B)
    state, said = step(state, 10 * SECOND, "deadline")
    assert said == ["last_pile:time"]
    assert not lapsy.is_over(state)


def test_in_reverse_the_fewest_cards_win_unless_somebody_is_safe() -> None:
    state = position({"variant": "reverse", "card_cap": "1"}, "JC 3C", "5D 6D 7D 8D", "2S 3S 4S")
    state, _ = step(state, 1, "play", A)
    state, _ = step(state, 2, "play", B)
    state, _ = step(state, SECOND + 2, "deadline")
    assert lapsy.winners(state) == (A, B, C)
    state = position({"variant": "reverse", "card_cap": "2"}, "2C", "JD 6D 7D 8D", "3S 4S 5S 6S")
    for n, seat in enumerate((A, B, C), start=1):
        state, _ = step(state, n, "play", seat)
    assert state.finished == (A,)
    state, said = step(state, SECOND + 3, "deadline")
    assert said[-1] == "over:stop"
    assert lapsy.winners(state) == (A,)


def test_a_game_that_is_won_before_the_stop_is_simply_won() -> None:
    state = position({"card_cap": "4"}, "2C 3C", "6D", pile="9H", last_player=B)
    state, _ = step(state, 1, "play", A)
    state, said = step(state, 2, "play", B)
    assert said == ["air", "landed", "collected:left_over", "over"]
    assert lapsy.winners(state) == (A,)


def test_time_stops_when_the_game_is_won() -> None:
    state = position({"time_cap_s": "60"}, "2C 3C", "6D")
    state, _ = step(state, 1, "play", A)
    assert lapsy.deadline(state) == 60 * SECOND + 1
    state, said = step(state, 2, "play", B)
    assert said[-1] == "over"
    assert lapsy.deadline(state) is None


def test_a_card_that_goes_back_after_an_objection_has_not_been_laid() -> None:
    state = position({"card_cap": "9"}, "2C 3C 4C", "6D 7D", pile="KH", challenge=(B, 3, None), last_player=B)
    assert lapsy.view(state, None)["laid"] == 1
    state, _ = step(state, 1, "slap", A)
    state, _ = step(state, 2, "play", A)
    assert lapsy.view(state, None)["laid"] == 2
    state, _ = step(state, 3, "deliberate", A)
    assert lapsy.view(state, None)["laid"] == 1


def undone(state: lapsy.State, *kinds: str, at_us: int = 1) -> tuple[lapsy.State, lapsy.State, list[str]]:
    """A slaps falsely, does what ``kinds`` say, and somebody objects: the state before, after, and what was said last."""
    before = state
    for kind in ("slap", *kinds):
        state, _ = step(state, at_us, kind, A)
    return before, *step(state, at_us + 1, "deliberate", A)


def test_the_card_that_reached_the_limit_goes_back_and_the_limit_is_open_again() -> None:
    """LS-25: all is as just before the slap; the pile is the last one when the card really lies."""
    state = position({"card_cap": "3"}, "2C 3C 4C 5C", "6C 7C 8C", "9C TC 2D", pile="4D 8D", last_player=C)
    before, state, _ = undone(state, "play")
    assert state == before
    assert lapsy.view(state, None)["last_pile"] is None
    state, said = step(state, 3, "play", A)
    assert said[-1] == "last_pile:cards"


def test_what_was_laid_before_the_slap_still_counts() -> None:
    state = position({"card_cap": "3"}, "KC 3C 4C 5C", "6C 7C 8C 9C", "9D TC 2D", pile="4D 8D", last_player=C)
    state, _ = step(state, 1, "play", A)
    state, _ = step(state, 2, "slap", B)
    state, _ = step(state, 3, "play", B)
    assert state.laid == 4
    state, said = step(state, 4, "deliberate", B)
    assert said == ["given_back", "returned"]
    assert (state.laid, state.last_pile) == (3, "cards")


def test_a_limit_that_is_open_again_lets_the_time_run_on() -> None:
    raw = {"card_cap": "3", "time_cap_s": "5"}
    hands = ("2C 3C 4C 5C", "6C 7C 8C", "9C TC 2D")
    state = position(raw, *hands, pile="4D 8D", last_player=C, since_us=100)
    assert lapsy.deadline(state) == 5 * SECOND + 100
    for kind in ("slap", "play"):
        state, _ = step(state, 200, kind, A)
    assert lapsy.deadline(state) is None
    assert step(state, 9 * SECOND, "deadline")[1] == ["refused:not_due"]
    state, _ = step(state, 9 * SECOND, "deliberate", A)
    assert lapsy.deadline(state) == 5 * SECOND + 100  # over long ago
    state, said = step(state, 9 * SECOND, "deadline")
    assert said == ["last_pile:time"]


@pytest.mark.parametrize("up", [False, True])
def test_a_first_card_that_goes_back_has_begun_no_time(up: bool) -> None:
    state = position({"time_cap_s": "5"}, "2C 3C 4C 5C", "6D 7D 8D 9D")
    before = state
    state, _ = step(state, 0, "slap", A)
    state, _ = step(state, SECOND, "play", A)
    assert lapsy.deadline(state) == 6 * SECOND
    if up:
        state, said = step(state, 6 * SECOND, "deadline")
        assert said == ["last_pile:time"]
    state, _ = step(state, 7 * SECOND, "deliberate", A)
    assert state == before
    state, _ = step(state, 8 * SECOND, "play", A)
    assert lapsy.deadline(state) == 13 * SECOND


def only_a_penalty_card(**more: str) -> lapsy.State:
    """A has won the first pile and slapped the empty table; then the time is up."""
    state = position({"time_cap_s": "9", **more}, "JC 3C 4C 5C", "6D 7D 8D 9D")
    state, _ = step(state, 100, "play", A)
    state, _ = step(state, 200, "play", B)
    state, _ = step(state, SECOND + 200, "deadline")
    state, _ = step(state, 2 * SECOND, "slap", A)
    return state


def test_an_objection_that_empties_the_table_after_the_time_ends_the_game() -> None:
    state, said = step(only_a_penalty_card(), 10 * SECOND, "deadline")
    assert said == ["last_pile:time"]
    state, said = step(state, 11 * SECOND, "deliberate", A)
    assert said == ["given_back", "over:stop"]
    assert lapsy.winners(state) == (A,)


def test_the_slappers_own_card_in_the_air_is_no_pile_any_more_either() -> None:
    state, _ = step(only_a_penalty_card(), 2 * SECOND, "flip", A)
    state, _ = step(state, 10 * SECOND, "deadline")
    state, said = step(state, 11 * SECOND, "deliberate", A)
    assert said == ["given_back", "returned", "over:stop"]


def test_another_players_card_in_the_air_is_still_a_pile() -> None:
    state = position({"time_cap_s": "9"}, "JC 3C 4C 5C", "6D 7D 8D 9D")
    state, _ = step(state, 100, "play", A)
    state, _ = step(state, 200, "play", B)
    state, _ = step(state, SECOND + 200, "deadline")
    state, _ = step(state, 2 * SECOND, "slap", B)
    state, _ = step(state, 2 * SECOND, "flip", A)
    state, _ = step(state, 10 * SECOND, "deadline")
    state, said = step(state, 11 * SECOND, "deliberate", B)
    assert said == ["given_back"]
    assert state.air is not None
    state, said = step(state, 12 * SECOND, "shown")
    assert said == ["landed"]
    assert state.last_pile == "time"


def test_what_others_have_paid_is_still_a_pile() -> None:
    state, _ = step(only_a_penalty_card(), 3 * SECOND, "slap", B)
    state, _ = step(state, 10 * SECOND, "deadline")
    state, said = step(state, 11 * SECOND, "deliberate", A)
    assert said == ["given_back"]
    state, said = step(state, 12 * SECOND, "deliberate", B)
    assert said == ["given_back", "over:stop"]


def test_an_objection_does_not_use_up_the_pile_that_decides() -> None:
    state = tied(sudden_death="on")
    before = state
    state, _ = step(state, 3 * SECOND, "slap", B)
    state, _ = step(state, 4 * SECOND, "deliberate", B)
    assert state == before


def test_a_position_that_has_the_agreed_cards_is_the_last_pile() -> None:
    state = position({"card_cap": "2"}, "2C 3C", "6C 7C", pile="4D 8D")
    assert state.last_pile == "cards"
    assert position({"card_cap": "3"}, "2C 3C", "6C 7C", pile="4D 8D").last_pile == ""


STOP = {"card_cap": "3", "time_cap_s": "9", "sudden_death": "on"}
LYING = '"laid":2,"until_us":9000000,"last_pile":""'


@pytest.mark.parametrize(
    ("raw", "new", "says"),
    [
        (STOP, '"laid":3,"until_us":9000000,"last_pile":""', "no pile is the last"),
        (STOP, '"laid":2,"until_us":9000000,"last_pile":"cards"', "before the agreed cards"),
        (STOP, '"laid":9,"until_us":9000000,"last_pile":"cards"', "not in the last pile"),
        (STOP, '"laid":2,"until_us":9000000,"last_pile":"time"', "not agreed or is up"),
        (STOP, '"laid":2,"until_us":9000000,"last_pile":"sudden_death"', "not agreed or is up"),
        (STOP, '"laid":2,"until_us":null,"last_pile":""', "no time runs"),
        ({"card_cap": "3"}, LYING, "not agreed or is up"),
        ({"card_cap": "3"}, '"laid":2,"until_us":null,"last_pile":"time"', "not agreed"),
        ({"card_cap": "3"}, '"laid":4,"until_us":null,"last_pile":"sudden_death"', "not agreed"),
        (
            {"card_cap": "3", "sudden_death": "on"},
            '"laid":2,"until_us":null,"last_pile":"sudden_death"',
            "before the agreed cards",
        ),
        ({"time_cap_s": "9"}, '"laid":2,"until_us":null,"last_pile":"cards"', "not agreed"),
    ],
)
def test_a_limit_that_does_not_fit_the_cards_is_no_state(raw: dict[str, str], new: str, says: str) -> None:
    state = position(raw, "2C 3C", "6C 7C", pile="4D 8D")
    old = lapsy.to_text(state)
    at = old.index('"laid"')
    assert lapsy.from_text(old) == state
    with pytest.raises(ValueError, match=says):
        lapsy.from_text(old[:at] + new + "}")


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [("until_us", 5, "no card has been laid"), ("last_pile", "time", "no card has been laid")],
)
def test_no_limit_runs_before_the_first_card(place: str, value: Any, says: str) -> None:
    raw = json.loads(lapsy.to_text(position({"time_cap_s": "9"}, "2C 3C", "6C 7C")))
    raw[place] = value
    with pytest.raises(ValueError, match=says):
        lapsy.from_text(json.dumps(raw, separators=(",", ":")))


def test_a_last_pile_that_is_gone_is_no_state() -> None:
    state = only_a_penalty_card()._replace(until_us=None, last_pile="time")
    raw = json.loads(lapsy.to_text(state))
    raw["hands"][A] = [raw["pile"].pop()[0], *raw["hands"][A]]
    raw |= {"penalty": 0, "payments": []}
    with pytest.raises(ValueError, match="last pile is gone"):
        lapsy.from_text(json.dumps(raw, separators=(",", ":")))


@pytest.mark.parametrize("raw", [{}, {"variant": "basic"}])
def test_without_an_agreement_nothing_stops(raw: dict[str, str]) -> None:
    state = lapsy.start(lapsy.parse_options(raw), 2, bytes(32))
    state, _ = step(state, 1, "play", state.turn)
    assert lapsy.deadline(state) is None
    assert state.last_pile == ""


def test_what_is_said_of_an_end() -> None:
    state = position({"card_cap": "1"}, "JC 2C 3C 4C", "5D 6D 7D 8D")
    state, _ = step(state, 1, "play", A)
    state, _ = step(state, 2, "play", B)
    _, said = lapsy.apply(state, Bundle(2 * SECOND, (Input(9, "deadline"),)))
    assert said[-1] == Outcome("over", None, (A,), reason="stop")
    assert lapsy.points(state) == ()
