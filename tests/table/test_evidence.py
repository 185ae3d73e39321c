"""What stands behind a press: round trips and losses of its line, and its way through the journal."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.evidence import LOST_US, RECENT_US, Evidence, LinkStats, RoundTrips
from lapsy.timing.clock import Quality

LINK = LinkStats(5, 40, 1, 2, 3, 4, 210, 480)


def test_a_row_of_the_journal_gives_it_back() -> None:
    for clock in (None, Quality(410, 37, 90_000, 205, False)):
        evidence = Evidence(clock, LINK)
        assert Evidence.of_row(json.loads(json.dumps(evidence.as_row()))) == evidence


def test_pages_get_names() -> None:
    told = Evidence(Quality(410, 37, 90_000, 205, True), LINK).as_json()
    assert (told["clock"]["half_us"], told["clock"]["broken"]) == (410, True)
    assert (told["link"]["median_us"], told["link"]["resends"]) == (480, 4)


def test_a_ping_is_lost_when_it_was_not_answered_in_time() -> None:
    trips = RoundTrips()
    for t_us in (0, 10, 20):
        trips.sent(t_us)
    trips.answered(300, 280)
    assert trips.stats(400, 0, 0, 0, 0).lost == 0
    assert trips.stats(LOST_US + 20, 0, 0, 0, 0).lost == 2


@given(st.lists(st.tuples(st.integers(0, RECENT_US // 10), st.integers(0, 9_000)), max_size=60))
def test_round_trips_are_those_of_the_last_minute(steps: list[tuple[int, int]]) -> None:
    trips, now_us, all_of_them = RoundTrips(), 0, []
    for step_us, trip_us in steps:
        now_us += step_us
        trips.sent(now_us)
        trips.answered(now_us, trip_us)
        all_of_them.append((now_us, trip_us))
    recent = sorted(trip for t_us, trip in all_of_them if t_us > now_us - RECENT_US)
    told = trips.stats(now_us, 0, 0, 0, 0)
    assert told.least_us == (recent[0] if recent else None)
    assert told.median_us == (recent[len(recent) // 2] if recent else None)
    assert told.answered == len(all_of_them)
