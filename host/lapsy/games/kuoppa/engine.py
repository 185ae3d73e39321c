"""One step of the game: a bundle of inputs turns a state into the next one."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.cards import is_card
from lapsy.games.kuoppa.deal import next_round
from lapsy.games.kuoppa.exchange import choose, refusal
from lapsy.games.kuoppa.state import DISCARD, GIVE, OVER, PICK, PLAY, PLAYERS, SCORED, TAKE, State
from lapsy.games.kuoppa.tricks import pass_turn, play
from lapsy.games.play import Bundle, Input, Outcome
from lapsy.games.seats import is_seat, refused

_CHOICES = frozenset({GIVE, PICK, DISCARD, TAKE})
_MOVES = frozenset({PLAY, "pass"})


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """One step. The order of the bundle's members never matters; a refused input changes nothing and says why.

    After a round's end the next one is dealt in the same step.
    """
    state, outcomes = step(state, bundle)
    if state.phase == SCORED:
        state, more = next_round(state)
        outcomes += more
    return state, tuple(outcomes)


def step(state: State, bundle: Bundle) -> tuple[State, list[Outcome]]:
    """As ``apply``, but a round that has ended stays as it ended."""
    inputs: Sequence[Input] = bundle.inputs
    if len(inputs) == 1:
        reason = _refusal(state, inputs[0])
        if reason:
            return state, [refused(inputs[0], reason, PLAYERS)]
        return _do(state, inputs[0])
    before, acted = state, set[int | None]()
    outcomes: list[Outcome] = []
    for given in sorted(inputs, key=_place):
        reason = _refusal(before, given) or ("twice" if given.seat in acted else "")
        if reason:
            outcomes.append(refused(given, reason, PLAYERS))
            continue
        # Of two accepted members of one bundle neither can touch what the other does: they are two seats' choices.
        after, done = _do(state, given)
        if after is not state:
            acted.add(given.seat)
        state = after
        outcomes += done
    return state, outcomes


def deadline(state: State) -> int | None:
    """Always None: nothing in Kuoppa is timed."""
    del state
    return None


def is_over(state: State) -> bool:
    """True when somebody has reached the target: nothing more can happen (KU-81, KU-82)."""
    return state.phase == OVER


def winners(state: State) -> tuple[int, ...]:
    """The one who reached the target; nobody while the game goes on."""
    return () if state.winner is None else (state.winner,)


def points(state: State) -> tuple[int, ...]:
    """Points by seat so far."""
    return state.totals


def _place(given: Input) -> tuple[int, str]:
    """An order that does not depend on how the bundle lists its members, whatever their fields hold."""
    return given.ref, repr(given)


def _do(state: State, given: Input) -> tuple[State, list[Outcome]]:
    if given.kind == PLAY:
        return play(state, given)
    if given.kind == "pass":
        return pass_turn(state, given)
    return choose(state, given)


def _refusal(state: State, given: Input) -> str:
    """Why an input is not even looked at; for a choice of the exchange, why it is not accepted."""
    kind, seat, cards = given.kind, given.seat, given.cards
    if kind == "deadline" and seat is None:
        return "finished" if state.phase == OVER else "not_due"
    if type(kind) is not str or (kind not in _MOVES and kind not in _CHOICES):
        return "not_in_these_rules"
    if not is_seat(seat, PLAYERS):
        return "no_such_seat"
    if state.phase == OVER:
        return "finished"
    if type(cards) is not tuple or not all(map(is_card, cards)):
        return "no_such_card"
    if type(given.reading) is not str or given.to is not None or given.choose is not None:
        return "not_in_these_rules"
    if kind in _CHOICES:
        return "not_in_these_rules" if given.reading else refusal(state, given)
    if state.phase != PLAY:
        return "not_now"
    return "" if seat == state.turn else "out_of_turn"
