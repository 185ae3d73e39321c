"""How able a bot is, by name: the same names for the bots of every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

#: The least able first.
STRENGTHS = ("weak", "medium", "strong")

#: Chooses evenly among what it may do: the measure for the others, no guest for a table.
RANDOM = "random"


def of_strength(strength: str, by_strength: Mapping[str, T]) -> T:
    """What is said of a strength. Raises ValueError for one that does not exist."""
    if strength not in by_strength:
        raise ValueError(f"There is no strength “{strength}”: choose from {', '.join(by_strength)}.")
    return by_strength[strength]
