"""Our rules against OpenSpiel's hearts (C++ behind Python): player decisions in whole random games.

Both sides ask what is legal and choose evenly from it. What no player decides is no decision: OpenSpiel's chance nodes (the
deal), our ends of windows and our deal. Its time can be counted in or left out, and OpenSpiel's deal can be drawn as its own
examples draw it (by the probabilities, with numpy) or in the quickest way. The table tells all of them.
"""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from lapsy.games import kuoppa, lapsy
from lapsy.games.play import Bundle, Game, Input

ROUNDS = 7
DECISIONS = 12_000
NO_MORE = 5_000
PLACES = (None, 1, 2, 3)

Run = Callable[[], tuple[int, float, float]]  # decisions, seconds, seconds of what no player decides


def hearts(as_its_examples: bool) -> tuple[int, float, float]:
    """``as_its_examples``: each card of the deal is drawn by the probabilities of ``chance_outcomes``."""
    import numpy
    import pyspiel

    game, rng = pyspiel.load_game("hearts"), random.Random(1)
    decisions, dealing, began = 0, 0.0, time.perf_counter()
    while decisions < DECISIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                since = time.perf_counter()
                while state.is_chance_node():
                    if as_its_examples:
                        actions, chances = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(numpy.random.choice(actions, p=chances))
                    else:
                        state.apply_action(rng.choice(state.legal_actions()))
                dealing += time.perf_counter() - since
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions, time.perf_counter() - began, dealing


def ours(game: Game, seats: int, turn: Callable[[Any], int | None], check: bool) -> tuple[int, float, float]:
    """``turn`` tells who decides next; None: nobody, something is due."""
    rng = random.Random(1)
    options = game.parse_options({})
    # A card is seen as it is turned: nothing here lies between flip and shown.
    at_once = {
        Input(0, "flip", seat, place): Input(0, "play", seat, place) for seat in range(8) for place in PLACES
    }
    apply, legal, is_over, choose = game.apply, game.legal, game.is_over, rng.choice
    decisions, others, began, n = 0, 0.0, time.perf_counter(), 0
    while decisions < DECISIONS:
        since = time.perf_counter()
        state = game.start(options, seats, n.to_bytes(32, "big"))
        others += time.perf_counter() - since
        n += 1
        t_us = 0
        for _ in range(NO_MORE):  # a game of slaps at random can go on for very long
            if is_over(state):
                break
            seat = turn(state)
            if seat is None:
                since = time.perf_counter()
                due_us = game.deadline(state)
                assert due_us is not None
                t_us = max(t_us, due_us)
                state, _ = apply(state, Bundle(t_us, (Input(0, "deadline"),)))
                others += time.perf_counter() - since
                continue
            t_us += 1_000
            given = choose(legal(state, seat))
            state, _ = apply(state, Bundle(t_us, (at_once.get(given, given),)))
            decisions += 1
            if check:
                game.check(state)
    return decisions, time.perf_counter() - began, others


def lapsy_turn(state: Any) -> int | None:
    """Whose card is next; nobody's while a window is open."""
    return None if state.window is not None else state.turn


def kuoppa_turn(state: Any) -> int | None:
    """Who plays; in the exchange the first who has something to choose."""
    if state.phase == "play":
        return int(state.turn)
    return next((seat for seat in range(5) if kuoppa.legal(state, seat)), None)


@pytest.mark.bench
def test_decisions_against_hearts(bench):
    sides: dict[str, Run] = {
        "hearts": lambda: hearts(False),
        "hearts, deal as in its examples": lambda: hearts(True),
        "Läpsy, checks off": lambda: ours(lapsy, 4, lapsy_turn, False),
        "Läpsy, every state checked": lambda: ours(lapsy, 4, lapsy_turn, True),
        "Kuoppa, checks off": lambda: ours(kuoppa, 5, kuoppa_turn, False),
        "Kuoppa, every state checked": lambda: ours(kuoppa, 5, kuoppa_turn, True),
    }
    whole: dict[str, list[float]] = {name: [] for name in sides}
    alone: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(ROUNDS):  # in turn: a busy moment of the machine meets all of them
        for name, run in sides.items():
            gc.collect()
            gc.disable()  # on both sides, as timeit does
            try:
                decisions, seconds, others = run()
            finally:
                gc.enable()
            whole[name].append(decisions / seconds)
            alone[name].append(decisions / (seconds - others))
    for title, rates, bases in (
        ("with the deal and ends of windows", whole, ("hearts, deal as in its examples", "hearts")),
        ("decisions alone", alone, ("hearts",)),
    ):
        medians = {name: statistics.median(each) for name, each in rates.items()}
        for base in bases:
            rows = [(name, f"{rate:.0f}/s  {rate / medians[base]:.2f}") for name, rate in medians.items()]
            bench.table(
                f"Player decisions a second, {title}, and their ratio to {base}; medians of {ROUNDS}", rows
            )
