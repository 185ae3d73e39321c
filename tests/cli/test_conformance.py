"""``lapsy conformance``: passes what is right, names what is not and what differed, never falls over."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lapsy.cli.main import main
from lapsy.games.registry import CARD_GAMES

FOLDER = Path(__file__).parents[1] / "conformance"
FILES = sorted(FOLDER.glob("*.json"))
OURS = FOLDER / "lapsy-own.json"
CASES = json.loads(OURS.read_text(encoding="utf-8"))
ALL_CASES = [case for path in FILES for case in json.loads(path.read_text(encoding="utf-8"))]
WRONG = (None, -1, 99, 1.5, "", "x", [], [[]], {}, True, ["x"], {"x": 1})


def test_what_is_right_passes(lapsy):
    said = lapsy("conformance", OURS)
    assert (said.code, said.out) == (0, f"{len(CASES)} passed, 0 failed\n")


def test_every_file_of_every_game_passes(lapsy):
    said = lapsy("conformance", *FILES)
    assert (said.code, said.out) == (0, f"{len(ALL_CASES)} passed, 0 failed\n")
    assert {case["game"] for case in ALL_CASES} == set(CARD_GAMES)


def test_cases_may_stand_in_an_object(lapsy, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": CASES[:2]}), encoding="utf-8")
    assert lapsy("conformance", path).out == "2 passed, 0 failed\n"


def test_a_failing_case_is_named_with_what_differed(lapsy, tmp_path):
    wrong = copy.deepcopy(CASES[:3])
    wrong[1]["expect"]["turn"] = "nobody"
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    said = lapsy("conformance", path, OURS)
    assert said.code == 1
    first, what, last = said.out.splitlines()
    assert first == f"FAILED {wrong[1]['id']} (cases.json)"
    assert what.startswith("  turn: expected nobody, got ")
    assert last == f"{len(CASES) + 2} passed, 1 failed"


def test_a_variant_alone(lapsy, refused):
    assert lapsy("conformance", OURS, "--variant", "alga").code == 0
    assert "No case was run" in refused("conformance", str(OURS), "--variant", "nothing")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"{}", "is not a list of cases with an id and a game each"),
        (b'[{"id": 1, "game": "lapsy"}]', "is not a list of cases with an id and a game each"),
        (b'[{"id": "a", "game": ["lapsy"]}]', "is not a list of cases with an id and a game each"),
        (b"[" * 100_000, "is not JSON"),
    ],
)  # fmt: skip
def test_a_bad_file_is_one_sentence(refused, tmp_path, text, why):
    path = tmp_path / "cases.json"
    path.write_bytes(text)
    assert why in refused("conformance", str(path))


def test_files_that_are_none(refused, tmp_path):
    assert "does not exist." in refused("conformance", str(tmp_path / "none"))
    assert "is a directory." in refused("conformance", str(tmp_path))


def test_a_game_that_does_not_exist(lapsy, tmp_path):
    path = tmp_path / "cases.json"
    path.write_text('[{"id": "a", "game": "chess"}]')
    said = lapsy("conformance", path)
    assert said.code == 1
    assert said.out.splitlines() == [
        "FAILED a (cases.json)", "  the game 'chess' is not among lapsy, speed, kuoppa, limppu", "0 passed, 1 failed"
    ]  # fmt: skip


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_no_case_gives_a_traceback(tmp_path, data):
    case = copy.deepcopy(data.draw(st.sampled_from(ALL_CASES)))
    inside = [
        case,
        *case.values(),
        *(part for value in case.values() if isinstance(value, list) for part in value),
    ]
    part = data.draw(st.sampled_from([p for p in inside if isinstance(p, dict) and p]))
    name = data.draw(st.sampled_from(sorted(part)))
    if data.draw(st.booleans()):
        del part[name]
    else:
        part[name] = data.draw(st.sampled_from(WRONG))
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([case]), encoding="utf-8")
    result = CliRunner().invoke(main, ["conformance", str(path)])
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.output.splitlines()[-1].endswith((" failed", "each: give a file of rule cases."))
