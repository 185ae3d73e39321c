"""How fast Kuoppa finds what may be played, and how fast whole games of it go by."""

from __future__ import annotations

import statistics
import time
from itertools import chain

import pytest

from lapsy.cards import draw
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options, Plays
from lapsy.games.kuoppa.holding import holding
from lapsy.games.kuoppa.sets import _ways
from lapsy.games.play import Bundle

HANDS = 2000
GAMES = 8
#: A hand of many meanings: three ranks in a row and every wild card.
WORST = ("9C", "9H", "TC", "TH", "JC", "2C", "2D", "2H", "2S", "JOKER_W", "JOKER_S")


@pytest.mark.bench
def test_legal_plays(bench):
    """Leads of 11-card hands, suits collapsed: nothing of a hand is remembered from before."""
    seed = bytes(32)
    hands = list(chain.from_iterable(_hands(seed, number) for number in range(HANDS // 4)))
    taken, found = zip(*map(_timed, hands), strict=True)
    hard = statistics.median(_timed(WORST)[0] for _ in range(50))
    plays = Plays(WORST, Options(), None, 0)
    bench.table(
        f"Legal leads of {len(hands)} random hands of 11 cards, suits collapsed, best of three each",
        [
            ("median", f"{statistics.median(taken) * 1000:.3f} ms"),
            ("slowest in a hundred", f"{sorted(taken)[-len(taken) // 100] * 1000:.3f} ms"),
            ("worst", f"{max(taken) * 1000:.3f} ms"),
            ("leads of a hand, median", f"{statistics.median(found):.0f}"),
            ("leads of a hand, most", f"{max(found)}"),
            ("9C 9H TC TH JC, all twos and jokers, median of 50", f"{hard * 1000:.3f} ms"),
            ("its leads, suits collapsed", f"{len(kuoppa.shapes(WORST, Options()))}"),
            ("its leads, card by card", f"{len(plays)}"),
        ],
    )


def _hands(seed: bytes, number: int) -> list[tuple[str, ...]]:
    """The hands of 11 of one deal."""
    return [hand for hand in kuoppa.deal(seed, number, 0) if len(hand) == 11]


def _timed(hand: tuple[str, ...]) -> tuple[float, int]:
    """Seconds for one hand that was not seen before, the best of three, and how many leads it has."""
    seconds = []
    for _ in range(3):
        holding.cache_clear()
        _ways.cache_clear()
        began = time.perf_counter()
        found = kuoppa.shapes(hand, Options())
        seconds.append(time.perf_counter() - began)
    return min(seconds), len(found)


@pytest.mark.bench
def test_random_games(bench):
    """Players who choose uniformly from ``legal``; their decisions alone are counted, and all there is between them."""
    decisions = 0

    def play(check: bool) -> None:
        nonlocal decisions
        decisions = 0
        for number in range(GAMES):
            seed = number.to_bytes(32, "big")
            state = kuoppa.start(Options(), 5, seed)
            lot = draw(seed, "bench", 0, 1 << 32)
            while not kuoppa.is_over(state):
                seats = (state.turn,) if state.phase == "play" else range(5)
                offered = next(inputs for seat in seats if (inputs := kuoppa.legal(state, seat)))
                lot = (lot * 1664525 + 1013904223) % (1 << 32)
                given = offered[(lot >> 8) % len(offered)]
                state, _ = kuoppa.apply(state, Bundle(decisions, (given,)))
                decisions += 1
                if check:
                    kuoppa.check(state)

    bare, checked = bench.medians([lambda: play(False), lambda: play(True)], 3)
    bench.table(
        f"Whole games of uniformly random players, {GAMES} games, {decisions} decisions, medians of 3",
        [
            ("decisions in a second", f"{decisions / bare:.0f}"),
            ("decisions in a second, every state checked", f"{decisions / checked:.0f}"),
            ("ratio", f"{checked / bare:.2f}"),
            ("games in a second", f"{GAMES / bare:.1f}"),
        ],
    )
