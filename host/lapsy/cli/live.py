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
from lapsy.cli.options import HTTP_PORT
from lapsy.cli.terminal import summary
from lapsy.drivers.opening import SIM, NoJournal, continued
from lapsy.drivers.room import Opening, Room
from lapsy.drivers.serving import Page, PageError
from lapsy.drivers.tabling import TableStage
from lapsy.games.options import Sentence
from lapsy.language import tr
from lapsy.table.effects import Say
from lapsy.table.journal_file import JournalFile
from lapsy.table.policy_words import policy_texts
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Table

#: What a seat does with a key.
ROLES = {
    "slap": Sentence("slap {key}"),
    "flip": Sentence("flip {key}"),
    "head": Sentence("own head {key}"),
    "left": Sentence("left pile {key}"),
    "right": Sentence("right pile {key}"),
    "stock1": Sentence("stocks {key}"),
    "peek": Sentence("hold {key} to see the cards"),
}
#: Keys that have no letter.
KEYS = {"Semicolon": Sentence(";"), "Space": Sentence("the space bar"), "ArrowUp": Sentence("arrow up")}


def play_live(
    setup: Setup,
    journal: JournalFile | NoJournal,
    names: dict[str, str],
    page: tuple[str, int] | None,
    browser: bool,
    lan: bool = False,
) -> None:
    """A new game. ``lan``: phones may come in. Raises what ``Room.run`` raises, as Click's errors where they are the
    user's."""
    opening = Opening(Table(setup), journal, names)
    folder = None if journal.path is None else journal.path.parent
    _run(Room(opening, _page(page), _say, journals=folder, language=setup.language, lan=lan), browser)


def resume_live(
    path: Path, ports: tuple[str, ...], page: tuple[str, int] | None, browser: bool, lan: bool = False
) -> None:
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
        salt = f"resumed {len(recovered.records)}"
        opening = Opening(Table(setup, rebuilt), journal, names, rebuilt, salt)
        room = Room(opening, _page(page), _say, journals=path.parent, language=setup.language, lan=lan)
        _run(room, browser)
    finally:
        journal.close()


def lobby_live(
    ports: tuple[str, ...], journals: Path, page: tuple[str, int], browser: bool, language: str, lan: bool
) -> None:
    """No game yet: the page's lobby is where one is chosen. ``ports``: to be looked at besides the boards that are found."""
    room = Room(None, _page(page), _say, journals=journals, ports=ports, language=language, lan=lan)
    _run(room, browser)


def _page(page: tuple[str, int] | None) -> Page | None:
    return None if page is None else Page(*page, secrets.token_urlsafe(16))


def _say(line: Say) -> None:
    click.echo(line.text, err=line.kind in ("board", "text"))


def _run(room: Room, browser: bool) -> None:
    first = room.first
    lang = room.language

    def ready(room: Room, url: str | None) -> None:
        own = None
        if url is not None and room.page is not None:
            own, others = addresses(url, room.page.host)
            click.echo(tr(lang, "Table: {url}", url=own))
            if others is not None:
                click.echo(tr(lang, "To look on: {url}", url=others))
                qr(others)
            _tell_door(room, lang)
        if first is None:
            click.echo(tr(lang, "Choose the game and the players on that page."))
        else:
            _tell_game(first.table)
        click.echo(tr(lang, "Ctrl-C ends."))
        if own is not None and browser and has_browser():
            webbrowser.open(own)

    room.ready = ready
    room.ended = _tell_end
    try:
        room.run()
    except PageError as e:
        raise click.ClickException(str(e)) from e
    except KeyboardInterrupt:
        click.echo()
    if room.last is not None:
        _tell_end(room.last)


def _tell_door(room: Room, lang: str) -> None:
    """Where guests join, and what the referee types."""
    if room.first is not None and room.first.table.setup.game == "race":
        return
    join = None if room.door is None else room.door.join_address
    if join is not None:
        click.echo(tr(lang, "To join: {url} with the code {code}", url=join, code=room.entrance.code))
    click.echo(tr(lang, "The referee's code, for /referee: {code}", code=room.entrance.referee_code))


def _tell_game(table: Table) -> None:
    """What was agreed, who presses what, and how it begins."""
    lang = table.setup.language
    for line in policy_texts(table.setup):
        click.echo(line)
    for line in _keys(table.setup):
        click.echo(line)
    if table.setup.has_lobby and table.phase == "lobby":
        by_pads = any(seat.source == "board" for seat in table.setup.seats)
        click.echo(
            tr(lang, "Each player presses their pad once, then the cards are dealt.")
            if by_pads
            else tr(lang, "Each player presses their slap key once on the page, then the cards are dealt.")
        )


def _tell_end(stage: TableStage) -> None:
    """How it stood, and where it is written."""
    table, path = stage.table, stage.journal.path
    lang = table.setup.language
    if table.judge is not None:
        click.echo(summary(table, stage.driver.now_us), nl=False)
    if path is not None:
        click.echo(tr(lang, "Journal: {path}", path=path), err=True)
        if table.phase == "play" and table.setup.game != "race":
            click.echo(
                tr(lang, "Go on: {command}", command=f"lapsy play --resume {_typed(path)}{_at(stage.room)}"),
                err=True,
            )


def _keys(setup: Setup) -> Iterator[str]:
    """A line for each seat that presses by keyboard."""
    lang = setup.language
    for n, seat in enumerate(setup.seats):
        if (keys := setup.keys(n)) is not None:
            named = {role: str(keys[role]).removeprefix("Key").removeprefix("Digit") for role in keys}
            if "stock1" in named:
                named["stock1"] = " ".join(named[f"stock{n}"] for n in range(1, 6))
            wanted = [role for role in (*setup.roles, "peek") if role in named and role in ROLES]
            told = ", ".join(
                tr(lang, ROLES[role], key=tr(lang, KEYS.get(named[role], named[role]))) for role in wanted
            )
            yield f"{seat.name}: {told}"


def _at(room: Room) -> str:
    """Where the pages that are open look for their host, if that is not the usual place."""
    return "" if room.http_port in (None, HTTP_PORT) else f" --http-port {room.http_port}"


def _typed(path: Path) -> str:
    """A path as it is typed at this system's prompt."""
    return f'"{path}"' if os.name == "nt" else shlex.quote(str(path))
