"""How a board reads its line: a line at a time, and when its first byte was there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lapsy.boards.firmware  # noqa: F401  makes slapboard importable
from slapboard.line import Line


class Source:
    """Bytes that have come, and a clock that goes on by ten at each byte that is read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.now = 1_000

    def readinto(self, buffer: bytearray) -> int:
        self.now += 10
        buffer[0], self.data = self.data[0], self.data[1:]
        return 1

    def ipoll(self, timeout_ms: int) -> Iterator[Any]:
        return iter([(self, 1)] if self.data else [])


def line(source: Source) -> Line:
    made = Line.__new__(Line)
    made._in = made._poll_in = source
    made._byte, made._read = bytearray(1), bytearray(256)
    made._clock = lambda: source.now
    return made


def test_a_line_at_a_time_with_the_time_of_its_first_byte() -> None:
    source = Source(b"~one\n~two\n~thr")
    board = line(source)
    assert [(board.read(), board.came) for _ in range(3)] == [
        (b"~one\n", 1_000),
        (b"~two\n", 1_050),
        (b"~thr", 1_100),
    ]
    source.now = 5_000
    assert (board.read(), board.came) == (b"", 1_100)
    source.data = b"ee\n"
    assert (board.read(), board.came) == (b"ee\n", 5_000)


def test_no_more_than_its_buffer_of_noise_without_an_end() -> None:
    board = line(Source(bytes(300)))
    assert [len(board.read()) for _ in range(3)] == [256, 44, 0]
