"""``lapsy play``: one table, live or in virtual time, new or resumed."""

from __future__ import annotations

from pathlib import Path

import click

PACE = click.FloatRange(0.3, 60.0)


@click.command(short_help="Play a game.")
@click.argument("game", type=click.Choice(["lapsy"]), required=False)
@click.option(
    "--seats",
    metavar="NAMES|N",
    help="Human players: names with commas, or how many. One unless given; none with --headless.",
)
@click.option("--bots", type=click.IntRange(0, 8), default=0, help="How many bots play along.")
@click.option(
    "--strength",
    default="medium",
    show_default=True,
    help="Of the bots: weak, medium, strong; several with commas.",
)
@click.option(
    "--port",
    "ports",
    multiple=True,
    metavar="auto|sim|PORT",
    help="Where the pads are: every known board (auto), this keyboard (sim), or a serial port; repeatable.  [default: auto]",
)
@click.option("--seed", metavar="TEXT", help="A practice game that this text alone decides.")
@click.option(
    "--flip",
    type=click.Choice(["seat", "auto"]),
    default="auto",
    show_default=True,
    help="Who turns cards: each player, or the dealer.",
)
@click.option(
    "--pace",
    type=PACE,
    default=1.2,
    show_default=True,
    metavar="SECONDS",
    help="From one card to the dealer's next.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule option, such as sandwich=on; repeatable.",
)
@click.option(
    "--journal",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the game's journal in this folder.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="JOURNAL",
    help="Go on with the game of this journal.",
)
@click.option("--headless", is_flag=True, help="No page; the terminal says what happens.")
@click.option(
    "--simulated-time", is_flag=True, help="Virtual time: bots alone, the firmware's core in this process."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address that the page is served at.")
@click.option(
    "--http-port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port of the page; 0 takes any.",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--lang",
    type=click.Choice(["fi", "en"]),
    default="fi",
    show_default=True,
    help="Language of page and terminal.",
)
@click.option("-v", "--verbose", is_flag=True, help="In virtual time, print every verdict too.")
def play(
    game: str | None,
    seats: str | None,
    bots: int,
    strength: str,
    ports: tuple[str, ...],
    seed: str | None,
    flip: str,
    pace: float,
    options: tuple[str, ...],
    journal: Path | None,
    resume: Path | None,
    headless: bool,
    simulated_time: bool,
    host: str,
    http_port: int,
    no_open: bool,
    lang: str,
    verbose: bool,
) -> None:
    """Play GAME (lapsy), or --resume a journal.

    \b
    lapsy play lapsy --port sim --bots 3           you by keyboard against three bots
    lapsy play lapsy --seats Aino,Onni,Siiri       three players with pads
    lapsy play lapsy --bots 4 --headless --simulated-time --seed 7
    """
    from lapsy.cli.errors import told
    from lapsy.cli.live import play_live, resume_live
    from lapsy.cli.seating import player_names, real_pads, seats_for, strengths_of
    from lapsy.cli.simulated import play_simulated
    from lapsy.drivers.opening import journal_for, new_setup
    from lapsy.table.judge import Pacing

    with told():
        if resume is not None:
            if game or seats or bots or seed or options or journal or simulated_time:
                raise click.UsageError(
                    "--resume takes the game, its players, seed and options from the journal: leave those out."
                )
            resume_live(resume, ports, None if headless else (host, http_port), not no_open)
            return
        if game is None:
            raise click.UsageError("Say which game: lapsy play lapsy.")
        players = player_names(seats, 0 if headless else 1)
        if simulated_time:
            if players:
                raise click.UsageError(
                    "In virtual time nobody can press: leave --seats out and use --bots, or leave --simulated-time out."
                )
            if set(ports) - {"sim"}:
                raise click.UsageError("Virtual time has simulated boards only: leave --port out.")
        by_keyboard = simulated_time or "sim" in ports or not players
        if "sim" in ports and len(ports) > 1:
            raise click.UsageError(
                "Players press either by keyboard (--port sim) or by pads (--port PORT), not both at one table."
            )
        if len(players) + bots < 2:
            raise click.UsageError(
                f"{len(players) + bots} at the table is too few: add --bots, or name more players with --seats."
            )
        pads, names = (None, {}) if by_keyboard else real_pads(ports or ("auto",))
        setup = new_setup(
            game,
            seats_for(players, bots, strengths_of(strength), pads),
            pacing=Pacing(flip, round(pace * 1_000_000)),
            options=_options(options),
            seed=seed,
            language=lang,
            simulated=simulated_time,
        )
        book = journal_for(journal, setup)
        try:
            if simulated_time:
                play_simulated(setup, book, verbose=verbose)
            else:
                play_live(setup, book, names, None if headless else (host, http_port), not no_open)
        finally:
            book.close()


def _options(texts: tuple[str, ...]) -> dict[str, str]:
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(
                f"{text!r} has no value: write NAME=VALUE, such as sandwich=on.", param_hint="--option"
            )
        options[name.strip()] = value.strip()
    return options
