"""The whole road on virtual time: the same seed is the same game, and a bad cable changes no outcome."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixed_clock import FixedClock
from lapsy.drivers.simulated import Heap
from lapsy.games.play import JSON
from lapsy.table.display import Moment, moment_record
from lapsy.table.journal import Chain, canonical
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.table import Table
from lapsy.timing.claim import Span
from lapsy.timing.clock import DECLARED_BOUND_US
from road import CABLE, Road, bots, people, road, setup_for

SECOND = 1_000_000
HOUR = 3_600 * SECOND


def journal(r: Road) -> bytes:
    chain = Chain()
    return b"".join(chain.line(record) for record in r.records)


def test_calls_of_one_time_keep_their_order() -> None:
    heap, done = Heap(), []
    for n in (3, 1, 2):
        heap.at(10, lambda n=n: done.append(n))
    heap.at(5, lambda: done.append(0))
    while heap.step():
        pass
    assert done == [0, 3, 1, 2]
    assert heap.now_us == 10


@pytest.mark.parametrize("flip", [pytest.param("auto", marks=pytest.mark.slow), "seat"])
def test_the_same_seed_gives_the_same_journal_and_another_does_not(flip: str) -> None:
    played = []
    for seed in ("7", "7"):
        r = road(setup_for(bots(), seed=seed, pacing=Pacing(flip=flip)))
        assert r.driver.run(HOUR)
        played.append(journal(r))
    assert played[0] == played[1]
    other = road(setup_for(bots(), seed="8", pacing=Pacing(flip=flip)))
    other.driver.run(30 * SECOND)
    begun = journal(other)
    assert begun != played[0][: len(begun)]


@pytest.mark.parametrize("seats", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, 8))])
def test_other_numbers_of_seats_are_played_out_and_replayed(seats: int) -> None:
    r = road(setup_for(bots(seats, "strong"), pacing=Pacing(flip="seat")))
    finished = r.driver.run(HOUR // 4)
    again = rebuild(r.records)
    assert again.judge is not None
    assert r.table.judge is not None
    assert again.judge.state == r.table.judge.state
    assert (again.phase == "over") == finished
    assert again.compared == len(r.kinds("bundle", "verdict"))


# ---- a bad cable

FAULTS = (
    "drop=8%",
    "duplicate=10%",
    "delay=1ms..60ms",
    "split",
    "merge=25ms",
    "garbage=4%",
    "stall=1s@9s",
    "unplug=1s@14s",
)

Script = list[tuple[int, str, int, int]]

#: Presses of four people on two boards: seat, role, time. Slaps of true and of no pairs, early flips, near ties.
SCRIPT_END = 40 * SECOND
#: The deal is the table's own moment, as the shown ones are: it is given too.
DEAL = 3 * SECOND
presses = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(("slap", "slap", "flip", "flip", "flip")),
        st.integers(4_000, 36_000).map(lambda ms: ms * 1000) | st.integers(4, 36).map(lambda s: s * SECOND),
        st.integers(0, 3),
    ),
    min_size=20,
    max_size=80,
)


def scripted(
    script: Script, flip: str, faults: str, seed: int, source: str, shown: list[int] | None = None
) -> Road:
    """The script on a road; card k counts as shown at ``shown[k]``, or when it was published if that is None."""
    setup = setup_for(people(4, ("a", "b"), source), pacing=Pacing(flip=flip, pace_us=900_000))
    offsets = {"a": 3, "b": 700}
    table = Table(setup, new_clock=lambda port: FixedClock(offsets[port] * SECOND, DECLARED_BOUND_US))
    r = road(setup, {port: f"{faults},offset={off}s" for port, off in offsets.items()}, seed, table)
    for seat in range(4):
        r.press(seat, "slap", SECOND + seat * 250_000)
    for seat, role, at_us, bounces in script:
        bounce = tuple(200 * n + (150 if n % 2 else 90) for n in range(2 * bounces))
        r.press(seat, role, at_us, bounce=bounce)
    give_moments(r, shown)
    r.driver.run(SCRIPT_END + 10 * SECOND)
    return r


def give_moments(r: Road, shown: list[int] | None) -> None:
    """The deal happens at ``DEAL``; the cards count as shown at the given moments, not when they were published."""
    table = r.table
    begin = table._begin_if_ready

    def begin_if_ready(now_us: int) -> None:
        if now_us < DEAL:
            return
        begin(DEAL)
        if table.judge is not None:
            for t_us in shown or ():
                moment = Moment(None, t_us, Span.at(t_us), "published")
                table.turn.records.append(moment_record(table.judge.shown(moment), moment))

    table._begin_if_ready = begin_if_ready  # type: ignore[method-assign]
    if shown is not None:
        table.published = lambda now_us: []  # type: ignore[method-assign]


def story(r: Road) -> list[str]:
    """What happened, in words that do not depend on numbers given in order of arrival."""
    names: dict[int, str] = {}
    for record in r.kinds("press", "shown", "command"):
        if "n" in record:
            names[record["n"]] = (
                f"{record['board']}/{record['seq']}"
                if record["k"] == "press"
                else f"{record['k']}@{record['t']}"
            )
    told = []
    for bundle in r.kinds("bundle"):
        members = sorted(names.get(n, kind) + f" {kind} {seat}" for n, kind, *seat in bundle["in"])
        out = sorted(_named(o, names) for o in bundle["out"])  # members of a bundle have no order
        told.append(f"{bundle['t']} {members} {out}")
    return told


def _named(outcome: JSON, names: dict[int, str]) -> str:
    named: dict[str, Any] = dict(outcome)
    if "ref" in named:
        named["ref"] = names.get(named["ref"], "own")
    return canonical(named)


bad_cables = (
    presses,
    st.sampled_from(("auto", "seat")),
    st.lists(st.sampled_from(FAULTS), min_size=1, max_size=4, unique=True),
    st.integers(0, 99),
    st.sampled_from(("board", "keyboard")),
)


@settings(max_examples=5)
@given(*bad_cables)
def test_with_the_shown_moments_given_no_fault_of_the_cable_changes_an_outcome(
    script: Script, flip: str, faults: list[str], seed: int, source: str
) -> None:
    """Delay, loss, copies, cuts and garbage: the same bundles, times and outcomes (design §1.1)."""
    a_bad_cable_changes_nothing(script, flip, faults, seed, source)


def a_bad_cable_changes_nothing(script: Script, flip: str, faults: list[str], seed: int, source: str) -> None:
    plain = scripted(script, flip, CABLE, 0, source)
    shown = [record["t"] for record in plain.kinds("shown")]
    clean = scripted(script, flip, "delay=10us", 0, source, shown)
    cable = ",".join(faults if any("delay" in f for f in faults) else [*faults, CABLE])
    faulty = scripted(script, flip, cable, seed, source, shown)
    until = SCRIPT_END - 3 * SECOND
    for one in (clean, faulty):
        assert not [p for p in one.kinds("press") if p.get("state") == "stale"]
    assert _until(story(clean), until) == _until(story(faulty), until)
    assert rebuild(faulty.records).compared


@pytest.mark.slow
@settings(max_examples=60)
@given(*bad_cables)
def test_many_more_bad_cables(script: Script, flip: str, faults: list[str], seed: int, source: str) -> None:
    a_bad_cable_changes_nothing(script, flip, faults, seed, source)


def _until(told: list[str], t_us: int) -> list[str]:
    return [line for line in told if int(line.split(" ", 1)[0]) < t_us]


def test_two_boards_of_different_clocks_make_one_table() -> None:
    """A real board beside the bots' simulated one: two lines, two counters, one order."""
    setup = setup_for((*people(1, ("pads",)), *bots(2)))
    setup = replace(
        setup, seats=(setup.seats[0], *(replace(s, name=s.name + "-botti") for s in setup.seats[1:]))
    )
    r = road(setup, {"pads": CABLE + ",offset=500s,drift=40ppm", "sim": CABLE + ",drift=-30ppm"})
    r.press(0, "slap", SECOND)
    for n in range(60):
        r.press(0, "slap", 2 * SECOND + n * 1_100_000)
    r.driver.run(80 * SECOND)
    assert {p["board"] for p in r.kinds("press")} == {b.board.identity.uid.hex() for b in r.boards.values()}
    assert len(r.outcomes("landed")) > 20
    assert rebuild(r.records).compared
