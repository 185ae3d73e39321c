"""The public view of races: pads and no cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.table.pages.common import head
from lapsy.table.policy_words import policy_texts
from lapsy.table.races import Races

if TYPE_CHECKING:
    from lapsy.table.table import Table


def public(table: Table) -> JSON:
    """The view of everybody."""
    score = table.score
    assert isinstance(score, Races)
    seats = [
        {
            "seat": n,
            "name": s.name,
            "source": s.source,
            "handicap_us": s.handicap_us,
            "keys": table.setup.keys(n),
            "slaps": deeds.slaps,
            "wins": deeds.wins,
        }
        for n, (s, deeds) in enumerate(zip(table.setup.seats, score.seats, strict=True))
    ]
    history = []
    for race in score.history:
        first = race.order[0]
        second = race.order[1] if len(race.order) > 1 else None
        told = second.as_json() if second is not None else {"margin_us": None, "bound_us": None}
        history.append(
            {
                "n": race.n,
                "seats": list(first.seats),
                "margin_us": told["margin_us"],
                "bound_us": told["bound_us"],
                "certified": race.certified,
                "likely": second is not None and second.likely,
            }
        )
    return {
        **head(table),
        "seats": seats,
        "agreed": policy_texts(table.setup),
        "race": score.current.as_json() if score.current else None,
        "history": history,
    }


def own(table: Table, seat: int) -> JSON:  # noqa: ARG001
    """Nobody has anything of his own."""
    return {}
