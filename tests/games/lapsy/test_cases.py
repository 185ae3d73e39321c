"""The neutral cases and our own, by the road that ``lapsy conformance`` takes; every state on the way is checked too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lapsy.conformance import check_case, read_cases
from lapsy.games import lapsy
from lapsy.games.play import Bundle, Outcome

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = ("lapsy.json", "lapsy-own.json")

Case = dict[str, Any]

CASES = [case for name in FILES for case in read_cases(CONFORMANCE / name)]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Bundle]:
    """The bundles that a case is played in; after each of them the state is sound and has all its cards."""
    apply, played = lapsy.apply, []

    def checked(state: lapsy.State, bundle: Bundle) -> tuple[lapsy.State, tuple[Outcome, ...]]:
        new, outcomes = apply(state, bundle)
        lapsy.check(new)
        assert lapsy.cards_of(new) == lapsy.cards_of(state)
        played.append(bundle)
        return new, outcomes

    monkeypatch.setattr(lapsy, "apply", checked)
    return played


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: Case, steps: list[Bundle]) -> None:
    assert check_case(case).differences == (), case["why"]
    if case.get("kind") != "deal":
        assert sum(len(bundle.inputs) for bundle in steps) == len(case["events"])


def test_no_case_is_lost() -> None:
    """A file that is cut short or a reader that drops cases would leave the tests above silently green."""
    assert len(read_cases(CONFORMANCE / "lapsy.json")) == 156
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert all(case["why"] and case["rules"] and case["expect"] for case in CASES)


def timed(case: Case) -> bool:
    """True when every event has its own time, so that the list's order says nothing."""
    events = case.get("events", ())
    times = [event.get("t_us") for event in events]
    return None not in times and len(set(times)) == len(times) and any("play" in e for e in events)


@pytest.mark.parametrize("case", list(filter(timed, CASES)), ids=lambda case: case["id"])
def test_the_arrival_order_of_timed_events_does_not_matter(case: Case, steps: list[Bundle]) -> None:
    """LS-31: what is judged by time is judged alike however it was listed."""
    last = len(case["events"]) - 1
    expect = case["expect"]
    if "refused" in expect:
        expect = {**expect, "refused": sorted(last - n for n in expect["refused"])}
    assert check_case({**case, "events": case["events"][::-1], "expect": expect}).differences == ()


def test_a_wrong_expectation_differs() -> None:
    """The road really compares: each part of an expectation, changed alone, is named."""
    case = next(case for case in CASES if case["id"] == "own-third-of-a-kind-covers")
    for part in case["expect"]:
        wrong = json.loads(json.dumps(case))
        wrong["expect"][part] = "something else"
        (difference,) = check_case(wrong).differences
        assert difference.startswith(f"{part}: expected something else, got ")
