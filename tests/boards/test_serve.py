"""The simulated board behind a real port: pty and TCP, opened with pyserial, its core here or in MicroPython."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
import serial

from lapsy.boards import wire
from lapsy.boards.events import Hello, Press
from lapsy.boards.host_clock import now_us
from lapsy.boards.link import Link
from lapsy.boards.micropython import MicroPythonError, micropython
from lapsy.boards.pads import PadError, bounces
from lapsy.boards.ports import open_port
from lapsy.boards.serve import ServedBoard, ServeError
from lapsy.boards.simulated import PastPressError
from lapsy.boards.start import start_board
from lapsy.boards.stepper import InProcess
from patience import LIMIT_S

UID = bytes.fromhex("1122334455667788")
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")


def interpreter() -> str:
    path = os.environ.get("LAPSY_MICROPYTHON")
    if not path:
        pytest.skip("LAPSY_MICROPYTHON does not name a Unix MicroPython")
    return path


@pytest.fixture(params=[pytest.param("pty", marks=POSIX), "tcp"])
def port_kind(request) -> dict[str, int | None]:
    return {"tcp": 0 if request.param == "tcp" else None}


@pytest.fixture(params=["here", "MicroPython"])
def core(request):
    return InProcess if request.param == "here" else micropython(interpreter())


@pytest.fixture(autouse=True)
def nothing_left():
    """Neither a thread nor a file descriptor stays behind."""
    fds = Path("/proc/self/fd")
    before = set(fds.iterdir()) if fds.exists() else set()
    threads = threading.active_count()
    yield
    assert threading.active_count() == threads
    left = set(fds.iterdir()) - before if fds.exists() else set()
    assert len([fd for fd in left if fd.exists()]) == 0


class Host:
    """A host in real time: reads until it has seen what it waits for."""

    def __init__(self) -> None:
        self.link = Link(session=1)
        self.events: list[object] = []

    def read(self, name: str, enough) -> None:
        """Opens the port and reads until ``enough(self)``, or until the port vanishes."""
        until = time.monotonic() + LIMIT_S
        with open_port(name, timeout_s=0.02) as port:
            self.link.opened(now_us())
            try:
                while not enough(self):
                    assert time.monotonic() < until, self.events[-5:]
                    if data := self.link.take():
                        port.write(data)
                    self.take(self.link.feed(now_us(), port.read(4096)))
                    self.take(self.link.tick(now_us()))
            except OSError:
                pass  # the port went away: whoever called looks at what came
            self.take(self.link.closed(now_us()))

    def take(self, events) -> None:
        for event in events:
            self.events.append(event)
            if isinstance(event, Press):
                self.link.acknowledge(event.uid, event.boot, event.seq + 1)

    @property
    def pressed(self) -> list[Press]:
        return [e for e in self.events if isinstance(e, Press) and e.pressed]

    @property
    def hellos(self) -> list[Hello]:
        return [e for e in self.events if isinstance(e, Hello)]


def wait_for(true) -> None:
    """Waits until it is true, within the limit."""
    until = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < until
        threading.Event().wait(0.005)


def stamps(board: ServedBoard, host: Host) -> list[tuple[int, int]]:
    """(input, when) of the presses that the host saw, on the axis on which they were made."""
    origin = board.wired.board.clock.origin_us
    return [(p.input, p.t_us + origin) for p in host.pressed]


def test_presses_arrive_with_their_exact_times(port_kind, core):
    with start_board(uid=UID, boot=3, seats=4, start=core, **port_kind) as board:
        base = board.now_us + 100_000
        made = [(n % 8, base + n * 10_000 + n) for n in range(40)]
        for pad, at_us in made:
            assert board.press(pad, at_us, hold_us=5_000, bounce=bounces(1)) == at_us
        host = Host()
        host.read(board.port, lambda h: len(h.pressed) == 40)
        assert stamps(board, host) == made
        assert [h.uid for h in host.hellos] == [UID.hex()]


@POSIX
def test_two_hundred_bouncing_presses_with_a_stalled_host_and_a_cut_cable(core, tmp_path):
    faults = "stall=400ms@500ms, unplug=300ms@1500ms, delay=1ms..3ms, drift=-30ppm, wrap=1s"
    link = tmp_path / "board"
    with start_board(uid=UID, boot=3, seats=4, start=core, link=link, faults=faults) as board:
        clock = board.wired.board.clock
        base = clock.origin_us + 300_000
        made = [(n * 5 % 8, base + n * 10_007) for n in range(200)]
        for n, (pad, at_us) in enumerate(made):
            board.press(pad, at_us, hold_us=8_000, bounce=bounces(n % 5))
        host = Host()
        host.read(str(link), lambda h: False)
        assert 0 < len(host.pressed) < 200
        host.read(board.next_port(1), lambda h: len(h.pressed) == 200)
        pressed = sorted(host.pressed, key=lambda p: p.t_us)
        assert [(p.input, p.t_us) for p in pressed] == [(pad, clock.ticks(at_us)) for pad, at_us in made]
        seqs = [e.seq for e in host.events if isinstance(e, Press)]
        assert seqs == list(range(1, len(seqs) + 1))


def test_presses_made_now_by_several_threads_all_arrive(port_kind):
    with start_board(uid=UID, boot=3, seats=4, **port_kind) as board:
        made: list[tuple[int, int]] = []

        def press(pad: int) -> None:
            made.extend((pad, board.press(pad, hold_us=400)) for _ in range(1))

        threads = [threading.Thread(target=press, args=(pad,)) for pad in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        host = Host()
        host.read(board.port, lambda h: len(h.pressed) == 8)
        assert sorted(stamps(board, host)) == sorted(made)


def test_pads_pressed_together_share_one_capture(port_kind):
    with start_board(uid=UID, boot=3, **port_kind) as board:
        at_us = board.press_together("slap1", "slap2")
        board.edges_at(at_us + 100_000, {"flip1": True, "flip2": True})
        host = Host()
        host.read(board.port, lambda h: len(h.pressed) == 4)
        slaps, flips = host.pressed[:2], host.pressed[2:]
        assert [p.role for p in (*slaps, *flips)] == ["slap", "slap", "flip", "flip"]
        assert slaps[0].index == slaps[1].index != flips[0].index == flips[1].index


def test_a_held_pad_is_released_when_told(port_kind):
    with start_board(uid=UID, boot=3, **port_kind) as board:
        down = board.press(0, hold_us=None)
        up = board.release(0, down + 200_000)
        host = Host()
        host.read(board.port, lambda h: any(isinstance(e, Press) and not e.pressed for e in h.events))
        (release,) = [e for e in host.events if isinstance(e, Press) and not e.pressed]
        assert release.t_us == up - board.wired.board.clock.origin_us


def test_a_host_may_close_and_come_back_and_gets_what_it_missed(port_kind):
    with start_board(uid=UID, boot=3, **port_kind) as board:
        host = Host()
        for n in range(2):
            board.press(n, board.now_us + 20_000)
            host.read(board.port, lambda h, n=n: len(h.pressed) == n + 1)
        assert [p.input for p in host.pressed] == [0, 1]
        assert len(host.hellos) == 2
        assert {h.boot for h in host.hellos} == {3}


@POSIX
def test_unplugging_hangs_up_and_the_link_keeps_its_name(tmp_path):
    link = tmp_path / "board"
    with start_board(uid=UID, boot=3, link=link) as board:
        made = []

        def press_then(fault: str):
            """What a host waits for: a new press is there, and the port goes while the next one is made."""
            count = len(made) + 1
            made.append((count % 4, board.press(count % 4, board.now_us + 20_000)))

            def enough(host: Host) -> bool:
                if len(host.pressed) == count and len(made) == count:
                    made.append((0, board.press(0)))
                    board.happen(fault)
                return False

            return enough

        host = Host()
        host.read(board.port, press_then("unplug=50ms@0s"))
        assert board.next_port(1) == str(link)
        host.read(str(link), press_then("newport=50ms@0s"))
        assert board.next_port(2) == f"{link}.1"
        assert not link.is_symlink()
        host.read(board.port, lambda h: len(h.pressed) == 4)
        assert stamps(board, host) == made
        assert board.ports == (str(link), str(link), f"{link}.1")
    assert list(tmp_path.iterdir()) == []


def test_a_new_port_has_another_name(port_kind):
    with start_board(uid=UID, boot=3, faults="newport=50ms@100ms,newport=50ms@300ms", **port_kind) as board:
        names = [board.next_port(n) for n in range(3)]
        assert names[0] != names[1] != names[2]
        host = Host()
        board.press(0)
        host.read(names[2], lambda h: h.pressed)


def test_tcp_comes_back_at_its_number_and_serves_one_host_at_a_time():
    with start_board(uid=UID, boot=3, tcp=0) as board:
        name = board.port
        address = ("127.0.0.1", int(name.rpartition(":")[2]))
        host = Host()
        seen = threading.Event()

        def meanwhile(h: Host) -> bool:
            if h.hellos and not seen.is_set():
                seen.set()
                with closing(socket.create_connection(address, timeout=LIMIT_S)) as other:
                    assert other.recv(100) == b""
                board.happen("unplug=50ms@0s")
            return False

        host.read(name, meanwhile)
        assert seen.is_set()
        assert board.next_port(1) == name
        host.read(name, lambda h: len(h.hellos) == 2)


@POSIX
def test_a_host_that_does_not_read_makes_the_board_wait_and_loses_nothing():
    with start_board(uid=UID, boot=3, seats=4) as board:
        with open_port(board.port) as port:
            link = Link(session=1)
            link.opened(0)
            port.write(link.take())
            assert port.read(1)
            # Unacknowledged numbers come again and again: soon the pseudo-terminal holds no more.
            base = board.now_us + 50_000
            made = [(n % 8, base + n * 10_000) for n in range(60)]
            for pad, at_us in made:
                board.press(pad, at_us, hold_us=5_000)
            wait_for(lambda: board.wired.blocked and board.now_us > made[-1][1])
        host = Host()
        host.read(board.port, lambda h: len(h.pressed) == 60)
        assert stamps(board, host) == made


@POSIX
def test_the_pty_is_raw_from_the_start_for_a_host_that_sets_nothing():
    import termios

    with start_board(uid=UID, boot=3) as board:
        fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
        try:
            os.write(fd, wire.hello_request(1))
            lines = b""
            while lines.count(b"\n") < 2:
                lines += os.read(fd, 4096)
            _, output, _, local, *_ = termios.tcgetattr(fd)
        finally:
            os.close(fd)
        assert [type(m) for m in wire.Decoder().feed(lines)][:2] == [wire.Hello, wire.Beat]
        assert not output & termios.OPOST
        assert not local & (termios.ECHO | termios.ICANON | termios.ISIG)


def test_a_board_that_has_nothing_to_do_sleeps(port_kind):
    asked = 0

    def clock() -> int:
        nonlocal asked
        asked += 1
        return now_us()

    with start_board(uid=UID, boot=3, clock=clock, **port_kind) as board:
        board.press(0)
        until = now_us() + 150_000
        wait_for(lambda: now_us() > until)
    assert asked < 100


def test_errors_are_sentences(port_kind, tmp_path):
    with start_board(uid=UID, boot=3, **port_kind) as board:
        with pytest.raises(PadError, match="no input 'slap9'"):
            board.press("slap9")
        with pytest.raises(PastPressError):
            board.press(0, board.now_us - 1_000_000)
        with pytest.raises(ServeError, match=r"not plugged in again within 0\.01 s"):
            board.next_port(1, limit_s=0.01)
    board.close()


def test_an_unplugged_board_has_no_port(port_kind):
    with (
        start_board(uid=UID, boot=3, faults="unplug=100s@0s", **port_kind) as board,
        pytest.raises(ServeError, match="unplugged just now"),
    ):
        _ = board.port


def test_a_taken_tcp_port_is_refused():
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = other.getsockname()[1]
        with pytest.raises(ServeError, match=rf"TCP port {number} cannot be offered .*choose another one"):
            start_board(uid=UID, boot=3, tcp=number)


@POSIX
def test_a_link_never_replaces_a_real_file_but_takes_the_place_of_an_old_link(tmp_path):
    link = tmp_path / "port"
    link.write_text("precious")
    with pytest.raises(ServeError, match=r"cannot be made .*choose another path"):
        start_board(uid=UID, boot=3, link=link)
    assert link.read_text() == "precious"
    link.unlink()
    link.symlink_to(tmp_path / "gone")
    with start_board(uid=UID, boot=3, link=link) as board, serial.Serial(board.port):
        pass
    with pytest.raises(ServeError, match="cannot be made"):
        start_board(uid=UID, boot=3, link=tmp_path / "no" / "where")


def test_a_core_that_breaks_ends_the_board_and_says_so(port_kind):
    class Broken(InProcess):
        def step(self, now, edges, rx, room):
            if edges:
                raise MicroPythonError("it broke")
            return super().step(now, edges, rx, room)

    board = start_board(uid=UID, boot=3, start=Broken, **port_kind)
    board.press(0)
    with pytest.raises(ServeError, match="ended by itself: it broke"):
        board.next_port(1)
    with pytest.raises(ServeError, match="ended by itself"):
        board.press(0)
    with pytest.raises(ServeError, match="ended by itself"):
        board.close()


def test_a_program_that_is_no_micropython_is_refused(tmp_path):
    with pytest.raises(MicroPythonError, match="There is no program"):
        micropython(tmp_path / "none")
    for text, why in (
        ("#!/bin/sh\nread line; echo hello\n", "answered b'hello'"),
        ("#!/bin/sh\nread line; echo oh >&2\n", "ended: oh"),
    ):
        program = tmp_path / "program"
        program.write_text(text)
        program.chmod(0o755)
        with pytest.raises(MicroPythonError, match=why):
            start_board(uid=UID, boot=3, tcp=0, start=micropython(program))
