"""Every case of the shared file and of our own, through the runner; and the runner says what differs."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from lapsy.conformance.kuoppa_cases import run_case

FILES = Path(__file__).parents[2] / "conformance"
CASES = [
    case
    for name in ("kuoppa.json", "kuoppa-own.json")
    for case in json.loads((FILES / name).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    assert run_case(case) == []


WRONG = {
    "KC-001": ("expect", []),
    "KC-007": (
        "expect",
        [{"type": "kind", "length": 2, "rank": 5, "pure": True, "flush": False}],
    ),
    "KC-169": ("expect", ["KC"]),
    "KC-175": ("expect", {"hands": [["9S"], ["9D"], ["5H"], ["6H"], ["7H"]]}),
    "KC-180": ("expect", {"illegal": "neck_takes"}),
    "KC-185": ("expect", {"turn": 2}),
    "KC-190": ("expect", {"illegal_at": 0}),
    "KC-193": ("expect", {"illegal_at": 2}),
    "KC-219": ("expect_sets", [["3H", "4H", "JOKER_W"], ["QS", "KS", "9D"]]),
    "KC-223": ("expect", {"row": ["6", "-", "9", "-", "•"]}),
    "KO-028": ("ascending", [{"cards": ["AH", "AS"]}, {"cards": ["AD", "AC"]}]),
    "KO-029": ("expect", {"dealer": 1}),
    "KO-030": ("expect", {"leader": 1}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_expectation_is_told(name):
    case = copy.deepcopy(next(case for case in CASES if case["id"] == name))
    key, value = WRONG[name]
    case[key] = value
    assert run_case(case)


@pytest.mark.parametrize("name", [case["id"] for case in CASES if case["kind"] == "beats"])
def test_a_wrong_answer_is_told(name):
    case = next(case for case in CASES if case["id"] == name)
    assert run_case({**case, "expect": not case["expect"]})


@pytest.mark.parametrize(
    "case",
    [
        {"kind": "nothing"},
        {"kind": "classify", "expect": []},
        {"kind": "beats", "lead": ["4H", "5S"], "reply": ["6H"], "expect": True},
        {"kind": "beats", "lead": ["4H"], "lead_as": {"colour": 1}, "reply": ["6H"], "expect": True},
        {"kind": "classify", "cards": ["1H"], "expect": []},
        {"kind": "trick", "hands": [["3H"]], "leader": 0, "actions": [], "expect": {}},
        {"kind": "first_dealer", "draw": ["3H"], "start_seat": 0, "expect": {"dealer": 0}},
        {"kind": "gives", "hand": ["3H"], "expect": None},
    ],
)
def test_a_senseless_case_is_an_error(case):
    with pytest.raises((ValueError, KeyError, TypeError)):
        run_case(case)
