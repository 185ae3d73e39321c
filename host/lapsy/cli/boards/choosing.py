"""Which board a command means: the one on a port, the one with an identity, or the only one there is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lapsy.boards.ports import SeenPort


def the_port(which: str | None) -> str:
    """The port's name. Raises click.ClickException when there is none, or more than one and none was named."""
    from lapsy.boards.ports import find_ports

    if which is not None:
        return _by_identity(which.lower()) if re.fullmatch(r"[0-9a-fA-F]{4,16}", which) else which
    found = find_ports()
    if not found:
        raise click.ClickException(nothing_seen())
    if len(found) > 1:
        names = ", ".join(seen.name for seen in found)
        raise click.ClickException(f"{len(found)} boards are plugged in: name the port of one ({names}).")
    return found[0].name


def nothing_seen() -> str:
    """What to do when no board is seen; about an empty one when there is one."""
    from lapsy.boards.bootsel import NOTHING_SEEN, empty_boards

    empty = empty_boards()
    return empty[0].advice() if empty else NOTHING_SEEN


def _by_identity(start: str) -> str:
    from lapsy.boards.ports import PortError, find_ports
    from lapsy.boards.probe import ask

    found: list[SeenPort] = []
    there: list[str] = []
    for seen in find_ports():
        try:
            hello = ask(seen.name)
        except PortError as error:
            there.append(str(error).rstrip("."))
            continue
        if hello is not None:
            there.append(f"{hello.uid} on {seen.name}")
            if hello.uid.startswith(start):
                found.append(seen)
    if len(found) == 1:
        return found[0].name
    if found:
        names = ", ".join(seen.name for seen in found)
        raise click.ClickException(
            f"{len(found)} boards begin with {start}: give more digits, or one of {names}."
        )
    seen_text = f"there are {'; '.join(there)}" if there else "no board answers"
    raise click.ClickException(
        f"No board has the identity {start}: {seen_text}. Boards without a known USB id are only asked by the port's name."
    )
