"""What the views of several games share. From public information alone, but for ``own``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from lapsy.cards import JOKERS, rank, suit
from lapsy.games.options import Sentence
from lapsy.games.play import JSON, Input
from lapsy.language import tr
from lapsy.table.option_words import agreed_texts
from lapsy.table.policy_words import policy_texts
from lapsy.table.scores.common import CardScore, Happening
from lapsy.table.words import names, word

if TYPE_CHECKING:
    from lapsy.table.setup import Setup
    from lapsy.table.table import Table

_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

#: A line of the closing statistics: what, and a value for each seat, in words.
Row = tuple[str, list[str]]

#: Reasons of a game as sentences.
Reasons = Mapping[str, Sentence]


def head(table: Table) -> JSON:
    """What stands on every page. ``n`` is put in by whoever publishes."""
    return {
        "type": "view",
        "n": 0,
        "game": table.setup.game,
        "phase": table.phase,
        "language": table.setup.language,
        "waiting": _waiting(table),
        "paused": table.paused,
        "notice": table.notice.text or None,
    }


def card_head(table: Table) -> JSON:
    """The same, for a game with cards."""
    setup = table.setup
    return {
        **head(table),
        "practice": setup.practice is not None,
        "simulated": setup.simulated,
        "children": setup.children,
        "agreed": agreed(setup),
    }


def agreed(setup: Setup) -> tuple[str, ...]:
    """What differs from the usual, a sentence each."""
    options = setup.rules.parse_options(setup.options).as_json()
    return (*agreed_texts(setup.rules.OPTIONS, options, setup.language), *policy_texts(setup))


def seat_head(table: Table, n: int) -> JSON:
    """What every game says of a seat."""
    seat = table.seating.now[n]
    return {
        "seat": n,
        "name": seat.name,
        "source": seat.source,
        "handicap_us": seat.handicap_us,
        "keys": table.setup.keys(n) if seat.source == "keyboard" else None,
        "ready": seat.source == "bot" or n in table.ready,
    }


def ready_choice(table: Table, seat: int) -> list[JSON]:
    """The button of a page before the deal."""
    if table.phase != "lobby" or seat in table.ready or not table.setup.has_lobby:
        return []
    return [{"kind": "ready", "text": tr(table.setup.language, "I am ready")}]


def choice(given: Input, text: str) -> JSON:
    """A button that does this."""
    made: JSON = {"kind": given.kind, "text": text}
    if given.cards:
        made["cards"] = given.cards
    if given.to is not None:
        made["to"] = given.to
    if given.choose is not None:
        made["choose"] = given.choose
    if given.reading:
        made["reading"] = given.reading
    return made


def told(score: CardScore, seat: int, say: Callable[[str], str]) -> JSON:
    """What only this seat was told last. ``say``: the sentence of a reason."""
    last = score.told.get(seat)
    return {} if last is None else {"told": say(last.reason), "told_n": last.n}


def events(score: CardScore, say: Callable[[Happening], str]) -> list[JSON]:
    """The newest happenings in words."""
    return [
        {
            "n": h.n,
            "kind": h.kind,
            "seats": h.seats,
            "cards": h.cards,
            "to": h.to,
            "text": say(h),
            "bad": h.bad,
        }
        for h in score.happenings
    ]


def result(
    table: Table,
    winners: Iterable[int],
    losers: Iterable[int],
    text: str,
    rows: Iterable[Row],
) -> JSON | None:
    """The end, once it has come. ``code`` is put in by whoever keeps the journal."""
    if table.phase != "over":
        return None
    return {
        "winners": tuple(winners),
        "losers": tuple(losers),
        "text": text,
        "duration_us": max(0, table.ended_us - table.started_us),
        "rows": [{"text": what, "values": values} for what, values in rows],
        "code": None,
    }


def end_text(table: Table, played_out: str) -> str:
    """Why it is over, a sentence; ``played_out``: where nothing but the rules ended it."""
    language = table.setup.language
    if table.ended == "ended by the host":
        return tr(language, "The host ended the game.")
    if table.ended == "agreed limit":
        return tr(language, "The agreed limit was reached.")
    if table.judge is not None and table.judge.disqualified:
        return tr(language, "Disqualified: {who}.", who=who(table.setup, sorted(table.judge.disqualified)))
    return played_out


def counted(table: Table, score: CardScore, what: str) -> list[str]:
    """A count of each seat, in words."""
    return [str(score.counts[what, seat]) for seat in range(len(table.setup.seats))]


def who(setup: Setup, seats: Iterable[int]) -> str:
    """Names, joined."""
    return names(setup, tuple(seats))


def sentence(setup: Setup, reasons: Reasons, code: str) -> str:
    """The rules' sentence for a code."""
    return tr(setup.language, reasons[code]) if code in reasons else code


def card_text(language: str, card: str) -> str:
    """A card in words: "10♠"."""
    if card in JOKERS:
        return tr(language, "the strong joker") if card == "JOKER_S" else tr(language, "the weak joker")
    return rank_text(rank(card)) + _SYMBOLS[suit(card)]


def cards_text(language: str, cards: Iterable[str]) -> str:
    """Cards, joined."""
    return " ".join(card_text(language, card) for card in cards)


def rank_text(of: str) -> str:
    """A rank as it is said: the ten is a number."""
    return "10" if of == "T" else of


def _waiting(table: Table) -> list[JSON]:
    return [
        {
            "board": side.uid or side.port,
            "name": word(table.setup.language, "simulated") if side.port == "sim" else side.port,
            "why": "absent" if side.absent else "silent" if side.uid else "lost",
        }
        for side in table.sides.values()
        if side.silent and not side.absent
    ]
