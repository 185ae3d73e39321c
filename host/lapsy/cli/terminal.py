"""Tables for the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from lapsy.games.options import Sentence
from lapsy.language import tr, tr_n
from lapsy.table.pages.channels import closing_rows
from lapsy.table.races import Races
from lapsy.table.scores.common import CardScore
from lapsy.table.table import Table
from lapsy.table.verdicts import Verdicts
from lapsy.table.words import milliseconds

if TYPE_CHECKING:
    from rich.table import Table as RichTable

#: A table is as wide as the narrowest usual terminal; long names wrap.
WIDTH = 80

SOURCES = {
    "bot": Sentence("bot"),
    "keyboard": Sentence("keyboard"),
    "board": Sentence("pad"),
    "sync": Sentence("pad"),
    "phone": Sentence("phone"),
}
STRENGTHS = {
    "weak": Sentence("weak"),
    "medium": Sentence("medium"),
    "strong": Sentence("strong"),
    "random": Sentence("random"),
}


def summary(table: Table, now_us: int) -> str:
    """The end of a game: winner and what each seat has done."""
    lang = table.setup.language
    lines = []
    score = table.score
    if table.judge is not None and not isinstance(score, Races):
        winners = [table.setup.seats[seat].name for seat in table.judge.game.winners(table.judge.state)]
        minutes, seconds = divmod(max(0, now_us - table.started_us) // 1_000_000, 60)
        if winners:
            who = ", ".join(winners)
            lines.append(
                tr(lang, "Winner: {who}", who=who)
                if len(winners) == 1
                else tr(lang, "Winners: {who}", who=who)
            )
        else:
            lines.append(tr(lang, "The game was not finished."))
        told = [tr(lang, "{m} min {s} s", m=minutes, s=f"{seconds:02d}")]
        if isinstance(score, Verdicts):
            told.insert(0, tr_n(lang, "{n} card played", "{n} cards played", score.cards_played))
            told.append(tr_n(lang, "{n} tie", "{n} ties", score.ties))
        lines.append(", ".join(told))
    return "".join(f"{line}\n" for line in lines) + drawn(_table(table))


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
    told = closing_rows(table) if isinstance(score, CardScore) else []
    heads = (
        ("#", tr(lang, "Player"), *(what for what, _ in told))
        if told
        else _heads(lang, isinstance(score, Races))
    )
    for n, head in enumerate(heads):
        out.add_column(head, justify="left" if n == 1 else "right", no_wrap=n != 1 and not told)
    for n, (seat, deeds) in enumerate(zip(table.setup.seats, score.seats, strict=True)):
        strength = f", {tr(lang, STRENGTHS[seat.strength])}" if seat.strength else ""
        row = [str(n + 1), f"{seat.name} ({tr(lang, SOURCES[seat.source])}{strength})"]
        if isinstance(score, Verdicts):
            row.append(str(table.judge.view["seats"][n]["cards"]) if table.judge is not None else "")
        row += [values[n] for _, values in told] or [str(deeds.slaps), str(deeds.wins)]
        if isinstance(score, Verdicts):
            best = "–" if deeds.best_us is None else f"{milliseconds(lang, deeds.best_us)} ms"
            row += [str(deeds.falses), best]
        out.add_row(*row)
    return out


def _heads(lang: str, race: bool) -> tuple[str, ...]:
    player, slaps, won = tr(lang, "Player"), tr(lang, "Slaps"), tr(lang, "Won")
    if race:
        return ("#", player, slaps, won)
    return ("#", player, tr(lang, "Cards"), slaps, won, tr(lang, "False"), tr(lang, "Quickest"))
