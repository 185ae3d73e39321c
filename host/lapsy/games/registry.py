"""Every game by the name that players give it. A new game is a package here and one line below."""

from __future__ import annotations

from lapsy.games import lapsy, race
from lapsy.games.play import Game

GAMES: dict[str, Game] = {
    "lapsy": lapsy,
    "race": race,
}
