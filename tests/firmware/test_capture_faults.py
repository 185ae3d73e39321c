"""What a capture declares lost: a fault, a numbered loss over the time in question, and an honest watermark."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards import wire
from lapsy.boards.firmware import Core
from lapsy.boards.firmware import messages as m

Hands = Any  # the class Hand of conftest
LOST = -m.FAULT_CAPTURE_OVERRUN


def only(kind: Any, said: list[wire.Message]) -> list[Any]:
    return [each for each in said if isinstance(each, kind)]


@pytest.mark.parametrize("code", [m.FAULT_CAPTURE_OVERRUN, m.FAULT_CAPTURE_STALL])
def test_a_lap_is_a_fault_and_a_loss_from_the_stamp_before_to_its_own(hand: Hands, code: int) -> None:
    board = hand()
    board.at(2_000)
    said = board.at(9_000, (3_000, 1), (7_000, -code), (7_000, 2))
    assert only(wire.Fault, said) == [wire.Fault(code, 1, 7_000)]
    assert only(wire.Loss, said) == [wire.Loss(2, m.LOST_EVENTS, 1, 3_000, 7_000)]
    assert [(e.seq, e.code, e.t_us, e.index) for e in only(wire.Event, said)] == [(1, 0x80, 3_000, 1)]
    said = board.at(40_000)
    assert [(e.code, e.t_us) for e in only(wire.Event, said)] == [(0x00, 33_000)]


def events(said: list[wire.Message]) -> list[tuple[int, int]]:
    return [(each.code, each.t_us) for each in only(wire.Event, said)]


def test_what_went_down_while_edges_were_lost_is_no_press_with_a_late_stamp(hand: Hands) -> None:
    """Nobody knows when it went down: the loss says that something is missing, the next press counts."""
    board = hand()
    board.at(2_000)
    said = board.at(9_000, (7_000, LOST), (7_000, 0b10)) + board.at(20_000)
    assert events(said) == []
    assert len(only(wire.Loss, said)) == 1
    said = board.at(60_000, (50_000, 0b11)) + board.at(75_000, (70_000, 0b01))
    assert events(said) == [(0x80, 50_000)]
    said = board.at(110_000, (101_000, 0b11)) + board.at(120_000)
    assert events(said)[-1] == (0x81, 101_000)


def test_a_burst_that_began_before_edges_were_lost_keeps_its_stamp(hand: Hands) -> None:
    board = hand()
    said = board.at(5_400, (5_000, 1), (5_100, 0), (5_300, LOST), (5_300, 1)) + board.at(6_000)
    assert events(said) == [(0x80, 5_000)]


def test_a_press_goes_on_over_lost_edges_until_its_release(hand: Hands) -> None:
    board = hand()
    said = board.at(60_000, (5_000, 1), (50_000, LOST), (50_000, 1)) + board.at(
        70_000, (65_000, LOST), (65_000, 0)
    )
    said += board.at(80_000)
    assert events(said) == [(0x80, 5_000), (0x00, 65_000)]
    said = board.at(100_000, (90_000, 1)) + board.at(110_000, (95_500, 0), (95_700, LOST), (95_700, 1))
    said += board.at(150_000)
    assert events(said)[-1] == (0x80, 90_000)  # it bounced in its hold-off, and is still down
    assert events(board.at(240_000, (200_000, 0)))[-1] == (0x00, 200_000)


def test_a_loss_does_not_reach_behind_what_was_drained_before(hand: Hands) -> None:
    board = hand()
    board.at(6_000, (5_000, 1))
    board.say(wire.ping(1, 0))
    (pong,) = only(wire.Pong, board.at(800_000))
    assert pong.t_us == 799_999
    (loss,) = only(wire.Loss, board.at(900_000, (890_000, LOST), (890_000, 0)))
    assert (loss.from_us, loss.to_us) == (800_000, 890_000)


def test_an_unknown_fault_is_still_a_loss(hand: Hands) -> None:
    board = hand()
    said = board.at(9_000, (7_000, -99), (7_000, 0))
    assert only(wire.Fault, said)[0].code == m.FAULT_CAPTURE_OVERRUN
    assert len(only(wire.Loss, said)) == 1


def test_a_full_outbox_holds_the_watermark_below_a_lap_until_it_has_its_number(hand: Hands) -> None:
    board = hand(capacity=4)
    board.press(10_000)
    board.press(110_000)
    board.say(wire.ping(1, 0))
    said = board.at(400_000, (300_000, LOST), (300_000, 0), room=10_000)
    (pong,) = only(wire.Pong, said)
    from_us = pong.t_us + 1
    assert from_us == 185_000  # the step before
    board.ack(3)
    (loss,) = only(wire.Loss, board.at(500_000))
    assert (loss.seq, loss.from_us, loss.to_us) == (5, from_us, 300_000)
    board.say(wire.ping(2, 0))
    (pong,) = only(wire.Pong, board.at(500_001))
    assert (pong.t_us, pong.next_seq) == (500_000, 6)


steps = st.lists(
    st.tuples(
        st.integers(1, 200_000),  # until the next reading
        st.lists(st.tuples(st.integers(0, 1_000), st.one_of(st.integers(0, 7), st.just(LOST))), max_size=4),
        st.booleans(),  # acknowledge
        st.booleans(),  # room on the line
    ),
    max_size=25,
)


@given(steps, st.integers(4, 12))
def test_nothing_numbered_later_lies_at_or_before_a_watermark_that_was_given(
    turns: list[tuple[int, list[tuple[int, int]], bool, bool]], capacity: int
) -> None:
    core = Core(bytes(8), 7, b"\x01\x21\x41", capacity=capacity)
    core.step(1_000, [], wire.hello_request(1), 10_000)
    now = 1_000
    given_: list[tuple[int, int]] = []  # watermark, next
    numbered: dict[int, tuple[int, int]] = {}  # number -> first and last stamp
    decoder = wire.Decoder()
    rx = b""
    for wait, edges, acknowledge, room in turns:
        before, now = now, now + wait
        stamps = sorted(before + 1 + at * (wait - 1) // 1_000 for at, _ in edges)
        captures = [(t, word) for t, (_, word) in zip(stamps, edges, strict=True)]
        tx, _ = core.step(now, captures, rx + wire.ping(1, 0), 10_000 if room else 0)
        rx = b""
        for said in decoder.feed(tx):
            if isinstance(said, wire.Event):
                numbered[said.seq] = (said.t_us, said.t_us)
            elif isinstance(said, wire.Loss):
                assert said.from_us <= said.to_us
                numbered[said.seq] = (said.from_us, said.to_us)
            elif isinstance(said, wire.Pong | wire.Beat):
                given_.append((said.t_us, said.next_seq))
        if acknowledge and numbered:
            rx = wire.ack(7, max(numbered) + 1)
    for number, (first, _) in numbered.items():
        for mark, following in given_:
            assert number < following or first > mark, (number, first, mark, following)
