"""Going through the pads of a board one by one, each to be struck some times: what to ask for next, and what came out.

Pure: events and times come in, on the host's axis.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lapsy.boards import events
from lapsy.boards.bounce import QUIET_US, Bounce, bounce, bursts, hold_off_us
from lapsy.boards.pads import pad_names

#: A press so soon after a release is the same hand: the contact bounced for longer than its hold-off.
AGAIN_US = 40_000
#: Inputs that no hand strikes.
WIRES = ("none", "sync", "photo")


@dataclass(frozen=True, slots=True)
class PadResult:
    """``verdict``: "good"; "silent" (no press came), "few" (fewer than were asked for), "stuck" (down from the start),
    "restless" (its edges did not end), "doubles" (it gave two presses for one) or "slow" (its bounce is too long for any
    sensible hold-off). ``hold_us``: a hold-off that fits it."""

    name: str
    verdict: str
    presses: int
    bounce: Bounce
    hold_us: int | None


class PadCheck:
    """``presses``: how often each pad is struck. ``limit_us``: after so long without a press of its own a pad counts as
    silent. ``inputs``: those to walk through, unless all that a hand strikes."""

    def __init__(
        self, hello: events.Hello, presses: int, limit_us: int, inputs: Iterable[int] | None = None
    ) -> None:
        self._names = pad_names(hello.roles)
        self._since_us = hello.now_us
        struck = [n for n, role in enumerate(hello.roles) if events.role_name(role) not in WIRES]
        self._left = struck if inputs is None else list(inputs)
        self._presses = presses
        self._limit_us = limit_us
        self._due_us: int | None = None
        self._down_at_start: set[int] | None = None
        self._edges: list[list[tuple[int, bool]]] = [[] for _ in self._names]
        self._strokes = [0] * len(self._names)
        self._released_us: dict[int, int] = {}
        self._doubles: set[int] = set()
        self._complete_us = 0
        self._others: list[str] = []
        self._stuck: list[int] = []
        self._silent: list[int] = []
        self._restless: list[int] = []

    @property
    def pad(self) -> str | None:
        """Which pad to strike now; None when all are through, or before the board has told which are down."""
        return self._names[self._left[0]] if self._left and self._down_at_start is not None else None

    @property
    def over(self) -> bool:
        """Whether all pads are through."""
        return not self._left

    @property
    def strokes(self) -> int:
        """How often the present pad was struck."""
        return self._strokes[self._left[0]] if self._left else 0

    def others(self) -> list[str]:
        """Pads that were struck out of turn since the last call."""
        others, self._others = self._others, []
        return others

    def feed(self, now_us: int, heard: list[events.Event]) -> None:
        """Take in what came by ``now_us``."""
        for event in heard:
            self._take(now_us, event)
        self._go_on(now_us)

    def results(self) -> list[PadResult]:
        """One a pad that was looked at."""
        struck = {number for number, strokes in enumerate(self._strokes) if strokes}
        return [self._result(number) for number in sorted({*struck, *self._stuck, *self._silent})]

    # Inside.

    def _take(self, now_us: int, event: events.Event) -> None:
        match event:
            case events.Mark(t_us=t_us, complete=complete, pressed=pressed, stuck=stuck):
                if complete:
                    self._complete_us = t_us
                if pressed is not None and self._down_at_start is None:
                    # What was down when the board started is not told as pressed.
                    self._begin(now_us, pressed | stuck)
            case events.Edges(edges=edges):
                for edge in edges:
                    if edge.t_us < self._since_us or edge.input >= len(self._names):
                        continue  # from before: kept by the board for whoever asks; or of an input that it has not
                    self._edges[edge.input].append((edge.t_us, edge.active))
            case events.Press(t_us=t_us, input=number) if t_us >= self._since_us and number < len(
                self._names
            ):
                self._press(now_us, event)

    def _begin(self, now_us: int, pressed: int) -> None:
        self._down_at_start = {n for n in self._left if pressed >> n & 1}
        self._stuck = sorted(self._down_at_start)
        self._left = [n for n in self._left if n not in self._down_at_start]
        self._due_us = now_us + self._limit_us

    def _press(self, now_us: int, press: events.Press) -> None:
        number = press.input
        if not press.pressed:
            self._strokes[number] += 1
            self._released_us[number] = press.t_us
            return
        if press.t_us - self._released_us.get(number, -AGAIN_US) < AGAIN_US:
            self._doubles.add(number)
        if not self._left or self._down_at_start is None:
            return
        if number != self._left[0]:
            if number in self._left:
                self._others.append(self._names[number])
        elif self._strokes[number] < self._presses:
            # Neither another pad that chatters nor this one, once it has what it needs, may keep the walk here for ever.
            self._due_us = now_us + self._limit_us

    def _go_on(self, now_us: int) -> None:
        if not self._left or self._down_at_start is None or self._due_us is None:
            return
        number = self._left[0]
        edges = self._edges[number]
        quiet = not edges or self._complete_us - edges[-1][0] > QUIET_US
        if self._strokes[number] >= self._presses and quiet:
            self._left.pop(0)
            self._due_us = now_us + self._limit_us
        elif now_us >= self._due_us:
            (self._silent if self._strokes[number] < self._presses else self._restless).append(number)
            self._left.pop(0)
            self._due_us = now_us + self._limit_us

    def _result(self, number: int) -> PadResult:
        found = bounce(bursts(self._edges[number]))
        hold_us = hold_off_us(found.longest_us)
        if number in self._stuck:
            verdict = "stuck"
        elif number in self._silent:
            verdict = "few" if self._strokes[number] else "silent"
        elif number in self._restless:
            verdict = "restless"
        elif number in self._doubles:
            verdict = "doubles"
        elif hold_us is None:
            verdict = "slow"
        else:
            verdict = "good"
        return PadResult(self._names[number], verdict, self._strokes[number], found, hold_us)
