"""The emulated Pico itself: what the other tests lean on."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from pico import EmulatedBoard, EmulatedPico, image, read_image
from pico.chip import MS
from pico.edges import US, Edge
from pico.recorder import Recorder

ECHO = """
import machine, os, sys, time
print("HELLO", machine.reset_cause(), machine.unique_id().hex(), os.urandom(8).hex())
while True:
    order = sys.stdin.readline().strip()
    if order == "write":
        with open("kept.txt", "w") as file:
            file.write("kept")
    elif order == "reset":
        machine.reset()
    elif order == "watchdog":
        machine.mem32[0x4005800C] = 0x1234
        machine.WDT(timeout=50)
    elif order == "scratch":
        print("SCRATCH %x" % machine.mem32[0x4005800C])
    elif order == "time":
        print("TIME", time.ticks_us())
    elif order == "flood":
        for k in range(200):
            sys.stdout.write("%060d\\n" % k)
    print("DONE", order)
"""


def order(pico: EmulatedPico, text: str, answer: str) -> str:
    heard = len(pico.rx)
    pico.send(text + "\n")
    pico.wait_for(answer, after=heard)
    pico.run_for(MS)
    return bytes(pico.rx[heard:]).decode()


def test_files_go_in_and_come_out() -> None:
    files = {"main.py": b"print(1)\n", "folder/deep/file.bin": bytes(range(256)) * 20}
    assert read_image(image(files)) == files


def test_it_runs_micropython_and_stands_still_otherwise() -> None:
    with EmulatedPico({"main.py": ECHO}) as pico:
        pico.boot()
        pico.wait_for("HELLO")
        now = pico.now_ns
        said = order(pico, "time", "DONE")
        stamp = int(said.split("TIME ")[1].split()[0])
        assert pico.counter_us(now) <= stamp <= pico.counter_us()


def test_a_reset_keeps_flash_and_scratch_and_nothing_else() -> None:
    with EmulatedPico({"main.py": ECHO}, uid=b"\x01\x02\x03\x04\x05\x06\x07\x08") as pico:
        pico.boot()
        pico.wait_for("HELLO")
        order(pico, "write", "DONE")
        order(pico, "reset", "HELLO")
        assert [cause for _, cause in pico.resets] == ["forced"]
        assert pico.counter_us() < pico.now_ns / US
        order(pico, "watchdog", "HELLO")
        assert [cause for _, cause in pico.resets] == ["forced", "watchdog"]
        assert "SCRATCH 1234" in order(pico, "scratch", "DONE")
        assert pico.files()["kept.txt"] == b"kept"
        pico.power_cycle()
        heard = len(pico.rx)
        pico.wait_for("HELLO", after=heard)
        pico.run_for(MS)
        assert "SCRATCH 0" in order(pico, "scratch", "DONE")
        hellos = [line.split() for line in bytes(pico.rx).decode().splitlines() if line.startswith("HELLO")]
        assert [words[1] for words in hellos] == ["1", "3", "3", "1"]  # power, watchdog, watchdog, power
        assert {words[2] for words in hellos} == {"0102030405060708"}
        assert len({words[3] for words in hellos}) == 4  # noise differs


def test_an_empty_flash_gets_a_file_system_and_lives_on_in_another_chip() -> None:
    with EmulatedPico(None) as pico:
        pico.boot()
        pico.run_for(10 * MS)
        pico.send("open('a.txt', 'w').write('abc')\r\n")
        pico.wait_for(b">>> ")
        pico.send("\x04")
        pico.wait_for(b"soft reboot")
        pico.run_for(50 * MS)
        flash = pico.flash()
        assert pico.files()["a.txt"] == b"abc"
    with EmulatedPico(flash=flash) as other:
        other.boot()
        assert other.files()["a.txt"] == b"abc"


def test_a_host_that_does_not_read_takes_nothing() -> None:
    with EmulatedPico({"main.py": ECHO}) as pico:
        pico.boot()
        pico.wait_for("HELLO")
        pico.run_for(10 * MS)
        pico.set_reading(False)
        heard = len(pico.rx)
        pico.send("flood\n")
        pico.run_for(300 * MS)
        assert len(pico.rx) == heard
        pico.set_reading(True)
        pico.run_for(100 * MS)
        text = bytes(pico.rx[heard:]).decode()
        assert text.startswith("0" * 60)


def test_outputs_are_watched_at_their_times() -> None:
    program = (
        "import machine, sys, time\nout = machine.Pin(26, machine.Pin.OUT, value=0)\nsys.stdin.read(1)\n"
        "out.value(1)\ntime.sleep_us(500)\nout.value(0)\nprint('DONE')\n"
    )
    with EmulatedPico({"main.py": program}) as pico:
        pico.watch(26)
        pico.boot()
        pico.send("!")
        pico.wait_for("DONE")
        (up, high), (down, low) = pico.changes(26)[-2:]
        assert (high, low) == (1, 0)
        assert 500 * US <= down - up <= 600 * US
        assert pico.level(26) == 0
        assert pico.level(5) is None


def words_of(exact: bool) -> list[tuple[int, int]]:
    """What a capture tells of edges of three pins so close that the very clock of a look decides what it sees."""
    with Recorder(range(8), exact=exact) as recorder:
        t_ns = recorder.pico.now_ns + MS
        for k in range(90):
            t_ns += (28, 44, 20_011, 36, 99_991)[k % 5]
            recorder.inject([Edge(t_ns, k % 3, 1 - k // 3 % 2)])
        recorder.pico.run_for(40 * MS)
        return recorder.entries


def test_counted_turns_of_a_pio_loop_are_the_stepped_ones() -> None:
    counted, stepped = words_of(False), words_of(True)
    assert 60 < len(counted) < 90
    assert counted == stepped


def mpremote(port: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", port, *words],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("newport", [False, True], ids=["same port", "new port"])
def test_mpremote_works_over_the_port_through_a_reset(newport: bool, tmp_path: Path) -> None:
    source = tmp_path / "file.txt"
    source.write_text("x" * 3000)
    with EmulatedBoard(None, newport=newport) as board:
        port = board.ready()
        assert mpremote(port, "exec", "print(1 + 1)").split() == ["2"]
        mpremote(port, "fs", "cp", str(source), ":file.txt")
        mpremote(port, "reset")
        board.wait_until(lambda pico: len(pico.resets) == 1)
        board.ready()
        assert "file.txt" in mpremote(port, "fs", "ls")
        with board.still() as pico:
            assert pico.files()["file.txt"] == source.read_bytes()


def test_a_new_port_ends_the_old_one() -> None:
    with EmulatedBoard({"main.py": ECHO}, newport=True) as board:
        with serial.Serial(board.ready(), timeout=60) as port:
            port.write(b"reset\n")
            with pytest.raises(serial.SerialException):
                port.read_until(b"never")
        board.wait_until(lambda pico: len(pico.resets) == 1)
        with serial.Serial(board.ready(), timeout=30) as port:
            port.write(b"scratch\n")
            assert b"SCRATCH" in port.read_until(b"DONE scratch")


def test_a_board_never_runs_ahead_of_real_time() -> None:
    with EmulatedBoard({"main.py": ECHO}) as board:
        board.ready()
        with board.still() as pico:
            wall = time.monotonic_ns()
            before = pico.now_ns
        with serial.Serial(board.port, timeout=30) as port:
            port.write(b"time\n")
            assert b"TIME" in port.read_until(b"DONE time")
        board.wait_until(lambda pico: pico.now_ns - before > 300 * MS)
        with board.still() as pico:
            lived = pico.now_ns - before
            # It may make up for 20 ms that it was behind, and a turn takes 2 ms.
            assert time.monotonic_ns() - wall >= lived - 25 * MS
