"""Options for the display that cards are shown on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lapsy.cli.options import Text

if TYPE_CHECKING:
    from lapsy.table.display import Display

F = TypeVar("F", bound=Callable[..., Any])


def showing(command: F) -> F:
    """``--display``, ``--photodiode``."""
    for option in (
        click.option(
            "--photodiode",
            is_flag=True,
            help="A photodiode on one of the boards looks at the page's corner and stamps every card. Needs --display.",
        ),
        click.option(
            "--display",
            "display_name",
            type=Text(),
            metavar="NAME",
            help="The page is on this display: a card counts as shown from the earliest that it can have been light,"
            " as 'lapsy calibrate display' has found.",
        ),
    ):
        command = option(command)
    return command


def display_of(name: str | None, photodiode: bool, page: bool, boards: Iterable[str]) -> Display | None:
    """The display of the options. ``page``: there is one to look at; ``boards``: ports of the real boards of the game. Asks
    them for a photodiode when one is to look on. Raises DisplayError, PortError, click.UsageError."""
    from lapsy.drivers.displays import load

    if name is None:
        if photodiode:
            raise click.UsageError(
                "--photodiode falls back on a display's figure when it sees nothing: name the display with --display."
            )
        return None
    if not page:
        raise click.UsageError("No page is shown, so no display: leave --display out.")
    display = load(name).display(live=photodiode)
    if photodiode and not any(_sees(port) for port in boards):
        raise click.UsageError(
            "No board of this game has an input for a photodiode: give it one in its settings, or leave --photodiode out."
        )
    return display


def _sees(port: str) -> bool:
    from lapsy.boards.events import role_name
    from lapsy.boards.probe import ask

    hello = ask(port)
    return hello is not None and "photo" in map(role_name, hello.roles)
