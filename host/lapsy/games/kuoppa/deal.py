"""How a game and a round begin: the first dealer, shuffle and deal, or a position that is set up."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.cards import JOKERS, PACK, is_card, shuffle
from lapsy.games.kuoppa.check import check
from lapsy.games.kuoppa.exchange import begin
from lapsy.games.kuoppa.options import Options
from lapsy.games.kuoppa.ranks import DECK, arranged
from lapsy.games.kuoppa.state import PLAY, PLAYERS, State, next_holder
from lapsy.games.play import Outcome
from lapsy.games.seats import require_seats

SEATS = range(PLAYERS, PLAYERS + 1)


def first_dealer(turned: Sequence[str], start_seat: int = 0) -> int:
    """Who deals round one: the first to get a jack of the cards turned clockwise (KU-11, KU-16).

    Raises ValueError when there is no jack.
    """
    for place, card in enumerate(turned):
        if card[0] == "J" and card not in JOKERS:
            return (start_seat + place) % PLAYERS
    raise ValueError("No jack was turned: turn the whole pack.")


def deal(seed: bytes, number: int, dealer: int) -> tuple[tuple[str, ...], ...]:
    """The hands of a round, one card at a time clockwise from the dealer's left: 10 to the dealer, 11 to the others
    (KU-12, KU-17)."""
    cards = shuffle(PACK + JOKERS, seed, f"kuoppa/deck/{number}")
    return tuple(arranged(cards[(seat - dealer - 1) % PLAYERS :: PLAYERS]) for seat in range(PLAYERS))


def start(options: Options, seats: int, seed: bytes) -> State:
    """The state after the first deal: a jack's finder deals and leads, nobody exchanges (KU-29, KU-60).

    Raises OptionError when the seats are not five, ValueError when the seed is not 32 bytes.
    """
    require_seats("Kuoppa", SEATS, seats)
    dealer = first_dealer(shuffle(PACK + JOKERS, seed, "kuoppa/first-dealer"))
    return State(options, seed, DECK, 1, dealer, (), PLAY, deal(seed, 1, dealer), dealer)


def next_round(state: State) -> tuple[State, list[Outcome]]:
    """The next deal, by the third to go out, and what of its exchange needs nobody's choice (KU-13, KU-20)."""
    places, number = state.finished, state.round + 1
    dealer = places[2]
    hands = deal(state.seed, number, dealer)
    state, outcomes = begin(
        State(
            state.options,
            state.seed,
            DECK,
            number,
            dealer,
            places,
            PLAY,
            hands,
            dealer,
            totals=state.totals,
            record=state.record,
        )
    )
    return state, [Outcome("dealt", None, (dealer,)), *outcomes]


def position(
    hands: Sequence[Sequence[str]],
    *,
    leader: int = 0,
    out: Sequence[int] = (),
    places: Sequence[int] = (),
    exchange: bool = False,
    totals: Sequence[int] = (0,) * PLAYERS,
    options: Options | None = None,
    seed: bytes = bytes(32),
) -> State:
    """A state set up by hand, as case files and tests do; hands may be shorter than in a game.

    ``out``: who has gone out before, in order; a seat with no cards that is not named follows, by number. ``places``: the
    last round's finishing order, needed for an ``exchange``. For a ``leader`` without cards the next one who has some
    leads (KU-65). Raises ValueError with what is wrong.
    """
    if len(hands) != PLAYERS:
        raise ValueError(f"A position needs {PLAYERS} hands, not {len(hands)}.")
    if wrong := [card for hand in hands for card in hand if not is_card(card)]:
        raise ValueError(f"“{wrong[0]}” is no card: write rank and suit, such as TC.")
    finished = [*out, *(seat for seat in range(PLAYERS) if not hands[seat] and seat not in out)]
    kept = tuple(arranged(hand) for hand in hands)
    if leader in range(PLAYERS) and not kept[leader] and any(kept):
        leader = next_holder(kept, leader)
    state = State(
        options or Options(),
        seed,
        arranged(card for hand in kept for card in hand),
        2 if places else 1,
        places[2] if len(places) == PLAYERS else leader,
        tuple(places),
        PLAY,
        kept,
        places[2] if exchange and len(places) == PLAYERS else leader,
        finished=tuple(finished),
        totals=tuple(totals),
    )
    if exchange:
        if sorted(places) != list(range(PLAYERS)):
            raise ValueError("An exchange needs all five seats in the last round's finishing order.")
        state, _ = begin(state)
    check(state)
    return state
