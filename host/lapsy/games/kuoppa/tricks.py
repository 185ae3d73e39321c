"""Playing and passing: who may play what, who leads next, who goes out (KU-50, KU-60 to KU-82)."""

from __future__ import annotations

from lapsy.games.kuoppa.combinations import readings
from lapsy.games.kuoppa.ranks import arranged
from lapsy.games.kuoppa.readings import Reading, beats, best, from_statement, notation
from lapsy.games.kuoppa.scoring import award, row
from lapsy.games.kuoppa.state import OVER, PLAYERS, SCORED, Laid, State, next_holder
from lapsy.games.play import Input, Outcome

#: What an outcome ``out`` says of the place.
PLACES = ("first", "second", "third", "fourth", "fifth")


def read(state: State, given: Input) -> tuple[Reading | None, str]:
    """The reading that a play has, or a reason why it has none that may be played now.

    Of the readings that agree with what is stated, the highest of the type being played holds; on a lead there must be
    one type alone among them (KU-46).
    """
    cards, hand = given.cards, state.hands[state.turn]
    if len(set(cards)) != len(cards) or not all(card in hand for card in cards):
        return None, "not_your_card"
    try:
        stated = from_statement(given.reading)
    except ValueError:
        return None, "no_reading"
    every = readings(cards, state.options)
    if not every:
        return None, "no_combination"
    current = state.current
    possible = every
    if current is not None:
        lead = current.reading
        possible = tuple(r for r in every if r.type == lead.type and r.length == lead.length)
        if not possible:
            return None, "other_type"
    if given.reading:
        possible = tuple(reading for reading in possible if stated.fits(reading))
        if not possible:
            return None, "not_so"
    if len(possible) > 1 and len({reading.type for reading in possible}) > 1:
        return None, "say_which"
    reading = possible[0] if len(possible) == 1 else best(possible, state.options)
    if current is not None and not beats(reading, current.reading, state.options):
        return None, "not_bigger"
    return reading, ""


def play(state: State, given: Input) -> tuple[State, list[Outcome]]:
    """A play, if it is allowed; the last card decides at once who is out, and perhaps the game (KU-74, KU-82)."""
    reading, reason = read(state, given)
    seat = state.turn
    if reading is None:
        return state, [Outcome("refused", given.ref, (seat,), reason=reason)]
    chosen = set(given.cards)
    cards = arranged(given.cards)
    rest = tuple([card for card in state.hands[seat] if card not in chosen])
    hands = (*state.hands[:seat], rest, *state.hands[seat + 1 :])
    outcomes = [Outcome("played", given.ref, (seat,), cards, reason=notation(reading))]
    laid, played = Laid(seat, cards, reading), state.played + cards
    if rest:
        return (
            state._replace(
                hands=hands, turn=next_holder(hands, seat), current=laid, passed=(), played=played
            ),
            outcomes,
        )
    state = state._replace(hands=hands, current=laid, passed=(), played=played)
    return _out(state, seat, outcomes)


def _out(state: State, seat: int, outcomes: list[Outcome]) -> tuple[State, list[Outcome]]:
    """The seat has no cards any more: its place, its points, and what ends with it."""
    place = len(state.finished)
    finished = (*state.finished, seat)
    totals = award(state.totals, place, seat)
    outcomes.append(Outcome("out", None, (seat,), reason=PLACES[place]))
    state = state._replace(finished=finished, totals=totals)
    if totals[seat] >= state.options.target:
        state = state._replace(phase=OVER, winner=seat, record=(*state.record, row(finished, totals)))
        outcomes.append(Outcome("over", None, (seat,)))
        return state, outcomes
    turn = next_holder(state.hands, seat)
    if len(finished) < PLAYERS - 1:
        return state._replace(turn=turn), outcomes
    # The last one left is fifth: playing on could change nothing (KU-71).
    finished = (*finished, turn)
    outcomes += [
        Outcome("out", None, (turn,), reason=PLACES[-1]),
        Outcome("round_over", None, finished),
    ]
    state = state._replace(
        finished=finished, phase=SCORED, turn=turn, record=(*state.record, row(finished, totals))
    )
    return state, outcomes


def pass_turn(state: State, given: Input) -> tuple[State, list[Outcome]]:
    """A pass, allowed to all but the leader (KU-63, KU-69); it binds nobody when the turn comes round again (KU-67)."""
    seat, current = state.turn, state.current
    if current is None:
        return state, [Outcome("refused", given.ref, (seat,), reason="must_lead")]
    if given.cards or given.reading:
        return state, [Outcome("refused", given.ref, (seat,), reason="pass_is_empty")]
    outcomes = [Outcome("passed", given.ref, (seat,))]
    last, hands = current.seat, state.hands
    # The trick ends when every other player with cards has passed in succession (KU-64, KU-68).
    for other in _others(seat):
        if other == last:
            break
        if hands[other]:
            return state._replace(turn=other, passed=(*state.passed, seat)), outcomes
    leader = last if hands[last] else next_holder(hands, last)
    outcomes.append(Outcome("trick", None, (last, leader)))
    return state._replace(turn=leader, current=None, passed=()), outcomes


def _others(seat: int) -> list[int]:
    return [(seat + step) % PLAYERS for step in range(1, PLAYERS)]
