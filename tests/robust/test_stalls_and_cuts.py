"""The host that does not read, the cable that is cut, in virtual time: every press once, in order, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from lapsy.boards import events
from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import bounces, seat_roles
from lapsy.boards.simulated import boot_ids
from lapsy.boards.wired import simulate
from lapsy.table.replay import rebuild
from lapsy.testing.virtual import VirtualHost
from live import check_numbers
from road import CABLE, people, road, setup_for

UID = bytes(range(8))
SECOND = 1_000_000
PRESSES = 200


def pressed(host: VirtualHost) -> list[tuple[int, int]]:
    return [(press.input, press.t_us) for press in host.all(events.Press) if press.pressed]


def two_hundred(faults: str) -> tuple[VirtualHost, list[tuple[int, int]]]:
    """200 presses with bounce in 28 s, eight pads in turn, from the second second on."""
    wired = simulate(uid=UID, boot=5, roles=seat_roles(4), faults=parse_faults(faults))
    made = [(n % 8, 2 * SECOND + n * 140_000 + n) for n in range(PRESSES)]
    for n, (pad, at_us) in enumerate(made):
        wired.board.press(pad, at_us, bounce=bounces(n % 6))
    return VirtualHost(wired), made


@pytest.mark.parametrize(
    "faults",
    [
        "stall=30s@1.5s",
        "stall=30s@1.5s,newport=2s@40s",
        "newport=30s@1.5s",
        "stall=20s@1.5s,unplug=9s@22.5s,delay=1ms..20ms,drop=2%",
    ],
)
def test_a_host_away_for_thirty_seconds_gets_all_of_two_hundred_presses(faults: str) -> None:
    host, made = two_hundred(faults)
    host.run(31 * SECOND)
    # All presses are made, and what a full line let through before the silence is far from all of them.
    assert len(pressed(host)) < PRESSES
    host.run(60 * SECOND)
    assert pressed(host) == made
    assert [press.seq for press in host.all(events.Press)] == list(range(1, 2 * PRESSES + 1))
    assert not host.all(events.Loss)
    assert not host.all(events.Gap)
    assert len({hello.boot for hello in host.all(events.Hello)}) == 1


def test_what_an_outbox_cannot_hold_is_declared_with_its_time() -> None:
    """700 presses and their releases are more than its 1,024 places: the oldest stay, the rest is told as an interval."""
    wired = simulate(uid=UID, boot=5, roles=seat_roles(4), faults=parse_faults("unplug=100s@1.5s"))
    made = [(n % 8, 2 * SECOND + n * 130_000) for n in range(700)]
    for pad, at_us in made:
        wired.board.press(pad, at_us)
    host = VirtualHost(wired)
    host.run(130 * SECOND)
    got = pressed(host)
    assert got == made[: len(got)]
    (loss,) = host.all(events.Loss)
    assert len(host.all(events.Press)) + loss.count == 1400
    assert len(got) >= 500
    for _, at_us in made[len(got) :]:
        assert loss.from_us <= at_us <= loss.to_us


def test_a_table_that_heard_nothing_for_thirty_seconds_has_every_press_in_its_journal() -> None:
    setup = setup_for(people(4), game="race")
    r = road(setup, CABLE + ",stall=30s@3s,newport=2s@40s")
    for n in range(PRESSES):
        r.press(n % 4, "slap", 4 * SECOND + n * 130_000)
    r.driver.run(60 * SECOND)
    uid = r.table.sides["sim"].uid
    assert check_numbers(r.records, uid) == {(uid, r.table.sides["sim"].boot): 2 * PRESSES}
    presses = r.kinds("press")
    assert [p["seat"] for p in presses] == [n % 4 for n in range(PRESSES)]
    assert not [p for p in presses if "state" in p]
    assert rebuild(r.records).compared > 0


def ten_cuts_then_a_press(length: str) -> VirtualHost:
    cuts = ",".join(f"newport={length}@{2 + n}s" for n in range(10))
    wired = simulate(uid=UID, boot=5, roles=seat_roles(1), faults=parse_faults(cuts))
    wired.board.press("slap1", 13 * SECOND)
    host = VirtualHost(wired)
    host.run(16 * SECOND)
    return host


@pytest.mark.parametrize("length", ["1us", "50ms", "999ms"])
def test_ten_cuts_and_then_a_press_are_one_press(length: str) -> None:
    host = ten_cuts_then_a_press(length)
    assert pressed(host) == [(0, 13 * SECOND)]
    hellos = host.all(events.Hello)
    assert len(hellos) == 11
    assert [hello.new_boot for hello in hellos] == [True] + [False] * 10


@examples(40)
@given(
    cuts=st.lists(st.tuples(st.integers(1, 2_000_000), st.integers(1, 1_500_000)), max_size=6),
    stalls=st.lists(st.tuples(st.integers(0, 9_000_000), st.integers(1, 3_000_000)), max_size=3),
    reboots=st.sets(st.integers(200_000, 9_000_000), max_size=3),
    gaps=st.lists(st.integers(0, 400_000), min_size=1, max_size=40),
    seed=st.integers(0, 1 << 16),
    noise=st.sampled_from(["", ",drop=5%", ",duplicate=10%,split", ",garbage=10%", ",delay=1ms..30ms"]),
)
def test_cuts_stalls_and_reboots_in_any_order_against_a_model(
    cuts: list[tuple[int, int]],
    stalls: list[tuple[int, int]],
    reboots: set[int],
    gaps: list[int],
    seed: int,
    noise: str,
) -> None:
    """Nothing twice, order kept, nothing invented; and what is missing, a restart has taken and nothing else."""
    texts, at_us = [], 300_000
    for wait_us, length_us in cuts:
        at_us += wait_us
        texts.append(f"newport={length_us}us@{at_us}us")
        at_us += length_us
    texts += [f"stall={length_us}us@{when}us" for when, length_us in stalls]
    texts += [f"reboot@{when}us" for when in reboots]
    faults = parse_faults(",".join(texts) + noise)
    wired = simulate(uid=UID, boot=5, roles=seat_roles(4), faults=faults, seed=seed)
    made, when = [], 150_000
    for n, gap_us in enumerate(gaps):
        when += gap_us + 20_000
        wired.board.press(n % 8, when, hold_us=12_000)
        made.append((n % 8, when))
    host = VirtualHost(wired)
    host.run(max(when, at_us, 13_000_000) + 12 * SECOND)
    # boot -> the true time at which its clock stood at nought
    starts = dict(zip(boot_ids(5), [0, *sorted(reboots)], strict=False))
    told = [
        (press.input, starts[press.boot] + press.t_us) for press in host.all(events.Press) if press.pressed
    ]
    assert len(set(told)) == len(told)
    assert told == sorted(told, key=lambda one: one[1])
    assert set(told) <= set(made)
    for boot in starts:
        numbers = [press.seq for press in host.all(events.Press) if press.boot == boot]
        assert numbers == list(range(1, len(numbers) + 1))
    assert not host.all(events.Loss)
    last = max(starts.values())
    lost = [one for one in made if one not in told]
    assert not [one for one in lost if one[1] > last]
    if not reboots:
        assert not lost
