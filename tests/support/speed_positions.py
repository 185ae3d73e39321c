"""Positions of Speed and steps in them, for tests."""

from __future__ import annotations

from lapsy.cards import PACK
from lapsy.games import speed
from lapsy.games.play import Bundle, Input

SEED = bytes(range(32))

#: Nothing here fits 5H or TS.
STUCK_0 = ("KC", "7C", "2C", "QC", "8C")
STUCK_1 = ("KD", "7D", "2D", "QD", "8D")

Piles = tuple[str, ...]


def at(
    first: Piles = STUCK_0,
    second: Piles = STUCK_1,
    left: str | None = "5H",
    right: str | None = "TS",
    spit: tuple[int, int] = (5, 5),
    low: int | None = None,
    **options: str,
) -> speed.State:
    """A position in play with one whole pack: the cards that are not named lie under the spit piles and in the spit cards.

    A place is its cards, bottom first, with spaces between. ``low``: so many cards lie under the left pile's top.
    """
    stocks = [[tuple(place.split()) for place in stock] for stock in (first, second)]
    named = [card for stock in stocks for place in stock for card in place]
    named += [top for top in (left, right) if top]
    assert len(set(named)) == len(named)
    free = [card for card in PACK if card not in named]
    spits = [free[: spit[0]], free[spit[0] : sum(spit)]]
    under = free[sum(spit) :]
    half = len(under) // 2 if left and right else len(under) if left else 0
    half = half if low is None else low
    piles = {"L": left and (*under[:half], left), "R": right and (*under[half:], right)}
    state = speed.position(stocks, spits, piles, options=speed.parse_options(options))
    speed.check(state)
    return state


#: Both fit 5H; under the 4 lies a 3.
RACE = ("6S", "7C", "2C", "QC", "8C"), ("3C 4C", "7D", "2D", "QD", "8D")


def play(ref: int, seat: int, place: int, to: str, *not_after: int) -> Input:
    return Input(ref, "play", seat, place, to=to, not_after=not_after)


def move(ref: int, seat: int, place: int, to: int) -> Input:
    return Input(ref, "move", seat, place, to=to)


def slap(ref: int, seat: int, to: str, *not_after: int) -> Input:
    return Input(ref, "slap", seat, to=to, not_after=not_after)


def call(ref: int, seat: int) -> Input:
    return Input(ref, "spit", seat)


def step(state: speed.State, t_us: int, *inputs: Input) -> tuple[speed.State, list[tuple[str, str]]]:
    """The next state, checked, and the outcomes as (kind, reason)."""
    after, outcomes = speed.apply(state, Bundle(t_us, inputs))
    speed.check(after)
    assert speed.from_text(speed.to_text(after)) == after
    return after, [(o.kind, o.reason) for o in outcomes]


def refused(state: speed.State, t_us: int, *inputs: Input) -> list[str]:
    """The reasons; every member is refused and the state is the very same."""
    after, outcomes = speed.apply(state, Bundle(t_us, inputs))
    assert after is state
    assert [o.kind for o in outcomes] == ["refused"] * len(inputs)
    return [o.reason for o in outcomes]


def due_now(
    state: speed.State, ref: int = 99, later_us: int = 0
) -> tuple[speed.State, list[tuple[str, str]]]:
    t_us = speed.deadline(state)
    assert t_us is not None
    return step(state, t_us + later_us, Input(ref, "deadline"))


def out_first() -> speed.State:
    """Seat 0 has just laid his last card, input 1, at 1000."""
    state, _ = step(at(("6S", "", "", "", ""), STUCK_1), 1000, play(1, 0, 1, "L"))
    assert (state.phase, state.first_out, state.armed) == ("slap", (0,), (1,))
    return state
