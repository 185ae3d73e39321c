"""What may be agreed before a game of Kuoppa (KU-83, KU-90 to KU-94)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from lapsy.games.options import Number, Option, Sentence, Switch, read_options

OPTIONS: tuple[Option, ...] = (
    Number(
        "target",
        Sentence("How many points end the game; usually 13 or 15."),
        13,
        range(1, 10**9),
        Sentence("points"),
        Sentence("{n} points end the game."),
    ),
    Switch(
        "twos_pair",
        Sentence("A pair of twos may be the missing pair of a pair straight."),
    ),
    Switch(
        "impurity_degrees",
        Sentence("Impurity has degrees: the fewer wild cards, the bigger."),
    ),
    Switch(
        "automatic_joker",
        Sentence(
            "Wild cards always make the best combination of their type; the player names the type alone."
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """One agreed set of rules. The three British switches are independent of each other (KU-94)."""

    target: int = 13
    twos_pair: bool = False
    impurity_degrees: bool = False
    automatic_joker: bool = False

    def as_json(self) -> dict[str, str | int | bool]:
        """Every option with its value, in a fixed order: for journals and their hash."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def parse_options(raw: Mapping[str, str]) -> Options:
    """Options from text such as ``{"target": "15", "twos_pair": "on"}``; no two of them contradict each other.

    Raises OptionError.
    """
    values: dict[str, Any] = read_options("Kuoppa", OPTIONS, raw)
    return Options(**values)


def roles(options: Options) -> tuple[str, ...]:  # noqa: ARG001 - the same in every game
    """The inputs of a seat: a pad that lays what was set aside, or passes; a hand is private, and played on a screen."""
    return ("slap",)
