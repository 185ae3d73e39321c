"""What a board vouches for: nothing at or before a watermark is still to come."""

from __future__ import annotations

from lapsy.boards import wire
from lapsy.boards.firmware import Core

UID = bytes(range(8))


def said(core: Core, now: int, edges: list[tuple[int, int]], rx: bytes = b"") -> list[wire.Message]:
    return wire.Decoder().feed(core.step(now, edges, rx, 4_000)[0])


def test_an_edge_in_the_microsecond_of_the_reading_is_not_behind_the_watermark() -> None:
    """The capture was emptied, the board said what it vouches for, and in that very microsecond a contact closed."""
    core = Core(UID, 5, b"\x01\x21")
    said(core, 1_000, [], wire.hello_request(1))
    (pong,) = [each for each in said(core, 50_000, [], wire.ping(1, 1)) if isinstance(each, wire.Pong)]
    late = said(core, 50_900, [(50_000, 1)])
    (press,) = [each for each in late if isinstance(each, wire.Event)]
    assert press.t_us == 50_000
    assert press.t_us > pong.t_us
    assert press.seq >= pong.next_seq
