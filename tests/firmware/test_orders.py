"""What a host orders of a board: what is done, what is refused, and when an order ends."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import Parts
from lapsy.boards.firmware import messages as m

Hands = Any  # the class Hand of conftest

ROLES = bytes((m.ROLE_SLAP, m.ROLE_FLIP, m.ROLE_SYNC, m.ROLE_PHOTO))
SLAP, _, SYNC, PHOTO = (1 << n for n in range(4))

DONE = [
    (m.OP_HOLD_OFF, struct.pack("<I", 2_000)),
    (m.OP_HOLD_OFF, struct.pack("<I", 500_000)),
    (m.OP_EDGES, b"\1"),
    (m.OP_LIGHTS, bytes((m.LIGHT_FIND,))),
    (m.OP_LIGHTS, bytes(range(4))),
    (m.OP_BEAT, struct.pack("<I", 10_000)),
    (m.OP_BEAT, struct.pack("<I", 500_000)),
    (m.OP_REPL, m.REPL_KEY),
    (m.OP_BUZZ, struct.pack("<HH", 0, 0)),
    (m.OP_BUZZ, struct.pack("<HH", 20, 5_000)),
    (m.OP_BUZZ, struct.pack("<HH", 20_000, 1)),
    (m.OP_ARM, b"\1"),
    (m.OP_ARM, b"\0"),
    (m.OP_SYNC, struct.pack("<I", 0)),
    (m.OP_SYNC, struct.pack("<I", 100_000)),
    (m.OP_SYNC, struct.pack("<I", 10_000_000)),
    (m.OP_INPUT, struct.pack("<BIH", 3, 2_000, 1)),
    (m.OP_INPUT, struct.pack("<BIH", 0, 500_000, 2_000)),
]
REFUSED = [
    (m.OP_HOLD_OFF, struct.pack("<I", 1_999)),
    (m.OP_HOLD_OFF, struct.pack("<I", 500_001)),
    (m.OP_HOLD_OFF, b""),
    (m.OP_EDGES, b"\2"),
    (m.OP_EDGES, b""),
    (m.OP_LIGHTS, b""),
    (m.OP_LIGHTS, bytes(5)),
    (m.OP_LIGHTS, bytes((m.LIGHT_FIND + 1,))),
    (m.OP_BEAT, struct.pack("<I", 9_999)),
    (m.OP_BEAT, struct.pack("<I", 500_001)),
    (m.OP_BEAT, b"\0\0\0"),
    (m.OP_REPL, b"repl"),
    (m.OP_BUZZ, struct.pack("<HH", 19, 1)),
    (m.OP_BUZZ, struct.pack("<HH", 20_001, 1)),
    (m.OP_BUZZ, struct.pack("<HH", 440, 5_001)),
    (m.OP_BUZZ, b"\0"),
    (m.OP_ARM, b"\2"),
    (m.OP_ARM, b""),
    (m.OP_SYNC, struct.pack("<I", 99_999)),
    (m.OP_SYNC, struct.pack("<I", 10_000_001)),
    (m.OP_SYNC, b"\0" * 5),
    (m.OP_INPUT, struct.pack("<BIH", 0, 1_999, 300)),
    (m.OP_INPUT, struct.pack("<BIH", 0, 500_001, 300)),
    (m.OP_INPUT, struct.pack("<BIH", 0, 30_000, 0)),
    (m.OP_INPUT, struct.pack("<BIH", 0, 30_000, 2_001)),
    (m.OP_INPUT, b"\0" * 6),
]
ABSENT = [
    (m.OP_LIGHTS, b"\1"),
    (m.OP_BUZZ, struct.pack("<HH", 440, 100)),
    (m.OP_ARM, b"\1"),
    (m.OP_SYNC, struct.pack("<I", 1_000_000)),
    (m.OP_INPUT, struct.pack("<BIH", 3, 30_000, 300)),
    (m.OP_REPL, m.REPL_KEY),
]


def whole(hand: Hands, **more: Any) -> Any:
    """A board with every part."""
    parts = Parts(capture=m.CAPTURE_PIO, lights=4, buzzer=True, sync_out=True, repl=True)
    return hand(roles=ROLES, parts=parts, **more)


def order(board: Any, op: int, args: bytes, number: int = 5) -> int:
    """The status of one order's RESULT."""
    board.say(wire.command(number, op, args))
    (result,) = [each for each in board.at(board.now + 1) if isinstance(each, wire.Result)]
    assert (result.command, result.t_us) == (number, board.now)
    return int(result.status)


