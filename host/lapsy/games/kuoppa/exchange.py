"""The exchange before the first lead of every round but the first (KU-20 to KU-29)."""

from __future__ import annotations

from lapsy.games.kuoppa.ranks import VALUES, arranged
from lapsy.games.kuoppa.state import DISCARD, GIVE, PICK, PLAY, TAKE, Exchange, State
from lapsy.games.play import Input, Outcome

Hands = tuple[tuple[str, ...], ...]


def gives(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of which a pit player gives one up: the highest, or those that tie for it (KU-18, KU-21)."""
    top = max((VALUES[card] for card in hand), default=0)
    return tuple(card for card in hand if VALUES[card] == top)


def begin(state: State) -> tuple[State, list[Outcome]]:
    """Open the exchange; who has a single highest card gives it at once, for there is nothing to choose."""
    state = state._replace(phase=GIVE, exchange=Exchange())
    outcomes: list[Outcome] = []
    for seat in state.places[3:]:
        tied = gives(state.hands[seat])
        if len(tied) == 1:
            state, outcome = _give(state, seat, tied[0], None)
            outcomes.append(outcome)
    return state, outcomes


def waiting(state: State) -> tuple[int, ...]:
    """Who has something to choose now, in the order of the places."""
    exchange, places = state.exchange, state.places
    if exchange is None:
        return ()
    if state.phase == GIVE:
        return tuple(seat for seat, card in zip(places[3:], exchange.given, strict=True) if card is None)
    if state.phase == DISCARD:
        return tuple(seat for seat, card in zip(places[:2], exchange.discards, strict=True) if card is None)
    return {PICK: places[:1], TAKE: places[3:4]}.get(state.phase, ())


def choices(state: State, seat: int) -> tuple[str, ...]:
    """The cards one of which the seat is to name; empty when it has nothing to choose."""
    exchange = state.exchange
    if exchange is None or seat not in waiting(state):
        return ()
    if state.phase == GIVE:
        return gives(state.hands[seat])
    if state.phase == DISCARD:
        return state.hands[seat]
    cards = exchange.given if state.phase == PICK else exchange.discards
    return tuple(card for card in cards if card is not None)


def refusal(state: State, given: Input) -> str:
    """Why a choice of the exchange changes nothing; empty when it is accepted."""
    seat = given.seat
    if given.kind != state.phase:
        return "not_now"
    if seat is None or seat not in waiting(state):
        return "already" if seat in _choosers(state) else "not_your_choice"
    if len(given.cards) != 1:
        return "one_card"
    if given.cards[0] not in choices(state, seat):
        return {GIVE: "not_highest", DISCARD: "not_your_card"}.get(state.phase, "not_offered")
    return ""


def choose(state: State, given: Input) -> tuple[State, list[Outcome]]:
    """Do what an accepted choice says."""
    seat, exchange, card = given.seat, state.exchange, given.cards[0]
    assert seat is not None
    assert exchange is not None
    if state.phase == GIVE:
        state, outcome = _give(state, seat, card, given.ref)
        return state, [outcome]
    if state.phase == PICK:
        return _pick(state, exchange, card, given.ref)
    if state.phase == DISCARD:
        return _discard(state, exchange, seat, card, given.ref)
    return _take(state, exchange, card, given.ref)


def _choosers(state: State) -> tuple[int, ...]:
    """Who has a choice in this phase, made or not."""
    return {GIVE: state.places[3:], DISCARD: state.places[:2]}.get(state.phase, ())


def _give(state: State, seat: int, card: str, ref: int | None) -> tuple[State, Outcome]:
    """A pit player's card goes on the table, for everybody to see (KU-15)."""
    assert state.exchange is not None
    neck, nose = state.exchange.given
    given = (card, nose) if seat == state.places[3] else (neck, card)
    state = state._replace(
        exchange=state.exchange._replace(given=given),
        hands=_without(state.hands, seat, card),
        phase=GIVE if None in given else PICK,
    )
    return state, Outcome("gave", ref, (seat,), (card,))


def _pick(state: State, exchange: Exchange, card: str, ref: int) -> tuple[State, list[Outcome]]:
    """The winner takes one card, the runner-up the other (KU-22, KU-23)."""
    winner, second = state.places[:2]
    other = _other(exchange.given, card)
    hands = _with(_with(state.hands, winner, card), second, other)
    state = state._replace(exchange=exchange._replace(picked=card), hands=hands, phase=DISCARD)
    return state, [
        Outcome("picked", ref, (winner,), (card,), (winner,)),
        Outcome("left", None, (second,), (other,), (second,)),
    ]


def _discard(state: State, exchange: Exchange, seat: int, card: str, ref: int) -> tuple[State, list[Outcome]]:
    """A discard is committed; when both are in they are shown at one time (KU-24, KU-25)."""
    winner, second = state.places[:2]
    first, last = exchange.discards
    discards = (card, last) if seat == winner else (first, card)
    exchange = exchange._replace(discards=discards)
    committed = Outcome("committed", ref, (seat,))
    if discards[0] is None or discards[1] is None:
        return state._replace(exchange=exchange), [committed]
    hands = _without(_without(state.hands, winner, discards[0]), second, discards[1])
    shown = Outcome("revealed", None, (winner, second), (discards[0], discards[1]))
    return state._replace(exchange=exchange, hands=hands, phase=TAKE), [committed, shown]


def _take(state: State, exchange: Exchange, card: str, ref: int) -> tuple[State, list[Outcome]]:
    """The neck player takes a discard, the nose player the one that is left; the dealer leads (KU-26, KU-27, KU-60)."""
    neck, nose = state.places[3:]
    other = _other(exchange.discards, card)
    hands = _with(_with(state.hands, neck, card), nose, other)
    state = state._replace(exchange=exchange._replace(taken=card), hands=hands, phase=PLAY)
    return state, [
        Outcome("took", ref, (neck,), (card,), (neck,)),
        Outcome("left", None, (nose,), (other,), (nose,)),
    ]


def _other(two: tuple[str | None, str | None], card: str) -> str:
    other = two[1] if two[0] == card else two[0]
    assert other is not None
    return other


def _without(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], tuple(c for c in hands[seat] if c != card), *hands[seat + 1 :])


def _with(hands: Hands, seat: int, card: str) -> Hands:
    return (*hands[:seat], arranged((*hands[seat], card)), *hands[seat + 1 :])
