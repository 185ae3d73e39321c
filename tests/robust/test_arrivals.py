"""What arrives when decides nothing: two or three boards and a phone, whatever their lines do to the bytes.

With pinned maps every run gives the same verdicts, and they are those that follow from the true moments. With live clocks
nothing that is called certain is ever untrue, and the same exchanges give the same places in whatever pieces and order
the bytes of the lines are handed in.
"""

from __future__ import annotations

import heapq
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claims import claims
from fixed_clock import FixedClock
from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import seat_roles
from lapsy.boards.skew import SkewedClock
from lapsy.boards.wired import simulate
from lapsy.table.effects import Journal
from lapsy.table.replay import rebuild
from lapsy.table.setup import Seat
from lapsy.table.table import Table
from lapsy.timing.claim import SOURCE_BOUND_US
from lapsy.timing.clock import DRIFT_PPM
from lapsy.timing.gap import gap
from phone import Phone
from road import CABLE, Road, people, road, setup_for

SECOND = 1_000_000
FIRST = 4 * SECOND
APART = 3 * SECOND
BOUND = 400

#: Of one race: how long after its beginning each seat presses, for those that do.
offsets_us = (
    st.integers(0, 6)
    | st.integers(0, 30).map(lambda n: n * 50)
    | st.integers(0, 100_000)
    | st.sampled_from((2 * BOUND, 2 * BOUND + 1, 59_999, 60_000 + BOUND))
)
races = st.lists(st.dictionaries(st.integers(0, 4), offsets_us, min_size=2), min_size=1, max_size=3)

FAULTS = (
    *("drop=8%", "duplicate=10%", "delay=1ms..60ms", "split", "merge=25ms", "garbage=4%"),
    *("stall=1s@5s", "unplug=900ms@8s"),
)
cables = st.lists(st.sampled_from(FAULTS), max_size=4, unique=True)

Script = list[dict[int, int]]


def setup(boards: int, phone: bool = True) -> Any:
    """Four seats on so many boards; the fifth on a phone."""
    seats = [*people(4, tuple("abc"[:boards]))]
    return setup_for([*seats, Seat("P", "phone", "phone:4", 0)] if phone else seats, game="race")


def play(r: Road, script: Script, phone: Phone | None) -> Road:
    if phone is not None:
        phone.come(SECOND)
    for n, race in enumerate(script):
        for seat, after_us in race.items():
            if seat < 4:
                r.press(seat, "slap", FIRST + n * APART + after_us)
            elif phone is not None:
                phone.touch(FIRST + n * APART + after_us)
    r.driver.run(FIRST + len(script) * APART + 3 * SECOND)
    return r


def faulted(faults: list[str], rest: str = "") -> str:
    cable = faults if any("delay" in f for f in faults) else [*faults, CABLE]
    return ",".join((*cable, rest)) if rest else ",".join(cable)


def verdicts(r: Road) -> list[dict[str, Any]]:
    """All of them, without how the lines did."""
    told = []
    for record in r.kinds("verdict"):
        told.append({**record, "marks": [{**m, "link": None} for m in record["marks"]]})
    return told


def replays(r: Road) -> bool:
    return rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


# ---- pinned maps: the same verdicts, and the true ones

PORT_OFFSETS = {"a": 3, "b": 700, "c": 0, "phone:4": 50}


def pinned(script: Script, boards: int, faults: dict[str, list[str]], seed: int) -> Road:
    agreed = setup(boards)

    def new_clock(port: str) -> FixedClock:
        return FixedClock(PORT_OFFSETS[port] * SECOND, BOUND if ":" not in port else 0)

    made = {p: faulted(faults.get(p, []), f"offset={PORT_OFFSETS[p]}s") for p in agreed.ports}
    r = road(agreed, made, seed, Table(agreed, new_clock=new_clock))
    phone = Phone(
        r,
        "phone:4",
        clock=SkewedClock(start=50 * SECOND),
        delay_us=(1_000, 30_000),
        late_us=0,
        grain_us=1,
        seed=seed,
    )
    return play(r, script, phone)


