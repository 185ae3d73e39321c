"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

import json
from typing import Any

from lapsy.games.kuoppa.check import check
from lapsy.games.kuoppa.options import Options, parse_options
from lapsy.games.kuoppa.ranks import DECK
from lapsy.games.kuoppa.readings import Reading
from lapsy.games.kuoppa.state import Exchange, Laid, State
from lapsy.games.options import as_text


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = state._asdict()
    parts["options"] = state.options.as_json()
    parts["seed"] = state.seed.hex()
    parts["deck"] = None if state.deck == DECK else state.deck
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    try:
        raw = json.loads(text)
        state = State(
            _options(raw["options"]),
            bytes.fromhex(_word(raw["seed"])),
            DECK if raw["deck"] is None else _words(raw["deck"]),
            _whole(raw["round"]),
            _whole(raw["dealer"]),
            _wholes(raw["places"]),
            _word(raw["phase"]),
            tuple(map(_words, raw["hands"])),
            _whole(raw["turn"]),
            None if raw["current"] is None else _laid(*raw["current"]),
            _wholes(raw["passed"]),
            _wholes(raw["finished"]),
            _words(raw["played"]),
            None if raw["exchange"] is None else _exchange(*raw["exchange"]),
            _wholes(raw["totals"]),
            tuple(map(_words, raw["record"])),
            None if raw["winner"] is None else _whole(raw["winner"]),
        )
        check(state)
        same = to_text(state) == text
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise ValueError(f"This text is no state of Kuoppa ({error}): use what to_text wrote.") from error
    if not same:
        raise ValueError(
            "This text is no state of Kuoppa (it says more or in another order): use what to_text wrote."
        )
    return state


def _options(raw: dict[str, Any]) -> Options:
    return parse_options({name: as_text(value) for name, value in raw.items()})


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _wholes(raw: Any) -> tuple[int, ...]:
    return tuple(map(_whole, raw))


def _word(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no word")
    return raw


def _words(raw: Any) -> tuple[str, ...]:
    return tuple(map(_word, raw))


def _laid(seat: Any, cards: Any, reading: Any) -> Laid:
    kind, length, rank, flush, wild = reading
    if type(flush) is not bool:
        raise TypeError(f"{flush!r} is neither true nor false")
    return Laid(
        _whole(seat),
        _words(cards),
        Reading(_word(kind), _whole(length), _whole(rank), flush, _whole(wild)),
    )


def _exchange(given: Any, picked: Any, discards: Any, taken: Any) -> Exchange:
    neck, nose = map(_maybe, given)
    winner, second = map(_maybe, discards)
    return Exchange((neck, nose), _maybe(picked), (winner, second), _maybe(taken))


def _maybe(raw: Any) -> str | None:
    return None if raw is None else _word(raw)
