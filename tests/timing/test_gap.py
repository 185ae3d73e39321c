"""Gaps: within a board by index and stamp, between boards by spans, with honest bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Span
from lapsy.timing.gap import between, gap


def claim(
    t_us: int,
    index: int | None = None,
    *,
    board: str = "a",
    boot: int = 1,
    source: str = "board",
    bound: int = 5_000,
) -> Claim:
    extra = SOURCE_BOUND_US[source]
    return Claim(
        board,
        boot,
        1,
        t_us if index is None else index,
        t_us,
        source,
        extra,
        Span.at(t_us, bound + extra),
        t_us,
    )


def test_one_microsecond_apart_is_ordered_by_the_capture() -> None:
    found = gap(claim(1_000_000, 7), claim(1_000_001, 8))
    assert (found.us, found.bound_us, found.order, found.proof) == (1, 2, 1, "capture")


def test_the_index_orders_even_equal_stamps() -> None:
    assert gap(claim(10, 7), claim(10, 8)).order == 1
    assert gap(claim(10, 8), claim(10, 7)).order == -1


def test_one_capture_is_simultaneous() -> None:
    found = gap(claim(10, 7), claim(10, 7))
    assert (found.us, found.order, found.proof) == (0, 0, None)


def test_beyond_the_resolution_the_gap_itself_is_proof() -> None:
    found = gap(claim(1_000_000), claim(1_003_214))
    assert (found.us, found.bound_us, found.proof) == (3_214, 2, "gap")


@pytest.mark.parametrize(("apart", "order"), [(15_002, 0), (15_003, 1), (-15_002, 0), (-15_003, -1)])
def test_a_keyboard_is_not_proven_within_its_bound(apart: int, order: int) -> None:
    key, pad = claim(1_000_000, 1, source="keyboard"), claim(1_000_000 + apart, 2)
    assert gap(key, pad).order == order


def test_two_seats_on_one_keyboard_have_both_bounds() -> None:
    assert gap(claim(0, 1, source="keyboard"), claim(30_000, 2, source="keyboard")).order == 0
    assert gap(claim(0, 1, source="keyboard"), claim(30_003, 2, source="keyboard")).order == 1


def test_a_restarted_board_is_another_axis() -> None:
    """Equal indices of two boots mean nothing: the spans decide."""
    assert gap(claim(0, 9), claim(100_000, 1, boot=2)).order == 1
    assert gap(claim(0, 9), claim(9_000, 1, boot=2)).order == 0


def test_between_boards_the_order_needs_disjoint_spans() -> None:
    assert gap(claim(0), claim(10_000, board="b")).order == 0
    found = gap(claim(0), claim(10_001, board="b"))
    assert (found.us, found.bound_us, found.order, found.proof) == (10_001, 10_000, 1, "gap")


spans = st.tuples(st.integers(-1_000, 1_000), st.integers(0, 500)).map(lambda s: Span.at(*s))


@given(spans, spans)
def test_the_truth_is_always_inside(a: Span, b: Span) -> None:
    found = between(a, b)
    for x in (a.lo_us, a.mid_us, a.hi_us):
        for y in (b.lo_us, b.mid_us, b.hi_us):
            assert abs((y - x) - found.us) <= found.bound_us
            if found.order:
                assert (y > x) == (found.order > 0)


@given(spans, spans)
def test_the_other_way_round_it_is_the_same_gap(a: Span, b: Span) -> None:
    there, back = between(a, b), between(b, a)
    assert there.order == -back.order
    assert abs(there.us + back.us) <= 1


@given(st.tuples(*[st.integers(-50, 50)] * 2), st.tuples(*[st.integers(-50, 50)] * 2))
def test_who_is_named_first_has_no_advantage(one: tuple[int, int], other: tuple[int, int]) -> None:
    """Half a microsecond is rounded towards nought, not to one side."""
    spans = [Span(min(ends), max(ends)) for ends in (one, other)]
    there, back = between(*spans), between(*spans[::-1])
    assert (there.us, there.bound_us, there.order) == (-back.us, back.bound_us, -back.order)
    assert there.us - there.bound_us <= spans[1].lo_us - spans[0].hi_us
    assert there.us + there.bound_us >= spans[1].hi_us - spans[0].lo_us
