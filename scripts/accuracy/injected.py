"""What a board told of presses that a second Pico made, compared with what it made. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

#: Presses further apart belong to different rounds.
ROUND_US = 200_000


class Press(NamedTuple):
    """A press as the board told it."""

    input: int
    index: int
    stamp_us: int


@dataclass
class Comparison:
    """``errors_us``: told gap minus made gap, of every pair of presses in a round."""

    rounds: int = 0
    unlike: int = 0  # rounds with other inputs pressed than were
    pairs: int = 0
    wrong: int = 0
    merged: int = 0
    errors_us: list[float] = field(default_factory=list)


def made(lines: Iterable[str]) -> list[list[tuple[int, int]]]:
    """The injector's rounds, (input, ns) in their order. Raises ValueError for a line that is none of its."""
    rounds = []
    for line in lines:
        if not line.strip():
            continue
        try:
            rounds.append([(int(number), int(ns)) for number, ns in json.loads(line)["presses"]])
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"This is no line of firmware/injector.py: {line.strip()[:80]!r}.") from None
    return rounds


def in_rounds(presses: Sequence[Press]) -> list[list[Press]]:
    """Presses parted where nothing happened for a while."""
    rounds: list[list[Press]] = []
    for press in sorted(presses, key=lambda each: (each.stamp_us, each.index)):
        if not rounds or press.stamp_us - rounds[-1][-1].stamp_us > ROUND_US:
            rounds.append([])
        rounds[-1].append(press)
    return rounds


def compare(truth: Sequence[Sequence[tuple[int, int]]], told: Sequence[Sequence[Press]]) -> Comparison:
    """Round by round. Raises ValueError when there are not equally many."""
    if len(truth) != len(told):
        raise ValueError(
            f"The injector made {len(truth)} rounds and the board told {len(told)}: check the wires and begin anew."
        )
    result = Comparison(rounds=len(truth))
    for presses, answers in zip(truth, told, strict=True):
        by_input = {answer.input: answer for answer in answers}
        if sorted(by_input) != sorted(number for number, _ in presses) or len(by_input) != len(answers):
            result.unlike += 1
            continue
        for (one, one_ns), (other, other_ns) in combinations(presses, 2):
            first, second = by_input[one], by_input[other]
            result.pairs += 1
            result.merged += first.index == second.index
            result.wrong += first.index > second.index
            result.errors_us.append(second.stamp_us - first.stamp_us - (other_ns - one_ns) / 1000)
    return result


def report(result: Comparison) -> str:
    """Some lines to read."""
    least, most = min(result.errors_us, default=0.0), max(result.errors_us, default=0.0)
    return "\n".join(
        (
            f"{result.rounds} rounds, {result.unlike} of them with other inputs than were pressed",
            f"{result.pairs} pairs: {result.wrong} in the wrong order, {result.merged} told as one instant",
            f"told gap minus made gap: {least:+.2f} to {most:+.2f} us",
        )
    )