def events(said: list[wire.Message]) -> list[tuple[int, int]]:
    return [(each.code, each.t_us) for each in said if isinstance(each, wire.Event)]


@pytest.mark.parametrize(("op", "args"), DONE)
def test_done(hand: Hands, op: int, args: bytes) -> None:
    assert order(whole(hand), op, args) == m.STATUS_OK


@pytest.mark.parametrize(("op", "args"), REFUSED)
def test_refused_and_nothing_changed(hand: Hands, op: int, args: bytes) -> None:
    board = whole(hand)
    before = vars(board.core.orders) | {"lights": bytes(board.core.orders.lights)}
    assert order(board, op, args) == m.STATUS_BAD_ARGUMENT
    after = vars(board.core.orders) | {"lights": bytes(board.core.orders.lights)}
    assert after | {"changes": 0} == before | {"changes": 0}


@pytest.mark.parametrize(("op", "args"), ABSENT)
def test_a_board_without_the_part_says_so(hand: Hands, op: int, args: bytes) -> None:
    assert order(hand(), op, args) == m.STATUS_ABSENT


def test_unknown(hand: Hands) -> None:
    assert order(whole(hand), 99, b"") == m.STATUS_UNKNOWN


def test_arguments_that_are_not_all_there_are_refused(hand: Hands) -> None:
    board = whole(hand)
    board.say(wire.encode(m.CMD, 0, struct.pack(m.F_CMD, 5, m.OP_LIGHTS, 3) + b"\1\1"))
    (result,) = [each for each in board.at(board.now + 1) if isinstance(each, wire.Result)]
    assert result.status == m.STATUS_BAD_ARGUMENT


def test_lights_change_from_the_first_on_and_the_others_stay(hand: Hands) -> None:
    board = whole(hand)
    order(board, m.OP_LIGHTS, bytes((1, 2, 3, 4)))
    order(board, m.OP_LIGHTS, bytes((5, 0)))
    assert bytes(board.core.orders.lights) == bytes((5, 0, 3, 4))


def test_the_beat_changes_at_once(hand: Hands) -> None:
    board = hand()
    order(board, m.OP_BEAT, struct.pack("<I", 50_000))
    beats = [each for each in board.until(1_000_000) if isinstance(each, wire.Beat)]
    assert len(beats) == 19


def test_the_hold_off_of_all_is_that_of_the_buttons(hand: Hands) -> None:
    board = whole(hand)
    order(board, m.OP_HOLD_OFF, struct.pack("<I", 100_000))
    said = board.at(10_000, (5_000, SLAP | SYNC), (5_100, SLAP), (9_000, 0))
    said += board.until(107_000)
    assert events(said) == [(0x82, 5_000), (0x80, 5_000), (0x02, 7_000), (0x00, 105_000)]


def test_one_inputs_times_change_alone(hand: Hands) -> None:
    board = whole(hand)
    order(board, m.OP_INPUT, struct.pack("<BIH", 1, 2_000, 50))
    said = board.at(6_000, (5_000, 3), (5_060, 0))
    said += board.until(60_000)
    assert events(said) == [(0x81, 5_000), (0x01, 7_000)]


def test_a_sync_pulse_is_an_event_like_any_other(hand: Hands) -> None:
    """Ten microseconds are enough: it is driven and does not bounce. Less is a glitch."""
    board = whole(hand)
    said = board.at(6_000, (5_000, SYNC), (5_010, 0), (5_900, SYNC), (5_909, 0))
    said += board.until(20_000)
    assert events(said) == [(0x82, 5_000), (0x02, 7_000)]


