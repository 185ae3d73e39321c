"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

import json
from typing import Any

from lapsy.games.lapsy.check import check
from lapsy.games.lapsy.options import options_from_json
from lapsy.games.lapsy.rules import rules_for
from lapsy.games.lapsy.state import Air, Challenge, Laid, Payment, State, Window


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = {"options": state.options.as_json(), **state._asdict()}
    del parts["rules"]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise TypeError("not an object")
        state = State(
            rules=rules_for(options_from_json(raw["options"])),
            packs=_whole(raw["packs"]),
            dealer=_whole(raw["dealer"]),
            hands=tuple(_cards(hand) for hand in raw["hands"]),
            out=tuple(_flag(flag) for flag in raw["out"]),
            banned=tuple(_flag(flag) for flag in raw["banned"]),
            pile=tuple(
                Laid(_text(card), None if seat is None else _whole(seat)) for card, seat in raw["pile"]
            ),
            penalty=_whole(raw["penalty"]),
            turn=_whole(raw["turn"]),
            challenge=_challenge(raw["challenge"]),
            air=_air(raw["air"]),
            window=_window(raw["window"]),
            slaps=tuple(_wholes(group) for group in raw["slaps"]),
            refs=tuple(_wholes(group) for group in raw["refs"]),
            payments=tuple(_payment(payment) for payment in raw["payments"]),
            winners=_wholes(raw["winners"]),
            heads=tuple((_whole(seat), _whole(ref)) for seat, ref in raw["heads"]),
            latest=_wholes(raw["latest"]),
            emptied=_wholes(raw["emptied"]),
            finished=_wholes(raw["finished"]),
            laid=_whole(raw["laid"]),
            until_us=None if raw["until_us"] is None else _whole(raw["until_us"]),
            last_pile=_text(raw["last_pile"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"This text is no state of Läpsy ({error}): use what to_text wrote.") from error
    if state.packs not in (0, 1, 2):
        raise ValueError("This text is no state of Läpsy (packs are 0, 1 or 2): use what to_text wrote.")
    check(state)
    if to_text(state) != text:
        raise ValueError(
            "This text is no state of Läpsy (it says more or in another order): use what to_text wrote."
        )
    return state


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _wholes(raw: Any) -> tuple[int, ...]:
    return tuple(_whole(number) for number in raw)


def _flag(raw: Any) -> bool:
    if type(raw) is not bool:
        raise TypeError(f"{raw!r} is neither true nor false")
    return raw


def _text(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no text")
    return raw


def _cards(raw: Any) -> tuple[str, ...]:
    return tuple(_text(card) for card in raw)


def _challenge(raw: Any) -> Challenge | None:
    if raw is None:
        return None
    challenger, rank, left = raw
    return Challenge(_whole(challenger), _text(rank), _whole(left))


def _air(raw: Any) -> Air | None:
    if raw is None:
        return None
    seat, card, place = raw
    return Air(_whole(seat), _text(card), _whole(place))


def _window(raw: Any) -> Window | None:
    if raw is None:
        return None
    kind, since_us = raw
    return Window(_text(kind), _whole(since_us))


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
