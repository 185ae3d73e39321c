"""From edges to presses and releases.

The stamp is that of the first edge of a burst. It is reported once the input has been at its new level for its
confirmation time in total within WINDOW_US; a shorter burst is a glitch and counted. After a report the input is
left alone for its hold-off, counted from the stamp (LS-14: a bounce is no second press).
"""

from slapboard.messages import MAX_INPUTS, QUAL_REPAIRED, ROLE_MASK, ROLE_PHOTO, ROLE_SYNC

WINDOW_US = 2_000
#: The largest small integer of a 32-bit MicroPython: larger ones are slow, and each makes garbage.
NEVER = (1 << 30) - 1
#: (hold-off, confirmation) of a contact, in us.
BUTTON = (30_000, 300)
#: Of the sync wire: driven by electronics, so it does not bounce; a pulse lasts 100 us, what a wire picks up 1 us.
SYNC = (2_000, 10)
#: Of a photodiode's comparator: it may ring for some ten us at the threshold; frames follow each other in 8 ms.
PHOTO = (5_000, 100)

#: The input of a bit in a bitmap of inputs.
NUMBER = {1 << number: number for number in range(MAX_INPUTS)}
#: How far back times are told apart.
AGE_US = 1 << 28

_IDLE = 0  # level and report agree
_PENDING = 1  # a burst that is not yet believed
_HOLD = 2  # reported, nothing more to say until the hold-off ends


def timing(role: int) -> "tuple[int, int]":
    """(hold-off, confirmation) in us of an input with this role byte, unless it is told otherwise."""
    code = role & ROLE_MASK
    return SYNC if code == ROLE_SYNC else PHOTO if code == ROLE_PHOTO else BUTTON


class Debouncer:
    """All inputs of a board. Times are microseconds after ``base`` and must not go back; ``rebase`` keeps them small."""

    def __init__(self, inputs: int) -> None:
        #: Where the times begin, in 64-bit microseconds.
        self.base = 0
        #: An input's hold-off and confirmation time.
        self.hold_us = [BUTTON[0]] * inputs
        self.confirm_us = [BUTTON[1]] * inputs
        self.glitches = 0
        #: Presses and glitches of an input, for whoever counts and clears them.
        self.bursts = [0] * inputs
        #: Bitmaps: the reported levels; what was active when it was settled and has not been released since.
        self.pressed = 0
        self.held = 0
        #: When something falls due; NEVER while nothing will.
        self.next_due = NEVER
        self._phase = [_IDLE] * inputs
        self._busy = 0  # bitmap of those that are not idle
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
        """The stamp of the newest burst of an input; older than ``AGE_US`` before ``base`` is not told apart."""
        return self._stamp[number]

    def rebase(self, by: int) -> None:
        """Let the times begin later. Nothing may be due before the new base."""
        self.base += by
        for times in (self._since, self._stamp, self._run_from):
            for number in range(len(times)):
                times[number] = max(times[number] - by, -AGE_US)
        for number, due in enumerate(self._due):
            if due != NEVER:
                self._due[number] = due - by
        if self.next_due != NEVER:
            self.next_due -= by

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
            self._busy |= 1 << number
            self._suspect(number, t, index, 0)
        elif phase == _PENDING:
            self._schedule_pending(number)

    def advance(self, t: int) -> None:
        """Everything that falls due up to and including ``t``, in the order of time."""
        while self.next_due <= t:
            self._fire(self._due.index(self.next_due), self.next_due)

    def take(self) -> "list[tuple[int, int, int, int, int]]":
        """New reports: (input, pressed, qual, capture index, stamp in 64-bit microseconds)."""
        out = self._out
        if out:
            self._out = []
        return out

    def earliest_open(self) -> int:
        """The earliest stamp that may still be reported; NEVER when there is none."""
        earliest = NEVER
        busy = self._busy
        while busy:
            bit = busy & -busy
            busy ^= bit
            number = NUMBER[bit]
            if self._phase[number] == _PENDING:
                earliest = min(earliest, self._stamp[number])
            elif self._level[number] and not self._said[number]:
                # Pressed again while its release is held off: becomes a press if it lasts.
                earliest = min(earliest, self._since[number])
        return earliest

    def _suspect(self, number: int, stamp: int, index: int, qual: int) -> None:
        """A burst begins: the level differs from what was reported, since ``stamp``."""
        self._phase[number] = _PENDING
        self._stamp[number] = self._run_from[number] = stamp
        self._index[number] = index
        self._qual[number] = qual
        self._total[number] = 0
        confirm_us = self.confirm_us[number]
        self._set_due(number, stamp + (confirm_us if confirm_us < WINDOW_US else WINDOW_US))

    def _schedule_pending(self, number: int) -> None:
        due = self._stamp[number] + WINDOW_US
        if self._level[number] != self._said[number]:
            due = min(due, self._run_from[number] + self.confirm_us[number] - self._total[number])
        self._set_due(number, due)

    def _set_due(self, number: int, due: int) -> None:
        was = self._due[number]
        self._due[number] = due
        if due <= self.next_due:
            self.next_due = due
        elif was == self.next_due:
            self.next_due = min(self._due)

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
        if self._phase[number] != _IDLE:
            self._phase[number] = _IDLE
            self._busy &= ~(1 << number)
            self._set_due(number, NEVER)

    def _report(self, number: int, due: int) -> None:
        level = self._level[number]
        self._said[number] = level
        if self.held >> number & 1:
            self.held &= ~(1 << number)
        else:
            self.pressed ^= 1 << number
            self.bursts[number] += level
            self._out.append(
                (number, level, self._qual[number], self._index[number], self.base + self._stamp[number])
            )
        self._phase[number] = _HOLD
        until = self._stamp[number] + self.hold_us[number]
        self._set_due(number, until if until > due else due)
