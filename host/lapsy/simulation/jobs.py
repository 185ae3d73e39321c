"""Many games on several processors. Each game's chance follows from its number, so who plays it does not matter."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from lapsy.simulation.match import Played, Spec, play_one
from lapsy.simulation.tally import Tally

#: A processor is given its games in about so many portions: few enough to cost nothing, enough to see progress.
PORTIONS = 50


def simulate(
    spec: Spec, games: int, jobs: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Tally:
    """Play the games 0 to ``games`` - 1. ``progress`` is told how many more are done.

    Raises OptionError on options that cannot be dealt, StuckError.
    """
    tally = Tally(spec)
    size = max(1, games // (jobs * PORTIONS))
    portions = [(first, min(first + size, games)) for first in range(0, games, size)]
    if jobs == 1:
        for first, end in portions:
            tally.add(_play(spec, first, end))
            progress(end - first)
        return tally
    done: list[list[Played]] = []
    # Not forked: a copy of a process that runs threads may hold their locks.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(_play, spec, first, end) for first, end in portions]
        try:
            for future in as_completed(futures):
                played = future.result()
                done.append(played)
                progress(len(played))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for played in sorted(done, key=lambda portion: portion[0].n):
        tally.add(played)
    return tally


def _play(spec: Spec, first: int, end: int) -> list[Played]:
    return [play_one(spec, n) for n in range(first, end)]
