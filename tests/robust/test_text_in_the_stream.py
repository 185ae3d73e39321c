"""A traceback, a prompt or a log between the messages: text for the host's log, and every press still comes once."""

from __future__ import annotations

import pytest

from lapsy.boards import events, wire
from lapsy.boards.firmware import Core
from lapsy.boards.link import Link

UID = bytes(range(8))
BOOT = 7

TRACEBACK = (
    b"Traceback (most recent call last):\r\n"
    b'  File "main.py", line 110, in <module>\r\n'
    b'  File "slapboard/core.py", line 99, in step\r\n'
    b"MemoryError: memory allocation failed, allocating 1024 bytes\r\n"
)
TEXTS = [
    TRACEBACK,
    b"MicroPython v1.26.1 on 2025-09-11; Raspberry Pi Pico with RP2040\r\n"
    b'Type "help()" for more information.\r\n>>> ',
    b"MPY: soft reboot\r\n",
    b">>> \r\n>>> \r\n",
    b"x" * 63 + b"\n",
    b"x" * 64,
    b"x" * 128 + b"\r\n",
    b"~" * 64,
    b"\x00\xff" * 32,
    "Läpsy: yksi kortti – ei kahta\n".encode(),
]


def board_bytes(presses: int) -> list[bytes]:
    """What a board says, line by line: its hello, presses, releases, beats."""
    core = Core(UID, BOOT, b"\x01\x21")
    tx, _ = core.step(1_000, [], wire.hello_request(1), 4_000)
    for n in range(presses):
        at_us = 50_000 + n * 120_000
        for t_us, edges in (
            (at_us, [(at_us, 1)]),
            (at_us + 500, []),
            (at_us + 50_000, [(at_us + 50_000, 0)]),
        ):
            tx += core.step(t_us, edges, b"", 4_000)[0]
        tx += core.step(at_us + 90_000, [], wire.ack(BOOT, 1 + 2 * n), 4_000)[0]
    return tx.splitlines(keepends=True)


def hear(pieces: list[bytes]) -> tuple[list[int], list[str]]:
    """Numbers of the presses and releases, and the text lines, when the bytes come in these pieces."""
    link = Link(1)
    link.opened(0)
    heard = [event for n, piece in enumerate(pieces) for event in link.feed(n * 1_000, piece)]
    return (
        [event.seq for event in heard if isinstance(event, events.Press)],
        [event.line for event in heard if isinstance(event, events.Text)],
    )


@pytest.mark.parametrize("text", TEXTS)
def test_text_before_any_message_costs_nothing(text: bytes) -> None:
    """Also when it ends without a line end: what follows the last '~' is the message."""
    lines = board_bytes(20)
    pieces = [each for line in lines for each in (text, line)]
    numbers, _ = hear(pieces)
    assert numbers == list(range(1, 41))


@pytest.mark.parametrize("size", [1, 7, 63, 64, 65, 128, 4096])
def test_packets_of_any_size_with_tracebacks_between(size: int) -> None:
    stream = b"".join(line + (TRACEBACK if n % 3 == 0 else b"") for n, line in enumerate(board_bytes(20)))
    numbers, texts = hear([stream[at : at + size] for at in range(0, len(stream), size)])
    assert numbers == list(range(1, 41))
    assert texts.count("MemoryError: memory allocation failed, allocating 1024 bytes") > 5
    assert "Traceback (most recent call last):" in texts


def test_a_traceback_in_the_middle_of_a_message_costs_that_message_alone() -> None:
    """It is asked for again; the lines of the traceback are text, none of them a message."""
    lines = board_bytes(20)
    said = [wire.Decoder().feed(line)[0] for line in lines]
    cut = next(n for n, each in enumerate(said) if isinstance(each, wire.Event) and each.seq == 6)
    lines[cut] = lines[cut][:13] + TRACEBACK + lines[cut][13:]
    link = Link(1)
    link.opened(0)
    numbers = []
    for n, line in enumerate(lines[: cut + 2]):
        for event in link.feed(n * 1_000, line):
            if isinstance(event, events.Press):
                numbers.append(event.seq)
                link.acknowledge(event.uid, event.boot, event.seq + 1)
    assert numbers == [1, 2, 3, 4, 5]
    asked = wire.ack(BOOT, 6, gap=True)
    assert asked in link.take()


def test_noise_without_a_line_end_is_handed_on_and_not_kept() -> None:
    """A board that runs wild for a megabyte: its text goes to the log as it comes, and the next message counts."""
    decoder, told = wire.Decoder(), 0
    for _ in range(1_000):
        told += sum(len(each.line) for each in decoder.feed(b"x" * 1_024) if isinstance(each, wire.Text))
        assert (
            sum(len(value) for value in vars(decoder).values() if isinstance(value, bytes)) <= wire.MAX_TEXT
        )
    assert told > 1_000_000
    (*_, message) = decoder.feed(wire.encode(0x87, 0, b"\x01\x00hei"))
    assert message == wire.Log(1, 0, "hei")
