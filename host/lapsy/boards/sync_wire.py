"""The sync wire between simulated boards: what one of them drives, the sync inputs of all on it see in the same instant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lapsy.boards.simulated import SimulatedBoard

#: How long the firmware holds the wire down for a pulse.
PULSE_US = 100

#: The wire falls so long after the turn of the loop that drives it: no board on it has lived through that moment yet.
DRIVE_US = 60


class SyncWire:
    """One wire. Boards join it and may leave it (a cut lead); it has no delay of its own."""

    def __init__(self) -> None:
        self._boards: list[SimulatedBoard] = []
        #: When the wire fell, on the driver's axis.
        self.pulses: list[int] = []

    def join(self, board: SimulatedBoard) -> None:
        """Connect the board's sync input, and its output if it has one. Raises PadError when it has no input "sync"."""
        board.on_wire(self)
        self._boards.append(board)

    def leave(self, board: SimulatedBoard) -> None:
        """Cut the board's lead."""
        board.on_wire(None)
        self._boards.remove(board)

    def pulse(self, now_us: int) -> None:
        """A board drives a pulse in its turn at ``now_us``."""
        at_us = max([now_us + DRIVE_US, *(board.earliest_us for board in self._boards)])
        self.pulses.append(at_us)
        for board in self._boards:
            board.press("sync", at_us, PULSE_US)
