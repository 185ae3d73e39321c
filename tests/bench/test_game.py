"""How fast virtual time runs, and what checking every state costs the engine."""

from __future__ import annotations

import pytest

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input
from road import bots, road, setup_for

ROUNDS = 5
HOUR_US = 3_600_000_000


@pytest.mark.bench
def test_virtual_time(bench):
    virtual_us = 0

    def play() -> None:
        nonlocal virtual_us
        r = road(setup_for(bots(4), seed="7"))
        assert r.driver.run(HOUR_US)
        virtual_us = r.driver.heap.now_us

    (wall,) = bench.medians([play], ROUNDS)
    bench.table(
        f"A simulated game of four bots, bytes and all, medians of {ROUNDS}",
        [
            ("virtual time", f"{virtual_us / 1_000_000:.0f} s"),
            ("wall time", f"{wall:.2f} s"),
            ("virtual seconds in a wall second", f"{virtual_us / 1_000_000 / wall:.0f}"),
        ],
    )


@pytest.mark.bench
def test_engine(bench):
    bundles = _bundles()

    def play(check: bool) -> None:
        state = _start()
        for bundle in bundles:
            state, _ = lapsy.apply(state, bundle)
            if check:
                lapsy.check(state)

    bare, checked = bench.medians([lambda: play(False), lambda: play(True)], ROUNDS * 3)
    bench.table(
        f"The rules alone, {len(bundles)} bundles, medians of {ROUNDS * 3}",
        [
            ("bundles in a second", f"{len(bundles) / bare:.0f}"),
            ("bundles in a second, every state checked", f"{len(bundles) / checked:.0f}"),
            ("ratio", f"{checked / bare:.2f}"),
        ],
    )


def _start() -> lapsy.State:
    return lapsy.start(lapsy.parse_options({}), 4, bytes(32))


def _bundles() -> list[Bundle]:
    """A game of plays alone, up to its end or some thousands of steps."""
    state, bundles = _start(), []
    while not lapsy.is_over(state) and len(bundles) < 3000:
        t_us = 10_000_000 * (len(bundles) + 1)
        turn = lapsy.view(state, None)["turn"]
        given = (
            Input(len(bundles), "deadline") if lapsy.deadline(state) else Input(len(bundles), "play", turn)
        )
        bundles.append(Bundle(t_us, (given,)))
        state, _ = lapsy.apply(state, bundles[-1])
    return bundles
