"""One step of the match: a bundle of inputs turns a state into the next one."""

from __future__ import annotations

from collections.abc import Sequence

from lapsy.games.play import Bundle, Input, Outcome
from lapsy.games.seats import is_seat, seat_of
from lapsy.games.speed.draft import Draft
from lapsy.games.speed.plays import judge_hands
from lapsy.games.speed.settle import act_on_deadline, due, settle
from lapsy.games.speed.slaps import judge_slaps
from lapsy.games.speed.state import PILES, PLACES, State

_KINDS = ("spit", "play", "move", "slap")  # compared one by one: what comes in need not even be hashable


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """One step. The order of the bundle's members never matters; a refused input changes nothing and says why.

    Of several actions of one player in one bundle only the first counts (SP-15): the one with the smallest ``ref``,
    the table's number. What is due comes after the players' actions, and only if they left it due.
    """
    draft = Draft(state, bundle.t_us)
    inputs: Sequence[Input] = bundle.inputs
    if len(inputs) > 1:
        inputs = sorted(inputs, key=_place)
    actions: dict[int, Input] = {}
    deadlines: list[Input] = []
    for given in inputs:
        if given.kind == "deadline" and given.seat is None:
            deadlines.append(given)
        elif reason := _senseless(given):
            draft.refuse(given, reason)
        elif state.phase == "over":
            draft.refuse(given, "finished")
        elif given.held:
            draft.refuse(given, "held")
        elif given.seat in actions:
            draft.refuse(given, "one_hand")
        elif given.seat is not None:
            actions[given.seat] = given
    if actions:
        _act(draft, [actions[seat] for seat in sorted(actions)])
    if deadlines:
        _deadlines(draft, deadlines)
    return draft.freeze(), tuple(draft.outcomes)


def deadline(state: State) -> int | None:
    """When the table does something by itself, in microseconds on the axis of ``Bundle.t_us``; None when nothing is due."""
    what = due(state)
    return None if what is None else what[1]


def is_over(state: State) -> bool:
    """True when one player has no cards at all (SP-48)."""
    return state.winner is not None


def winners(state: State) -> tuple[int, ...]:
    """The one who has no cards left; empty while the match goes on."""
    return () if state.winner is None else (state.winner,)


def points(state: State) -> tuple[int, ...]:  # noqa: ARG001 - a match of Speed has none
    """There are no points."""
    return ()


def _place(given: Input) -> tuple[int, str]:
    """An order that does not depend on how the bundle lists its members."""
    return given.ref, repr(given)


def _senseless(given: Input) -> str:
    """Why this is no action of a player at all."""
    if given.kind not in _KINDS:
        return "not_in_these_rules"
    if not is_seat(given.seat, 2):
        return "no_such_seat"
    if given.kind == "spit":
        return ""
    if given.kind != "slap" and not _is_place(given.choose):
        return "no_such_place"
    if given.kind == "move":
        return "" if _is_place(given.to) else "no_such_place"
    return "" if type(given.to) is str and given.to in PILES else "no_such_pile"


def _is_place(number: object) -> bool:
    return type(number) is int and 1 <= number <= PLACES


def _act(draft: Draft, actions: Sequence[Input]) -> None:
    """At most one action of each seat, each judged against the state before the bundle."""
    by_kind: dict[str, list[Input]] = {kind: [] for kind in _KINDS}
    for given in actions:
        by_kind[given.kind].append(given)
    judge_slaps(draft, by_kind["slap"])
    accepted, turned = judge_hands(draft, by_kind["play"], by_kind["move"])
    called = _calls(draft, by_kind["spit"])
    if accepted:
        draft.cancel_calls()
    if (accepted or called) and draft.phase in ("ready", "play"):
        settle(draft, turned=turned)


def _calls(draft: Draft, calls: Sequence[Input]) -> bool:
    """Calls of one bundle. True when one is new; a call while some open card fits is ignored (SP-30)."""
    state = draft.before
    new = False
    for given in calls:
        seat = seat_of(given)
        if state.phase in ("slap", "redeal"):
            draft.refuse(given, "round_over")
        elif state.phase == "play" and state.blocked_us is None:
            draft.refuse(given, "ignored")
        elif state.called[seat] is not None:
            draft.outcomes.append(Outcome("repeat", given.ref, (seat,)))
        else:
            new = True
            draft.called[seat] = draft.t_us
            draft.say("called", given.ref, (seat,))
    return new


def _deadlines(draft: Draft, deadlines: Sequence[Input]) -> None:
    """One of them at most does what was due before the bundle and still is."""
    what = due(draft.before)
    for given in deadlines:
        if what is None or draft.t_us < what[1]:
            draft.refuse(given, "finished" if draft.before.phase == "over" else "not_due")
        elif due(draft.freeze()) != what:
            draft.refuse(given, "not_due")
        else:
            act_on_deadline(draft, given, what[0])
