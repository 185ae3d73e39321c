"""What a bot is to the rest: somebody who sees its view and what it may do, and says what its hands will do and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lapsy.games.play import JSON, Input


@dataclass(frozen=True, slots=True)
class Planned:
    """Something a bot is going to do at ``at_us``: an input of its game, ``ref`` 0."""

    at_us: int
    given: Input


class Bot(Protocol):
    """One bot: a function of (seed, seat, what it has seen). Integers only, so that a seed plays the same everywhere."""

    seat: int

    @property
    def wake_us(self) -> int | None:
        """When ``due`` is wanted next; None when nothing is planned."""

    def see(self, now_us: int, view: JSON, legal: Sequence[Input]) -> None:
        """A new view is out: what this seat may know, and what it may do now. Plans are made, changed or dropped."""

    def due(self, now_us: int) -> list[Planned]:
        """Plans that can no longer be stopped, each once, by time. Their times may lie a little ahead."""
