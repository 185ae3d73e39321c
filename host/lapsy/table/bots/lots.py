"""Chance for bots: draws named by (seed, seat, n, purpose), the same on every machine and in every order."""

from __future__ import annotations

from hashlib import sha256

#: Chances are given in millionths.
MILLION = 1_000_000


class Lots:
    """Draws of one seat."""

    def __init__(self, seed: bytes, seat: int) -> None:
        self._prefix = sha256(seed + f"bot:{seat}:".encode())

    def draw(self, n: int, purpose: str, below: int) -> int:
        """A number from 0 to ``below`` - 1 for the ``n``-th thing the bot meets. ``below`` is small beside 2**64."""
        h = self._prefix.copy()
        h.update(f"{n}:{purpose}".encode())
        return int.from_bytes(h.digest()[:8], "little") % below

    def chance(self, n: int, purpose: str, millionths: int) -> bool:
        """True with a chance of so many millionths."""
        return self.draw(n, purpose, MILLION) < millionths
