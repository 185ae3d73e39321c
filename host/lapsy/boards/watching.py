"""What somebody who watches a board sees: each input's state and recent past, the link, what went wrong. Pure."""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field

from lapsy.boards import events
from lapsy.boards.bounce import QUIET_US, Burst, bursts
from lapsy.boards.pads import pad_names

#: The past that is kept of an input's level.
PAST_US = 30_000_000
_TRIPS = 20
_TEXTS = 4


@dataclass(slots=True)
class Input:
    """One input. ``bounce``: of its newest press. ``changes``: (board's clock, pressed) of the presses and releases
    that are kept."""

    name: str
    down: bool = False
    presses: int = 0
    glitches: int = 0
    last_us: int | None = None
    bounce: Burst | None = None
    changes: deque[tuple[int, bool]] = field(default_factory=deque)
    run: list[tuple[int, bool]] = field(default_factory=list)


class Watch:
    """Feed it what a link tells; then read its fields. ``trouble`` is why nothing comes, empty while something does."""

    def __init__(self) -> None:
        self.hello: events.Hello | None = None
        self.inputs: list[Input] = []
        self.trouble = ""
        self.lost = 0
        self.faults: dict[str, int] = {}
        self.texts: deque[str] = deque(maxlen=_TEXTS)
        self._trips: deque[int] = deque(maxlen=_TRIPS)
        self._mark: tuple[int, int] | None = None  # the board's clock and the host's at one moment

    @property
    def round_trip_us(self) -> int | None:
        """Median of the newest pings; None before the first answer."""
        return round(statistics.median(self._trips)) if self._trips else None

    def board_us(self, now_us: int) -> int:
        """The board's clock at the host's ``now_us``, to within the cable's delay."""
        if self._mark is None:
            return 0
        return self._mark[0] + max(0, now_us - self._mark[1])

    def feed(self, now_us: int, heard: list[events.Event]) -> None:
        """Take in events that came at ``now_us`` on the host's clock."""
        for event in heard:
            self._take(now_us, event)
        self._settle(self.board_us(now_us))

    def past(self, number: int, now_us: int, columns: int, column_us: int) -> list[bool]:
        """Whether the input was down at any time in each of the last ``columns`` spans of ``column_us``."""
        one = self.inputs[number]
        end_us = self.board_us(now_us)
        start_us = end_us - columns * column_us
        cells = [False] * columns
        level, since = False, start_us
        for t_us, pressed in (*one.changes, (end_us, False)):
            if level:
                first = max(0, (max(since, start_us) - start_us) // column_us)
                last = (min(t_us, end_us) - start_us) // column_us
                for cell in range(first, min(columns - 1, last) + 1):
                    cells[cell] = True
            level, since = pressed, t_us
        return cells

    def _take(self, now_us: int, event: events.Event) -> None:
        match event:
            case events.Hello():
                self._greet(now_us, event)
            case events.Press():
                self._press(event)
            case events.Edges(edges=edges):
                for edge in edges:
                    if edge.input < len(self.inputs):
                        self.inputs[edge.input].run.append((edge.t_us, edge.active))
            case events.Mark():
                self._mark_it(now_us, event)
            case events.Loss(count=count):
                self.lost += count
            case events.Fault(count=count, reason=reason):
                self.faults[reason] = count
            case events.Text(line=line):
                self.texts.append(line)
            case events.Silent(reason=reason):
                self.trouble = reason
            case events.Back():
                self.trouble = ""

    def _greet(self, now_us: int, hello: events.Hello) -> None:
        self.trouble = ""
        if self.hello is None or (hello.uid, hello.roles) != (self.hello.uid, self.hello.roles):
            self.inputs = [Input(name) for name in pad_names(hello.roles)]
        elif hello.boot != self.hello.boot:
            for one in self.inputs:
                one.changes.clear()
                one.run.clear()
        self.hello = hello
        self._mark = hello.now_us, now_us

    def _press(self, press: events.Press) -> None:
        if press.input >= len(self.inputs):
            return
        one = self.inputs[press.input]
        one.down = press.pressed
        one.changes.append((press.t_us, press.pressed))
        while one.changes and one.changes[0][0] < press.t_us - PAST_US:
            one.changes.popleft()
        if press.pressed:
            one.presses += 1
            one.last_us = press.t_us

    def _mark_it(self, now_us: int, mark: events.Mark) -> None:
        self._mark = mark.t_us, now_us
        if mark.ping is not None:
            self._trips.append(mark.ping.round_trip_us)
        if mark.pressed is not None:
            for number, one in enumerate(self.inputs):
                one.down = bool(mark.pressed >> number & 1)

    def _settle(self, now_us: int) -> None:
        """Close the bursts that have been quiet for long enough."""
        for one in self.inputs:
            if not one.run or now_us - one.run[-1][0] <= QUIET_US:
                continue
            for burst in bursts(one.run):
                if not burst.changed:
                    one.glitches += 1
                elif burst.pressed:
                    one.bounce = burst
            one.run.clear()
