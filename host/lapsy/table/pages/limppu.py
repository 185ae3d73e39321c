"""The public view of Limppu, and the own view of a seat. Public: from the game's public view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.limppu.engine import PAUSE_US
from lapsy.games.limppu.state import DEFEND, LEAD, OVER
from lapsy.games.limppu.words import OVER as ENDINGS
from lapsy.games.limppu.words import REFUSED
from lapsy.games.play import JSON, Input
from lapsy.language import tr
from lapsy.table.controls.limppu import Catching
from lapsy.table.pages.common import (
    Row,
    card_head,
    card_text,
    cards_text,
    choice,
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
from lapsy.table.scores.limppu import LimppuScore

if TYPE_CHECKING:
    from lapsy.table.setup import Setup
    from lapsy.table.table import Table

_STAGES = {LEAD: "lead", DEFEND: "defend", OVER: "over"}


def public(table: Table) -> JSON:
    """The view of everybody."""
    score, judge, setup = table.score, table.judge, table.setup
    assert isinstance(score, LimppuScore)
    game = None if judge is None else judge.view
    seats = []
    for n, seat in enumerate(setup.seats):
        its = None if game is None else game["seats"][n]
        seats.append(
            {
                **seat_head(table, n),
                "private": seat.private,
                "cards": 0 if its is None else its["cards"],
                "limppu": its is not None and its["limppu"],
                "challenge": its is not None and its["challenge"],
                "total": 0 if game is None else game["totals"][n],
            }
        )
    aims = sorted(judge.controls.aims.values()) if judge and isinstance(judge.controls, Catching) else []
    due_us = aims[0].until_us if aims else None
    if judge is not None and game is not None and game["ending"] is not None and not game["over"]:
        due_us = judge.state.ended_us + PAUSE_US
    return {
        **card_head(table),
        "seats": seats,
        "stage": "lead" if game is None else _STAGES.get(game["phase"], "draw"),
        "turn": None if game is None else game["turn"],
        "dealer": 0 if game is None else game["dealer"],
        "game_number": 0 if game is None else game["game"] + 1,
        "live": setup.rules.parse_options(setup.options).live,
        "group": None if game is None else game["table"],
        "stock": 0 if game is None else game["stock"],
        "out": 0 if game is None else game["out"],
        "limppu": None if game is None else game["limppu"],
        "forced_draw": game is not None and game["forced_draw"],
        "aiming": aims[0].seat if aims else None,
        "left_us": None if judge is None or due_us is None else judge.time.axis(due_us),
        "lots": () if game is None else [(lot["seat"], lot["card"]) for lot in game["lots"]],
        "ending": None if game is None or game["ending"] is None else _ending(setup, game["ending"]),
        "events": events(score, lambda h: _text(setup, h)),
        "verdict": None if score.current is None else score.current.as_json(),
        "over": _over(table),
    }


def own(table: Table, seat: int) -> JSON:
    """The hand and what may be done with it."""
    score, judge, setup = table.score, table.judge, table.setup
    assert isinstance(score, LimppuScore)
    if judge is None or table.phase == "lobby":
        return {"legal": ready_choice(table, seat)}
    hand = tuple(judge.game.view(judge.state, seat)["hand"])
    last = told(score, seat, lambda code: sentence(setup, REFUSED, code))
    if table.phase != "play":
        return {"hand": hand, **last}
    legal = judge.game.legal(judge.state, seat)
    mine = {card for given in legal for card in (given.cards[1:] if given.kind == "beat" else given.cards)}
    aiming = isinstance(judge.controls, Catching) and seat in judge.controls.aims
    acting = aiming or any(given.kind not in ("announce", "challenge") for given in legal)
    return {
        "hand": hand,
        "playable": tuple(card for card in hand if card in mine),
        "legal": [choice(given, _button(table, given)) for given in legal],
        "acting": acting,
        **last,
    }


def _button(table: Table, given: Input) -> str:
    setup, lang = table.setup, table.setup.language
    match given.kind:
        case "play":
            return tr(lang, "Play {cards}", cards=cards_text(lang, given.cards))
        case "beat":
            under, over = (card_text(lang, card) for card in given.cards)
            return tr(lang, "Beat {card} with {own}", card=under, own=over)
        case "end_defence":
            state = None if table.judge is None else table.judge.state
            left = state is None or any(attack.by is None for attack in state.table.cards)
            return tr(lang, "Pick up") if left else tr(lang, "Done")
        case "draw":
            return tr(lang, "Draw a card")
        case "announce":
            return tr(lang, "King of spades!")
    return tr(lang, "Challenge: {name}", name=who(setup, (int(given.to),)) if given.to is not None else "")


def _ending(setup: Setup, ending: JSON) -> JSON:
    return {
        "text": sentence(setup, ENDINGS, ending["reason"]),
        "losers": ending["losers"],
        "caught": ending["caught"],
        "points": ending["points"],
    }


def rows(table: Table) -> list[Row]:
    """What each seat has done, for the end."""
    score, setup, lang = table.score, table.setup, table.setup.language
    assert isinstance(score, LimppuScore)
    points = () if table.judge is None else table.judge.game.points(table.judge.state)
    rows = [
        (tr(lang, "Points"), [str(n) for n in points] or ["0"] * len(setup.seats)),
        (tr(lang, "Games lost"), counted(table, score, "lost")),
        (tr(lang, "Cards beaten"), counted(table, score, "beaten")),
        (tr(lang, "Cards picked up"), counted(table, score, "picked_up")),
        (tr(lang, "Cards drawn"), counted(table, score, "drawn")),
    ]
    if setup.rules.parse_options(setup.options).live:
        rows.append((tr(lang, "Times caught"), counted(table, score, "caught")))
    return rows


def _over(table: Table) -> JSON | None:
    if table.phase != "over":
        return None
    setup, judge = table.setup, table.judge
    winners = () if judge is None else judge.winners
    ending = None if judge is None else judge.view["ending"]
    text = end_text(table, "" if ending is None else sentence(setup, ENDINGS, ending["reason"]))
    losers = () if ending is None else ending["losers"]
    if judge is not None and setup.rules.parse_options(setup.options).series:
        most = max(judge.view["totals"])
        losers = tuple(n for n, total in enumerate(judge.view["totals"]) if total == most and winners)
    return result(table, winners, losers, text, rows(table))


def _text(setup: Setup, h: Happening) -> str:
    """A happening, said."""
    lang, name, cards = setup.language, who(setup, h.seats[:1]), cards_text(setup.language, h.cards)
    other = who(setup, h.seats[1:2])
    match h.kind:
        case "played":
            return tr(lang, "{name} plays {cards} against {other}.", name=name, cards=cards, other=other)
        case "beaten":
            under, over = (card_text(lang, card) for card in h.cards)
            return tr(lang, "{name} beats {card} with {own}.", name=name, card=under, own=over)
        case "defended" if h.cards:
            return tr(lang, "{name} picks up {cards}.", name=name, cards=cards)
        case "defended":
            return tr(lang, "{name} has beaten everything.", name=name)
        case "drew":
            return tr(lang, "{name} draws a card.", name=name)
        case "stop":
            return tr(lang, "{name} draws the king of spades!", name=name)
        case "announced":
            return tr(lang, "{name}: the king of spades!", name=name)
        case "aiming":
            return tr(lang, "{name} challenges. Whom?", name=name)
        case "unaimed":
            return tr(lang, "{name} named nobody: play goes on.", name=name)
        case "challenged":
            return tr(lang, "{name} challenges {other}.", name=name, other=other)
        case "caught":
            return tr(lang, "Caught: {name}", name=who(setup, h.seats))
        case "over":
            return tr(lang, "Lost: {name}", name=who(setup, h.seats))
    return tr(lang, "{name} deals.", name=name)
