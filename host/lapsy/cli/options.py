"""Options and kinds of values that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lapsy.language import DEFAULT, languages

F = TypeVar("F", bound=Callable[..., Any])

#: Where the page is unless somebody says otherwise: phones that were in look for it there again.
HTTP_PORT = 8765


if TYPE_CHECKING:
    TextType = click.ParamType[str]
else:
    TextType = click.ParamType  # older Click's is not generic


class Text(TextType):
    """Text that can be hashed, journalled and shown: no bytes that are not UTF-8."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text itself."""
        text = str(value)
        if not text.isprintable():
            self.fail(f"{text!r} is not plain text: type it anew, letters and digits only.", param, ctx)
        return text


class Seconds(click.FloatRange):
    """Seconds within a range; "nan" is no time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds."""
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds: give one such as 1.5.", param, ctx)
        return seconds


class Duration(TextType):
    """A length of time such as ``500ms`` or ``10s``; the value is microseconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The microseconds."""
        from lapsy.boards.faults import parse_duration

        if isinstance(value, int):
            return value
        try:
            return parse_duration(str(value))
        except ValueError as error:
            self.fail(f"{str(error).rstrip('.')}.", param, ctx)


class HostName(Text):
    """An address or a name of this machine."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, checked for shape; whether it is this machine's only the system knows."""
        name = super().convert(value, param, ctx)
        try:
            name.encode("idna")
        except UnicodeError:
            name = ""
        if not name.strip():
            self.fail(
                f"{value!r} is no address: give one of this machine, or 0.0.0.0 for all of them.", param, ctx
            )
        return name


class ScriptFile(click.Path):
    """A file of presses; the value is its text."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text of the file."""
        path = Path(str(super().convert(value, param, ctx)))
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            self.fail(f"{path} is not a text file: a script has one press a line.", param, ctx)
        except OSError as e:
            self.fail(f"{path} cannot be read ({e.strerror}): name another file.", param, ctx)


def ports(command: F) -> F:
    """``--port``, repeatable."""
    return click.option(
        "--port",
        "ports",
        multiple=True,
        type=Text(),
        metavar="auto|sim|PORT",
        help="Where the pads are: on every known board (auto), on this keyboard (sim), or on a serial port;"
        " repeatable.  [default: auto]",
    )(command)


def page(command: F) -> F:
    """Where the page is and who sees it: ``--headless``, ``--host``, ``--http-port``, ``--no-open``."""
    return address(
        click.option("--headless", is_flag=True, help="No page; the terminal says what happens.")(command)
    )


def lan(command: F) -> F:
    """``--lan``."""
    return click.option(
        "--lan",
        is_flag=True,
        help="Open for phones in your network from the start, as the lobby's button does.",
    )(command)


def address(command: F) -> F:
    """Where the page is: ``--host``, ``--http-port``, ``--no-open``."""
    for option in (
        click.option("--no-open", is_flag=True, help="Do not open the page in a browser."),
        click.option(
            "--http-port",
            type=click.IntRange(0, 65535),
            metavar="PORT",
            default=HTTP_PORT,
            show_default=True,
            help="Port of the page; 0 takes any free one.",
        ),
        click.option(
            "--host",
            type=HostName(),
            metavar="ADDRESS",
            default="127.0.0.1",
            show_default=True,
            help="Address that the page is served at; 0.0.0.0 lets others in your network look on.",
        ),
    ):
        command = option(command)
    return command


def users_language() -> str:
    """What this user's system speaks, if there is a catalogue for it."""
    spoken = next((text for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (text := os.environ.get(name))), "")
    code = spoken.partition(".")[0].partition("@")[0]
    return next((one for one in (code, code.partition("_")[0]) if one in languages()), DEFAULT)


def language(command: F) -> F:
    """``--lang``."""
    return click.option(
        "--lang",
        type=click.Choice(languages()),
        default=users_language,
        show_default=f"your system's, else {DEFAULT}",
        help="Language of page and terminal.",
    )(command)


def journal(command: F) -> F:
    """``--journal``."""
    return click.option(
        "--journal",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Keep a journal in this folder (made if missing).",
    )(command)
