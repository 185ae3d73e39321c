"""The game's own time: it stands while the game is paused, and goes back when the game is taken back.

The table's axis never stops: presses have their place on it whatever the game does. Windows, the dealer's pace, display
times and graces are counted in the game's time, so a pause shifts all of them, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Stretch(NamedTuple):
    """From ``axis_us`` on the game's time is ``game_us``, and stands or runs."""

    axis_us: int
    game_us: int
    stands: bool


@dataclass(slots=True)
class GameTime:
    """Both times are microseconds. Without a pause they are the same."""

    _stretches: tuple[Stretch, ...] = ()

    @property
    def stands(self) -> bool:
        """It was stopped, and nothing is known yet of its going on."""
        return bool(self._stretches) and self._stretches[-1].stands

    def stood_at(self, axis_us: int) -> bool:
        """True for a moment after a stop that is not later than its going on: what was pressed then does not count."""
        before = [s for s in self._stretches if s.axis_us < axis_us]
        return bool(before) and before[-1].stands

    def game(self, axis_us: int) -> int:
        """The game's time at a moment of the axis."""
        for axis, game, stands in reversed(self._stretches):
            if axis <= axis_us:
                return game if stands else game + axis_us - axis
        return axis_us

    def axis(self, game_us: int) -> int | None:
        """When the game's time comes to ``game_us``; None while nobody can say, because it stands before that."""
        if self.stands and game_us > self._stretches[-1].game_us:
            return None
        for axis, game, stands in reversed(self._stretches):
            if not stands and game < game_us:
                return axis + game_us - game
        return game_us

    def stop(self, axis_us: int) -> None:
        """It stands from here on. A going on that has not come yet does not come. Raises ValueError while it stands."""
        if self.stands:
            raise ValueError("The game's time stands already.")
        if self._stretches and axis_us <= self._stretches[-1].axis_us:
            self._stretches = self._stretches[:-1]
            return
        self._stretches += (Stretch(axis_us, self.game(axis_us), True),)

    def go_on(self, axis_us: int) -> None:
        """The time runs again from here on, now or later. Raises ValueError while it runs."""
        if not self.stands:
            raise ValueError("The game's time runs already.")
        self._stretches += (Stretch(axis_us, self._stretches[-1].game_us, False),)

    def set_back(self, game_us: int) -> None:
        """It stands at ``game_us`` now. Raises ValueError while it runs."""
        if not self.stands:
            raise ValueError("Only a time that stands can be set back.")
        self._stretches = (*self._stretches[:-1], self._stretches[-1]._replace(game_us=game_us))
