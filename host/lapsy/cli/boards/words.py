"""How the commands speak of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lapsy.boards.events import Hello

CAPTURES = {
    "pio": "in hardware (PIO)",
    "irq": "by interrupt (less exact)",
    "simulated": "simulated",
}


def milliseconds(us: int) -> str:
    """``0.93 ms``."""
    return f"{us / 1000:.2f} ms"


def capture(hello: Hello) -> str:
    """``in hardware (PIO), a stamp is within 1 µs of its edge``."""
    how = CAPTURES.get(hello.capture, hello.capture)
    if hello.capture_us == 0:
        return f"{how}, stamps are exact to the microsecond"
    return f"{how}, a stamp is within {hello.capture_us} µs of its edge"


def firmware(hello: Hello) -> str:
    """``0.1.0, build 0123456789abcdef``."""
    return f"{hello.fw}, build {hello.build}" if hello.build else f"{hello.fw}, build not told"


def count(roles: bytes) -> int:
    """How many of the inputs have a role."""
    from lapsy.boards.events import role_name

    return sum(role_name(role) != "none" for role in roles)


def inputs(roles: bytes) -> str:
    """``slap1-8, flip1-8``: seats of one role are drawn together where they follow each other."""
    from lapsy.boards.events import role_group, role_name
    from lapsy.boards.pads import pad_name

    seats: dict[str, list[int]] = {}
    for role in roles:
        if role_name(role) != "none":
            seats.setdefault(role_name(role), []).append(role_group(role) + 1)
    parts = []
    for role in dict.fromkeys(role for role in roles if role_name(role) != "none"):
        mine = seats.pop(role_name(role), None)
        if mine is None:
            continue
        if len(mine) > 2 and mine == list(range(mine[0], mine[0] + len(mine))):
            parts.append(f"{pad_name(role)}-{mine[-1]}")
        else:
            parts += [pad_name(one) for one in roles if role_name(one) == role_name(role)]
    return ", ".join(parts) or "none"
