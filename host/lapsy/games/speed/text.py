"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from lapsy.games.options import as_text
from lapsy.games.speed.check import check
from lapsy.games.speed.options import Options, parse_options
from lapsy.games.speed.state import Cards, Contest, Pile, State, Stock, Touch

T = TypeVar("T")


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = state._asdict()
    parts["options"] = state.options.as_json()
    parts["seed"] = state.seed.hex()
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise TypeError("not an object")
        state = State(
            options=_options(raw["options"]),
            seed=bytes.fromhex(_text(raw["seed"])),
            deals=_whole(raw["deals"]),
            phase=_text(raw["phase"]),
            stocks=_two(_stock)(raw["stocks"]),
            spit=_two(_cards)(raw["spit"]),
            piles=_two(_pile)(raw["piles"]),
            pools=_two(_cards)(raw["pools"]),
            called=_two(_or_none(_whole))(raw["called"]),
            blocked_us=_or_none(_whole)(raw["blocked_us"]),
            touches=_two(_or_none(_touch))(raw["touches"]),
            since_us=_whole(raw["since_us"]),
            armed=tuple(_whole(ref) for ref in raw["armed"]),
            first_out=tuple(_whole(seat) for seat in raw["first_out"]),
            taken=_two(_or_none(_text))(raw["taken"]),
            contest=_or_none(_contest)(raw["contest"]),
            winner=_or_none(_whole)(raw["winner"]),
        )
        check(state)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"This text is no state of Speed ({error}): use what to_text wrote.") from error
    if to_text(state) != text:
        raise ValueError(
            "This text is no state of Speed (it says more or in another order): use what to_text wrote."
        )
    return state


def _options(raw: Any) -> Options:
    if not isinstance(raw, dict):
        raise TypeError("its options are not an object")
    return parse_options({name: as_text(value) for name, value in raw.items()})


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _text(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no text")
    return raw


def _cards(raw: Any) -> Cards:
    return tuple(_text(card) for card in raw)


def _pile(raw: Any) -> Pile:
    return None if raw is None else _cards(raw)


def _stock(raw: Any) -> Stock:
    return tuple(_cards(cards) for cards in raw)


def _touch(raw: Any) -> Touch:
    ref, seat, place, size = raw
    return Touch(_whole(ref), _whole(seat), _whole(place), _whole(size))


def _contest(raw: Any) -> Contest:
    ref, seat, pile, stocks, spit, piles, touches, armed_us = raw
    return Contest(
        _whole(ref),
        _whole(seat),
        _whole(pile),
        _two(_stock)(stocks),
        _two(_cards)(spit),
        _two(_pile)(piles),
        _two(_or_none(_touch))(touches),
        _whole(armed_us),
    )


def _or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    return lambda raw: None if raw is None else read(raw)


def _two(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, T]]:
    def both(raw: Any) -> tuple[T, T]:
        first, second = raw
        return read(first), read(second)

    return both
