"""What a played set of cards counts as, the statement that a player makes with it, and which reading is bigger.

A statement is one line: type, length, rank, suit and purity, separated by ``/``. An unstated field is empty and empty
fields at the end are left out: ``straight``, ``straight/5/A/flush/impure``, ``//A``. Ranks are written as on cards; the
jokers as ``JOKER_W`` and ``JOKER_S``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import NAMES, NUMBERS

KIND, STRAIGHT, PAIRS, TRIPLES = "kind", "straight", "pair_straight", "triple_straight"
TYPES = (KIND, STRAIGHT, PAIRS, TRIPLES)

#: No combination is longer.
LONGEST = 11

_SUIT = {None: "", True: "flush", False: "mixed"}
_PURITY = {None: "", True: "pure", False: "impure"}
_SUITS_READ: dict[str, bool | None] = {text: value for value, text in _SUIT.items()}
_PURITIES_READ: dict[str, bool | None] = {text: value for value, text in _PURITY.items()}


class Reading(NamedTuple):
    """Type, length (cards of a kind or straight, else pairs or triples), top rank, flush (straights alone), and how many
    of the cards stand for something else (KU-52, KU-91)."""

    type: str
    length: int
    rank: int
    flush: bool
    wild: int

    @property
    def pure(self) -> bool:
        """True when every card counts as itself."""
        return self.wild == 0

    def as_json(self) -> dict[str, Any]:
        """As pages and case files write it."""
        return {
            "type": self.type,
            "length": self.length,
            "rank": self.rank,
            "pure": self.pure,
            "flush": self.flush,
        }


class Statement(NamedTuple):
    """What a player says of the cards; None where nothing is said (KU-46)."""

    type: str | None = None
    length: int | None = None
    rank: int | None = None
    flush: bool | None = None
    pure: bool | None = None

    def fits(self, reading: Reading) -> bool:
        """True when the reading agrees with everything that is stated."""
        return (
            self.type in (None, reading.type)
            and self.length in (None, reading.length)
            and self.rank in (None, reading.rank)
            and self.flush in (None, reading.flush)
            and self.pure in (None, reading.pure)
        )


def to_statement(statement: Statement) -> str:
    """The statement in one line."""
    parts = (
        statement.type or "",
        "" if statement.length is None else str(statement.length),
        "" if statement.rank is None else NAMES[statement.rank],
        _SUIT[statement.flush],
        _PURITY[statement.pure],
    )
    return "/".join(parts).rstrip("/")


@lru_cache(maxsize=4096)
def from_statement(text: str) -> Statement:
    """Raises ValueError on anything that ``to_statement`` would not write."""
    parts = text.split("/")
    if len(parts) > 5:
        raise ValueError(f"“{text[:40]}” says too much: give type/length/rank/suit/purity.")
    kind, length, rank, suit, purity = parts + [""] * (5 - len(parts))
    known = (
        (not kind or kind in TYPES)
        and (not length or (length.isascii() and length.isdigit() and len(length) < 3))
        and (not rank or rank in NUMBERS)
        and suit in _SUITS_READ
        and purity in _PURITIES_READ
    )
    if known:
        statement = Statement(
            kind or None,
            int(length) if length else None,
            NUMBERS[rank] if rank else None,
            _SUITS_READ[suit],
            _PURITIES_READ[purity],
        )
        if to_statement(statement) == text:
            return statement
    raise ValueError(f"“{text[:40]}” is no reading: give type/length/rank/suit/purity, or a part of it.")


@lru_cache(maxsize=4096)
def notation(reading: Reading) -> str:
    """The whole reading as a statement; the suit is said of straights alone."""
    kind, length, rank, flush, _ = reading
    return to_statement(
        Statement(kind, length, rank, flush if kind == STRAIGHT else None, reading.pure),
    )


def power(reading: Reading, degrees: bool) -> int:
    """Orders readings of one type and length: flush, then rank, then purity (KU-51, KU-53, KU-57), by degrees where they
    are agreed (KU-91)."""
    wild = reading.wild if degrees else reading.wild > 0
    return (2000 if reading.flush else 0) + reading.rank * 100 - wild


def beats(reply: Reading, lead: Reading, options: Options) -> bool:
    """Whether a reply of the same type and length is bigger (KU-50); equal never beats (KU-53)."""
    if reply.type != lead.type or reply.length != lead.length:
        return False
    degrees = options.impurity_degrees
    return power(reply, degrees) > power(lead, degrees)


def best(readings: Iterable[Reading], options: Options) -> Reading:
    """The highest of some readings of one type and length. Raises ValueError when there is none."""
    return max(readings, key=lambda reading: power(reading, options.impurity_degrees))
