"""Whole games by number: moves, outcomes by kind and the last state's hash must stay what they were.

A change of rules changes them. To write them anew: ``python tests/games/kuoppa/test_frozen.py`` in the project's
environment, and say in the commit why they changed.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lapsy.cards import draw
from lapsy.games import kuoppa
from lapsy.games.play import Bundle

FROZEN = Path(__file__).with_name("frozen.json")
GAMES: dict[str, tuple[dict[str, str], int]] = {
    "plain": ({}, 1),
    "plain, another seed": ({"target": "7"}, 2),
    "target 15": ({"target": "15"}, 3),
    "twos_pair": ({"target": "5", "twos_pair": "on"}, 4),
    "impurity_degrees": ({"target": "5", "impurity_degrees": "on"}, 5),
    "automatic_joker": ({"target": "5", "automatic_joker": "on"}, 6),
    "all British": (
        {"target": "5", "twos_pair": "on", "impurity_degrees": "on", "automatic_joker": "on"},
        7,
    ),
}


def count(name: str) -> dict[str, Any]:
    """One game of players who choose by lot from what is legal."""
    raw, number = GAMES[name]
    seed = number.to_bytes(32, "big")
    state = kuoppa.start(kuoppa.parse_options(raw), 5, seed)
    kinds: Counter[str] = Counter()
    moves = offered = 0
    while not kuoppa.is_over(state):
        seats = [state.turn] if state.phase == "play" else range(5)
        inputs = next(inputs for seat in seats if (inputs := kuoppa.legal(state, seat)))
        offered += len(inputs)
        given = inputs[draw(seed, "frozen", moves, len(inputs))]
        state, outcomes = kuoppa.apply(state, Bundle(moves, (given,)))
        kinds.update(outcome.kind for outcome in outcomes)
        moves += 1
    return {
        "moves": moves,
        "offered": offered,
        "rounds": state.round,
        "outcomes": dict(sorted(kinds.items())),
        "sha256": sha256(kuoppa.to_text(state).encode()).hexdigest(),
    }


def counts() -> dict[str, Any]:
    """All of them, as they are frozen."""
    return {name: count(name) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_frozen(name):
    assert count(name) == json.loads(FROZEN.read_text(encoding="utf-8"))[name]


if __name__ == "__main__":
    FROZEN.write_text(json.dumps(counts(), indent=1) + "\n", encoding="utf-8")
