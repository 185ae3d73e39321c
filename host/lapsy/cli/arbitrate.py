"""``lapsy arbitrate``: pads only, no cards. Order of hands, margins with their ±, ties where nothing is proven."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lapsy.cli import options, policies

if TYPE_CHECKING:
    from lapsy.drivers.opening import NoJournal
    from lapsy.table.journal_file import JournalFile
    from lapsy.table.setup import Setup

#: Virtual time goes on for so long after the script's last press, so that its race closes.
AFTER_US = 3_000_000


@click.command(short_help="Who was first?")
@click.option(
    "--seats", metavar="NAMES|N", default="2", show_default=True, help="Names with commas, or how many."
)
@options.ports
@click.option(
    "--window",
    default=1.0,
    show_default=True,
    type=options.Seconds(0.05, 60.0),
    metavar="SECONDS",
    help="How long a race stays open.",
)
@policies.measuring
@options.journal
@click.option("--simulated-time", is_flag=True, help="Virtual time: presses come from --script.")
@click.option(
    "--script", type=options.ScriptFile(), metavar="FILE", help="Presses of the simulated pads from a file."
)
@click.option(
    "--seed",
    type=options.Text(),
    metavar="TEXT",
    help="With --simulated-time: board, clock and cable from this text.",
)
@options.page
@options.language
def arbitrate(
    seats: str,
    ports: tuple[str, ...],
    window: float,
    unproven: str,
    tie_us: int,
    handicaps: tuple[str, ...],
    silent_us: int | None,
    journal: Path | None,
    simulated_time: bool,
    script: str | None,
    seed: str | None,
    headless: bool,
    host: str,
    http_port: int,
    no_open: bool,
    lang: str,
) -> None:
    """Judge races of hands on pads. A race opens at its first press.

    \b
    Two pads of the board that is plugged in:
        lapsy arbitrate --seats Aino,Onni
    Two keys of this keyboard:
        lapsy arbitrate --port sim
    Presses from a script, in virtual time:
        lapsy arbitrate --simulated-time --script FILE
    """
    from lapsy.cli.errors import told
    from lapsy.cli.live import play_live
    from lapsy.cli.seating import player_names, real_pads, seats_for
    from lapsy.drivers.opening import SIM, journal_for, new_setup
    from lapsy.table.judge import Pacing
    from lapsy.table.setup import Seat

    if simulated_time != (script is not None):
        raise click.UsageError(
            "--simulated-time and --script belong together: in virtual time presses come from a script."
        )
    if simulated_time and ports:
        raise click.UsageError("Virtual time has a simulated board only: leave --port out.")
    if seed is not None and not simulated_time:
        raise click.UsageError("--seed is for --simulated-time: in real time nothing here is left to chance.")
    with told():
        players = player_names(seats, 2, lang)
        if not players:
            raise click.UsageError("A race needs at least one seat: give --seats.")
        if "sim" in ports and len(ports) > 1:
            raise click.UsageError(
                "Hands press either keys (--port sim) or pads (--port PORT), not both in one race."
            )
        if headless and "sim" in ports:
            raise click.UsageError(
                "The page reads the keys: leave --headless out, or use pads (--port auto or --port PORT)."
            )
        names: dict[str, str] = {}
        if simulated_time:
            places = tuple(Seat(name, "board", SIM, n) for n, name in enumerate(players))
        else:
            pads, names = (None, {}) if "sim" in ports else real_pads(ports or ("auto",))
            places = seats_for(players, 0, (), pads)
        setup = new_setup(
            "race",
            policies.with_handicaps(places, handicaps),
            pacing=Pacing("seat"),
            options={"window_ms": str(round(window * 1000))},
            seed=(seed or "") if simulated_time else None,
            language=lang,
            simulated=simulated_time,
            policy=policies.policy_of(unproven, tie_us, silent_us),
        )
        book = journal_for(journal, setup)
        try:
            if script is not None:
                _run_script(setup, book, script)
            else:
                play_live(setup, book, names, None if headless else (host, http_port), not no_open)
        finally:
            book.close()


def _run_script(setup: Setup, journal: JournalFile | NoJournal, text: str) -> None:
    from lapsy.boards.pads import PadError
    from lapsy.boards.script import ScriptError, parse_script
    from lapsy.boards.script import play as play_script
    from lapsy.cli.terminal import summary
    from lapsy.drivers.opening import SIM, simulated_boards
    from lapsy.drivers.simulated import SimulatedDriver
    from lapsy.table.effects import Say
    from lapsy.table.policy_words import policy_texts
    from lapsy.table.table import Table
    from lapsy.table.words import word

    def say(line: Say) -> None:
        if line.kind != "board":
            click.echo(line.text)

    table = Table(setup)
    boards = simulated_boards(setup)
    board = boards[SIM].board
    try:
        last_us = play_script(parse_script(text, board.identity.roles), board, 0)
    except (ScriptError, PadError) as e:
        raise click.ClickException(str(e)) from e
    for agreed in policy_texts(setup):
        click.echo(agreed)
    driver = SimulatedDriver(table, boards, {}, journal=journal.append, say=say)
    driver.run(last_us + AFTER_US)
    click.echo(summary(table, driver.heap.now_us), nl=False)
    if journal.path is not None:
        click.echo(word(setup.language, "journal", path=journal.path), err=True)
