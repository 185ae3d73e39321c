"""The state of a game of Läpsy: values only. Seats are numbers, clockwise from 0; a hand lists its top card
first, the pile its bottom card first.
"""

from __future__ import annotations

from dataclasses import dataclass

from lapsy.games.lapsy.options import Options


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in the pile and the seat it came from (None: not known, in a position that was set up)."""

    card: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """The open challenge: who laid its card, that card's rank, and the attempts that are left (LA-17)."""

    challenger: int
    rank: str
    left: int


@dataclass(frozen=True, slots=True)
class Air:
    """A card that has been turned and is not yet shown. ``place``: where it goes if it has to come back (0 =
    top).
    """

    seat: int
    card: str
    place: int


@dataclass(frozen=True, slots=True)
class Window:
    """A time in which no card may be laid; it began at ``since_us`` on the table's axis.

    ``slap``: an accepted slap has landed (LS-05). ``collect``: a challenge is lost, or nobody has cards for
    its attempts (LS-06, LA-52). ``pair``: one player has cards and a pair waits for the last slap (LS-22).
    """

    kind: str
    since_us: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A penalty card under the pile that an objection can still bring back (LS-25), with what stood just
    before the slap.

    ``depth``: the card's place in the pile from the bottom. ``played``: how many played cards there were.
    ``hand``: the slapper's, a card in the air counted in.
    """

    seat: int
    depth: int
    played: int
    hand: tuple[str, ...]
    turn: int
    challenge: Challenge | None
    window: Window | None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game between two bundles.

    ``turn`` is whose card would be next; while a window is open nobody is on turn and it only says who would
    be if the window came to nothing. ``slaps``: the seats that slapped the live pair, the first group
    leading, equals together, in the order in which they would divide the pile; ``refs``: the numbers of those
    presses, in the same places. ``out``: out for good. ``payments``: oldest first.
    """

    options: Options
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    out: tuple[bool, ...]
    banned: tuple[bool, ...]
    pile: tuple[Laid, ...]
    penalty: int
    turn: int
    challenge: Challenge | None = None
    air: Air | None = None
    window: Window | None = None
    slaps: tuple[tuple[int, ...], ...] = ()
    refs: tuple[tuple[int, ...], ...] = ()
    payments: tuple[Payment, ...] = ()
    winner: int | None = None
