"""Bots: players who see their view and what they may do, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from lapsy.table.bots.kuoppa import KuoppaBot
from lapsy.table.bots.lapsy import LapsyBot
from lapsy.table.bots.limppu import LimppuBot
from lapsy.table.bots.plan import Bot, Planned
from lapsy.table.bots.speed import SpeedBot

#: A bot's strengths, the least able first.
STRENGTHS = ("weak", "medium", "strong")

#: Chooses evenly among what it may do: the measure for the others, no guest for a table.
RANDOM = "random"

#: How the bots of each game are made: (seat, strength, seed).
BOTS: dict[str, Callable[[int, str, bytes], Bot]] = {
    "lapsy": LapsyBot,
    "speed": SpeedBot,
    "kuoppa": KuoppaBot,
    "limppu": LimppuBot,
}

__all__ = ["BOTS", "RANDOM", "STRENGTHS", "Bot", "Planned"]
