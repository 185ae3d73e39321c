"""How much one page, one machine or all of them may ask in a time: more is refused, never queued. Pure."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """``rate`` a second in the long run, ``burst`` at once. Times in seconds of any clock that does not go back."""

    rate: float
    burst: float
    _left: float = field(init=False)
    _at_s: float = float("-inf")

    def __post_init__(self) -> None:
        self._left = self.burst

    def take(self, now_s: float) -> bool:
        """True when one more is allowed now."""
        if self._at_s > float("-inf"):
            self._left = min(self.burst, self._left + (now_s - self._at_s) * self.rate)
        self._at_s = now_s
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Attempts:
    """``most`` in any ``span_s`` seconds, counted for each name; of ``names`` at most, the longest unheard go first."""

    def __init__(self, most: int, span_s: float, names: int = 1024) -> None:
        self._most = most
        self._span_s = span_s
        self._names = names
        self._times: dict[str, deque[float]] = {}

    def full(self, now_s: float, name: str = "") -> bool:
        """True when one more would be too many."""
        times = self._times.get(name)
        if times is None:
            return False
        while times and times[0] <= now_s - self._span_s:
            times.popleft()
        return len(times) >= self._most

    def count(self, now_s: float, name: str = "") -> None:
        """One more has happened."""
        times = self._times.pop(name, None) or deque(maxlen=self._most)
        times.append(now_s)
        self._times[name] = times
        if len(self._times) > self._names:
            del self._times[next(iter(self._times))]
