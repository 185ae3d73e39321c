"""The neutral cases and our own, played straight into the engine in the order that the case format gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input, Outcome

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = ("lapsy.json", "lapsy-own.json")
KINDS = ("slap", "play", "deliberate", "disqualify", "join", "window_closes")
#: At one time: presses, then plays, then the referee, then the end of the window.
ORDER = {"slap": 0, "play": 1, "deliberate": 2, "disqualify": 2, "join": 2, "window_closes": 3}

Case = dict[str, Any]


def load(name: str) -> list[Case]:
    cases: list[Case] = json.loads((CONFORMANCE / name).read_text(encoding="utf-8"))
    return [case for case in cases if case["variant"] == "alga"]


def options_of(case: Case) -> lapsy.Options:
    return lapsy.parse_options({"variant": case["variant"], **dict.fromkeys(case.get("options", ()), "on")})


def position_of(case: Case) -> lapsy.State:
    seat = {name: number for number, name in enumerate(case["players"])}
    challenge = case["challenge"]
    return lapsy.position(
        [case["hands"][name] for name in case["players"]],
        pile=case["pile"],
        pile_penalty=case.get("pile_penalty", 0),
        turn=None if case["turn"] is None else seat[case["turn"]],
        challenge=challenge
        and (seat[challenge["challenger"]], challenge["attempts_left"], challenge.get("rank")),
        last_player=None if case.get("last_player") is None else seat[case["last_player"]],
        cannot_return=[seat[name] for name in case.get("cannot_return", ())],
        options=options_of(case),
    )


def bundles_of(case: Case) -> list[Bundle]:
    """The events in the order of rules F; equal slaps are one bundle. ``ref`` is the index in the list."""
    seat = {name: number for number, name in enumerate(case["players"])}
    events = [(kind_of(event), event, ref) for ref, event in enumerate(case["events"])]
    if any("t_us" in event for kind, event, _ in events if kind == "play"):
        events.sort(key=lambda item: (item[1]["t_us"], ORDER[item[0]], item[2]))
    else:
        events = _by_segments(events)
    bundles: list[Bundle] = []
    last = ("", 0)
    for kind, event, ref in events:
        t_us = event.get("t_us", 0)
        given = Input(
            ref,
            "deadline" if kind == "window_closes" else kind,
            None if kind == "window_closes" else seat.get(event[kind], 99),
            event.get("choose"),
            event.get("held", False),
        )
        if kind == "slap" and last == (kind, t_us):
            bundles[-1] = Bundle(t_us, (*bundles[-1].inputs, given))
        else:
            bundles.append(Bundle(t_us, (given,)))
        last = (kind, t_us)
    return bundles


def _by_segments(events: list[tuple[str, Case, int]]) -> list[tuple[str, Case, int]]:
    """Without times on the plays each event but a slap ends a segment; slaps inside one go by time."""
    ordered: list[tuple[str, Case, int]] = []
    slaps: list[tuple[str, Case, int]] = []
    for item in events:
        if item[0] == "slap":
            slaps.append(item)
            continue
        ordered += [*sorted(slaps, key=lambda slap: slap[1]["t_us"]), item]
        slaps = []
    return ordered + sorted(slaps, key=lambda slap: slap[1]["t_us"])


def kind_of(event: Case) -> str:
    (kind,) = [kind for kind in KINDS if kind in event]
    return kind


def play(case: Case) -> tuple[lapsy.State, list[Outcome]]:
    """The state after all events and every outcome; checks each state on the way."""
    state = position_of(case)
    cards = lapsy.cards_of(state)
    outcomes: list[Outcome] = []
    for bundle in bundles_of(case):
        state, new = lapsy.apply(state, bundle)
        lapsy.check(state)
        assert lapsy.cards_of(state) == cards
        outcomes += new
    return state, outcomes


def result(case: Case) -> Case:
    """What the case's ``expect`` should say."""
    state, outcomes = play(case)
    names = case["players"]
    found = lapsy.summary(state, names)
    found["penalties"] = _penalties(outcomes, names)
    found["refused"] = sorted(o.ref for o in outcomes if o.kind == "refused" and o.ref is not None)
    return found


def _penalties(outcomes: list[Outcome], names: list[str]) -> list[Case]:
    lost = {o.ref for o in outcomes if o.kind == "lost_right"}
    return [
        {
            "player": names[o.seats[0]],
            "paid": [
                {"card": card, "to": "pile" if to is None else names[to]}
                for card, to in zip(o.cards, o.to, strict=True)
            ],
            "lost_return": o.ref in lost,
        }
        for o in outcomes
        if o.kind in ("false", "given_back")
    ]


CASES = [case for name in FILES for case in load(name)]
DEALS = [case for case in CASES if case.get("kind") == "deal"]
POSITIONS = [case for case in CASES if case.get("kind") != "deal"]


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_position(case: Case) -> None:
    found = result(case)
    expected = {"refused": found["refused"], **case["expect"]}
    assert found == expected, case["why"]


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_deal(case: Case) -> None:
    names = case["players"]
    state = lapsy.start(options_of(case), len(names), bytes(32), dealer=names.index(case["dealer"]))
    found = lapsy.summary(state, names)
    assert {name: len(hand) for name, hand in found["hands"].items()} == case["expect"]["sizes"]
    assert len(lapsy.cards_of(state)) == case["expect"]["deck_size"]
    assert found["turn"] == case["expect"]["turn"]


def test_no_case_is_lost() -> None:
    """A file that is cut short or a reader that drops cases would leave the tests above silently green."""
    assert len(load("lapsy.json")) == 120
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert all(case["why"] and case["rules"] for case in CASES)


def timed(case: Case) -> bool:
    """True when every event has its own time, so that the list's order says nothing."""
    times = [event.get("t_us") for event in case["events"]]
    return None not in times and len(set(times)) == len(times) and any("play" in e for e in case["events"])


@pytest.mark.parametrize("case", list(filter(timed, POSITIONS)), ids=lambda case: case["id"])
def test_the_arrival_order_of_timed_events_does_not_matter(case: Case) -> None:
    """LS-31: what is judged by time is judged alike however it was listed."""
    found, other = result(case), result({**case, "events": case["events"][::-1]})
    last = len(case["events"]) - 1
    assert sorted(last - ref for ref in other.pop("refused")) == found.pop("refused")
    assert found == other
