"""Whatever comes down the line, the firmware lives, answers the next good line and loses no press."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lapsy.boards import wire
from lapsy.boards.firmware import messages
from lapsy.boards.stepper import Identity, InProcess, StartCore, Stepper
from slapboard.wire import MAX_LINE, LineReader

UID = bytes(range(8))
BOOT = 7
SECOND = 1_000_000

#: What ModemManager sends to a port that it takes for a modem, with the pauses left out.
MODEM_MANAGER = (
    b"AT\r",
    b"AT\r\n",
    b"ATZ\r",
    b"AT&F\r",
    b"ATE0\r",
    b"ATV1\r",
    b"AT+CMEE=1\r",
    b"ATX4\r",
    b"AT&C1\r",
    b"AT+CGMI\r",
    b"AT+GMI\r",
    b"AT+CPIN?\r",
    b"AT+GCAP\r",
    b"ATI\r",
    b"AT+CGMM\r",
    b"AT+QCDM?\r",
    b"\x7e\x03\x00\x25\x6e\x7e",  # a QCDM frame
    b"\x01\x0f\x00\x00\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",  # a QMI message
    b"+++",
)


class Board:
    """A core that is pressed and listened to, with a host that acknowledges what it hears."""

    def __init__(self, start: StartCore) -> None:
        self.core: Stepper = start(Identity(UID, BOOT, b"\x01\x21"))
        self.decoder = wire.Decoder()
        self.now = 1_000
        self.heard: list[wire.Message] = []
        self.made: list[int] = []
        self.step(wire.hello_request(99))
        assert any(isinstance(each, wire.Hello) for each in self.heard)

    def step(self, rx: bytes = b"", edges: list[tuple[int, int]] | None = None, room: int = 4_000) -> None:
        tx, wait = self.core.step(self.now, edges or [], rx, room)
        assert 0 <= wait <= SECOND
        assert len(tx) <= room
        said = self.decoder.feed(tx)
        # Nothing but sound messages: no traceback, no echo.
        assert not [each for each in said if isinstance(each, wire.Text | wire.Unknown)]
        self.heard += said

    def press(self) -> None:
        """Down, confirmed, up; the board is asked again, and everything is acknowledged."""
        self.made.append(self.now)
        self.step(edges=[(self.now, 1)])
        for wait_us, edges in ((500, []), (40_000, [0]), (40_000, [])):
            self.now += wait_us
            self.step(edges=[(self.now, word) for word in edges])
        self.step(b"\n" + wire.ack(BOOT, 1 + 2 * len(self.made)))

    def check(self) -> None:
        """Every press once, in order; it answers a ping."""
        presses = [each for each in self.heard if isinstance(each, wire.Event) and each.code & 0x80]
        assert [each.t_us for each in presses] == self.made
        self.now += 100_001
        self.step(b"\n" + wire.ping(5, self.now, 0))
        pong, beat = self.heard[-2:]
        assert isinstance(pong, wire.Pong)
        assert isinstance(beat, wire.Beat)
        assert (pong.ping_id, beat.next_seq, beat.acked) == (5, *([1 + 2 * len(self.made)] * 2))

    def last_beat(self) -> wire.Beat:
        return [each for each in self.heard if isinstance(each, wire.Beat)][-1]


def test_each_byte_alone_and_in_a_line(core: StartCore) -> None:
    board = Board(core)
    for value in range(256):
        board.step(bytes([value]))
        board.step(bytes([value]) + b"\n")
        board.step(b"~" + bytes([value]) * 7 + b"\r\n")
        board.step(wire.ping(1, 1, 0)[:9] + bytes([value]) + wire.ping(1, 1, 0)[9:])
        if value % 16 == 0:
            board.press()
    board.check()


def test_each_value_at_each_place_of_a_good_line_makes_it_nothing(core: StartCore) -> None:
    """One changed byte never makes a message of it. (The line has no padding, whose idle bits mean nothing.)"""
    board = Board(core)
    line = wire.hello_request(0x5A17C0DE)
    assert b"=" not in line
    for place in range(len(line) - 1):
        changed = b"".join(
            line[:place] + bytes([value]) + line[place + 1 :] for value in range(256) if value != line[place]
        )
        board.step(changed)
        board.step(b"\n")
        board.now += 10
    assert len([each for each in board.heard if isinstance(each, wire.Hello)]) == 1
    board.press()
    board.check()


def test_what_a_modem_manager_sends_is_ignored_and_counted(core: StartCore) -> None:
    board = Board(core)
    for probe in MODEM_MANAGER * 3:
        board.step(probe)
        board.now += 150_000
        board.press()
    board.check()
    assert board.last_beat().ignored + board.last_beat().damaged > 0
    assert not [each for each in board.heard if isinstance(each, wire.Result)]


@pytest.mark.parametrize("length", [1, 63, 64, 65, 125, 126, 127, 128, 192, 256, 4_096, 65_536])
@pytest.mark.parametrize("first", [b"x", b"~"])
def test_lines_of_any_length_and_of_whole_usb_packets(length: int, first: bytes, core: StartCore) -> None:
    """In pieces of 64 bytes as USB brings them; a line that is too long costs itself and nothing after it."""
    board = Board(core)
    sent = (first + b"A" * (length - 1) + b"\n") * 3
    for at in range(0, len(sent), 64):
        board.step(sent[at : at + 64])
    board.press()
    board.check()


def test_a_line_without_end_is_not_kept() -> None:
    """A megabyte without a line end: the board's memory holds a line of it at most, and the next good line counts."""
    reader = LineReader()
    for _ in range(1_000):
        assert reader.feed(b"~" + b"A" * 1_023) == []
        kept = sum(len(value) for value in vars(reader).values() if isinstance(value, bytes))
        assert kept <= MAX_LINE
    assert reader.feed(b"\nnext\n") == [b"next"]
    assert reader.ignored == 1


