"""Who presses what: each seat's pad, which the referee may change during the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lapsy.table.setup import Seat


@dataclass(slots=True)
class Seating:
    """``now``: the seats as they are. A pad belongs to a seat from a moment on: what was pressed before belongs to whoever
    had it then, whenever it is heard of."""

    now: tuple[Seat, ...]
    _earlier: list[tuple[int, tuple[Seat, ...]]] = field(default_factory=list)  # until when, and how it was

    def at(self, t_us: int) -> tuple[Seat, ...]:
        """The seats as they were at a moment."""
        for until_us, seats in self._earlier:
            if t_us <= until_us:
                return seats
        return self.now

    def change(self, t_us: int, n: int, seat: Seat) -> None:
        """Seat ``n`` is this from now on."""
        self._earlier.append((t_us, self.now))
        self.now = (*self.now[:n], seat, *self.now[n + 1 :])

    def of(self, port: str, group: int, t_us: int) -> int | None:
        """Whose pad that was at a moment; None: nobody's."""
        seats = self.at(t_us)
        return next((n for n, seat in enumerate(seats) if (seat.port, seat.group) == (port, group)), None)

    def had(self, n: int) -> Iterable[Seat]:
        """Everything that seat ``n`` has been."""
        return (seats[n] for seats in (*(seats for _, seats in self._earlier), self.now))

    @property
    def lit_pads(self) -> dict[int, tuple[str, int]]:
        """Each seat's pad (line and group), where people see its light: those of bots and keyboards nobody does."""
        return {n: (seat.port, seat.group) for n, seat in enumerate(self.now) if seat.source == "board"}
