"""One step of the game: a bundle of inputs turns a state into the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter

from lapsy.games.lapsy.draft import Draft
from lapsy.games.lapsy.flips import chosen_place, flip, land, shown_refusal, turn_refusal
from lapsy.games.lapsy.referee import give_back, remove
from lapsy.games.lapsy.settle import close_window, settle
from lapsy.games.lapsy.slaps import judge_slaps
from lapsy.games.lapsy.state import State
from lapsy.games.play import Bundle, Input, Outcome

#: Inputs of one bundle are judged in this order (rules F): presses, cards becoming visible, the referee, the
#: window's end. Presses are judged against the state before the bundle; slaps take effect before a flip does.
_RANK = {"slap": 0, "flip": 1, "shown": 2, "play": 3, "deliberate": 4, "disqualify": 5, "deadline": 6}
_UNKNOWN = 7


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """One step. The order of the bundle's members never matters; a refused input changes nothing and says why."""
    draft = Draft(state, bundle.t_us)
    inputs: Sequence[Input] = bundle.inputs
    if len(inputs) > 1:
        inputs = sorted(inputs, key=_place)
    flips = [_judge(draft, given) for given in inputs if given.kind == "flip" and _seat_exists(draft, given)]
    for kind, members in groupby(inputs, key=_KIND):
        group = list(members)
        if kind in _NEEDS_SEAT:
            group = [given for given in group if _seat_known(draft, given)]
        if kind == "slap":
            judge_slaps(draft, group)
            settle(draft)
        elif kind == "flip":
            _flips(draft, flips)
        elif kind == "shown":
            _shown(draft, group)
        elif kind == "play":
            _plays(draft, group)
        else:
            step = _ONE_BY_ONE.get(kind, _unknown)
            for given in group:
                step(draft, given)
    return draft.freeze() if draft.changed else state, tuple(draft.outcomes)


def deadline(state: State) -> int | None:
    """When the open window closes, in microseconds on the axis of ``Bundle.t_us``; None when none is open."""
    if state.window is None:
        return None
    return state.window.since_us + state.options.window_ms * 1000


def is_over(state: State) -> bool:
    """True when somebody has won: nothing more can happen (LA-53)."""
    return state.winner is not None


def _place(given: Input) -> tuple[int, str, int, int]:
    """An order that does not depend on how the bundle lists its members."""
    return (
        _RANK.get(given.kind, _UNKNOWN),
        given.kind,
        -1 if given.seat is None else given.seat,
        given.ref,
    )


def _seat_exists(draft: Draft, given: Input) -> bool:
    return given.seat is not None and 0 <= given.seat < draft.n


def _seat_known(draft: Draft, given: Input) -> bool:
    known = _seat_exists(draft, given)
    if not known:
        draft.refuse(given, "no_such_seat")
    return known


def _judge(draft: Draft, given: Input) -> tuple[Input, str, int]:
    """A flip or play with the verdict on it and the place of the card meant."""
    place = chosen_place(draft, given)
    reason = turn_refusal(draft, given) or ("not_choosable" if place is None else "")
    return given, reason, place or 0


def _flips(draft: Draft, judged: Sequence[tuple[Input, str, int]]) -> None:
    """Flips that were legal before the bundle and still are after its slaps."""
    for given, reason, place in judged:
        paid = sum(len(o.cards) for o in draft.outcomes if o.kind == "false" and o.seats[0] == given.seat)
        reason = reason or turn_refusal(draft, given)
        if given.choose is not None and not reason:
            place -= paid
            reason = "not_choosable" if place < 0 else ""
        if reason:
            draft.refuse(given, reason)
        else:
            flip(draft, given, place)


def _shown(draft: Draft, inputs: Sequence[Input]) -> None:
    for given in inputs:
        if reason := shown_refusal(draft, given):
            draft.refuse(given, reason)
        else:
            land(draft, given)
            settle(draft)


def _plays(draft: Draft, inputs: Sequence[Input]) -> None:
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


def _unknown(draft: Draft, given: Input) -> None:
    draft.refuse(given, "not_in_these_rules")


_KIND = attrgetter("kind")
_NEEDS_SEAT = frozenset({"slap", "flip", "play", "deliberate", "disqualify"})
_ONE_BY_ONE: dict[str, Callable[[Draft, Input], None]] = {
    "deliberate": give_back,
    "disqualify": remove,
    "deadline": close_window,
}
