"""The figures of docs/accuracy.md about several boards, as Markdown: one function a block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accuracy.chance import wilson
from accuracy.expected import expected, plus_minus
from accuracy.page import table
from accuracy.time_pictures import NAMES

Results = Mapping[str, Any]


def expect(time: Results) -> str:
    """The small table at the head of the page."""
    rows = [
        (row.name, plus_minus(row.usual_ms), f"**{plus_minus(row.most_ms)}**", row.why)
        for row in expected(time)
    ]
    judged = _all(time, "pairs")
    wrong = sum(each["all"]["wrong"]["proven"] for each in time["orders"])
    inside = _all(time, "inside")
    head = ("two hands on", "usual ±", "± of 99 in 100", "by")
    return (
        f"{table(head, rows)}\n\n"
        f"Of {judged:,} simulated pairs of hands {wrong} were told in a wrong order as proven, and the true gap "
        f"lay within the ± in {inside:,}."
    )


def _all(time: Results, what: str) -> int:
    return sum(each["all"][what] for each in time["orders"])


def orders(time: Results) -> str:
    """A table for each way to connect two hands."""
    parts = []
    for each in time["orders"]:
        total = each["all"]
        head = (
            "true gap, µs",
            "pairs",
            "nearest point wrong",
            "proven",
            "proven and wrong",
            "truth within ±",
        )
        rows = [_orders_row(group) for group in each["groups"]]
        rows.append(("**all**", *_orders_row(total | {"from_us": 0, "to_us": 0})[1:]))
        error = each["error_us"]["point"]
        parts += [
            f"### {each['name']}",
            f"{total['pairs']:,} pairs in {each['runs']} runs. The nearest point misses the true gap by "
            f"{_three_us(error)}; the guaranteed ± is {_three_us(each['bound_us'])}.",
            table(head, rows),
        ]
    return "\n\n".join(parts)


def _three_us(spread: Mapping[str, float]) -> str:
    return f"{spread['median']:g} µs (median), {spread['p99']:g} (99 of 100), {spread['most']:g} (most)"


def _orders_row(group: Mapping[str, Any]) -> tuple[str, ...]:
    pairs = group["pairs"]
    if not pairs:
        return (f"{group['from_us']:g} to {group['to_us']:g}", "0", "", "", "", "")
    wrong, none = group["wrong"], group["none"]
    return (
        f"{group['from_us']:g} to {group['to_us']:g}",
        f"{pairs:,}",
        f"{share(wrong['point'], pairs)}",
        f"{(pairs - none['proven']) / pairs:.1%}",
        f"{wrong['proven']} ({_upper(wrong['proven'], pairs)})",
        f"{group['inside']:,}",
    )


def share(hits: int, trials: int) -> str:
    """Per cent with its interval."""
    low, high = wilson(hits, trials)
    return f"{hits / trials:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def _upper(hits: int, trials: int) -> str:
    """The upper end of the interval."""
    return f"< {100 * wilson(hits, trials)[1]:.2g} %" if not hits else share(hits, trials)


def others(time: Results) -> str:
    """The same pairs in every way: wrong orders in groups of the true gap, and errors."""
    parts = []
    for each in time["orders"]:
        if len(each["groups"][0]["wrong"]) < len(NAMES):
            continue
        head = ("true gap, µs", *NAMES.values())
        rows = [
            (
                f"{g['from_us']:g} to {g['to_us']:g}",
                *(_others_cell(g["wrong"][way], g["none"][way], g["pairs"]) for way in NAMES),
            )
            for g in each["groups"]
            if g["pairs"]
        ]
        errors = each["error_us"]
        rows.append(
            (
                "error of the gap, µs: median / 99 of 100",
                *(
                    f"{errors[w]['median']:,.0f} / {errors[w]['p99']:,.0f}" if w in errors else ""
                    for w in NAMES
                ),
            )
        )
        parts += [f"### {each['name']}", table(head, rows)]
    return "\n\n".join(parts)


def _others_cell(wrong: int, none: int, pairs: int) -> str:
    told = "0" if not wrong else "< 0.1%" if wrong / pairs < 0.001 else f"{wrong / pairs:.1%}"
    return f"{told}; none {none / pairs:.0%}" if none / pairs >= 0.005 else told


def bounds(time: Results) -> str:
    """The guaranteed ± against time since start, and over suspensions."""
    places = time["over_time"]
    head = ("seconds since plugged in", *(f"{p['name']}: ± median / 99 of 100, ms" for p in places))
    rows = [
        (f"{moment['at_s']:g}", *(_bound(p["times"][n]) for p in places))
        for n, moment in enumerate(places[0]["times"])
    ]
    judged = sum(t["judged"] for p in places for t in p["times"])
    inside = sum(t["inside"] for p in places for t in p["times"])
    parts = [
        table(head, rows),
        f"The true gap lay within the ± in {inside:,} of {judged:,} pairs ({places[0]['runs']} runs a column).",
    ]
    for each in time["suspensions"]:
        parts.append(_suspension(each))
    return "\n\n".join(parts)


def _bound(moment: Mapping[str, Any]) -> str:
    if moment["bound_us"] is None:
        return "no verdict"
    told = f"{moment['bound_us']['median'] / 1000:.2f} / {moment['bound_us']['p99'] / 1000:.2f}"
    missing = moment["pairs"] - moment["judged"]
    return f"{told} (no verdict in {missing} of {moment['pairs']})" if missing else told


def _suspension(each: Mapping[str, Any]) -> str:
    times, began = each["times"], each["began_s"]
    told = [t for t in times if t["bound_us"]]
    worst = max(told, key=lambda t: t["bound_us"]["most"])
    judged, inside = sum(t["judged"] for t in times), sum(t["inside"] for t in times)
    silent = [t["at_s"] - began for t in times if t["judged"] < t["pairs"]]
    verdict = (
        f"In at least one run there is no verdict of presses {min(silent):g} to {max(silent):g} s after it fell asleep."
        if silent
        else "There was always a verdict."
    )
    return (
        f"USB asleep for {each['length_s']} s, {each['runs']} runs: the ± grows to "
        f"{worst['bound_us']['most'] / 1000:.1f} ms; the true gap lay within it in {inside:,} of {judged:,} pairs. {verdict}"
    )


def fairness(time: Results) -> str:
    """Hands in one instant."""
    one = time["fairness"]["one_board"]
    rows: list[Sequence[object]] = [
        ("first alone", *(f"{n:,}" for n in one["alone"])),
        ("first with others", *(f"{n:,}" for n in one["shared"])),
    ]
    inputs = time["fairness"]["every_input"]
    parts = [
        f"One board, {one['races']:,} races of {one['seats']} hands within one microsecond: {one['ties']:,} had more than "
        f"one first. In {one['as_captured']:,} the table named exactly those that the capture had looked at first; "
        f"counts at least so uneven come with p = {_p(one['p'])}.",
        table(("pad", *(str(n + 1) for n in range(one["seats"]))), rows),
    ]
    counts = inputs["alone"]
    parts.append(
        f"All {len(counts)} inputs of a board within one microsecond, {inputs['rounds']:,} rounds: {inputs['ties']:,} had "
        f"more than one first, and an input was first alone {min(counts)} to {max(counts)} times (p = {_p(inputs['p'])})."
    )
    rows = []
    for each in time["fairness"]["two_boards"]:
        for name in ("as wired", "swapped"):
            counts = each[name]
            rows.append(
                (
                    f"{each['condition']}, {name}",
                    f"{each['runs']:,}",
                    " / ".join(f"{n:,}" for n in counts["proven"]),
                    " / ".join(f"{n:,}" for n in (*counts["likely"], counts["even"])),
                    _p(counts["p"]),
                    _p(each["swap_p"]),
                )
            )
    parts.append(
        table(
            (
                "two boards, gap 0",
                "runs",
                "proven first: first / second board",
                "nearest point first: first / second / neither",
                "p, evenly",
                "p, swapping only swaps",
            ),
            rows,
        )
    )
    return "\n\n".join(parts)


def _p(value: float) -> str:
    return f"{value:g}" if value >= 0.001 else "< 0.001"


def speed(results: Results) -> str:
    """What one machine took."""
    machine, clock, decoding, flood = (results[k] for k in ("machine", "clock", "decoding", "flood"))
    rows: list[Sequence[object]] = [
        (
            "frames decoded a second, one core",
            f"{decoding['per_second']:,}",
            f"byte by byte: {decoding['naive_per_second']:,}",
            f"{decoding['load']:g}",
        ),
        (
            f"one evaluation of a clock, {clock['exchanges']} exchanges",
            f"{clock['span_us']:g} µs",
            f"all pairs of points: {clock['naive_us']:,.0f} µs"
            + (f"; scipy's linear programming: {clock['scipy_us']:,.0f} µs" if clock.get("scipy_us") else ""),
            f"{clock['load']:g}",
        ),
        (
            "one exchange taken in",
            f"{clock['observe_us']:g} µs",
            "",
            f"{clock['load']:g}",
        ),
        (
            f"{flood['rate']:,} presses a second for {flood['seconds']} s",
            f"{flood['journalled']:,} of {flood['pressed']:,} journalled, {flood['twice']} twice",
            f"took {flood['processor_s']:g} s of the processor, {flood['took_s']:g} s by the clock",
            f"{flood['load']:g}",
        ),
    ]
    way = []
    for name in ("idle", "burning"):
        each = results["verdict"][name]
        way.append(
            (
                "nothing else of ours" if name == "idle" else "every core burning",
                f"{each['presses']:,}",
                *(_three(each[k]) for k in ("verdict_us", "journalled_us", "waited_us")),
                f"{each['waited_share']:.0%}",
                f"{each['load']:g}",
            )
        )
    return "\n\n".join(
        (
            f"On {machine['cpus']} × {machine['processor']} (a virtual machine that others used at the same time), "
            f"{machine['python']}, {machine['system']}. The first table is in time of the processor. "
            "*Load*: processes that wanted to run, in the minute before.",
            table(("what", "figure", "beside it", "load"), rows),
            table(
                (
                    "press to verdict, two boards on ptys; ms: median / 99 of 100 / most",
                    "presses",
                    "contact to verdict",
                    "contact to journal",
                    "journal to verdict: waits for the boards",
                    "share of that",
                    "load",
                ),
                way,
            ),
        )
    )


def _three(spread: Mapping[str, int]) -> str:
    return " / ".join(f"{spread[k] / 1000:.1f}" for k in ("p50", "p99", "max"))


def painted(results: Results) -> str:
    """From a press to its verdict on a page."""
    rows = [
        (
            viewers,
            f"{each['median_ms']:g} ms",
            f"{each['p99_ms']:g} ms",
            f"{each['most_ms']:g} ms",
            f"{each['bound_ms']:g} ms",
            f"{each['load']:g}",
        )
        for viewers, each in results["viewers"].items()
    ]
    machine = results["machine"]
    heads = ("pages that look on", "median", "99 of 100", "most", "±", "load")
    return (
        f"{results['presses']} presses each, on {machine['cpus']} × {machine['processor']} (a virtual machine that others "
        "used at the same time). One page is in Chromium on the same machine, without a graphics card; the others are "
        "sockets.\n\n" + table(heads, rows)
    )
