"""The likely first of several hands: no cycle, the surest comparison first, one capture stays a tie."""

from __future__ import annotations

from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.unproven import likeliest
from lapsy.timing.claim import Claim, Pulse, Span
from lapsy.timing.gap import gap
from lapsy.timing.wire import PERIOD_US, PULSES


def hand(
    at_us: int, board: str = "a", bound_us: int = 350, index: int | None = None, handicap_us: int = 0
) -> Claim:
    span = Span.at(at_us + handicap_us, bound_us)
    number = at_us if index is None else index
    return Claim(board, 1, 1, number, at_us, "board", 0, span, at_us + handicap_us, handicap_us)


def test_of_two_the_nearest_value_decides() -> None:
    assert likeliest({0: hand(100, "a"), 1: hand(40, "b")}) == (1,)
    assert likeliest({0: hand(100, "a"), 1: hand(40, "b")}, last=True) == (0,)
    assert likeliest({0: hand(40, "a"), 1: hand(40, "b")}) == (0, 1)


def test_hands_of_one_capture_stay_a_tie_whatever_is_beside_them() -> None:
    hands = {0: hand(40, "a", index=7), 1: hand(40, "a", index=7), 2: hand(90, "b")}
    assert likeliest(hands) == (0, 1)
    assert likeliest(hands | {2: hand(10, "b")}) == (2,)


def test_a_handicap_tells_hands_of_one_capture_apart() -> None:
    assert likeliest({0: hand(40, index=7, handicap_us=1), 1: hand(40, index=7)}) == (1,)


def test_hands_nearer_than_the_tie_window_are_not_told_apart() -> None:
    hands = {0: hand(0, "a"), 1: hand(99, "b"), 2: hand(150, "c")}
    assert likeliest(hands, tie_us=100) == (0, 1)
    assert likeliest(hands, tie_us=99) == (0,)


def wired(board: str, t_us: int, off_us: int) -> Claim:
    """A press at ``t_us`` whose board's map is wrong by ``off_us``, with pulses that show so."""
    at = range(t_us // PERIOD_US * PERIOD_US - PULSES * PERIOD_US, t_us, PERIOD_US)
    pulses = tuple(Pulse(us, Span.at(us + off_us, 350)) for us in at)
    return Claim(
        board, 1, 1, 1, t_us, "board", 0, Span.at(t_us + off_us, 350), t_us + off_us, 0, pulses[-PULSES:]
    )


def test_the_surest_comparison_is_never_overruled_by_poorer_ones() -> None:
    """By the wire 0 is likely 2 us before 1. Their maps say the contrary, each against 2: the poorer of these two, which
    would close the circle, does not count."""
    hands = {0: wired("a", 9_600_000, 200), 1: wired("b", 9_600_002, -200), 2: hand(9_600_100, "c")}
    near = gap(hands[0], hands[1])
    assert (near.way, near.us, near.order) == ("wire", 2, 0)
    assert gap(hands[2], hands[0]).us > 0 > gap(hands[2], hands[1]).us  # by the maps: 1 before 2 before 0
    assert likeliest(hands) == (0,)


claims = st.builds(
    hand,
    st.integers(0, 300),
    st.sampled_from("abc"),
    st.sampled_from([150, 350, 400]),
    st.sampled_from([1, 2, None]),
    st.sampled_from([0, 0, 20]),
)


@given(st.lists(claims, min_size=1, max_size=8), st.sampled_from([0, 0, 30]), st.booleans())
def test_somebody_is_always_first_and_seats_only_name(hands: list[Claim], tie_us: int, last: bool) -> None:
    seats = dict(enumerate(hands))
    first = likeliest(seats, tie_us=tie_us, last=last)
    assert first
    assert set(first) <= set(seats)
    backwards = dict(reversed(seats.items()))
    assert likeliest(backwards, tie_us=tie_us, last=last) == first


@given(st.lists(claims, min_size=1, max_size=5), st.booleans())
def test_who_is_before_everybody_by_every_comparison_is_likely_first(hands: list[Claim], last: bool) -> None:
    seats = dict(enumerate(hands))
    sign = -1 if last else 1

    def before(a: int, b: int) -> bool:
        return sign * gap(seats[a], seats[b]).us > 0 and (
            not seats[a].shares_axis(seats[b])
            or (seats[a].index, seats[a].handicap_us) != (seats[b].index, seats[b].handicap_us)
        )

    for one in seats:
        if all(before(one, other) for other in seats if other != one):
            assert likeliest(seats, last=last) == (one,)


@given(st.lists(claims, min_size=3, max_size=3))
def test_three_hands_by_the_rule_tried_out(hands: list[Claim]) -> None:
    """Among all orders of three, the one whose first broken comparison is the latest in the order of their bounds."""
    seats = dict(enumerate(hands))
    pairs = []
    for a, b in combinations(seats, 2):
        distance = gap(seats[a], seats[b])
        same = seats[a].shares_axis(seats[b]) and seats[a].index == seats[b].index
        if distance.us and not (same and seats[a].handicap_us == seats[b].handicap_us):
            pairs.append((distance.bound_us, -abs(distance.us), (a, b) if distance.us > 0 else (b, a)))
    pairs.sort()
    kept = [
        [pair[2] for pair in pairs if order.index(pair[2][0]) < order.index(pair[2][1])]
        for order in permutations(seats)
    ]
    best = max(kept, key=lambda held: [pair[2] in held for pair in pairs])
    assert likeliest(seats) == tuple(seat for seat in seats if seat not in {b for _, b in best})
