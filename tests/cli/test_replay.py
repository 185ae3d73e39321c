"""``lapsy replay``: agrees with a sound journal, names the place in one that was altered, never falls over."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lapsy.cli.main import main
from lapsy.cli.replay import _beside
from lapsy.table.journal import Chain, read
from lapsy.table.setup import Seat

#: Values that stand where something else belongs.
WRONG = (None, -1, 10**30, 1.5, "", "x", [], [[]], {}, True, ["x", 1])


def write(path: Path, records: list[dict[str, Any]]) -> str:
    """A journal of these records with a chain that holds."""
    chain = Chain()
    path.write_bytes(b"".join(map(chain.line, records)))
    return str(path)


@pytest.fixture(scope="module")
def records(journal):
    return read(journal.read_bytes()).records


def test_a_sound_journal_agrees(lapsy, journal, records):
    said = lapsy("replay", journal)
    assert said.code == 0
    verdicts = sum(r["k"] == "verdict" for r in records)
    bundles = sum(r["k"] == "bundle" for r in records)
    assert said.out.splitlines() == [
        f"{journal}: {len(records)} records, the chain is whole.",
        "Aino, Onni: played out.",
        f"Played again: {bundles} bundles and {verdicts} verdicts, none differs.",
        "Practice: the seed '2' alone decided the deck.",
    ]
    assert len(lapsy("replay", "-v", journal).out.splitlines()) == 4 + verdicts


def test_what_stands_beside_a_verdict_at_the_table_stands_beside_it_afterwards(lapsy, tmp_path):
    """Replay is what an arbiter reads out: handicaps and ties are in its lines, not only in the header."""
    script = tmp_path / "presses.txt"
    script.write_text(
        "1.0 press slap1\n1.01 press slap2\n4.0 press slap1\n4.05 press slap2\n", encoding="utf-8"
    )
    args = (
        "--simulated-time",
        "--script",
        script,
        "--seats",
        "Aino,Onni",
        "--handicap",
        "Aino=50",
        "--lang",
        "en",
    )
    said = lapsy("arbitrate", *args, "--journal", tmp_path)
    told = [line.lower().partition(": ")[2] for line in said.out.splitlines() if line.startswith("Race")]
    again = lapsy("replay", "-v", next(tmp_path.glob("*.jsonl"))).out.splitlines()[:2]
    assert [line.partition(": ")[2].lower() for line in again] == told
    assert "tied aino, onni · handicap: aino 50 ms" in again[1].lower()


@pytest.mark.parametrize("certified", [True, False])
@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("race", [True, False])
def test_doubts_are_told_by_replay(certified, early, race):
    marks = [
        {"seat": 1, "anticipated": early, "kind": "first"},
        {"seat": 0, "anticipated": True, "kind": "false"},
    ]
    verdict = {"marks": marks, "certified": certified, "seats": [1], "second": None}
    if race:
        verdict["order"] = [{"seats": [1]}]
    said = _beside(verdict, (Seat("Aino", "board", "p", 0), Seat("Onni", "keyboard", "p", 1)))
    assert said == " · anticipated: Onni" * early + " · not certified" * (not certified)


def test_a_torn_end_is_said_and_does_not_count(lapsy, journal, tmp_path):
    path = tmp_path / "torn.jsonl"
    path.write_bytes(journal.read_bytes() + b'{"k":"pre')
    said = lapsy("replay", path)
    assert said.code == 0
    assert "The last 9 bytes are of a line that was never finished" in said.err


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("verdict", "seats", [0, 1]),
        ("verdict", "won", 99),
        ("bundle", "out", []),
        ("start", "seed", "00" * 32),
    ],
)
def test_what_was_altered_with_its_chain_computed_anew_is_named(
    refused, records, tmp_path, kind, field, value
):
    altered = copy.deepcopy(records)
    at = max(n for n, r in enumerate(altered) if r["k"] == kind)
    altered[at][field] = value
    said = refused("replay", write(tmp_path / "altered.jsonl", altered))
    assert said.startswith(f"Line {at + 1} ({kind}): ")
    assert "do not rely on it from there on." in said


def test_another_seed_than_the_one_promised_is_named(refused, records, tmp_path):
    altered = copy.deepcopy(records)
    next(r for r in altered if r["k"] == "start")["entropy"] = "11" * 32
    assert "the deal was not fair" in refused("replay", write(tmp_path / "altered.jsonl", altered))


@st.composite
def altered(draw: st.DrawFn, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A few records with a part gone, a wrong value in it, or in another place."""
    kinds = sorted({r["k"] for r in records})
    out = copy.deepcopy(records[:120])
    for _ in range(draw(st.integers(1, 2))):
        kind = draw(st.sampled_from(kinds))
        found = [r for r in out if r.get("k") == kind] or out
        record = found[draw(st.integers(0, len(found) - 1))]
        name = draw(st.sampled_from(sorted(record)))
        if draw(st.booleans()):
            del record[name]
        else:
            record[name] = draw(st.sampled_from(WRONG))
    return out


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_no_journal_gives_a_traceback(records, tmp_path, data):
    path = write(tmp_path / "altered.jsonl", data.draw(altered(records)))
    for command in (("replay", "-v"), ("play", "--resume")):
        result = CliRunner().invoke(main, [*command, path])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.output
