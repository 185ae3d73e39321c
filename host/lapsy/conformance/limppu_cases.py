"""Cases of Limppu (rules, case format): positions with events, and the three procedures before a game.

Events that announce or challenge at one time form one bundle, every other event is a bundle of its own, in the order
of the list. A time that ends before an event (a grace, LI-56) ends first; the clock alone does so too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lapsy.games import limppu
from lapsy.games.limppu.state import Ending, Lot, Table
from lapsy.games.play import Bundle, Input

JSON = dict[str, Any]

_TIMED = ("announce", "challenge")


def run_case(case: JSON) -> list[str]:
    """What differs from the case's ``expect``, one line each. Raises ValueError, KeyError, TypeError on a bad
    case."""
    procedure = case["initial"].get("procedure")
    if procedure is not None:
        return _PROCEDURES[procedure](case)
    state = _position(case)
    problems: list[str] = []
    events: list[JSON] = case["events"]
    now_us = 0
    for first, last in _bundles(events):
        now_us = events[first].get("t_us", now_us)
        state = _pass_time(state, now_us)
        inputs = tuple(_input(n, events[n]) for n in range(first, last) if events[n]["type"] != "clock")
        outcomes: tuple[Any, ...] = ()
        if inputs:
            state, outcomes = limppu.apply(state, Bundle(now_us, inputs))
        reasons = {o.ref: o.reason for o in outcomes if o.kind == "refused"}
        for n in range(first, last):
            problems += _accepted(n, events[n], reasons.get(n))
    return problems + _differences(case["expect"], limppu.summary(state))


def _options(config: Mapping[str, Any]) -> limppu.Options:
    decks = config.get("decks", 1)
    if decks not in (1, 2) or config.get("stop", "auto") not in ("auto", "live"):
        raise ValueError(f"These options are none: {config}.")
    return limppu.Options(
        decks=decks,
        second_ks=decks == 2 and config.get("second_ks", True),
        stop=config.get("stop", "auto"),
        announce_grace_us=config.get("announce_grace_us", 3_000_000),
        series=config.get("series", False),
        idle_rounds=config.get("idle_rounds", 4),
        must_pass_limppu=config.get("must_pass_limppu", False),
    )


def _position(case: JSON) -> limppu.State:
    seats, initial = case["config"]["players"], case["initial"]
    by_seat = {name: _by_seat(initial.get(name, {}), seats) for name in ("hands", "totals", "held_since")}
    return limppu.position(
        [by_seat["hands"][seat] for seat in range(seats)],
        stock=initial["stock"],
        out=initial["out"],
        phase=initial["phase"],
        turn=initial["turn"],
        table=_table(initial.get("table")),
        options=_options(case["config"]),
        totals=[by_seat["totals"].get(seat, 0) for seat in range(seats)],
        idle=initial.get("idle") or 0,
        held_since=by_seat["held_since"],
    )


def _by_seat(raw: Mapping[str, Any], seats: int) -> dict[int, Any]:
    out = {int(seat): value for seat, value in raw.items()}
    if not set(out) <= set(range(seats)):
        raise ValueError(f"Seats {sorted(out)} are not all at a table of {seats}.")
    return out


def _table(raw: JSON | None) -> Table | None:
    if raw is None:
        return None
    return limppu.table_of(
        raw["attacker"], raw["defender"], [(entry["card"], entry.get("by")) for entry in raw["cards"]]
    )


def _bundles(events: Sequence[JSON]) -> list[tuple[int, int]]:
    """From where to where the events of one bundle go."""
    spans: list[tuple[int, int]] = []
    for n, event in enumerate(events):
        together = (
            n > 0
            and "t_us" in event
            and event["t_us"] == events[n - 1].get("t_us")
            and event["type"] in _TIMED
            and events[n - 1]["type"] in _TIMED
        )
        spans = [*spans[:-1], (spans[-1][0], n + 1)] if together else [*spans, (n, n + 1)]
    return spans


def _pass_time(state: limppu.State, now_us: int) -> limppu.State:
    due = limppu.deadline(state)
    if due is not None and due <= now_us and state.ending is None:
        state, _ = limppu.apply(state, Bundle(due, (Input(-1, "deadline"),)))
    return state


def _input(n: int, event: JSON) -> Input:
    kind, seat = event["type"], event["by"]
    if kind == "play":
        return Input(n, kind, seat, cards=tuple(event["cards"]))
    if kind == "beat":
        return Input(n, kind, seat, cards=(event["target"], event["with"]))
    if kind == "challenge":
        return Input(n, kind, seat, to=event.get("target"))
    if kind in ("end_defence", "draw", "announce"):
        return Input(n, kind, seat)
    raise ValueError(f"event {n} is of no known kind: {event}")


def _accepted(n: int, event: JSON, reason: str | None) -> list[str]:
    """A difference where the event was refused against the case, or the other way."""
    ok = event.get("ok")
    if ok is None or ok == (reason is None):
        return []
    return [f"event {n} ({event['type']}): expected ok {ok}, got {'accepted' if reason is None else reason}"]


def _differences(expect: Mapping[str, Any], got: JSON) -> list[str]:
    return [line for key, want in expect.items() for line in _compare(key, want, got)]


def _compare(key: str, want: Any, got: JSON) -> list[str]:
    """One line for each part of one expectation that is otherwise."""
    if key in ("hands", "hand_has", "hand_counts", "totals"):
        parts = [
            (f"{key} of seat {seat}", value, _of_seat(key, seat, value, got)) for seat, value in want.items()
        ]
    elif key == "over" and isinstance(want, dict):
        over = got["over"] or {}
        parts = [(f"over, {name}", value, _order_free(value, over.get(name))) for name, value in want.items()]
    elif key in _WHOLE:
        parts = [(key, want, _order_free(want, _WHOLE[key](got)))]
    elif key == "out_has":
        parts = [(key, want, [card for card in want if card in got["out"]])]
    elif key in got:
        found = got[key] is not None if key == "over" and type(want) is bool else got[key]
        parts = [(key, want, _order_free(want, found) if key == "out" else found)]
    else:
        raise ValueError(f"expectation {key!r} is of no known kind")
    return [f"{name}: expected {value}, got {found}" for name, value, found in parts if value != found]


def _of_seat(key: str, seat: str, want: Any, got: JSON) -> Any:
    if key == "totals":
        return got["totals"].get(seat)
    hand = got["hands"][seat]
    if key == "hand_counts":
        return len(hand)
    return [card for card in want if card in hand] if key == "hand_has" else _order_free(want, hand)


def _order_free(want: Any, got: Any) -> Any:
    """``want`` itself when both hold the same things in whatever order, otherwise what was got."""
    if isinstance(want, list) and isinstance(got, list) and sorted(map(str, want)) == sorted(map(str, got)):
        return want
    return got


def _table_cards(got: JSON) -> list[str]:
    table = got["table"]
    return [] if table is None else [entry["card"] for entry in table["cards"]]


_WHOLE: dict[str, Callable[[JSON], Any]] = {
    "stock_first": lambda got: got["stock"][0] if got["stock"] else None,
    "stock_count": lambda got: len(got["stock"]),
    "out_count": lambda got: len(got["out"]),
    "table_cards": _table_cards,
}


def _draw_for_deal(case: JSON) -> list[str]:
    seats = case["config"]["players"]
    problems: list[str] = []
    lots: list[Lot] = []
    dealer: int | None = None
    for n, event in enumerate(case["events"]):
        now = [Lot(seat, card) for seat, card in event["draws"]]
        reason = None
        try:
            dealer = limppu.first_dealer([*lots, *now], seats)
            lots += now
        except ValueError as error:
            reason = str(error)
        problems += _accepted(n, event, reason)
    return problems + _differences(case["expect"], {"dealer": dealer})


def _deal(case: JSON) -> list[str]:
    # With the live stop nothing is drawn by itself: what is compared is the deal alone.
    seats, options = case["config"]["players"], _options({**case["config"], "stop": "live"})
    problems: list[str] = []
    got: JSON | None = None
    for n, event in enumerate(case["events"]):
        reason = None
        try:
            got = limppu.summary(
                limppu.dealt(options, seats, event["dealer"], event["pack"], event.get("ks_back", ()))
            )
        except ValueError as error:
            reason = str(error)
        problems += _accepted(n, event, reason)
    if got is None:
        return problems or (_differences(case["expect"], {}) if case["expect"] else [])
    return problems + _differences(case["expect"], got)


def _next_dealer(case: JSON) -> list[str]:
    seats = case["config"]["players"]
    problems: list[str] = []
    dealer: int | None = None
    for n, event in enumerate(case["events"]):
        over = event["over"]
        losers = tuple(over["losers"])
        state = limppu.start(limppu.Options(), seats, bytes(32))
        ending = Ending(
            "stop_card", losers, tuple(over.get("caught", ())), over.get("limppu_holder", losers[0]), ()
        )
        dealer = limppu.next_dealer(state._replace(ending=ending))
        problems += _accepted(n, event, None)
    return problems + _differences(case["expect"], {"dealer": dealer})


_PROCEDURES: dict[str, Callable[[JSON], list[str]]] = {
    "draw_for_deal": _draw_for_deal,
    "deal": _deal,
    "next_dealer": _next_dealer,
}
