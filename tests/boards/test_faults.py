"""The faults: each does what it says, in the cable and to the board behind it, and is read from its text."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards import faults
from lapsy.boards.cable import BUFFER, Cable, Delivery
from lapsy.boards.events import Back, Hello, Mark, Press, Silent
from lapsy.boards.faults import EXAMPLES, FaultError, parse_faults
from lapsy.boards.pads import bounces, seat_roles
from lapsy.boards.wired import Arrived, Plugged, Unplugged, simulate
from lapsy.testing.virtual import VirtualHost

UID = bytes(range(8))
S = 1_000_000
LINES = [b"~line %d\n" % n for n in range(1000)]


def carry(text: str, seed: int = 1, start_us: int = 0) -> list[Delivery]:
    """A thousand lines, one each 10 ms, through a cable with these faults."""
    cable = Cable(parse_faults(text), seed, start_us)
    return [d for n, line in enumerate(LINES) for d in cable.to_host(start_us + n * 10_000, line)]


def joined(deliveries: list[Delivery]) -> bytes:
    return b"".join(d.data for d in deliveries)


# -- the cable


def test_without_faults_everything_comes_at_once():
    assert carry("") == [Delivery(n * 10_000, line) for n, line in enumerate(LINES)]


def test_delay_lies_between_its_limits_and_keeps_the_order():
    deliveries = carry("delay=5ms..20ms")
    late = [d.at_us - n * 10_000 for n, d in enumerate(deliveries)]
    assert [d.data for d in deliveries] == LINES
    assert 5_000 <= min(late) < 6_000
    assert 19_000 < max(late) <= 20_000
    assert [d.at_us for d in deliveries] == sorted(d.at_us for d in deliveries)
    assert {d.at_us - n * 10_000 for n, d in enumerate(carry("delay=300us"))} == {300}


def test_drop_loses_whole_lines_in_its_share():
    got = joined(carry("drop=10%")).splitlines(keepends=True)
    assert 850 < len(got) < 950
    assert set(got) < set(LINES)
    assert carry("drop=100%") == []


def test_duplicate_brings_whole_lines_twice_in_its_share():
    got = joined(carry("duplicate=10%")).splitlines(keepends=True)
    assert 1050 < len(got) < 1150
    assert sorted(set(got)) == sorted(LINES)
    assert joined(carry("duplicate=100%")) == b"".join(line * 2 for line in LINES)


def test_split_cuts_every_line_in_two_and_loses_nothing():
    deliveries = carry("split")
    assert len(deliveries) == 2000
    assert joined(deliveries) == b"".join(LINES)
    assert all(0 < b.at_us - a.at_us <= 2_000 for a, b in zip(deliveries[::2], deliveries[1::2], strict=True))


def test_merge_brings_what_was_sent_within_its_time_in_one_moment():
    moments: dict[int, int] = {}
    for delivery in carry("merge=40ms"):
        moments[delivery.at_us] = moments.get(delivery.at_us, 0) + 1
    assert set(moments.values()) == {1, 3, 4}
    assert all(at_us % 40_000 == 0 for at_us in moments)


def test_garbage_damages_lines_or_puts_rubbish_before_them():
    got = joined(carry("garbage=20%"))
    whole = sum(line in got for line in LINES)
    assert got != b"".join(LINES)
    assert b"Traceback (most recent call last)" in got
    assert 850 < whole < 1000
    assert joined(carry("garbage=100%")).count(b"Traceback") > 200


def test_a_stalled_host_gets_all_of_it_afterwards_and_leaves_less_and_less_room():
    cable = Cable(parse_faults("stall=2s@1s"))
    assert cable.room(S - 1) is None
    assert cable.to_host(S, b"x" * 4000) == [Delivery(3 * S, b"x" * 4000)]
    assert cable.room(S + 1) == BUFFER - 4000
    cable.to_host(2 * S, b"x" * 96)
    assert cable.room(2 * S + 1) == 0
    assert cable.room(3 * S) is None
    assert cable.to_board(2 * S, b"y") == [Delivery(2 * S, b"y")]


def test_an_unplugged_cable_loses_what_is_on_its_way_in_both_directions():
    cable = Cable(parse_faults("unplug=1s@1s, delay=10ms"), start_us=500)
    start = 500 + S
    assert cable.to_host(start - 10_001, b"a") == [Delivery(start - 1, b"a")]
    for at_us in (start - 10_000, start, start + S - 1):
        assert cable.to_host(at_us, b"b") == cable.to_board(at_us, b"b") == []
    assert cable.to_host(start + S, b"c") == [Delivery(start + S + 10_000, b"c")]
    assert [cable.plugged(start + n) for n in (-1, 0, S - 1, S)] == [True, False, False, True]
    assert cable.room(start) == 0


@given(
    st.lists(st.sampled_from(list(EXAMPLES.values())[:6]), unique=True),
    st.lists(st.tuples(st.integers(0, 50_000), st.binary(max_size=200)), max_size=20),
    st.integers(0, 9),
)
def test_a_cable_is_the_same_each_time_and_never_overtakes_itself(texts, pieces, seed):
    def run() -> list[Delivery]:
        cable = Cable(parse_faults(",".join(texts)), seed)
        now, out = 0, []
        for after, data in pieces:
            now += after
            deliveries = cable.to_host(now, data)
            assert all(d.at_us >= now and d.data for d in deliveries)
            out += deliveries
        return out

    deliveries = run()
    assert deliveries == run()
    assert [d.at_us for d in deliveries] == sorted(d.at_us for d in deliveries)


def test_both_directions_have_their_own_dice():
    cable = Cable(parse_faults("drop=50%"))
    up = [bool(cable.to_host(n, b"x\n")) for n in range(64)]
    down = [bool(cable.to_board(n, b"x\n")) for n in range(64)]
    assert up != down


# -- the board behind it


def play(text: str, presses: int = 60, until_us: int = 12 * S, seed: int = 3) -> VirtualHost:
    """Presses on four pads, each with a bounce, through a cable with these faults."""
    wired = simulate(uid=UID, boot=7, roles=seat_roles(2), faults=parse_faults(text), seed=seed)
    for n in range(presses):
        wired.board.press(n % 4, 200_000 + n * 100_003, bounce=bounces(n % 3))
    host = VirtualHost(wired)
    host.run(until_us)
    return host


def pressed(host: VirtualHost) -> list[tuple[int, int]]:
    return [(p.input, p.t_us) for p in host.all(Press) if p.pressed]


CLEAN = [(n % 4, 200_000 + n * 100_003) for n in range(60)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "delay=5ms..20ms",
        "drop=10%",
        "duplicate=30%",
        "split",
        "merge=10ms",
        "garbage=10%",
        "stall=2s@1s",
        "unplug=1s@2s",
        "newport@2s",
        "delay=1ms..9ms,drop=5%,duplicate=5%,split,merge=3ms,garbage=5%,stall=500ms@1s,unplug=1s@2s,newport@4s",
    ],
)
def test_every_press_comes_once_in_order_with_its_own_stamp_whatever_the_cable_does(text):
    host = play(text)
    assert pressed(host) == CLEAN
    assert host.all(Mark)[-1].complete


def test_unplugging_takes_the_port_away_and_gives_it_back_under_its_name():
    host = play("unplug=1s@2s")
    assert [(at, s) for at, s in host.sights if not isinstance(s, Arrived)] == [
        (2 * S, Unplugged()),
        (3 * S, Plugged(0)),
    ]
    assert not any(2 * S <= at < 3 * S for at, s in host.sights if isinstance(s, Arrived))
    assert [type(e) for e in [*host.all(Silent), *host.all(Back)]] == [Silent, Back]
    assert len({hello.boot for hello in host.all(Hello)}) == 1


def test_a_new_port_is_another_name_half_a_second_later():
    host = play("newport@2s,newport=1s@5s,unplug=1s@8s")
    assert [(at, s.port) for at, s in host.sights if isinstance(s, Plugged)] == [
        (2_500_000, 1),
        (6 * S, 2),
        (9 * S, 2),
    ]


def test_unplugged_from_the_start_it_has_no_port_until_then():
    host = play("unplug=1s@0s")
    assert host.sights[0] == (S, Plugged(0))
    assert pressed(host) == CLEAN


def test_a_stalled_host_hears_nothing_for_that_long_and_all_of_it_then():
    host = play("stall=2s@1s")
    heard = [at for at, s in host.sights if isinstance(s, Arrived)]
    assert not any(S <= at < 3 * S for at in heard)
    assert 3 * S in heard


def test_a_board_that_had_to_wait_goes_on_at_once_when_the_line_takes_bytes_again():
    wired = simulate(uid=UID, boot=7, roles=seat_roles(2), faults=parse_faults("unplug=1s@2s"))
    host = VirtualHost(wired)
    host.run(S)
    wired.block(S, True)
    wired.board.press(0, S + 10_000)
    assert all(isinstance(event, Mark) for _, event in host.events[1:])
    host.run(S + 500_000)
    assert not pressed(host)
    assert wired.blocked
    wired.block(S + 500_001, False)
    assert wired.wake_us == S + 500_001
    host.run(S + 500_001)
    assert pressed(host) == [(0, S + 10_000)]
    host.run(3 * S - 1)
    wired.advance(3 * S)
    assert wired.board.wake_us > 3 * S
    assert wired.port == 0


def test_a_reboot_is_a_new_boot_whose_stamps_begin_at_nought():
    host = play("reboot@4.05s")
    first, second = host.all(Hello)
    assert (first.boot, first.reset_cause) == (7, 0)
    assert (second.boot != 7, second.reset_cause) == (True, 1)
    before = [(p.input, p.t_us) for p in host.all(Press) if p.pressed and p.boot == 7]
    after = [(p.input, p.t_us + 4_050_000) for p in host.all(Press) if p.pressed and p.boot == second.boot]
    assert [*before, *after] == CLEAN
    assert before[-1][1] < 4_050_000 < after[0][1]


def test_drift_and_offset_show_in_the_stamps():
    host = play("drift=100ppm,offset=5s")
    assert pressed(host) == [(n, 5 * S + at + at // 10_000) for n, at in CLEAN]


@pytest.mark.parametrize("after", ["1s", "2.000001s", "3s"])
def test_a_timer_that_wraps_in_the_middle_goes_on_counting(after):
    host = play(f"wrap={after}")
    begin = (1 << 32) - faults.parse_duration(after)
    assert pressed(host) == [(n, begin + at) for n, at in CLEAN]


def test_faults_can_be_let_happen_at_any_moment_and_take_what_is_on_its_way():
    wired = simulate(uid=UID, boot=7, roles=seat_roles(2), faults=parse_faults("delay=50ms"))
    for n, at in CLEAN:
        wired.board.press(n, at, bounce=bounces(n % 3))
    host = VirtualHost(wired)
    host.run(2 * S)
    wired.happen(2 * S, parse_faults("unplug=1s@0s,newport@3s,stall=1s@5s,reboot@8s"))
    host.run(12 * S)
    assert pressed(host) == CLEAN
    assert [(at, s) for at, s in host.sights if not isinstance(s, Arrived)] == [
        (2 * S, Unplugged()),
        (3 * S, Plugged(0)),
        (5 * S, Unplugged()),
        (5_500_000, Plugged(1)),
    ]
    assert not any(
        2 * S < at < 3 * S or 7_051_000 < at < 8 * S for at, s in host.sights if isinstance(s, Arrived)
    )
    assert len(host.all(Hello)) == 4
    with pytest.raises(FaultError, match="'drop=1%' lasts as long as the board"):
        wired.happen(12 * S, parse_faults("drop=1%"))
    wired.happen(12 * S, parse_faults("unplug=1s@1s"))
    with pytest.raises(FaultError, match="falls into another time without a port"):
        wired.happen(12 * S, parse_faults("newport@1.5s"))


# -- the words


@pytest.mark.parametrize("text", EXAMPLES.values())
def test_every_example_is_read_and_written_back(text):
    (fault,) = parse_faults(text)
    assert parse_faults(str(fault)) == (fault,)
    assert str(fault).startswith(text.partition("@")[0])


times = st.integers(1, 10**10)
shares = st.integers(0, 10**6)


@given(
    st.one_of(
        st.tuples(times, times).map(lambda t: faults.Delay(min(t), max(t))),
        *(shares.map(kind) for kind in (faults.Drop, faults.Duplicate, faults.Garbage)),
        *(times.map(kind) for kind in (faults.Merge, faults.Reboot, faults.Offset, faults.Wrap)),
        *(st.builds(kind, times, times) for kind in (faults.Stall, faults.Unplug, faults.NewPort)),
        st.integers(-(10**7), 10**7).map(faults.Drift),
        st.just(faults.Split()),
    )
)
def test_every_fault_survives_its_text(fault):
    assert parse_faults(str(fault)) == (fault,)


def test_several_stand_with_commas_and_spaces():
    assert parse_faults(" delay=5ms..20ms, drop=0.5%,,reboot@1.5s ") == (
        faults.Delay(5_000, 20_000),
        faults.Drop(5_000),
        faults.Reboot(1_500_000),
    )
    assert parse_faults("") == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dorp=1%", "There is no fault 'dorp'; faults are written delay=5ms..20ms, drop=1%,"),
        ("drop=1", "The fault 'drop=1': '1' is not a share (a number and %); write it as drop=1%."),
        ("drop=101%", "a share is at most 100%"),
        ("drop=0.00001%", "finer than one in a million"),
        ("drop", "The fault 'drop' cannot be read; write it as drop=1%."),
        ("drop=1%@5s", "cannot be read; write it as drop=1%."),
        ("delay=5", "'5' is not a time (a number and us, ms or s); write it as delay=5ms..20ms."),
        ("delay=20ms..5ms", "the longer time stands first"),
        ("delay=-5ms", "is not a time"),
        ("delay=0.5us", "finer than a microsecond"),
        ("unplug=1s", "The fault 'unplug=1s' cannot be read; write it as unplug=1s@30s."),
        ("unplug=0s@1s", "longer than nought"),
        ("split=2", "write it as split."),
        ("drift=20", "is not a drift (a number and ppm)"),
        ("drift=10001ppm", "10000ppm at most"),
        ("Drop=1%", "There is no fault 'Drop'"),
        ("=", "There is no fault ''"),
        ("drop=1%,drop=2%", "'drop' is given twice"),
        ("offset=1s,wrap=2s", "'offset' and 'wrap' both say where the timer starts"),
        ("unplug=2s@1s,newport@2s", "'unplug=2s@1s' and 'newport=500ms@2s' overlap"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_to_write_instead(text, sentence):
    with pytest.raises(FaultError) as caught:
        parse_faults(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="delaydropsplitunplug=@.,%0123456789msu ", max_size=30))
def test_any_text_is_faults_or_a_fault_error(text):
    with contextlib.suppress(FaultError):
        assert all(parse_faults(str(fault)) == (fault,) for fault in parse_faults(text))
