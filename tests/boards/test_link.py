"""The link, message by message: what it asks, hands out, refuses and says."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from lapsy.boards import events, wire
from lapsy.boards.firmware import messages as m
from lapsy.boards.link import HELLO_LIMIT_US, HELLO_REPEAT_US, SILENT_US, Link

UID = bytes(range(8))
HEX = UID.hex()
ROLES = bytes((m.ROLE_SLAP, m.ROLE_SLAP | 1 << m.GROUP_SHIFT, m.ROLE_STOCK1 + 4 | 7 << m.GROUP_SHIFT, 31))


def hello(boot: int = 5, first: int = 1, following: int = 1, session: int = 9, proto: int = 1) -> bytes:
    body = struct.pack(
        m.F_HELLO, proto, 0, UID, boot, 1, 2, 3, session, 77, first, following, 1024, 2, len(ROLES)
    )
    return wire.encode(m.HELLO, 0, body + ROLES)


def event(seq: int, code: int = 0x80, qual: int = 0, t_us: int = 500) -> bytes:
    return wire.encode(m.EVENT, 0, struct.pack(m.F_EVENT, seq, code, qual, seq, t_us))


def beat(following: int, t_us: int = 900) -> bytes:
    return wire.encode(m.BEAT, 0, struct.pack(m.F_BEAT, t_us, following, 1, 6, 0, 0, 0, 0, 0, 0, 0))


def pong(ping_id: int, t1_low: int, following: int = 1) -> bytes:
    return wire.encode(m.PONG, 0, struct.pack(m.F_PONG, ping_id, t1_low, 600, 25, 624, following))


def result(command: int, status: int = 0) -> bytes:
    return wire.encode(m.RESULT, 0, struct.pack(m.F_RESULT, command, status, 321))


def only(kind: Any, heard: list[events.Event]) -> list[Any]:
    return [each for each in heard if isinstance(each, kind)]


def written(link: Link) -> list[bytes]:
    return link.take().splitlines(keepends=True)


@pytest.fixture
def link() -> Link:
    """A link that has just greeted board HEX, boot 5, with nothing numbered yet."""
    link = Link(9)
    link.opened(0)
    link.feed(1_000, hello())
    link.take()
    return link


def test_it_asks_until_somebody_answers() -> None:
    link = Link(9)
    assert link.wake_us is None
    assert link.feed(0, hello()) == []  # nothing is open
    link.opened(0)
    assert written(link) == [wire.hello_request(9)]
    assert link.wake_us == HELLO_REPEAT_US
    assert link.tick(HELLO_REPEAT_US - 1) == []
    assert written(link) == []
    assert link.tick(HELLO_REPEAT_US) == []
    assert written(link) == [wire.hello_request(9)]
    heard = link.feed(250_000, hello(first=1, following=4))
    assert heard == [events.Hello(HEX, 5, ROLES, 77, 1, 4, "1.2.3", 2, True)]
    assert link.board == (HEX, 5)
    assert link.feed(250_001, hello(first=1, following=4)) == []  # the answer to the second request
    assert link.wake_us == 250_001 + SILENT_US


def test_nobody_there_is_said_once_and_asked_on() -> None:
    link = Link(9)
    link.opened(0)
    heard: list[events.Event] = []
    asked = 0
    while (wake := link.wake_us) is not None and wake < 5 * HELLO_LIMIT_US:
        asked += len(written(link))
        heard += link.tick(wake)
    (silent,) = heard
    assert isinstance(silent, events.Silent)
    assert (silent.uid, silent.boot) == (None, None)
    assert "No board answers" in silent.reason
    assert asked + len(written(link)) == 5 * HELLO_LIMIT_US // HELLO_REPEAT_US
    assert [type(each) for each in link.feed(6_000_000, hello())] == [events.Hello, events.Back]


def test_another_protocol_is_named_and_not_spoken() -> None:
    link = Link(9)
    link.opened(0)
    heard = link.feed(1, hello(proto=2)) + link.feed(2, hello(proto=2))
    (silent,) = heard
    assert "speaks protocol 2, this host 1" in silent.reason
    assert link.board is None


def test_the_answer_to_an_earlier_host_is_not_ours() -> None:
    link = Link(9)
    link.opened(0)
    assert link.feed(1, hello(session=8) + event(1)) == []
    assert (link.board, link.skipped) == (None, 2)


def test_presses_carry_their_roles(link: Link) -> None:
    heard = link.feed(2_000, event(1, 0x81, t_us=1 << 40) + event(2, 0x02, m.QUAL_REPAIRED) + event(3, 0x83))
    assert heard == [
        events.Press(HEX, 5, 1, 1, 1, "slap", 1, 1 << 40, True),
        events.Press(HEX, 5, 2, 2, 2, "stock5", 7, 500, False, repaired=True),
        events.Press(HEX, 5, 3, 3, 3, "role 31", 0, 500, True),
    ]


def test_it_never_acknowledges_by_itself_and_repeats_what_was_said(link: Link) -> None:
    link.feed(2_000, event(1) + event(2))
    assert link.take() == b""
    assert link.feed(3_000, event(1) + event(2)) == []
    assert link.take() == b""  # nothing is in the journal yet
    link.acknowledge(HEX, 5, 2)
    assert written(link) == [wire.ack(5, 2)]
    assert link.feed(4_000, event(1) + event(2)) == []
    assert written(link) == [wire.ack(5, 2)]
    link.acknowledge(HEX, 5, 1)  # old news
    assert link.take() == b""
    assert link.duplicates == 4


def test_what_was_never_received_cannot_be_acknowledged(link: Link) -> None:
    link.feed(2_000, event(1))
    with pytest.raises(ValueError, match="number 2 was never received"):
        link.acknowledge(HEX, 5, 3)


def test_a_missing_number_is_asked_for_once_in_a_round_trip(link: Link) -> None:
    assert link.feed(2_000, event(2) + event(3)) == []
    assert written(link) == [wire.ack(5, 1, gap=True)]
    assert link.feed(3_000, event(4)) == []
    assert written(link) == []
    assert link.feed(40_000, event(5)) == []
    assert written(link) == [wire.ack(5, 1, gap=True)]
    assert [e.seq for e in link.feed(41_000, event(1) + event(2))] == [1, 2]


def test_a_mark_tells_whether_everything_below_it_is_here(link: Link) -> None:
    heard = link.feed(2_000, event(1) + beat(2) + beat(3))
    assert only(events.Mark, heard) == [
        events.Mark(HEX, 5, 900, 2, True, pressed=6),
        events.Mark(HEX, 5, 900, 3, False, pressed=6),
    ]
    assert written(link) == [wire.ack(5, 1, gap=True)]
    assert link.last_beat is not None


def test_a_mark_beyond_what_the_board_may_have_sent_is_no_gap(link: Link) -> None:
    link.feed(2_000, beat(1 + m.WINDOW + 1))
    assert link.take() == b""


def test_a_ping_is_measured_once(link: Link) -> None:
    t1 = (3 << 32) + 55
    link.ping(t1)
    assert written(link) == [wire.ping(2, t1)]
    link.ping(t1 + 10, 700)
    assert written(link) == [wire.ping(4, t1 + 10, 700)]
    (mark,) = link.feed(t1 + 2_000, pong(4, 65))
    assert mark == events.Mark(HEX, 5, 624, 1, True, ping=events.Ping(t1 + 10, 600, 625, t1 + 2_000))
    for copy in (pong(4, 65), pong(2, 54), pong(10, 0)):
        (mark,) = link.feed(t1 + 3_000, copy)
        assert (mark.ping, mark.t_us) == (None, 624)


def test_pings_aside_change_nothing_for_the_regular_ones(link: Link) -> None:
    """How many were asked out of turn depends on what waits; the numbers of the regular ones, and their answers, do not."""
    link.ping(1_000)
    for n in range(600):
        link.ping(2_000 + n, aside=True)
    link.ping(3_000)
    lines = written(link)
    assert (lines[0], lines[-1]) == (wire.ping(2, 1_000), wire.ping(4, 3_000))
    (first,) = link.feed(5_000, pong(2, 1_000))
    assert first.ping == events.Ping(1_000, 600, 625, 5_000)
    (aside,) = link.feed(5_100, pong(3 + 2 * 599, 2_599))
    assert aside.ping == events.Ping(2_599, 600, 625, 5_100, aside=True)


def test_forgotten_pings_measure_nothing(link: Link) -> None:
    link.ping(1_000)
    link.forget_pings()
    (mark,) = link.feed(2_000, pong(2, 1_000))
    assert mark.ping is None


def test_pings_before_a_board_is_there_go_nowhere() -> None:
    link = Link(9)
    link.opened(0)
    link.take()
    link.ping(10)
    assert link.take() == b""


def test_loss_edges_fault_log_and_text(link: Link) -> None:
    heard = link.feed(
        2_000,
        wire.encode(m.LOSS, 0, struct.pack(m.F_LOSS, 1, m.LOST_EDGES, 12, 100, 900))
        + wire.encode(
            m.EVENTS, 0, struct.pack(m.F_EVENTS, 2, 7, 50) + struct.pack(m.F_EDGE, 3, 0, 0x81, 1) * 2
        )
        + wire.encode(m.FAULT, 0, struct.pack(m.F_FAULT, m.FAULT_STAMP_AHEAD, 4, 60))
        + wire.encode(m.LOG, 0, struct.pack(m.F_LOG, 2, 3) + b"warm")
        + b"MemoryError\r\n",
    )
    assert heard == [
        events.Loss(HEX, 5, 1, 100, 900, 12, edges=True),
        events.Edges(HEX, 5, 2, (events.Edge(8, 1, 53, True), events.Edge(9, 1, 53, True))),
        events.Fault(HEX, 5, 2, 4, 60, "The capture gave a stamp ahead of the clock."),
        events.Text("(3 lines lost) warm", 2),
        events.Text("MemoryError"),
    ]


def test_a_batch_that_overlaps_gives_only_its_new_part(link: Link) -> None:
    def batch(seq: int, count: int) -> bytes:
        edges = b"".join(struct.pack(m.F_EDGE, seq + n, 0, 0x80, 1) for n in range(count))
        return wire.encode(m.EVENTS, 0, struct.pack(m.F_EVENTS, seq, 0, 0) + edges)

    assert [e.seq for e in only(events.Edges, link.feed(2_000, batch(1, 3) + batch(1, 3)))] == [1]
    (tail,) = link.feed(3_000, batch(2, 4))
    assert (tail.seq, [edge.t_us for edge in tail.edges]) == (4, [4, 5])


def test_silence_is_noticed_and_its_end_too(link: Link) -> None:
    assert link.tick(1_000 + SILENT_US - 1) == []
    (silent,) = link.tick(1_000 + SILENT_US)
    assert (silent.uid, silent.boot) == (HEX, 5)
    assert "says nothing" in silent.reason
    assert written(link) == [wire.hello_request(9)]
    assert link.tick(2_000_000) == []
    heard = link.feed(2_500_000, beat(1))
    assert [type(each) for each in heard] == [events.Back, events.Mark]
    assert link.wake_us == 2_500_000 + SILENT_US


def test_a_reboot_found_after_silence(link: Link) -> None:
    link.feed(2_000, event(1))
    link.tick(2_000 + SILENT_US)
    heard = link.feed(3_000_000, hello(boot=6, following=2) + event(1))
    assert [type(each) for each in heard] == [events.Hello, events.Back, events.Press]
    assert heard[0].new_boot  # type: ignore[union-attr]
    assert heard[2].boot == 6  # type: ignore[union-attr]


def test_unplugged_and_back_on_any_port_goes_on_by_identity(link: Link) -> None:
    link.feed(2_000, event(1) + event(2))
    link.acknowledge(HEX, 5, 2)
    (silent,) = link.closed(3_000)
    assert (silent.uid, silent.boot) == (HEX, 5)
    assert link.closed(3_001) == []
    assert (link.take(), link.wake_us) == (b"", None)
    link.opened(9_000)
    assert written(link) == [wire.hello_request(9)]
    assert link.feed(9_100, event(2)) == []  # before its answer nobody knows whose that is
    heard = link.feed(9_200, hello(first=1, following=4) + event(1) + event(2) + event(3))
    assert [type(each) for each in heard] == [events.Hello, events.Back, events.Press]
    assert not heard[0].new_boot  # type: ignore[union-attr]
    assert heard[2].seq == 3  # type: ignore[union-attr]
    assert written(link) == [wire.ack(5, 2)]


def test_a_resumed_host_takes_up_where_its_journal_ends() -> None:
    link = Link(9, {(HEX, 5): 3})
    link.opened(0)
    link.take()
    heard = link.feed(1_000, hello(first=2, following=5))
    assert not heard[0].new_boot  # type: ignore[union-attr]
    assert written(link) == [wire.ack(5, 3)]
    assert [e.seq for e in link.feed(2_000, event(2) + event(3) + event(4))] == [3, 4]  # type: ignore[union-attr]


def test_numbers_that_the_board_gave_up_are_a_declared_gap() -> None:
    link = Link(9, {(HEX, 5): 3})
    link.opened(0)
    heard = link.feed(1_000, hello(first=7, following=8) + event(7))
    assert heard[1] == events.Gap(HEX, 5, 3, 6)
    assert isinstance(heard[2], events.Press)


def test_a_board_that_counts_from_the_beginning_in_the_same_boot_is_not_believed() -> None:
    """Its numbers would each name two presses: it is said, and nothing of it is handed out."""
    link = Link(9, {(HEX, 5): 30})
    link.opened(0)
    (heard,) = link.feed(1_000, hello(first=1, following=2) + event(1))
    assert isinstance(heard, events.Silent)
    assert "counts again" in heard.reason
    assert link.board is None


def test_unknown_messages_are_skipped_and_counted(link: Link) -> None:
    assert link.feed(2_000, wire.encode(0xF1, 0, b"new") + event(1))[0] == events.Press(
        HEX, 5, 1, 1, 0, "slap", 0, 500, True
    )
    assert link.skipped == 1


def test_commands_go_one_at_a_time_until_answered(link: Link) -> None:
    first = link.set_hold_off(2_000, 40_000)
    stale = link.set_lights(2_001, b"\1")
    fresh = link.set_lights(2_002, b"\3\2")
    line = wire.command(first, m.OP_HOLD_OFF, (40_000).to_bytes(4, "little"))
    assert written(link) == [line]
    assert link.tick(2_003) == [events.Result(HEX, 5, stale, "superseded")]
    assert link.tick(202_000) == []
    assert written(link) == [line]  # again
    assert link.feed(203_000, result(first)) == [events.Result(HEX, 5, first, "done", 321)]
    assert written(link) == [wire.command(fresh, m.OP_LIGHTS, b"\3\2")]
    assert link.feed(203_001, result(first)) == []
    assert link.feed(204_000, result(fresh, m.STATUS_BAD_ARGUMENT)) == [
        events.Result(HEX, 5, fresh, "refused", 321)
    ]


def test_an_order_to_one_input_is_superseded_by_none_to_another(link: Link) -> None:
    link.arm(2_000, True)
    numbers = [link.set_input(2_001, number, 30_000, 300) for number in (3, 4, 3)]
    assert link.tick(2_002) == [events.Result(HEX, 5, numbers[0], "superseded")]


def test_orders_have_their_bytes(link: Link) -> None:
    orders = [
        (link.buzz(2_000, 880, 200), m.OP_BUZZ, struct.pack("<HH", 880, 200)),
        (link.arm(2_001, False), m.OP_ARM, b"\0"),
        (link.sync(2_002, 1_000_000), m.OP_SYNC, struct.pack("<I", 1_000_000)),
        (link.set_input(2_003, 7, 40_000, 500), m.OP_INPUT, struct.pack("<BIH", 7, 40_000, 500)),
        (link.to_repl(2_004), m.OP_REPL, b"REPL"),
    ]
    for number, op, args in orders:
        assert written(link) == [wire.command(number, op, args)]
        heard = link.feed(3_000 + number, result(number, m.STATUS_ABSENT))
        assert heard == [events.Result(HEX, 5, number, "absent", 321)]


@pytest.mark.parametrize(
    ("capture", "name"),
    [(m.CAPTURE_SIMULATED, "simulated"), (m.CAPTURE_PIO, "pio"), (m.CAPTURE_IRQ, "irq"), (99, "unknown")],
)
def test_a_hello_tells_of_capture_build_lights_and_refused_settings(capture: int, name: str) -> None:
    link = Link(9)
    link.opened(0)
    more = struct.pack(m.F_HELLO_MORE, capture, m.HELLO_SETTINGS_REFUSED, bytes(range(0xA0, 0xA8)), 8)
    body = struct.pack(m.F_HELLO, 1, 7, UID, 5, 1, 2, 3, 9, 77, 1, 1, 1024, 2, 0) + more
    (heard,) = link.feed(1, wire.encode(m.HELLO, 0, body))
    assert heard == events.Hello(
        HEX, 5, b"", 77, 1, 1, "1.2.3", 2, True, 7, name, "a0a1a2a3a4a5a6a7", 8, settings_refused=True
    )


def test_a_hello_of_older_firmware_and_one_without_a_build() -> None:
    link = Link(9)
    link.opened(0)
    (old,) = link.feed(1, hello())
    assert isinstance(old, events.Hello)
    assert (old.capture, old.build, old.lights, old.settings_refused) == ("unknown", "", 0, False)


def test_a_beat_tells_what_is_stuck(link: Link) -> None:
    link.feed(2_000, beat(1))
    assert link.last_beat is not None
    assert link.last_beat.stuck == 0
    body = struct.pack(m.F_BEAT, 900, 1, 1, 6, 0, 0, 0, 0, 0, 0, 0) + struct.pack(m.F_BEAT_MORE, 5)
    link.feed(3_000, wire.encode(m.BEAT, 0, body))
    assert link.last_beat.stuck == 5


def test_a_command_without_an_answer_ends_too(link: Link) -> None:
    number = link.to_repl(2_000)
    heard: list[events.Event] = []
    for t in range(100_000, 3_000_000, 100_000):
        heard += link.feed(t, beat(1)) + link.tick(t)
    assert only(events.Result, heard) == [events.Result(HEX, 5, number, "no answer")]


def test_commands_wait_for_a_board() -> None:
    link = Link(9)
    link.set_edges(0, True)
    link.opened(1)
    link.take()
    link.feed(5_000_000, hello())
    assert written(link) == [wire.command(1, m.OP_EDGES, b"\1")]


def test_every_wake_is_answered_by_progress(link: Link) -> None:
    """A driver that ticks at each wake never spins."""
    link.set_beat(2_000, 50_000)
    link.command(2_001, m.OP_BEAT, b"")
    now, turns = 2_002, 0
    while now < 20_000_000:
        assert link.wake_us is not None
        now = max(now, link.wake_us)
        link.tick(now)
        link.take()
        turns += 1
    assert turns < 20_000_000 / HELLO_REPEAT_US * 3