def true_places(race: dict[int, int], boards: int) -> list[list[int]]:
    """Who is before whom by the true moments and the declared bounds, without the table's own words for it."""

    def precedes(a: int, b: int) -> bool:
        if a < 4 and b < 4 and a % boards == b % boards:
            return race[a] < race[b]
        ends = race[a] + (BOUND if a < 4 else SOURCE_BOUND_US["phone"])
        begins = race[b] - (BOUND if b < 4 else SOURCE_BOUND_US["phone"])
        return ends < begins

    left, places = set(race), []
    while left:
        first = {b for b in left if not any(precedes(a, b) for a in left if a != b)}
        places.append(sorted(first))
        left -= first
    return places


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(races, st.sampled_from((2, 3)), st.tuples(cables, cables, cables), st.integers(0, 99))
def test_with_pinned_maps_no_cable_changes_a_verdict_and_all_are_true(
    script: Script, boards: int, faults: tuple[list[str], ...], seed: int
) -> None:
    """Delayed, lost and sent again, copied, cut, glued, damaged, out of step between the lines."""
    clean = pinned(script, boards, {}, 0)
    bad = pinned(script, boards, dict(zip("abc", faults, strict=True)), seed)
    assert verdicts(clean) == verdicts(bad)
    told = [[p["seats"] for p in v["order"]] for v in verdicts(clean)]
    assert told == [true_places(race, boards) for race in script]
    assert replays(clean)
    assert replays(bad)


# ---- live clocks: certain is true


DRIFTS = {"a": "offset=3s,drift=25ppm", "b": "offset=700s,drift=-40ppm", "c": "drift=4ppm"}


def live(script: Script, boards: int, faults: dict[str, list[str]], seed: int, wire: bool) -> Road:
    agreed = setup(boards)
    made = {p: faulted(faults.get(p, []), DRIFTS[p]) for p in agreed.ports}
    r = road(agreed, made, seed, wire=wire)
    return play(r, script, Phone(r, "phone:4", delay_us=(1_000, 30_000), late_us=20_000, seed=seed))


def orders(r: Road, script: Script) -> dict[tuple[int, int, int], int]:
    """Of each race's pairs of hands: what is proven. Checks on the way that it is true."""
    found: dict[int, list[Any]] = {}
    for seat, placed in claims(r).items():
        for claim in placed:
            n = (claim.at_us - FIRST + SECOND) // APART
            found.setdefault(n, []).append((seat, claim))
    proven = {}
    for n, race in enumerate(script):
        for (a, one), (b, other) in combinations(sorted(found.get(n, []), key=lambda each: each[0]), 2):
            told, true_us = gap(one, other), race[b] - race[a]
            # On a board's counter or the host's: a crystal's share of the gap is what these differ by.
            slack_us = abs(true_us) * DRIFT_PPM // 1_000_000 + 1
            assert abs(told.us - true_us) <= told.bound_us + slack_us, (a, b, told, true_us)
            assert told.order == 0 or (true_us > 0) == (told.order > 0)
            proven[n, a, b] = told.order
        for seat, claim in found.get(n, []):
            at_us = FIRST + n * APART + race[seat]
            assert claim.span.lo_us <= at_us <= claim.span.hi_us
    return proven


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    races,
    st.sampled_from((2, 3)),
    st.booleans(),
    st.tuples(cables, cables, cables),
    st.tuples(cables, cables, cables),
    st.integers(0, 99),
)
def test_with_live_clocks_certain_is_true_and_no_two_cables_prove_opposite_orders(
    script: Script,
    boards: int,
    wire: bool,
    faults: tuple[list[str], ...],
    others: tuple[list[str], ...],
    seed: int,
) -> None:
    one = live(script, boards, dict(zip("abc", faults, strict=True)), seed, wire)
    other = live(script, boards, dict(zip("abc", others, strict=True)), seed + 1, wire)
    first, second = orders(one, script), orders(other, script)
    assert all(first[pair] * second[pair] >= 0 for pair in first.keys() & second.keys())
    assert replays(one)
    assert replays(other)


# ---- the same bytes, handed in otherwise

#: From here on the bytes may come late: the boards have said hello and pings are by plan.
SETTLED = 3 * SECOND
#: Less than it takes to call a board silent.
LATEST_US = 600_000


class Recording:
    """What each line's reader had, and when."""

    def __init__(self, r: Road) -> None:
        self.read: list[tuple[int, str, bytes]] = []
        self.opened: list[str] = list(r.boards)
        feed = r.table.feed

        def heard(now_us: int, port: str, data: bytes) -> Any:
            self.read.append((now_us, port, data))
            return feed(now_us, port, data)

        r.table.feed = heard  # type: ignore[method-assign]


