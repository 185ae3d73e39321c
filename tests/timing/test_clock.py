"""The declared clock: the truth stays inside the span, and a good exchange is not lost to a bad one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.clock import DECLARED_BOUND_US, EPOCH_US, DeclaredClock


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


def test_the_tightest_of_the_settling_pings_counts() -> None:
    clock = DeclaredClock(settle=3)
    clock.observe(0, 1_009_000, 1_009_000, 9_500)
    clock.observe(20_000, 1_020_100, 1_020_100, 20_200)
    assert not clock.known
    clock.observe(40_000, 1_046_000, 1_046_000, 46_100)
    assert clock.known
    assert clock.span(1_050_000).mid_us == 50_000


def test_the_map_is_set_anew_from_the_epoch_before() -> None:
    clock = DeclaredClock()
    clock.observe(0, 1_003_000, 1_003_000, 3_100)  # slow on the way there: the board seems 1.45 ms ahead
    for n in range(1, 6):
        clock.observe(
            n * 1_000_000, 1_000_100 + n * 1_000_000, 1_000_100 + n * 1_000_000, n * 1_000_000 + 200
        )
    assert clock.span(EPOCH_US - 1).mid_us == EPOCH_US - 1 - 1_001_450
    assert clock.span(EPOCH_US).mid_us == EPOCH_US - 1_000_000


pings = st.tuples(st.integers(1_000, 900_000), st.integers(50, 40_000), st.integers(50, 40_000))


@given(st.lists(pings, min_size=1, max_size=40), st.integers(0, 40))
def test_a_press_is_placed_alike_whatever_pong_was_read_just_before_it(
    rounds: list[tuple[int, int, int]], read: int
) -> None:
    """Design §1.1: pongs of the press's own epoch, read before it or after it, play no part."""
    early, late = DeclaredClock(), DeclaredClock()
    host = 0
    exchanges = []
    for pause, out, back in rounds:
        host += pause
        exchanges.append((host, host + out, host + out, host + out + back))
        host += out + back
    press_us = exchanges[-1][1]
    for n, exchange in enumerate(exchanges):
        late.observe(*exchange)
        if n == 0 or exchange[1] // EPOCH_US < press_us // EPOCH_US or n < read:
            early.observe(*exchange)
    assert early.span(press_us) == late.span(press_us)


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
