"""Frozen counts: fixed seeds, every option that matters, a match to its end; nothing of it may change unnoticed.

When the rules are meant to change, write the file anew and read the difference:
``python tests/games/speed/test_frozen.py`` prints what ``frozen.json`` should hold.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from lapsy.cards import draw
from lapsy.games import speed
from lapsy.games.play import Bundle, Input

FROZEN = Path(__file__).with_name("frozen.json")

#: What was agreed, and how many spit piles a late position has (0: the match begins with the deal).
GAMES: dict[str, tuple[dict[str, str], int]] = {
    "default": ({}, 0),
    "bare": ({"win_out_in_two_piles": "on"}, 0),
    "stall": ({"stall_s": "3"}, 0),
    "two piles": ({}, 2),
    "one pile": ({}, 1),
    "one pile, owner": ({"stuck_single_pile": "owner"}, 1),
    "two piles, stall": ({"stall_s": "3"}, 2),
}
SEEDS = 4
MOST = 4000


def counts() -> dict[str, Any]:
    """For each option and seed: bundles, deals, outcomes by kind, and the hash of the last state's text."""
    return {
        f"{name}/{n}": _match(options, piles, n)
        for name, (options, piles) in GAMES.items()
        for n in range(SEEDS)
    }


def late(state: speed.State, piles: int) -> speed.State:
    """The first deal with all spit cards in the middle already, on so many piles."""
    left, right = state.spit
    middle = {"L": left, "R": right} if piles == 2 else {"L": left + right, "R": None}
    return speed.position(state.stocks, ((), ()), middle, options=state.options, seed=state.seed)


def _match(options: dict[str, str], piles: int, n: int) -> dict[str, Any]:
    """Both seats choose evenly among what they may do, plays before all else; one bundle every 0.3 s."""
    seed = sha256(f"frozen {n}".encode()).digest()
    state = speed.start(speed.parse_options(options), 2, seed)
    if piles:
        state = late(state, piles)
    kinds: Counter[str] = Counter()
    now_us = bundles = 0
    while not speed.is_over(state) and bundles < MOST:
        bundles += 1
        now_us += 300_000
        inputs = []
        for seat in (0, 1):
            ways = speed.legal(state, seat)
            ways = tuple(way for way in ways if way.kind == "play") or ways
            # Under the stall option nobody calls but at the start, so that the stall does.
            if options.get("stall_s") and state.phase == "play":
                ways = tuple(way for way in ways if way.kind != "spit")
            pick = draw(seed, f"seat {seat}", bundles, 4 * len(ways) + 1)
            if pick < 3 * len(ways):
                inputs.append(ways[pick % len(ways)]._replace(ref=10 * bundles + seat))
        due_us = speed.deadline(state)
        if due_us is not None and due_us <= now_us:
            inputs = [Input(10 * bundles, "deadline")]
        state, outcomes = speed.apply(state, Bundle(now_us, tuple(inputs)))
        kinds.update(f"{o.kind} {o.reason}".strip() if o.kind == "refused" else o.kind for o in outcomes)
    return {
        "bundles": bundles,
        "deals": state.deals,
        "outcomes": dict(sorted(kinds.items())),
        "sha256": sha256(speed.to_text(state).encode()).hexdigest(),
    }


def test_the_counts_are_as_they_were() -> None:
    assert counts() == json.loads(FROZEN.read_text())


def test_the_counts_reach_every_outcome() -> None:
    """A kind that never happens here would be frozen by nothing."""
    seen = {kind for game in json.loads(FROZEN.read_text()).values() for kind in game["outcomes"]}
    assert {
        "played",
        "moved",
        "called",
        "cancelled",
        "stalled",
        "spit",
        "out",
        "announced",
        "slapped",
        "taken",
        "dealt",
        "over",
        "refused tied",
        "refused void",
    } <= seen


if __name__ == "__main__":
    print(json.dumps(counts(), indent=1))
