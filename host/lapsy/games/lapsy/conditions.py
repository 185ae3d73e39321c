"""When the pile may be slapped: one small function a condition, put together by the agreed rules.

A condition sees the ranks of the topmost *played* cards, newest first (a word such as ``9J92``, or a list), and at most
``DEPTH`` of them. Penalty cards are no part of it (LA-37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Condition = Callable[[Sequence[str]], bool]

#: So many ranks are enough for every condition, and for the same question asked of the pile without its
#: newest card.
DEPTH = 4

_VALUE = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}


def pair(ranks: Sequence[str]) -> bool:
    """Two equal ranks on top (LA-23, LB-07)."""
    return len(ranks) > 1 and ranks[0] == ranks[1]


def sandwich(ranks: Sequence[str]) -> bool:
    """Two equal ranks with exactly one card between them (LE-01, LV-01, LS-52)."""
    return len(ranks) > 2 and ranks[0] == ranks[2]


def sum_ten(ranks: Sequence[str]) -> bool:
    """The two topmost cards add up to ten; an ace is one, courts have no value (LE-02, LS-59)."""
    return len(ranks) > 1 and _VALUE.get(ranks[0], 99) + _VALUE.get(ranks[1], 99) == 10


def jack(ranks: Sequence[str]) -> bool:
    """A jack on top, the first card of a pile too (LV-14)."""
    return bool(ranks) and ranks[0] == "J"


#: Every condition by its name in views: a player has to know what may be slapped.
BY_NAME: dict[str, Condition] = {
    condition.__name__: condition for condition in (pair, sandwich, sum_ten, jack)
}
