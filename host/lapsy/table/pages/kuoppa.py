"""The public view of a game of Kuoppa, and the own view of a seat. Public: from the game's public view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.kuoppa.combinations import readings
from lapsy.games.kuoppa.ranks import NAMES
from lapsy.games.kuoppa.readings import KIND, PAIRS, STRAIGHT, TRIPLES, Reading, beats, notation
from lapsy.games.kuoppa.state import PLAY, State
from lapsy.games.kuoppa.words import OUT, REFUSED
from lapsy.games.options import Sentence
from lapsy.games.play import JSON, Input
from lapsy.language import tr
from lapsy.table.controls.kuoppa import Aside
from lapsy.table.pages.common import (
    Row,
    card_head,
    card_text,
    cards_text,
    choice,
    counted,
    end_text,
    events,
    rank_text,
    ready_choice,
    result,
    seat_head,
    sentence,
    told,
    who,
)
from lapsy.table.scores.common import Happening
from lapsy.table.scores.kuoppa import KuoppaScore

if TYPE_CHECKING:
    from lapsy.table.setup import Setup
    from lapsy.table.table import Table

_KINDS = {
    1: Sentence("One card: {top}"),
    2: Sentence("Pair: {top}"),
    3: Sentence("Three: {top}"),
    4: Sentence("Four: {top}"),
}
_MANY = Sentence("{n} of a kind: {top}")
_RUNS = {
    STRAIGHT: Sentence("Straight of {n} up to {top}"),
    PAIRS: Sentence("Straight of {n} pairs up to {top}"),
    TRIPLES: Sentence("Straight of {n} triples up to {top}"),
}
_FLUSH = Sentence("Straight of {n} in one suit up to {top}")

#: So many plays are looked through for the cards that are part of one; a card that comes later is not marked.
MOST_PLAYS = 4_000


def public(table: Table) -> JSON:
    """The view of everybody."""
    score, judge, setup = table.score, table.judge, table.setup
    assert isinstance(score, KuoppaScore)
    game = None if judge is None else judge.view
    seats = []
    for n, seat in enumerate(setup.seats):
        its = None if game is None else game["seats"][n]
        seats.append(
            {
                **seat_head(table, n),
                "private": seat.private,
                "cards": 0 if its is None else its["cards"],
                "points": 0 if its is None else its["points"],
                "place": None if its is None else its["place"],
                "last_place": None if its is None else its["last_place"],
                "passed": game is not None and n in game["passed"],
            }
        )
    return {
        **card_head(table),
        "seats": seats,
        "stage": PLAY if game is None else game["phase"],
        "round": 0 if game is None else game["round"],
        "target": setup.rules.parse_options(setup.options).target,
        "dealer": 0 if game is None else game["dealer"],
        "turn": None if game is None else game["turn"],
        "acting": () if game is None else tuple(game["waiting"]),
        "current": None if judge is None else _current(setup, judge.state),
        "exchange": None if game is None else _exchange(setup, game),
        "played": 0 if game is None else len(game["played"]),
        "record": () if game is None else game["record"],
        "events": events(score, lambda h: _text(setup, h)),
        "over": _over(table),
    }


def own(table: Table, seat: int) -> JSON:
    """The hand, what may be done with it, and what was set aside."""
    score, judge, setup = table.score, table.judge, table.setup
    assert isinstance(score, KuoppaScore)
    if judge is None or table.phase == "lobby":
        return {"legal": ready_choice(table, seat)}
    view = judge.game.view(judge.state, seat)
    last = told(score, seat, lambda code: sentence(setup, REFUSED, code))
    if table.phase != "play":
        return {"hand": tuple(view["hand"]), **last}
    playing = view["phase"] == PLAY
    aside = judge.controls.aside.get(seat) if isinstance(judge.controls, Aside) else None
    legal = judge.game.legal(judge.state, seat)
    buttons: list[Input] = []
    playable: dict[str, None] = {}
    for n, given in enumerate(legal):
        if not playing or given.kind == "pass":
            buttons.append(given)
        playable |= dict.fromkeys(given.cards)
        if playing and (n >= MOST_PLAYS or len(playable) == len(view["hand"])):
            break
    return {
        "hand": tuple(view["hand"]),
        "playable": tuple(card for card in view["hand"] if card in playable),
        "legal": [choice(given, _button(setup, given)) for given in buttons],
        "picks": playing and seat == view["turn"],
        "acting": seat in view["waiting"],
        "secret": view.get("discard") or (aside[0][0] if aside is not None else None),
        **last,
    }


def read(setup: Setup, state: State, seat: int, cards: tuple[str, ...]) -> tuple[JSON, ...]:
    """What these cards of the seat's own hand count as, those first that may be played now. Nothing for cards that it has
    not."""
    hand = state.hands[seat]
    if len(set(cards)) != len(cards) or not cards or not all(card in hand for card in cards):
        return ()
    lead = None if state.current is None else state.current.reading
    mine = state.phase == PLAY and state.turn == seat

    def may(reading: Reading) -> bool:
        return mine and (lead is None or beats(reading, lead, state.options))

    found = sorted(readings(cards, state.options), key=lambda r: (not may(r), -r.length, r.type, -r.rank))
    by_notation = {notation(reading): reading for reading in reversed(found)}
    return tuple(
        {"reading": text, "text": reading_text(setup.language, reading), "beats": may(reading)}
        for text, reading in reversed(by_notation.items())
    )


def reading_text(language: str, reading: Reading) -> str:
    """A combination in words: what it counts as."""
    n, top = reading.length, _rank(language, reading.rank)
    if reading.type == KIND:
        text = tr(language, _KINDS.get(n, _MANY), n=n, top=top)
    else:
        text = tr(language, _FLUSH if reading.flush else _RUNS[reading.type], n=n, top=top)
    return text if reading.pure else tr(language, "{what} (with wild cards)", what=text)


def _rank(language: str, rank: int) -> str:
    name = NAMES[rank]
    return card_text(language, name) if name.startswith("JOKER") else rank_text(name)


def _current(setup: Setup, state: State) -> JSON | None:
    laid = state.current
    if laid is None:
        return None
    return {
        "seat": laid.seat,
        "cards": laid.cards,
        "text": reading_text(setup.language, laid.reading),
        "wild": laid.reading.wild,
    }


def _exchange(setup: Setup, game: JSON) -> JSON | None:
    """What of it is open, and what happens now."""
    exchange = game["exchange"]
    if exchange is None or game["phase"] not in ("give", "pick", "discard", "take"):
        return None
    name, lang = who(setup, game["waiting"]), setup.language
    match game["phase"]:
        case "give":
            text = tr(lang, "Gives the highest card: {name}", name=name)
        case "pick":
            text = tr(lang, "Chooses one of the two: {name}", name=name)
        case "discard":
            text = tr(lang, "Discards in secret: {name}", name=name)
        case _:
            text = tr(lang, "Takes one of the two discards: {name}", name=name)
    return {
        "given": exchange["given"],
        "picked": exchange["picked"],
        "committed": exchange["committed"],
        "discards": exchange["discards"],
        "taken": exchange["taken"],
        "text": text,
    }


def _button(setup: Setup, given: Input) -> str:
    lang = setup.language
    if given.kind == "pass":
        return tr(lang, "Pass")
    card = cards_text(lang, given.cards)
    match given.kind:
        case "give":
            return tr(lang, "Give {card}", card=card)
        case "discard":
            return tr(lang, "Discard {card}", card=card)
    return tr(lang, "Take {card}", card=card)


def rows(table: Table) -> list[Row]:
    """What each seat has done, for the end."""
    score, setup, lang = table.score, table.setup, table.setup.language
    assert isinstance(score, KuoppaScore)
    points = () if table.judge is None else table.judge.game.points(table.judge.state)
    return [
        (tr(lang, "Points"), [str(n) for n in points] or ["0"] * len(setup.seats)),
        (tr(lang, "Rounds won"), counted(table, score, "first")),
        (
            tr(lang, "Times in the pit"),
            [str(score.counts["fourth", n] + score.counts["fifth", n]) for n in range(len(setup.seats))],
        ),
        (tr(lang, "Tricks"), counted(table, score, "tricks")),
        (tr(lang, "Cards played"), counted(table, score, "played")),
    ]


def _over(table: Table) -> JSON | None:
    if table.phase != "over":
        return None
    setup, lang = table.setup, table.setup.language
    winners = () if table.judge is None else table.judge.winners
    target = setup.rules.parse_options(setup.options).target
    text = end_text(table, tr(lang, "{name} reached {n} points.", name=who(setup, winners), n=target))
    return result(table, winners, (), text, rows(table))


def _text(setup: Setup, h: Happening) -> str:
    """A happening, said."""
    lang, name, cards = setup.language, who(setup, h.seats[:1]), cards_text(setup.language, h.cards)
    match h.kind:
        case "played":
            return f"{name}: {cards}"
        case "passed":
            return tr(lang, "{name} passes.", name=name)
        case "trick":
            return tr(lang, "{name} takes the trick.", name=name)
        case "out":
            return f"{name}: {sentence(setup, OUT, h.reason)}"
        case "dealt":
            return tr(lang, "{name} deals.", name=name)
        case "gave":
            return tr(lang, "{name} gives {card}.", name=name, card=cards)
        case "picked" | "took":
            return tr(lang, "{name} takes {card}.", name=name, card=cards)
        case "left":
            return tr(lang, "{name} gets {card}.", name=name, card=cards)
        case "committed":
            return tr(lang, "{name} has discarded.", name=name)
        case "revealed":
            return tr(lang, "The discards: {cards}", cards=cards)
    return tr(lang, "{name} has won.", name=name)
