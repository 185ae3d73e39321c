"""The figures of docs/accuracy.md as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_LOADS = {"idle": "idle", "busy": "busy loop", "gc": "`gc.collect()`"}
_CAPTURES = {"pio": "PIO and DMA", "irq": "`Pin.irq`"}


def figures(results: Mapping[str, Any]) -> str:
    """Tables and the sentences between them."""
    parts = [_headline(results)]
    for capture in ("pio", "irq"):
        rows = [
            (
                each["pins"],
                _gap(each["gap_us"]),
                _LOADS[each["load"]],
                *_order(each),
                _error(each),
            )
            for each in results["scenarios"]
            if each["capture"] == capture
        ]
        head = (
            "pins",
            "apart",
            "processor",
            "pairs",
            "wrong order",
            "told as one instant",
            "stamp minus true time, µs",
        )
        parts += [f"### {_CAPTURES[capture]}", table(head, rows)]
    parts += ["### The whole firmware, from the pin to the host's message", _firmware(results)]
    return "\n\n".join(parts) + "\n"


def _headline(results: Mapping[str, Any]) -> str:
    apart = [each for each in results["scenarios"] if each["capture"] == "pio" and each["gap_us"][0] >= 1]
    closer = [each for each in results["scenarios"] if each["capture"] == "pio" and 0 < each["gap_us"][0] < 1]
    pio, irq = results["all"]["pio"], results["all"]["irq"]
    unlike = sum(each["wrong"] + each["merged"] for each in closer)
    return (
        f"By PIO and DMA, {_sum(apart, 'wrong')} of {_sum(apart, 'pairs')} pairs of edges at least 1 µs apart came in the "
        f"wrong order, and {unlike:,} of {_sum(closer, 'pairs')} pairs 0.1 to 1 µs apart came in the wrong order or as one "
        f"instant; {pio['split']:,} of {pio['ties']:,} pairs of one instant were told as an order. Stamps lay between "
        f"{pio['error_us']['least']:+.2f} and {pio['error_us']['most']:+.2f} µs of the true edge.\n\n"
        f"By `Pin.irq`, {irq['wrong']:,} of {irq['pairs']:,} pairs came in the wrong order and {irq['merged']:,} as one "
        "instant that were none: edges that come while an interrupt waits for its turn share its stamp. Stamps lay between "
        f"{irq['error_us']['least']:+.1f} and {irq['error_us']['most']:+.1f} µs."
    )


def _sum(scenarios: Sequence[Mapping[str, Any]], what: str) -> str:
    return f"{sum(each[what] for each in scenarios):,}"


def _firmware(results: Mapping[str, Any]) -> str:
    measured = {
        f"presses and releases 1 to 5 µs apart, {pins}": each for pins, each in results["firmware"].items()
    }
    measured["bouncing contacts, 0.2 to 12 ms at press and release"] = results["bounces"]
    measured["`Pin.irq`, 22 contacts bouncing at one time"] = results["irq_worst"]
    rows = [
        (what, each["edges"], each["lost"], each["extra"], each["wrong"], _error(each))
        for what, each in measured.items()
    ]
    glitches = results["glitches"]
    told = table(("what", "edges", "lost", "told twice", "wrong order", "stamp minus true time, µs"), rows)
    return (
        f"{told}\n\nOf {glitches['given']} glitches of 1 to 20 µs {glitches['reported']} were reported and "
        f"{glitches['counted']} counted by the board."
    )


def _order(each: Mapping[str, Any]) -> tuple[str, str, str]:
    if each["ties"]:
        told = each["ties"] - each["split"]
        return f"{each['ties']:,}", str(each["split"]), f"{told:,}, rightly"
    return f"{each['pairs']:,}", str(each["wrong"]), f"{each['merged']:,}"


def _gap(gap_us: Sequence[float]) -> str:
    least, most = gap_us
    return f"{least:g} to {most:g} µs" if most else "at once"


def _error(each: Mapping[str, Any]) -> str:
    error = each["error_us"]
    return f"{error['least']:+.2f} .. {error['most']:+.2f}"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += [
        "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row) + " |"
        for row in rows
    ]
    return "\n".join(lines)
