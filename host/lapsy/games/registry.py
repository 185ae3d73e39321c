"""Every game by the name that players give it. A new game is a package here and one line below."""

from __future__ import annotations

from lapsy.games import kuoppa, lapsy, limppu, race, speed
from lapsy.games.play import Game

GAMES: dict[str, Game] = {
    "lapsy": lapsy,
    "speed": speed,
    "kuoppa": kuoppa,
    "limppu": limppu,
    "race": race,
}

#: Those with cards and rules to read: all but the race.
CARD_GAMES = tuple(name for name in GAMES if name != "race")
