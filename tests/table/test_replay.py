"""Replay: a journal whose parts contradict each other is told, though its chain was computed anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lapsy.table.replay import ReplayDiffersError, rebuild
from road import Road, people, road, setup_for

SECOND = 1_000_000


def played() -> Road:
    """One race of two, the second with a handicap."""
    seats = [replace(seat, handicap_us=3_000 * n) for n, seat in enumerate(people(2))]
    r = road(setup_for(seats, game="race"))
    r.press(0, "slap", 5 * SECOND)
    r.press(1, "slap", 5 * SECOND + 500)
    r.driver.run(8 * SECOND)
    assert rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))
    return r


@pytest.mark.parametrize(
    ("seat", "altered"),
    [(0, {"handicap_us": 3_000}), (1, {"handicap_us": 0}), (1, {"source": "keyboard"})],
)
def test_a_header_that_grants_other_handicaps_than_the_presses_had_is_named(
    seat: int, altered: dict[str, Any]
) -> None:
    records = played().records
    seats = list(records[0]["seats"])
    seats[seat] = {**seats[seat], **altered}
    with pytest.raises(ReplayDiffersError, match=rf"^Line \d+ \(press\): .*{seats[seat]['name']}.*\.$"):
        rebuild([{**records[0], "seats": seats}, *records[1:]])
