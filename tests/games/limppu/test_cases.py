"""The neutral cases and our own, by the runner that ``lapsy conformance`` takes; every state on the way is checked too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lapsy.conformance.limppu_cases import run_case
from lapsy.games import limppu
from lapsy.games.play import Bundle, Outcome

CONFORMANCE = Path(__file__).parents[2] / "conformance"

Case = dict[str, Any]

GIVEN: list[Case] = json.loads((CONFORMANCE / "limppu.json").read_bytes())
OWN: list[Case] = json.loads((CONFORMANCE / "limppu-own.json").read_bytes())


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[Bundle]:
    """The bundles that a case is played in; every state on the way is sound, has its cards and goes through text."""
    apply, played = limppu.apply, []

    def checked(state: limppu.State, bundle: Bundle) -> tuple[limppu.State, tuple[Outcome, ...]]:
        new, outcomes = apply(state, bundle)
        limppu.check(new)
        assert limppu.cards_of(new) == limppu.cards_of(state)
        assert limppu.from_text(limppu.to_text(new)) == new
        if all(outcome.kind == "refused" for outcome in outcomes):
            assert new is state
        played.append(bundle)
        return new, outcomes

    monkeypatch.setattr(limppu, "apply", checked)
    return played


@pytest.mark.parametrize("case", GIVEN + OWN, ids=lambda case: case["id"])
def test_case(case: Case, steps: list[Bundle]) -> None:
    assert run_case(case) == [], case["title"]
    if "hands" in case["initial"]:
        played = sum(given.ref >= 0 for bundle in steps for given in bundle.inputs)
        assert played == sum(event["type"] != "clock" for event in case["events"])


def test_no_case_is_lost() -> None:
    assert (len(GIVEN), len(OWN)) == (84, 65)
    assert len({case["id"] for case in GIVEN + OWN}) == 149


@pytest.mark.parametrize("case", GIVEN + OWN, ids=lambda case: case["id"])
def test_a_wrong_expectation_differs(case: Case) -> None:
    """Each part of an expectation is really compared: changed alone, it is named and nothing else is."""
    for part in case["expect"]:
        wrong = json.loads(json.dumps(case))
        want = wrong["expect"][part]
        if isinstance(want, dict):
            name = next(iter(want))
            want[name] = ["something", "else"]
        else:
            wrong["expect"][part] = ["something", "else"]
        (difference,) = run_case(wrong)
        assert part in difference


@pytest.mark.parametrize("case", GIVEN + OWN, ids=lambda case: case["id"])
def test_a_wrong_acceptance_differs(case: Case) -> None:
    for n, event in enumerate(case["events"]):
        if event["type"] in ("clock", "next_dealer", "deal", "draw_for_deal"):
            continue
        wrong = json.loads(json.dumps(case))
        wrong["events"][n]["ok"] = not event["ok"]
        assert any(line.startswith(f"event {n} ") for line in run_case(wrong))


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "asleep"},
        {"turn": 9},
        {"stock": []},
        {"procedure": "magic"},
        {"hands": {}},
        {"held_since": {"7": 0}},
        {"table": {"attacker": 0}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_senseless_case_is_said(change: dict[str, Any]) -> None:
    case = json.loads(json.dumps(next(case for case in GIVEN if case["id"] == "LI-C014")))
    case["initial"].update(change)
    with pytest.raises((ValueError, KeyError, TypeError)):
        run_case(case)


def test_unknown_events_and_expectations_are_said() -> None:
    case = json.loads(json.dumps(next(case for case in GIVEN if case["id"] == "LI-C014")))
    with pytest.raises(ValueError, match="no known kind"):
        run_case({**case, "events": [{"type": "sing", "by": 0, "ok": True}]})
    with pytest.raises(ValueError, match="no known kind"):
        run_case({**case, "expect": {"weather": "fine"}})
