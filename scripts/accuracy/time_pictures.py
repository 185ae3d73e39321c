"""The pictures of docs/accuracy.md about several boards: what ± to expect, whose orders are wrong, the bound over time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from accuracy.expected import Expected
from accuracy.plots import COLOURS, GREY, Axis, Band, Bar, Line, Panel, bars, legend, page, panel, text

#: The ways to tell an order, and how pages and pictures name them.
NAMES = {
    "arrival": "order of arrival, ports asked in turn",
    "receive": "time of arrival at the host",
    "ms": "whole milliseconds",
    "least_rtt": "offset of the quickest ping",
    "regression": "regression, as in Klipper",
    "point": "Läpsy: nearest point",
    "proven": "Läpsy: proven",
}

#: Läpsy's own.
OURS = ("point", "proven")


def expected_picture(rows: Sequence[Expected]) -> str:
    """Bars: what ± to expect, from a microsecond to a tenth of a second."""
    axis = Axis(
        "± between two hands, on a scale where each line is ten times the one before",
        0.001,
        200.0,
        [(0.001, "1 µs"), (0.01, "10 µs"), (0.1, "0.1 ms"), (1.0, "1 ms"), (10.0, "10 ms"), (100.0, "0.1 s")],
        log=True,
    )
    made = [Bar(r.name, 0.001, r.most_ms, r.told, "#2a6f4e" if r.certified else "#b5532d") for r in rows]
    top, step, left, width = 44, 30, 250, 400
    height = top + step * len(rows) + 54
    parts = [
        text(20, 24, "What ± to expect", more=' font-weight="bold" font-size="15"'),
        text(740, 24, "simulated, never measured on hardware", anchor="end", fill=GREY),
        *bars(axis, made, left, top, width, step),
    ]
    return page(
        "What plus or minus to expect between two hands, by how their boards are connected",
        760,
        height,
        parts,
    )


def orders_picture(each: Mapping[str, Any]) -> str:
    """Two panels against the true gap, a line for each way: the share of wrong orders, and that of no order."""
    x = Axis(
        "true gap, µs",
        4,
        2000,
        [(5, "5"), (10, "10"), (30, "30"), (100, "100"), (300, "300"), (1000, "1,000")],
        log=True,
    )
    parts: list[str] = []
    lines: list[Line] = []
    for n, (what, title, most, step) in enumerate(
        (("wrong", "wrong orders, %", 60, 10), ("none", "no order, %", 100, 20))
    ):
        lines = [
            Line(name, _shares(each["groups"], what, way), COLOURS[m], width=3 if way in OURS else 1.8)
            for m, (way, name) in enumerate(NAMES.items())
        ]
        y = Axis(title, 0, most, [(k, str(k)) for k in range(0, most + 1, step)])
        parts += panel(Panel(("Told wrong", "Not told")[n], x, y, lines), 62 + 350 * n, 40, 290, 250)
    parts += legend(lines[:4], 62, 366)
    parts += legend(lines[4:], 412, 366)
    return page(
        "Share of wrong orders and of no order against the true gap, for seven ways to tell it",
        760,
        440,
        parts,
    )


def _shares(groups: Sequence[Mapping[str, Any]], what: str, way: str) -> list[tuple[float, float | None]]:
    """Per cent by group."""
    return [(_middle(g), 100 * g[what][way] / g["pairs"]) for g in groups if g["pairs"]]


def _middle(group: Mapping[str, float]) -> float:
    """Of a group of gaps: the middle by ratio, as the axis has it."""
    low = group["from_us"] or group["to_us"] / 4
    return math.sqrt(low * group["to_us"])


def bounds_picture(places: Sequence[Mapping[str, Any]]) -> str:
    """The guaranteed ± against the time since start."""
    lines = []
    for n, place in enumerate(places):
        for which, dashed in (("median", False), ("p99", True)):
            points = [
                (t["at_s"], t["bound_us"][which] / 1000 if t["bound_us"] else None) for t in place["times"]
            ]
            lines.append(Line(place["name"] if not dashed else "", points, COLOURS[n], dashed))
    x = Axis(
        "seconds since the boards were plugged in",
        0.3,
        120,
        [(0.3, "0.3"), (1, "1"), (3, "3"), (10, "10"), (30, "30"), (60, "60"), (120, "120")],
        log=True,
    )
    y = Axis("guaranteed ±, ms", 0, 1.0, [(n / 5, f"{n / 5:.1f}") for n in range(6)])
    parts = panel(Panel("The guaranteed ± between two boards on USB", x, y, lines), 62, 40, 440, 250)
    parts += legend([*lines, Line("99 of 100 pairs: at most", (), "#444", dashed=True)], 520, 70)
    return page(
        "The guaranteed bound between two boards against the time since they were plugged in", 760, 350, parts
    )


def suspension_picture(suspensions: Sequence[Mapping[str, Any]]) -> str:
    """The guaranteed ± while USB sleeps, and where there is no verdict."""
    parts: list[str] = []
    for n, each in enumerate(suspensions):
        began, length = each["began_s"], each["length_s"]
        times = each["times"]
        # A moment counts as without verdict when any run gives none there.
        full = [t["judged"] == t["pairs"] for t in times]
        bands = [Band(0, length, "USB asleep")]
        bands += _without(times, full, began)
        lines = []
        for which, dashed in (("median", False), ("most", True)):
            points = [
                (t["at_s"] - began, t["bound_us"][which] / 1000 if there else None)
                for t, there in zip(times, full, strict=True)
            ]
            lines.append(Line("median" if not dashed else "most", points, COLOURS[0], dashed))
        last = times[-1]["at_s"] - began
        x = Axis(
            "seconds since USB fell asleep", -10, last, [(s, str(s)) for s in range(0, int(last) + 1, 40)]
        )
        y = Axis(
            "guaranteed ±, ms",
            0.2,
            30,
            [(0.2, "0.2"), (0.5, "0.5"), (1, "1"), (2, "2"), (5, "5"), (10, "10"), (20, "20")],
            log=True,
        )
        parts += panel(Panel(f"Asleep for {length} s", x, y, lines, bands), 62 + 350 * n, 40, 290, 230)
        if n == 0:
            parts += legend(lines, 262, 60)
    return page("The guaranteed bound before, during and after a suspension of USB", 760, 330, parts)


def _without(times: Sequence[Mapping[str, Any]], full: Sequence[bool], began: float) -> list[Band]:
    """Where there is no verdict, as bands."""
    bands = []
    start: float | None = None
    for t, there in zip(times, full, strict=True):
        at = t["at_s"] - began
        if not there and start is None:
            start = at
        if there and start is not None:
            bands.append(Band(start, at, "no verdict", "#f6d9d0", 10))
            start = None
    if start is not None:
        bands.append(Band(start, times[-1]["at_s"] - began, "no verdict", "#f6d9d0", 10))
    return bands
