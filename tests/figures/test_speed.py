"""What is timed for docs/accuracy.md does what it is timed for."""

from __future__ import annotations

import os

import pytest

from accuracy import speed
from accuracy.clock_speed import evaluations
from lapsy.boards import wire


def test_both_decoders_give_the_same_messages() -> None:
    data = speed.frames(500)
    found = speed.decode(data)
    assert found == speed.decode_naively(data)
    assert len(found) == 500
    assert all(isinstance(each, wire.Event) for each in found)


def test_three_ways_to_one_bound() -> None:
    """The clock, all pairs of points and (where it is there) scipy agree, or this raises."""
    assert evaluations(rounds=3)["exchanges"] > 550


@pytest.mark.parametrize("seconds", [1, pytest.param(60, marks=pytest.mark.slow)])
def test_a_thousand_presses_a_second(seconds: int) -> None:
    """Each is journalled once and judged once."""
    found = speed.flood(seconds)
    total = seconds * 1_000
    assert found["pressed"] == found["journalled"] == found["judged"] == found["released"] == total
    assert found["twice"] == found["declared_lost"] == 0


@pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
def test_a_press_comes_to_a_verdict_through_a_real_port() -> None:
    found = speed.to_verdict(6)
    assert found["journalled_us"]["p50"] >= 300  # no contact is believed sooner
    assert found["verdict_us"]["p50"] > found["journalled_us"]["p50"]
