"""A simulated board: exact presses, a skewed timer, the firmware's core. No clock, thread or port.

Whoever drives it hands in time (microseconds on any axis that never goes back) and bytes, and is told when to
come again. What the board sends is a function of the calls alone.
"""

from __future__ import annotations

import hashlib
import heapq
from typing import TYPE_CHECKING

from lapsy.boards.pads import HOLD_US, check_press, check_roles, find_input, seat_count
from lapsy.boards.skew import SkewedClock
from lapsy.boards.stepper import Identity, InProcess, StartCore, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lapsy.boards.sync_wire import SyncWire

#: The bytes a board may hand over in one turn when nothing is in its way.
ROOM = 1024

#: A board's loop is never quicker than this, whatever the core asks for.
LOOP_US = 50

#: While the line takes nothing, the board only has its edges to keep: its loop is turned this seldom.
BLOCKED_US = 20_000

#: The reset cause a simulated board reports after ``reboot`` (0: it was plugged in).
RESET_REBOOT = 1


class PastPressError(ValueError):
    """A press at a time that the board has already lived through: its stamp could not be the true one."""


def boot_ids(first: int) -> Iterator[int]:
    """The boot ids of a board from its first one on: each follows from the one before, none needs a clock."""
    boot = first
    while True:
        yield boot
        boot = int.from_bytes(hashlib.sha256(b"boot" + boot.to_bytes(4, "little")).digest()[:4], "little")


