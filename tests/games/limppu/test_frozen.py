"""Frozen counts: for fixed seeds and every option that matters, how many moves, which outcomes, and the last state's hash.

A change of any rule shows here. When the change is meant, write the file anew and look at the difference:
``python -c "import runpy; runpy.run_path('tests/games/limppu/test_frozen.py')['rewrite']()"``
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from lapsy.cards import draw
from lapsy.games import limppu
from lapsy.games.play import Bundle, Input

FILE = Path(__file__).with_name("frozen.json")

VARIANTS: dict[str, dict[str, str]] = {
    "plain": {},
    "two packs": {"decks": "2"},
    "two packs, one king": {"decks": "2", "second_ks": "off"},
    "live": {"stop": "live"},
    "live, short grace": {"stop": "live", "announce_grace_ms": "500"},
    "live, two packs": {"stop": "live", "decks": "2"},
    "series": {"series": "on"},
    "live series": {"stop": "live", "series": "on"},
    "one idle round": {"idle_rounds": "1"},
    "must pass": {"must_pass_limppu": "on"},
}


def play(raw: dict[str, str], seats: int, seed: bytes) -> dict[str, Any]:
    """One game in which everybody chooses by lot; with the live stop also whether to announce and to challenge."""
    state = limppu.start(limppu.parse_options(raw), seats, seed)
    kinds: Counter[str] = Counter()
    now_us = moves = 0
    while not limppu.is_over(state):
        now_us += 100_000 + draw(seed, "frozen/time", moves, 900_000)
        inputs = [given for seat in range(seats) for given in limppu.legal(state, seat)]
        acts = [given for given in inputs if given.kind not in ("announce", "challenge")]
        if len(inputs) > len(acts) and draw(seed, "frozen/alert", moves, 12) == 0:
            acts = [given for given in inputs if given.kind in ("announce", "challenge")]
        due = limppu.deadline(state)
        if due is not None and (due <= now_us or not acts):
            given, now_us = Input(moves, "deadline"), max(now_us, due)
        else:
            given = acts[draw(seed, "frozen/choice", moves, len(acts))]._replace(ref=moves)
        state, outcomes = limppu.apply(state, Bundle(now_us, (given,)))
        kinds.update(outcome.kind for outcome in outcomes)
        moves += 1
    return {
        "moves": moves,
        "outcomes": dict(sorted(kinds.items())),
        "end": sha256(limppu.to_text(state).encode()).hexdigest(),
    }


def counts() -> dict[str, Any]:
    """Every variant with 2, 3 and 6 seats."""
    return {
        f"{name}, {seats} seats": play(raw, seats, sha256(f"limppu/{seats}".encode()).digest())
        for name, raw in VARIANTS.items()
        for seats in (2, 3, 6)
    }


def rewrite() -> None:
    """Writes the file anew."""
    FILE.write_text(json.dumps(counts(), indent=1) + "\n")


def test_counts_are_as_they_were() -> None:
    assert counts() == json.loads(FILE.read_text())
