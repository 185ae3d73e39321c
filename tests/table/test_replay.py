"""Replay: a journal whose parts contradict each other is told, though its chain was computed anew."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from lapsy.table.journal import JournalDamagedError
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


ALTERED = [
    ("simulated", None), ("language", -1), ("language", "sv"), ("origin_us", 1.5), ("practice", True), ("date", []),
    ("seats.0.group", 1.5), ("seats.0.name", True), ("seats.0.port", 7), ("seats.0.source", "wire"),
    ("seats.0.handicap_us", None), ("seats.0.handicap_us", -1), ("pacing.verdict_us", "zz"), ("pacing.flip", None),
    ("policy.tie_us", "1"), ("policy.silent_us", 1.5), ("policy.unproven", "coin"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), ALTERED)
def test_a_header_with_something_else_in_its_place_is_damaged(path: str, value: Any) -> None:
    """A resumed table would fall over it later."""
    records = copy.deepcopy(played().records)
    at: Any = records[0]
    *way, name = path.split(".")
    for part in way:
        at = at[int(part) if part.isdigit() else part]
    at[name] = value
    with pytest.raises(JournalDamagedError, match=r"^[^\n]+\.$"):
        rebuild(records)


@pytest.mark.parametrize("name", ["t", "origin_us"])
def test_a_resumed_table_needs_whole_times(name: str) -> None:
    records = [*played().records, {"k": "resumed", "t": 9 * SECOND, "origin_us": 0}]
    rebuild(records)
    records[-1] = {**records[-1], name: 1.5}
    with pytest.raises(JournalDamagedError):
        rebuild(records)
