"""Race: pads only, no cards. Whose hand was first, second, third, and where that is not proven.

A race opens at its first press and closes a set time later. A seat's first press counts, its others are repeats.
Places are bundles: hands in one bundle share a place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from lapsy.games.options import Number, Option, OptionError, Text, read_options
from lapsy.games.play import JSON, Bundle, Input, Outcome

NAME = Text("Kisa", "Race")
SUMMARY = Text("Vain nappeja, ei kortteja: kuka oli ensin.", "Pads only, no cards: who was first.")
SEATS = range(1, 9)
OPTIONS: tuple[Option, ...] = (
    Number(
        "window_ms",
        Text(
            "Aika millisekunteina, jonka kisa on auki ensimmäisestä painalluksesta.",
            "Time in milliseconds for which a race stays open after its first press.",
        ),
        1000,
        range(50, 60_001),
        "milliseconds",
        Text("Kisa on auki {n} ms.", "A race stays open for {n} ms."),
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
    how many races have ended."""

    options: Options
    seats: int
    closed: int = 0
    places: tuple[tuple[int, ...], ...] = ()
    last: tuple[int, ...] = ()
    opened_us: int | None = None


def parse_options(raw: Mapping[str, str]) -> Options:
    """The options from text. Raises OptionError."""
    return Options(int(read_options(NAME.en, OPTIONS, raw)["window_ms"]))


def roles(options: Options) -> tuple[str, ...]:  # noqa: ARG001 - every race is of slaps
    """The slap pad."""
    return ("slap",)


def start(options: Options, seats: int, seed: bytes) -> State:  # noqa: ARG001 - nothing is shuffled here
    """No race is open yet."""
    if seats not in SEATS:
        raise OptionError(f"A race takes {SEATS[0]} to {SEATS[-1]} seats, not {seats}.")
    return State(options, seats)


def apply(state: State, bundle: Bundle) -> tuple[State, tuple[Outcome, ...]]:
    """Hands of one bundle share a place, and so does a later hand that none of the last place is proven to precede."""
    out: list[Outcome] = []
    before = {seat for place in state.places for seat in place}
    arrived: list[tuple[int, int]] = []  # (seat, number)
    beside: list[tuple[int, int]] = []  # those that share the last place
    for member in bundle.inputs:
        if member.kind == "slap" and member.seat is not None:
            if member.seat in before:
                out.append(Outcome("repeat", member.ref, (member.seat,)))
                continue
            before.add(member.seat)
            shares = bool(state.last) and all(ref in member.not_after for ref in state.last)
            (beside if shares else arrived).append((member.seat, member.ref))
            place = len(state.places) + (not shares)
            out.append(Outcome("place", member.ref, (member.seat,), reason=str(place)))
        elif member.kind == "deadline" and state.opened_us is not None:
            out.append(Outcome("closed", member.ref, state.places[0]))
            state = replace(state, closed=state.closed + 1, places=(), last=(), opened_us=None)
        else:
            out.append(
                Outcome(
                    "refused",
                    member.ref,
                    () if member.seat is None else (member.seat,),
                    reason="no_such_input",
                )
            )
    if beside:
        places = (*state.places[:-1], tuple(sorted((*state.places[-1], *(seat for seat, _ in beside)))))
        state = replace(state, places=places, last=(*state.last, *(ref for _, ref in beside)))
    if arrived:
        opened_us = bundle.t_us if state.opened_us is None else state.opened_us
        places = (*state.places, tuple(sorted(seat for seat, _ in arrived)))
        state = replace(state, places=places, last=tuple(ref for _, ref in arrived), opened_us=opened_us)
    return state, tuple(out)


def legal(state: State, seat: int) -> Sequence[Input]:  # noqa: ARG001 - a pad may always be slapped
    """A slap, always."""
    return (Input(0, "slap", seat),)


def view(state: State, seat: int | None) -> JSON:  # noqa: ARG001 - nothing is secret
    """Places of the open race, races ended."""
    return {
        "n": state.closed + 1,
        "places": [list(p) for p in state.places],
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
    """Raises ValueError when a seat has two places."""
    seats = [seat for place in state.places for seat in place]
    if len(seats) != len(set(seats)) or not all(0 <= seat < state.seats for seat in seats):
        raise ValueError("This is no state of a race: a seat has two places or does not exist.")


def to_text(state: State) -> str:
    """JSON, keys sorted."""
    return json.dumps(asdict(state), sort_keys=True)


def from_text(text: str) -> State:
    """The inverse of ``to_text``. Raises ValueError."""
    try:
        raw = json.loads(text)
        return State(
            Options(**raw["options"]),
            int(raw["seats"]),
            int(raw["closed"]),
            tuple(tuple(int(s) for s in place) for place in raw["places"]),
            tuple(int(ref) for ref in raw["last"]),
            None if raw["opened_us"] is None else int(raw["opened_us"]),
        )
    except (KeyError, TypeError) as e:
        raise ValueError(f"not a race: {e}") from e
