"""A state as text and back: JSON, the same bytes for equal states."""

from __future__ import annotations

from typing import Any

from lapsy.games.lapsy.check import check
from lapsy.games.lapsy.options import options_from_json
from lapsy.games.lapsy.rules import rules_for
from lapsy.games.lapsy.state import Air, Challenge, Laid, Payment, State, Window
from lapsy.games.state_text import as_line, each, flag, or_none, read_state, whole, wholes, word, words


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts = {"options": state.options.as_json(), **state._asdict()}
    del parts["rules"]
    return as_line(parts)


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    return read_state("Läpsy", text, _state, check, to_text)


def _state(raw: dict[str, Any]) -> State:
    packs = whole(raw["packs"])
    if packs not in (0, 1, 2):
        raise ValueError("packs are 0, 1 or 2")
    return State(
        rules=rules_for(options_from_json(raw["options"])),
        packs=packs,
        dealer=whole(raw["dealer"]),
        hands=each(words)(raw["hands"]),
        out=each(flag)(raw["out"]),
        banned=each(flag)(raw["banned"]),
        pile=each(_laid)(raw["pile"]),
        penalty=whole(raw["penalty"]),
        turn=whole(raw["turn"]),
        challenge=_challenge(raw["challenge"]),
        air=or_none(_air)(raw["air"]),
        window=_window(raw["window"]),
        slaps=each(wholes)(raw["slaps"]),
        refs=each(wholes)(raw["refs"]),
        payments=each(_payment)(raw["payments"]),
        winners=wholes(raw["winners"]),
        heads=each(_head)(raw["heads"]),
        latest=wholes(raw["latest"]),
        emptied=wholes(raw["emptied"]),
        finished=wholes(raw["finished"]),
        laid=whole(raw["laid"]),
        until_us=or_none(whole)(raw["until_us"]),
        last_pile=word(raw["last_pile"]),
    )


def _laid(raw: Any) -> Laid:
    card, seat = raw
    return Laid(word(card), or_none(whole)(seat))


def _head(raw: Any) -> tuple[int, int]:
    seat, ref = raw
    return whole(seat), whole(ref)


def _open_challenge(raw: Any) -> Challenge:
    challenger, rank, left = raw
    return Challenge(whole(challenger), word(rank), whole(left))


def _air(raw: Any) -> Air:
    seat, card, place = raw
    return Air(whole(seat), word(card), whole(place))


def _open_window(raw: Any) -> Window:
    kind, since_us = raw
    return Window(word(kind), whole(since_us))


_challenge = or_none(_open_challenge)
_window = or_none(_open_window)


def _payment(raw: Any) -> Payment:
    seat, depth, played, hand, turn, challenge, window = raw
    return Payment(
        whole(seat),
        whole(depth),
        whole(played),
        words(hand),
        whole(turn),
        _challenge(challenge),
        _window(window),
    )