def test_the_photodiode_is_deaf_until_it_is_armed(hand: Hands) -> None:
    board = whole(hand)
    assert events(board.at(6_000, (5_000, PHOTO), (5_500, 0))) == []
    assert order(board, m.OP_ARM, b"\1") == m.STATUS_OK
    said = board.at(30_000, (20_000, PHOTO), (28_000, 0)) + board.until(40_000)
    assert events(said) == [(0x83, 20_000), (0x03, 28_000)]
    order(board, m.OP_ARM, b"\0")
    assert events(board.at(60_000, (50_000, PHOTO)) + board.until(70_000)) == []


def test_a_photodiode_that_is_disarmed_in_the_light_is_no_longer_down(hand: Hands) -> None:
    board = whole(hand)
    order(board, m.OP_ARM, b"\1")
    said = board.at(30_000, (20_000, PHOTO)) + board.until(150_000)
    assert [each.pressed for each in said if isinstance(each, wire.Beat)][-1] == PHOTO
    order(board, m.OP_ARM, b"\0")
    said = board.until(300_000)
    assert [each.pressed for each in said if isinstance(each, wire.Beat)][-1] == 0


def test_a_light_that_shines_when_it_is_armed_is_no_flash(hand: Hands) -> None:
    board = whole(hand)
    board.at(6_000, (5_000, PHOTO))
    order(board, m.OP_ARM, b"\1")
    said = board.at(20_000, (10_000, 0), (19_000, PHOTO)) + board.until(30_000)
    assert events(said) == [(0x83, 19_000)]


def test_what_a_capture_tells_of_the_light_after_arming_is_no_flash_either(hand: Hands) -> None:
    board = whole(hand)
    order(board, m.OP_ARM, b"\1")
    board.core.photo(PHOTO, board.now + 50)
    # What was captured before it was armed still tells of a photodiode that was left out.
    early = (board.now + 20, SLAP)
    said = board.at(20_000, early, (10_000, PHOTO | SLAP), (11_000, SLAP), (19_000, PHOTO | SLAP))
    said += board.until(30_000)
    assert events(said) == [(0x80, early[0]), (0x83, 19_000)]


def test_a_new_host_finds_a_board_without_orders_and_the_same_host_its_own(hand: Hands) -> None:
    board = whole(hand)
    for op, args in [
        (m.OP_LIGHTS, bytes((1, 1, 1, 1))),
        (m.OP_ARM, b"\1"),
        (m.OP_SYNC, struct.pack("<I", 1_000_000)),
        (m.OP_BUZZ, struct.pack("<HH", 440, 5_000)),
        (m.OP_EDGES, b"\1"),
        (m.OP_BEAT, struct.pack("<I", 50_000)),
        (m.OP_HOLD_OFF, struct.pack("<I", 50_000)),
    ]:
        assert order(board, op, args) == m.STATUS_OK
    orders = board.core.orders
    board.say(wire.hello_request(99))
    board.at(board.now + 1)
    assert (bytes(orders.lights), orders.armed, orders.sync_us, orders.edges) == (
        b"\1" * 4,
        True,
        1_000_000,
        True,
    )
    changes, buzzes = orders.changes, orders.buzzes
    board.say(wire.hello_request(100))
    board.at(board.now + 1)
    assert (bytes(orders.lights), orders.armed, orders.sync_us, orders.edges) == (bytes(4), False, 0, False)
    assert (orders.buzz_hz, orders.buzzes, orders.beat_us) == (0, buzzes + 1, 100_000)
    assert orders.changes > changes
    start = board.now + 1_000
    said = board.at(start + 35_000, (start, SLAP | PHOTO), (start + 10_000, 0))
    assert events(said) == [(0x80, start), (0x00, start + 30_000)]