class SimulatedBoard:
    """One board. ``start`` makes its core: in this process unless told otherwise (see ``micropython``).

    It has a light a seat, or ``lights``, and a buzzer. ``boots`` gives a new boot id at each start;
    ``clock.origin_us`` is when the board was switched on. ``sync_out``: it can drive the sync wire that it is on.
    Raises PadError for roles that no board has.
    """

    def __init__(
        self,
        *,
        uid: bytes,
        boots: Iterable[int],
        roles: bytes,
        clock: SkewedClock | None = None,
        edges: bool = False,
        lights: int | None = None,
        sync_out: bool = False,
        start: StartCore = InProcess,
    ) -> None:
        self.clock = clock or SkewedClock()
        self._boots = iter(boots)
        self._start = start
        self.identity = Identity(
            uid,
            next(self._boots),
            check_roles(roles),
            self.clock.period,
            edges=edges,
            lights=seat_count(roles) if lights is None else lights,
            buzzer=True,
            sync_out=sync_out,
        )
        self._wire: SyncWire | None = None
        self._pulse_us: int | None = None  # when the next pulse is due
        #: The sounds that were ordered: when the board learned of them (us on the driver's axis), Hz, ms.
        self.sounds: list[tuple[int, int, int]] = []
        self._core = start(self.identity)
        self._wanted = Wanted(bytes(self.identity.lights))
        self._lived_us = self.clock.origin_us - 1
        self._wake_us = self.clock.origin_us
        self._rx = bytearray()
        # Changes to come: (when, order of asking, input, fingers more or less on it, or None and a level).
        self._changes: list[tuple[int, int, int, int | None, bool]] = []
        self._asked = 0
        self._fingers = [0] * len(roles)
        self._held = [False] * len(roles)
        self._word = 0

    # -- the pads

    @property
    def earliest_us(self) -> int:
        """The first moment at which a press can still happen: by its stamp later than all that was lived."""
        return max(self._lived_us + 1, self.clock.true_us(self.clock.ticks(self._lived_us) + 1))

    def press(
        self,
        which: int | str,
        at_us: int,
        hold_us: int | None = HOLD_US,
        bounce: tuple[int, ...] = (),
    ) -> None:
        """A finger on an input (its number from 0, or its name) at exactly ``at_us`` for ``hold_us``.

        ``bounce``: when, after the first touch, the contact opens, closes, opens... ``hold_us=None`` holds it
        until ``release``. Fingers on one pad overlap as on a real one. Raises PadError, PastPressError.
        """
        check_press(hold_us, bounce)
        number = self._check(which, at_us)
        if hold_us is None:
            self._change(at_us, number, None, True)
            for n, after in enumerate(bounce):
                self._change(at_us + after, number, None, bool(n % 2))
            return
        self._change(at_us, number, 1)
        for n, after in enumerate(bounce):
            self._change(at_us + after, number, 1 if n % 2 else -1)
        self._change(at_us + hold_us, number, -1)

    def release(self, which: int | str, at_us: int) -> None:
        """Lets go of an input pressed with ``hold_us=None``. Raises PadError, PastPressError."""
        self._change(at_us, self._check(which, at_us), None, False)

    def edges_at(self, at_us: int, levels: Mapping[int | str, bool]) -> None:
        """Inputs that change in the same instant, so in one capture; each stays so until told otherwise."""
        for number, level in [(self._check(which, at_us), level) for which, level in levels.items()]:
            self._change(at_us, number, None, level)

    def _check(self, which: int | str, at_us: int) -> int:
        number = find_input(self.identity.roles, which)
        if at_us < self.earliest_us:
            raise PastPressError(
                f"The board has lived to {self._lived_us} µs; a press at {at_us} µs is too late, "
                f"ask for {self.earliest_us} µs or later."
            )
        return number

    def _change(self, at_us: int, number: int, fingers: int | None, level: bool = False) -> None:
        self._asked += 1
        heapq.heappush(self._changes, (at_us, self._asked, number, fingers, level))

    def on_wire(self, wire: SyncWire | None) -> None:
        """Where its sync input and output lead; called by the wire. Raises PadError without an input "sync"."""
        if wire is not None:
            find_input(self.identity.roles, "sync")
        self._wire = wire

    # -- what it shows

    @property
    def lights(self) -> bytes:
        """What its lights say: a ``messages.LIGHT_...`` each."""
        return self._wanted.lights

    @property
    def armed(self) -> bool:
        """Whether it listens to its photodiode."""
        return self._wanted.armed

    # -- its life

    @property
    def wake_us(self) -> int:
        """When ``advance`` is wanted next."""
        wake_us = self._wake_us if self._pulse_us is None else min(self._wake_us, self._pulse_us)
        return min(wake_us, self._changes[0][0]) if self._changes else wake_us

    def receive(self, now_us: int, data: bytes) -> None:
        """Bytes from the host; the board reads them in its next turn, at ``now_us`` or later."""
        if data:
            self._rx += data
            self.rouse(now_us)

    def rouse(self, now_us: int) -> None:
        """Something changed outside (the line takes bytes again): the board takes a turn at ``now_us``."""
        self._wake_us = min(self._wake_us, max(now_us, self._lived_us + 1))

    def advance(self, now_us: int, room: int = ROOM) -> bytes:
        """One turn of the board's loop at ``now_us``: what it sends, at most ``room`` bytes."""
        if now_us < self._lived_us:
            raise ValueError(
                f"Time goes back: the board has lived to {self._lived_us} µs and is told {now_us} µs."
            )
        edges = [(self.clock.raw(at_us), word) for at_us, word in self._captures(now_us)]
        rx = bytes(self._rx)
        self._rx.clear()
        self._lived_us = now_us
        tx, wait_us = self._core.step(self.clock.raw(now_us), edges, rx, room)
        if rx:
            self._carry_out(now_us)
        if self._pulse_us is not None and now_us >= self._pulse_us:
            self._pulse_us = self._next_pulse_us(now_us)
            if self._wire is not None:
                self._wire.pulse(now_us)
        wanted_us = self.clock.true_us(self.clock.ticks(now_us) + wait_us)
        self._wake_us = max(wanted_us, now_us + (LOOP_US if room else BLOCKED_US))
        return tx

    def reboot(self, now_us: int) -> None:
        """A restart, as by the reset button: memory lost, timer from nought, new boot id. Fingers stay, and what is held
        down gives no press before it has been released."""
        self._core.close()
        self._rx.clear()
        # What the contacts did up to now is forgotten.
        for _ in self._captures(now_us):
            pass
        self.clock = self.clock.restarted(now_us)
        self.identity = self.identity.rebooted(next(self._boots), RESET_REBOOT, self._word)
        self._core = self._start(self.identity)
        self._wanted = Wanted(bytes(self.identity.lights))
        self._pulse_us = None
        self._lived_us = now_us - 1
        self._wake_us = now_us

    def close(self) -> None:
        """Ends what runs the core."""
        self._core.close()

    def _carry_out(self, now_us: int) -> None:
        """What the host may have ordered in this turn."""
        before, self._wanted = self._wanted, self._core.wanted
        if self._wanted.buzzes != before.buzzes:
            self.sounds.append((now_us, self._wanted.buzz_hz, self._wanted.buzz_ms))
        if self._wanted.sync_us != before.sync_us:
            self._pulse_us = now_us if self._wanted.sync_us else None

    def _next_pulse_us(self, now_us: int) -> int:
        """The first moment a period of its own later."""
        return self.clock.true_us(self.clock.ticks(now_us) + self._wanted.sync_us)

    def _captures(self, now_us: int) -> Iterator[tuple[int, int]]:
        """(when, level word) for each instant up to ``now_us`` at which the word changed."""
        while self._changes and self._changes[0][0] <= now_us:
            at_us = self._changes[0][0]
            while self._changes and self._changes[0][0] == at_us:
                _, _, number, fingers, level = heapq.heappop(self._changes)
                if fingers is None:
                    self._held[number] = level
                else:
                    self._fingers[number] += fingers
            word = 0
            for number, count in enumerate(self._fingers):
                word |= (count > 0 or self._held[number]) << number
            if word != self._word:
                self._word = word
                yield at_us, word
