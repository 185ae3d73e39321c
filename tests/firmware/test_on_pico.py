"""The whole firmware on an emulated Pico: real MicroPython for the RP2040, its USB, PIO, DMA, flash and watchdog.

Times are emulated. What the emulator does not model is told in tests/support/pico/chip.py: no figure here is one of
hardware.
"""

from __future__ import annotations

import json
import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from lapsy.boards import wire
from lapsy.boards.compiling import Target, compiled
from lapsy.boards.firmware import firmware_dir
from lapsy.boards.firmware import messages as m
from lapsy.boards.manifest import build_file, build_id, sources
from pico import EmulatedPico, missing
from pico.chip import MS, SECOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

if why := missing():
    pytest.skip(why, allow_module_level=True)

FIRMWARE = sources(firmware_dir())
SETTINGS = json.loads((firmware_dir() / "board.json").read_text(encoding="utf-8"))
RP2040 = Target(6, 3, "armv6m")
PROMPT = b">>> "
LIGHTS, BUZZER, SYNC_OUT = 26, 27, 28

#: In the place of the capture: one that ends the firmware, one that never comes back.
CRASHES = "def choose(settings):\n    raise ValueError('no capture')\n"
HANGS = "def choose(settings):\n    return Hangs()\nclass Hangs:\n    kind = bound_us = 1\n    period_us = 1 << 30\n"
HANGS += "    def now(self):\n        return 0\n"
HANGS += "    def start(self):\n        while True:\n            pass\n    def close(self):\n        pass\n"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """What lies on a board after it was flashed."""
    made = compiled(FIRMWARE, RP2040)
    made["/build.json"] = build_file(build_id(FIRMWARE), made)
    made["/board.json"] = (firmware_dir() / "board.json").read_bytes()
    return made


