"""The first word with a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lapsy.boards.events import Hello
    from lapsy.boards.talk import Talk


def greeted(talk: Talk) -> Hello:
    """The board's hello. Raises click.ClickException when nothing answers, or something that cannot go on."""
    from lapsy.boards.events import Silent

    hello = talk.hello()
    if hello is not None:
        return hello
    reasons = [event.reason for event in talk.hear() if isinstance(event, Silent)]
    reason = reasons[-1] if reasons else "No board answers on this port."
    raise click.ClickException(
        f"{reason.rstrip('.')}. Put the firmware on the board of {talk.name} with 'lapsy boards flash {talk.name}'."
        if "protocol" in reason or "No board" in reason
        else reason
    )
