"""Whole games of bots: the same seed gives the same figures on any number of processors, and nothing stands still."""

from __future__ import annotations

import pytest

from lapsy.games.options import OptionError
from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.simulation import Spec, StuckError, play_one, simulate
from lapsy.table import bots as room
from lapsy.table.bots import BOTS, RANDOM, STRENGTHS

SEATS = {"lapsy": 3, "speed": 2, "kuoppa": 5, "limppu": 3}


def spec(game: str, *strengths: str, seed: str = "t", **options: str) -> Spec:
    seats = strengths or ("medium",)
    return Spec(game, options, tuple(seats[n % len(seats)] for n in range(SEATS[game])), seed)


def test_every_card_game_has_bots():
    assert set(CARD_GAMES) == set(BOTS) == set(SEATS)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_same_on_one_processor_and_on_two(game):
    one = simulate(spec(game, "strong", "weak"), 4)
    told: list[int] = []
    two = simulate(spec(game, "strong", "weak"), 4, 2, told.append)
    assert one.as_json() == two.as_json()
    assert sum(told) == 4


@pytest.mark.parametrize("game", CARD_GAMES)
def test_another_seed_is_another_game(game):
    assert play_one(spec(game, seed="a"), 0) != play_one(spec(game, seed="b"), 0)
    assert play_one(spec(game), 0) != play_one(spec(game), 1)


@pytest.mark.parametrize("strength", [*STRENGTHS, RANDOM])
@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_strength_plays_to_the_end(game, strength):
    played = play_one(spec(game, strength), 0)
    assert played.finished
    assert played.winners
    assert set(played.winners) <= set(range(SEATS[game]))
    assert played.moves > 10


def test_a_long_game_is_left_unfinished():
    full = spec("lapsy")
    short = Spec(full.game, full.options, full.strengths, full.seed, most_moves=5)
    played = play_one(short, 0)
    assert (played.finished, played.winners, played.moves) == (False, (), 5)


def test_bad_options_are_refused():
    with pytest.raises(OptionError):
        play_one(spec("lapsy", no_such="on"), 0)


def test_who_never_moves_is_a_fault_that_is_told(monkeypatch):
    class Asleep:
        wake_us = None

        def __init__(self, seat, strength, seed):
            self.seat = seat

        def see(self, now_us, view, legal):
            pass

        def due(self, now_us):
            return []

    monkeypatch.setitem(room.BOTS, "lapsy", Asleep)
    with pytest.raises(StuckError, match="stands still"):
        play_one(spec("lapsy"), 0)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_bots_see_their_view_and_nothing_else(game, monkeypatch):
    """Each bot is shown exactly its own seat's view and what that seat may do."""
    seen: list[tuple[int, object]] = []
    make = BOTS[game]

    def spying(seat, strength, seed):
        bot = make(seat, strength, seed)
        see = bot.see

        def watched(now_us, view, legal):
            seen.append((seat, view))
            assert all(given.seat == seat for given in legal)
            see(now_us, view, legal)

        bot.see = watched
        return bot

    asked: list[tuple[object, object]] = []
    real = GAMES[game]

    class Spied:
        def __getattr__(self, name):
            return getattr(real, name)

        def view(self, state, seat):
            told = real.view(state, seat)
            asked.append((seat, told))
            return told

    monkeypatch.setitem(BOTS, game, spying)
    monkeypatch.setitem(GAMES, game, Spied())
    play_one(spec(game), 0)
    assert seen
    assert [(seat, id(view)) for seat, view in seen] == [(seat, id(view)) for seat, view in asked]
