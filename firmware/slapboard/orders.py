"""What a host may order of a running board, with its limits. The core keeps what is wanted, the shell carries it out."""

import struct

from slapboard import messages
from slapboard.debounce import WINDOW_US, Debouncer

BEAT_US = 100_000
HOLD_LEAST_US = 2_000
HOLD_MOST_US = 500_000
#: A slower pulse fixes the boards' clocks worse, a quicker one would look like a chattering wire.
SYNC_LEAST_US = 100_000
SYNC_MOST_US = 10_000_000
BUZZ_LEAST_HZ = 20
BUZZ_MOST_HZ = 20_000
BUZZ_MOST_MS = 5_000


class Parts:
    """What a board has besides its inputs. ``capture``: messages.CAPTURE_*; ``build``: the first 8 bytes of the
    firmware's hash, zeros when nobody wrote it down; ``refused``: board.json was refused; ``repl``: there is a REPL to
    go to."""

    def __init__(
        self,
        capture: int = messages.CAPTURE_SIMULATED,
        lights: int = 0,
        buzzer: bool = False,
        sync_out: bool = False,
        build: bytes = b"\0\0\0\0\0\0\0\0",
        refused: bool = False,
        repl: bool = False,
    ) -> None:
        self.capture = capture
        self.lights = lights
        self.buzzer = buzzer
        self.sync_out = sync_out
        self.build = build
        self.refused = refused
        self.repl = repl


