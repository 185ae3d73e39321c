"""One step of the game: a bundle of inputs turns a state into the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.flips import chosen_place, flip, land, shown_refusal, turn_refusal
from lapsy.games.lapsy.joining import join
from lapsy.games.lapsy.referee import give_back, remove
from lapsy.games.lapsy.settle import pass_deadline, settle, void
from lapsy.games.lapsy.slaps import judge_heads, judge_slaps, narrow
from lapsy.games.lapsy.state import State
from lapsy.games.lapsy.stop import due_us
from lapsy.games.play import Bundle, Input, Outcome
from lapsy.games.seats import is_seat

#: Inputs of one bundle are judged in this order (rules F): presses, cards becoming visible, the referee, the
#: window's end. Presses are judged against the state before the bundle; slaps take effect before a flip does.
_RANK = {
    "slap": 0,
    "head": 1,
    "flip": 2,
    "shown": 3,
    "play": 4,
    "deliberate": 5,
    "disqualify": 6,
    "join": 7,
    "void": 8,
    "likely": 9,
    "deadline": 10,
}
_UNKNOWN = 11

#: A flip with the verdict on it before the bundle, and the place of the card meant.
_Judged = tuple[Input, str, int]


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """One step. The order of the bundle's members never matters; a refused input changes nothing and says why."""
    draft = Draft(state, bundle.t_us)
    inputs = bundle.inputs
    if len(inputs) == 1:
        given = inputs[0]
        judged = [_judge(draft, given)] if given.kind == "flip" else []
        _STEPS.get(_kind(given), _unknown)(draft, inputs, judged)
    else:
        ordered = sorted(inputs, key=_place)
        judged = [_judge(draft, given) for given in ordered if given.kind == "flip"]
        for kind, members in groupby(ordered, key=_kind):
            _STEPS.get(kind, _unknown)(draft, list(members), judged)
    return draft.freeze() if draft.changed else state, tuple(draft.outcomes)


def deadline(state: State) -> int | None:
    """When the open window closes or the agreed time is up, whichever is first, in microseconds on the axis of
    ``Bundle.t_us``; None when nothing is open.
    """
    window, until_us = state.window, due_us(state)
    if state.winners or (window is None and until_us is None):
        return None
    if window is None:
        return until_us
    closes_us = window.since_us + state.rules.window_us
    return closes_us if until_us is None else min(closes_us, until_us)


def is_over(state: State) -> bool:
    """True when somebody has won: nothing more can happen (LA-53, LB-18)."""
    return bool(state.winners)


def winners(state: State) -> tuple[int, ...]:
    """Who has won, seats in order; several share a win only after an agreed stop. Empty while the game goes on."""
    return state.winners


def points(state: State) -> tuple[int, ...]:  # noqa: ARG001 - asked of every game
    """No points (LA-04)."""
    return ()


def _place(given: Input) -> tuple[int, str, int, int]:
    """An order that does not depend on how the bundle lists its members."""
    seat = given.seat if type(given.seat) is int else -1
    kind = _kind(given)
    return _RANK.get(kind, _UNKNOWN), kind, seat, given.ref


def _kind(given: Input) -> str:
    """What was asked; empty for what is no text at all."""
    return given.kind if type(given.kind) is str else ""


def _seated(draft: Draft, inputs: Iterable[Input]) -> list[tuple[int, Input]]:
    """The inputs of seats that exist; others are refused."""
    found = []
    for given in inputs:
        seat = given.seat
        if is_seat(seat, len(draft.hands)):
            found.append((seat, given))
        else:
            draft.refuse(given, "no_such_seat")
    return found


def _judge(draft: Draft, given: Input) -> _Judged:
    """A flip or play with the verdict on it and the place of the card meant."""
    seat = given.seat
    if not is_seat(seat, len(draft.hands)):
        return given, "no_such_seat", 0
    reason = turn_refusal(draft, seat)
    if reason or given.choose is None:
        return given, reason, 0
    place = chosen_place(draft, given)
    return (given, "not_choosable", 0) if place is None else (given, "", place)


def _slaps(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    judge_slaps(draft, _seated(draft, inputs))
    settle(draft)


def _heads(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    judge_heads(draft, _seated(draft, inputs))


def _flips(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    """Flips that were legal before the bundle and still are after its slaps."""
    for given, reason, place in judged:
        if draft.changed and not reason and given.seat is not None:
            reason = turn_refusal(draft, given.seat)
            if given.choose is not None and not reason:
                place -= _paid(draft, given.seat)
                reason = "not_choosable" if place < 0 else ""
        if reason:
            draft.refuse(given, reason)
        else:
            flip(draft, given, place)


def _paid(draft: Draft, seat: int) -> int:
    """How many cards the seat has handed over in this bundle."""
    return sum(len(o.cards) for o in draft.outcomes if o.kind == "false" and o.seats[0] == seat)


def _shown(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    for given in inputs:
        if reason := shown_refusal(draft, given):
            draft.refuse(given, reason)
        else:
            land(draft, given)
            settle(draft)


def _plays(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    """Flip and shown at one time: one card in a bundle."""
    done = False
    for given, reason, place in [_judge(draft, given) for given in inputs]:
        if reason or done:
            draft.refuse(given, reason or "in_the_air")
            continue
        flip(draft, given, place)
        land(draft, given)
        settle(draft)
        done = True


def _referee(step: Callable[[Draft, int, Input], None]) -> _Step:
    def each(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
        for seat, given in _seated(draft, inputs):
            step(draft, seat, given)

    return each


def _joins(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    for given in inputs:
        join(draft, given)


def _voids(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    for given in inputs:
        void(draft, given)


def _likely(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    narrow(draft, _seated(draft, inputs))


def _deadlines(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    for given in inputs:
        pass_deadline(draft, given)


def _unknown(draft: Draft, inputs: Sequence[Input], judged: Sequence[_Judged]) -> None:  # noqa: ARG001
    for given in inputs:
        draft.refuse(given, "not_in_these_rules")


_Step = Callable[[Draft, Sequence[Input], Sequence[_Judged]], None]
_STEPS: dict[str, _Step] = {
    "slap": _slaps,
    "head": _heads,
    "flip": _flips,
    "shown": _shown,
    "play": _plays,
    "deliberate": _referee(give_back),
    "disqualify": _referee(remove),
    "join": _joins,
    "void": _voids,
    "likely": _likely,
    "deadline": _deadlines,
}
