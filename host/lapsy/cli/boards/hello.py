"""The first word with a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lapsy.boards.events import Hello
    from lapsy.boards.talk import Talk

#: A board that was just plugged in needs a second or so until it speaks.
LIMIT_S = 4.0


def greeted(talk: Talk) -> Hello:
    """The board's hello. Raises click.ClickException when nothing answers; PortError when something that cannot go on."""
    from lapsy.boards.probe import greet

    hello = greet(talk, LIMIT_S)
    if hello is not None:
        return hello
    raise click.ClickException(
        f"No board answers on {talk.name}: if it is a slap board, put the firmware on it with "
        f"'lapsy boards flash {talk.name}'."
    )
