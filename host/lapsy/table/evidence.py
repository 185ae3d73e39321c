"""What stands behind one press besides its time: how its board's map stood, and how its line did. Never decides anything."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from dataclasses import asdict, astuple, dataclass
from typing import Any

from lapsy.games.play import JSON
from lapsy.timing.clock import Quality

#: Round trips are told of so much time: the last minute.
RECENT_US = 60_000_000

#: A ping that has no answer for so long is lost.
LOST_US = 1_000_000


@dataclass(frozen=True, slots=True)
class LinkStats:
    """How a line did up to a press, microseconds on the table's axis.

    ``since_us``: when its board last said hello; the counts are of the whole game. ``answered``, ``lost``: pings.
    ``duplicates``: numbers that came again; ``damaged``: lines that began like a message and were none; ``resends``: how
    often the board was asked to send again. ``least_us``, ``median_us``: round trips of the last minute, less what the board
    took; None without one.
    """

    since_us: int
    answered: int
    lost: int
    duplicates: int
    damaged: int
    resends: int
    least_us: int | None
    median_us: int | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """``clock``: the map in force at the press; ``link``: the line when the press was placed."""

    clock: Quality | None
    link: LinkStats

    def as_json(self) -> JSON:
        """By name, for pages and verdicts."""
        return {"clock": None if self.clock is None else asdict(self.clock), "link": asdict(self.link)}

    def as_row(self) -> list[Any]:
        """Compactly, for the journal's press records."""
        return [None if self.clock is None else list(astuple(self.clock)), list(astuple(self.link))]

    @classmethod
    def of_row(cls, row: list[Any]) -> Evidence:
        """What ``as_row`` wrote. Raises TypeError, ValueError for anything else."""
        clock, link = row
        return cls(None if clock is None else Quality(*clock), LinkStats(*link))


class RoundTrips:
    """The pings of one line: how many were answered, and how quick the answers of the last minute were."""

    def __init__(self) -> None:
        self._sent: deque[int] = deque()  # when, of the last second
        self._waited = 0  # sent before that
        self._answered = 0
        self._recent: deque[tuple[int, int]] = deque()  # (when it came, round trip)
        self._sorted: list[int] = []

    def sent(self, now_us: int) -> None:
        """A ping goes out."""
        self._sent.append(now_us)
        self._forget(now_us)

    def answered(self, now_us: int, round_trip_us: int) -> None:
        """Its answer is here."""
        self._answered += 1
        self._recent.append((now_us, round_trip_us))
        insort(self._sorted, round_trip_us)
        self._forget(now_us)

    def stats(self, now_us: int, since_us: int, duplicates: int, damaged: int, resends: int) -> LinkStats:
        """All of it at ``now_us``, with what the link itself counts."""
        self._forget(now_us)
        trips = self._sorted
        return LinkStats(
            since_us,
            self._answered,
            max(0, self._waited - self._answered),
            duplicates,
            damaged,
            resends,
            trips[0] if trips else None,
            trips[len(trips) // 2] if trips else None,
        )

    def _forget(self, now_us: int) -> None:
        while self._sent and self._sent[0] <= now_us - LOST_US:
            self._sent.popleft()
            self._waited += 1
        while self._recent and self._recent[0][0] <= now_us - RECENT_US:
            _, trip_us = self._recent.popleft()
            del self._sorted[bisect_left(self._sorted, trip_us)]
