"""The state of a game of Limppu: values only. Seats are numbers, clockwise from above; play runs the other way
(LI-21)."""

from __future__ import annotations

from typing import NamedTuple

from lapsy.games.limppu.options import Options

#: So many may play (LI-01).
SEATS = range(2, 7)

Hand = tuple[str, ...]

LEAD = "lead"
REFILL_ATTACKER = "refill_attacker"
DEFEND = "defend"
REFILL_DEFENDER = "refill_defender"
OVER = "over"
PHASES = (LEAD, REFILL_ATTACKER, DEFEND, REFILL_DEFENDER, OVER)


class Attack(NamedTuple):
    """A card of the group on the table, and the card that beats it (None: not beaten)."""

    card: str
    by: str | None = None


class Table(NamedTuple):
    """The group on the table: who played it to whom."""

    attacker: int
    defender: int
    cards: tuple[Attack, ...]


class Moment(NamedTuple):
    """Where every card was right after a draw: what an announcement goes back to (LI-55)."""

    hands: tuple[Hand, ...]
    stock: tuple[str, ...]
    out: tuple[str, ...]
    table: Table | None


class Held(NamedTuple):
    """A stop card that has been drawn and not announced (``stop=live``).

    ``since_us``: when it was drawn. ``acted``: somebody else has played, beaten, ended a defence or drawn since.
    ``at``: the moment of that draw. ``last_us`` and ``last``: the same seat's latest draw after it, None when it has
    drawn none.
    """

    card: str
    seat: int
    since_us: int
    acted: bool
    at: Moment
    last_us: int | None = None
    last: Moment | None = None


class Ending(NamedTuple):
    """How a game ended. ``reason``: ``stop_card``, ``caught`` or ``stock_out``. ``limppu``: who was held to have it
    (LI-02, LI-52). ``points``: of this game, by seat (LI-60)."""

    reason: str
    losers: tuple[int, ...]
    caught: tuple[int, ...]
    limppu: int
    points: tuple[int, ...]


class Lot(NamedTuple):
    """A card drawn for the first deal (LI-05)."""

    seat: int
    card: str


class State(NamedTuple):
    """A whole game, or a series of games, between two bundles.

    ``seed`` is kept in a series alone, which deals again. ``game`` counts the deals from 0. ``stock``: the next card
    first. ``turn``: who has to do something, None when the game is over. ``leads``: who leads when the defender has
    refilled. ``idle``: attacks in a row without a card drawn or beaten (LI-48). ``held``: in the order of the draws.
    ``challenged``: seats that have used their challenge since the last draw (LI-59). ``waiting``: seats whose grace
    has to end before a challenge catches them (LI-56). ``ended_us``: when the game ended. ``totals``: points of the
    series' finished games.
    """

    options: Options
    seed: bytes
    game: int
    lots: tuple[Lot, ...]
    dealer: int
    hands: tuple[Hand, ...]
    stock: tuple[str, ...]
    out: tuple[str, ...]
    table: Table | None
    phase: str
    turn: int | None
    totals: tuple[int, ...]
    leads: int | None = None
    idle: int = 0
    held: tuple[Held, ...] = ()
    challenged: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    ending: Ending | None = None
    ended_us: int = 0
