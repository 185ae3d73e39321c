"""A game in real time: what the terminal says, where the page is, how it ends."""

from __future__ import annotations

import os
import secrets
import sys
import webbrowser
from pathlib import Path

import click

from lapsy.cli.terminal import summary
from lapsy.drivers.opening import SIM, NoJournal, continued
from lapsy.drivers.session import Page, PageError, Session
from lapsy.table.effects import Say
from lapsy.table.journal_file import JournalFile
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Table

LOCAL = frozenset({"127.0.0.1", "::1", "localhost"})

TEXTS = {
    "fi": {
        "page": "Pöytä: {url}",
        "end": "Ctrl-C lopettaa.",
        "lobby": "Jokainen pelaaja painaa kerran omaa lätkäänsä, niin kortit jaetaan.",
        "keys": "{name}: läpsy {slap}",
        "journal": "Pöytäkirja: {path}",
        "resume": "Jatka: lapsy play --resume {path}",
    },
    "en": {
        "page": "Table: {url}",
        "end": "Ctrl-C ends.",
        "lobby": "Each player presses their pad once, then the cards are dealt.",
        "keys": "{name}: slap {slap}",
        "journal": "Journal: {path}",
        "resume": "Go on: lapsy play --resume {path}",
    },
}


def play_live(
    setup: Setup,
    journal: JournalFile | NoJournal,
    names: dict[str, str],
    page: tuple[str, int] | None,
    browser: bool,
) -> None:
    """A new game. Raises what ``Session.run`` raises, as Click's errors where they are the user's."""
    _run(Table(setup), journal, names, page, browser, "")


def resume_live(path: Path, ports: tuple[str, ...], page: tuple[str, int] | None, browser: bool) -> None:
    """Go on with the game of a journal."""
    journal, recovered = JournalFile.resume(path)
    try:
        rebuilt = rebuild(recovered.records)
        if rebuilt.setup.simulated:
            raise click.ClickException(
                "This game was played in virtual time: it has no boards to go on with; play it again with its --seed."
            )
        if rebuilt.judge is None:
            raise click.ClickException(
                "This game was not dealt yet when it stopped: nothing is lost, start a new one."
            )
        if rebuilt.phase == "over":
            raise click.ClickException(
                "This game is over: look at it with 'lapsy replay', or start a new one."
            )
        setup = continued(rebuilt)
        rebuilt.setup = setup
        real = [port for port in setup.ports if port != SIM]
        given = [port for port in ports if port not in ("auto", SIM)]
        if given and len(given) != len(real):
            raise click.ClickException(
                f"The game has {len(real)} boards on ports of their own: give --port as often, or not at all."
            )
        names = dict(zip(real, given or real, strict=True))
        _run(Table(setup, rebuilt), journal, names, page, browser, f"resumed {len(recovered.records)}")
    finally:
        journal.close()


def _run(
    table: Table,
    journal: JournalFile | NoJournal,
    names: dict[str, str],
    page: tuple[str, int] | None,
    browser: bool,
    salt: str,
) -> None:
    texts = TEXTS[table.setup.language]

    def ready(url: str | None) -> None:
        if url is not None:
            click.echo(texts["page"].format(url=url))
            if page is not None and page[0] not in LOCAL:
                _qr(url.partition("#")[0])
        for n, seat in enumerate(table.setup.seats):
            if (keys := table.setup.keys(n)) is not None:
                click.echo(texts["keys"].format(name=seat.name, slap=keys["slap"]))
        if table.setup.has_lobby and table.phase == "lobby":
            click.echo(texts["lobby"])
        click.echo(texts["end"])
        if url is not None and browser and _has_browser():
            webbrowser.open(url)

    def say(line: Say) -> None:
        click.echo(line.text, err=line.kind in ("board", "text"))

    session = Session(
        table,
        journal,
        names,
        None if page is None else Page(*page, secrets.token_urlsafe(16)),
        say,
        ready,
        salt,
    )
    try:
        session.run()
    except PageError as e:
        raise click.ClickException(str(e)) from e
    except KeyboardInterrupt:
        click.echo()
    if table.judge is not None:
        click.echo(summary(table, session.driver.now_us), nl=False)
    if journal.path is not None:
        click.echo(texts["journal"].format(path=journal.path), err=True)
        if table.phase == "play" and table.setup.game != "race":
            click.echo(texts["resume"].format(path=journal.path), err=True)


def _qr(url: str) -> None:
    """The page's address for phones that only watch: without the secret."""
    import segno

    if sys.stdout.isatty():
        segno.make(url, micro=False).terminal(compact=True)
        click.echo(url)


def _has_browser() -> bool:
    """A browser with a window: not a text browser in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
