"""Tables for the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from lapsy.games.options import Text
from lapsy.table.races import Races
from lapsy.table.table import Table
from lapsy.table.verdicts import Verdicts
from lapsy.table.words import milliseconds

if TYPE_CHECKING:
    from rich.table import Table as RichTable

#: A table is as wide as the narrowest usual terminal; long names wrap.
WIDTH = 80

HEADS = {
    "fi": ("#", "Pelaaja", "Kortteja", "Läpsyjä", "Voitti", "Turhia", "Nopein"),
    "en": ("#", "Player", "Cards", "Slaps", "Won", "False", "Quickest"),
}
RACE_HEADS = {"fi": ("#", "Pelaaja", "Läpsyjä", "Voitti"), "en": ("#", "Player", "Slaps", "Won")}
SOURCES = {
    "fi": {"bot": "botti", "keyboard": "näppäimistö", "board": "lätkä"},
    "en": {"bot": "bot", "keyboard": "keyboard", "board": "pad"},
}
STRENGTHS = {
    "weak": Text("heikko", "weak"),
    "medium": Text("keskitaso", "medium"),
    "strong": Text("vahva", "strong"),
    "random": Text("satunnainen", "random"),
}


def summary(table: Table, now_us: int) -> str:
    """The end of a game: winner and what each seat has done."""
    lang = table.setup.language
    lines = []
    score = table.score
    if isinstance(score, Verdicts) and table.judge is not None:
        winners = [table.setup.seats[seat].name for seat in table.judge.view["winners"]]
        minutes, seconds = divmod(max(0, now_us - table.started_us) // 1_000_000, 60)
        length = f"{minutes} min {seconds:02d} s"
        if winners:
            one, several = ("Voittaja", "Voittajat") if lang == "fi" else ("Winner", "Winners")
            lines.append(f"{one if len(winners) == 1 else several}: {', '.join(winners)}")
        else:
            lines.append("Peli jäi kesken." if lang == "fi" else "The game was not finished.")
        lines.append(_deeds(lang, score.cards_played, length, score.ties))
    return "".join(f"{line}\n" for line in lines) + drawn(_table(table))


def _deeds(lang: str, cards: int, length: str, ties: int) -> str:
    if lang == "fi":
        return (
            f"{cards} {'kortti' if cards == 1 else 'korttia'} pöytään, {length}, "
            f"{ties} {'tasatilanne' if ties == 1 else 'tasatilannetta'}"
        )
    return f"{cards} {'card' if cards == 1 else 'cards'} played, {length}, {ties} {'tie' if ties == 1 else 'ties'}"


def drawn(table: RichTable) -> str:
    """A table as text."""
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=WIDTH, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _table(table: Table) -> RichTable:
    from rich import box
    from rich.table import Table as Drawn

    lang, score = table.setup.language, table.score
    out = Drawn(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for n, head in enumerate(RACE_HEADS[lang] if isinstance(score, Races) else HEADS[lang]):
        out.add_column(head, justify="left" if n == 1 else "right", no_wrap=n != 1)
    for n, (seat, deeds) in enumerate(zip(table.setup.seats, score.seats, strict=True)):
        strength = f", {STRENGTHS[seat.strength].in_language(lang)}" if seat.strength else ""
        row = [str(n + 1), f"{seat.name} ({SOURCES[lang][seat.source]}{strength})"]
        if isinstance(score, Verdicts):
            row.append(str(table.judge.view["seats"][n]["cards"]) if table.judge is not None else "")
        row += [str(deeds.slaps), str(deeds.wins)]
        if isinstance(score, Verdicts):
            best = "–" if deeds.best_us is None else f"{milliseconds(lang, deeds.best_us)} ms"
            row += [str(deeds.falses), best]
        out.add_row(*row)
    return out
