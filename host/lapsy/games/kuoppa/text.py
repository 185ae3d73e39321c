"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

from typing import Any

from lapsy.games.kuoppa.check import check
from lapsy.games.kuoppa.options import parse_options
from lapsy.games.kuoppa.ranks import DECK
from lapsy.games.kuoppa.readings import Reading
from lapsy.games.kuoppa.state import Exchange, Laid, State
from lapsy.games.options import as_texts
from lapsy.games.state_text import (
    as_line,
    each,
    flag,
    octets,
    or_none,
    read_state,
    whole,
    wholes,
    word,
    words,
)


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = state._asdict()
    parts["options"] = state.options.as_json()
    parts["seed"] = state.seed.hex()
    parts["deck"] = None if state.deck == DECK else state.deck
    return as_line(parts)


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    return read_state("Kuoppa", text, _state, check, to_text)


def _state(raw: dict[str, Any]) -> State:
    return State(
        parse_options(as_texts(raw["options"])),
        octets(raw["seed"]),
        DECK if raw["deck"] is None else words(raw["deck"]),
        whole(raw["round"]),
        whole(raw["dealer"]),
        wholes(raw["places"]),
        word(raw["phase"]),
        each(words)(raw["hands"]),
        whole(raw["turn"]),
        or_none(_laid)(raw["current"]),
        wholes(raw["passed"]),
        wholes(raw["finished"]),
        words(raw["played"]),
        or_none(_exchange)(raw["exchange"]),
        wholes(raw["totals"]),
        each(words)(raw["record"]),
        or_none(whole)(raw["winner"]),
    )


def _laid(raw: Any) -> Laid:
    seat, cards, (kind, length, rank, flush, wild) = raw
    reading = Reading(word(kind), whole(length), whole(rank), flag(flush), whole(wild))
    return Laid(whole(seat), words(cards), reading)


def _exchange(raw: Any) -> Exchange:
    given, picked, discards, taken = raw
    neck, nose = map(_card, given)
    winner, second = map(_card, discards)
    return Exchange((neck, nose), _card(picked), (winner, second), _card(taken))


#: A card that has changed hands, or none yet.
_card = or_none(word)
