"""Which card challenges and which answers: one small function a rule.

It says whether a court card opens a challenge now, which ends the open one; ``open_rank`` is None when none is open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

ChallengeRule = Callable[[str | None, str], bool]

#: Attempts that a court card or an ace gives the next player (LA-17, LB-10).
ATTEMPTS: Mapping[str, int] = {"J": 1, "Q": 2, "K": 3, "A": 4}

#: Slapjack with courts: the jack neither challenges nor answers (LS-58).
WITHOUT_JACK: Mapping[str, int] = {rank: attempts for rank, attempts in ATTEMPTS.items() if rank != "J"}

#: Slapjack: no card challenges (LV-13).
NONE: Mapping[str, int] = {}


def any_court(open_rank: str | None, rank: str) -> bool:  # noqa: ARG001 - the same for every open challenge
    """Any court card answers any challenge (LA-18, LB-11)."""
    return True


def same_court(open_rank: str | None, rank: str) -> bool:
    """Only the rank of the open challenge answers it; another court card is a failed attempt (LV-03, LS-53)."""
    return open_rank is None or open_rank == rank
