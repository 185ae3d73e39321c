"""What turns a simulated board's time, edges and bytes into bytes: the firmware's core, run somehow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from lapsy.boards.firmware import Core


@dataclass(frozen=True, slots=True)
class Identity:
    """What a core is built from; ``uid`` is 8 bytes, ``boot`` 32 bits, ``roles`` one byte an input."""

    uid: bytes
    boot: int
    roles: bytes
    period_us: int = 1 << 32
    capacity: int = 1024
    edges: bool = False
    reset_cause: int = 0

    def __post_init__(self) -> None:
        if len(self.uid) != 8:
            raise ValueError(f"A board's identity is 8 bytes, not {len(self.uid)}.")
        if not 0 <= self.boot < 1 << 32:
            raise ValueError(f"A boot id is a number of 32 bits, not {self.boot}.")

    def rebooted(self, boot: int, reset_cause: int) -> Identity:
        """The same board after a restart."""
        return replace(self, boot=boot, reset_cause=reset_cause)


class Stepper(Protocol):
    """A running firmware core."""

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
        )

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        """See ``Stepper.step``."""
        return self._core.step(now, edges, rx, room)

    def close(self) -> None:
        """Nothing to end."""
