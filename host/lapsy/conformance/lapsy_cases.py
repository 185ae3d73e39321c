"""Cases of Läpsy (rules, section F).

Timed cases, in which more than the presses has times: all events are fed as inputs of the sequencer, then the watermark
passes them all. Untimed cases get times: each play, referee's event or close ends a segment, and a slap's time is the
segment's beginning and its own ``t_us``.
The engine's own deadlines are off: a window may be closed as soon as it is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lapsy.conformance.ordering import bundles, pending
from lapsy.games import lapsy
from lapsy.games.play import Input, Outcome
from lapsy.timing.sequencer import Pending, Rank

JSON = dict[str, Any]

#: Longer than any segment of an untimed case, whatever the origin of its presses' clock.
SEGMENT_US = 1 << 50

RANKS = {
    "slap": Rank.PRESS,
    "head": Rank.PRESS,
    "play": Rank.SHOWN,
    "deliberate": Rank.REFEREE,
    "disqualify": Rank.REFEREE,
    "join": Rank.REFEREE,
    "window_closes": Rank.DEADLINE,
}


def run_case(case: JSON) -> list[str]:
    """What differs from the case's ``expect``, one line each. Raises ValueError, KeyError, TypeError on a bad case."""
    if case.get("kind") == "deal":
        return _deal(case)
    names: list[str] = list(case["players"])
    state = _position(case, names)
    joiners = _joiners(case["events"], names)
    outcomes: list[Outcome] = []
    for bundle in bundles(_inputs(case["events"], [*names, *joiners])):
        state, out = lapsy.apply(state, bundle)
        outcomes += out
    names += joiners[: len(state.hands) - len(names)]
    got = lapsy.summary(state, names)
    got["penalties"] = _penalties(outcomes, [*names, *joiners])
    got["refused"] = sorted(o.ref for o in outcomes if o.kind == "refused" and o.ref is not None)
    return differences(case["expect"], got)


def differences(expect: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    """One line for each part of ``expect`` that ``got`` has otherwise."""
    return [
        f"{key}: expected {want}, got {got.get(key)}" for key, want in expect.items() if got.get(key) != want
    ]


def _options(case: JSON) -> lapsy.Options:
    options = lapsy.parse_options(
        {"variant": case["variant"], **dict.fromkeys(case.get("options", ()), "on")}
    )
    return replace(options, window_ms=0)


def _joiners(events: Sequence[JSON], names: Sequence[str]) -> list[str]:
    """Who asks to join, in the order in which they do: the first gets the first new seat."""
    joins = [event for event in events if "join" in event]
    if all("t_us" in event for event in joins):
        joins.sort(key=lambda event: int(event["t_us"]))
    return list(dict.fromkeys(event["join"] for event in joins if event["join"] not in names))


def _deal(case: JSON) -> list[str]:
    names: list[str] = case["players"]
    state = lapsy.start(_options(case), len(names), bytes(32), names.index(case["dealer"]))
    view = lapsy.summary(state, names)
    sizes = {name: len(hand) for name, hand in view["hands"].items()}
    return differences(
        case["expect"], {"deck_size": sum(sizes.values()), "sizes": sizes, "turn": view["turn"]}
    )


def _position(case: JSON, names: Sequence[str]) -> lapsy.State:
    challenge = case["challenge"]
    turn, last = case["turn"], case.get("last_player")
    return lapsy.position(
        [case["hands"][name] for name in names],
        pile=case["pile"],
        pile_penalty=case.get("pile_penalty", 0),
        turn=None if turn is None else names.index(turn),
        challenge=None
        if challenge is None
        else (names.index(challenge["challenger"]), challenge["attempts_left"], challenge.get("rank")),
        last_player=None if last is None else names.index(last),
        cannot_return=[names.index(name) for name in case.get("cannot_return", ())],
        options=_options(case),
        since_us=-(1 << 62),
    )


def _inputs(events: Sequence[JSON], names: Sequence[str]) -> list[Pending[Input]]:
    """The events as inputs of the sequencer, numbered by their place in the list."""
    timed = any("t_us" in event and not ("slap" in event or "head" in event) for event in events)
    inputs = []
    base_us = SEGMENT_US
    for n, event in enumerate(events):
        kind = next((kind for kind in RANKS if kind in event), None)
        if kind is None:
            raise ValueError(f"event {n} is of no known kind: {event}")
        rank = RANKS[kind]
        t_us = event["t_us"] if timed else base_us + event.get("t_us", 0)
        if not timed and rank != Rank.PRESS:
            t_us = base_us = base_us + SEGMENT_US
        who = event[kind]
        seat = names.index(who) if who in names else None
        given = Input(
            n,
            "deadline" if kind == "window_closes" else kind,
            seat,
            event.get("choose"),
            bool(event.get("held")),
        )
        inputs.append(pending(given, rank, t_us))
    return inputs


def _penalties(outcomes: Sequence[Outcome], names: Sequence[str]) -> list[JSON]:
    """Payments in order, a returned card as an entry of its own."""
    lost = {o.ref for o in outcomes if o.kind == "lost_right"}
    return [
        {
            "player": names[o.seats[0]],
            "paid": [
                {"card": card, "to": "pile" if to is None else names[to]}
                for card, to in zip(o.cards, o.to, strict=True)
            ],
            "lost_return": o.kind == "false" and o.ref in lost,
        }
        for o in outcomes
        if o.kind in ("false", "given_back")
    ]
