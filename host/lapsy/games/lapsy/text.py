"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple, fields
from typing import Any

from lapsy.games.lapsy.check import check
from lapsy.games.lapsy.options import Options, parse_options
from lapsy.games.lapsy.state import Air, Challenge, Laid, Payment, State, Window


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = {field.name: getattr(state, field.name) for field in fields(state)}
    parts["options"] = state.options.as_json()
    parts["pile"] = [astuple(laid) for laid in state.pile]
    for name in ("challenge", "air", "window"):
        parts[name] = parts[name] and astuple(parts[name])
    parts["payments"] = [astuple(payment) for payment in state.payments]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise TypeError("not an object")
        state = State(
            options=_options(raw["options"]),
            dealer=_whole(raw["dealer"]),
            hands=tuple(_cards(hand) for hand in raw["hands"]),
            out=tuple(_flag(flag) for flag in raw["out"]),
            banned=tuple(_flag(flag) for flag in raw["banned"]),
            pile=tuple(
                Laid(_card(card), None if seat is None else _whole(seat)) for card, seat in raw["pile"]
            ),
            penalty=_whole(raw["penalty"]),
            turn=_whole(raw["turn"]),
            challenge=_challenge(raw["challenge"]),
            air=_air(raw["air"]),
            window=_window(raw["window"]),
            slaps=tuple(tuple(_whole(seat) for seat in group) for group in raw["slaps"]),
            refs=tuple(tuple(_whole(ref) for ref in group) for group in raw["refs"]),
            payments=tuple(_payment(payment) for payment in raw["payments"]),
            winner=None if raw["winner"] is None else _whole(raw["winner"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"This text is no state of Läpsy ({error}): use what to_text wrote.") from error
    check(state)
    if to_text(state) != text:
        raise ValueError(
            "This text is no state of Läpsy (it says more or in another order): use what to_text wrote."
        )
    return state


def _options(raw: Mapping[str, Any]) -> Options:
    on_off = {True: "on", False: "off"}
    return parse_options({name: on_off[v] if isinstance(v, bool) else str(v) for name, v in raw.items()})


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _flag(raw: Any) -> bool:
    if type(raw) is not bool:
        raise TypeError(f"{raw!r} is neither true nor false")
    return raw


def _card(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no card")
    return raw


def _cards(raw: Any) -> tuple[str, ...]:
    return tuple(_card(card) for card in raw)


def _challenge(raw: Any) -> Challenge | None:
    if raw is None:
        return None
    challenger, rank, left = raw
    return Challenge(_whole(challenger), _card(rank), _whole(left))


def _air(raw: Any) -> Air | None:
    if raw is None:
        return None
    seat, card, place = raw
    return Air(_whole(seat), _card(card), _whole(place))


def _window(raw: Any) -> Window | None:
    if raw is None:
        return None
    kind, since_us = raw
    return Window(_card(kind), _whole(since_us))


def _payment(raw: Any) -> Payment:
    seat, depth, played, hand, turn, challenge, window = raw
    return Payment(
        _whole(seat),
        _whole(depth),
        _whole(played),
        _cards(hand),
        _whole(turn),
        _challenge(challenge),
        _window(window),
    )
