"""From edges to presses and releases.

The stamp is that of the first edge of a burst. It is reported once the input has been at its new level for its
confirmation time in total within WINDOW_US; a shorter burst is a glitch and counted. After a report the input is
left alone for its hold-off, counted from the stamp (LS-14: a bounce is no second press).
"""

from slapboard.messages import QUAL_REPAIRED, ROLE_MASK, ROLE_PHOTO, ROLE_SYNC

WINDOW_US = 2_000
NEVER = 1 << 62
#: (hold-off, confirmation) of a contact, in us.
BUTTON = (30_000, 300)
#: Of the sync wire: driven by electronics, so it does not bounce; a pulse lasts 100 us, what a wire picks up 1 us.
SYNC = (2_000, 10)
#: Of a photodiode's comparator: it may ring for some ten us at the threshold; frames follow each other in 8 ms.
PHOTO = (5_000, 100)

_IDLE = 0  # level and report agree
_PENDING = 1  # a burst that is not yet believed
_HOLD = 2  # reported, nothing more to say until the hold-off ends


def timing(role: int) -> "tuple[int, int]":
    """(hold-off, confirmation) in us of an input with this role byte, unless it is told otherwise."""
    code = role & ROLE_MASK
    return SYNC if code == ROLE_SYNC else PHOTO if code == ROLE_PHOTO else BUTTON


class Debouncer:
    """All inputs of a board. Times are 64-bit microseconds and must not go back."""

    def __init__(self, inputs: int) -> None:
        #: An input's hold-off and confirmation time.
        self.hold_us = [BUTTON[0]] * inputs
        self.confirm_us = [BUTTON[1]] * inputs
        self.glitches = 0
        #: Presses and glitches of an input, for whoever counts and clears them.
        self.bursts = [0] * inputs
        #: Bitmaps: the reported levels; what was active when it was settled and has not been released since.
        self.pressed = 0
        self.held = 0
        self.next_due = NEVER
        self._phase = [_IDLE] * inputs
        self._level = [0] * inputs
        self._said = [0] * inputs
        self._since = [0] * inputs  # when the level was reached, and by which capture
        self._since_index = [0] * inputs
        self._stamp = [0] * inputs
        self._index = [0] * inputs
        self._qual = [0] * inputs
        self._total = [0] * inputs  # time at the new level in this burst, without the current run
        self._run_from = [0] * inputs
        self._due = [NEVER] * inputs
        self._waiting: list[
            int
        ] = []  # the inputs that have something due: few, and times are slow to compare
        self._out: list[tuple[int, int, int, int, int]] = []

    def settle(self, number: int, level: int) -> None:
        """The level of an input without an edge, as at the start. An active one is held: it says nothing, not even its
        release, until it has been released."""
        bit = 1 << number
        self._level[number] = self._said[number] = level
        self.pressed &= ~bit
        self.held = self.held | bit if level else self.held & ~bit
        self._rest(number)

    def regain(self, number: int, level: int, t: int, index: int) -> None:
        """The level of an input after a time of which edges are missing. One that became active then is held: nobody knows
        when it did. A burst that began before, and a press that was reported before, go on."""
        if level and not self._said[number] and self._phase[number] != _PENDING:
            self.settle(number, level)
        else:
            self.edge(number, level, t, index)

    def stamp(self, number: int) -> int:
        """The stamp of the newest report of an input."""
        return self._stamp[number]

    def edge(self, number: int, level: int, t: int, index: int) -> None:
        """The level of an input changed at ``t``. Call ``advance(t)`` first."""
        if level == self._level[number]:
            return
        phase = self._phase[number]
        if phase == _PENDING and level == self._said[number]:
            self._total[number] += t - self._run_from[number]
        self._level[number] = level
        self._since[number] = self._run_from[number] = t
        self._since_index[number] = index
        if phase == _IDLE:
            self._suspect(number, t, index, 0)
        elif phase == _PENDING:
            self._schedule_pending(number)

    def advance(self, t: int) -> None:
        """Everything that falls due up to and including ``t``, in the order of time."""
        while self.next_due <= t:
            due = self.next_due
            first = -1
            for number in self._waiting:
                if self._due[number] == due and (first < 0 or number < first):
                    first = number
            self._fire(first, due)

    def take(self) -> "list[tuple[int, int, int, int, int]]":
        """New reports: (input, pressed, qual, capture index, stamp)."""
        out = self._out
        if out:
            self._out = []
        return out

    def earliest_open(self) -> int:
        """The earliest stamp that may still be reported; NEVER when there is none."""
        if self.next_due == NEVER:
            return NEVER
        earliest = NEVER
        for number in self._waiting:
            phase = self._phase[number]
            if phase == _PENDING:
                earliest = min(earliest, self._stamp[number])
            elif phase == _HOLD and self._level[number] and not self._said[number]:
                # Pressed again while its release is held off: becomes a press if it lasts.
                earliest = min(earliest, self._since[number])
        return earliest

    def _suspect(self, number: int, stamp: int, index: int, qual: int) -> None:
        self._phase[number] = _PENDING
        self._stamp[number] = stamp
        self._index[number] = index
        self._qual[number] = qual
        self._total[number] = 0
        self._run_from[number] = stamp
        self._schedule_pending(number)

    def _schedule_pending(self, number: int) -> None:
        due = self._stamp[number] + WINDOW_US
        if self._level[number] != self._said[number]:
            due = min(due, self._run_from[number] + self.confirm_us[number] - self._total[number])
        self._set_due(number, due)

    def _set_due(self, number: int, due: int) -> None:
        if due == NEVER:
            if self._due[number] != NEVER:
                self._waiting.remove(number)
        elif self._due[number] == NEVER:
            self._waiting.append(number)
        self._due[number] = due
        nearest = NEVER
        for each in self._waiting:
            nearest = min(nearest, self._due[each])
        self.next_due = nearest

    def _fire(self, number: int, due: int) -> None:
        differs = self._level[number] != self._said[number]
        if self._phase[number] == _HOLD:
            if not differs:
                self._rest(number)
            elif self._said[number]:
                # Its edge is past and the watermark with it: the release is dated now, and says so.
                self._suspect(number, due, self._since_index[number], QUAL_REPAIRED)
            else:
                self._suspect(number, self._since[number], self._since_index[number], 0)
        elif differs and self._total[number] + due - self._run_from[number] >= self.confirm_us[number]:
            self._report(number, due)
        else:
            self.glitches += 1
            self.bursts[number] += 1
            if differs:
                self._suspect(number, self._since[number], self._since_index[number], 0)
            else:
                self._rest(number)

    def _rest(self, number: int) -> None:
        self._phase[number] = _IDLE
        self._set_due(number, NEVER)

    def _report(self, number: int, due: int) -> None:
        level = self._level[number]
        self._said[number] = level
        if self.held >> number & 1:
            self.held &= ~(1 << number)
        else:
            self.pressed ^= 1 << number
            self.bursts[number] += level
            self._out.append((number, level, self._qual[number], self._index[number], self._stamp[number]))
        self._phase[number] = _HOLD
        self._set_due(number, max(self._stamp[number] + self.hold_us[number], due))
