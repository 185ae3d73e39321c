"""A game in real time: what the terminal says, where the page is, how it ends."""

from __future__ import annotations

import os
import secrets
import shlex
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import click

from lapsy.cli.addresses import addresses, has_browser, qr
from lapsy.cli.terminal import summary
from lapsy.drivers.opening import SIM, NoJournal, continued
from lapsy.drivers.serving import Page, PageError
from lapsy.drivers.session import Session
from lapsy.table.effects import Say
from lapsy.table.journal_file import JournalFile
from lapsy.table.policy_words import policy_texts
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Table

TEXTS = {
    "fi": {
        "page": "Pöytä: {url}",
        "watch": "Katsojille: {url}",
        "end": "Ctrl-C lopettaa.",
        "pads": "Jokainen pelaaja painaa kerran omaa lätkäänsä, niin kortit jaetaan.",
        "lobby": "Jokainen pelaaja painaa kerran läpsynäppäintään pöytäsivulla, niin kortit jaetaan.",
        "slap": "läpsy {key}",
        "flip": "kääntö {key}",
        "head": "oma pää {key}",
        "journal": "Pöytäkirja: {path}",
        "resume": "Jatka: lapsy play --resume {path}",
        "Space": "välilyönti",
        "ArrowUp": "nuoli ylös",
    },
    "en": {
        "page": "Table: {url}",
        "watch": "To look on: {url}",
        "end": "Ctrl-C ends.",
        "pads": "Each player presses their pad once, then the cards are dealt.",
        "lobby": "Each player presses their slap key once on the page, then the cards are dealt.",
        "slap": "slap {key}",
        "flip": "flip {key}",
        "head": "own head {key}",
        "journal": "Journal: {path}",
        "resume": "Go on: lapsy play --resume {path}",
        "Space": "the space bar",
        "ArrowUp": "arrow up",
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
                f"The game has {len(real)} boards: give --port {len(real)} times, or not at all."
                if real
                else "The game has no boards of its own: leave --port out."
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
        own = None
        if url is not None and page is not None:
            own, others = addresses(url, page[0])
            click.echo(texts["page"].format(url=own))
            if others is not None:
                click.echo(texts["watch"].format(url=others))
                qr(others)
        for line in policy_texts(table.setup):
            click.echo(line)
        for line in _keys(table.setup, texts):
            click.echo(line)
        if table.setup.has_lobby and table.phase == "lobby":
            by_pads = any(seat.source == "board" for seat in table.setup.seats)
            click.echo(texts["pads" if by_pads else "lobby"])
        click.echo(texts["end"])
        if own is not None and browser and has_browser():
            webbrowser.open(own)

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
            click.echo(texts["resume"].format(path=_typed(journal.path)), err=True)


def _keys(setup: Setup, texts: dict[str, str]) -> Iterator[str]:
    """A line for each seat that presses by keyboard."""
    for n, seat in enumerate(setup.seats):
        if (keys := setup.keys(n)) is not None:
            named = [(role, str(keys[role]).removeprefix("Key")) for role in setup.roles]
            told = ", ".join(texts[role].format(key=texts.get(key, key)) for role, key in named)
            yield f"{seat.name}: {told}"


def _typed(path: Path) -> str:
    """A path as it is typed at this system's prompt."""
    return f'"{path}"' if os.name == "nt" else shlex.quote(str(path))
