"""The sequencer: every input of a table, in the order that is proven, in bundles where none is.

A bundle is all pending inputs that no pending input is proven to precede. It leaves when the watermarks have passed all
its members: whatever comes later is then proven later. The same inputs leave in the same bundles whatever order they
arrive in. No clock, no I/O: watermarks are arguments.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import between, gap
from lapsy.timing.watermark import Watermark

T = TypeVar("T")

#: Released inputs are remembered this long behind the newest, to tell stale inputs and unproven followers.
MEMORY_US = 2_000_000


class Rank(IntEnum):
    """Among inputs whose times prove nothing, lower ranks come first (rules F, LS-31).

    A press that is not proven later than a card becoming visible belongs to the situation before it; a deadline leaves
    only after every press that is not proven later.
    """

    PRESS = 0
    SHOWN = 1
    REFEREE = 2
    DEADLINE = 3


@dataclass(frozen=True, slots=True)
class Pending(Generic[T]):
    """One input waiting for its turn. ``n`` is its number at this table; ``claim`` is set for presses of boards."""

    n: int
    rank: Rank
    span: Span
    payload: T
    claim: Claim | None = None

    @property
    def at_us(self) -> int:
        """The moment to name, where one is needed."""
        return self.span.mid_us if self.claim is None else self.claim.at_us


@dataclass(frozen=True, slots=True)
class Released(Generic[T]):
    """A bundle. ``t_us``: for windows and deadlines only. ``not_after[i]``: numbers of earlier inputs that member i
    is not proven to come after."""

    t_us: int
    members: tuple[Pending[T], ...]
    not_after: tuple[tuple[int, ...], ...]


def precedes(a: Pending[T], b: Pending[T], tie_us: int = 0) -> bool:
    """True when ``a`` is proven, or by its rank held, to come before ``b``. ``tie_us``: two hands nearer than this
    have no order, proven or not (LS-09)."""
    if a.claim is not None and b.claim is not None and a.rank == b.rank == Rank.PRESS:
        return _hand_precedes(a.claim, b.claim, tie_us)
    if order := _order(a, b):
        return order > 0
    if a.rank != b.rank:
        return a.rank < b.rank
    # What the table does itself happens one thing after the other.
    return a.rank != Rank.PRESS and a.n < b.n


def proven(a: Pending[T], b: Pending[T], tie_us: int = 0) -> bool:
    """As ``precedes``, by measurement alone: ranks hold nothing."""
    if a.claim is not None and b.claim is not None and a.rank == b.rank == Rank.PRESS:
        return _hand_precedes(a.claim, b.claim, tie_us)
    return _order(a, b) > 0


def _order(a: Pending[T], b: Pending[T]) -> int:
    if a.claim is not None and b.claim is not None:
        return gap(a.claim, b.claim).order
    return between(a.span, b.span).order


def _hand_precedes(a: Claim, b: Claim, tie_us: int) -> bool:
    if not a.shares_axis(b):  # the wire does not contradict the maps, but for a crystal's share
        by_map = between(a.span, b.span)
        if not tie_us and by_map.order:
            return by_map.order > 0
        if by_map.us + by_map.bound_us + tie_us // 1_000 + 1 < tie_us:
            return False
    found = gap(a, b)
    return found.order > 0 and found.us >= tie_us


def _ends_us(item: Pending[T]) -> int:
    return item.span.hi_us


class Sequencer(Generic[T]):
    """Holds pending inputs and gives them back one bundle at a time.

    ``tie_us``: hands nearer than this to the earliest share its bundle; never less than what is proven. It does not
    chain: a third hand that near to the second alone comes after (LS-09).
    """

    def __init__(self, tie_us: int = 0) -> None:
        self._tie_us = tie_us
        self._pending: dict[int, Pending[T]] = {}
        # By the ends of their spans, so that the near ones are the last.
        self._released: list[Pending[T]] = []
        self._front_us: int | None = None  # the latest end of a span among what was released
        self._t_us: int | None = None  # bundles never step back in time
        # No press up to the first is taken any more, unless it is proven to precede the second.
        self._given_up: list[tuple[int, Claim | None]] = []

    @property
    def pending(self) -> tuple[Pending[T], ...]:
        """What waits, in the order it came."""
        return tuple(self._pending.values())

    def add(self, item: Pending[T]) -> bool:
        """Take an input. False when it is *stale*: not proven later than what was already released; it is not kept."""
        if self.is_stale(item):
            return False
        self.insert(item)
        return True

    def insert(self, item: Pending[T]) -> None:
        """Take an input whatever was released before it."""
        self._pending[item.n] = item

    def discard(self, n: int) -> None:
        """Forget a pending input (a deadline that no longer holds)."""
        self._pending.pop(n, None)

    def give_up_presses(self, t_us: int, since: Claim | None = None) -> None:
        """Forget every press that waits, and take none that is not proven later than ``t_us``. ``since``: those that
        are proven to precede it stay, and are taken when they come later: arrival decides nothing."""
        self._pending = {
            n: p
            for n, p in self._pending.items()
            if p.claim is None
            or p.rank != Rank.PRESS
            or (since is not None and gap(p.claim, since).order > 0)
        }
        self._given_up.append((t_us, since))
        if since is None:
            self._t_us = t_us if self._t_us is None else max(t_us, self._t_us)

    def release(self, marks: Iterable[Watermark]) -> Released[T] | None:
        """The next bundle, or None while some watermark has not passed it."""
        if not self._pending:
            return None
        # What begins after some other has ended is preceded by that one. It may still precede, by the wire, a hand that
        # begins before: but nothing that has ended by then.
        ends_us = min(p.span.hi_us for p in self._pending.values()) + self._apart_us
        early = [p for p in self._pending.values() if p.span.lo_us <= ends_us]
        last_us = max(p.span.hi_us for p in early)
        rivals = [p for p in self._pending.values() if p.span.lo_us <= last_us]
        first = [b for b in early if not any(a is not b and self._precedes(a, b) for a in rivals)]
        if not first:
            first = self._untangle(early, rivals)
        all_marks = tuple(marks)
        if not all(mark.passed(p.span, p.claim, self._tie(p)) for p in first for mark in all_marks):
            return None
        first.sort(key=lambda p: p.n)
        t_us = min(p.at_us for p in first)
        if self._t_us is not None:
            t_us = max(t_us, self._t_us)
        not_after = tuple(
            tuple(sorted(r.n for r in self._near(p) if not self._precedes(r, p))) for p in first
        )
        self._remember(first)
        self._t_us = t_us
        return Released(t_us, tuple(first), not_after)

    def is_stale(self, item: Pending[T]) -> bool:
        """True when ``add`` would not take it. What the table itself put in is never stale, nor a card that was
        shown."""
        if item.claim is None or item.rank != Rank.PRESS:
            return False
        for t_us, since in self._given_up:
            if item.span.lo_us <= t_us and (since is None or gap(item.claim, since).order <= 0):
                return True
        if self._front_us is None:
            return False
        if item.span.lo_us < self._front_us - MEMORY_US:
            return True
        return any(not self._precedes(r, item) for r in self._near(item))

    def _untangle(self, early: list[Pending[T]], rivals: list[Pending[T]]) -> list[Pending[T]]:
        """The first of those that precede each other in a circle: what is proven counts, and no rank does.

        Hand B may be proven later than hand A by the wire, and A later than a card by its map, while B's own map is too
        wide to tell: then B is later than the card all the same."""
        first = [b for b in early if not any(a is not b and proven(a, b, self._tie_us) for a in rivals)]
        # None at all: a board's map moved between two of its claims. Take the earliest span.
        return first or [min(early, key=lambda p: (p.span.lo_us, p.span.hi_us, p.n))]

    @property
    def _apart_us(self) -> int:
        """Spans further apart than this are those of ordered hands: a counter's microsecond is a little more or less
        than the axis's."""
        return self._tie_us + self._tie_us // 1_000

    def _near(self, later: Pending[T]) -> list[Pending[T]]:
        """What was released and does not end so long before ``later`` begins that nothing need be compared."""
        return self._released[bisect_left(self._released, later.span.lo_us - self._apart_us, key=_ends_us) :]

    def _precedes(self, a: Pending[T], b: Pending[T]) -> bool:
        return precedes(a, b, self._tie_us)

    def _tie(self, item: Pending[T]) -> int:
        return self._apart_us if item.rank == Rank.PRESS and item.claim is not None else 0

    def _remember(self, released: list[Pending[T]]) -> None:
        for p in released:
            del self._pending[p.n]
        front_us = max(p.span.hi_us for p in released)
        self._front_us = front_us if self._front_us is None else max(front_us, self._front_us)
        del self._released[: bisect_right(self._released, self._front_us - MEMORY_US, key=_ends_us)]
        for p in released:
            insort(self._released, p, key=_ends_us)
        # What is older than that is stale anyhow.
        self._given_up = [g for g in self._given_up if g[0] >= self._front_us - MEMORY_US]
