"""One situation, one code, in every game: what no game knows, seats that do not exist, times that have not come."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Input
from lapsy.games.registry import GAMES

GAMES_AND_SEATS = [(name, seats) for name, game in GAMES.items() for seats in (game.SEATS[0], game.SEATS[-1])]


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("kind", ["no kind of any game", "", [], {}, None, 7])
def test_an_unknown_kind(name: str, seats: int, kind: Any) -> None:
    assert refusal(name, seats, Input(1, kind, 0)) == ((0,), "not_in_these_rules")


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("seat", [None, -1, 99, True, "0", 0.0, [0], {}])
def test_a_seat_that_does_not_exist_is_named_by_nobody(name: str, seats: int, seat: Any) -> None:
    game = GAMES[name]
    state = game.start(game.parse_options({}), seats, bytes(32))
    kinds = {given.kind for n in range(seats) for given in game.legal(state, n)}
    assert kinds
    for kind in kinds:
        assert refusal(name, seats, Input(1, kind, seat)) == ((), "no_such_seat")


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_a_time_that_has_not_come(name: str, seats: int) -> None:
    assert refusal(name, seats, Input(1, "deadline")) == ((), "not_due")


@pytest.mark.parametrize("name", GAMES)
def test_too_few_or_too_many_players(name: str) -> None:
    game = GAMES[name]
    for seats in (game.SEATS[0] - 1, game.SEATS[-1] + 1):
        with pytest.raises(
            OptionError, match=rf"is for .*players, not {seats}: change the number of seats\."
        ):
            game.start(game.parse_options({}), seats, bytes(32))


def refusal(name: str, seats: int, given: Input) -> tuple[tuple[int, ...], str]:
    """Whom the refusal of an input names, and why; the state must be the very same."""
    game = GAMES[name]
    state = game.start(game.parse_options({}), seats, bytes(32))
    after, (outcome,) = game.apply(state, Bundle(0, (given,)))
    assert after is state or game.to_text(after) == game.to_text(state)
    assert outcome.kind == "refused"
    return outcome.seats, outcome.reason
