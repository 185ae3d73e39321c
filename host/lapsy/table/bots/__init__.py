"""Bots: players who see their view and what they may do, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from lapsy.table.bots.kuoppa import KuoppaBot
from lapsy.table.bots.lapsy import LapsyBot
from lapsy.table.bots.limppu import LimppuBot
from lapsy.table.bots.plan import Bot, Planned
from lapsy.table.bots.speed import SpeedBot
from lapsy.table.bots.strengths import RANDOM, STRENGTHS

#: How the bots of each game are made: (seat, strength, seed).
BOTS: dict[str, Callable[[int, str, bytes], Bot]] = {
    "lapsy": LapsyBot,
    "speed": SpeedBot,
    "kuoppa": KuoppaBot,
    "limppu": LimppuBot,
}

__all__ = ["BOTS", "RANDOM", "STRENGTHS", "Bot", "Planned"]