class Orders:
    """Orders in force.

    ``lights``: a LIGHT_* byte each; ``buzz_hz`` and ``buzz_ms``: the newest sound, the ``buzzes``-th; ``armed``:
    listen to the photodiode; ``sync_us``: period of the pulses on the sync wire, 0 for none. ``changes`` counts
    whenever one of these may have changed.
    """

    def __init__(self, debounce: Debouncer, roles: bytes, parts: Parts, edges: bool) -> None:
        self._debounce = debounce
        self._roles = roles
        self._parts = parts
        self._edges_at_start = edges
        self._hold_at_start = list(debounce.hold_us)
        self._confirm_at_start = list(debounce.confirm_us)
        self.lights = bytearray(parts.lights)
        self.buzz_hz = 0
        self.buzz_ms = 0
        self.buzzes = 0
        self.repl_wanted = False
        self.changes = 0
        self.reset()

    def reset(self) -> None:
        """A new host: what an earlier one ordered is over."""
        self.beat_us = BEAT_US
        self.edges = self._edges_at_start
        for number in range(len(self._roles)):
            self._debounce.hold_us[number] = self._hold_at_start[number]
            self._debounce.confirm_us[number] = self._confirm_at_start[number]
        for number in range(len(self.lights)):
            self.lights[number] = messages.LIGHT_OFF
        if self.buzz_hz:
            self.buzz_hz = 0
            self.buzzes += 1
        self.armed = False
        self.sync_us = 0
        self.changes += 1

    def apply(self, op: int, args: bytes) -> int:
        """Carry out one CMD operation; the status for its RESULT. A refused one changes nothing."""
        order = _ORDERS.get(op)
        if order is None:
            return messages.STATUS_UNKNOWN
        status = order(self, args)
        self.changes += 1
        return status

    def text(self) -> str:
        """What the shell has to carry out, in one line for a shell that is another process."""
        lights = "".join(["%02x" % mode for mode in self.lights])
        return "%s;%d;%d;%d;%d;%d" % (
            lights,
            self.buzz_hz,
            self.buzz_ms,
            self.buzzes,
            self.armed,
            self.sync_us,
        )

    def _hold_off(self, args: bytes) -> int:
        value = _u32(args)
        if not HOLD_LEAST_US <= value <= HOLD_MOST_US:
            return messages.STATUS_BAD_ARGUMENT
        for number, role in enumerate(self._roles):
            if role & messages.ROLE_MASK not in (messages.ROLE_SYNC, messages.ROLE_PHOTO):
                self._debounce.hold_us[number] = value
        return messages.STATUS_OK

    def _set_edges(self, args: bytes) -> int:
        if not _is_flag(args):
            return messages.STATUS_BAD_ARGUMENT
        self.edges = args[0] == 1
        return messages.STATUS_OK

    def _set_lights(self, args: bytes) -> int:
        if not self._parts.lights:
            return messages.STATUS_ABSENT
        if not 1 <= len(args) <= len(self.lights) or max(args) > messages.LIGHT_FIND:
            return messages.STATUS_BAD_ARGUMENT
        for number, mode in enumerate(args):
            self.lights[number] = mode
        return messages.STATUS_OK

    def _beat(self, args: bytes) -> int:
        value = _u32(args)
        if not 10_000 <= value <= 500_000:
            return messages.STATUS_BAD_ARGUMENT
        self.beat_us = value
        return messages.STATUS_OK

    def _repl(self, args: bytes) -> int:
        if not self._parts.repl:
            return messages.STATUS_ABSENT
        if args != messages.REPL_KEY:
            return messages.STATUS_BAD_ARGUMENT
        self.repl_wanted = True
        return messages.STATUS_OK

    def _buzz(self, args: bytes) -> int:
        if not self._parts.buzzer:
            return messages.STATUS_ABSENT
        if len(args) != 4:
            return messages.STATUS_BAD_ARGUMENT
        hertz, length_ms = struct.unpack("<HH", args)
        if (hertz and not BUZZ_LEAST_HZ <= hertz <= BUZZ_MOST_HZ) or length_ms > BUZZ_MOST_MS:
            return messages.STATUS_BAD_ARGUMENT
        self.buzz_hz = hertz
        self.buzz_ms = length_ms
        self.buzzes += 1
        return messages.STATUS_OK

    def _arm(self, args: bytes) -> int:
        if not any(role & messages.ROLE_MASK == messages.ROLE_PHOTO for role in self._roles):
            return messages.STATUS_ABSENT
        if not _is_flag(args):
            return messages.STATUS_BAD_ARGUMENT
        self.armed = args[0] == 1
        return messages.STATUS_OK

    def _sync(self, args: bytes) -> int:
        if not self._parts.sync_out:
            return messages.STATUS_ABSENT
        value = _u32(args)
        if value and not SYNC_LEAST_US <= value <= SYNC_MOST_US:
            return messages.STATUS_BAD_ARGUMENT
        self.sync_us = value
        return messages.STATUS_OK

    def _input(self, args: bytes) -> int:
        if len(args) != 7:
            return messages.STATUS_BAD_ARGUMENT
        number, hold_us, confirm_us = struct.unpack("<BIH", args)
        if number >= len(self._roles):
            return messages.STATUS_ABSENT
        if not HOLD_LEAST_US <= hold_us <= HOLD_MOST_US or not 1 <= confirm_us <= WINDOW_US:
            return messages.STATUS_BAD_ARGUMENT
        self._debounce.hold_us[number] = hold_us
        self._debounce.confirm_us[number] = confirm_us
        return messages.STATUS_OK


_ORDERS = {
    messages.OP_HOLD_OFF: Orders._hold_off,
    messages.OP_EDGES: Orders._set_edges,
    messages.OP_LIGHTS: Orders._set_lights,
    messages.OP_BEAT: Orders._beat,
    messages.OP_REPL: Orders._repl,
    messages.OP_BUZZ: Orders._buzz,
    messages.OP_ARM: Orders._arm,
    messages.OP_SYNC: Orders._sync,
    messages.OP_INPUT: Orders._input,
}


def _u32(args: bytes) -> int:
    """The number in the arguments; -1 when it is none."""
    if len(args) != 4:
        return -1
    value: int = struct.unpack("<I", args)[0]
    return value


def _is_flag(args: bytes) -> bool:
    return len(args) == 1 and args[0] <= 1
