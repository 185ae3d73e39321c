"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from lapsy.games.options import as_texts
from lapsy.games.speed.check import check
from lapsy.games.speed.options import parse_options
from lapsy.games.speed.state import Contest, State, Touch
from lapsy.games.state_text import as_line, each, octets, or_none, read_state, whole, wholes, word, words

T = TypeVar("T")


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = state._asdict()
    parts["options"] = state.options.as_json()
    parts["seed"] = state.seed.hex()
    return as_line(parts)


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    return read_state("Speed", text, _state, check, to_text)


def _state(raw: dict[str, Any]) -> State:
    return State(
        options=parse_options(as_texts(raw["options"])),
        seed=octets(raw["seed"]),
        deals=whole(raw["deals"]),
        phase=word(raw["phase"]),
        stocks=_two(_stock)(raw["stocks"]),
        spit=_two(words)(raw["spit"]),
        piles=_two(_pile)(raw["piles"]),
        pools=_two(words)(raw["pools"]),
        called=_two(or_none(whole))(raw["called"]),
        blocked_us=or_none(whole)(raw["blocked_us"]),
        touches=_two(or_none(_touch))(raw["touches"]),
        since_us=whole(raw["since_us"]),
        armed=wholes(raw["armed"]),
        first_out=wholes(raw["first_out"]),
        taken=_two(or_none(word))(raw["taken"]),
        contest=or_none(_contest)(raw["contest"]),
        winner=or_none(whole)(raw["winner"]),
    )


_stock = each(words)
_pile = or_none(words)


def _touch(raw: Any) -> Touch:
    ref, seat, place, size = raw
    return Touch(whole(ref), whole(seat), whole(place), whole(size))


def _contest(raw: Any) -> Contest:
    ref, seat, pile, stocks, spit, piles, touches, armed_us = raw
    return Contest(
        whole(ref),
        whole(seat),
        whole(pile),
        _two(_stock)(stocks),
        _two(words)(spit),
        _two(_pile)(piles),
        _two(or_none(_touch))(touches),
        whole(armed_us),
    )


def _two(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, T]]:
    def both(raw: Any) -> tuple[T, T]:
        first, second = raw
        return read(first), read(second)

    return both
