"""An agreed stop: after so many cards or so much time the pile on the table is the last one (decision 9)."""

from __future__ import annotations

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
    assert said == ["refused:no_window"]
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
