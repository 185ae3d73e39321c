"""The board's end of the line, with a port of straw that takes little."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lapsy.boards.firmware  # noqa: F401  makes slapboard importable
from slapboard.line import Line
from slapboard.wire import MAX_LINE


class Port:
    """Takes so many bytes a write as its next figure says; nothing when it is full."""

    def __init__(self, *takes: int) -> None:
        self.takes = list(takes)
        self.got = b""

    def write(self, data: bytes) -> int:
        count = min(self.takes.pop(0), len(data))
        self.got += data[:count]
        return count

    def ipoll(self, timeout_ms: int) -> Iterator[Any]:
        return iter([(self, 4)] if self.takes and self.takes[0] else [])


def line(port: Port) -> Line:
    made = Line.__new__(Line)
    made._out = made._poll_out = port
    made._rest = b""
    return made


def test_a_write_that_goes_out_in_part_goes_on_where_it_stopped() -> None:
    port = Port(5, 0)
    board = line(port)
    board.write(b"~first\n~second\n")
    assert port.got == b"~firs"
    assert board.room() == 0  # nothing new before the rest has gone
    port.takes = [1, 1, 100, 0]
    board.write(b"")
    assert port.got == b"~first\n~second\n"
    port.takes = [100]
    assert board.room() >= MAX_LINE


def test_lines_are_written_one_by_one_so_that_none_fills_a_packet_with_its_neighbour() -> None:
    port = Port(100, 100, 100)
    board = line(port)
    board.write(b"~one\n~two\n~three\n")
    assert port.takes == []


def test_a_full_port_is_not_written_to() -> None:
    port = Port(0)
    board = line(port)
    assert board.room() == 0
    board.write(b"~one\n")
    assert port.got == b""
    assert port.takes == [0]
