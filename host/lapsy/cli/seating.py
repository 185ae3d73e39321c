"""Who sits where: names and bots from options, and which pads are theirs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lapsy.drivers.opening import SIM
from lapsy.games.options import Sentence
from lapsy.language import tr
from lapsy.table.bots import STRENGTHS
from lapsy.table.keyboards import keyboards
from lapsy.table.setup import WITH_HANDS, Seat

#: Bots introduce themselves by these names, those of players left out.
BOT_NAMES = ("Aino", "Onni", "Siiri", "Eino", "Helmi", "Veikko", "Lempi", "Toivo", "Impi", "Urho")

#: Players who gave no name.
UNNAMED = Sentence("Player")


def player_names(text: str | None, default: int, language: str) -> list[str]:
    """Names of human players from "Aino,Onni", or so many unnamed ones from "2"."""
    unnamed = tr(language, UNNAMED)
    if text is None:
        return [f"{unnamed} {n + 1}" if default > 1 else unnamed for n in range(default)]
    if text.strip().isascii() and text.strip().isdigit():
        count = int(text) if len(text) < 9 else 99
        if count > 8:
            raise click.BadParameter(
                f"{text.strip()[:9]} players do not fit at a table: give 0 to 8.", param_hint="--seats"
            )
        return [f"{unnamed} {n + 1}" for n in range(count)] if count > 1 else [unnamed] * count
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not name or len(name) > 24 or not name.isprintable():
            raise click.BadParameter(
                f"{name!r} is no name: separate names with commas, up to 24 characters each.",
                param_hint="--seats",
            )
    if len(set(names)) < len(names):
        raise click.BadParameter(
            "Two players have the same name: the screen could not tell them apart.", param_hint="--seats"
        )
    return names


def seats_for(
    players: Sequence[str],
    bots: int,
    strengths: Sequence[str],
    pads: Sequence[tuple[str, int]] | None,
    game: str = "lapsy",
) -> tuple[Seat, ...]:
    """Human players first, then bots. ``pads``: (port, seat group) of real pads; None: players press by keyboard. Hands of
    cards are shown on the host's page, each while its key is held.

    Raises click.UsageError when the pads or keys do not suffice.
    """
    if pads is None and len(players) > keyboards(game):
        raise click.UsageError(
            f"One keyboard has keys for {keyboards(game)} players, not {len(players)}: use pads (--port), or fewer players."
        )
    if pads is not None and len(pads) < len(players):
        raise click.UsageError(
            f"The boards found have pads for {len(pads)} seats, not for {len(players)}: connect more, or name fewer players."
        )
    private = "here" if game in WITH_HANDS else "none"
    seats = [
        Seat(name, "keyboard", SIM, n, private=private)
        if pads is None
        else Seat(name, "board", *pads[n], private=private)
        for n, name in enumerate(players)
    ]
    first = len(players) if pads is None else 0
    free = [name for name in BOT_NAMES if name not in players]
    for n in range(bots):
        name = free[n] if n < len(free) else f"Botti {n + 1}"
        seats.append(Seat(name, "bot", SIM, first + n, strengths[n % len(strengths)]))
    return tuple(seats)


def strengths_of(text: str) -> tuple[str, ...]:
    """ "medium", or one strength a bot: "weak,strong"."""
    words = tuple(word.strip() for word in text.split(","))
    for word in words:
        if word not in STRENGTHS:
            raise click.BadParameter(
                f"{word!r} is no strength: choose from {', '.join(STRENGTHS)}.", param_hint="--strength"
            )
    return words


def real_pads(
    ports: Sequence[str], needed: frozenset[str] = frozenset(("slap",))
) -> tuple[list[tuple[str, int]], dict[str, str]]:
    """(port key, seat group) of every seat's inputs on the named ports, or on all known boards for "auto", that have all
    the roles ``needed``.

    Asks each board who it is. Raises PortError, click.ClickException when none answers or none has inputs enough.
    """
    from lapsy.boards.ports import find_ports
    from lapsy.boards.probe import ask

    names = [port for port in ports if port != "auto"]
    if "auto" in ports:
        names += [seen.name for seen in find_ports() if seen.name not in names]
    if not names:
        raise click.ClickException(
            "No slap board is plugged in (none with a known USB id is seen): plug one in, name its port with --port, or play"
            " by keyboard with --port sim."
        )
    pads: list[tuple[str, int]] = []
    for name in names:
        hello = ask(name)
        if hello is None:
            raise click.ClickException(
                f"No board answers on {name}: does it run the slap board's firmware? Then unplug it and plug it in again."
            )
        if hello.settings_refused:
            raise click.ClickException(
                f"The board on {name} refuses its settings and has no pads: mend them with 'lapsy boards flash {name} "
                "--settings FILE'."
            )
        pads += [(name, group) for group, roles in sorted(hello.groups.items()) if needed <= roles]
    if not pads:
        raise click.ClickException(
            f"No seat of the boards found has all the inputs of this game ({', '.join(sorted(needed))}): use a board that"
            " has them, or play by keyboard with --port sim."
        )
    return pads, {name: name for name in names}
