"""The host's clock, and what tells that it stood still or stepped.

Everything of a live table is stamped by one clock: on Linux CLOCK_MONOTONIC_RAW, because the ordinary monotonic clock is
slewed to keep the time of day (NTP may bend it by 500 ppm for hours, chrony by 8 % for moments), which is more than the
drift of a crystal that the boards' maps allow for. Elsewhere ``time.perf_counter_ns``: on Windows ``time.monotonic`` steps
by 15.6 ms before Python 3.13.

No such clock counts the time that a machine sleeps, while a board that keeps its power goes on counting. So a second clock
that does count sleep is read beside it:

* Linux: CLOCK_BOOTTIME. It is slewed like the ordinary clock, so the two may drift apart, and that is no jump.
* macOS: CLOCK_MONOTONIC_RAW, which there counts sleep; ``perf_counter`` does not.
* Windows: nothing is compared. Its performance counter is said to count sleep itself, so that a host that slept is one that
  has not pinged for long; whether that is so on a given machine, Läpsy does not check.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

#: Two clocks may be apart by this much more than at the last look: whoever reads them may be held up in between.
SLACK_US = 100_000

#: A clock that is being corrected may run so much faster or slower for a moment (chrony's ``maxslewrate`` is 83,333 ppm) ...
SLEW_PPM = 100_000

#: ... and for longer than this only so much (the kernel's limit).
MOMENT_US = 1_000_000
DRIFT_PPM = 500

#: Readings further apart than this are read again: the process was held up between them.
APART_US = 1_000
TRIES = 5

Reading = Callable[[], int]


def _reading(name: str) -> Reading | None:
    clock = getattr(time, name, None)
    if clock is None:
        return None
    return lambda: time.clock_gettime_ns(clock) // 1000


def _clocks(platform: str) -> tuple[Reading, Reading | None]:
    """The clock that stamps, and the one that counts sleep too, if there is one."""
    if platform == "linux" and (raw := _reading("CLOCK_MONOTONIC_RAW")) is not None:
        return raw, _reading("CLOCK_BOOTTIME")
    other = _reading("CLOCK_MONOTONIC_RAW") if platform == "darwin" else None
    return lambda: time.perf_counter_ns() // 1000, other


_raw_us, _other_us = _clocks(sys.platform)


def now_us() -> int:
    """The present on the host's clock, microseconds from some moment in the past; it never goes back."""
    return _raw_us()


def readings(raw: Reading = _raw_us, other: Reading | None = _other_us) -> tuple[int, int] | None:
    """Both clocks at one moment, for ``Watch.look``; None where there is no second clock.

    The second is read between two readings of the first. Of a few tries the one that took least counts.
    """
    if other is None:
        return None
    best: tuple[int, int, int] | None = None
    for _ in range(TRIES):
        before_us, other_us, after_us = raw(), other(), raw()
        apart_us = after_us - before_us
        if best is None or apart_us < best[0]:
            best = (apart_us, (before_us + after_us) // 2, other_us)
        if apart_us <= APART_US:
            break
    assert best is not None
    return best[1], best[2]


class Watch:
    """Notices that the host was suspended, or that one of its clocks stepped. Pure: readings come in as arguments.

    A suspension of 0.3 s is noticed when looks are at most some minutes of the host's clock apart; drift is no jump.
    """

    def __init__(self) -> None:
        self._raw_us: int | None = None
        self._other_us = 0

    def look(self, raw_us: int, other_us: int) -> int | None:
        """``raw_us``: the clock that stamps; ``other_us``: the one that counts sleep, at the same moment.

        How much more time has passed than the first clock has counted since the last look, when that is no drift; negative
        when the first stepped ahead. None when all is well.
        """
        before_raw_us, before_other_us = self._raw_us, self._other_us
        self._raw_us, self._other_us = raw_us, other_us
        if before_raw_us is None:
            return None
        passed_us = raw_us - before_raw_us
        by_us = (other_us - before_other_us) - passed_us
        counted_us = max(0, passed_us)
        moment_us = min(counted_us, MOMENT_US)
        drift_us = (moment_us * SLEW_PPM + (counted_us - moment_us) * DRIFT_PPM) // 1_000_000
        return by_us if abs(by_us) > SLACK_US + drift_us or passed_us < 0 else None
