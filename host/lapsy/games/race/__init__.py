"""Race: pads only, no cards. Whose hand was first, second, third, and where that is not proven.

A race opens at its first press and closes a set time later. A seat's first press counts, its others are repeats.
Places are bundles: hands in one bundle share a place. A race is ``void`` when a board may have lost hands of it, or when its
first place is shared and the table plays such races again. ``likely`` names, as the race closes, whom the table holds for
the likely first of those that share the first place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from lapsy.games.options import Number, Option, Sentence, as_texts, read_options
from lapsy.games.play import JSON, Bundle, Input, Outcome
from lapsy.games.seats import is_seat, refused, require_seats
from lapsy.games.state_text import each, or_none, read_state, whole, wholes

NAME = Sentence("Race")
SUMMARY = Sentence("Pads only, no cards: who was first.")
SEATS = range(1, 9)
OPTIONS: tuple[Option, ...] = (
    Number(
        "window_ms",
        Sentence("Time in milliseconds for which a race stays open after its first press."),
        1000,
        range(50, 60_001),
        Sentence("milliseconds"),
        Sentence("A race stays open for {n} ms."),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """``window_ms``: how long a race stays open after its first press."""

    window_ms: int = 1000

    def as_json(self) -> JSON:
        """The option with its value."""
        return {"window_ms": self.window_ms}


@dataclass(frozen=True, slots=True)
class State:
    """``places`` of the race that is open: seats by place. ``last``: numbers of the presses in the last place. ``closed``:
    how many races have ended, void ones too."""

    options: Options
    seats: int
    closed: int = 0
    places: tuple[tuple[int, ...], ...] = ()
    last: tuple[int, ...] = ()
    opened_us: int | None = None


def parse_options(raw: Mapping[str, str]) -> Options:
    """The options from text. Raises OptionError."""
    return Options(int(read_options(NAME, OPTIONS, raw)["window_ms"]))


def roles(options: Options) -> tuple[str, ...]:  # noqa: ARG001 - every race is of slaps
    """The slap pad."""
    return ("slap",)


def start(options: Options, seats: int, seed: bytes) -> State:  # noqa: ARG001 - nothing is shuffled here
    """No race is open yet."""
    require_seats(NAME, SEATS, seats)
    return State(options, seats)


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """Hands of one bundle share a place, and so does a later hand that none of the last place is proven to precede. The
    race closes, or is void, after the hands of its bundle."""
    out: list[Outcome] = []
    hands: list[tuple[int, Input]] = []
    ends: list[Input] = []
    voids: list[Input] = []
    likely: list[Input] = []
    for given in bundle.inputs:
        if given.kind == "deadline" and given.seat is None:
            ends.append(given)
        elif given.kind == "void" and given.seat is None:
            voids.append(given)
        elif given.kind not in ("slap", "likely"):
            out.append(refused(given, "not_in_these_rules", state.seats))
        elif not is_seat(given.seat, state.seats):
            out.append(refused(given, "no_such_seat", state.seats))
        elif given.kind == "likely":
            likely.append(given)
        else:
            hands.append((given.seat, given))
    due = deadline(state)
    state = _arrive(state, bundle.t_us, sorted(hands, key=lambda hand: hand[1].ref), out)
    for given in voids:
        if not state.places:
            out.append(refused(given, "not_due", state.seats))
        else:
            out.append(Outcome("void", given.ref, tuple(seat for place in state.places for seat in place)))
            state, due = State(state.options, state.seats, state.closed + 1), None
    for given in ends:
        if due is None or bundle.t_us < due:
            out.append(refused(given, "not_due", state.seats))
        else:
            first, likely = _likely(state, likely, out), []
            out.append(Outcome("closed", given.ref, first))
            state, due = State(state.options, state.seats, state.closed + 1), None
    out += [refused(given, "not_due", state.seats) for given in likely]
    return state, tuple(out)


def _likely(state: State, named: Sequence[Input], out: list[Outcome]) -> tuple[int, ...]:
    """Who has the first place of the race that closes: those named of the several that share it, or all of them."""
    shared = state.places[0]
    kept = tuple(sorted({given.seat for given in named if given.seat in shared}))
    if not kept or len(kept) == len(shared):
        out += [refused(given, "not_due", state.seats) for given in named]
        return shared
    out.append(Outcome("likely", named[0].ref, (*kept, *(seat for seat in shared if seat not in kept))))
    return kept


def _arrive(state: State, t_us: int, hands: Sequence[tuple[int, Input]], out: list[Outcome]) -> State:
    """The places after these hands, of which the first of each seat counts; ``out`` is told."""
    before = {seat for place in state.places for seat in place}
    arrived: list[tuple[int, int]] = []  # (seat, number)
    beside: list[tuple[int, int]] = []  # those that share the last place
    for seat, given in hands:
        if seat in before:
            out.append(Outcome("repeat", given.ref, (seat,)))
            continue
        before.add(seat)
        shares = bool(state.last) and all(ref in given.not_after for ref in state.last)
        (beside if shares else arrived).append((seat, given.ref))
        place = len(state.places) + (not shares)
        out.append(Outcome("place", given.ref, (seat,), reason=str(place)))
    if beside:
        places = (*state.places[:-1], tuple(sorted((*state.places[-1], *(seat for seat, _ in beside)))))
        state = replace(state, places=places, last=(*state.last, *(ref for _, ref in beside)))
    if arrived:
        opened_us = t_us if state.opened_us is None else state.opened_us
        places = (*state.places, tuple(sorted(seat for seat, _ in arrived)))
        state = replace(state, places=places, last=tuple(ref for _, ref in arrived), opened_us=opened_us)
    return state


def legal(state: State, seat: int) -> Sequence[Input]:  # noqa: ARG001 - a pad may always be slapped
    """A slap, always."""
    return (Input(0, "slap", seat),)


def view(state: State, seat: int | None) -> JSON:  # noqa: ARG001 - nothing is secret
    """Places of the open race, who has the first one so far, races ended."""
    return {
        "n": state.closed + 1,
        "places": [list(p) for p in state.places],
        "takes": list(state.places[0]) if state.places else [],
        "open": state.opened_us is not None,
    }


def deadline(state: State) -> int | None:
    """When the open race closes."""
    return None if state.opened_us is None else state.opened_us + state.options.window_ms * 1000


def is_over(state: State) -> bool:  # noqa: ARG001 - the next race can always begin
    """Never."""
    return False


def winners(state: State) -> tuple[int, ...]:  # noqa: ARG001 - races have places, not a winner
    """Nobody: the next race can always begin."""
    return ()


def points(state: State) -> tuple[int, ...]:  # noqa: ARG001 - the table keeps the score of races
    """None."""
    return ()


def check(state: State) -> None:
    """Raises ValueError with the first thing that cannot be in a state of a race."""
    if problem := _problem(state):
        raise ValueError(f"This is no state of a race: {problem}.")


def _problem(state: State) -> str:
    seats = [seat for place in state.places for seat in place]
    if state.seats not in SEATS or state.closed < 0:
        return "its counts are impossible"
    if len(seats) != len(set(seats)) or not all(is_seat(seat, state.seats) for seat in seats):
        return "a seat has two places or does not exist"
    if not all(state.places) or len(state.last) != len(state.places[-1] if state.places else ()):
        return "a place is empty or has not one press for each hand"
    return (
        "it is open without hands, or the other way" if bool(seats) != (state.opened_us is not None) else ""
    )


def to_text(state: State) -> str:
    """JSON, keys sorted."""
    return json.dumps(asdict(state), sort_keys=True)


def from_text(text: str) -> State:
    """The inverse of ``to_text``. Raises ValueError."""
    return read_state(NAME, text, _state, check, to_text)


def _state(raw: JSON) -> State:
    return State(
        parse_options(as_texts(raw["options"])),
        whole(raw["seats"]),
        whole(raw["closed"]),
        each(wholes)(raw["places"]),
        wholes(raw["last"]),
        or_none(whole)(raw["opened_us"]),
    )
