"""How a game begins: the lot for the first dealer, shuffle and deal, the next deal of a series, or a position set
up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lapsy.cards import SEED_BYTES, draw, shuffle
from lapsy.games.limppu.check import check, check_position
from lapsy.games.limppu.deck import HEIGHT, KINGS, LIMPPU, known, pack
from lapsy.games.limppu.draft import FULL, Draft
from lapsy.games.limppu.options import Options
from lapsy.games.limppu.scoring import limppu_holder
from lapsy.games.limppu.state import (
    LEAD,
    PHASES,
    REFILL_DEFENDER,
    SEATS,
    Attack,
    Hand,
    Held,
    Lot,
    Moment,
    State,
    Table,
)
from lapsy.games.seats import is_seat, require_seats


def start(options: Options, seats: int, seed: bytes) -> State:
    """The state after the lot, shuffle and deal; with ``stop=auto`` also after the leader's draws for a pair (LI-25).

    Raises OptionError when so many cannot play, ValueError when the seed is not 32 bytes.
    """
    require_seats("Limppu", SEATS, seats)
    lots = _lots(options, seats, seed)
    dealer = first_dealer(lots, seats)
    if dealer is None:
        raise ValueError("The lot for the first deal has no end.")
    hands, stock = _shuffled(options, seats, seed, 0, dealer)
    draft = Draft(
        State(
            options,
            seed if options.series else b"",
            0,
            lots,
            dealer,
            hands,
            stock,
            (),
            None,
            LEAD,
            (dealer + 1) % seats,
            (0,) * seats,
        ),
        0,
    )
    draft.settle()
    return draft.freeze()


def deal_again(draft: Draft) -> None:
    """The next game of a series: the loser takes the limppu, shuffles and deals (LI-13)."""
    draft.game += 1
    draft.dealer = next_dealer(draft)
    hands, draft.stock = _shuffled(draft.options, draft.n, draft.seed, draft.game, draft.dealer)
    draft.hands = list(hands)
    draft.out, draft.table, draft.ending, draft.ended_us = (), None, None, 0
    draft.idle, draft.held, draft.challenged, draft.waiting = 0, (), (), ()
    draft.say("dealt", None, (draft.dealer,))
    draft.lead((draft.dealer + 1) % draft.n)
    draft.settle()


def next_dealer(state: State | Draft) -> int:
    """Who deals the next game: the loser; of several that were caught, whoever had the limppu, else the lowest seat
    (LI-13).

    Raises ValueError while the game goes on.
    """
    if state.ending is None:
        raise ValueError("The next dealer is the loser: finish the game first.")
    losers, holder = state.ending.losers, state.ending.limppu
    return holder if holder in losers else losers[0]


def first_dealer(lots: Sequence[Lot], seats: int) -> int | None:
    """Who has to take the limppu and deal: the lowest card, ace high, the limppu lower than all; the tied draw again
    among themselves (LI-05 to LI-07). None while somebody has still to draw. Raises ValueError on a draw out of
    place.
    """
    drawing = list(range(seats))
    rest = list(lots)
    while True:
        if len(rest) < len(drawing):
            _expect_seats(rest, drawing)
            return None
        now, rest = rest[: len(drawing)], rest[len(drawing) :]
        _expect_seats(now, drawing)
        low = min(_lot_height(lot.card) for lot in now)
        drawing = sorted(lot.seat for lot in now if _lot_height(lot.card) == low)
        if len(drawing) == 1:
            if rest:
                raise ValueError(f"Seat {rest[0].seat} drew, and the lot has fallen already.")
            return drawing[0]


def _expect_seats(lots: Sequence[Lot], drawing: Sequence[int]) -> None:
    seats = [lot.seat for lot in lots]
    if len(set(seats)) != len(seats) or not set(seats) <= set(drawing):
        raise ValueError(f"Seats {seats} drew: one card each is for seats {list(drawing)}.")


def _lot_height(card: str) -> int:
    return -1 if card == LIMPPU else HEIGHT[card]


def _lots(options: Options, seats: int, seed: bytes) -> tuple[Lot, ...]:
    """Draws from a shuffled pack until the lot falls; a pack that runs out is shuffled again."""
    lots: tuple[Lot, ...] = ()
    drawing, shuffles = list(range(seats)), 0
    cards: list[str] = []
    while True:
        if len(cards) < len(drawing):
            cards = list(shuffle(pack(options), seed, f"limppu/lot/{shuffles}"))
            shuffles += 1
        now = [Lot(seat, cards.pop()) for seat in drawing]
        lots += tuple(now)
        low = min(_lot_height(lot.card) for lot in now)
        drawing = [lot.seat for lot in now if _lot_height(lot.card) == low]
        if len(drawing) == 1:
            return lots


def _shuffled(
    options: Options, seats: int, seed: bytes, game: int, dealer: int
) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Hands and stock: dealt without limppu and stop cards, which then go to random places of the stock (LI-08 to
    LI-11)."""
    cards = [card for card in pack(options) if card != LIMPPU and card not in KINGS]
    hands, rest = _hands(shuffle(cards, seed, f"limppu/deck/{game}"), seats, dealer)
    kings = [card for card in pack(options) if card in KINGS]
    for nth, king in enumerate(kings):
        rest.insert(draw(seed, f"limppu/stop/{game}", nth, len(rest) + 1), king)
    return tuple(hands), tuple(rest)


