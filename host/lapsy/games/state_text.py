"""A state as one line of JSON and back: what the games' own ``text`` modules have in common.

A reader takes what came out of JSON and gives the value that a state holds. It raises TypeError or ValueError on anything
else; ``read_state`` makes one sentence of that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


def as_line(parts: Mapping[str, Any]) -> str:
    """The parts of a state in one line; equal parts give equal text."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def read_state(
    game: str,
    text: str,
    read: Callable[[dict[str, Any]], S],
    check: Callable[[S], None],
    to_text: Callable[[S], str],
) -> S:
    """The state that ``to_text`` wrote. ``game`` is the game's name for people.

    Raises ValueError on anything else: text that is no JSON object, that ``read`` cannot read, whose state ``check``
    does not pass, or that ``to_text`` would write otherwise.
    """
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise TypeError("not an object")
        state = read(raw)
        check(state)
        same = to_text(state) == text
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(f"This text is no state of {game} ({error}): use what to_text wrote.") from error
    if not same:
        raise ValueError(
            f"This text is no state of {game} (it says more or in another order): use what to_text wrote."
        )
    return state


def whole(raw: Any) -> int:
    """A whole number; true and false are none."""
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def flag(raw: Any) -> bool:
    """True or false."""
    if type(raw) is not bool:
        raise TypeError(f"{raw!r} is neither true nor false")
    return raw


def word(raw: Any) -> str:
    """Text: a card, a phase, a name."""
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no text")
    return raw


def octets(raw: Any) -> bytes:
    """Bytes that were written as hexadecimal digits."""
    return bytes.fromhex(word(raw))


def each(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """A reader of lists, each of whose members ``read`` reads."""

    def read_list(raw: Any) -> tuple[T, ...]:
        if type(raw) is not list:
            raise TypeError(f"{raw!r} is no list")
        return tuple(map(read, raw))

    return read_list


def or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """A reader of null, and of what ``read`` reads."""
    return lambda raw: None if raw is None else read(raw)


#: Readers of lists of whole numbers and of text.
wholes = each(whole)
words = each(word)
