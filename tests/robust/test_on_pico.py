"""The whole firmware on an emulated Pico, where its own USB stack and real MicroPython matter. Times are emulated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from lapsy.boards import wire
from lapsy.boards.firmware import messages
from pico import EmulatedPico, missing
from pico.chip import MS, SECOND
from pico.firmware import firmware_files

#: GPIO of an input; active low.
PAD = 3
SYNC_OUT = 28


@pytest.fixture(autouse=True, scope="module")
def _emulated_pico() -> None:
    if lack := missing():
        pytest.skip(lack)


class Board:
    """A greeted board with a host that acknowledges what it hears. ``made``: the timer at each press."""

    def __init__(self) -> None:
        self.pico = EmulatedPico(firmware_files())
        self.decoder = wire.Decoder()
        self.heard: list[wire.Message] = []
        self.made: list[int] = []
        self.read = 0
        self.next = 1
        self.hello: wire.Hello | None = None

    def greet(self) -> None:
        self.pico.boot()
        self.pico.send(wire.hello_request(9))
        self.pico.wait_until(lambda: self.listen(wire.Hello) > 0)

    def listen(self, kind: type) -> int:
        """How many of a kind were heard so far; what came is acknowledged."""
        data = bytes(self.pico.rx[self.read :])
        self.read += len(data)
        news = self.decoder.feed(data)
        self.heard += news
        for message in news:
            if isinstance(message, wire.Hello):
                self.hello = message
            elif isinstance(message, wire.Event | wire.Loss) and message.seq == self.next:
                self.next += 1
        if self.hello is not None and any(isinstance(each, wire.Event | wire.Loss) for each in news):
            self.pico.send(wire.ack(self.hello.boot, self.next))
        return sum(isinstance(each, kind) for each in self.heard)

    def press_at(self, t_ns: int) -> None:
        """A finger on the pad for 40 ms, to come with the next run of the chip."""
        self.pico.pin_at(t_ns, PAD, 0)
        self.pico.pin_at(t_ns + 40 * MS, PAD, None)
        self.made.append(self.pico.counter_us(t_ns))

    def check(self) -> None:
        """A press after all that, a ping, and no press missing or doubled; one life, no prompt, no traceback."""
        self.press_at(self.pico.now_ns + 5 * MS)
        self.pico.run_for(60 * MS)
        self.pico.send(b"\n" + wire.ping(77, 1))
        self.pico.wait_until(lambda: self.listen(wire.Pong) > 0)
        self.pico.wait_until(lambda: self.listen(wire.Event) > 0 and self.next > 2 * len(self.made))
        events = {each.seq: each for each in self.heard if isinstance(each, wire.Event)}
        presses = [events[seq].t_us for seq in sorted(events) if events[seq].code & 0x80]
        assert len(presses) == len(self.made)
        assert all(abs(told - made) <= 1 for told, made in zip(presses, self.made, strict=True))
        assert sorted(events) == list(range(1, 2 * len(self.made) + 1))
        assert not [each for each in self.heard if isinstance(each, wire.Loss | wire.Fault)]
        assert not self.pico.resets
        assert b">>>" not in self.pico.rx
        assert b"Traceback" not in self.pico.rx


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board()
    yield made
    made.pico.close()


@pytest.mark.slow
def test_a_host_that_never_reads_starves_no_watchdog_and_loses_no_press(board: Board) -> None:
    """Longer than the watchdog's two seconds. The pulses on the sync wire show that its loop goes round all the while.

    One write finds some room and not enough; MicroPython then waits twice half a second. After that nothing is written
    before there is room.
    """
    board.greet()
    board.pico.watch(SYNC_OUT)
    board.pico.send(wire.command(1, messages.OP_SYNC, (100_000).to_bytes(4, "little")))
    board.pico.run_for(50 * MS)
    board.pico.set_reading(False)
    for n in range(20):
        board.press_at(board.pico.now_ns + (50 + 110 * n) * MS)
    board.pico.run_for(2_600 * MS)
    assert not board.pico.resets
    board.listen(wire.Event)
    assert board.next < 20  # what fitted the buffers, and no more
    board.pico.set_reading(True)
    board.check()
    falls = [t_ns for t_ns, level in board.pico.changes(SYNC_OUT) if level == 0]
    *others, longest = sorted(after - before for before, after in pairwise(falls))
    assert longest < 1_300 * MS
    assert others[-1] < 150 * MS
    assert len(falls) > 12


def test_any_byte_and_a_modem_managers_probes_leave_the_firmware_running(board: Board) -> None:
    """0x03 is no Ctrl-C, 0x04 no restart, 0x01 no raw REPL."""
    board.greet()
    dice = random.Random(1)
    pieces = [bytes([value]) for value in range(256)]
    pieces += [bytes(range(value, min(value + 32, 256))) + b"\n" for value in range(0, 256, 32)]
    pieces += [
        b"\r\x03\x03\x02",
        b"\x04",
        b"\x01",
        b"\x05",
        b"AT\r",
        b"ATE0\r",
        b"AT+CGMI\r",
        b"\x7e\x03\x00%n~",
        b"+++",
    ]
    pieces += [dice.randbytes(dice.randrange(1, 200)) for _ in range(10)]
    for n, piece in enumerate(pieces):
        board.pico.send(piece)
        if n % 16 == 0:
            board.pico.run_for(2 * MS)
            assert b">>>" not in board.pico.rx
        if n % 100 == 50:
            board.press_at(board.pico.now_ns + MS)
            board.pico.run_for(80 * MS)
            board.listen(wire.Event)
    board.pico.run_for(50 * MS)
    board.pico.send(b"\n")  # what has no end would swallow the line after it
    board.check()


@pytest.mark.parametrize(
    "length", [64, *(pytest.param(n, marks=pytest.mark.slow) for n in (128, 192, 256, 320, 512, 1_024))]
)
def test_lines_of_whole_usb_packets(length: int, board: Board) -> None:
    """Nothing after them to fill another packet: they come through, and so does what follows."""
    board.greet()
    pong = wire.ping(5, 1)
    # Junk that fills the packets up so that a good line ends exactly with one.
    board.pico.send(b"x" * (length - len(pong) - 1) + b"\n" + pong)
    board.pico.wait_until(lambda: board.listen(wire.Pong) > 0)
    board.pico.send(b"~" + b"A" * (length - 2) + b"\n")
    board.pico.run_for(20 * MS)
    board.check()


@pytest.mark.slow
def test_a_program_that_closes_the_port_in_the_middle_costs_no_press(board: Board) -> None:
    """With the line down the board's USB throws its waiting bytes away; what was not acknowledged comes again."""
    board.greet()
    for n in range(8):
        board.press_at(board.pico.now_ns + (10 + 90 * n) * MS)
    board.pico.run_for(150 * MS)
    board.pico.set_open(False)
    board.pico.run_for(300 * MS)
    board.pico.set_open(True)
    board.decoder.reset()
    board.pico.run_for(350 * MS)
    board.pico.send(b"\n" + wire.hello_request(9))
    board.check()
    assert board.listen(wire.Hello) == 2
    assert len({each.boot for each in board.heard if isinstance(each, wire.Hello)}) == 1


