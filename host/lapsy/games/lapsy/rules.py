"""The rules in force, put together from the agreed options: conditions, penalty, challenges, choice.

Another variant is another composition here; the engine asks these values and never the options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lapsy.games.lapsy import conditions, penalties
from lapsy.games.lapsy.conditions import Condition
from lapsy.games.lapsy.options import Options
from lapsy.games.lapsy.penalties import Penalty

#: Attempts that a court card or an ace gives the next player (LA-17).
ATTEMPTS = {"J": 1, "Q": 2, "K": 3, "A": 4}


@dataclass(frozen=True, slots=True)
class Rules:
    """What the engine asks.

    ``choice``: a hand of so many cards or fewer may be looked at and chosen from (LA-42). ``cardless_goes``:
    a false slap without cards loses the right to return (LA-39). ``objections``, ``removals``: whether the
    referee may give a deliberately paid card back (LA-41) and remove a player (LA-03).
    """

    conditions: tuple[Condition, ...]
    penalty: Penalty
    attempts: Mapping[str, int]
    choice: int
    cardless_goes: bool
    objections: bool
    removals: bool

    def slappable(self, ranks: Sequence[str]) -> bool:
        """True when played cards of these ranks, newest first, may be slapped."""
        return any(condition(ranks) for condition in self.conditions)


@lru_cache(maxsize=64)
def rules_for(options: Options) -> Rules:
    """The rules that these options agree on."""
    slaps: list[Condition] = [conditions.pair]
    if options.sandwich:
        slaps.append(conditions.sandwich)
    if options.sum_ten:
        slaps.append(conditions.sum_ten)
    under_pile = not (options.slap_ban or options.penalty_each)
    penalty: Penalty = penalties.under_pile
    if options.slap_ban:  # with penalty_each too: only the ban (LS-60)
        penalty = penalties.ban
    elif options.penalty_each:
        penalty = penalties.to_each
    return Rules(
        conditions=tuple(slaps),
        penalty=penalty,
        attempts=ATTEMPTS,
        choice=0 if options.hidden_hand else 3,
        cardless_goes=not options.slap_ban,
        objections=under_pile,
        removals=True,
    )
