"""The state of a game of Läpsy: values only. Seats are numbers, clockwise from 0; a hand lists its top card
first, the pile its bottom card first.
"""

from __future__ import annotations

from typing import NamedTuple

from lapsy.games.lapsy.options import Options
from lapsy.games.lapsy.rules import Rules


class Laid(NamedTuple):
    """A card in the pile and the seat it came from (None: not known, in a position that was set up)."""

    card: str
    seat: int | None


class Challenge(NamedTuple):
    """The open challenge: who laid its card, that card's rank, and the attempts that are left (LA-17)."""

    challenger: int
    rank: str
    left: int


class Air(NamedTuple):
    """A card that has been turned and is not yet shown. ``place``: where it goes if it has to come back (0 =
    top).
    """

    seat: int
    card: str
    place: int


class Window(NamedTuple):
    """A time in which no card may be laid; it began at ``since_us`` on the table's axis.

    ``slap``: an accepted slap has landed (LS-05). ``collect``: a challenge is lost, or nobody has cards for
    its attempts (LS-06, LA-52). ``pair``: one player has cards and a slappable top waits for the last slap (LS-22).
    """

    kind: str
    since_us: int


class Payment(NamedTuple):
    """A penalty card under the pile that an objection can still bring back (LS-25), with what stood just
    before the slap.

    ``depth``: the card's place among the penalty cards, counted down from the newest played cards: 1 lies right under
    them, and what is paid later lies deeper. ``played``: how many played cards there were.
    ``hand``: the slapper's, a card in the air counted in.
    """

    seat: int
    depth: int
    played: int
    hand: tuple[str, ...]
    turn: int
    challenge: Challenge | None
    window: Window | None


class State(NamedTuple):
    """A whole game between two bundles.

    ``packs``: how many whole packs are in play; 0 in a position with other cards. ``turn`` is whose card would be next;
    while a window is open nobody is on turn and it only says who would be if the window came to nothing. ``slaps``: the
    seats that slapped the slappable top, the first group leading, equals together, in the order in which they would divide
    the pile; ``refs``: the numbers of those presses, in the same places. ``out``: out for good, or finished in reverse.
    ``payments``: oldest first.

    ``winners``: who has won; empty while the game goes on. ``heads``: (seat, number of the press) of the head slaps made
    since the top card was shown, by seat. ``latest``: in reverse, the seats whose slap no other is proven to follow.
    ``emptied``: in reverse, card-less seats in the order in which their hands emptied; ``finished``: those who are safe, the
    winner first. ``laid``: cards laid so far. ``until_us``: when the agreed time is up; it is kept, though nothing is due,
    while the pile is the last one by ``cards``, because an objection can undo that. ``last_pile``: why this pile is the last
    one (``cards``, ``time``, ``sudden_death``), or empty.
    """

    rules: Rules
    packs: int
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
    winners: tuple[int, ...] = ()
    heads: tuple[tuple[int, int], ...] = ()
    latest: tuple[int, ...] = ()
    emptied: tuple[int, ...] = ()
    finished: tuple[int, ...] = ()
    laid: int = 0
    until_us: int | None = None
    last_pile: str = ""

    @property
    def options(self) -> Options:
        """What was agreed."""
        return self.rules.options
