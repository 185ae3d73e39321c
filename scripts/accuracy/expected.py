"""What ± an arbiter is to expect, by how two hands are connected: the small table at the head of docs/accuracy.md."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lapsy.timing.claim import NOT_CERTIFIED, SOURCE_BOUND_US


@dataclass(frozen=True, slots=True)
class Expected:
    """One row. ``usual_ms``: half of all pairs have at most this; ``most_ms``: 99 of 100; both the same where declared."""

    name: str
    usual_ms: float
    most_ms: float
    certified: bool
    why: str

    @property
    def told(self) -> str:
        """For people."""
        return plus_minus(self.most_ms)


def plus_minus(ms: float) -> str:
    """A bound for people: never less than it is."""
    places = 3 if ms < 0.02 else 2 if ms < 5 else 0
    up = math.ceil(round(ms * 10**places, 6)) / 10**places
    return f"± {up:.{places}f} ms"


def expected(results: Mapping[str, Any]) -> list[Expected]:
    """From the figures of time: on one board and by wire over all pairs, by USB from 30 s on and in the first seconds."""
    orders = {each["name"]: each["bound_us"] for each in results["orders"]}
    places = {each["name"]: each for each in results["over_time"]}
    rows = [
        _row(
            "one board", orders["one board"], "the board's own stamps; closer hands by the order of capture"
        ),
        _row(
            "two boards, sync wire", orders["sync wire"], "both boards stamp the same pulses, while they come"
        ),
    ]
    for name, place, told in (
        ("two boards, USB", "USB", "pings, from 30 s after plugging in"),
        ("two boards, hub on one", "USB, hub on one", "the same"),
        ("two boards, busy host", "USB, loaded host", "the same"),
    ):
        rows.append(_row(name, places[place]["settled_us"], told))
    first = max(
        (t for t in places["USB"]["times"] if t["at_s"] < 10 and t["bound_us"]),
        key=lambda t: t["bound_us"]["p99"],
    )
    rows.append(_row("USB, first seconds", first["bound_us"], "the rate of the crystals is not known yet"))
    for source in ("keyboard", "phone"):
        bound_ms = SOURCE_BOUND_US[source] / 1000
        rows.append(
            Expected(
                f"{source} against a pad",
                bound_ms,
                bound_ms,
                source not in NOT_CERTIFIED,
                "declared: no ping sees how late a page stamps; the pad's own ± comes on top; not certified",
            )
        )
    return rows


def _row(name: str, bound_us: Mapping[str, float], why: str) -> Expected:
    return Expected(name, bound_us["median"] / 1000, bound_us["p99"] / 1000, True, why)
