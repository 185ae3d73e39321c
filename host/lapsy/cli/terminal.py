"""Tables for the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from lapsy.table.races import Races
from lapsy.table.table import Table
from lapsy.table.verdicts import Verdicts
from lapsy.table.words import milliseconds

if TYPE_CHECKING:
    from rich.table import Table as RichTable

HEADS = {
    "fi": ("Paikka", "Pelaaja", "Kortteja", "Läpsyjä", "Voitti", "Turhia", "Nopein läpsy"),
    "en": ("Seat", "Player", "Cards", "Slaps", "Won", "False", "Quickest slap"),
}
RACE_HEADS = {"fi": ("Paikka", "Pelaaja", "Läpsyjä", "Voitti"), "en": ("Seat", "Player", "Slaps", "Won")}
SOURCES = {
    "fi": {"bot": "botti", "keyboard": "näppäimistö", "board": "lätkä"},
    "en": {"bot": "bot", "keyboard": "keyboard", "board": "pad"},
}


def summary(table: Table, now_us: int) -> str:
    """The end of a game: winner and what each seat has done."""
    lang = table.setup.language
    lines = []
    score = table.score
    if isinstance(score, Verdicts) and table.judge is not None:
        winner = table.judge.view["winner"]
        minutes, seconds = divmod(max(0, now_us - table.started_us) // 1_000_000, 60)
        length = f"{minutes} min {seconds:02d} s"
        if winner is None:
            lines.append("Peli jäi kesken." if lang == "fi" else "The game was not finished.")
        else:
            name = table.setup.seats[winner].name
            lines.append(f"Voittaja: {name}" if lang == "fi" else f"Winner: {name}")
        lines.append(
            f"{score.cards_played} korttia, {length}, tasatilanteita {score.ties}"
            if lang == "fi"
            else f"{score.cards_played} cards, {length}, ties {score.ties}"
        )
    return "\n".join(lines) + "\n" + _drawn(_table(table))


def _drawn(table: RichTable) -> str:
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=200, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _table(table: Table) -> RichTable:
    from rich import box
    from rich.table import Table as Drawn

    lang, score = table.setup.language, table.score
    drawn = Drawn(box=box.SIMPLE_HEAD)
    for n, head in enumerate(RACE_HEADS[lang] if isinstance(score, Races) else HEADS[lang]):
        drawn.add_column(head, justify="left" if n == 1 else "right")
    for n, (seat, deeds) in enumerate(zip(table.setup.seats, score.seats, strict=True)):
        strength = f", {seat.strength}" if seat.strength else ""
        row = [str(n + 1), f"{seat.name} ({SOURCES[lang][seat.source]}{strength})"]
        if isinstance(score, Verdicts):
            row.append(str(table.judge.view["seats"][n]["cards"]) if table.judge is not None else "")
        row += [str(deeds.slaps), str(deeds.wins)]
        if isinstance(score, Verdicts):
            best = "–" if deeds.best_us is None else f"{milliseconds(lang, deeds.best_us)} ms"
            row += [str(deeds.falses), best]
        drawn.add_row(*row)
    return drawn