class Bench:
    """An emulated Pico with a host's ears."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.pico = EmulatedPico({path.lstrip("/"): data for path, data in files.items()})
        self.said: list[wire.Message] = []
        self.commands = 0
        self._decoder = wire.Decoder()
        self._heard = 0

    def listen(self) -> list[wire.Message]:
        """All that was said so far."""
        self.said += self._decoder.feed(bytes(self.pico.rx[self._heard :]))
        self._heard = len(self.pico.rx)
        return self.said

    def all(self, kind: type) -> list[Any]:
        return [each for each in self.listen() if isinstance(each, kind)]

    def wait(self, kind: type, true: Callable[[Any], bool] = lambda _: True) -> Any:
        """Run until a message of this kind has been said; the first one."""
        self.pico.wait_until(lambda: any(true(each) for each in self.all(kind)), 3 * SECOND)
        return next(each for each in self.all(kind) if true(each))

    def greet(self, session: int = 4) -> wire.Hello:
        """Power, USB, hello."""
        self.pico.boot()
        self.pico.send(wire.hello_request(session))
        hello = self.wait(wire.Hello)
        assert isinstance(hello, wire.Hello)
        return hello

    def order(self, op: int, args: bytes) -> None:
        """Has an order carried out."""
        self.commands += 1
        number = self.commands
        self.pico.send(wire.command(number, op, args))
        assert self.wait(wire.Result, lambda each: each.command == number).status == m.STATUS_OK

    def stays_in_the_repl(self, for_ns: int = 2_300 * MS) -> None:
        """It has the prompt, computes, and no watchdog ends it."""
        self.pico.wait_for(PROMPT)
        resets = len(self.pico.resets)
        self.pico.run_for(for_ns)
        assert len(self.pico.resets) == resets
        self.pico.send("6*7\r\n")
        self.pico.wait_for("\r\n42\r\n")


@pytest.fixture
def bench() -> Iterator[Callable[[dict[str, bytes]], Bench]]:
    made: list[Bench] = []

    def make(files: dict[str, bytes]) -> Bench:
        made.append(Bench(files))
        return made[-1]

    yield make
    for each in made:
        each.pico.close()


def with_settings(files: dict[str, bytes], **values: Any) -> dict[str, bytes]:
    return {**files, "/board.json": json.dumps({**SETTINGS, **values}).encode()}


def with_capture(files: dict[str, bytes], source: str) -> dict[str, bytes]:
    return {**files, **compiled({"slapboard/capture.py": source.encode()}, RP2040)}


def words(changes: list[tuple[int, int]]) -> list[list[int]]:
    """The 24-bit words of each transmission to the lights, with the timing that they need checked."""
    sent: list[list[int]] = []
    bits: list[int] = []
    edges = [change for change in changes if change[1] in (0, 1)]
    while edges and edges[0][1] == 0:
        edges.pop(0)
    for (up, _), (down, _), (after, _) in zip(
        edges[0::2], edges[1::2], [*edges[2::2], (10**15, 1)], strict=True
    ):
        high = down - up
        assert 220 <= high <= 380 or 580 <= high <= 1_000, high  # as the WS2812B's data sheet has it
        bits.append(int(high > 450))
        if after - down > 50_000:  # they take over
            assert len(bits) % 24 == 0
            sent.append([int("".join(map(str, bits[n : n + 24])), 2) for n in range(0, len(bits), 24)])
            bits = []
        else:
            assert 580 <= after - down <= 1_300 or high > 450, after - down
    return sent


def test_it_answers_over_its_usb_and_stamps_a_press(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    hello = board.greet()
    assert (hello.uid, hello.capture, hello.capture_us, hello.flags) == (board.pico.uid, m.CAPTURE_PIO, 0, 0)
    assert (hello.build.hex(), len(hello.roles), hello.lights) == (build_id(FIRMWARE), 23, 8)
    at_ns = board.pico.now_ns + 5 * MS + 400
    board.pico.pin_at(at_ns, 2, 0)
    board.pico.pin_at(at_ns + 3_000, 9, 0)
    board.pico.pin_at(at_ns + 40 * MS, 2, None)
    board.pico.run_for(60 * MS)
    true_us = board.pico.counter_us(at_ns)
    first, second, release = board.all(wire.Event)[:3]
    assert [each.code for each in (first, second, release)] == [0x82, 0x89, 0x02]
    assert first.t_us - true_us in (-1, 0, 1)
    assert second.t_us - first.t_us in (2, 3, 4)
    assert (second.index, release.index) == (first.index + 1, first.index + 2)
    assert release.t_us - true_us in range(39_999, 40_002)


def test_what_is_held_at_power_on_is_no_press(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    board.pico.pin(5, 0)
    board.greet()
    board.pico.pin(6, 0)
    board.wait(wire.Event)
    assert {each.code for each in board.all(wire.Event)} == {0x86}
    assert board.wait(wire.Beat).stuck == 1 << 5


def test_lights_buzzer_and_sync_wire(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    board.pico.watch(LIGHTS, BUZZER, SYNC_OUT)
    board.greet()
    board.order(m.OP_LIGHTS, bytes((m.LIGHT_TURN, m.LIGHT_OFF, m.LIGHT_WON)))
    board.order(m.OP_BUZZ, struct.pack("<HH", 1_000, 50))
    board.order(m.OP_SYNC, struct.pack("<I", 100_000))
    board.pico.run_for(320 * MS)
    sent = words(board.pico.changes(LIGHTS))
    assert [0] * 8 in sent
    assert [0x203000, 0, 0x400000, 0, 0, 0, 0, 0] in sent  # green, red, blue
    assert [0x203000, 0, 0, 0, 0, 0, 0, 0] in sent
    rises = [t for t, level in board.pico.changes(BUZZER) if level]
    assert 50 <= len(rises) <= 105  # 1 kHz for 50 ms, looked at every 50 ms
    assert all(999_900 < later - earlier < 1_000_100 for earlier, later in pairwise(rises))
    pulses = [t for t, level in board.pico.changes(SYNC_OUT) if level == 0]
    assert len(pulses) in (3, 4)
    assert all(95 * MS < later - earlier < 110 * MS for earlier, later in pairwise(pulses))


def test_the_photodiode_is_armed_and_sees(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    board.greet()
    board.pico.pin(22, 0)  # it is bright, and nobody listens
    board.pico.run_for(20 * MS)
    board.order(m.OP_ARM, b"\1")
    board.pico.pin_at(board.pico.now_ns + 20 * MS, 22, 1)
    at_ns = board.pico.now_ns + 40 * MS
    board.pico.pin_at(at_ns, 22, 0)
    board.pico.run_for(60 * MS)
    (flash,) = {(each.code, each.t_us) for each in board.all(wire.Event)}
    assert flash[0] == 0x80 | 22
    assert flash[1] - board.pico.counter_us(at_ns) in (-1, 0, 1)


def test_interrupts_stamp_within_their_bound(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(with_settings(files, capture="irq"))
    hello = board.greet()
    assert hello.capture == m.CAPTURE_IRQ
    at_ns = board.pico.now_ns + 5 * MS
    board.pico.pin_at(at_ns, 3, 0)
    press = board.wait(wire.Event)
    assert press.code == 0x83
    assert abs(press.t_us - board.pico.counter_us(at_ns)) <= hello.capture_us


@pytest.mark.slow
def test_ordered_to_the_repl_it_answers_leaves_a_flag_and_comes_back_at_the_next_start(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    before = board.pico.files()
    board.greet()
    board.order(m.OP_REPL, m.REPL_KEY)
    board.pico.wait_until(lambda: bool(board.pico.resets))
    assert board.pico.files() == {**before, "repl.flag": b""}  # the only thing it ever writes
    board.stays_in_the_repl()
    assert board.pico.files() == before
    board.pico.power_cycle()
    board.said.clear()
    board.greet(5)


@pytest.mark.parametrize("settings", [None, b"{"], ids=["as shipped", "board.json broken"])
def test_a_held_button_leads_to_the_repl(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes], settings: bytes | None
) -> None:
    board = bench(files if settings is None else {**files, "/board.json": settings})
    board.pico.pin(0, 0)
    board.stays_in_the_repl(300 * MS)


@pytest.mark.slow
def test_a_firmware_that_crashes_three_times_stays_at_the_repl(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(with_capture(files, CRASHES))
    board.stays_in_the_repl()
    board.pico.send("crash\r\n")
    board.pico.wait_for("\r\nValueError('no capture',)\r\n")
    assert [cause for _, cause in board.pico.resets] == ["forced", "forced"]
    assert bytes(board.pico.rx).count(b"ValueError: no capture") == 3
    board.pico.put_files({path.lstrip("/"): data for path, data in files.items()})  # mended
    board.pico.power_cycle()
    board.greet()


@pytest.mark.slow
def test_the_watchdog_ends_a_loop_that_hangs(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(with_capture(files, HANGS))
    board.pico.wait_until(lambda: bool(board.pico.resets), 4 * SECOND)
    ((at_ns, cause),) = board.pico.resets
    assert cause == "watchdog"
    assert 2_000 * MS < at_ns < 2_600 * MS


@pytest.mark.slow
def test_a_firmware_that_hangs_three_times_stays_at_the_repl(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(with_capture(files, HANGS))
    board.pico.wait_until(lambda: len(board.pico.resets) == 3, 10 * SECOND)
    board.stays_in_the_repl()
    assert b"The firmware ended 3 times before a host got an answer" in board.pico.rx


QUIET = """
import json, machine, micropython, time
from slapboard.capture import choose
from slapboard.lights import lights_of
from slapboard.line import Line
from slapboard.settings import load