def hand_in(setup: Any, recording: Recording, dice: random.Random | None) -> list[dict[str, Any]]:
    """The journal of a table that is given the same bytes with their reading times: late, in pieces, the lines in any order
    among each other (``dice``), or as they came."""
    table = Table(setup)
    records: list[dict[str, Any]] = []
    waiting: list[tuple[int, int, int, str, bytes]] = []
    latest: dict[str, int] = {}
    for read_us, port, data in recording.read:
        pieces = [data]
        if dice is not None:
            cuts = sorted(dice.randint(0, len(data)) for _ in range(dice.randint(0, 3)))
            pieces = [data[i:j] for i, j in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        for piece in filter(None, pieces):
            late_us = dice.choice((0, 0, dice.randint(0, 3_000), dice.randint(0, LATEST_US))) if dice else 0
            at_us = read_us + (late_us if read_us > SETTLED else 0)
            latest[port] = max(latest.get(port, 0), at_us)
            heapq.heappush(waiting, (latest[port], len(waiting), read_us, port, piece))

    def do(effects: list[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Journal):
                records.extend(effect.records)

    for port in recording.opened:
        do(table.port_opened(0, port))
    while waiting:
        wake_us = table.wake_us
        if wake_us is not None and wake_us <= waiting[0][0]:
            do(table.tick(max(wake_us, 0)))
            continue
        _, _, read_us, port, piece = heapq.heappop(waiting)
        do(table.feed(read_us, port, piece))
    return records


def placed(records: list[dict[str, Any]]) -> dict[tuple[str, int], list[Any]]:
    """Where each press and pulse lies, by its name."""
    return {
        (r["board"], r["seq"]): [
            r["k"],
            r["t"],
            r["lo"],
            r["hi"],
            r.get("at"),
            (r.get("evidence") or [None])[0],
        ]
        for r in records
        if r["k"] in ("press", "pulse")
    }


def finals(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**r, "marks": [{**m, "link": None} for m in r["marks"]]} for r in records if r["k"] == "verdict"]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.dictionaries(st.integers(0, 3), offsets_us, min_size=2), min_size=1, max_size=3),
    st.sampled_from((2, 3)),
    st.booleans(),
    st.tuples(*[st.lists(st.sampled_from(FAULTS[:6]), max_size=3, unique=True)] * 3),
    st.integers(0, 1 << 32),
)
def test_the_same_bytes_in_any_pieces_and_order_of_lines_give_the_same_places_and_verdicts(
    script: Script, boards: int, wire: bool, faults: tuple[list[str], ...], seed: int
) -> None:
    agreed = setup(boards, phone=False)
    by_port = dict(zip("abc", faults, strict=True))
    made = {p: faulted(by_port[p], DRIFTS[p]) for p in agreed.ports}
    r = road(agreed, made, 1, wire=wire)
    recording = Recording(r)
    play(r, script, None)
    for chance in (None, random.Random(seed), random.Random(seed + 1)):
        again = hand_in(agreed, recording, chance)
        assert placed(again) == placed(r.records)
        assert finals(again) == finals(r.records)
        told = rebuild(again)
        assert told.compared == sum(rec["k"] in ("bundle", "verdict") for rec in again)


# ---- many presses


@pytest.mark.slow
def test_of_a_thousand_presses_a_second_for_a_minute_none_is_lost() -> None:
    """Three boards with 24 inputs, each pressed every 66 ms (its hold-offs end after 60): through the firmware's core,
    cable, link and table."""
    agreed = setup_for([Seat(f"P{n}", "board", "abc"[n % 3], n // 3) for n in range(8)], game="race")
    r = road(agreed)
    roles = seat_roles(8, ("slap", "flip", "head"))
    for n, port in enumerate("abc"):
        r.boards[port] = simulate(
            uid=bytes((n + 1,)) * 8, boot=n + 1, roles=roles, faults=parse_faults(f"{CABLE},{DRIFTS[port]}"), seed=n
        )  # fmt: skip
    pressed = 0
    for wired in r.boards.values():
        for number in range(len(roles)):
            for at_us in range(2 * SECOND + 1_931 * number, 62 * SECOND, 66_000):
                wired.board.press(number, at_us, 8_000)
                pressed += 1
    assert pressed > 60_000
    r.driver.run(63 * SECOND)
    assert len(r.kinds("press", "unused")) == pressed
    assert len(r.kinds("released")) == pressed
    assert not r.kinds("loss", "gap", "unplaced", "unbounded", "void")
    for side in r.table.sides.values():
        numbers = sorted(
            rec["seq"] for rec in r.kinds("press", "unused", "released") if rec["board"] == side.uid
        )
        assert numbers == list(range(1, len(numbers) + 1))
