"""docs/accuracy.md says what was measured, and what was measured is what is promised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accuracy import fairness, tallies, trials
from accuracy.files import SPEED, TIME, written
from lapsy.boards.firmware import firmware_dir

ROOT = Path(__file__).resolve().parents[1]
#: What the captures declare, in us, and how the page says it.
DECLARED = {"capture_pio": (0, "capture bound 0"), "capture_irq": (1_000, "**1,000 µs**")}

MEND = "run python scripts/measure_time.py"


@pytest.fixture(scope="module")
def time() -> dict[str, Any]:
    return json.loads((ROOT / TIME).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def orders(time: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in time["orders"]}


def test_the_figures_and_the_pictures_are_those_of_the_results() -> None:
    """To mend: python scripts/write_accuracy.py."""
    for path, text in written(ROOT).items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_the_captures_declare_what_the_page_says() -> None:
    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    for name, (bound, words) in DECLARED.items():
        assert f"    bound_us = {bound:_}\n" in (firmware_dir() / "slapboard" / f"{name}.py").read_text()
        assert words in page


def test_nothing_is_certain_and_wrong(orders: dict[str, dict[str, Any]]) -> None:
    """Of 100,000 pairs of hands on two boards, and of those on one."""
    between = [each for name, each in orders.items() if name != "one board"]
    assert sum(each["all"]["pairs"] for each in between) >= 100_000
    for each in orders.values():
        assert each["all"]["wrong"]["proven"] == 0
        assert each["all"]["inside"] == each["all"]["pairs"]


def test_errors_and_bounds_are_as_promised(time: dict[str, Any], orders: dict[str, dict[str, Any]]) -> None:
    usb = orders["USB"]["error_us"]["point"]
    assert usb["median"] <= 20
    assert usb["p99"] <= 90
    wire = orders["sync wire"]
    assert wire["bound_us"]["most"] <= 3
    assert wire["error_us"]["point"]["p99"] <= 1.5
    places = {each["name"]: each for each in time["over_time"]}
    at_10_s = next(t for t in places["USB"]["times"] if t["at_s"] == 10)
    assert at_10_s["bound_us"]["median"] <= 450
    for name, most_us in (("USB", 450), ("USB, loaded host", 450), ("USB, hub on one", 500)):
        assert places[name]["settled_us"]["p99"] <= most_us, name


def test_the_truth_is_within_the_bound_at_any_time(time: dict[str, Any]) -> None:
    for each in (*time["over_time"], *time["suspensions"]):
        for moment in each["times"]:
            assert moment["inside"] == moment["judged"], (each, moment)


def test_a_short_sleep_costs_no_verdict_and_a_long_one_says_so(time: dict[str, Any]) -> None:
    short, long = time["suspensions"]
    assert all(t["judged"] == t["pairs"] for t in short["times"])
    dark = [t["at_s"] - long["began_s"] for t in long["times"] if not t["judged"]]
    assert dark
    assert min(dark) > 55
    assert max(dark) < long["length_s"] - 55


def test_nobody_is_first_more_often(time: dict[str, Any]) -> None:
    one = time["fairness"]["one_board"]
    assert one["as_captured"] == one["races"]
    for name in ("one_board", "every_input"):
        assert time["fairness"][name]["p"] > 0.001, name
    for each in time["fairness"]["two_boards"]:
        assert each["swap_p"] > 0.001
        for name in ("as wired", "swapped"):
            assert each[name]["proven"] == [0, 0]
            if "hub" not in each["condition"]:  # there a nearest point leans, and the page says so
                assert each[name]["p"] > 0.001


def test_nothing_was_lost_at_a_thousand_presses_a_second() -> None:
    flood = json.loads((ROOT / SPEED).read_text(encoding="utf-8"))["flood"]
    assert flood["pressed"] == flood["journalled"] == flood["judged"] == 60_000
    assert flood["twice"] == flood["declared_lost"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("condition", trials.CONDITIONS, ids=lambda each: each.name)
def test_some_of_the_runs_again(condition: trials.Condition, orders: dict[str, dict[str, Any]]) -> None:
    """The first of the very runs that the page tells of: none is worse than the worst it names."""
    again, told = tallies.orders(condition, 4), orders[condition.name]
    assert again["all"]["wrong"]["proven"] == 0, MEND
    assert again["all"]["inside"] == again["all"]["pairs"], MEND
    assert again["bound_us"]["most"] <= told["bound_us"]["most"], MEND
    for way, error in again["error_us"].items():
        assert error["most"] <= told["error_us"][way]["most"], (way, MEND)


@pytest.mark.slow
@pytest.mark.parametrize("place", tallies.PLACES, ids=lambda each: each.name)
def test_some_of_the_bounds_again(place: trials.Condition, time: dict[str, Any]) -> None:
    told = next(each for each in time["over_time"] if each["name"] == place.name)
    for new, old in zip(tallies.over_time(place, 6)["times"], told["times"], strict=True):
        assert new["inside"] == new["judged"], MEND
        assert new["bound_us"]["most"] <= old["bound_us"]["most"], MEND


@pytest.mark.slow
@pytest.mark.parametrize("n", [0, 1])
def test_some_of_the_suspensions_again(n: int, time: dict[str, Any]) -> None:
    told = time["suspensions"][n]
    again = tallies.suspension(told["length_s"], 2)
    for new, old in zip(again["times"], told["times"], strict=True):
        assert new["inside"] == new["judged"], MEND
        if old["judged"] in (0, old["pairs"]):
            assert (new["judged"] > 0) == (old["judged"] > 0), MEND
        if new["bound_us"]:
            assert new["bound_us"]["most"] <= old["bound_us"]["most"], MEND


@pytest.mark.slow
def test_fair_again_with_other_chance() -> None:
    """With another seed than the page's."""
    assert fairness.every_input(500, seed=2)["p"] > 0.001
    found = fairness.one_board(2_000, seed=2)
    assert found["p"] > 0.001
    assert sum(found["alone"]) + found["ties"] == found["races"]
