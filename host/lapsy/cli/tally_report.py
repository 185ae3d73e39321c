"""The report of many games for people: lengths, wins, points, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lapsy.cli.terminal import STRENGTHS, drawn
from lapsy.games.play import Game
from lapsy.language import decimal, tr, tr_n
from lapsy.simulation import Share, Tally
from lapsy.simulation.tally import quantiles

if TYPE_CHECKING:
    from rich.table import Table as RichTable

#: A histogram has so many bars, the longest of so many signs.
BARS, LONGEST = 12, 40


def report(tally: Tally, game: Game, seconds: float, jobs: int, lang: str) -> str:
    """The whole report, lines of at most 80 columns."""
    games = tally.games
    who = ", ".join(tr(lang, STRENGTHS[s]) for s in tally.spec.strengths)
    agreed = ", ".join(f"{key}={value}" for key, value in tally.spec.options.items())
    lines = [
        tr_n(
            lang,
            "{game}: {n} game, seed {seed}",
            "{game}: {n} games, seed {seed}",
            games,
            game=tr(lang, game.NAME),
            seed=tally.spec.seed,
        ),
        tr(lang, "At the seats: {who} (moved on from game to game)", who=who),
    ]
    if agreed:
        lines.append(tr(lang, "Agreed: {options}", options=agreed))
    lines.append(
        tr(
            lang,
            "Unfinished: {n} (limit {moves} moves)",
            n=games - tally.finished,
            moves=tally.spec.most_moves,
        )
    )
    text = "\n".join(lines) + "\n" + drawn(_lengths(tally, lang)) + _histogram(tally.moves, lang)
    text += drawn(_wins(tally, lang))
    if tally.shared:
        text += tr(lang, "Games with several winners: {n}", n=tally.shared) + "\n"
    if len(tally.strengths) > 1 or tally.points_of_strength(tally.strengths[0]):
        text += drawn(_strengths(tally, lang))
    text += drawn(_outcomes(tally, lang))
    total = sum(tally.moves)
    text += tr(
        lang,
        "Slaps {slaps}, ties {ties}, refused inputs {refused}",
        slaps=tally.slaps,
        ties=tally.ties,
        refused=tally.refused,
    )
    rate = f"{total / seconds:,.0f}".replace(",", " ")
    last = tr(
        lang,
        "{moves} moves, {seconds} s, {rate} moves a second (processes: {jobs})",
        moves=total,
        seconds=decimal(lang, seconds, 1),
        rate=rate,
        jobs=jobs,
    )
    return f"{text}\n{last}\n"


def _share(share: Share, lang: str) -> tuple[str, str]:
    """Percent, and the interval."""
    low, high = share.interval
    return (
        f"{decimal(lang, 100 * share.share, 1)} %",
        f"{decimal(lang, 100 * low, 1)}–{decimal(lang, 100 * high, 1)} %",
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


def _lengths(tally: Tally, lang: str) -> RichTable:
    table = _table(
        "",
        tr(lang, "Length"),
        tr(lang, "least"),
        "5 %",
        "25 %",
        "50 %",
        "75 %",
        "95 %",
        tr(lang, "most"),
        tr(lang, "mean"),
    )
    mean = sum(tally.moves) / tally.games
    table.add_row(
        tr(lang, "moves"), *(str(q) for q in quantiles(tally.moves).values()), decimal(lang, mean, 1)
    )
    mean_us = sum(tally.durations_us) / tally.games
    if mean_us:
        minutes = (decimal(lang, q / 60e6, 1) for q in quantiles(tally.durations_us).values())
        table.add_row(tr(lang, "minutes"), *minutes, decimal(lang, mean_us / 60e6, 1))
    return table


def _histogram(numbers: Sequence[int], lang: str) -> str:
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
    return tr(lang, "Games by number of moves:") + "\n" + "\n".join(lines) + "\n"


def _wins(tally: Tally, lang: str) -> RichTable:
    table = _table(
        "",
        tr(lang, "Seat"),
        tr(lang, "won"),
        tr(lang, "share"),
        tr(lang, "95 % interval"),
    )
    for seat in range(len(tally.spec.strengths)):
        share = tally.wins_of_seat(seat)
        table.add_row(str(seat + 1), str(share.count), *_share(share, lang))
    return table


def _strengths(tally: Tally, lang: str) -> RichTable:
    with_points = tally.points_of_strength(tally.strengths[0]) is not None
    heads = [
        tr(lang, "Bot"),
        tr(lang, "won"),
        tr(lang, "share"),
        tr(lang, "95 % interval"),
    ]
    if with_points:
        heads += [tr(lang, "points"), "± 95 %"]
    table = _table("", *heads)
    for strength in tally.strengths:
        share = tally.wins_of_strength(strength)
        row = [tr(lang, STRENGTHS[strength]), f"{share.count} / {share.total}", *_share(share, lang)]
        mean = tally.points_of_strength(strength)
        if mean is not None:
            row += [decimal(lang, mean.mean, 2), decimal(lang, mean.half, 2)]
        table.add_row(*row)
    return table


def _outcomes(tally: Tally, lang: str) -> RichTable:
    table = _table("", tr(lang, "Outcome (code)"), tr(lang, "times"), tr(lang, "a game"))
    for (kind, why), number in sorted(tally.outcomes.items()):
        table.add_row(f"{kind} {why}".strip(), str(number), decimal(lang, number / tally.games, 2))
    return table
