"""The games as guests ask for them: Slapjack is a game of its own to them, and a variant of Läpsy to the rules (LE-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lapsy.games.options import Sentence
from lapsy.games.play import Game
from lapsy.games.registry import CARD_GAMES, GAMES


class Offer(NamedTuple):
    """``game``: whose rules; ``fixed``: the options that make them this game; ``without``: those that are not asked for."""

    game: str
    name: Sentence
    summary: Sentence
    fixed: Mapping[str, str] = {}
    without: frozenset[str] = frozenset()

    @property
    def rules(self) -> Game:
        """The game's functions."""
        return GAMES[self.game]


SLAPJACK = Offer(
    "lapsy",
    Sentence("Slapjack"),
    Sentence("Slap the jack first and collect all the cards."),
    {"variant": "slapjack"},
    frozenset(("preset", "variant", "slapjack", "hodari", "sandwich", "sum_ten", "reverse")),
)

OFFERS: dict[str, Offer] = {}
for _game in CARD_GAMES:
    OFFERS[_game] = Offer(_game, GAMES[_game].NAME, GAMES[_game].SUMMARY)
    if _game == "lapsy":
        OFFERS["slapjack"] = SLAPJACK


def offer_of(game: str, options: Mapping[str, str]) -> str:
    """As which of them a game with these options is known. Raises OptionError."""
    rules = GAMES[game]
    agreed = rules.parse_options(options).as_json()
    for name, offer in OFFERS.items():
        if offer.game != game or not offer.fixed:
            continue
        usual, fixed = rules.parse_options({}).as_json(), rules.parse_options(offer.fixed).as_json()
        if all(agreed[key] == value for key, value in fixed.items() if value != usual[key]):
            return name
    return game
