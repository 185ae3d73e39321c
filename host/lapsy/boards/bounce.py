"""How the contact of a pad bounces, from its raw edges: pure.

A stroke is two bursts of edges, one going down and one coming up, with a quiet time between them. A burst that ends at the
level it began at is no press: a glitch, or a tap too short to tell its two bounces apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: A contact at rest for so long has stopped bouncing. The bounce of a bad switch pauses for a few milliseconds at most.
QUIET_US = 20_000
#: Hold-offs that are sensible to set; a person's quickest two strokes are some 80 ms apart.
HOLD_LEAST_US = 5_000
HOLD_MOST_US = 60_000
#: The upper ends of the histogram's classes.
CLASSES_US = (0, 100, 300, 1_000, 3_000, 10_000, 30_000)


@dataclass(frozen=True, slots=True)
class Burst:
    """Edges of one input without a quiet time between them. ``length_us``: from the first to the last; 0 is one edge."""

    start_us: int
    length_us: int
    edges: int
    pressed: bool
    changed: bool


@dataclass(frozen=True, slots=True)
class Bounce:
    """What an input's bursts say. Lengths of bounces in µs, each list in the order of time."""

    down_us: tuple[int, ...]
    up_us: tuple[int, ...]
    glitches: int

    @property
    def longest_us(self) -> int:
        """The longest bounce, down or up; 0 when there was none."""
        return max((*self.down_us, *self.up_us), default=0)


def bursts(edges: Iterable[tuple[int, bool]], quiet_us: int = QUIET_US) -> list[Burst]:
    """Cut one input's edges (stamp, active), in the order of time, into bursts."""
    out: list[Burst] = []
    run: list[tuple[int, bool]] = []
    for edge in edges:
        if run and edge[0] - run[-1][0] > quiet_us:
            out.append(_burst(run))
            run = []
        run.append(edge)
    if run:
        out.append(_burst(run))
    return out


def _burst(run: Sequence[tuple[int, bool]]) -> Burst:
    first, last = run[0], run[-1]
    # The level before the first edge is the opposite of the one after it.
    return Burst(first[0], last[0] - first[0], len(run), last[1], last[1] == first[1])


def bounce(found: Iterable[Burst]) -> Bounce:
    """Sort an input's bursts."""
    down, up, glitches = [], [], 0
    for burst in found:
        if not burst.changed:
            glitches += 1
        elif burst.pressed:
            down.append(burst.length_us)
        else:
            up.append(burst.length_us)
    return Bounce(tuple(down), tuple(up), glitches)


def histogram(lengths_us: Iterable[int]) -> tuple[int, ...]:
    """How many lengths fall into each class: up to CLASSES_US[0], [1], ... and, last, beyond them all."""
    counts = [0] * (len(CLASSES_US) + 1)
    for length in lengths_us:
        place = next((n for n, most in enumerate(CLASSES_US) if length <= most), len(CLASSES_US))
        counts[place] += 1
    return tuple(counts)


def hold_off_us(longest_us: int) -> int | None:
    """A hold-off for a pad whose longest seen bounce was so long: twice that, in whole 5 ms; None when no sensible one
    is long enough."""
    wanted = max(HOLD_LEAST_US, -(-2 * longest_us // 5_000) * 5_000)
    return wanted if wanted <= HOLD_MOST_US else None
