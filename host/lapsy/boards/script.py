"""Scripts of presses: one line a press, so that a run can be written down and repeated.

    # seconds  what    pads          how
    1.250      press   3             hold 80ms bounce 3
    2.000      press   1 2 slap4     # in the same instant
    3.000      hold    flip1
    3.500      release flip1

Pads are input numbers (from 0, as on the wire) or names. Seconds count from
the board's start, to the microsecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lapsy.boards.faults import parse_duration
from lapsy.boards.pads import HOLD_US, bounces, check_press, find_input


class ScriptError(ValueError):
    """A script that cannot be read: the line's number, what is wrong and how it should be."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one line asks for. ``hold_us`` None: until a release; ``press`` False: a release."""

    at_us: int
    inputs: tuple[int, ...]
    press: bool = True
    hold_us: int | None = HOLD_US
    bounce: tuple[int, ...] = ()


class Pressable(Protocol):
    """What a script plays on: a board, simulated or served."""

    def press(self, which: int | str, at_us: int, hold_us: int | None, bounce: tuple[int, ...]) -> object:
        """A finger on a pad."""

    def release(self, which: int | str, at_us: int) -> object:
        """Lets go of a pad that is held."""


def parse_script(text: str, roles: bytes) -> tuple[Step, ...]:
    """The steps of a script for a board with these roles, in the order of time. Raises ScriptError."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            steps.append(_step(words, roles))
        except ValueError as error:
            raise ScriptError(f"Line {number} of the script, {line.strip()!r}: {error}") from None
    return tuple(sorted(steps, key=lambda step: step.at_us))


def play(steps: tuple[Step, ...], board: Pressable, start_us: int) -> int:
    """Tells the board all of it, on its axis from ``start_us`` on; returns when the last of it is over.

    Raises what the board's ``press`` raises.
    """
    end_us = start_us
    for step in steps:
        at_us = start_us + step.at_us
        for one in step.inputs:
            if step.press:
                board.press(one, at_us, step.hold_us, step.bounce)
            else:
                board.release(one, at_us)
        end_us = max(end_us, at_us + (step.hold_us or 0))
    return end_us


def _step(words: list[str], roles: bytes) -> Step:
    if len(words) < 3 or words[1] not in ("press", "hold", "release"):
        raise ScriptError(
            "write a time, then press, hold or release, then the pads, such as '1.250 press 3'."
        )
    try:
        at_us = parse_duration(f"{words[0]}s")
    except ValueError:
        raise ScriptError(
            f"{words[0]!r} is not a time in seconds, to the microsecond, such as 1.250."
        ) from None
    how = next((n for n, word in enumerate(words) if n > 1 and word in ("hold", "bounce")), len(words))
    inputs = tuple(find_input(roles, word) for word in words[2:how])
    if len(set(inputs)) < len(inputs):
        raise ScriptError("it names a pad twice.")
    if not inputs:
        raise ScriptError("it names no pad.")
    hold_us, bounce = _manner(words[how:]) if words[1] == "press" else (None, ())
    if words[1] != "press" and how < len(words):
        raise ScriptError(f"{words[how]!r} belongs to a press, not to {words[1]!r}.")
    check_press(hold_us, bounce)
    return Step(at_us, inputs, words[1] != "release", hold_us, bounce)


def _manner(words: list[str]) -> tuple[int, tuple[int, ...]]:
    hold_us, bounce = HOLD_US, 0
    if len(words) % 2 or len(set(words[::2])) < len(words[::2]):
        raise ScriptError("after the pads may come 'hold 80ms' and 'bounce 3', each once.")
    for word, value in zip(words[::2], words[1::2], strict=True):
        if word == "hold":
            try:
                hold_us = parse_duration(value)
            except ValueError as error:
                raise ScriptError(f"{error}.") from None
        elif word == "bounce" and value.isascii() and value.isdigit():
            bounce = int(value)
        elif word == "bounce":
            raise ScriptError(f"{value!r} is not a number of bounces.")
        else:
            raise ScriptError(f"{word!r} is neither 'hold' nor 'bounce'.")
    return hold_us, bounces(bounce)
