"""A game in virtual time, and what the terminal says of it."""

from __future__ import annotations

import sys

import click

from lapsy.cli.terminal import summary
from lapsy.drivers.opening import NoJournal, bots_for, simulated_boards
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.table.effects import Say
from lapsy.table.journal_file import JournalFile
from lapsy.table.policy_words import policy_texts
from lapsy.table.setup import Setup
from lapsy.table.table import Table
from lapsy.table.words import word

#: Two packs can go on for very long: after this much virtual time the game is given up and said to be unfinished.
LONGEST_US = 48 * 3600 * 1_000_000

#: The terminal hears of a long game this often.
TOLD_EVERY = 2_000


def play_simulated(setup: Setup, journal: JournalFile | NoJournal, *, verbose: bool) -> None:
    """Play to the end and print winner and statistics. Raises OSError of the journal, click.ClickException."""
    table = Table(setup)
    progress = sys.stderr.isatty()
    views = 0

    def say(line: Say) -> None:
        if verbose and line.kind in ("verdict", "table"):
            click.echo(f"{driver.heap.now_us / 1_000_000:10.3f} s  {line.text}")

    def count(_: object) -> None:
        nonlocal views
        views += 1
        if progress and views % TOLD_EVERY == 0:
            minutes = driver.heap.now_us / 60_000_000
            click.echo(f"\r{minutes:.0f} min of play ", nl=False, err=True)

    for agreed in policy_texts(setup):
        click.echo(agreed)
    driver = SimulatedDriver(
        table, simulated_boards(setup), bots_for(setup), journal=journal.append, say=say, publish=count
    )
    finished = driver.run(LONGEST_US)
    if progress and views >= TOLD_EVERY:
        click.echo("\r" + " " * 30 + "\r", nl=False, err=True)
    if not finished:
        raise click.ClickException(
            f"After {LONGEST_US // 3_600_000_000} hours of virtual time nobody had won: try another --seed."
        )
    click.echo(summary(table, driver.heap.now_us), nl=False)
    if journal.path is not None:
        click.echo(word(setup.language, "journal", path=journal.path), err=True)
