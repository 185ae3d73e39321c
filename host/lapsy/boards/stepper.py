"""What turns a simulated board's time, edges and bytes into bytes: the firmware's core, run somehow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from lapsy.boards.firmware import Core, Parts


@dataclass(frozen=True, slots=True)
class Identity:
    """What a core is built from; ``uid`` is 8 bytes, ``boot`` 32 bits, ``roles`` one byte an input.

    ``levels``: the inputs that are active at the start. ``lights``, ``buzzer``, ``sync_out``: what the board has.
    """

    uid: bytes
    boot: int
    roles: bytes
    period_us: int = 1 << 32
    capacity: int = 1024
    edges: bool = False
    reset_cause: int = 0
    levels: int = 0
    lights: int = 0
    buzzer: bool = False
    sync_out: bool = False

    def __post_init__(self) -> None:
        if len(self.uid) != 8:
            raise ValueError(f"A board's identity is 8 bytes, not {len(self.uid)}.")
        if not 0 <= self.boot < 1 << 32:
            raise ValueError(f"A boot id is a number of 32 bits, not {self.boot}.")

    def rebooted(self, boot: int, reset_cause: int, levels: int) -> Identity:
        """The same board after a restart with these inputs active."""
        return replace(self, boot=boot, reset_cause=reset_cause, levels=levels)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the host has ordered: a ``messages.LIGHT_...`` for each light; the newest sound, the ``buzzes``-th; whether
    the photodiode is listened to; the period of the pulses on the sync wire (0: none)."""

    lights: bytes = b""
    buzz_hz: int = 0
    buzz_ms: int = 0
    buzzes: int = 0
    armed: bool = False
    sync_us: int = 0


class Stepper(Protocol):
    """A running firmware core."""

    @property
    def wanted(self) -> Wanted:
        """What the host has ordered up to the last turn."""

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        """One turn of its loop.

        ``now``: the raw counter; ``edges``: the captures since the last turn; ``rx``: the bytes that came;
        ``room``: how many it may send. Returns what it sends, and in how many of its microseconds it wants
        its next turn.
        """

    def close(self) -> None:
        """Ends what runs it."""


#: Starts a core: at the beginning and after each reboot.
StartCore = Callable[[Identity], Stepper]


class InProcess:
    """The firmware's core in this very process."""

    def __init__(self, identity: Identity) -> None:
        self._core = Core(
            identity.uid,
            identity.boot,
            identity.roles,
            period_us=identity.period_us,
            capacity=identity.capacity,
            edges=identity.edges,
            reset_cause=identity.reset_cause,
            parts=Parts(lights=identity.lights, buzzer=identity.buzzer, sync_out=identity.sync_out),
        )
        self._core.begin(identity.levels)

    @property
    def wanted(self) -> Wanted:
        """See ``Stepper.wanted``."""
        orders = self._core.orders
        return Wanted(
            bytes(orders.lights), orders.buzz_hz, orders.buzz_ms, orders.buzzes, orders.armed, orders.sync_us
        )

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        """See ``Stepper.step``."""
        return self._core.step(now, edges, rx, room)

    def close(self) -> None:
        """Nothing to end."""
