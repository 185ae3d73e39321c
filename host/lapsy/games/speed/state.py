"""The state of a match of Speed: values only.

Seats are 0 and 1. Of the two spit piles, number 0 is ``L``, fed by seat 0, number 1 is ``R``, fed by seat 1 (SP-09).
Stock and spit piles list their bottom card first, so that the last is open; spit cards list the one to be turned next first.
"""

from __future__ import annotations

from typing import NamedTuple

from lapsy.games.speed.options import Options

#: So many play (SP-01).
SEATS = range(2, 3)

#: The spit piles by the seat that feeds them.
PILES = ("L", "R")

#: The stock piles of one seat (SP-03).
PLACES = 5

Cards = tuple[str, ...]
Stock = tuple[Cards, ...]
Pile = Cards | None


class Touch(NamedTuple):
    """The play that brought a spit pile its top card: its number, who, from which place, and how many cards were left there.

    It serves a rival who is not proven later (SP-20): see ``plays``.
    """

    ref: int
    seat: int
    place: int
    size: int


class Contest(NamedTuple):
    """A lone slap that settled who takes what, and all that it changed: a rival's slap may not be proven later (SP-37)."""

    ref: int
    seat: int
    pile: int
    stocks: tuple[Stock, Stock]
    spit: tuple[Cards, Cards]
    piles: tuple[Pile, Pile]
    touches: tuple[Touch | None, Touch | None]
    armed_us: int


class State(NamedTuple):
    """A whole match between two bundles.

    ``phase``: ``ready`` (dealt, both must call), ``play``, ``slap`` (SP-31, SP-40), ``redeal`` (the cards of each
    seat are in ``pools``) or ``over``. ``deals``: deals so far. ``piles``: None where this deal has no such pile.
    ``called``: when each seat called, microseconds on the axis of ``Bundle.t_us``; None = no call holds.
    ``blocked_us``: since when no open card fits and no hidden one has been turned; None = one fits. ``since_us``:
    when slaps were armed, or the piles taken. ``armed``: numbers of the inputs that armed them (empty = not known,
    in a position that was set up). ``taken``: the pile that each seat took last.
    """

    options: Options
    seed: bytes
    deals: int
    phase: str
    stocks: tuple[Stock, Stock]
    spit: tuple[Cards, Cards]
    piles: tuple[Pile, Pile]
    pools: tuple[Cards, Cards] = ((), ())
    called: tuple[int | None, int | None] = (None, None)
    blocked_us: int | None = None
    touches: tuple[Touch | None, Touch | None] = (None, None)
    since_us: int = 0
    armed: tuple[int, ...] = ()
    first_out: tuple[int, ...] = ()
    taken: tuple[str | None, str | None] = (None, None)
    contest: Contest | None = None
    winner: int | None = None


NO_STOCK: Stock = ((),) * PLACES
