"""``lapsy play``: one table, live or in virtual time, new or resumed."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from lapsy.cli import options, policies, showing
from lapsy.cli.games import GameCommand, named_options, rule_options
from lapsy.games.registry import CARD_GAMES, GAMES

#: What may stand beside --resume: where the game goes on, not what it is.
WITH_RESUME = frozenset({"resume", "ports", "headless", "host", "http_port", "no_open", "lan"})

#: What may be given without a game, for the lobby.
IN_LOBBY = WITH_RESUME - {"resume", "headless"} | {"journal", "lang"}


@click.command(cls=GameCommand, short_help="Play a game.")
@click.argument("game", type=click.Choice(CARD_GAMES), metavar="[GAME]", required=False)
@click.option(
    "--seats",
    metavar="NAMES|N",
    help="Human players: names with commas, or how many.  [default: 1; with --headless 0]",
)
@click.option(
    "--bots",
    type=click.IntRange(0, 8),
    metavar="N",
    default=0,
    show_default=True,
    help="How many bots play along.",
)
@click.option(
    "--strength",
    metavar="WORDS",
    default="medium",
    show_default=True,
    help="Of the bots: weak, medium or strong; several with commas, one a bot.",
)
@options.ports
@click.option(
    "--seed",
    type=options.Text(),
    metavar="TEXT",
    help="A practice game: this text alone decides the deck.",
)
@click.option(
    "--children",
    is_flag=True,
    help="Slow cards, close hands share, a false slap costs nothing.",
)
@click.option(
    "--no-buzzer",
    is_flag=True,
    help="Boards that have a buzzer do not sound a verdict.",
)
@click.option(
    "--flip",
    type=click.Choice(["seat", "auto"]),
    default="auto",
    show_default=True,
    help="Who turns cards: each player (seat), or the dealer (auto).",
)
@click.option(
    "--pace",
    type=options.Seconds(0.3, 60.0),
    default=1.2,
    show_default=True,
    metavar="SECONDS",
    help="From one card to the dealer's next.",
)
@rule_options
@policies.measuring
@policies.early_hands
@showing.showing
@options.journal
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="JOURNAL",
    help="Go on with the game of this journal.",
)
@click.option(
    "--simulated-time", is_flag=True, help="Virtual time: bots alone, the firmware's core in this process."
)
@options.page
@options.lan
@options.language
@click.option("-v", "--verbose", is_flag=True, help="In virtual time, print every verdict too.")
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    seats: str | None,
    bots: int,
    strength: str,
    ports: tuple[str, ...],
    seed: str | None,
    flip: str,
    pace: float,
    rules: tuple[str, ...],
    unproven: str,
    tie_us: int,
    handicaps: tuple[str, ...],
    silent_us: int | None,
    anticipation: str,
    limit_us: int,
    display_name: str | None,
    photodiode: bool,
    journal: Path | None,
    resume: Path | None,
    headless: bool,
    simulated_time: bool,
    host: str,
    http_port: int,
    no_open: bool,
    lan: bool,
    lang: str,
    verbose: bool,
    children: bool,
    no_buzzer: bool,
) -> None:
    """Play a game at one table. Without GAME the lobby opens: choose game and players on the page. With --resume the game
    is the journal's.

    \b
    You by keyboard against three bots:
        lapsy play lapsy --port sim --bots 3
    Three players with pads, on the boards that are plugged in:
        lapsy play lapsy --seats Aino,Onni,Siiri
    Four bots in virtual time, the same game every time:
        lapsy play lapsy --bots 4 --headless --simulated-time --seed 7
    """
    from lapsy.cli.errors import told
    from lapsy.cli.live import lobby_live, play_live, resume_live
    from lapsy.cli.seating import player_names, real_pads, seats_for, strengths_of
    from lapsy.cli.simulated import play_simulated
    from lapsy.drivers.opening import journal_for, new_setup
    from lapsy.drivers.remembering import journals
    from lapsy.table.judge import Pacing

    with told():
        if resume is not None:
            _alone(ctx)
            resume_live(resume, ports, None if headless else (host, http_port), not no_open, lan)
            return
        if game is None:
            _without_game(ctx)
            named = tuple(dict.fromkeys(port for port in ports if port not in ("auto", "sim")))
            lobby_live(named, journal or journals(), (host, http_port), not no_open, lang, lan)
            return
        players = player_names(seats, 0 if headless or simulated_time else 1, lang)
        if simulated_time:
            if players:
                raise click.UsageError(
                    "In virtual time nobody can press: leave --seats out and use --bots, or leave --simulated-time out."
                )
            if set(ports) - {"sim"}:
                raise click.UsageError("Virtual time has simulated boards only: leave --port out.")
        strengths = strengths_of(strength)
        by_keyboard = simulated_time or "sim" in ports or not players
        if "sim" in ports and len(ports) > 1:
            raise click.UsageError(
                "Players press either by keyboard (--port sim) or by pads (--port PORT), not both at one table."
            )
        if ports and "sim" not in ports and not players:
            raise click.UsageError(
                "Nobody is there to press pads: name players with --seats, or leave --port out."
            )
        if headless and players and by_keyboard:
            raise click.UsageError(
                "The page reads the keys: leave --headless out, or play with pads (--port auto or --port PORT)."
            )
        if len(players) + bots < 2:
            raise click.UsageError(
                f"{len(players) + bots} at the table is too few: add --bots, or name more players with --seats."
            )
        # Cards are flipped without pads too: the dealer can.
        needed = frozenset(GAMES[game].roles(GAMES[game].parse_options(named_options(rules)))) - {"flip"}
        pads, names = (None, {}) if by_keyboard else real_pads(ports or ("auto",), needed)
        display = showing.display_of(
            display_name, photodiode, not headless and not simulated_time, names.values()
        )
        given = ctx.get_parameter_source("limit_us") is ParameterSource.COMMANDLINE
        setup = new_setup(
            game,
            policies.with_handicaps(seats_for(players, bots, strengths, pads, game), handicaps),
            pacing=Pacing(flip, round(pace * 1_000_000)),
            options=named_options(rules),
            seed=seed,
            language=lang,
            simulated=simulated_time,
            policy=policies.policy_of(
                unproven, tie_us, silent_us, anticipation, limit_us if given else None, display
            ),
            display=display,
            children=children,
            buzzer=not no_buzzer,
        )
        book = journal_for(journal, setup)
        try:
            if simulated_time:
                play_simulated(setup, book, verbose=verbose)
            else:
                play_live(setup, book, names, None if headless else (host, http_port), not no_open, lan)
        finally:
            book.close()


def _without_game(ctx: click.Context) -> None:
    """Raises click.UsageError when something was given that is chosen in the lobby."""
    given = [
        param.opts[-1]
        for param in ctx.command.params
        if param.name not in IN_LOBBY
        and ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            f"Without a game the lobby opens, where {', '.join(given)} is chosen: leave that out, or say which game, such as"
            " lapsy play lapsy --bots 3."
        )


def _alone(ctx: click.Context) -> None:
    """Raises click.UsageError when something was given that the journal of --resume decides."""
    given = [
        "GAME" if isinstance(param, click.Argument) else param.opts[-1]
        for param in ctx.command.params
        if param.name not in WITH_RESUME
        and ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            f"--resume takes the game, its players, seed and options from the journal: leave {', '.join(given)} out."
        )
