"""Bots: players who see their view and what they may do, and nothing else."""

from lapsy.table.bots.lapsy import Bot, Planned

__all__ = ["Bot", "Planned"]
