"""Many games on several processors. Each game's chance follows from its number, so who plays it does not matter."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice

from lapsy.simulation.match import Played, Spec, play_one
from lapsy.simulation.tally import Tally

#: A processor is given its games in portions: few enough to cost nothing, small enough to see progress.
PORTIONS, LARGEST = 50, 20
#: So many portions are given out for each processor: one is played, the others are there when it is done.
AHEAD = 3


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
    # Not forked: a copy of a process that runs threads may hold their locks.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _ignore_interrupts)
    rest = iter(portions)
    try:
        with _uninterrupted():
            waiting = {pool.submit(play, portion) for portion in islice(rest, AHEAD * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in done:
                played = one.result()
                tally.add(played)
                progress(len(played))
            waiting |= {pool.submit(play, portion) for portion in islice(rest, len(done))}
    except BaseException:
        # Ended from outside, not asked to end: of those who are asked one may wait for another for ever.
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return tally


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes are started. Ctrl-C is for this one, which ends the others: what is ignored when a process starts stays
    ignored in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(spec: Spec, portion: tuple[int, int]) -> list[Played]:
    return [play_one(spec, n) for n in range(*portion)]
