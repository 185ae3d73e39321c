"""Inputs that cannot be trusted: held for long, held since the start, or chattering. They harm no other input."""

from slapboard import messages
from slapboard.debounce import Debouncer

HELD_US = 10_000_000
#: More bursts a second than a hand makes: with the hold-off, a pad reports at most 16 presses in that time.
BURSTS = 20
LOOK_US = 1_000_000
#: A chattering input is named again after so long.
AGAIN_US = 60_000_000


def input_name(number: int, role: int) -> str:
    """What people call an input: ``slap4 (input 3)``."""
    code = role & messages.ROLE_MASK
    name = messages.ROLE_NAMES[code] if code < len(messages.ROLE_NAMES) else "role %d" % code
    if code in (messages.ROLE_SYNC, messages.ROLE_PHOTO):
        return "%s (input %d)" % (name, number)
    return "%s%d (input %d)" % (name, (role >> messages.GROUP_SHIFT) + 1, number)


class StuckInputs:
    """Watches a board's inputs once a second, from the first look on. ``due``: when to look again; ``bits``: which are
    stuck now."""

    def __init__(self, roles: bytes, debounce: Debouncer) -> None:
        self._roles = roles
        self._debounce = debounce
        self.due = 0
        self._since = -1  # when the present second of bursts began
        self._named = 0
        #: The inputs that can be stuck. (A bright display is no fault.)
        self._watched = [
            (number, 1 << number)
            for number, role in enumerate(roles)
            if role & messages.ROLE_MASK not in (messages.ROLE_NONE, messages.ROLE_PHOTO)
        ]
        self._chattered = [-AGAIN_US] * len(roles)
        self.bits = 0

    def name_again(self) -> None:
        """Somebody new listens: what is stuck is named once more."""
        self._named = 0
        self.due = 0

    def look(self, t: int) -> "list[str]":
        """What has become known by ``t``, at ``due`` or later: a sentence (at most 80 bytes) for each input."""
        if self._since < 0:
            self._since = t
            for number in range(len(self._roles)):
                self._debounce.bursts[number] = 0
        window = t - self._since
        held = self._debounce.held
        down = self._debounce.pressed & ~held
        bursts = self._debounce.bursts if window >= LOOK_US else None
        out = []
        bits = 0
        for number, bit in self._watched:
            if held & bit:
                bits |= bit
                if not self._named & bit:
                    out.append("%s was down before it was watched: not counted." % self._name(number))
            elif down & bit and t - self._debounce.base - self._debounce.stamp(number) >= HELD_US:
                bits |= bit
                if not self._named & bit:
                    out.append("%s is down for 10 s: stuck, or leant on?" % self._name(number))
            if bursts and bursts[number] and self._chatters(number, t, window):
                out.append("%s chatters: look at contact and wire." % self._name(number))
        if window >= LOOK_US:
            self._since = t
        self.due = self._since + LOOK_US
        self._named = self.bits = bits
        return out

    def _name(self, number: int) -> str:
        return input_name(number, self._roles[number])

    def _chatters(self, number: int, t: int, window: int) -> bool:
        """More bursts in the window than there may be, and not said lately; the count begins anew."""
        bursts = self._debounce.bursts[number]
        self._debounce.bursts[number] = 0
        if bursts * LOOK_US <= BURSTS * window or t - self._chattered[number] < AGAIN_US:
            return False
        self._chattered[number] = t
        return True
