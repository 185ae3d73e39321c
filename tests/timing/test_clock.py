"""The declared clock: the truth stays inside the span, and a good exchange is not lost to a bad one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.clock import DECLARED_BOUND_US, KEEP_US, DeclaredClock


def test_before_the_first_ping_there_is_no_answer() -> None:
    clock = DeclaredClock()
    assert not clock.known
    with pytest.raises(LookupError):
        clock.span(1)


def test_a_symmetric_exchange_gives_the_offset() -> None:
    clock = DeclaredClock()
    clock.observe(1_000, 500_400, 500_450, 1_850)  # 400 us there, 50 us on the board, 400 us back
    assert clock.span(500_400).mid_us == 1_400
    assert clock.span(500_400).hi_us - clock.span(500_400).lo_us == 2 * DECLARED_BOUND_US


def test_a_slow_exchange_is_never_claimed_to_be_better_than_it_is() -> None:
    clock = DeclaredClock()
    clock.observe(0, 900_000, 900_000, 80_000)
    assert clock.span(900_000).hi_us - clock.span(900_000).lo_us >= 80_000


def test_a_tight_exchange_outlives_a_loose_one() -> None:
    clock = DeclaredClock()
    clock.observe(0, 1_000_100, 1_000_100, 200)
    clock.observe(500_000, 1_540_000, 1_540_000, 580_000)
    assert clock.span(1_000_100).mid_us == 100


def test_an_old_exchange_is_forgotten() -> None:
    clock = DeclaredClock()
    clock.observe(0, 1_000_100, 1_000_100, 200)
    late = KEEP_US + 1_000_000
    clock.observe(late, 1_000_100 + late + 500, 1_000_100 + late + 500, late + 2_000)
    assert clock.span(0).mid_us == pytest.approx(100 - 1_000_100 + 400, abs=1)


@given(
    offset=st.integers(-(10**9), 10**9),
    ppm=st.integers(-100, 100),
    pings=st.lists(
        st.tuples(st.integers(1_000, 900_000), st.integers(50, 40_000), st.integers(50, 40_000)),
        min_size=1,
        max_size=30,
    ),
    after=st.integers(0, 60_000_000),
)
def test_the_truth_is_inside_for_every_delay_and_drift(
    offset: int, ppm: int, pings: list[tuple[int, int, int]], after: int
) -> None:
    """Whatever the cable does to either direction, and for a minute without pings (an unplugged board lives on)."""

    def board(host: int) -> int:
        return offset + host + host * ppm // 1_000_000

    clock, host = DeclaredClock(), 0
    for pause, out, back in pings:
        host += pause
        clock.observe(host, board(host + out), board(host + out), host + out + back)
        host += out + back
    moment = host + after
    span = clock.span(board(moment))
    assert span.lo_us <= moment <= span.hi_us