@pytest.mark.slow
def test_every_button_at_once_with_twenty_bounces_each(board: Board) -> None:
    """Some 900 edges within ten milliseconds: more than the loop can follow, and each button is one press."""
    board.greet()
    assert board.hello is not None
    buttons = [
        number
        for number, role in enumerate(board.hello.roles)
        if role & messages.ROLE_MASK not in (messages.ROLE_NONE, messages.ROLE_SYNC, messages.ROLE_PHOTO)
    ]
    assert len(buttons) > 15
    dice = random.Random(1)
    at_ns = board.pico.now_ns + 10 * MS
    for gpio in buttons:  # the shipped board's inputs are the GPIOs from 0 on
        t_ns = at_ns
        for _ in range(20):
            board.pico.pin_at(t_ns, gpio, 0)
            board.pico.pin_at(t_ns + dice.randrange(20, 250) * 1_000, gpio, None)
            t_ns += dice.randrange(250, 450) * 1_000
        board.pico.pin_at(t_ns, gpio, 0)
        board.pico.pin_at(at_ns + 200 * MS, gpio, None)
    true_us = board.pico.counter_us(at_ns)
    for _ in range(60):
        board.pico.run_for(25 * MS)
        board.listen(wire.Event)
    events = {each.seq: each for each in board.heard if isinstance(each, wire.Event)}
    presses = [each for each in events.values() if each.code & messages.PRESSED]
    assert sorted(each.code & messages.INPUT_MASK for each in presses) == buttons
    assert len({each.index for each in presses}) == 1
    assert {abs(each.t_us - true_us) <= 1 for each in presses} == {True}
    releases = [each for each in events.values() if not each.code & messages.PRESSED]
    assert sorted(each.code & messages.INPUT_MASK for each in releases) == buttons
    assert sorted(events) == list(range(1, 2 * len(buttons) + 1))
    assert not [each for each in board.heard if isinstance(each, wire.Loss | wire.Fault)]
    assert not board.pico.resets


@pytest.mark.slow
def test_thirty_seconds_of_a_host_that_never_reads(board: Board) -> None:
    """200 presses meanwhile: 400 numbers, well within the outbox."""
    board.greet()
    board.pico.set_reading(False)
    for n in range(200):
        board.press_at(board.pico.now_ns + (50 + 148 * n) * MS)
    for _ in range(30):
        board.pico.run_for(SECOND)
    board.listen(wire.Event)
    assert board.next < 20
    board.pico.set_reading(True)
    board.check()
