"""``lapsy replay``: does the journal's own record of what happened give the same verdicts again?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lapsy.table.setup import Seat


@click.command(short_help="Check a journal.")
@click.argument("journal", type=click.Path(path_type=Path))
@click.option("-v", "--verbose", is_flag=True, help="Print every verdict.")
def replay(journal: Path, verbose: bool) -> None:
    """Rebuild the game of JOURNAL and compare every bundle, outcome and verdict with what was recorded."""
    from lapsy.cli.errors import told
    from lapsy.table.journal_file import read_file
    from lapsy.table.policy_words import policy_texts
    from lapsy.table.replay import rebuild

    with told():
        recovered = read_file(journal)
        rebuilt = rebuild(recovered.records)
    verdicts = [r for r in recovered.records if r["k"] == "verdict"]
    seats = rebuilt.setup.seats
    names = [seat.name for seat in seats]
    if verbose:
        for v in verdicts:
            click.echo(_line(v, names) + _beside(v, seats))
    if recovered.torn:
        click.echo(
            f"The last {recovered.torn} bytes are of a line that was never finished: they do not count.",
            err=True,
        )
    state = {"over": rebuilt.ended, "play": "not finished", "lobby": "not dealt"}[rebuilt.phase]
    bundles = rebuilt.compared - len(verdicts)
    click.echo(f"{journal}: {_count(len(recovered.records), 'record')}, the chain is whole.")
    click.echo(f"{', '.join(names)}: {state}.")
    for agreed in policy_texts(replace(rebuilt.setup, language="en")):
        click.echo(agreed)
    for record in rebuilt.rulings:
        click.echo(_ruled(record, names))
    click.echo(
        f"Played again: {_count(bundles, 'bundle')} and {_count(len(verdicts), 'verdict')}, none differs."
    )
    if rebuilt.setup.practice is not None and rebuilt.setup.game != "race":
        click.echo(f"Practice: the seed {rebuilt.setup.practice!r} alone decided the deck.")


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _line(v: dict[str, Any], names: list[str]) -> str:
    from lapsy.table.words import margin

    if "order" in v:
        why = {"again": "void, too close to call: ", "lost": "void, presses may be missing: "}.get(
            v["why"], ""
        )
        return f"race {v['n']}: {why}" + " · ".join(_place(p, names, not why) for p in v["order"])
    who = ", ".join(names[s] for s in v["seats"])
    told = f"{v['n']:>5}  {v['kind']:<9}  {who}"
    if v["margin_us"] is not None:
        proof = {None: "not proven,", "likely": "likely by"}.get(v["proof"], "by")
        told += f" {proof} {margin('en', v['margin_us'], v['bound_us'])} before {names[v['second']]}"
    back = " · taken back" if v["state"] == "taken_back" else ""
    return f"{told}, {_count(v['won'], 'card')}{back}"


def _ruled(record: dict[str, Any], names: list[str]) -> str:
    """A ruling with its reason."""
    whom = f" {names[record['seat']]}" if "seat" in record else ""
    why = f" ({record['reason']})" if "reason" in record else ""
    return f"Ruled: {record['what'].replace('_', ' ')}{whom}{why}."


def _beside(v: dict[str, Any], seats: Sequence[Seat]) -> str:
    """What must not be missing from a verdict: hands too soon, handicaps in its gaps, no certainty."""
    from lapsy.table.policy_words import handicap

    places = [seat for place in v.get("order", ()) for seat in place["seats"]]
    told = places or [*v["seats"], *([] if v["second"] is None else [v["second"]])] if v["marks"] else []
    early = dict.fromkeys(
        seats[m["seat"]].name for m in v["marks"] if m["anticipated"] and m["kind"] != "false"
    )
    given = [handicap("en", seats[s].name, seats[s].handicap_us) for s in told if seats[s].handicap_us]
    text = f" · anticipated: {', '.join(early)}" if early else ""
    text += f" · handicap: {', '.join(given)}" if given else ""
    return text if v["certified"] else f"{text} · not certified"


def _place(place: dict[str, Any], names: list[str], tie: bool) -> str:
    from lapsy.table.words import margin

    tied = "tied " if tie and len(place["seats"]) > 1 else ""
    who = f"{place['place']}. {tied}{', '.join(names[s] for s in place['seats'])}"
    if place["margin_us"] is None:
        return who
    likely = "likely " if place["proof"] == "likely" else ""
    return f"{who} {likely}+{margin('en', place['margin_us'], place['bound_us'])}"
