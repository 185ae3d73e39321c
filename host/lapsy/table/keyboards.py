"""Which keys of one computer stand for which pads: ``KeyboardEvent.code`` by role, so that layouts do not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lapsy.table.setup import Setup

#: Slap, flip, own head and the last three cards.
KEYBOARDS = (
    {"slap": "Space", "flip": "Enter", "head": "ArrowUp", "choose": ["Digit1", "Digit2", "Digit3"]},
    {"slap": "KeyA", "flip": "KeyS", "head": "KeyD", "choose": ["KeyQ", "KeyW", "KeyE"]},
    {"slap": "KeyL", "flip": "KeyK", "head": "KeyJ", "choose": ["KeyI", "KeyO", "KeyP"]},
    {"slap": "KeyV", "flip": "KeyB", "head": "KeyN", "choose": ["KeyF", "KeyG", "KeyH"]},
)

#: Speed: five stock buttons in a row, the two pads above its ends.
SPEED = (
    ("KeyQ", "KeyT", ("KeyA", "KeyS", "KeyD", "KeyF", "KeyG")),
    ("KeyY", "KeyP", ("KeyH", "KeyJ", "KeyK", "KeyL", "Semicolon")),
)

#: Games with hands: the pad of each keyboard seat.
PADS = ("Space", "KeyA", "KeyL", "KeyV", "KeyT", "KeyU")


def keyboards(game: str) -> int:
    """How many seats one keyboard has keys for."""
    return len({"speed": SPEED, "kuoppa": PADS, "limppu": PADS}.get(game, KEYBOARDS))


def keys_of(setup: Setup, seat: int) -> dict[str, object] | None:
    """The keys by role; ``peek``: held down, it shows the seat's hand on the host's page. None where a seat has none."""
    own = setup.seats[seat]
    keys: dict[str, object] = {}
    if own.source == "keyboard":
        before = sum(s.source == "keyboard" for s in setup.seats[:seat])
        if setup.game == "speed":
            left, right, stocks = SPEED[before % len(SPEED)]
            keys = {"left": left, "right": right}
            keys |= {f"stock{n}": key for n, key in enumerate(stocks, 1)}
        elif setup.game in ("kuoppa", "limppu"):
            keys = {"slap": PADS[before % len(PADS)]}
        else:
            keys = dict(KEYBOARDS[before % len(KEYBOARDS)])
            if "head" not in setup.roles:
                del keys["head"]
    if own.private == "here":
        keys["peek"] = f"Digit{seat + 1}"
    return keys or None
