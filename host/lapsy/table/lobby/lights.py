"""What a board's lights say in the lobby: light n stands in the pad of group n (``hardware/wiring.md``)."""

from __future__ import annotations

from collections.abc import Collection

from lapsy.boards.events import Hello
from lapsy.boards.firmware import messages


def lights_of(hello: Hello, bound: Collection[int], found: Collection[int]) -> bytes:
    """A mode for each light of the board: blinking in a pad ``found`` just now, steady in one that is ``bound``."""
    return bytes(
        messages.LIGHT_FIND if n in found else messages.LIGHT_READY if n in bound else messages.LIGHT_OFF
        for n in range(hello.lights)
    )
