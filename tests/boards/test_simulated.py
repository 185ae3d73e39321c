"""The simulated board and its timer: what the firmware's core gets to see, and when."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards.events import Hello, Press, Result
from lapsy.boards.firmware import messages
from lapsy.boards.micropython import micropython
from lapsy.boards.pads import PadError, bounces, find_input, pad_names, role_byte, seat_roles
from lapsy.boards.simulated import BLOCKED_US, LOOP_US, PastPressError, SimulatedBoard, boot_ids
from lapsy.boards.skew import BILLION, SkewedClock
from lapsy.boards.stepper import InProcess, Wanted
from lapsy.boards.wired import simulate
from lapsy.testing.virtual import VirtualHost

if TYPE_CHECKING:
    from lapsy.boards.stepper import Identity, StartCore

UID = bytes(range(8))


class Recorder:
    """A core that notes what it is given and sends nothing."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        self.turns: list[tuple[int, list[tuple[int, int]], bytes, int]] = []
        self.closed = False
        self.wanted = Wanted()
        self.wait_us = 1_000_000
        self.tx = b""

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        self.turns.append((now, edges, rx, room))
        return self.tx[:room], self.wait_us

    def close(self) -> None:
        self.closed = True


class Bench:
    """A board on recorders, one for each of its boots."""

    def __init__(self, roles: bytes = seat_roles(4), **clock: int) -> None:
        self.cores: list[Recorder] = []

        def start(identity: Identity) -> Recorder:
            self.cores.append(Recorder(identity))
            return self.cores[-1]

        self.board = SimulatedBoard(
            uid=UID, boots=boot_ids(5), roles=roles, clock=SkewedClock(**clock), start=start
        )

    @property
    def edges(self) -> list[tuple[int, int]]:
        return [edge for core in self.cores for turn in core.turns for edge in turn[1]]


def test_a_press_is_two_captures_at_their_exact_times_however_late_the_turn_comes():
    bench = Bench()
    bench.board.press(2, 1_000, hold_us=500)
    bench.board.advance(77_777)
    assert bench.cores[0].turns == [(77_777, [(1_000, 0b100), (1_500, 0)], b"", 1024)]


def test_presses_in_the_same_microsecond_are_one_capture_and_a_microsecond_apart_are_two():
    bench = Bench()
    bench.board.press(0, 1_000, hold_us=50)
    bench.board.press("slap3", 1_000, hold_us=60)
    bench.board.press(1, 1_001, hold_us=80)
    bench.board.advance(2_000)
    assert bench.edges == [(1_000, 0b10001), (1_001, 0b10011), (1_050, 0b10010), (1_060, 0b10), (1_081, 0)]


def test_edges_at_changes_several_inputs_in_one_capture():
    bench = Bench()
    bench.board.edges_at(10, {0: True, 3: True})
    bench.board.edges_at(20, {0: False, 5: True})
    bench.board.advance(30)
    assert bench.edges == [(10, 0b1001), (20, 0b101000)]


def test_a_bounce_opens_and_closes_the_contact():
    bench = Bench()
    bench.board.press(0, 1_000, hold_us=1_000, bounce=bounces(2))
    bench.board.advance(3_000)
    assert bench.edges == [(1_000, 1), (1_150, 0), (1_210, 1), (1_360, 0), (1_420, 1), (2_000, 0)]


def test_two_fingers_on_one_pad_are_one_press():
    bench = Bench()
    bench.board.press(0, 1_000, hold_us=1_000)
    bench.board.press(0, 1_500, hold_us=1_000)
    bench.board.advance(9_000)
    assert bench.edges == [(1_000, 1), (2_500, 0)]


def test_a_pad_is_held_until_it_is_released():
    bench = Bench()
    bench.board.press(0, 1_000, hold_us=None, bounce=(10, 20))
    bench.board.release(0, 500_000)
    bench.board.advance(900_000)
    assert bench.edges == [(1_000, 1), (1_010, 0), (1_020, 1), (500_000, 0)]


def test_a_press_in_the_past_is_refused_with_the_time_that_would_do():
    bench = Bench()
    bench.board.advance(1_000)
    with pytest.raises(PastPressError, match="ask for 1001 µs or later"):
        bench.board.press(0, 1_000)
    bench.board.press(0, bench.board.earliest_us)


@given(st.integers(-200_000, 200_000), st.integers(0, 1 << 40), st.integers(0, 1 << 33))
def test_the_earliest_press_is_always_stamped_later_than_the_last_turn(ppb, lived, start):
    bench = Bench(start=start, drift_ppb=ppb, period=1 << 40)
    bench.board.advance(lived)
    earliest = bench.board.earliest_us
    assert bench.board.clock.ticks(earliest) > bench.board.clock.ticks(lived)
    assert earliest <= lived + 2


def test_bytes_and_room_reach_the_core_at_the_next_turn_once():
    bench = Bench()
    bench.board.advance(0)
    bench.board.receive(100, b"ab")
    bench.board.receive(110, b"c")
    assert bench.board.wake_us == 100
    bench.board.advance(120, room=7)
    bench.board.advance(130)
    assert [turn[2:] for turn in bench.cores[0].turns] == [(b"", 1024), (b"abc", 7), (b"", 1024)]


