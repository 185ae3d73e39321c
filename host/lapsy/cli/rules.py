"""``lapsy rules``: the rules of a game, in words."""

from __future__ import annotations

import sys

import click

from lapsy.cli import options
from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.screens.rule_texts import RulesMissingError, options_text, rules_text


@click.command(short_help="Tell the rules of a game.")
@click.argument("game", type=click.Choice(CARD_GAMES), metavar="GAME")
@options.language
@click.option("--options", "only_options", is_flag=True, help="Only what may be agreed before the game.")
def rules(game: str, lang: str, only_options: bool) -> None:
    """Tell the rules of GAME (lapsy, speed, kuoppa or limppu) and what may be agreed before it is played."""
    try:
        text = "" if only_options else rules_text(game, lang) + "\n"
    except RulesMissingError as e:
        raise click.ClickException(str(e)) from e
    text += options_text(game, GAMES[game], lang)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        console = Console()
        console.print(Markdown(text), width=min(console.size.width, 100))
    else:
        click.echo(text, nl=False)
