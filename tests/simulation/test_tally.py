"""Figures of many games: intervals that hold what they say, quantiles, sums that do not depend on the order."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.simulation import Played, Share, Spec, Tally
from lapsy.simulation.tally import Mean, quantiles


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [  # Wilson's score interval without continuity correction, as in Newcombe (1998), table I
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_an_interval_as_published(count, total, low, high):
    found = Share(count, total).interval
    assert found == pytest.approx((low, high), abs=0.00005)


def test_nothing_is_known_of_no_games():
    assert Share(0, 0).interval == (0.0, 1.0)
    assert quantiles([]) == {}
    assert (Mean(0, 0, 0).mean, Mean(1, 5, 25).half) == (0.0, 0.0)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_lies_in_its_interval(share):
    count, total = share
    low, high = Share(count, total).interval
    assert 0 <= low <= count / total <= high <= 1


def test_an_interval_covers_as_often_as_it_says():
    rng = random.Random(4)
    hits = 0
    for _ in range(2000):
        low, high = Share(sum(rng.random() < 0.3 for _ in range(60)), 60).interval
        hits += low <= 0.3 <= high
    assert 0.93 < hits / 2000 < 0.97


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_a_mean_as_by_its_definition(numbers):
    n = len(numbers)
    mean = sum(numbers) / n
    deviation = math.sqrt(sum((x - mean) ** 2 for x in numbers) / (n - 1))
    found = Mean(n, sum(numbers), sum(x * x for x in numbers))
    assert found.mean == pytest.approx(mean)
    assert found.half == pytest.approx(1.959964 * deviation / math.sqrt(n), abs=1e-9)


@given(st.lists(st.integers(0, 100), min_size=1))
def test_quantiles_are_numbers_that_were_there(numbers):
    found = quantiles(numbers)
    assert list(found.values()) == sorted(found.values())
    assert set(found.values()) <= set(numbers)
    assert (found["p0"], found["p100"]) == (min(numbers), max(numbers))
    below = sum(x <= found["p50"] for x in numbers)
    assert below >= len(numbers) / 2


def game(n: int, winners: tuple[int, ...], points: tuple[int, ...] = (), finished: bool = True) -> Played:
    return Played(
        n, 10 + n, 1000 * n, finished, winners, points, 2, 1, 1, {("collected", "tie"): 1, ("false", ""): n}
    )


def test_wins_go_with_the_strength_that_sat_there():
    tally = Tally(Spec("lapsy", {}, ("strong", "random"), "1"))
    # Strengths move on by a seat a game: strong sits at 0, at 1, at 0.
    tally.add([game(0, (0,), (5, 1)), game(1, (1,), (2, 6)), game(2, (1,), (3, 4))])
    assert [tally.wins_of_seat(seat).count for seat in (0, 1)] == [1, 2]
    assert tally.wins_of_strength("strong") == Share(2, 3)
    assert tally.wins_of_strength("random") == Share(1, 3)
    strong = tally.points_of_strength("strong")
    assert strong is not None
    assert (strong.count, strong.total) == (3, 5 + 6 + 3)
    assert (tally.ties, tally.slaps, tally.refused) == (3, 6, 3)


def test_an_unfinished_game_has_no_winner_and_is_said():
    tally = Tally(Spec("lapsy", {}, ("medium",) * 2, "1"))
    tally.add([game(0, ()), game(1, (), (7, 7), finished=False)])
    told = tally.as_json()
    assert told["unfinished"] == 1
    assert told["wins_by_strength"]["medium"]["of"] == 2
    assert "points_by_strength" not in told


@given(st.permutations(range(12)), st.integers(1, 11))
def test_the_order_of_games_does_not_matter(order, cut):
    games = [game(n, (n % 3,), (n, 1, 2)) for n in range(12)]
    spec = Spec("lapsy", {}, ("strong", "weak", "weak"), "x")
    one, other = Tally(spec), Tally(spec)
    one.add(games)
    other.add([games[n] for n in order[:cut]])
    other.add([games[n] for n in order[cut:]])
    assert one.as_json() == other.as_json()