def test_it_wants_to_be_woken_at_the_next_edge_or_when_the_core_says_so():
    bench = Bench()
    assert bench.board.wake_us == 0
    bench.board.advance(0)
    assert bench.board.wake_us == 1_000_000
    bench.board.press(0, 40_000)
    assert bench.board.wake_us == 40_000
    bench.cores[0].wait_us = 0
    bench.board.advance(200_000)
    assert bench.board.wake_us == 200_000 + LOOP_US
    bench.board.advance(300_000, room=0)
    assert bench.board.wake_us == 300_000 + BLOCKED_US


def test_a_slow_crystal_makes_it_wake_later_in_true_time():
    bench = Bench(drift_ppb=-1_000_000)
    bench.board.advance(0)
    assert bench.board.clock.ticks(bench.board.wake_us) == 1_000_000
    assert bench.board.wake_us == 1_001_002


def test_stamps_are_those_of_the_skewed_wrapping_timer():
    bench = Bench(start=(1 << 32) - 1_000, drift_ppb=BILLION // 1_000)
    bench.board.press(0, 500_000, hold_us=500_000)
    bench.board.advance(2_000_000)
    assert bench.edges == [(500_500 - 1_000, 1), (1_001_000 - 1_000, 0)]
    assert bench.cores[0].turns[0][0] == 2_002_000 - 1_000


def test_a_reboot_is_a_new_boot_with_a_timer_from_nought_and_no_memory():
    bench = Bench(start=123_456)
    bench.board.press(0, 1_000, hold_us=100_000)
    bench.board.receive(1_500, b"lost")
    bench.board.reboot(2_000)
    bench.board.advance(2_000)
    bench.board.advance(200_000)
    first, second = bench.cores
    assert first.closed
    assert first.turns == []
    assert second.turns == [(0, [], b"", 1024), (198_000, [(99_000, 0)], b"", 1024)]
    assert first.identity.boot == 5
    assert second.identity.boot not in (0, 5)
    assert second.identity.uid == first.identity.uid == UID
    assert (first.identity.reset_cause, second.identity.reset_cause) == (0, 1)


def test_boot_ids_are_all_different_and_the_same_each_time():
    ids = list(itertools.islice(boot_ids(9), 100))
    assert len(set(ids)) == 100
    assert ids == list(itertools.islice(boot_ids(9), 100))


def test_time_does_not_go_back():
    bench = Bench()
    bench.board.advance(10)
    with pytest.raises(ValueError, match="Time goes back"):
        bench.board.advance(9)


@given(
    st.integers(0, 1 << 34),
    st.integers(-100_000, 100_000),
    st.integers(0, 1 << 40),
    st.integers(-50, 1 << 34),
)
def test_true_us_is_the_first_moment_at_which_the_ticks_are_reached(start, ppb, origin, after):
    clock = SkewedClock(origin, start, ppb)
    at = clock.true_us(start + after)
    assert clock.ticks(at) >= start + after > clock.ticks(at - 1)


def test_the_default_pads_are_a_slap_and_a_flip_a_seat():
    assert seat_roles(3) == bytes([1, 2, 1 | 1 << 5, 2 | 1 << 5, 1 | 2 << 5, 2 | 2 << 5])
    assert len(seat_roles(8)) == 16
    assert pad_names(seat_roles(2)) == ("slap1", "flip1", "slap2", "flip2")
    assert pad_names(bytes([role_byte("stock3", 1)])) == ("stock3-2",)


def test_pads_are_found_by_number_and_name():
    roles = seat_roles(2)
    assert [find_input(roles, which) for which in (0, "3", "slap2", "flip1")] == [0, 3, 2, 1]


@pytest.mark.parametrize("which", [4, -1, "4", "slap3", "", "²", "slap"])
def test_a_pad_that_is_not_there_is_named_with_those_that_are(which):
    with pytest.raises(PadError, match="it has 0 to 3, also called slap1, flip1, slap2, flip2"):
        find_input(seat_roles(2), which)


@pytest.mark.parametrize(
    ("hold_us", "bounce", "why"),
    [
        (0, (), "at least 1 µs"),
        (100, (10,), "even number"),
        (100, (20, 10), "each later"),
        (100, (0, 10), "each later"),
        (100, (50, 100), "longer than the press"),
    ],
)
def test_a_press_that_would_not_end_as_it_began_is_refused_and_changes_nothing(hold_us, bounce, why):
    bench = Bench()
    with pytest.raises(PadError, match=why):
        bench.board.press(0, 10, hold_us, bounce)
    bench.board.advance(1_000)
    assert bench.edges == []


def test_boards_that_cannot_be_are_refused():
    for seats in (0, 9):
        with pytest.raises(PadError, match="1 to 8 seats"):
            seat_roles(seats)
    with pytest.raises(PadError, match="1 to 26 inputs"):
        Bench(roles=bytes(27))
    with pytest.raises(PadError, match="has the role 31"):
        Bench(roles=bytes([1, 31]))
    with pytest.raises(ValueError, match="8 bytes"):
        simulate(uid=b"short", boot=1, roles=seat_roles(1))


def test_the_real_core_reports_presses_with_their_stamps_and_one_index_for_a_tie():
    wired = simulate(uid=UID, boot=7, roles=seat_roles(8))
    host = VirtualHost(wired)
    wired.board.press("slap1", 1_000_000, bounce=bounces(3))
    wired.board.press("slap8", 1_000_001)
    for pad in ("slap2", "slap3"):
        wired.board.press(pad, 2_000_000)
    host.run(3_000_000)
    # A press is numbered when it is confirmed: one that bounces longer may get its number later.
    presses = sorted((press for press in host.all(Press) if press.pressed), key=lambda press: press.t_us)
    assert [(p.role, p.group, p.t_us) for p in presses] == [
        ("slap", 0, 1_000_000),
        ("slap", 7, 1_000_001),
        ("slap", 1, 2_000_000),
        ("slap", 2, 2_000_000),
    ]
    first, second, *tie = (press.index for press in presses)
    assert first < second
    assert tie[0] == tie[1]


def test_the_same_calls_give_the_same_bytes():
    def run() -> bytes:
        wired = simulate(uid=UID, boot=7, roles=seat_roles(4))
        for n in range(100):
            wired.board.press(n % 8, 100_000 + n * 71_003, bounce=bounces(n % 4))
        host = VirtualHost(wired)
        host.run(10_000_000)
        return host.received

    assert run() == run()


def everything(start: StartCore = InProcess) -> VirtualHost:
    """A host and a board with a sync wire and a photodiode."""
    roles = seat_roles(2) + bytes((messages.ROLE_SYNC, messages.ROLE_PHOTO))
    return VirtualHost(simulate(uid=UID, boot=7, roles=roles, start=start))


def test_it_shows_the_lights_and_the_sounds_that_were_ordered():
    host = everything()
    board = host.wired.board
    host.run(100_000)
    (hello,) = host.all(Hello)
    assert (hello.capture, hello.lights, hello.build, hello.settings_refused) == ("simulated", 2, "", False)
    host.link.set_lights(host.now_us, bytes((messages.LIGHT_OFF, messages.LIGHT_FIND)))
    host.link.buzz(host.now_us, 880, 200)
    host.run(200_000)
    assert board.lights == bytes((messages.LIGHT_OFF, messages.LIGHT_FIND))
    ((at_us, *sound),) = board.sounds
    assert sound == [880, 200]
    assert 100_000 <= at_us <= 200_000
    host.link.to_repl(host.now_us)
    host.run(300_000)
    assert [result.status for result in host.all(Result)] == ["done", "done", "absent"]
    board.reboot(300_001)
    assert board.lights == bytes(2)


def test_sync_and_photodiode_are_pressed_by_their_names_and_belong_to_no_seat():
    host = everything()
    host.run(100_000)
    host.wired.board.press("sync", 200_000, hold_us=100)
    host.wired.board.press("photo", 200_000, hold_us=10_000)
    host.run(300_000)
    host.link.arm(host.now_us, True)
    host.run(400_000)
    assert host.wired.board.armed
    host.wired.board.press("photo", 500_000, hold_us=10_000)
    host.run(600_000)
    pressed = [(press.role, press.t_us) for press in host.all(Press) if press.pressed]
    assert pressed == [("sync", 200_000), ("photo", 500_000)]


def test_a_finger_that_stays_through_a_reboot_gives_no_press():
    host = everything()
    host.wired.board.press("slap1", 100_000, hold_us=900_000)
    host.run(500_000)
    host.wired.board.reboot(500_000)
    host.wired.board.press("slap1", 1_200_000)
    host.run(5_000_000)
    first, second = (press for press in host.all(Press) if press.pressed)
    assert (first.boot, first.t_us) == (7, 100_000)
    assert second.boot != 7
    assert second.t_us == 700_000


@pytest.mark.parametrize("which", ["LAPSY_MICROPYTHON", "LAPSY_MICROPYTHON32"])
def test_orders_reach_a_core_in_another_process_too(which):
    interpreter = os.environ.get(which)
    if not interpreter:
        pytest.skip(f"{which} names no MicroPython for Unix")
    host = everything(micropython(interpreter))
    try:
        host.run(100_000)
        host.link.set_lights(host.now_us, bytes((messages.LIGHT_WON, messages.LIGHT_TURN)))
        host.link.buzz(host.now_us, 440, 100)
        host.link.arm(host.now_us, True)
        host.run(200_000)
        board = host.wired.board
        assert (board.lights, [sound[1:] for sound in board.sounds], board.armed) == (
            b"\3\2",
            [(440, 100)],
            True,
        )
        host.wired.board.press("slap1", 300_000, hold_us=None)
        host.wired.board.reboot(350_000)
        host.run(3_000_000)
        assert host.link.last_beat is not None
        assert (host.link.last_beat.stuck, board.lights) == (1, bytes(2))
    finally:
        host.wired.close()
