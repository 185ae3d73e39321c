"""The wire: golden bytes on both sides, and a stream that heals."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards import wire
from lapsy.boards.firmware import messages as m
from slapboard import wire as board_wire

UID = bytes.fromhex("e660583883724a32")
BUILD = bytes.fromhex("0123456789abcdef")
HELLO = wire.Hello(1, 0, UID, 0xDEADBEEF, (0, 1, 0), 7, 5_000_000, 3, 9, 1024, 1, b"\x01\x21")

#: Board to host, HELLO and BEAT as older firmware has them too: (type, body as the firmware packs it, the line, what
#: the host reads).
FROM_BOARD = [
    (
        m.HELLO,
        struct.pack(m.F_HELLO, 1, 0, UID, 0xDEADBEEF, 0, 1, 0, 7, 5_000_000, 3, 9, 1024, 1, 2) + b"\x01\x21",
        b"~gQABAADmYFg4g3JKMu++rd4AAQAHAAAAQEtMAAAAAAADAAAACQAAAAAEAQIBIV0tAhM=\n",
        HELLO,
    ),
    (
        m.HELLO,
        struct.pack(m.F_HELLO, 1, 0, UID, 0xDEADBEEF, 0, 1, 0, 7, 5_000_000, 3, 9, 1024, 1, 2)
        + b"\x01\x21"
        + struct.pack(m.F_HELLO_MORE, m.CAPTURE_PIO, m.HELLO_SETTINGS_REFUSED, BUILD, 8),
        b"~gQABAADmYFg4g3JKMu++rd4AAQAHAAAAQEtMAAAAAAADAAAACQAAAAAEAQIBIQEBASNFZ4mrze8IMDkWmw==\n",
        replace(HELLO, capture=m.CAPTURE_PIO, flags=m.HELLO_SETTINGS_REFUSED, build=BUILD, lights=8),
    ),
    (
        m.EVENT,
        struct.pack(m.F_EVENT, 3, 0x82, 0, 17, 1 << 33),
        b"~ggADAAAAggARAAAAAAAAAAIAAAAYMsUb\n",
        wire.Event(3, 0x82, 0, 17, 1 << 33),
    ),
    (
        m.EVENTS,
        struct.pack(m.F_EVENTS, 4, 17, 5_000)
        + struct.pack(m.F_EDGE, 0, 0, 0x81, 0)
        + struct.pack(m.F_EDGE, 0x3456, 0x12, 0x01, 2),
        b"~gwAEAAAAEQAAAIgTAAAAAAAAAAAAgQBWNBIBAs1fJj8=\n",
        wire.Batch(4, ((17, 0x81, 5_000), (19, 0x01, 5_000 + 0x123456))),
    ),
    (
        m.BEAT,
        struct.pack(m.F_BEAT, 99, 5, 4, 3, 1, 2, 3, 4, 5, 6, -250),
        b"~hABjAAAAAAAAAAUAAAAEAAAAAwAAAAEAAgADAAQABQAGAAb/aXUC7g==\n",
        wire.Beat(99, 5, 4, 3, 1, 2, 3, 4, 5, 6, -250),
    ),
    (
        m.BEAT,
        struct.pack(m.F_BEAT, 99, 5, 4, 3, 1, 2, 3, 4, 5, 6, -250) + struct.pack(m.F_BEAT_MORE, 1 << 25),
        b"~hABjAAAAAAAAAAUAAAAEAAAAAwAAAAEAAgADAAQABQAGAAb/AAAAAv8B2q4=\n",
        wire.Beat(99, 5, 4, 3, 1, 2, 3, 4, 5, 6, -250, 1 << 25),
    ),
    (
        m.PONG,
        struct.pack(m.F_PONG, 8, 9, 100, 20, 119, 5),
        b"~hQAIAAkAAABkAAAAAAAAABQAAAB3AAAAAAAAAAUAAABRRuuj\n",
        wire.Pong(8, 9, 100, 20, 119, 5),
    ),
    (m.RESULT, struct.pack(m.F_RESULT, 8, 2, 100), b"~hgAIAAJkAAAAAAAAAMrbb88=\n", wire.Result(8, 2, 100)),
    (m.LOG, struct.pack(m.F_LOG, 2, 3) + "hyvä".encode(), b"~hwACA2h5dsOkqz5TKw==\n", wire.Log(2, 3, "hyvä")),
    (m.FAULT, struct.pack(m.F_FAULT, 1, 2, 3), b"~iAABAgAAAAMAAAAAAAAAIn//6Q==\n", wire.Fault(1, 2, 3)),
    (
        m.LOSS,
        struct.pack(m.F_LOSS, 6, 0, 12, 100, 900),
        b"~iQAGAAAAAAwAAABkAAAAAAAAAIQDAAAAAAAA485Gmw==\n",
        wire.Loss(6, 0, 12, 100, 900),
    ),
]

#: Host to board: (the host's encoder's line, golden line, type, flags, body as the firmware reads it).
FROM_HOST = [
    (wire.hello_request(7), b"~AQABAQcAAABbHWPC\n", m.HELLO_REQ, 0, m.F_HELLO_REQ, (1, 1, 7)),
    (wire.ack(0xDEADBEEF, 9), b"~AgDvvq3eCQAAAPk3iiM=\n", m.ACK, 0, m.F_ACK, (0xDEADBEEF, 9)),
    (wire.ack(0xDEADBEEF, 9, gap=True), b"~AgHvvq3eCQAAALoj8TQ=\n", m.ACK, 1, m.F_ACK, (0xDEADBEEF, 9)),
    (wire.ping(5, (1 << 40) + 77, 900), b"~AwAFAE0AAACEA1bIfTU=\n", m.PING, 0, m.F_PING, (5, 77, 900)),
    (
        wire.command(3, m.OP_LIGHTS, bytes((m.LIGHT_TURN, m.LIGHT_FIND))),
        b"~BAADAAMCAgWwTpE0\n",
        m.CMD,
        0,
        m.F_CMD + "2s",
        (3, m.OP_LIGHTS, 2, b"\2\5"),
    ),
    (
        wire.command(4, m.OP_BUZZ, struct.pack("<HH", 880, 200)),
        b"~BAAEAAYEcAPIAKjAqCc=\n",
        m.CMD,
        0,
        m.F_CMD + "HH",
        (4, m.OP_BUZZ, 4, 880, 200),
    ),
    (wire.command(5, m.OP_ARM, b"\1"), b"~BAAFAAcBAU9jkMo=\n", m.CMD, 0, m.F_CMD + "B", (5, m.OP_ARM, 1, 1)),
    (
        wire.command(6, m.OP_SYNC, struct.pack("<I", 1_000_000)),
        b"~BAAGAAgEQEIPAHr4T1o=\n",
        m.CMD,
        0,
        m.F_CMD + "I",
        (6, m.OP_SYNC, 4, 1_000_000),
    ),
    (
        wire.command(7, m.OP_INPUT, struct.pack("<BIH", 3, 50_000, 500)),
        b"~BAAHAAkHA1DDAAD0AZsSlNQ=\n",
        m.CMD,
        0,
        m.F_CMD + "BIH",
        (7, m.OP_INPUT, 7, 3, 50_000, 500),
    ),
]


@pytest.mark.parametrize(("kind", "body", "line", "message"), FROM_BOARD, ids=lambda _: "")
def test_the_host_reads_what_the_firmware_writes(
    kind: int, body: bytes, line: bytes, message: wire.Message
) -> None:
    assert board_wire.frame(kind, 0, body) == line == wire.encode(kind, 0, body)
    assert board_wire.line_length(len(body)) == len(line) <= wire.MAX_LINE
    assert wire.Decoder().feed(line) == [message]


@pytest.mark.parametrize(("line", "golden", "kind", "flags", "fmt", "values"), FROM_HOST)
def test_the_firmware_reads_what_the_host_writes(
    line: bytes, golden: bytes, kind: int, flags: int, fmt: str, values: tuple[int, ...]
) -> None:
    assert line == golden
    raw = board_wire.unframe(line)
    assert raw
    assert raw[:2] == bytes((kind, flags))
    assert struct.unpack(fmt, raw[2:]) == values


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=board_wire.MAX_RAW - 2))
def test_both_sides_frame_alike_and_read_it_back(kind: int, flags: int, body: bytes) -> None:
    line = board_wire.frame(kind, flags, body)
    assert line == wire.encode(kind, flags, body)
    assert len(line) == board_wire.line_length(len(body)) <= wire.MAX_LINE
    assert len(line) % 4 == 2
    assert set(line) <= set(range(0x20, 0x7F)) | {0x0A}
    if body or kind or flags:
        assert board_wire.unframe(line) == bytes((kind, flags)) + body


@pytest.mark.parametrize("fault", range(8))
def test_one_changed_bit_anywhere_makes_it_no_message(fault: int) -> None:
    line = next(line for kind, _, line, _ in FROM_BOARD if kind == m.EVENT)
    for at in range(1, len(line) - 1):
        bad = bytearray(line)
        bad[at] ^= 1 << fault
        got = [each for each in wire.Decoder().feed(bytes(bad)) if not isinstance(each, wire.Text)]
        assert got == [], at
        assert not board_wire.unframe(bytes(bad)), at


def event(number: int) -> bytes:
    return board_wire.frame(m.EVENT, 0, struct.pack(m.F_EVENT, number, 0x80, 0, number, number))


def numbers(decoded: list[wire.Message]) -> list[int]:
    return [each.seq for each in decoded if isinstance(each, wire.Event)]


noise = st.one_of(
    st.binary(max_size=40),
    st.binary(min_size=900, max_size=2_500),
    st.just(b'Traceback (most recent call last):\r\n  File "main.py", line 9, in run\r\nMemoryError: \r\n'),
    st.just(b"~~~"),
    st.just(b"AT\r\n"),
)


@given(st.lists(st.tuples(st.integers(0, 600), noise), max_size=6))
def test_garbage_costs_at_most_one_line_per_fault(faults: list[tuple[int, bytes]]) -> None:
    total = 20
    stream = bytearray(b"".join(event(n) for n in range(total)))
    for at, junk in sorted(faults, key=lambda fault: -fault[0]):
        stream[at:at] = junk
    got = numbers(wire.Decoder().feed(bytes(stream)))
    assert len(got) >= total - len(faults)
    assert got == sorted(set(got))


@given(st.lists(st.tuples(st.integers(0, 650), st.integers(1, 30)), max_size=6))
def test_a_cut_costs_at_most_the_lines_it_touches(cuts: list[tuple[int, int]]) -> None:
    stream = b"".join(event(n) for n in range(20))
    length = len(event(0))
    alive = set(range(20))
    keep = bytearray(b"\1" * len(stream))
    for at, size in cuts:
        for n in range(at, min(at + size, len(stream))):
            keep[n] = 0
            alive.discard(n // length)
            if (
                n % length == length - 1
            ):  # without its line end the next line is read with it: still the last ~
                alive.discard(n // length)
    got = numbers(wire.Decoder().feed(bytes(b for b, kept in zip(stream, keep, strict=True) if kept)))
    assert set(got) >= alive
    assert got == sorted(set(got))


@given(
    st.lists(st.one_of(noise, st.integers(0, 99).map(event)), max_size=12),
    st.lists(st.integers(1, 500), min_size=1, max_size=30),
)
def test_chunks_do_not_matter(parts: list[bytes], sizes: list[int]) -> None:
    stream = b"".join(parts) + b"\n"
    whole = wire.Decoder()
    pieces = wire.Decoder()
    expected = whole.feed(stream)
    got: list[wire.Message] = []
    at = turn = 0
    while at < len(stream):
        size = sizes[turn % len(sizes)]
        got += pieces.feed(stream[at : at + size])
        at += size
        turn += 1
    assert got == expected
    assert pieces.damaged == whole.damaged


def test_endless_noise_is_handed_on_and_not_kept() -> None:
    decoder = wire.Decoder()
    texts = decoder.feed(b"x" * 100_000)
    texts += decoder.feed(event(1))
    assert all(isinstance(each, wire.Text) for each in texts[:-1])
    assert numbers(texts) == [1]
    assert sum(len(each.line) for each in texts if isinstance(each, wire.Text)) == 100_000


def test_text_around_a_message_is_kept_and_made_readable() -> None:
    got = wire.Decoder().feed(b"hei\x07\t\xff " + event(4) + b"\r\n>>> \r\n" + event(5)[:-1] + b"\r\n")
    assert [each.line for each in got if isinstance(each, wire.Text)] == ["hei\ufffd    \ufffd", ">>>"]
    assert numbers(got) == [4, 5]


def test_what_is_sound_but_not_known_is_said_so() -> None:
    lines = (
        wire.encode(0xF0, 0, b"later"),
        wire.encode(m.EVENT, 0, b"short"),
        wire.encode(m.EVENTS, 0, bytes(17)),
        wire.encode(m.HELLO, 0, struct.pack(m.F_HELLO, 1, 0, UID, 1, 0, 1, 0, 7, 5, 3, 9, 1024, 1, 9)),
    )
    kinds = [each.kind for each in wire.Decoder().feed(b"".join(lines)) if isinstance(each, wire.Unknown)]
    assert kinds == [0xF0, m.EVENT, m.EVENTS, m.HELLO]


def test_fields_appended_by_a_later_version_do_no_harm() -> None:
    body = struct.pack(m.F_EVENT, 3, 0x82, 0, 17, 5) + b"more"
    assert wire.Decoder().feed(wire.encode(m.EVENT, 0, body)) == [wire.Event(3, 0x82, 0, 17, 5)]
