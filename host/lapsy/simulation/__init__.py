"""Thousands of games by the rules alone: bots, virtual time, no boards; and what is to be learnt from so many.

``simulate`` plays them, on as many processors as wanted; the same seed gives the same tally on any number of them.
"""

from lapsy.simulation.jobs import simulate
from lapsy.simulation.match import Played, Spec, StuckError, play_one
from lapsy.simulation.tally import Share, Tally

__all__ = ["Played", "Share", "Spec", "StuckError", "Tally", "play_one", "simulate"]
