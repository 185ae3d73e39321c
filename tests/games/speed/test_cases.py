"""The neutral cases and our own; every state on the way is checked too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lapsy.conformance import read_cases
from lapsy.conformance.speed_cases import run_case
from lapsy.games import speed
from lapsy.games.play import Bundle, Outcome

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = ("speed.json", "speed-own.json")

Case = dict[str, Any]

CASES: list[Case] = [case for name in FILES for case in read_cases(CONFORMANCE / name)]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Bundle]:
    """The bundles that a case is played in; after each of them the state is sound and has all its cards."""
    apply, played = speed.apply, []

    def checked(state: speed.State, bundle: Bundle) -> tuple[speed.State, tuple[Outcome, ...]]:
        new, outcomes = apply(state, bundle)
        speed.check(new)
        assert speed.from_text(speed.to_text(new)) == new
        played.append(bundle)
        return new, outcomes

    monkeypatch.setattr(speed, "apply", checked)
    return played


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Case, steps: list[Bundle]) -> None:
    assert run_case(case) == [], case["why"]


def test_no_case_is_lost() -> None:
    assert len(read_cases(CONFORMANCE / "speed.json")) == 70
    assert len({case["id"] for case in CASES}) == len(CASES) >= 95
    assert all(case["rules"] and case["expect"] and case["events"] for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_a_case_says_is_compared(case: Case) -> None:
    """Each part of what a case says, changed alone, is named: the runner reads them all."""
    for part in case["expect"]:
        wrong = json.loads(json.dumps(case))
        wrong["expect"][part] = "something else"
        assert [line for line in run_case(wrong) if line.startswith(f"{part}: expected something else, got ")]
    for n, event in enumerate(case["events"]):
        if event.get("ok") is not None:
            wrong = json.loads(json.dumps(case))
            wrong["events"][n]["ok"] = not event["ok"]
            assert [line for line in run_case(wrong) if line.startswith(f"event {n} ")]
    if case.get("final", {}).get("phase"):
        wrong = json.loads(json.dumps(case))
        wrong["final"]["phase"] = "elsewhere"
        assert [line for line in run_case(wrong) if line.startswith("final phase: ")]


def test_every_part_of_final_is_compared() -> None:
    case = next(case for case in CASES if case["id"] == "SP-C082")
    for part in ("stocks", "spit", "piles", "pools", "taken"):
        wrong = json.loads(json.dumps(case))
        name = next(iter(wrong["final"][part]))
        wrong["final"][part][name] = ["3S"]
        assert [line for line in run_case(wrong) if line.startswith(f"final {part}: ")], part
    wrong = json.loads(json.dumps(case))
    wrong["final"]["taken"] = {}
    assert [line for line in run_case(wrong) if line.startswith("final taken: expected exactly")]


@pytest.mark.parametrize(
    "change",
    [
        {"events": [{"type": "clap", "by": 0}]},
        {"events": [{"type": "play", "by": 0}]},
        {"initial": {"procedure": "draw"}},
        {"initial": {"procedure": "new_match"}},
        {"initial": {}},
        {"config": {"players": 3}},
        {"config": {"jokers": True}},
        {"expect": {"mood": "good"}},
    ],
)
def test_a_senseless_case_is_no_pass(change: Case) -> None:
    case = next(case for case in CASES if case["id"] == "SP-C008")
    with pytest.raises((ValueError, KeyError, TypeError)):
        run_case({**case, **change})


def test_an_event_without_a_time_comes_after_what_was_listed_before_it() -> None:
    case = next(case for case in CASES if case["id"] == "SP-C024")
    untimed = json.loads(json.dumps(case))
    for event in untimed["events"]:
        del event["t_us"]
    assert run_case(untimed) == []
