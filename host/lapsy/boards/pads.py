"""The inputs of a board: roles, the default pads of a table, names, and what a bouncing contact looks like.

An input's *role byte* is the one that a board's hello carries: the role in the low five bits, the seat group
(0-7) above.
"""

from __future__ import annotations

from lapsy.boards.firmware import messages

ROLES = messages.ROLE_NAMES
MAX_INPUTS = messages.MAX_INPUTS

#: A seat group has three bits.
MAX_SEATS = 8

#: How long a finger stays on a pad when nobody says otherwise.
HOLD_US = 60_000


class PadError(ValueError):
    """An input, a seat or a bounce that the board cannot have: one sentence with what to do."""


def role_byte(role: str, seat: int) -> int:
    """The role byte of an input of ``seat`` (from 0). Raises PadError."""
    if role not in ROLES:
        raise PadError(f"There is no role {role!r}; the roles are {', '.join(ROLES)}.")
    if not 0 <= seat < MAX_SEATS:
        raise PadError(f"Seat {seat} cannot be told on the wire; seats go from 0 to {MAX_SEATS - 1}.")
    return ROLES.index(role) | seat << messages.GROUP_SHIFT


def seat_roles(seats: int, each: tuple[str, ...] = ("slap", "flip")) -> bytes:
    """The default pads: inputs 2n and 2n+1 are the slap and the flip of seat n. ``each``: other inputs a seat instead.

    Raises PadError.
    """
    if not 1 <= seats <= MAX_SEATS:
        raise PadError(f"A simulated board has pads for 1 to {MAX_SEATS} seats, not for {seats}.")
    return bytes(role_byte(role, seat) for seat in range(seats) for role in each)


def seat_count(roles: bytes) -> int:
    """How many seats these inputs serve."""
    return max((role >> messages.GROUP_SHIFT for role in roles), default=-1) + 1


def check_roles(roles: bytes) -> bytes:
    """The same roles. Raises PadError when a board could not have them."""
    if not 1 <= len(roles) <= MAX_INPUTS:
        raise PadError(f"A board has 1 to {MAX_INPUTS} inputs, not {len(roles)}.")
    for number, byte in enumerate(roles):
        if byte & messages.ROLE_MASK >= len(ROLES):
            raise PadError(
                f"Input {number} has the role {byte & messages.ROLE_MASK}; known are 0 to {len(ROLES) - 1}."
            )
    return roles


def pad_name(role: int) -> str:
    """The name people use for a role byte: ``slap1`` is the slap pad of the first seat; ``sync`` has no seat."""
    code = role & messages.ROLE_MASK
    if code >= len(ROLES):
        return f"role{code}-{(role >> messages.GROUP_SHIFT) + 1}"  # of a newer firmware
    name = ROLES[code]
    if name in ("sync", "photo"):
        return name
    separator = "-" if name[-1].isdigit() else ""
    return f"{name}{separator}{(role >> messages.GROUP_SHIFT) + 1}"


def pad_names(roles: bytes) -> tuple[str, ...]:
    """One name an input, in the order of the inputs."""
    return tuple(pad_name(role) for role in roles)


def find_input(roles: bytes, which: int | str) -> int:
    """The input meant by a number (as on the wire, from 0) or a pad's name (``slap1``). Raises PadError."""
    names = pad_names(roles)
    text = str(which)
    if text.isascii() and text.isdigit() and int(text) < len(roles):
        return int(text)
    if text in names:
        return names.index(text)
    raise PadError(
        f"This board has no input {text!r}; it has 0 to {len(roles) - 1}, also called {', '.join(names)}."
    )


def bounces(count: int) -> tuple[int, ...]:
    """When a contact that bounces ``count`` times opens and closes again, in µs after the first touch."""
    return tuple(at for n in range(count) for at in (210 * n + 150, 210 * n + 210))


def check_press(hold_us: int | None, bounce: tuple[int, ...]) -> None:
    """Refuses, with PadError, a press whose contact would not end as it began."""
    if hold_us is not None and hold_us < 1:
        raise PadError(f"A press is held for at least 1 µs, not {hold_us}.")
    if len(bounce) % 2:
        raise PadError("A bounce opens the contact and closes it again: give an even number of times.")
    if any(later <= earlier for earlier, later in zip((0, *bounce), bounce, strict=False)):
        raise PadError(
            "The times of a bounce are microseconds after the press, each later than the one before."
        )
    if bounce and hold_us is not None and bounce[-1] >= hold_us:
        raise PadError(f"The bounce lasts {bounce[-1]} µs, longer than the press of {hold_us} µs.")
