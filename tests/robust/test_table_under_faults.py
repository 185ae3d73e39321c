"""A table with two boards while cables are cut, hosts stall and boards restart: against what really was pressed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from lapsy.table.replay import rebuild
from live import NUMBERED
from road import CABLE, Road, people, road, setup_for

SECOND = 1_000_000
#: Of (seat, time on the table's axis): far enough apart that two boards' declared bounds cannot confuse them.
APART_US = 15_000
#: One pad is not pressed again before its release has been told.
AGAIN_US = 150_000

faults = st.lists(
    st.one_of(
        st.tuples(st.just("unplug"), st.integers(1, 1_800_000)),
        st.tuples(st.just("newport"), st.integers(1, 1_800_000)),
        st.tuples(st.just("stall"), st.integers(1, 1_800_000)),
        st.tuples(st.just("reboot"), st.just(0)),
    ),
    max_size=4,
)


def written(chosen: list[tuple[str, int]], waits: list[int]) -> str:
    """The faults one after the other, each some time after the one before."""
    texts, at_us = [], 1_500_000
    for (kind, length_us), wait_us in zip(chosen, waits, strict=False):
        at_us += wait_us
        texts.append(f"reboot@{at_us}us" if kind == "reboot" else f"{kind}={length_us}us@{at_us}us")
        at_us += length_us + 1
    return ",".join([CABLE, *texts])


def play(left: str, right: str, gaps: list[int], seats: list[int]) -> tuple[Road, list[tuple[int, int]]]:
    setup = setup_for(people(2, ("left", "right")), game="race", options={"window_ms": "200"})
    r = road(setup, {"left": left, "right": right})
    made, at_us = [], 1_200_000
    last = [0, 0]
    for gap_us, seat in zip(gaps, seats, strict=False):
        at_us = last[seat] = max(at_us + gap_us, last[seat] + AGAIN_US)
        r.press(seat, "slap", at_us)
        made.append((seat, at_us))
    r.driver.run(at_us + 12 * SECOND)
    return r, made


@examples(12)
@given(
    left=faults,
    right=faults,
    waits=st.lists(st.integers(0, 1_500_000), min_size=8, max_size=8),
    gaps=st.lists(st.integers(APART_US, 700_000), min_size=1, max_size=25),
    seats=st.lists(st.integers(0, 1), min_size=25, max_size=25),
)
def test_nothing_counts_twice_nothing_is_invented_and_no_verdict_contradicts_the_hands_against_the_model(
    left: list[tuple[str, int]],
    right: list[tuple[str, int]],
    waits: list[int],
    gaps: list[int],
    seats: list[int],
) -> None:
    r, made = play(written(left, waits[:4]), written(right, waits[4:]), gaps, seats)
    restarted = {
        "left": any(kind == "reboot" for kind, _ in left),
        "right": any(kind == "reboot" for kind, _ in right),
    }
    _numbers(r)
    told = [(p["seat"], p["lo"], p["hi"], p) for p in r.kinds("press")]
    for seat, lo_us, hi_us, press in told:
        # Every press in the journal is one that was made: its span holds exactly one of that seat's.
        inside = [one for one in made if one[0] == seat and lo_us <= one[1] <= hi_us]
        assert len(inside) == 1, press
    for seat, port in enumerate(("left", "right")):
        mine = [press for who, *_, press in told if who == seat]
        wanted = sum(who == seat for who, _ in made)
        assert len(mine) == wanted or (restarted[port] and len(mine) < wanted)
    _verdicts(r, made, any(restarted.values()))
    again = rebuild(r.records)
    assert again.compared == len(r.kinds("bundle", "verdict"))
    assert again.judge is not None
    assert r.table.judge is not None
    assert again.judge.state == r.table.judge.state


def _numbers(r: Road) -> None:
    """Of each board and boot, each number once and in order."""
    seen: dict[tuple[str, int], int] = {}
    for record in r.records:
        if record["k"] in NUMBERED:
            key = (record["board"], record["boot"])
            assert record["seq"] == seen.get(key, 0) + 1
            seen[key] = record["seq"]


def _verdicts(r: Road, made: list[tuple[int, int]], restarted: bool) -> None:
    """Places in the order of the hands; a void race only where a board restarted; judged once each."""
    judged: list[int] = []
    by_number: dict[int, Any] = {p["n"]: p for p in r.kinds("press") if "n" in p}
    for bundle in r.kinds("bundle"):
        numbers = [each[0] for each in bundle["in"] if each[1] == "slap"]
        judged += numbers
    assert len(set(judged)) == len(judged)
    for number in judged:
        assert by_number[number].get("state") is None
    for earlier, later in pairwise(judged):
        assert by_number[earlier]["lo"] <= by_number[later]["hi"]
    states = [verdict["state"] for verdict in r.kinds("verdict")]
    assert [verdict["n"] for verdict in r.kinds("verdict")] == list(range(1, len(states) + 1))
    if not restarted:
        assert "void" not in states
        assert not r.kinds("void")
        assert not [p for p in r.kinds("press") if "state" in p]
        assert len(judged) == len(made)
