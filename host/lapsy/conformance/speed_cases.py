"""Cases of Speed (rules, end of the page of clauses: case format).

Events with times go through the sequencer, equal times being one capture; an event without a time stands alone, after all
that the list has before it. ``announce`` is the table's deadline input. After every event that is refused alone, the state
must be the very same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from lapsy.conformance.ordering import bundles, pending
from lapsy.games import speed
from lapsy.games.options import as_texts
from lapsy.games.play import Bundle, Input
from lapsy.games.seats import require_seats
from lapsy.timing.sequencer import Pending, Rank

JSON = dict[str, Any]

ACTIONS = ("spit", "play", "move", "slap", "announce")
DEALS = ("new_match", "redeal")

#: What a case may expect; the first ones part by part, the others as a whole.
PARTS = (
    "stocks",
    "spit",
    "piles",
    "pools",
    "stock_sizes",
    "tops",
    "spit_counts",
    "pile_sizes",
    "pool_counts",
    "taken",
)
WHOLE = ("phase", "winner", "first_out", "armed_t_us", "L_top", "R_top")

#: How cards are laid out is not laid down: after a deal only these parts of ``final`` count.
AFTER_A_DEAL = ("phase", "taken", "winner", "first_out", "armed_t_us")


def run_case(case: JSON) -> list[str]:
    """What differs from the case's ``expect``, ``final`` and each event's ``ok``, one line each.

    Raises ValueError, KeyError, TypeError on a case that makes no sense.
    """
    options = _options(case.get("config", {}))
    run = _Run(_position(case["initial"], options), options)
    for group in _groups(case["events"]):
        run.play(group)
    got = speed.summary(run.state) if run.state is not None else {}
    lines = run.differences + _differences("", case.get("expect", {}), got)
    if final := case.get("final"):
        lines += _final(final, got, any(event["type"] in DEALS for event in case["events"]))
    return lines


class _Run:
    """One case being played."""

    def __init__(self, state: speed.State | None, options: speed.Options) -> None:
        self.state = state
        self.options = options
        self.now_us = 0
        self.differences: list[str] = []

    def play(self, group: Sequence[tuple[int, JSON]]) -> None:
        """A deal, an event without a time, or events with times, in the order that the sequencer gives them."""
        n, event = group[0]
        if event["type"] in DEALS:
            self._judge(n, event, self._deal(event))
            return
        by_ref = dict(group)
        inputs = [_pending(n, event, event.get("t_us", self.now_us)) for n, event in group]
        for bundle in bundles(inputs):
            self.now_us = max(self.now_us, bundle.t_us)
            refused = self._apply(bundle)
            for given in bundle.inputs:
                self._judge(given.ref, by_ref[given.ref], given.ref not in refused)

    def _apply(self, bundle: Bundle) -> set[int | None]:
        """The numbers of the inputs that were refused."""
        before = self._state()
        if bundle.inputs[0].kind == "deadline":
            what = speed.due(before)
            if what is None or what[0] != "announce":
                return {given.ref for given in bundle.inputs}
        self.state, outcomes = speed.apply(before, bundle)
        refused = {outcome.ref for outcome in outcomes if outcome.kind == "refused"}
        if refused == {given.ref for given in bundle.inputs} and self.state != before:
            self.differences.append(f"events {sorted(map(str, refused))}: refused, and the state has changed")
        return refused

    def _deal(self, event: JSON) -> bool:
        """True when the deal was possible."""
        if event["type"] == "new_match":
            if self.state is not None:
                return False
            try:
                self.state = speed.new_match(event["order"], self.options)
            except ValueError:
                return False
            return True
        try:
            self.state = speed.redeal(self._state(), [event["orders"]["0"], event["orders"]["1"]])
        except ValueError:
            return False
        return True

    def _judge(self, n: int, event: JSON, ok: bool) -> None:
        want = event.get("ok")
        if want is not None and want is not ok:
            verdict = {True: "accepted", False: "refused"}
            self.differences.append(
                f"event {n} ({event['type']}): expected {verdict[want]}, got {verdict[ok]}"
            )

    def _state(self) -> speed.State:
        if self.state is None:
            raise ValueError("the case begins with no state: give new_match first")
        return self.state


def _options(config: Mapping[str, Any]) -> speed.Options:
    """Raises OptionError on a key that no option answers to; ``players`` can only be 2."""
    require_seats("Speed", speed.SEATS, config.get("players", 2))
    return speed.parse_options(as_texts({name: value for name, value in config.items() if name != "players"}))


def _position(initial: JSON, options: speed.Options) -> speed.State | None:
    """The state that the case begins with; None when it begins with a shuffled pack."""
    if "procedure" in initial:
        if initial["procedure"] != "new_match":
            raise ValueError(f"the case begins with an unknown procedure: {initial['procedure']}")
        return None
    both = ("0", "1")
    pools = initial.get("pools", {})
    state = speed.position(
        [initial["stocks"][seat] for seat in both],
        [initial["spit"][seat] for seat in both],
        initial["piles"],
        phase=initial["phase"],
        pools=[pools.get(seat, ()) for seat in both],
        armed_us=initial.get("armed_t_us", 0),
        first_out=initial.get("first_out", ()),
        options=options,
    )
    return speed.at_once(state)


def _groups(events: Sequence[JSON]) -> Iterator[list[tuple[int, JSON]]]:
    """Neighbours in the list that all have times, and every other event alone; with their places in the list."""
    for n, event in enumerate(events):
        if event.get("type") not in (*ACTIONS, *DEALS):
            raise ValueError(f"event {n} is of no known type: {event}")
    for alone, group in groupby(
        enumerate(events), key=lambda item: item[1]["type"] in DEALS or "t_us" not in item[1]
    ):
        members = list(group)
        yield from [[member] for member in members] if alone else [members]


def _pending(n: int, event: JSON, t_us: int) -> Pending[Input]:
    kind = event["type"]
    if kind == "announce":
        return pending(Input(n, "deadline"), Rank.DEADLINE, t_us)
    return pending(_input(n, event), Rank.PRESS, t_us)


def _input(n: int, event: JSON) -> Input:
    """Stock piles count from 0 in case files and from 1 at the table."""
    kind, seat = event["type"], event["by"]
    if kind == "play":
        return Input(n, kind, seat, event["stock"] + 1, to=event["pile"])
    if kind == "move":
        return Input(n, kind, seat, event["from"] + 1, to=event["to"] + 1)
    return Input(n, kind, seat, to=event.get("pile"))


def _differences(name: str, expect: Mapping[str, Any], got: Mapping[str, Any]) -> list[str]:
    """One line for each part of ``expect`` that ``got`` has otherwise; of lists by seat or pile, only those named count."""
    lines = []
    for key, want in expect.items():
        if key not in PARTS and key not in WHOLE:
            raise ValueError(f"the case expects something unknown: {key}")
        have = got.get(key)
        if key in PARTS and isinstance(want, dict) and isinstance(have, dict):
            have = {part: have.get(part) for part in want}
            if key == "pools":
                want = {part: sorted(cards) for part, cards in want.items()}
        if have != want:
            lines.append(f"{name}{key}: expected {want}, got {have}")
    return lines


def _final(final: Mapping[str, Any], got: Mapping[str, Any], dealt: bool) -> list[str]:
    """What differs from the complete state. After a deal the sizes alone count, for the layout is free."""
    if not dealt:
        lines = _differences("final ", final, got)
        if final.get("taken") is not None and got.get("taken") != final["taken"]:
            lines.append(f"final taken: expected exactly {final['taken']}, got {got.get('taken')}")
        return lines
    sizes: JSON = {key: final[key] for key in AFTER_A_DEAL if key in final}
    if "stocks" in final:
        sizes["stock_sizes"] = {seat: [len(c) for c in stock] for seat, stock in final["stocks"].items()}
    if "spit" in final:
        sizes["spit_counts"] = {seat: len(cards) for seat, cards in final["spit"].items()}
    if "piles" in final:
        sizes["pile_sizes"] = {k: None if pile is None else len(pile) for k, pile in final["piles"].items()}
    if "pools" in final:
        sizes["pool_counts"] = {seat: len(cards) for seat, cards in final["pools"].items()}
    return _differences("final ", sizes, got)
