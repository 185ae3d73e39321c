"""``lapsy simulate``: many games of bots, and what they have in common."""

from __future__ import annotations

import sys
import time

import click

from lapsy.cli import options
from lapsy.cli.games import GameCommand, named_options, rule_options
from lapsy.games.registry import CARD_GAMES
from lapsy.language import tr


@click.command(cls=GameCommand, short_help="Play many games of bots.")
@click.argument("game", type=click.Choice(CARD_GAMES), metavar="GAME")
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    default=100,
    show_default=True,
    help="How many games.",
)
@click.option(
    "--seats",
    type=click.IntRange(1, 8),
    metavar="N",
    help="How many play.  [default: 4, or as near as the game allows]",
)
@click.option(
    "--strength",
    metavar="WORDS",
    default="medium",
    show_default=True,
    help="Of the bots: weak, medium, strong or random; several with commas, one a seat, over again from the first. They move"
    " on by a seat from game to game.",
)
@click.option(
    "--seed", type=options.Text(), metavar="TEXT", default="1", show_default=True, help="Decides everything."
)
@rule_options
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="How many processors share the games; the result is the same.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 100_000_000),
    metavar="MOVES",
    default=100_000,
    show_default=True,
    help="A game with so many moves is left unfinished.",
)
@click.option("--json", "as_json", is_flag=True, help="Figures for programs instead of a report.")
@options.language
def simulate(
    game: str,
    games: int,
    seats: int | None,
    strength: str,
    seed: str,
    rules: tuple[str, ...],
    jobs: int,
    limit: int,
    as_json: bool,
    lang: str,
) -> None:
    """Play GAME (lapsy, speed, kuoppa or limppu) many times by the rules alone: bots, virtual time, no boards.

    \b
    Who wins a two-player game of lapsy, and how long it takes:
        lapsy simulate lapsy --games 400 --seats 2 --strength strong,random
    The same figures for a program, on two processors:
        lapsy simulate kuoppa --games 400 --strength strong,random --jobs 2 --json
    """
    from lapsy.cli.errors import told
    from lapsy.cli.tally_report import report
    from lapsy.games.registry import GAMES
    from lapsy.simulation import Spec, StuckError
    from lapsy.simulation import simulate as run
    from lapsy.table.bots import RANDOM, STRENGTHS

    rules_of = GAMES[game]
    count = seats if seats is not None else min(max(4, rules_of.SEATS[0]), rules_of.SEATS[-1])
    words = [word.strip() for word in strength.split(",")]
    for word in words:
        if word not in (*STRENGTHS, RANDOM):
            raise click.BadParameter(
                f"{word!r} is no strength: choose from {', '.join((*STRENGTHS, RANDOM))}.",
                param_hint="--strength",
            )
    if len(words) > count:
        raise click.BadParameter(
            f"{len(words)} strengths do not fit {count} seats: name fewer, or give more --seats.",
            param_hint="--strength",
        )
    spec = Spec(game, named_options(rules), tuple(words[n % len(words)] for n in range(count)), seed, limit)
    with told():
        # Refused before any process is started.
        rules_of.start(rules_of.parse_options(spec.options), count, bytes(32))
    jobs = min(jobs, games)
    began = time.perf_counter()
    try:
        label = tr(lang, rules_of.NAME) if sys.stderr.isatty() else ""
        with click.progressbar(length=games, label=label, file=sys.stderr) as bar:
            tally = run(spec, games, jobs, bar.update)
    except StuckError as e:
        raise click.ClickException(
            f"{e}\nThis is a fault of the program: please report the line above."
        ) from e
    seconds = time.perf_counter() - began
    if as_json:
        import json

        run_json = {
            "jobs": jobs,
            "seconds": round(seconds, 3),
            "moves_per_second": round(sum(tally.moves) / seconds),
        }
        click.echo(json.dumps({**tally.as_json(), "run": run_json}, ensure_ascii=False, indent=2))
    else:
        click.echo(report(tally, rules_of, seconds, jobs, lang), nl=False)
