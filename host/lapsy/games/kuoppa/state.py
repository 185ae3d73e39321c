"""The state of a game of Kuoppa: values only. Seats are numbers, clockwise from 0; hands go from the lowest card up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.readings import Reading

#: Exactly so many play (KU-01).
PLAYERS = 5

GIVE, PICK, DISCARD, TAKE, PLAY = "give", "pick", "discard", "take", "play"
#: The round is over and the next one is not dealt yet; the game is over.
SCORED, OVER = "scored", "over"
PHASES = (GIVE, PICK, DISCARD, TAKE, PLAY, SCORED, OVER)


class Exchange(NamedTuple):
    """What has changed hands before the first lead (KU-20 to KU-27); None where it has not happened yet.

    ``given``: by the neck and the nose player. ``picked``: by the last winner. ``discards``: by the winner and the
    runner-up; until both are in they are secret and still in the hand (KU-15). ``taken``: by the neck player.
    """

    given: tuple[str | None, str | None] = (None, None)
    picked: str | None = None
    discards: tuple[str | None, str | None] = (None, None)
    taken: str | None = None


class Laid(NamedTuple):
    """The combination to beat: who played it, the cards, and the reading that holds until the trick ends (KU-46)."""

    seat: int
    cards: tuple[str, ...]
    reading: Reading


class State(NamedTuple):
    """A whole game between two bundles.

    ``deck``: the cards of the round, sorted; fewer than the pack, or some twice, only in a position set up by hand.
    ``places``: the last round's finishing order, empty in the first round. ``turn``: who plays or leads; outside of the
    phase ``play`` it is the dealer, who will lead. ``current`` is None when ``turn`` leads. ``passed``: who passed since the
    last play, in order. ``finished``: who is out of cards in this round, in order. ``played``: the cards played in it.
    ``record``: a row of marks by seat for each round (KU-93).
    """

    options: Options
    seed: bytes
    deck: tuple[str, ...]
    round: int
    dealer: int
    places: tuple[int, ...]
    phase: str
    hands: tuple[tuple[str, ...], ...]
    turn: int
    current: Laid | None = None
    passed: tuple[int, ...] = ()
    finished: tuple[int, ...] = ()
    played: tuple[str, ...] = ()
    exchange: Exchange | None = None
    totals: tuple[int, ...] = (0,) * PLAYERS
    record: tuple[tuple[str, ...], ...] = ()
    winner: int | None = None


def clockwise(after: int) -> Iterator[int]:
    """The other seats clockwise from the next one, then the seat itself."""
    return ((after + step) % PLAYERS for step in range(1, PLAYERS + 1))


def next_holder(hands: tuple[tuple[str, ...], ...], after: int) -> int:
    """The next seat clockwise that has cards, the seat itself last (KU-61, KU-70)."""
    return next(seat for seat in clockwise(after) if hands[seat])