def _hands(cards: Sequence[str], seats: int, dealer: int) -> tuple[list[Hand], list[str]]:
    """Five each one at a time in the direction of play, dealer last, who has the limppu too (LI-09, LI-10); and the
    rest."""
    hands: list[Hand] = [()] * seats
    for turn in range(seats):
        seat = (dealer - 1 - turn) % seats
        hands[seat] = tuple(cards[turn : FULL * seats : seats])
    hands[dealer] += (LIMPPU,)
    return hands, list(cards[FULL * seats :])


def dealt(
    options: Options, seats: int, dealer: int, order: Sequence[str], kings_back: Sequence[int] = ()
) -> State:
    """A deal from a pack in a given order, the limppu taken out (LI-08 to LI-11).

    A stop card in a dealt hand is replaced by the top card of the stock and put back at the next place of
    ``kings_back``
    (0 = the next card to be drawn). Raises ValueError with what is wrong.
    """
    if sorted(order) != sorted(known(options) - {LIMPPU}):
        raise ValueError("This is not the pack without the limppu: give each of its cards once.")
    require_seats("Limppu", SEATS, seats)
    if not is_seat(dealer, seats):
        raise ValueError(f"Seat {dealer} of {seats} cannot deal: give one of them.")
    hands, rest = _hands(order, seats, dealer)
    back = list(kings_back)
    for turn in range(seats):
        seat = (dealer - 1 - turn) % seats
        while found := [card for card in hands[seat] if card in KINGS]:
            if not back or not 0 <= back[0] < len(rest):
                raise ValueError(f"Where does {found[0]} go? Give a place in the stock for it.")
            hands[seat] = (*(card for card in hands[seat] if card != found[0]), rest.pop(0))
            rest.insert(back.pop(0), found[0])
    leader = (dealer + 1) % seats
    draft = Draft(
        State(
            options,
            bytes(SEED_BYTES) if options.series else b"",
            0,
            (),
            dealer,
            tuple(hands),
            tuple(rest),
            (),
            None,
            LEAD,
            leader,
            (0,) * seats,
        ),
        0,
    )
    draft.settle()
    state = draft.freeze()
    check(state)
    return state


def position(
    hands: Sequence[Sequence[str]],
    *,
    stock: Sequence[str],
    out: Sequence[str],
    phase: str,
    turn: int,
    table: Table | None = None,
    options: Options | None = None,
    totals: Sequence[int] = (),
    idle: int = 0,
    held_since: Mapping[int, int] | None = None,
    leads: int | None = None,
) -> State:
    """A state set up by hand, as case files and tests do; owed draws of ``stop=auto`` have happened.

    ``held_since``: seat → when it drew the stop card in its hand; others have acted since, and this position counts
    as that of its draw. A stop card in a hand that it does not name was drawn at 0. ``leads``: who leads after
    ``refill_defender`` (None: whoever refills). Raises ValueError with what is wrong.
    """
    options = options or Options()
    seats = len(hands)
    if seats not in SEATS:
        raise ValueError(f"A position needs {SEATS[0]} to {SEATS[-1]} hands, not {seats}.")
    if phase not in PHASES[:-1] or not 0 <= turn < seats:
        raise ValueError(f"Seat {turn} cannot be on turn in “{phase}”: give a seat and a phase that goes on.")
    now = Moment(tuple(tuple(hand) for hand in hands), tuple(stock), tuple(out), table)
    since = held_since or {}
    held = tuple(
        Held(card, seat, since.get(seat, 0), True, now)
        for seat, hand in enumerate(hands)
        for card in hand
        if card in KINGS
    )
    state = State(
        options,
        bytes(SEED_BYTES) if options.series else b"",
        0,
        (),
        limppu_holder(now.hands, table),
        *now,
        phase,
        turn,
        tuple(totals) or (0,) * seats,
        leads=turn if leads is None and phase == REFILL_DEFENDER else leads,
        idle=idle,
        held=tuple(sorted(held, key=lambda h: h.since_us)),
    )
    check_position(state)
    draft = Draft(state, max((h.since_us for h in held), default=0))
    draft.settle()
    state = draft.freeze()
    check(state)
    return state


def table_of(attacker: int, defender: int, cards: Sequence[tuple[str, str | None]]) -> Table:
    """A group on the table from pairs of a card and what beats it."""
    return Table(attacker, defender, tuple(Attack(card, by) for card, by in cards))
