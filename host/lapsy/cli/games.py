"""What commands about games share: ``--option``, and a help that tells the options of the game that was named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from lapsy.cli import options

F = TypeVar("F", bound=Callable[..., Any])


def rule_options(command: F) -> F:
    """``--option``, repeatable."""
    return click.option(
        "--option",
        "rules",
        multiple=True,
        type=options.Text(),
        metavar="NAME=VALUE",
        help="A rule option, such as sandwich=on; repeatable. `lapsy rules GAME` tells them all.",
    )(command)


def named_options(texts: Sequence[str]) -> dict[str, str]:
    """The texts of ``--option`` by name. Raises click.BadParameter."""
    named = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(
                f"{text!r} has no value: write NAME=VALUE, such as sandwich=on.", param_hint="--option"
            )
        if name.strip() in named:
            raise click.BadParameter(f"{name.strip()} is given twice: leave one out.", param_hint="--option")
        named[name.strip()] = value.strip()
    return named


class GameCommand(click.Command):
    """A command with a game among its words: its help tells that game's options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remembers the words: ``--help`` is asked for before they are read."""
        ctx.meta["lapsy.words"] = tuple(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of each game named."""
        super().format_epilog(ctx, formatter)
        from lapsy.games.registry import GAMES

        words: Sequence[str] = ctx.meta.get("lapsy.words", ())
        for name in dict.fromkeys(word for word in words if word in GAMES):
            game = GAMES[name]
            with formatter.section(f"Rule options of {name} (--option NAME=VALUE)"):
                formatter.write_dl(
                    [(f"{o.name}={o.allowed}", f"{o.text}  [{o.default_text}]") for o in game.OPTIONS]
                )
