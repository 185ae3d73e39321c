"""Gaps, not times, are compared.

Within one board and boot the gap is the difference of the stamps and its sign is the capture index. Between boards it
comes from the spans on the table's axis. An order that is not proven is no order.
"""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.timing.claim import Claim, Span

#: One stamp may differ from the closing of its contact by this much: stamps are whole microseconds, and the inputs of
#: two pins may differ by as much again. Declared; no board has been measured.
CAPTURE_RESOLUTION_US = 1


@dataclass(frozen=True, slots=True)
class Gap:
    """Signed time from one claim to another: ``us`` ± ``bound_us``.

    ``order`` is +1 when the first is proven to precede the second, -1 the other way, 0 when nothing is proven.
    ``proof``: "gap" when the interval excludes 0, "capture" when only the capture index tells, None without an order.
    ``way``: by what the two were related: "board" (one counter), "wire" (the sync wire) or "map" (each board's map onto the
    table's axis).
    """

    us: int
    bound_us: int
    order: int
    proof: str | None
    way: str = "map"


def between(a: Span, b: Span) -> Gap:
    """The gap from ``a`` to ``b`` when all that is known are their spans."""
    lo, hi = b.lo_us - a.hi_us, b.hi_us - a.lo_us
    us = (lo + hi) // 2
    order = 1 if lo > 0 else -1 if hi < 0 else 0
    return Gap(us, hi - us, order, "gap" if order else None)


def gap(a: Claim, b: Claim) -> Gap:
    """The gap from claim ``a`` to claim ``b``."""
    if not a.shares_axis(b):
        return between(a.span, b.span)
    us = b.t_us - a.t_us
    bound_us = 2 * CAPTURE_RESOLUTION_US + a.bound_us + b.bound_us
    if abs(us) > bound_us:
        return Gap(us, bound_us, 1 if us > 0 else -1, "gap", "board")
    if a.bound_us or b.bound_us or a.index == b.index:
        return Gap(us, bound_us, 0, None, "board")
    return Gap(us, bound_us, 1 if a.index < b.index else -1, "capture", "board")
