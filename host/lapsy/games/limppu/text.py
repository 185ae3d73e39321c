"""A state as text and back: JSON, the same bytes for equal states.

A moment to go back to is written with the cards drawn since instead of its whole stock.
"""

from __future__ import annotations

import json
from typing import Any

from lapsy.games.limppu.check import check
from lapsy.games.limppu.options import Options, parse_options
from lapsy.games.limppu.state import Attack, Ending, Held, Lot, Moment, State, Table
from lapsy.games.options import as_text


def to_text(state: State) -> str:
    """The whole state in one line; equal states give equal text."""
    parts: dict[str, Any] = state._asdict()
    parts["options"] = [*state.options.as_json().values(), state.options.announce_grace_us]
    parts["seed"] = state.seed.hex()
    parts["held"] = [
        [*h[:4], _moment_out(h.at, state.stock), h.last_us, _moment_out(h.last, state.stock)]
        for h in state.held
    ]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise TypeError("not an object")
        stock = _texts(raw["stock"])
        state = State(
            options=_options(raw["options"]),
            seed=bytes.fromhex(raw["seed"]),
            game=_whole(raw["game"]),
            lots=tuple(Lot(_whole(seat), _text(card)) for seat, card in raw["lots"]),
            dealer=_whole(raw["dealer"]),
            hands=tuple(_texts(hand) for hand in raw["hands"]),
            stock=stock,
            out=_texts(raw["out"]),
            table=_table(raw["table"]),
            phase=_text(raw["phase"]),
            turn=_maybe(raw["turn"]),
            totals=_wholes(raw["totals"]),
            leads=_maybe(raw["leads"]),
            idle=_whole(raw["idle"]),
            held=tuple(_held(h, stock) for h in raw["held"]),
            challenged=_wholes(raw["challenged"]),
            waiting=_wholes(raw["waiting"]),
            ending=_ending(raw["ending"]),
            ended_us=_whole(raw["ended_us"]),
        )
        check(state)
        written = to_text(state)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"This text is no state of Limppu ({error}): use what to_text wrote.") from error
    if written != text:
        raise ValueError(
            "This text is no state of Limppu (it says more or in another order): use what to_text wrote."
        )
    return state


def _options(raw: Any) -> Options:
    *values, grace_us = raw
    named = dict(zip(Options().as_json(), map(as_text, values), strict=True))
    grace_us = _whole(grace_us)
    # The option counts milliseconds; a case may set microseconds.
    if str(grace_us // 1000) != named.pop("announce_grace_ms") or grace_us < 0:
        raise ValueError("the time to announce is told twice and differently")
    read = parse_options(named)
    return Options(
        read.decks, read.second_ks, read.stop, grace_us, read.series, read.idle_rounds, read.must_pass_limppu
    )


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no whole number")
    return raw


def _maybe(raw: Any) -> int | None:
    return None if raw is None else _whole(raw)


def _text(raw: Any) -> str:
    if type(raw) is not str:
        raise TypeError(f"{raw!r} is no text")
    return raw


def _texts(raw: Any) -> tuple[str, ...]:
    return tuple(map(_text, raw))


def _wholes(raw: Any) -> tuple[int, ...]:
    return tuple(map(_whole, raw))


def _table(raw: Any) -> Table | None:
    if raw is None:
        return None
    attacker, defender, cards = raw
    attacks = tuple(Attack(_text(card), None if by is None else _text(by)) for card, by in cards)
    return Table(_whole(attacker), _whole(defender), attacks)


def _moment_out(moment: Moment | None, stock: tuple[str, ...]) -> Any:
    if moment is None:
        return None
    drawn = moment.stock[: len(moment.stock) - len(stock)]
    return [moment.hands, drawn, moment.out, moment.table]


def _moment(raw: Any, stock: tuple[str, ...]) -> Moment | None:
    if raw is None:
        return None
    hands, drawn, out, table = raw
    return Moment(tuple(map(_texts, hands)), _texts(drawn) + stock, _texts(out), _table(table))


def _held(raw: Any, stock: tuple[str, ...]) -> Held:
    card, seat, since_us, acted, at, last_us, last = raw
    moment = _moment(at, stock)
    if moment is None or type(acted) is not bool:
        raise TypeError("a stop card has no moment")
    return Held(
        _text(card), _whole(seat), _whole(since_us), acted, moment, _maybe(last_us), _moment(last, stock)
    )


def _ending(raw: Any) -> Ending | None:
    if raw is None:
        return None
    reason, losers, caught, limppu, points = raw
    return Ending(_text(reason), _wholes(losers), _wholes(caught), _whole(limppu), _wholes(points))
