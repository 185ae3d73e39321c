"""A game for children: slow cards, long looks, close hands share, false slaps cost nothing, forgiving rules.

It changes nothing that could not be agreed one by one, and all of it stands in the journal's header and on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lapsy.games.options import OptionError
from lapsy.games.registry import GAMES
from lapsy.table.judge import Pacing
from lapsy.table.policy import Policy
from lapsy.table.setup import Setup

#: By game: what is agreed where the host has not named it. In Läpsy nobody drops out.
OPTIONS: dict[str, dict[str, str]] = {
    "lapsy": {"preset": "children"},
    "speed": {"stall_s": "30"},
    "kuoppa": {"automatic_joker": "on", "target": "7"},
}

#: At least so slow.
PACING = Pacing(pace_us=2_200_000, jitter_us=400_000, display_us=1_000_000, verdict_us=3_000_000)

#: Hands nearer than this share: nobody is sad for a twentieth of a second.
TIE_US = 50_000


def for_children(setup: Setup) -> Setup:
    """The same game, table and seats, agreed for children."""
    given = setup.pacing
    pacing = Pacing(
        given.flip,
        max(given.pace_us, PACING.pace_us),
        max(given.jitter_us, PACING.jitter_us),
        max(given.display_us, PACING.display_us),
        max(given.verdict_us, PACING.verdict_us),
    )
    policy = Policy(tie_us=max(setup.policy.tie_us, TIE_US), silent_us=setup.policy.silent_us, forgive=True)
    return replace(
        setup, options=_options(setup.game, setup.options), pacing=pacing, policy=policy, children=True
    )


def _options(game: str, named: Mapping[str, str]) -> Mapping[str, str]:
    """What was named, and with it what suits children; without that, where the two contradict each other."""
    together = {**OPTIONS.get(game, {}), **named}
    try:
        GAMES[game].parse_options(together)
    except OptionError:
        return named
    return together
