"""One step of the game: a bundle of inputs turns a state into the next one."""

from __future__ import annotations

from collections.abc import Callable

from lapsy.games.limppu import attack
from lapsy.games.limppu.deal import deal_again
from lapsy.games.limppu.deck import known
from lapsy.games.limppu.draft import Draft
from lapsy.games.limppu.scoring import is_over, series_over
from lapsy.games.limppu.state import State
from lapsy.games.limppu.stopping import announce_all, challenge_all, end_of_grace, grace_ends_us, shows_king
from lapsy.games.play import Bundle, Input, Outcome
from lapsy.games.seats import is_seat

#: After a game of a series the next one is dealt this much later, so that the points can be seen.
PAUSE_US = 10_000_000

#: What a seat does on its turn.
_ACTS: dict[str, Callable[[Draft, Input, int], None]] = {
    "play": attack.play,
    "beat": attack.beat,
    "end_defence": attack.end_defence,
    "draw": attack.draw,
}


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """One step. At one time announcements are taken first (LI-56), showing the stop card among them, then
    challenges, the end of a time, and what is done on turn. A refused input changes nothing and says why."""
    draft = Draft(state, bundle.t_us)
    announced: list[tuple[Input, int]] = []
    challenged: list[tuple[Input, int]] = []
    ends: list[Input] = []
    acts: list[tuple[Input, int]] = []
    for given in bundle.inputs if len(bundle.inputs) < 2 else sorted(bundle.inputs, key=_place):
        if given.kind == "deadline" and given.seat is None:
            ends.append(given)
        elif reason := _malformed(draft, given):
            draft.refuse(given, reason)
        elif (seat := given.seat) is None:
            draft.refuse(given, "no_such_seat")
        elif given.kind == "announce" or shows_king(draft, given, seat):
            announced.append((given, seat))
        elif given.kind == "challenge":
            challenged.append((given, seat))
        else:
            acts.append((given, seat))
    if announced:
        announce_all(draft, announced)
    if challenged:
        challenge_all(draft, challenged)
    for given in ends:
        _time(draft, given)
    # Judged against the state before the bundle too: what only another member has made possible comes too early.
    early = [] if len(acts) < 2 and not draft.changed else [_refusal(draft, state, *act) for act in acts]
    for place, (given, seat) in enumerate(acts):
        if draft.ending is not None or state.ending is not None:
            draft.refuse(given, "finished")
        elif early and early[place]:
            draft.refuse(given, early[place])
        else:
            _ACTS[given.kind](draft, given, seat)
    return draft.freeze() if draft.changed else state, tuple(draft.outcomes)


def deadline(state: State) -> int | None:
    """When time itself does something, in microseconds on the axis of ``Bundle.t_us``: the end of a grace that a
    challenge or an owed draw waits for (LI-56, LI-58), or the next deal of a series. None when nothing waits.

    It depends on hidden cards: for the table alone, never for a view.
    """
    if state.ending is not None:
        done = not state.options.series or series_over(state)
        return None if done else state.ended_us + PAUSE_US
    return grace_ends_us(Draft(state, 0)) if state.held else None


def _time(draft: Draft, given: Input) -> None:
    """A time that ends: refused when none is open or it has not come yet."""
    now = draft.freeze()
    due = deadline(now)
    if due is None or draft.t_us < due:
        draft.refuse(given, "finished" if is_over(now) else "not_due")
    elif draft.ending is None:
        end_of_grace(draft)
    else:
        deal_again(draft)


def _refusal(draft: Draft, state: State, given: Input, seat: int) -> str:
    """Why an act was not possible before the bundle; empty when it was."""
    before = Draft(state, draft.t_us)
    _ACTS[given.kind](before, given, seat)
    return "" if before.changed else before.outcomes[0].reason


def _malformed(draft: Draft, given: Input) -> str:
    """Why an input has no meaning here whatever the state; empty when it has one."""
    kind, seat, cards = given.kind, given.seat, given.cards
    if type(kind) is not str or kind not in _FIELDS:
        return "not_in_these_rules"
    if not is_seat(seat, draft.n):
        return "no_such_seat"
    if given.choose is not None or given.reading != "":
        return "not_in_these_rules"
    if kind not in ("play", "beat"):
        if cards != ():
            return "not_in_these_rules"
    elif type(cards) is not tuple or any(type(c) is not str or c not in known(draft.options) for c in cards):
        return "no_such_card"
    return "not_in_these_rules" if kind != "challenge" and given.to is not None else ""


_FIELDS = frozenset({*_ACTS, "announce", "challenge"})


def _place(given: Input) -> tuple[str, str, str, int]:
    """An order that does not depend on how the bundle lists its members."""
    return str(given.kind), str(given.seat), str(given.cards), given.ref
