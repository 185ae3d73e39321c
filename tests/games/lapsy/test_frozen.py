"""Frozen counts: for fixed seeds every agreement plays the game it always played.

After a change that is meant to change games, write the counts anew: python tests/games/lapsy/test_frozen.py
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lapsy.cards import draw
from lapsy.games import lapsy
from lapsy.games.lapsy.situation import live
from lapsy.games.play import Bundle, Input

HERE = Path(__file__).parent
AGREEMENTS: dict[str, dict[str, str]] = json.loads((HERE / "agreements.json").read_bytes())
FROZEN = HERE / "frozen.json"
SEATS = (2, 4, 6)
MOST_BUNDLES = 1500
STEP_US = 250_000


def counts(raw: dict[str, str], seats: int) -> dict[str, Any]:
    """One whole game, or its first bundles: how many, the outcomes by kind and reason, the end and its hash."""
    seed = sha256(f"frozen {seats}".encode()).digest()
    state = lapsy.start(lapsy.parse_options(raw), seats, seed)
    outcomes: Counter[str] = Counter()
    t_us = played = 0
    while not lapsy.is_over(state) and played < MOST_BUNDLES:
        played += 1
        t_us += STEP_US
        if state.window is not None and draw(seed, "frozen/wait", played, 3):
            t_us = max(t_us, lapsy.deadline(state) or 0)
        state, said = lapsy.apply(state, Bundle(t_us, _inputs(state, seed, played, t_us)))
        outcomes.update(o.kind + (f":{o.reason}" if o.reason else "") for o in said)
    return {
        "bundles": played,
        "outcomes": dict(sorted(outcomes.items())),
        "winners": list(lapsy.winners(state)),
        "sha256": sha256(lapsy.to_text(state).encode()).hexdigest(),
    }


def _inputs(state: lapsy.State, seed: bytes, n: int, t_us: int) -> tuple[Input, ...]:
    """What the hands do now: mostly turn cards and slap what may be slapped, at times what may not be."""

    def lot(purpose: str, below: int) -> int:
        return draw(seed, f"frozen/{purpose}", n, below)

    due = lapsy.deadline(state)
    if due is not None and due <= t_us:
        return (Input(n, "deadline"),)
    if state.air is not None and lot("shown", 8):
        return (Input(n, "shown"),)
    if state.payments and not lot("object", 12):
        return (Input(n, "deliberate", state.payments[-1].seat),)
    if not lot("referee", 60):
        return (
            Input(n, ("deliberate", "disqualify", "join")[lot("what", 3)], lot("whom", len(state.hands) + 1)),
        )
    ways = {way.kind: [] for seat in range(len(state.hands)) for way in lapsy.legal(state, seat)}
    for seat in range(len(state.hands)):
        for way in lapsy.legal(state, seat):
            ways[way.kind].append(way)
    kind = "slap" if live(state) and lot("see", 5) else "flip"
    if not lot("blind", 20):
        kind = "slap"
    if "head" in ways and (live(state) or not lot("head", 30)):
        kind = "head" if lot("which", 2) else kind
    some = ways.get(kind) or ways.get("flip") or ways.get("slap") or [Input(0, "shown")]
    first = some[lot("first", len(some))]
    both = [first] if kind == "flip" or lot("two", 6) else [first, some[lot("second", len(some))]]
    return tuple(way._replace(ref=10 * n + place) for place, way in enumerate(dict.fromkeys(both)))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", AGREEMENTS)
def test_the_game_is_the_one_it_was(name: str, seats: int) -> None:
    frozen = json.loads(FROZEN.read_bytes())
    assert counts(AGREEMENTS[name], seats) == frozen[name][str(seats)]


def test_the_frozen_games_show_every_outcome() -> None:
    """What no frozen game does is not frozen."""
    seen = {
        kind.split(":")[0]
        for by_seats in json.loads(FROZEN.read_bytes()).values()
        for game in by_seats.values()
        for kind in game["outcomes"]
    }
    told = set(lapsy.__doc__.split("Outcomes")[1].replace("\n", " ").split("``")[1::2]) & KINDS
    assert seen >= KINDS
    assert told == KINDS


KINDS = {
    *("air", "landed", "returned", "accepted", "slower", "repeat", "head", "false", "lost_right", "banned"),
    *("given_back", "removed", "joined", "challenge", "lost_challenge", "lapsed", "collected", "safe"),
    *("last_pile", "over", "refused"),
}


if __name__ == "__main__":
    FROZEN.write_text(
        json.dumps(
            {name: {str(n): counts(raw, n) for n in SEATS} for name, raw in AGREEMENTS.items()}, indent=1
        )
        + "\n",
        encoding="utf-8",
    )
