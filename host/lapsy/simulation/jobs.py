"""Many games on several processors. Each game's chance follows from its number, so who plays it does not matter."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.pool import Pool

from lapsy.simulation.match import Played, Spec, play_one
from lapsy.simulation.tally import Tally

#: A processor is given its games in portions: few enough to cost nothing, small enough to see progress.
PORTIONS, LARGEST = 50, 20


def simulate(
    spec: Spec, games: int, jobs: int = 1, progress: Callable[[int], None] = lambda _: None
) -> Tally:
    """Play the games 0 to ``games`` - 1. ``progress`` is told how many more are done.

    Raises OptionError on options that cannot be dealt, StuckError.
    """
    tally = Tally(spec)
    size = max(1, min(games // (jobs * PORTIONS), LARGEST))
    portions = [(first, min(first + size, games)) for first in range(0, games, size)]
    play = partial(_play, spec)
    if jobs == 1:
        for played in map(play, portions):
            tally.add(played)
            progress(len(played))
        return tally
    # Not forked: a copy of a process that runs threads may hold their locks. Leaving the block ends the processes.
    with _started(jobs) as pool:
        for played in pool.imap_unordered(play, portions):
            tally.add(played)
            progress(len(played))
    return tally


def _started(jobs: int) -> Pool:
    """The processes. Ctrl-C is for this one, which ends the others: they ignore it from their first moment on."""
    context = multiprocessing.get_context("spawn")
    if threading.current_thread() is not threading.main_thread():
        return context.Pool(jobs, _ignore_interrupts)
    # What is ignored when a process starts stays ignored in it.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return context.Pool(jobs, _ignore_interrupts)
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(spec: Spec, portion: tuple[int, int]) -> list[Played]:
    return [play_one(spec, n) for n in range(*portion)]
