"""A race by its policy: ties that nothing proves, hands near each other; and what no policy may change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import FOREVER
from lapsy.games import race
from lapsy.table.controls.plain import Plain
from lapsy.table.judge import Act, Judge
from lapsy.table.policy import Policy
from lapsy.table.races import Race, Races
from lapsy.table.score import SeatScore
from lapsy.timing.claim import Claim, Span
from lapsy.timing.gap import gap
from lapsy.timing.watermark import Watermark

SECOND = 1_000_000
REPLAY, LIKELY = Policy("replay"), Policy("likely")


@dataclass
class RaceBench:
    """Hands of a race on several boards; times are microseconds of one axis."""

    policy: Policy
    seats: int = 4
    final: list[Race] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        state = race.start(race.Options(), self.seats, bytes(32))
        self.judge = Judge(race, state, Plain, 0, self.policy)
        self.score = Races([SeatScore() for _ in range(self.seats)], self.policy)

    def run(self, claims: dict[int, Claim], until_us: int = FOREVER) -> RaceBench:
        for seat, claim in claims.items():
            assert self.judge.press(claim, Act("slap", seat))[1]
        marks = [Watermark("host", 0, until_us, until_us)]
        marks += [Watermark(b, 1, until_us, until_us, 0) for b in "abcd"]
        while steps := self.judge.advance(marks):
            for step in steps:
                self.final += self.score.follow(step)
            self.steps += steps
        return self

    @property
    def first(self) -> tuple[int, ...]:
        return self.final[-1].order[0].seats


def claim(seat: int, t_us: int, board: str = "a", bound_us: int = 350, index: int | None = None) -> Claim:
    span = Span.at(t_us, bound_us)
    return Claim(board, 1, 1 + seat, t_us if index is None else index, t_us, "board", 0, span, t_us)


CLOSE = {0: claim(0, SECOND), 1: claim(1, SECOND + 120, "b"), 2: claim(2, SECOND + 60_000)}


def test_a_race_too_close_to_call_is_void_numbered_and_run_again() -> None:
    b = RaceBench(REPLAY).run(CLOSE)
    (void,) = b.final
    assert (void.n, void.state, void.why) == (1, "void", "again")
    assert [p.seats for p in void.order] == [(0, 1), (2,)]
    assert [s.wins for s in b.score.seats] == [0, 0, 0, 0]
    assert b.score.current == void
    assert b.score.history == []
    b.run({1: claim(1, 5 * SECOND), 0: claim(0, 5 * SECOND + 5_000)})
    assert (b.final[-1].n, b.final[-1].state, b.first) == (2, "final", (1,))


def test_a_race_by_the_nearest_value() -> None:
    b = RaceBench(LIKELY).run(CLOSE)
    (final,) = b.final
    assert [(p.place, p.seats, p.likely) for p in final.order] == [
        (1, (0,), False),
        (2, (1,), True),
        (3, (2,), False),
    ]
    second = final.order[1].as_json()
    assert (second["margin_us"], second["bound_us"], second["proof"], second["way"]) == (
        120,
        700,
        "likely",
        "map",
    )
    assert not final.certified
    assert [s.wins for s in b.score.seats] == [1, 0, 0, 0]
    assert [(m.seat, m.kind, m.gap_us) for m in final.marks] == [
        (0, "first", None),
        (1, "slower", 120),
        (2, "slower", 60_000),
    ]


def test_an_open_race_says_likely_as_its_end_will() -> None:
    b = RaceBench(LIKELY).run(CLOSE, SECOND + 500_000)
    leading = b.score.current
    assert leading is not None
    assert (leading.state, leading.order[0].seats) == ("leading", (0,))
    b.run({})
    assert b.final == [replace(leading, state="final")]


def test_only_the_first_place_is_decided_so() -> None:
    b = RaceBench(LIKELY).run(
        {0: claim(0, SECOND), 1: claim(1, SECOND + 60_000), 2: claim(2, SECOND + 60_120, "b")}
    )
    assert [p.seats for p in b.final[0].order] == [(0,), (1, 2)]
    assert b.final[0].certified
    b = RaceBench(REPLAY).run(
        {0: claim(0, SECOND), 1: claim(1, SECOND + 60_000), 2: claim(2, SECOND + 60_120, "b")}
    )
    assert b.final[0].state == "final"


hands = st.dictionaries(
    st.integers(0, 3),
    st.tuples(st.integers(0, 1500), st.sampled_from("abc"), st.sampled_from([100, 350, 500])),
    min_size=1,
)


def claims_of(made: dict[int, tuple[int, str, int]]) -> dict[int, Claim]:
    """Hands as boards would stamp them: an index for each moment of a board, one bound a board."""
    bounds = {board: bound for _, board, bound in made.values()}
    return {n: claim(n, SECOND + t, board, bounds[board]) for n, (t, board, _) in made.items()}


def proven_first(claims: dict[int, Claim]) -> set[int]:
    """Every hand that no other is proven to precede."""
    return {n for n in claims if not any(gap(other, claims[n]).order > 0 for other in claims.values())}


@given(hands)
def test_policies_never_change_who_is_proven_first(made: dict[int, tuple[int, str, int]]) -> None:
    claims = claims_of(made)
    first = proven_first(claims)
    split, replay, likely = (RaceBench(p).run(claims) for p in (Policy(), REPLAY, LIKELY))
    assert set(split.first) == first
    if len(first) == 1:
        assert split.first == replay.first == likely.first
        assert replay.final[0].state == "final"
        assert [p.as_json() for p in likely.final[0].order] == [p.as_json() for p in split.final[0].order]
    else:
        assert replay.final[0].why == "again"
        assert all(s.wins == 0 for s in replay.score.seats)
        assert set(likely.first) <= first
        assert not likely.final[0].certified or set(likely.first) == first


@given(hands, st.integers(0, 1500), st.integers(0, 1500))
def test_a_wider_tie_window_never_makes_a_tie_smaller(
    made: dict[int, tuple[int, str, int]], tie_us: int, more_us: int
) -> None:
    claims = claims_of(made)
    narrow, wide = (RaceBench(Policy(tie_us=t)).run(claims).first for t in (tie_us, tie_us + more_us))
    assert proven_first(claims) <= set(narrow) <= set(wide)


@given(
    hands,
    st.sampled_from([Policy(), REPLAY, LIKELY, Policy(tie_us=300), Policy("likely", 300)]),
    st.randoms(),
)
def test_the_order_of_arrival_changes_nothing(
    made: dict[int, tuple[int, str, int]], policy: Policy, shuffle: Any
) -> None:
    claims = claims_of(made)
    mixed = list(claims.items())
    shuffle.shuffle(mixed)
    told, again = (RaceBench(policy).run(dict(order)).final for order in (list(claims.items()), mixed))

    def verdict(found: list[Race]) -> list[Any]:
        return [(r.state, r.why, r.certified, [p.as_json() for p in r.order]) for r in found]

    assert verdict(told) == verdict(again)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 1, 3, 2), (3, 2, 1, 0)])
def test_of_hands_equally_near_the_surer_gap_is_told_whoever_was_heard_first(order: tuple[int, ...]) -> None:
    claims = {
        n: claim(n, SECOND + t, board, 100)
        for n, t, board in ((0, 0, "a"), (1, 0, "a"), (2, 201, "a"), (3, 201, "b"))
    }
    second = RaceBench(Policy()).run({n: claims[n] for n in order}).final[0].order[1]
    assert second.gap == gap(claims[0], claims[2])
