"""Seats, alike in all games: how many may play, what is a seat's number, and whom a refusal names."""

from __future__ import annotations

from typing import TypeGuard

from lapsy.games.options import OptionError
from lapsy.games.play import Input, Outcome


def require_seats(game: str, allowed: range, seats: int) -> None:
    """Raises OptionError unless so many may play. ``game`` is the game's name for people."""
    if seats not in allowed:
        many = f"{allowed[0]}" if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        raise OptionError(f"{game} is for {many} players, not {seats}: change the number of seats.")


def is_seat(seat: object, seats: int) -> TypeGuard[int]:
    """True for the number of one of so many seats. Whatever else came in is none, and true is not seat 1."""
    return type(seat) is int and 0 <= seat < seats


def seat_of(given: Input) -> int:
    """The seat of an input that has been found to be of one."""
    assert given.seat is not None
    return given.seat


def refused(given: Input, reason: str, seats: int) -> Outcome:
    """The input changes nothing at a table of so many seats, and why. A seat that does not exist is not named."""
    return Outcome("refused", given.ref, (given.seat,) if is_seat(given.seat, seats) else (), reason=reason)