def quiet():
    with open("board.json") as file:
        settings = load(file.read())
    capture = choose(settings)
    line = Line(capture.now)
    lights = lights_of(settings)
    modes = bytearray((2, 0, 0, 0, 0, 0, 0, 0))
    capture.start()
    lights.show(modes, 0)
    line.read()  # the first one makes what the others use
    micropython.heap_lock()
    turns = 0
    while turns < 100:
        turns += 1
        line.read()
        capture.now()
        capture.drain()
        lights.show(modes, turns)
    micropython.heap_unlock()
    print("quiet for", turns, "turns")

quiet()
"""


@pytest.mark.parametrize("capture", ["pio", "irq"])
def test_a_quiet_turn_of_the_loop_allocates_nothing(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes], capture: str
) -> None:
    board = bench({**with_settings(files, capture=capture), "/main.py": QUIET.encode()})
    board.pico.boot()
    board.pico.wait_for("quiet for 100 turns")


@pytest.mark.slow
def test_the_longest_stall_and_collection_are_told(
    bench: Callable[[dict[str, bytes]], Bench], files: dict[str, bytes]
) -> None:
    board = bench(files)
    board.greet()
    board.order(m.OP_BEAT, struct.pack("<I", 20_000))
    beat = board.wait(wire.Beat, lambda each: each.gc_max_us > 0)
    assert 500 < beat.gc_max_us < 20_000
    assert beat.gc_max_us < beat.stall_max_us < 30_000