def test_good_lines_in_pieces_of_any_size() -> None:
    line = wire.ping(1, 1, 0) + wire.ack(BOOT, 1) + wire.ping(2, 2, 0)
    for size in range(1, len(line)):
        board = Board(InProcess)
        for at in range(0, len(line), size):
            board.step(line[at : at + size])
        assert [each.ping_id for each in board.heard if isinstance(each, wire.Pong)] == [1, 2]


def test_no_line_of_either_side_fills_whole_usb_packets() -> None:
    """A write of exactly 64 bytes can wait for ever for a packet after it (MicroPython on some hosts)."""
    lengths = {len(wire.encode(0x81, 0, bytes(n))) for n in range(88)}
    assert not [length for length in lengths if length % 64 == 0]
    assert max(lengths) <= 126


#: Every type but orders (one may change the hold-off) and acknowledgements (one may be of this boot).
kinds = st.integers(0, 255).filter(lambda kind: kind not in (messages.CMD, messages.ACK))


@settings(max_examples=150)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=200),
            st.binary(max_size=60).map(lambda raw: b"~" + raw + b"\n"),
            # Sound messages of any type with any body: whatever a later host may say.
            st.builds(wire.encode, kinds, st.integers(0, 255), st.binary(max_size=40)),
            st.sampled_from([b"\x03", b"\x04", b"\r", b"\n", b"~", b"\x01", b"AT\r", b">>> "]),
        ),
        max_size=30,
    )
)
def test_any_noise_and_any_sound_message(noise: list[bytes]) -> None:
    """Random bytes, random bodies with a true checksum: presses come through; no press is acknowledged by chance."""
    board = Board(InProcess)
    for piece in noise:
        board.step(piece)
        board.press()
    board.now += SECOND
    board.step(b"\n" + wire.hello_request(99))
    presses = [each for each in board.heard if isinstance(each, wire.Event) and each.code & 0x80]
    assert sorted({each.t_us for each in presses}) == board.made


def test_random_noise_for_a_long_time(core: StartCore) -> None:
    chance = random.Random(4)
    board = Board(core)
    for _ in range(300):
        board.step(chance.randbytes(chance.randrange(1, 300)))
        board.now += chance.randrange(20_000)
        if chance.random() < 0.2:
            board.press()
    board.check()
