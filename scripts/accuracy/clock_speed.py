"""How long one evaluation of the proven clock takes, beside two other ways to the same bounds.

Both others solve what the clock solves: all straight lines that keep to every bound of the last minute, and the least
and the most that any of them says of a stamp later than all of these. One compares every lower with every upper point;
one is scipy's linear programming, where scipy is there. All three must agree, or nothing is measured.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import traffic
from accuracy.speed import load
from lapsy.timing.clock import DRIFT_PPM
from lapsy.timing.gap import CAPTURE_RESOLUTION_US
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import TURN_PPB_PER_S, WINDOW_US, ProvenClock

#: The three may differ by this much: the clock rounds outwards, and its window begins at a whole segment of two seconds.
AGREE_US = 12.0

#: Slopes are in microseconds a microsecond.
STEEPEST = DRIFT_PPM * 1e-6

Points = list[tuple[float, float]]


def bounds_of(exchanges: Sequence[traffic.Exchange], t_us: int) -> tuple[Points, Points, float]:
    """The lower and upper points of the minute before ``t_us`` as (board's time since then, host minus board), and by how
    much they give way."""
    recent = [e for e in exchanges if t_us - WINDOW_US <= e.t2_us and e.t3_us <= t_us]
    lows = [(float(e.t2_us + 1 - t_us), float(e.t1_us - e.t2_us - 1)) for e in recent]
    highs = [(float(e.t3_us - t_us), float(e.t4_us + 1 - e.t3_us)) for e in recent]
    length_s = -min(lows[0][0], highs[0][0]) / 1e6
    return lows, highs, TURN_PPB_PER_S * 1e-3 * length_s * length_s / 16


def naive(lows: Points, highs: Points, slack_us: float) -> tuple[float, float]:
    """Every lower point with every upper one: how steep and how flat a line can be; then how high and low it can end."""
    flattest, steepest = -STEEPEST, STEEPEST
    for low_x, low_y in lows:
        for high_x, high_y in highs:
            rise, run = high_y - low_y + 2 * slack_us, high_x - low_x
            if run > 0:
                steepest = min(steepest, rise / run)
            elif run < 0:
                flattest = max(flattest, rise / run)
    # Steep lines end high: the least is said by the flattest, the most by the steepest.
    low = max(y - slack_us - flattest * x for x, y in lows)
    high = min(y + slack_us - steepest * x for x, y in highs)
    return low - slack_us, high + slack_us


def programmed(lows: Points, highs: Points, slack_us: float) -> tuple[float, float]:
    """By scipy's HiGHS. Raises ImportError without scipy."""
    import numpy
    from scipy.optimize import linprog

    # Unknown: the line's height and its slope, here in microseconds a second.
    middle = lows[-1][1]
    rows = [(-1.0, -x / 1e6) for x, _ in lows] + [(1.0, x / 1e6) for x, _ in highs]
    most = [-(y - middle - slack_us) for _, y in lows] + [y - middle + slack_us for _, y in highs]
    limits = [(None, None), (-DRIFT_PPM, DRIFT_PPM)]
    ends = [
        linprog((sign, 0.0), A_ub=numpy.array(rows), b_ub=numpy.array(most), bounds=limits).x[0]
        for sign in (1.0, -1.0)
    ]
    return middle + ends[0] - slack_us, middle + ends[1] + slack_us


def evaluations(seed: int = 1, rounds: int = 200) -> dict[str, Any]:
    """Medians, in microseconds of the processor, with a full window."""
    wired, _ = traffic.pair(seed)
    plan = PingPlan(hashlib.sha256(b"speed").digest())
    log = [e for e in wired.traffic(plan, 120_000_000) if isinstance(e, traffic.Exchange)]
    clock = ProvenClock()
    taken = [_timed(lambda e=e: clock.observe(*e)) for e in log]  # type: ignore[misc]
    last_us = log[-1].t3_us
    lows, highs, slack_us = bounds_of(log, last_us)
    found = naive(lows, highs, slack_us)
    # A press as it comes: a little later than the newest answer, each at another moment.
    spans = [_timed(lambda n=n: clock.span(last_us + 137 * n)) for n in range(rounds)]  # type: ignore[misc]
    result: dict[str, Any] = {
        "load": load(),
        "exchanges": len(lows),
        "span_us": round(median(spans), 1),
        "observe_us": round(median(taken[len(taken) // 2 :]), 1),
        "naive_us": round(median(_timed(lambda: naive(lows, highs, slack_us)) for _ in range(3))),
    }
    _agree(clock, last_us, found)
    try:
        programmed_us = median(_timed(lambda: programmed(lows, highs, slack_us)) for _ in range(9))
    except ImportError:
        return result
    _agree(clock, last_us, programmed(lows, highs, slack_us))
    return result | {"scipy_us": round(programmed_us)}


def _timed(call: Callable[[], object]) -> float:
    began = time.process_time_ns()
    call()
    return (time.process_time_ns() - began) / 1e3


def _agree(clock: ProvenClock, t_us: int, found: tuple[float, float]) -> None:
    span = clock.span(t_us)
    lo_us, hi_us = span.lo_us + CAPTURE_RESOLUTION_US - t_us, span.hi_us - CAPTURE_RESOLUTION_US - t_us
    if abs(lo_us - found[0]) > AGREE_US or abs(hi_us - found[1]) > AGREE_US:
        raise AssertionError(
            f"the clock says {lo_us} to {hi_us}, the other way {found[0]:.1f} to {found[1]:.1f}"
        )
