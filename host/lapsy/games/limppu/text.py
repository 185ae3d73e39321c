"""A state as text and back: JSON, the same bytes for equal states.

A moment to go back to is written with the cards drawn since instead of its whole stock.
"""

from __future__ import annotations

from typing import Any

from lapsy.games.limppu.check import check
from lapsy.games.limppu.options import Options, parse_options
from lapsy.games.limppu.state import Attack, Ending, Held, Lot, Moment, State, Table
from lapsy.games.options import as_text
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
    parts: dict[str, Any] = state._asdict()
    parts["options"] = _options_out(state.options)
    parts["seed"] = state.seed.hex()
    parts["held"] = [
        [*h[:4], _moment_out(h.at, state.stock), h.last_us, _moment_out(h.last, state.stock)]
        for h in state.held
    ]
    return as_line(parts)


def from_text(text: str) -> State:
    """The state that ``to_text`` wrote. Raises ValueError on anything else."""
    return read_state("Limppu", text, _state, check, to_text)


def _state(raw: dict[str, Any]) -> State:
    stock = words(raw["stock"])
    return State(
        options=_options(raw["options"]),
        seed=octets(raw["seed"]),
        game=whole(raw["game"]),
        lots=each(_lot)(raw["lots"]),
        dealer=whole(raw["dealer"]),
        hands=each(words)(raw["hands"]),
        stock=stock,
        out=words(raw["out"]),
        table=or_none(_table)(raw["table"]),
        phase=word(raw["phase"]),
        turn=or_none(whole)(raw["turn"]),
        totals=wholes(raw["totals"]),
        leads=or_none(whole)(raw["leads"]),
        idle=whole(raw["idle"]),
        held=tuple(_held(h, stock) for h in raw["held"]),
        challenged=wholes(raw["challenged"]),
        waiting=wholes(raw["waiting"]),
        ending=or_none(_ending)(raw["ending"]),
        ended_us=whole(raw["ended_us"]),
    )


#: Options in the order in which they are written, those too that make no difference in the others' company.
_OPTIONS = ("decks", "second_ks", "stop", "announce_grace_ms", "series", "idle_rounds", "must_pass_limppu")


def _options_out(options: Options) -> list[Any]:
    told = {"second_ks": options.second_ks, **options.as_json()}
    return [*(told[name] for name in _OPTIONS), options.announce_grace_us]


def _options(raw: Any) -> Options:
    *values, grace_us = raw
    named = dict(zip(_OPTIONS, map(as_text, values), strict=True))
    grace_us = whole(grace_us)
    # The option counts milliseconds; a case may set microseconds.
    if str(grace_us // 1000) != named.pop("announce_grace_ms") or grace_us < 0:
        raise ValueError("the time to announce is told twice and differently")
    read = parse_options(named)
    return Options(
        read.decks, read.second_ks, read.stop, grace_us, read.series, read.idle_rounds, read.must_pass_limppu
    )


def _lot(raw: Any) -> Lot:
    seat, card = raw
    return Lot(whole(seat), word(card))


def _table(raw: Any) -> Table:
    attacker, defender, cards = raw
    return Table(whole(attacker), whole(defender), each(_attack)(cards))


def _attack(raw: Any) -> Attack:
    card, by = raw
    return Attack(word(card), or_none(word)(by))


def _moment_out(moment: Moment | None, stock: tuple[str, ...]) -> Any:
    if moment is None:
        return None
    drawn = moment.stock[: len(moment.stock) - len(stock)]
    return [moment.hands, drawn, moment.out, moment.table]


def _moment(raw: Any, stock: tuple[str, ...]) -> Moment:
    hands, drawn, out, table = raw
    return Moment(each(words)(hands), words(drawn) + stock, words(out), or_none(_table)(table))


def _held(raw: Any, stock: tuple[str, ...]) -> Held:
    card, seat, since_us, acted, at, last_us, last = raw
    return Held(
        word(card),
        whole(seat),
        whole(since_us),
        flag(acted),
        _moment(at, stock),
        or_none(whole)(last_us),
        None if last is None else _moment(last, stock),
    )


def _ending(raw: Any) -> Ending:
    reason, losers, caught, limppu, points = raw
    return Ending(word(reason), wholes(losers), wholes(caught), whole(limppu), wholes(points))
