"""The clock, the wire, a thousand presses a second, a press on its way to a verdict; who tells orders wrongly."""

from __future__ import annotations

import os

import pytest

from accuracy import fairness, speed, tallies, trials
from accuracy.clock_speed import evaluations
from accuracy.time_page import share
from accuracy.time_pictures import NAMES

RUNS = 10


@pytest.mark.bench
def test_clock(bench):
    found = evaluations()
    rows = [
        ("one evaluation", f"{found['span_us']:.1f} µs"),
        ("one exchange taken in", f"{found['observe_us']:.1f} µs"),
        ("all pairs of points", f"{found['naive_us'] / found['span_us']:,.0f} times that"),
    ]
    if "scipy_us" in found:
        rows.append(("scipy's linear programming", f"{found['scipy_us'] / found['span_us']:,.0f} times"))
    bench.table(f"The proven clock, {found['exchanges']} exchanges in its window", rows)


@pytest.mark.bench
def test_decoding(bench):
    found = speed.decoding()
    bench.table(
        "Frames decoded on one core",
        [
            ("frames a second (wanted: 200,000)", f"{found['per_second']:,}"),
            ("byte by byte", f"{found['naive_per_second']:,}"),
            ("ratio", f"{found['per_second'] / found['naive_per_second']:.2f}"),
        ],
    )


@pytest.mark.bench
def test_a_thousand_presses_a_second(bench):
    found = speed.flood(60)
    assert found["pressed"] == found["journalled"] == found["judged"] == 60_000
    assert found["twice"] == found["declared_lost"] == 0
    bench.table(
        "1,000 presses a second for a minute, firmware core to journal",
        [
            ("journalled, each once", f"{found['journalled']:,}"),
            ("processor time", f"{found['processor_s']:.1f} s"),
            ("wall time", f"{found['took_s']:.1f} s"),
        ],
    )


@pytest.mark.bench
@pytest.mark.parametrize("cores", [0, os.cpu_count() or 1], ids=["idle", "burning"])
def test_press_to_verdict(bench, cores):
    with speed.burning(cores):
        found = speed.to_verdict(100)
    ms = {
        name: " / ".join(f"{found[name][q] / 1000:.1f}" for q in ("p50", "p99", "max"))
        for name in ("verdict_us", "journalled_us", "waited_us")
    }
    bench.table(
        f"Press to verdict through ptys, {found['presses']} presses, {cores} cores burning; ms: p50 / p99 / max",
        [
            ("contact to verdict", ms["verdict_us"]),
            ("contact to journal", ms["journalled_us"]),
            ("journal to verdict: waits for the boards", ms["waited_us"]),
            ("share of that", f"{found['waited_share']:.0%}"),
        ],
    )


@pytest.mark.bench
@pytest.mark.parametrize("condition", trials.CONDITIONS, ids=lambda each: each.name)
def test_orders(bench, condition):
    found = tallies.orders(condition, RUNS)
    total = found["all"]
    assert total["wrong"]["proven"] == 0
    assert total["inside"] == total["pairs"]
    bench.table(
        f"{condition.name}: wrong orders of {total['pairs']} pairs (and the 95 % interval)",
        [(NAMES[way], share(wrong, total["pairs"])) for way, wrong in total["wrong"].items()],
    )


@pytest.mark.bench
def test_fairness(bench):
    found = fairness.one_board(1_000)
    bench.table(
        "First alone, of 1,000 races of hands within one microsecond",
        [
            *((f"pad {n + 1}", str(count)) for n, count in enumerate(found["alone"])),
            ("p", f"{found['p']:g}"),
        ],
    )
