"""What must hold in every state. Used by tests and by everything that reads a state from outside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from lapsy.cards import SEED_BYTES
from lapsy.games.kuoppa.combinations import readings
from lapsy.games.kuoppa.exchange import gives
from lapsy.games.kuoppa.ranks import DECK, VALUES, arranged
from lapsy.games.kuoppa.state import (
    DISCARD,
    GIVE,
    OVER,
    PHASES,
    PICK,
    PLAY,
    PLAYERS,
    SCORED,
    TAKE,
    Exchange,
    State,
    clockwise,
)

_SEATS = frozenset(range(PLAYERS))


def cards_of(state: State) -> tuple[str, ...]:
    """All cards of the round, sorted: the same before and after every step."""
    cards = [card for hand in state.hands for card in hand]
    cards += state.played
    exchange = state.exchange
    if exchange is not None and state.phase in (GIVE, PICK):
        cards += [card for card in exchange.given if card is not None]
    elif exchange is not None and state.phase == TAKE:
        cards += [card for card in exchange.discards if card is not None]
    return arranged(cards)


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of this game; cards are conserved."""
    for problem in _problems(state):
        raise ValueError(f"This is no state of Kuoppa: {problem}.")


def _problems(state: State) -> Iterator[str]:
    """What is wrong, in an order in which each test may rely on those before it."""
    finished = state.finished
    if len(state.seed) != SEED_BYTES:
        yield f"its seed has not {SEED_BYTES} bytes"
    if not len(state.hands) == len(state.totals) == PLAYERS:
        yield "it has not five seats"
    seats = {state.dealer, state.turn, *state.places, *state.passed, *finished}
    if not seats <= _SEATS or not (state.winner is None or state.winner in _SEATS):
        yield "it names a seat that does not exist"
    if any(card not in VALUES for hand in (*state.hands, state.played) for card in hand):
        yield "it holds something that is no card"
    if any(card not in VALUES for card in _choices(state)):
        yield "it exchanges something that is no card"
    if cards_of(state) != state.deck:
        yield "cards are missing or too many"
    if any(hand != arranged(hand) for hand in state.hands):
        yield "a hand is not in order"
    if any(len(set(hand)) != len(hand) for hand in state.hands):
        yield "a hand holds a card twice"
    if state.round < 1 or min(state.totals) < 0:
        yield "it counts below nothing"
    if state.phase not in PHASES or state.phase == SCORED:
        yield "it is in no phase of the game"
    if (state.phase == OVER) != (state.winner is not None):
        yield "it is over without a winner or has one too early"
    if state.places and (len(state.places) != PLAYERS or set(state.places) != _SEATS):
        yield "the last round's places are not five seats"
    if (state.round == 1) == bool(state.places):
        yield "the first round alone has no places before it"
    if state.places and state.dealer != state.places[2]:
        yield "the dealer was not third"
    if len(set(finished)) != len(finished) or any(state.hands[seat] for seat in finished):
        yield "somebody is out with cards, or twice"
    if any(len(r) != PLAYERS for r in state.record):
        yield "a row of the record has not five marks"
    if state.winner is not None and state.totals[state.winner] < state.options.target:
        yield "the winner has too few points"
    if state.winner is None and max(state.totals) >= state.options.target:
        yield "the game should be over"
    yield from _trick(state) if state.phase in (PLAY, OVER) else _exchange(state)


def _choices(state: State) -> list[str]:
    exchange = state.exchange
    if exchange is None:
        return []
    cards = (*exchange.given, exchange.picked, *exchange.discards, exchange.taken)
    return [card for card in cards if card is not None]


def _trick(state: State) -> Iterator[str]:
    holders = {seat for seat in _SEATS if state.hands[seat]}
    current, passed = state.current, state.passed
    if holders | set(state.finished) != _SEATS:
        yield "somebody without cards is not out"
    if len(holders) < 2:
        yield "nobody is left to play with"
    if state.deck == DECK and state.exchange is None and state.round > 1:
        yield "the exchange is missing"
    if state.exchange is not None and not _finished(state.exchange):
        yield "the exchange is not finished"
    if state.exchange is not None and not state.places:
        yield "the first round has no exchange"
    if state.phase == PLAY and state.turn not in holders:
        yield "nobody can go on"
    if state.phase == OVER and (not state.finished or state.finished[-1] != state.winner):
        yield "the winner is not the last who went out"
    if current is None:
        if passed or state.phase == OVER:
            yield "somebody passed or won and nothing has been played"
        return
    if state.played[len(state.played) - len(current.cards) :] != current.cards:
        yield "what is to be beaten was not played last"
    if current.seat not in _SEATS or current.reading not in readings(current.cards, state.options):
        yield "what is to be beaten is no combination"
    if state.phase == PLAY and state.turn == current.seat:
        yield "the trick should be over"
    between = takewhile(lambda seat: seat != state.turn, clockwise(current.seat))
    if passed != (tuple(seat for seat in between if seat in holders) if state.phase == PLAY else ()):
        yield "the passes are not those between the last play and the turn"


def _finished(exchange: Exchange) -> bool:
    """Whether every card has changed hands, each one of the two that were offered."""
    given, discards = exchange.given, exchange.discards
    return None not in (*given, *discards) and exchange.picked in given and exchange.taken in discards


def _exchange(state: State) -> Iterator[str]:
    exchange = state.exchange
    if exchange is None or not state.places:
        yield "the exchange is missing"
        return
    if state.turn != state.dealer or state.current is not None or state.passed or state.played:
        yield "somebody played before the exchange was finished"
    if any(not hand for hand in state.hands) and state.deck == DECK:
        yield "somebody has no cards"
    given, discards = exchange.given, exchange.discards
    if (None in given) != (state.phase == GIVE) or (
        state.phase == GIVE
        and any(
            card is None and len(gives(state.hands[seat])) < 2
            for seat, card in zip(state.places[3:], given, strict=True)
        )
    ):
        yield "the wrong cards are given"
    if (exchange.picked is None) != (state.phase in (GIVE, PICK)):
        yield "the wrong card is picked"
    if exchange.picked is not None and exchange.picked not in given:
        yield "a card is picked that was not given"
    if (None not in discards) != (state.phase == TAKE) or (
        state.phase != DISCARD and discards.count(None) == 1
    ):
        yield "the wrong discards are in"
    if state.phase == DISCARD and any(
        card is not None and card not in state.hands[seat]
        for seat, card in zip(state.places[:2], discards, strict=True)
    ):
        yield "a discard is not in the hand"
    if state.phase in (GIVE, PICK) and discards != (None, None):
        yield "somebody discarded too early"
    if exchange.taken is not None:
        yield "a discard is taken too early"
