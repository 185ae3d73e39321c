"""The core: what a board says, when, and what it does with what it hears."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import Core, messages

Hands = Any  # the class Hand of conftest


def only(kind: Any, decoded: list[wire.Message]) -> list[Any]:
    return [each for each in decoded if isinstance(each, kind)]


def seqs(decoded: list[wire.Message]) -> list[int]:
    return [each.seq for each in decoded if isinstance(each, wire.Event | wire.Loss | wire.Batch)]


def test_a_board_says_nothing_before_it_is_asked(hand: Hands) -> None:
    board = hand(greet=False)
    said = board.at(1_000, (900, 1))
    said += board.until(3_000_000)
    assert said == []
    board.say(wire.hello_request(42))
    said = board.at(3_000_001)
    assert [type(each) for each in said] == [wire.Hello, wire.Event, wire.Beat]
    assert said[0] == wire.Hello(
        1, 0, bytes(range(1, 9)), 7, messages.VERSION, 42, 3_000_001, 1, 2, 1024, 0, b"\x01\x21\x41",
        messages.CAPTURE_SIMULATED,
    )  # fmt: skip
    assert said[1] == wire.Event(1, 0x80, 0, 1, 900)


def test_presses_of_one_capture_share_stamp_and_index(hand: Hands) -> None:
    board = hand()
    said = board.at(6_000, (5_000, 0b001), (5_001, 0b111))
    assert only(wire.Event, said) == [
        wire.Event(1, 0x80, 0, 1, 5_000),
        wire.Event(2, 0x81, 0, 2, 5_001),
        wire.Event(3, 0x82, 0, 2, 5_001),
    ]


def test_an_input_without_a_role_is_no_input(hand: Hands) -> None:
    board = hand(roles=b"\x00\x01")
    assert [e.code for e in only(wire.Event, board.at(9_000, (5_000, 0b111)))] == [0x81]


def test_beats_every_100_ms_with_levels_and_counters(hand: Hands) -> None:
    board = hand()
    board.say(b"AT+GMM\r\n", b"~AAAA\n", b"~" + b"x" * 500 + b"\n", wire.encode(0x70, 0, b"later"))
    board.say(wire.encode(messages.ACK, 0, b"short"))
    said = board.at(50_000, (5_000, 0b010), (49_000, 0b011), (49_100, 0b010))
    said += board.until(1_000_900)
    beats = only(wire.Beat, said)
    assert [beat.t_us for beat in beats] == [1_000 + 100_000 * n - 1 for n in range(1, 10)]
    last = beats[-1]
    assert (last.pressed, last.next_seq, last.acked) == (0b010, 2, 1)
    assert (last.damaged, last.ignored, last.glitches, last.lost) == (2, 3, 1, 0)


def test_a_ping_is_answered_after_the_wished_delay_and_carries_the_watermark(hand: Hands) -> None:
    board = hand()
    board.say(wire.ping(5, 123, 1_200))
    assert only(wire.Pong, board.at(20_000)) == []
    assert board.wait == 1_200
    assert only(wire.Pong, board.at(21_200)) == [wire.Pong(5, 123, 20_000, 1_200, 21_199, 1)]


def test_a_ping_came_when_its_first_byte_was_there(hand: Hands) -> None:
    board = hand()
    tx, _ = board.core.step(20_000, [], wire.ping(5, 123, 0), 4_000, 18_700)
    (pong,) = only(wire.Pong, wire.Decoder().feed(tx))
    assert (pong.t2_us, pong.hold_us, pong.t_us) == (18_700, 1_300, 19_999)
    tx, _ = board.core.step(21_000, [], wire.ping(6, 123, 0), 4_000, 21_003)  # nothing comes after it is read
    assert only(wire.Pong, wire.Decoder().feed(tx))[0].t2_us == 21_000


def test_an_unconfirmed_edge_holds_the_watermark(hand: Hands) -> None:
    board = hand()
    board.say(wire.ping(1, 0))
    (held,) = only(wire.Pong, board.at(20_000, (19_900, 1)))
    assert (held.t_us, held.next_seq) == (19_899, 1)
    board.say(wire.ping(2, 0))
    said = board.at(20_200)
    (free,) = only(wire.Pong, said)
    assert seqs(said) == [1]
    assert (free.t_us, free.next_seq) == (20_199, 2)


def test_a_press_in_the_hold_off_of_a_release_holds_the_watermark(hand: Hands) -> None:
    board = hand()
    board.at(9_000, (5_000, 1))
    board.at(60_000, (50_000, 0))
    board.say(wire.ping(1, 0))
    (held,) = only(wire.Pong, board.at(75_000, (70_000, 1)))
    assert held.t_us == 69_999
    (press,) = only(wire.Event, board.at(81_000))[-1:]
    assert (press.code, press.t_us) == (0x80, 70_000)


def test_sent_again_after_100_ms_until_acknowledged(hand: Hands) -> None:
    board = hand()
    board.press(5_000)
    assert seqs(board.at(90_000)) == [1, 2]
    assert seqs(board.until(189_999)) == []
    assert seqs(board.at(190_000)) == [1, 2]
    board.ack(2)
    assert seqs(board.at(200_000)) == []
    assert seqs(board.until(300_000)) == [2]
    board.ack(3)
    assert seqs(board.until(900_000)) == []


def test_a_gap_or_a_hello_request_brings_them_at_once(hand: Hands) -> None:
    board = hand()
    board.press(5_000)
    board.press(105_000)
    assert seqs(board.at(190_000)) == [1, 2, 3, 4]
    board.ack(2, gap=True)
    assert seqs(board.at(190_001)) == [2, 3, 4]
    board.say(wire.hello_request(5))
    said = board.at(190_002)
    assert isinstance(said[0], wire.Hello)
    assert (said[0].first_seq, said[0].next_seq) == (2, 5)
    assert seqs(said) == [2, 3, 4]


@pytest.mark.parametrize("line", [wire.ack(8, 3), wire.ack(7, 4), wire.ack(7, 0), wire.ack(7, 1)])
def test_an_acknowledgement_of_another_life_or_of_nothing_frees_nothing(hand: Hands, line: bytes) -> None:
    board = hand()
    board.press(5_000)
    board.at(90_000)
    board.say(line)
    board.at(90_001)
    board.ack(1, gap=True)
    assert seqs(board.at(90_002)) == [1, 2]


def test_no_more_than_a_window_on_the_line(hand: Hands) -> None:
    board = hand()
    for n in range(40):
        board.press(5_000 + n * 100_000)
    assert seqs(board.at(5_000_000)) == list(range(1, messages.WINDOW + 1))
    board.ack(11)
    assert seqs(board.at(5_000_001)) == list(range(messages.WINDOW + 1, messages.WINDOW + 11))


def test_room_is_respected_and_the_order_kept(hand: Hands) -> None:
    board = hand()
    board.press(5_000)
    board.press(105_000)
    board.say(wire.ping(1, 0))
    said = []
    for n in range(40):
        said += board.at(300_000 + n, room=70)
        assert board.wait <= 1_000_000
    assert seqs(said) == [1, 2, 3, 4]
    assert [type(each) for each in said] == [*[wire.Event] * 4, wire.Pong, wire.Beat]
    board.at(600_000, room=0)
    assert board.wait == 1_000  # something waits for room


def test_full_keeps_the_oldest_and_declares_the_loss_as_an_interval(hand: Hands) -> None:
    board = hand(capacity=4)
    for n in range(5):
        board.press(10_000 + n * 100_000)
    said = board.at(600_000)
    assert seqs(said) == [1, 2, 3, 4]
    (beat,) = only(wire.Beat, said)
    assert (beat.lost, beat.next_seq) == (6, 5)
    assert beat.t_us == 209_999  # below the first that was lost, until the loss has its number
    board.ack(3)
    said = board.at(600_001)
    assert only(wire.Loss, said) == [wire.Loss(5, messages.LOST_EVENTS, 6, 210_000, 450_000)]
    board.press(700_000)
    said = board.at(800_000)
    assert only(wire.Event, said)[-1] == wire.Event(6, 0x80, 0, 11, 700_000)  # the release found no place
    assert only(wire.Beat, said)[0].t_us == 739_999
    board.ack(7)
    assert only(wire.Loss, board.at(800_001)) == [wire.Loss(7, messages.LOST_EVENTS, 1, 740_000, 740_000)]


def test_raw_edges_follow_in_batches_when_wanted(hand: Hands) -> None:
    board = hand(edges=True)
    said = board.at(5_300, (5_000, 1), (5_040, 0), (5_100, 3))
    assert seqs(said) == []  # the press is not confirmed, the edges wait for company
    said = board.until(60_000)
    edges = [edge for batch in only(wire.Batch, said) for edge in batch.edges]
    assert edges == [(1, 0x80, 5_000), (2, 0x00, 5_040), (3, 0x80, 5_100), (3, 0x81, 5_100)]
    assert [(e.code, e.t_us) for e in only(wire.Event, said)] == [(0x80, 5_000), (0x81, 5_100)]


def test_waiting_edges_go_out_alone_after_20_ms_and_before_any_answer(hand: Hands) -> None:
    board = hand(edges=True)
    assert seqs(board.at(5_100, (5_000, 1), (5_040, 0))) == []
    assert [each.seq for each in only(wire.Batch, board.until(25_000))] == [1]
    assert seqs(board.at(31_000, (30_000, 1), (30_040, 0))) == []
    board.say(wire.ping(1, 0))
    said = board.at(32_000)
    assert [type(each) for each in said] == [wire.Batch, wire.Pong]
    assert said[1].next_seq == said[0].seq + 2


def test_edges_take_half_of_the_places_and_their_loss_is_declared_too(hand: Hands) -> None:
    board = hand(edges=True, capacity=16)
    t = 10_000
    board.at(t + 500, *[(t + 10 * n, 1 - n % 2) for n in range(20)], room=0)  # a glitch with twenty edges
    board.press(100_000, 0b100)
    said = board.at(200_000)
    assert sum(len(batch.edges) for batch in only(wire.Batch, said)) == 8
    assert [each.code for each in only(wire.Event, said)] == [0x82, 0x02]
    board.ack(9)
    (loss,) = only(wire.Loss, board.at(200_001))
    assert (loss.what, loss.count, loss.from_us, loss.to_us) == (messages.LOST_EDGES, 14, 10_080, 140_000)


def test_log_lines_are_bounded_and_losses_told(hand: Hands) -> None:
    board = hand()
    for n in range(10):
        board.core.log(1, f"line {n}")
    assert [each.text for each in only(wire.Log, board.at(2_000))] == [f"line {n}" for n in range(8)]
    board.core.log(2, "ä" * 100)
    (log,) = only(wire.Log, board.at(3_000))
    assert (log.level, log.lost, log.text[:40]) == (2, 2, "ä" * 40)


def test_stamps_that_cannot_be_are_reported_and_bent(hand: Hands) -> None:
    board = hand()
    said = board.at(10_000, (5_000, 1), (4_000, 0), (900_000, 1))
    said += board.at(20_000)
    faults = {each.code: each.count for each in only(wire.Fault, said)}
    assert faults == {messages.FAULT_STAMP_BACKWARDS: 1, messages.FAULT_STAMP_AHEAD: 1}
    assert [each.t_us for each in only(wire.Event, said)] == [10_000]


@pytest.mark.parametrize("period", [1 << 30, 1 << 32])
def test_time_goes_on_when_the_counter_wraps_right_after_boot(hand: Hands, period: int) -> None:
    start = period - 2_000
    board = hand(start=start, period_us=period)
    said = board.at(500, (period - 100, 1), (300, 3))
    board.say(wire.ping(1, 0))
    said += board.at(5_000)
    assert [each.t_us for each in only(wire.Event, said)] == [period - 100, period + 300]
    assert only(wire.Pong, said)[0].t_us == period + 4_999


def test_a_second_host_gets_its_own_answer(hand: Hands) -> None:
    board = hand()
    board.say(wire.hello_request(1), wire.hello_request(2))
    assert [each.session for each in only(wire.Hello, board.at(5_000))] == [2]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"uid": b"short"}, "uid must be 8 bytes"),
        ({"roles": bytes(27)}, "at most 26 inputs"),
        ({"boot": 1 << 32}, "boot must fit 32 bits"),
        ({"capacity": 1}, "capacity must be 4"),
        ({"period_us": 1000}, "period_us must be at least"),
    ],
)
def test_a_core_that_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    right: dict[str, Any] = {"uid": bytes(8), "boot": 1, "roles": b"\x01"}
    with pytest.raises(ValueError, match=sentence):
        Core(**{**right, **wrong})


def test_a_batch_ends_where_the_next_edge_is_too_far_for_it(hand: Hands) -> None:
    board = hand(roles=b"\x01\x00", edges=True)
    captures = [(2_000, 0b01)]
    captures += [(2_010 + n // 4, 0b01 | n % 2 << 1) for n in range(300)]  # an input without a role
    captures += [(2_100, 0b00), (20_002_400, 0b01)]
    board.at(3_000, *captures[:-1], room=0)
    for t in range(1_000_000, 20_000_000, 1_000_000):
        board.at(t, room=0)  # a host that does not read
    board.at(20_002_400, captures[-1], room=0)
    said = board.at(20_003_000)
    assert [batch.edges for batch in only(wire.Batch, said)] == [
        ((1, 0x80, 2_000),),
        ((302, 0x00, 2_100),),
        ((303, 0x80, 20_002_400),),
    ]
    assert seqs(said) == [1, 2, 3, 4]
