"""What a host may set on a running board, with its limits."""

import struct

from slapboard import messages


class Settings:
    """Values in force. ``lights`` and ``repl_wanted`` are carried out by the shell."""

    def __init__(self, edges: bool) -> None:
        self.hold_us = 30_000
        self.beat_us = 100_000
        self.edges = edges
        self.lights = 0
        self.repl_wanted = False

    def apply(self, op: int, args: bytes) -> int:
        """Carry out one CMD operation; the status for its RESULT. A refused one changes nothing."""
        if op == messages.OP_REPL:
            if args != messages.REPL_KEY:
                return messages.STATUS_BAD_ARGUMENT
            self.repl_wanted = True
            return messages.STATUS_OK
        if op == messages.OP_EDGES:
            if len(args) != 1 or args[0] > 1:
                return messages.STATUS_BAD_ARGUMENT
            self.edges = args[0] == 1
            return messages.STATUS_OK
        if op not in (messages.OP_HOLD_OFF, messages.OP_LIGHTS, messages.OP_BEAT):
            return messages.STATUS_UNKNOWN
        if len(args) != 4:
            return messages.STATUS_BAD_ARGUMENT
        value = struct.unpack("<I", args)[0]
        if op == messages.OP_LIGHTS:
            self.lights = value
        elif op == messages.OP_HOLD_OFF:
            if not 2_000 <= value <= 500_000:
                return messages.STATUS_BAD_ARGUMENT
            self.hold_us = value
        else:
            if not 10_000 <= value <= 500_000:
                return messages.STATUS_BAD_ARGUMENT
            self.beat_us = value
        return messages.STATUS_OK
