"""The public view of a match of Speed. Everything in it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.games.speed.settle import REDEAL_US
from lapsy.games.speed.state import PILES, PLACES
from lapsy.games.speed.words import REFUSED
from lapsy.language import tr
from lapsy.table.controls.speed import Hands
from lapsy.table.pages.common import (
    Row,
    card_head,
    cards_text,
    counted,
    end_text,
    events,
    ready_choice,
    result,
    seat_head,
    sentence,
    told,
    who,
)
from lapsy.table.scores.common import Happening
from lapsy.table.scores.speed import SpeedScore

if TYPE_CHECKING:
    from lapsy.table.setup import Setup
    from lapsy.table.table import Table

_EMPTY = {"open": None, "hidden": 0}


def public(table: Table) -> JSON:
    """The view of everybody."""
    score, judge, setup = table.score, table.judge, table.setup
    assert isinstance(score, SpeedScore)
    game = None if judge is None else judge.view
    up = judge.controls.up if judge is not None and isinstance(judge.controls, Hands) else {}
    seats = []
    for n, deeds in enumerate(score.seats):
        its = None if game is None else game["seats"][n]
        seats.append(
            {
                **seat_head(table, n),
                "stocks": [_EMPTY] * PLACES if its is None else its["stocks"],
                "spit": 0 if its is None else its["spit"],
                "called": its is not None and its["called"],
                "pool": 0 if its is None else its["pool"],
                "taken": None if its is None else its["taken"],
                "hand": up.get(n),
                "played": score.counts["played", n],
                "slaps": deeds.slaps,
                "wins": deeds.wins,
            }
        )
    state = None if judge is None else judge.state
    due_us = state.since_us + REDEAL_US if state is not None and state.phase == "redeal" else None
    return {
        **card_head(table),
        "seats": seats,
        "stage": "ready" if game is None else game["phase"],
        "deal": 0 if game is None else game["deal"],
        "piles": _piles(table),
        "first_out": () if game is None else game["first_out"],
        "announced": game is not None and game["announced"],
        "left_us": None if judge is None or due_us is None else judge.time.axis(due_us),
        "events": events(score, lambda h: _text(setup, h)),
        "verdict": None if score.current is None else score.current.as_json(),
        "over": _over(table),
    }


def own(table: Table, seat: int) -> JSON:
    """Nothing is hidden; only why an own press came to nothing."""
    score = table.score
    assert isinstance(score, SpeedScore)
    return {
        "legal": ready_choice(table, seat),
        **told(score, seat, lambda code: sentence(table.setup, REFUSED, code)),
    }


def _piles(table: Table) -> list[JSON]:
    if table.judge is None:
        return []
    state = table.judge.state
    return [
        {
            "name": name,
            "top": pile[-1] if pile else None,
            "cards": len(pile),
            "seat": None if touch is None else touch.seat,
        }
        for name, pile, touch in zip(PILES, state.piles, state.touches, strict=True)
        if pile is not None
    ]


def rows(table: Table) -> list[Row]:
    """What each seat has done, for the end."""
    score, lang = table.score, table.setup.language
    assert isinstance(score, SpeedScore)
    return [
        (tr(lang, "Cards played"), counted(table, score, "played")),
        (tr(lang, "Contested piles won"), [str(deeds.wins) for deeds in score.seats]),
        (tr(lang, "Piles grabbed first"), counted(table, score, "grabbed")),
        (tr(lang, "Misses"), [str(deeds.falses) for deeds in score.seats]),
    ]


def _over(table: Table) -> JSON | None:
    if table.phase != "over":
        return None
    setup = table.setup
    winners = () if table.judge is None else table.judge.winners
    text = end_text(table, tr(setup.language, "{name} has no cards left.", name=who(setup, winners)))
    losers = tuple(n for n in range(len(setup.seats)) if winners and n not in winners)
    return result(table, winners, losers, text, rows(table))


def _text(setup: Setup, h: Happening) -> str:
    """A happening, said."""
    lang, name, cards = setup.language, who(setup, h.seats[:1]), cards_text(setup.language, h.cards)
    match h.kind:
        case "played":
            return f"{name}: {cards}"
        case "called":
            return tr(lang, "{name}: spit!", name=name)
        case "stalled":
            return tr(lang, "Nothing fits: cards are turned.")
        case "spit":
            return tr(lang, "New cards: {cards}", cards=cards)
        case "out":
            return tr(lang, "{name} is out. Grab the smaller pile!", name=who(setup, h.seats))
        case "announced":
            return tr(lang, "Nothing fits any more. Grab a pile!")
        case "slapped":
            return tr(lang, "{name} grabs a pile.", name=name)
        case "taken" if h.to == "L":
            return tr(lang, "{name} takes the left pile.", name=name)
        case "taken":
            return tr(lang, "{name} takes the right pile.", name=name)
        case "dealt":
            return tr(lang, "Dealt anew.")
        case "over":
            return tr(lang, "{name} has won.", name=name)
        case "taken_back":
            return tr(lang, "Nobody was faster: both take their card back.")
        case "void":
            return tr(lang, "Nobody was faster: slap again.")
    return f"{name}: {sentence(setup, REFUSED, h.reason)}"
