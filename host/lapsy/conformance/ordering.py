"""Cases with times: the sequencer puts their inputs in order as at a table whose clocks are known exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lapsy.games.play import Bundle, Input
from lapsy.timing.claim import Claim, Span
from lapsy.timing.sequencer import Pending, Rank, Sequencer
from lapsy.timing.watermark import Watermark


def pending(given: Input, rank: Rank, t_us: int) -> Pending[Input]:
    """An input at a time. Presses have bound 0: one board stamps everything, and equal stamps are one capture."""
    n, at = given.ref, Span.at(t_us)
    claim = Claim("case", 0, n, t_us, t_us, "board", 0, at, t_us) if rank == Rank.PRESS else None
    return Pending(n, rank, at, given, claim)


def bundles(inputs: Iterable[Pending[Input]]) -> Iterator[Bundle]:
    """What the rules are handed, bundle by bundle."""
    sequencer: Sequencer[Input] = Sequencer()
    for one in inputs:
        sequencer.add(one)
    end = [Watermark("end", 0, 1 << 62, 1 << 62)]
    while (released := sequencer.release(end)) is not None:
        members = zip(released.members, released.not_after, strict=True)
        yield Bundle(released.t_us, tuple(p.payload._replace(not_after=refs) for p, refs in members))
