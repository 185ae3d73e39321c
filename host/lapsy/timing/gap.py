"""Gaps, not times, are compared.

Within one board and boot the gap is the difference of the stamps and its sign is the capture index. Between boards it
comes from the sync wire, and without one from the spans on the table's axis. An order that is not proven is no order.
"""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.timing.claim import CAPTURE_RESOLUTION_US, Claim, Span
from lapsy.timing.wire import wire_gap


@dataclass(frozen=True, slots=True)
class Gap:
    """Signed time from one claim to another: ``us`` ± ``bound_us``.

    ``order`` is +1 when the first is proven to precede the second, -1 the other way, 0 when nothing is proven.
    ``proof``: "gap" when the interval excludes 0, "capture" when only the capture index tells, None without an order.
    ``way``: by what the two were related: "board" (one counter), "wire" (the sync wire) or "map" (each board's map
    onto the table's axis)."""

    us: int
    bound_us: int
    order: int
    proof: str | None
    way: str = "map"


def between(a: Span, b: Span) -> Gap:
    """The gap from ``a`` to ``b`` when all that is known are their spans."""
    return _within(b.lo_us - a.hi_us, b.hi_us - a.lo_us, "map")


def gap(a: Claim, b: Claim) -> Gap:
    """The gap from claim ``a`` to claim ``b``, handicaps included."""
    if not a.shares_axis(b):
        return _between_boards(a, b)
    us = b.t_us - a.t_us + b.handicap_us - a.handicap_us
    bound_us = 2 * CAPTURE_RESOLUTION_US + a.bound_us + b.bound_us
    if abs(us) > bound_us:
        return Gap(us, bound_us, 1 if us > 0 else -1, "gap", "board")
    if a.bound_us or b.bound_us or a.index == b.index or a.handicap_us != b.handicap_us:
        return Gap(us, bound_us, 0, None, "board")
    return Gap(us, bound_us, 1 if a.index < b.index else -1, "capture", "board")


def _between_boards(a: Claim, b: Claim) -> Gap:
    by_map = between(a.span, b.span)
    wired = wire_gap(a, b)
    if wired is None:
        return by_map
    # Both hold, so their common part does.
    lo_us = max(wired[0], by_map.us - by_map.bound_us)
    hi_us = min(wired[1], by_map.us + by_map.bound_us)
    by_wire = _within(lo_us, hi_us, "wire") if lo_us <= hi_us else _within(*wired, "wire")
    return by_wire if by_wire.bound_us < by_map.bound_us else by_map


def _within(lo_us: int, hi_us: int, way: str) -> Gap:
    twice_us = lo_us + hi_us
    # Towards nought: a half must not lean to whoever is named first.
    us = twice_us // 2 if twice_us >= 0 else -(-twice_us // 2)
    order = 1 if lo_us > 0 else -1 if hi_us < 0 else 0
    return Gap(us, max(hi_us - us, us - lo_us), order, "gap" if order else None, way)
