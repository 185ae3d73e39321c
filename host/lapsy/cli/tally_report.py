"""The report of many games for people: lengths, wins, points, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lapsy.cli.terminal import STRENGTHS, drawn
from lapsy.games.play import Game
from lapsy.simulation import Share, Tally
from lapsy.simulation.tally import quantiles

if TYPE_CHECKING:
    from rich.table import Table as RichTable

#: A histogram has so many bars, the longest of so many signs.
BARS, LONGEST = 12, 40


def report(tally: Tally, game: Game, seconds: float, jobs: int, lang: str) -> str:
    """The whole report, lines of at most 80 columns."""
    say = _Say(lang)
    name, games = game.NAME.in_language(lang), tally.games
    who = ", ".join(STRENGTHS[s].in_language(lang) for s in tally.spec.strengths)
    agreed = ", ".join(f"{key}={value}" for key, value in tally.spec.options.items())
    lines = [
        say(
            f"{name}: {games} peliä, siemen {tally.spec.seed}",
            f"{name}: {games} games, seed {tally.spec.seed}",
        ),
        say(f"Paikoissa: {who} (vuorotellen)", f"At the seats: {who} (moved on from game to game)"),
    ]
    if agreed:
        lines.append(say(f"Sovittu: {agreed}", f"Agreed: {agreed}"))
    unfinished = games - tally.finished
    lines.append(
        say(
            f"Kesken jäi {unfinished} (raja {tally.spec.most_moves} siirtoa)",
            f"Unfinished: {unfinished} (limit {tally.spec.most_moves} moves)",
        )
    )
    text = "\n".join(lines) + "\n" + drawn(_lengths(tally, say)) + _histogram(tally.moves, say)
    text += drawn(_wins(tally, say))
    if tally.shared:
        text += say(
            f"Jaettuja voittoja: {tally.shared} peliä\n", f"Games with several winners: {tally.shared}\n"
        )
    if len(tally.strengths) > 1 or tally.points_of_strength(tally.strengths[0]):
        text += drawn(_strengths(tally, say))
    text += drawn(_outcomes(tally, say))
    total = sum(tally.moves)
    text += say(
        f"Läpsyjä {tally.slaps}, tasatilanteita {tally.ties}, torjuttuja yrityksiä {tally.refused}\n",
        f"Slaps {tally.slaps}, ties {tally.ties}, refused inputs {tally.refused}\n",
    )
    rate = f"{total / seconds:,.0f}".replace(",", " ")
    return text + say(
        f"{total} siirtoa, {say.number(seconds, 1)} s, {rate} siirtoa sekunnissa (prosesseja {jobs})\n",
        f"{total} moves, {say.number(seconds, 1)} s, {rate} moves a second (processes: {jobs})\n",
    )


class _Say:
    """One of two texts, and numbers as they are written there."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, fi: str, en: str) -> str:
        return fi if self.lang == "fi" else en

    def number(self, value: float, decimals: int) -> str:
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self.lang == "fi" else text

    def share(self, share: Share) -> tuple[str, str]:
        """Percent, and the interval."""
        low, high = share.interval
        return (
            f"{self.number(100 * share.share, 1)} %",
            f"{self.number(100 * low, 1)}–{self.number(100 * high, 1)} %",
        )


def _table(title: str, *heads: str) -> RichTable:
    from rich import box
    from rich.table import Table as Drawn

    table = Drawn(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), title=title, title_justify="left", title_style=""
    )
    for n, head in enumerate(heads):
        table.add_column(head, justify="left" if n == 0 else "right", no_wrap=True)
    return table


def _lengths(tally: Tally, say: _Say) -> RichTable:
    table = _table(
        "",
        say("Pituus", "Length"),
        say("lyhin", "least"),
        "5 %",
        "25 %",
        "50 %",
        "75 %",
        "95 %",
        say("pisin", "most"),
        say("keskim.", "mean"),
    )
    mean = sum(tally.moves) / tally.games
    table.add_row(
        say("siirtoja", "moves"), *(str(q) for q in quantiles(tally.moves).values()), say.number(mean, 1)
    )
    mean_us = sum(tally.durations_us) / tally.games
    if mean_us:
        minutes = (say.number(q / 60e6, 1) for q in quantiles(tally.durations_us).values())
        table.add_row(say("minuutteja", "minutes"), *minutes, say.number(mean_us / 60e6, 1))
    return table


def _histogram(numbers: Sequence[int], say: _Say) -> str:
    """Bars of equal width from the least to the 99th percent; the rest is one bar more."""
    ordered = sorted(numbers)
    least, most = ordered[0], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    width = max(1, -(-(most - least + 1) // BARS))
    counts = [0] * (BARS + 1)
    for number in ordered:
        counts[min((number - least) // width, BARS)] += 1
    while counts and not counts[-1]:
        counts.pop()
    top = max(counts)
    lines = []
    for n, count in enumerate(counts):
        first = least + n * width
        bound = f"{first}–{first + width - 1}" if width > 1 else str(first)
        label = f"{first}–" if n == BARS else bound
        bar = "█" * round(count * LONGEST / top) or ("▏" if count else "")
        lines.append(f"  {label:>15} {bar} {count}")
    return say("Pelejä siirtojen määrän mukaan:\n", "Games by number of moves:\n") + "\n".join(lines) + "\n"


def _wins(tally: Tally, say: _Say) -> RichTable:
    table = _table(
        "",
        say("Paikka", "Seat"),
        say("voittoja", "wins"),
        say("osuus", "share"),
        say("95 %:n väli", "95 % interval"),
    )
    for seat in range(len(tally.spec.strengths)):
        share = tally.wins_of_seat(seat)
        table.add_row(str(seat + 1), str(share.count), *say.share(share))
    return table


def _strengths(tally: Tally, say: _Say) -> RichTable:
    with_points = tally.points_of_strength(tally.strengths[0]) is not None
    heads = [
        say("Botti", "Bot"),
        say("voittoja", "wins"),
        say("osuus", "share"),
        say("95 %:n väli", "95 % interval"),
    ]
    if with_points:
        heads += [say("pisteitä", "points"), "± 95 %"]
    table = _table("", *heads)
    for strength in tally.strengths:
        share = tally.wins_of_strength(strength)
        row = [STRENGTHS[strength].in_language(say.lang), f"{share.count} / {share.total}", *say.share(share)]
        mean = tally.points_of_strength(strength)
        if mean is not None:
            row += [say.number(mean.mean, 2), say.number(mean.half, 2)]
        table.add_row(*row)
    return table


def _outcomes(tally: Tally, say: _Say) -> RichTable:
    table = _table(
        "", say("Tapahtuma (koodi)", "Outcome (code)"), say("kertoja", "times"), say("peliä kohti", "a game")
    )
    for (kind, why), number in sorted(tally.outcomes.items()):
        table.add_row(f"{kind} {why}".strip(), str(number), say.number(number / tally.games, 2))
    return table
