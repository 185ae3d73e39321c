"""A hand on the core: no cable, no host, exact times."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import Core

UID = b"\x01\x02\x03\x04\x05\x06\x07\x08"
BOOT = 7
ROOMY = 1 << 20


class Hand:
    """Steps a core and decodes what it says. ``now`` is the raw counter."""

    boot = BOOT

    def __init__(
        self, roles: bytes = b"\x01\x21\x41", start: int = 1_000, greet: bool = True, **more: Any
    ) -> None:
        self.core = Core(UID, BOOT, roles, **more)
        self.now = start
        self.wait = 0
        self.rx = b""
        if greet:
            self.say(wire.hello_request(99))
            self.at(start)

    def say(self, *lines: bytes) -> None:
        """What the core gets at its next step."""
        self.rx += b"".join(lines)

    def ack(self, next_seq: int, gap: bool = False) -> None:
        """Acknowledge at the next step."""
        self.say(wire.ack(BOOT, next_seq, gap))

    def at(self, now: int, *edges: tuple[int, int], room: int = ROOMY) -> list[wire.Message]:
        """One step."""
        self.now = now
        rx, self.rx = self.rx, b""
        tx, self.wait = self.core.step(now, list(edges), rx, room)
        assert len(tx) <= room
        assert not tx or tx.endswith(b"\n")
        assert 0 <= self.wait <= 1_000_000
        decoded = wire.Decoder().feed(tx)
        assert not any(isinstance(each, wire.Text | wire.Unknown) for each in decoded)
        return decoded

    def until(self, now: int) -> list[wire.Message]:
        """Step whenever the core wants to, up to a time."""
        out: list[wire.Message] = []
        while self.now + self.wait < now:
            out += self.at(self.now + max(self.wait, 1))
        return out + self.at(now)

    def press(self, t: int, word: int = 1) -> None:
        """Inputs go down at ``t`` and up 40 ms later; the host sees nothing of it."""
        self.at(t, (t, word), room=0)
        self.at(t + 1_000, room=0)
        self.at(t + 40_000, (t + 40_000, 0), room=0)
        self.at(t + 75_000, room=0)


@pytest.fixture
def hand() -> type[Hand]:
    return Hand
