"""What a display does to the moment a card counts as shown: by figure, by photodiode, and what is dropped."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.display import WAIT_US, Display, Moment, Showing, moment_of, moment_record
from lapsy.timing.claim import Claim, Span
from lapsy.timing.watermark import Watermark

TV = Display("tv", 18_000, 41_000, "photodiode")
LIVE = Display("tv", 18_000, 41_000, "photodiode", live=True)
T = 5_000_000


def seen(lo_us: int, hi_us: int, seq: int = 4) -> Claim:
    return Claim("b1", 7, seq, seq, lo_us - 1_000, "board", 0, Span(lo_us, hi_us), (lo_us + hi_us) // 2)


def live() -> Showing:
    showing = Showing(LIVE)
    showing.eye = ("b1", 7)
    return showing


def mark(axis_us: int) -> Watermark:
    return Watermark("b1", 7, axis_us - 1_000, axis_us)


@pytest.mark.parametrize(
    ("lo_us", "hi_us", "how"),
    [(-1, 5, "photodiode"), (6, 5, "photodiode"), (0, 1_000_001, "tapping"), (0, 5, "by eye")],
)
def test_a_display_that_cannot_be_is_refused(lo_us: int, hi_us: int, how: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        Display("tv", lo_us, hi_us, how)


def test_without_a_display_a_card_counts_from_its_publishing() -> None:
    showing = Showing(None)
    assert showing.patch(3) is None
    assert showing.published(T, 3) == Moment(3, T, Span.at(T), "published")
    assert showing.watermark is None


def test_a_calibrated_display_adds_its_lag() -> None:
    showing = Showing(TV)
    assert showing.patch(3) is None
    assert showing.published(T, 3) == Moment(3, T, Span(T + 18_000, T + 41_000), "calibrated")


def test_the_photodiodes_edge_is_the_moment() -> None:
    showing = live()
    assert showing.patch(3) == "white"
    assert showing.published(T, 3) is None
    assert showing.published(T + 9, 3) is None  # the same card in a later view
    assert showing.patch(3) == "white"
    assert showing.watermark == Watermark("display", 0, T - 1, T - 1)
    claim = seen(T + 20_000, T + 20_700)
    assert showing.edge(claim, True) == Moment(3, T, claim.span, "photodiode", claim)
    assert showing.watermark is None
    assert showing.edge(seen(T + 30_000, T + 30_700), True) is None, "one card, one edge"


def test_the_corner_turns_with_every_card_and_only_an_edge_of_its_colour_counts() -> None:
    showing = live()
    colours = []
    for n in range(4):
        colours.append(showing.patch(n))
        assert showing.patch(None) != colours[-1]
        showing.published(T + n * 1_000_000, n)
        bright = colours[-1] == "white"
        at_us = T + n * 1_000_000 + 20_000
        assert showing.edge(seen(at_us, at_us + 500), not bright) is None
        moment = showing.edge(seen(at_us, at_us + 500), bright)
        assert moment is not None
        assert moment.of == n
    assert colours == ["white", "black", "white", "black"]


def test_an_edge_from_before_the_view_is_not_its_light() -> None:
    showing = live()
    showing.published(T, 3)
    assert showing.edge(seen(T - 900, T - 1), True) is None
    moment = showing.edge(seen(T - 300, T + 400), True)
    assert moment is not None
    assert moment.span == Span(T, T + 400)
    assert moment.claim is not None
    assert moment.claim.at_us in range(T, T + 401)
    assert moment.claim.t_us == T - 1_300, "the stamp itself is not touched"


def test_without_an_edge_in_time_the_figure_counts() -> None:
    showing = live()
    showing.published(T, 3)
    assert showing.passed(3, mark(T + WAIT_US - 1)) is None
    assert not showing.blind
    assert showing.passed(3, mark(T + WAIT_US)) == Moment(3, T, Span(T + 18_000, T + 41_000), "calibrated")
    assert showing.blind
    assert showing.edge(seen(T + 400_000, T + 400_500), True) is None
    showing.published(T + 1_000_000, 4)
    assert showing.edge(seen(T + 1_020_000, T + 1_020_500), False) is not None
    assert not showing.blind


def test_a_board_that_does_not_count_any_more_is_not_waited_for() -> None:
    showing = live()
    showing.published(T, 3)
    moment = showing.passed(3, None)
    assert moment is not None
    assert moment.how == "calibrated"


def test_a_card_that_went_back_to_its_hand_is_not_waited_for() -> None:
    showing = live()
    showing.published(T, 3)
    assert showing.passed(None, mark(T)) is None
    assert showing.watermark is None
    assert not showing.blind


def test_with_no_photodiode_on_any_board_the_figure_counts_and_the_corner_still_turns() -> None:
    showing = Showing(LIVE)
    moment = showing.published(T, 3)
    assert moment is not None
    assert moment.how == "calibrated"
    assert (showing.patch(None), showing.patch(4)) == ("white", "black")


@given(st.integers(0, 1 << 40), st.integers(0, 1 << 20), st.integers(0, 1 << 20), st.booleans())
def test_a_moment_comes_back_from_the_journal(t_us: int, a_us: int, b_us: int, by_eye: bool) -> None:
    span = Span(t_us + a_us, t_us + a_us + b_us)
    claim = seen(span.lo_us, span.hi_us) if by_eye else None
    moment = Moment(3, t_us, span, "photodiode" if by_eye else "calibrated", claim)
    record = json.loads(json.dumps(moment_record(9, moment)))
    assert record["n"] == 9
    assert moment_of(record) == moment
