"""From judged pairs to figures: counts a group of gaps, errors, bounds, coverage over time. What goes into the JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from accuracy.chance import quantile
from accuracy.fairness import Mapper, every_input, one_board, two_boards
from accuracy.trials import CONDITIONS, FAR_US, RUN_S, SECOND_US, Condition, Pair, drawn, run
from traffic import DIRECT, FAST, FRAME_LOAD, HUB

#: Pairs in one run share the clocks: few a run, many runs.
PAIRS = 100

#: When the bound is looked at after the boards were plugged in, in seconds.
TIMES_S = (0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0)

#: From then on the bound hardly shrinks.
SETTLED_S = 30.0

#: Kinds of hosts and ports of the figures over time.
PLACES = (
    Condition("USB", FAR_US),
    Condition("USB, hub on one", FAR_US, ports=(DIRECT, HUB)),
    Condition("USB, loaded host", FAR_US, profile=FRAME_LOAD),
    Condition("USB without frames", FAR_US, profile=FAST),
)

#: Where hands of one moment are looked at. (A loaded host is the same at both boards.)
FAIR = ("sync wire", "USB", "USB, hub on one")

#: A suspension begins so long after the start.
SUSPENDED_AT_S = 90


def _run(job: tuple[Condition, int, int]) -> list[Pair]:
    condition, number, pairs = job
    return run(condition, number, drawn(condition, Random(f"{condition.name}/{number}"), pairs))


def orders(condition: Condition, runs: int, mapper: Mapper = map, pairs: int = PAIRS) -> dict[str, Any]:
    """Who was first, by every way, in groups of the true gap."""
    judged = [pair for made in mapper(_run, [(condition, n, pairs) for n in range(runs)]) for pair in made]
    return {
        "name": condition.name,
        "runs": runs,
        "pairs": len(judged),
        "groups": [
            {"from_us": low, "to_us": high, **_group([p for p in judged if low <= abs(p.true_us) < high])}
            for low, high in pairwise(condition.edges_us)
        ],
        "all": _group(judged),
        "error_us": {way: _spread(_errors(judged, way)) for way in judged[0].told if way != "proven"},
        "bound_us": _spread([p.gap.bound_us for p in judged if p.gap is not None]),
    }


def _group(pairs: Sequence[Pair]) -> dict[str, Any]:
    ways = pairs[0].told if pairs else ()
    return {
        "pairs": len(pairs),
        "inside": sum(p.inside for p in pairs),
        "unplaced": sum(p.gap is None for p in pairs),
        "wrong": {way: sum(_wrong(p, way) for p in pairs) for way in ways},
        "none": {way: sum(way not in p.told or p.told[way].order == 0 for p in pairs) for way in ways},
    }


def _wrong(pair: Pair, way: str) -> bool:
    return way in pair.told and pair.told[way].order * pair.true_us < 0


def _errors(pairs: Sequence[Pair], way: str) -> list[float]:
    return [abs(p.told[way].gap_us - p.true_us) for p in pairs if way in p.told]


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {
        "median": round(quantile(values, 0.5), 2),
        "p99": round(quantile(values, 0.99), 2),
        "most": round(max(values), 2),
    }


def _at_times(job: tuple[Condition, int]) -> list[tuple[float, float, int | None, bool, float | None]]:
    condition, number = job
    rng = Random(f"times/{condition.name}/{number}")
    wanted = [(at_s, rng.uniform(-100, 100)) for at_s in TIMES_S]
    return [_point(p) for p in run(condition, number, wanted, until_s=RUN_S + 1)]


def _point(p: Pair) -> tuple[float, float, int | None, bool, float | None]:
    if p.gap is None:
        return p.at_s, p.true_us, None, True, None
    return p.at_s, p.true_us, p.gap.bound_us, p.inside, abs(p.gap.us - p.true_us)


def over_time(condition: Condition, runs: int, mapper: Mapper = map) -> dict[str, Any]:
    """The guaranteed ± between two boards, and whether it held, by the time since both were plugged in."""
    rows = [row for made in mapper(_at_times, [(condition, n) for n in range(runs)]) for row in made]
    return {
        "name": condition.name,
        "runs": runs,
        "settled_us": _spread([row[2] for row in rows if row[2] is not None and row[0] >= SETTLED_S]),
        "times": [{"at_s": at_s, **_moment([r for r in rows if r[0] == at_s])} for at_s in TIMES_S],
    }


def _moment(rows: Sequence[tuple[float, float, int | None, bool, float | None]]) -> dict[str, Any]:
    bounds = [row[2] for row in rows if row[2] is not None]
    errors = [row[4] for row in rows if row[4] is not None]
    return {
        "pairs": len(rows),
        "judged": len(bounds),
        "inside": sum(row[3] for row in rows if row[2] is not None),
        "bound_us": _spread(bounds) if bounds else None,
        "error_us": _spread(errors) if errors else None,
    }


def _suspended(job: tuple[int, int]) -> list[tuple[float, float, int | None, bool, float | None]]:
    length_s, number = job
    rng = Random(f"suspended/{number}")
    wanted = [(float(at_s), rng.uniform(-100, 100)) for at_s in suspension_times(length_s)]
    blind = [(SUSPENDED_AT_S * SECOND_US, (SUSPENDED_AT_S + length_s) * SECOND_US)]
    until_s = wanted[-1][0] + 1
    return [_point(p) for p in run(PLACES[0], number, wanted, blind, until_s)]


def suspension_times(length_s: int) -> list[float]:
    """Seconds since the start at which a suspension of so long is looked at: from 10 s before it to 90 s after it."""
    return [float(s) for s in range(SUSPENDED_AT_S - 10, SUSPENDED_AT_S + length_s + 91, 2)]


def suspension(length_s: int, runs: int, mapper: Mapper = map) -> dict[str, Any]:
    """The same over a time in which USB sleeps and the boards go on."""
    rows = [row for made in mapper(_suspended, [(length_s, n) for n in range(runs)]) for row in made]
    return {
        "length_s": length_s,
        "began_s": SUSPENDED_AT_S,
        "runs": runs,
        "times": [
            {"at_s": at_s, **_moment([r for r in rows if r[0] == at_s])}
            for at_s in suspension_times(length_s)
        ],
    }


def everything(share: float, mapper: Mapper, say: Callable[[str], None]) -> dict[str, Any]:
    """All figures that follow from seeds alone. ``share``: of the runs."""

    def runs(count: int) -> int:
        return max(2, round(count * share))

    results: dict[str, Any] = {"orders": [], "over_time": [], "suspensions": []}
    for condition in CONDITIONS:
        say(f"orders: {condition.name}")
        results["orders"].append(orders(condition, runs(250), mapper))
    for place in PLACES:
        say(f"bound over time: {place.name}")
        results["over_time"].append(over_time(place, runs(120), mapper))
    for length_s in (40, 140):
        say(f"suspension of {length_s} s")
        results["suspensions"].append(suspension(length_s, runs(40), mapper))
    say("fairness")
    results["fairness"] = {
        "one_board": one_board(runs(4_000)),
        "every_input": every_input(runs(10_000)),
        "two_boards": [two_boards(each, runs(300), mapper) for each in CONDITIONS if each.name in FAIR],
    }
    return results
