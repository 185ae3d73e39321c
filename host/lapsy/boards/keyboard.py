"""Pressing a simulated board's pads by the keys of a terminal."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lapsy.boards.events import role_group, role_name
from lapsy.boards.pads import pad_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SLAP_KEYS = "12345678"
FLIP_KEYS = "qwertyui"
OTHER_KEYS = "asdfghjklzxcvbnm9op0"


class KeyboardError(RuntimeError):
    """There are no keys to read: one sentence with what to do."""


def key_map(roles: bytes) -> dict[str, int]:
    """Which key presses which input: the digits slap, the row below them flips, a seat a column."""
    keys: dict[str, int] = {}
    others = iter(OTHER_KEYS)
    for number, role in enumerate(roles):
        row = {"slap": SLAP_KEYS, "flip": FLIP_KEYS}.get(role_name(role), "")
        key = row[role_group(role)] if row else ""
        if not key or key in keys:
            key = next(others, "")
        if key:
            keys[key] = number
    return keys


def legend(roles: bytes) -> str:
    """The key map in one line for people."""
    return ", ".join(f"{key} {pad_name(roles[number])}" for key, number in key_map(roles).items())


@contextmanager
def terminal_keys() -> Iterator[Callable[[float], str]]:
    """Reads keys without echo or Enter; Ctrl-C stays what it is. Gives a function: the keys pressed since,
    after
    at most so many seconds. Raises KeyboardError without a terminal."""
    if not sys.stdin.isatty():
        raise KeyboardError("Keys can only be read from a terminal: leave --keyboard out, or use --script.")
    if os.name == "nt":
        yield _windows_keys
        return
    import select
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)

    def read(limit_s: float) -> str:
        if not select.select([fd], [], [], limit_s)[0]:
            return ""
        data = os.read(fd, 256)
        if not data:
            raise KeyboardError("The terminal is gone.")
        return data.decode(errors="ignore")

    tty.setcbreak(fd)
    try:
        yield read
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _windows_keys(limit_s: float) -> str:
    import msvcrt

    until = time.monotonic() + limit_s
    keys = ""
    while not keys and time.monotonic() < until:
        while msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            keys += msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
        time.sleep(0.002)
    return keys
