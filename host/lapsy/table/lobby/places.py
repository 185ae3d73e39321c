"""A place at the table to be: who, with what in hand."""

from __future__ import annotations

from dataclasses import dataclass

#: A board's wire has three bits for a seat, and a wall has room for no more.
MOST_PLACES = 8


@dataclass(frozen=True, slots=True)
class Place:
    """``strength``: of a bot, empty for a human. ``pad``: the board's identity and the group of its inputs; ``keys``: it
    plays by keyboard; ``key``: of its guest's page, empty without one; ``private``: where its hand is to be seen ("phone",
    "here"), empty: as usual. ``connected``: the guest's page is open."""

    name: str
    strength: str = ""
    pad: tuple[str, int] | None = None
    keys: bool = False
    key: str = ""
    handicap_us: int = 0
    private: str = ""
    connected: bool = False

    @property
    def source(self) -> str | None:
        """What it slaps with; None: nothing yet."""
        if self.strength:
            return "bot"
        if self.pad is not None:
            return "board"
        if self.keys:
            return "keyboard"
        return "phone" if self.key else None

    def hand(self, hidden: bool) -> str:
        """Where its hand is seen: phone, here or none. ``hidden``: the game has hands that only their owners may see."""
        if self.strength:
            return "none"
        if self.key and self.private != "here":
            return "phone"
        return "here" if hidden else "none"
