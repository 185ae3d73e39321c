"""Options for what a table does where measurement ends: what is not proven, close hands, early hands, silent boards."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lapsy.cli.options import Text

if TYPE_CHECKING:
    from lapsy.table.display import Display
    from lapsy.table.policy import Policy
    from lapsy.table.setup import Seat

F = TypeVar("F", bound=Callable[..., Any])

#: Nobody agrees on more: a longer handicap or limit is a slip of the finger, and so is a longer tie window.
MOST_MS = 10_000
MOST_TIE_MS = 1_000

_NUMBER = re.compile(r"[0-9]+([.,][0-9]+)?")

#: A board may be silent for so long, in seconds, before it is declared absent.
SHORTEST_SILENCE_S, LONGEST_SILENCE_S = 0.5, 3600.0


class Milliseconds(Text):
    """A length of time in milliseconds such as ``2.5``, ``most`` at most; the value is whole microseconds."""

    name = "milliseconds"

    def __init__(self, most: int = MOST_MS) -> None:
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The microseconds."""
        if isinstance(value, int):
            return value
        us = microseconds(str(value), self._most)
        if us is None:
            self.fail(
                f"{value!r} is no time: give milliseconds from 0 to {self._most}, such as 2.5.", param, ctx
            )
        return us


class Silence(Text):
    """``wait``, or seconds such as ``10``; the value is microseconds, or None for ever."""

    name = "silence"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The microseconds, or None."""
        if value == "wait":
            return None
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not SHORTEST_SILENCE_S <= seconds <= LONGEST_SILENCE_S:
            self.fail(
                f"{value!r} is neither 'wait' nor seconds from {SHORTEST_SILENCE_S:g} to {LONGEST_SILENCE_S:g}.",
                param,
                ctx,
            )
        return round(seconds * 1_000_000)


def microseconds(text: str, most: int = MOST_MS) -> int | None:
    """Microseconds from a text of milliseconds; None when it is none, or more than ``most``."""
    text = text.strip()
    if _NUMBER.fullmatch(text) is None:
        return None
    ms = float(text.replace(",", "."))
    return round(ms * 1000) if ms <= most else None


def measuring(command: F) -> F:
    """``--unproven``, ``--tie-window``, ``--handicap``, ``--silent``."""
    for option in (
        click.option(
            "--silent",
            "silent_us",
            type=Silence(),
            metavar="wait|SECONDS",
            default="wait",
            show_default=True,
            help="When a board falls silent: wait for it, or declare it absent after so long.",
        ),
        click.option(
            "--handicap",
            "handicaps",
            type=Text(),
            metavar="NAME=MS",
            multiple=True,
            help="This player's hand counts so many milliseconds later, and everybody sees it; NAME or the number of the"
            " seat; repeatable.",
        ),
        click.option(
            "--tie-window",
            "tie_us",
            type=Milliseconds(MOST_TIE_MS),
            metavar="MS",
            default="0",
            show_default=True,
            help="Hands nearer than this are a tie though their order is proven; never less than the measurement's own"
            " uncertainty.",
        ),
        click.option(
            "--unproven",
            type=click.Choice(["split", "replay", "likely"]),
            default="split",
            show_default=True,
            help="When nobody is proven first: a tie by the rules (split), slap again (replay), or the nearest measured"
            " value decides and is called likely (likely).",
        ),
    ):
        command = option(command)
    return command


def early_hands(command: F) -> F:
    """``--anticipation``, ``--limit``."""
    for option in (
        click.option(
            "--limit",
            "limit_us",
            type=Milliseconds(),
            metavar="MS",
            default="100",
            show_default=True,
            help="With --anticipation: how soon after the card is too soon.",
        ),
        click.option(
            "--anticipation",
            type=click.Choice(["off", "flag", "false"]),
            default="off",
            show_default=True,
            help="A slap too soon after its card to be an answer to it: nothing (off), said (flag), or a false slap (false)."
            " Needs a calibrated display.",
        ),
    ):
        command = option(command)
    return command


def policy_of(
    unproven: str,
    tie_us: int,
    silent_us: int | None,
    anticipation: str = "off",
    limit_us: int | None = None,
    display: Display | None = None,
) -> Policy:
    """The policy from its options. ``limit_us``: None when no limit was given. Raises click.UsageError."""
    from lapsy.table.policy import LIMIT_US, Policy

    if anticipation == "off" and limit_us is not None:
        raise click.UsageError("--limit is for early slaps: give --anticipation flag or false too.")
    if anticipation != "off" and display is None:
        raise click.UsageError(
            "--anticipation needs to know when a card can be seen: measure the display with 'lapsy calibrate display', then"
            " name it with --display."
        )
    return Policy(unproven, tie_us, anticipation, LIMIT_US if limit_us is None else limit_us, silent_us)


def with_handicaps(seats: tuple[Seat, ...], texts: Sequence[str]) -> tuple[Seat, ...]:
    """The seats with the handicaps of "Aino=50", "2=12.5". Raises click.BadParameter."""
    given: dict[int, int] = {}
    for text in texts:
        name, equals, ms = text.rpartition("=")
        us = microseconds(ms)
        if not equals or us is None:
            raise click.BadParameter(
                f"{text!r} is no handicap: give NAME=MS with milliseconds from 0 to {MOST_MS:g}, such as"
                f" {seats[0].name}=50.",
                param_hint="--handicap",
            )
        at = _seat(name.strip(), seats)
        if at is None:
            names = ", ".join(seat.name for seat in seats)
            raise click.BadParameter(
                f"Nobody here is called {name.strip()!r}: choose from {names}, or a seat's number from 1 to {len(seats)}.",
                param_hint="--handicap",
            )
        if at in given:
            raise click.BadParameter(
                f"{seats[at].name} has two handicaps: give one.", param_hint="--handicap"
            )
        given[at] = us
    return tuple(replace(seat, handicap_us=given.get(n, 0)) for n, seat in enumerate(seats))


def _seat(name: str, seats: tuple[Seat, ...]) -> int | None:
    names = [seat.name for seat in seats]
    if name in names:
        return names.index(name)
    return int(name) - 1 if name.isascii() and name.isdigit() and 1 <= int(name[:9]) <= len(seats) else None
