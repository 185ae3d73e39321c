"""Where a game's chance comes from: 32 bytes hashed before anybody pressed, and the seats' start presses.

Nobody can choose the deck: the host has bound itself to its bytes before the first press, and no player knows them.
A practice seed alone decides everything instead (design §5).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from lapsy.table.setup import Setup


class StartPress(NamedTuple):
    """The press by which a seat said it is ready: its name on the wire and the board's stamp."""

    board: str
    boot: int
    seq: int
    t_us: int

    @classmethod
    def by_page(cls, t_us: int) -> StartPress:
        """Said on a page instead, at a time of the table's axis."""
        return cls("page", 0, 0, t_us)


def practice_entropy(text: str) -> bytes:
    """What ``--seed TEXT`` gives in place of random bytes."""
    return sha256(b"lapsy practice seed\n" + text.encode()).digest()


def game_seed(setup: Setup, ready: Mapping[int, StartPress]) -> bytes:
    """SHA-256 of the 32 bytes and one line a seat, ``seat:board:boot:seq:t_us``, seats ascending."""
    if setup.practice is not None or not ready:
        return setup.entropy
    lines = "".join(f"{seat}:{p.board}:{p.boot}:{p.seq}:{p.t_us}\n" for seat, p in sorted(ready.items()))
    return sha256(setup.entropy + lines.encode()).digest()
