"""``lapsy boards list``: what is plugged in, told for people and for programs."""

from __future__ import annotations

import json
import os

import pytest

from lapsy.boards import bootsel, ports, probe
from lapsy.boards.bootsel import EmptyBoard
from lapsy.boards.events import Hello, Press
from lapsy.boards.ports import PortError, SeenPort
from lapsy.boards.probe import Probed
from lapsy.boards.talk import Talk

PICO = "Raspberry Pi Pico with MicroPython"
HELLO = Hello(
    "00ff", 1, b"\x01\x21\x41\x02\x0e", 0, 1, 1, "0.1.0", 0, True, 1, "pio", "0123456789abcdef", 8, False
)
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")


@pytest.fixture
def machine(monkeypatch):
    """Makes the machine show ports and empty boards; notes which ports are asked."""
    asked: list[str] = []
    answers: dict[str, Probed | PortError | None] = {}

    def show(
        *seen: tuple[SeenPort, Probed | PortError | None], empty: tuple[EmptyBoard, ...] = ()
    ) -> list[str]:
        answers.update({port.name: answer for port, answer in seen})
        monkeypatch.setattr(ports, "seen_ports", lambda: [port for port, _ in seen])
        monkeypatch.setattr(bootsel, "empty_boards", lambda: list(empty))
        return asked

    def answer(name: str) -> Probed | None:
        asked.append(name)
        got = answers[name]
        if isinstance(got, PortError):
            raise got
        return got

    monkeypatch.setattr(probe, "probe", answer)
    return show


def test_known_boards_are_asked_and_others_only_shown(machine, lapsy):
    asked = machine(
        (SeenPort("/dev/ttyACM0", "", PICO, "e660"), Probed(HELLO, 930)),
        (SeenPort("/dev/ttyACM1", "", PICO), None),
        (SeenPort("/dev/ttyACM2", "", PICO), PortError("The port is busy: close the other program.")),
        (SeenPort("/dev/ttyUSB0", "FT232R"), None),
    )
    said = lapsy("boards", "list")
    assert said.code == 0
    assert said.out.splitlines() == [
        f"/dev/ttyACM0  {PICO}",
        "  board     00ff",
        "  firmware  0.1.0, build 0123456789abcdef",
        "  capture   in hardware (PIO), a stamp is within 1 µs of its edge",
        "  inputs    5: slap1-3, flip1, sync",
        "  latency   0.93 ms",
        f"/dev/ttyACM1  {PICO}",
        "  No board answers: put the firmware on it with 'lapsy boards flash /dev/ttyACM1'.",
        f"/dev/ttyACM2  {PICO}",
        "  The port is busy: close the other program.",
        "/dev/ttyUSB0  FT232R; not asked (name it to ask it)",
    ]
    assert asked == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyACM2"]


def test_two_boards_with_one_usb_serial_are_told_apart_by_identity(machine, lapsy):
    other = Hello("11ff", 2, b"\x01", 0, 1, 1, "0.1.0", 0, True, 200, "irq", "", 0, True)
    machine(
        (SeenPort("COM9", "", PICO, "e660"), Probed(HELLO, 930)),
        (SeenPort("COM10", "", PICO, "e660"), Probed(other, None)),
    )
    said = lapsy("boards", "list").out
    assert said.count("another port has the same USB serial number: tell them apart by board") == 2
    assert "board     00ff" in said
    assert "board     11ff" in said
    assert "by interrupt (less exact), a stamp is within 200 µs of its edge" in said
    assert "firmware  0.1.0, build not told" in said
    assert "latency   no ping was answered" in said
    assert "settings  refused, so it has no inputs: mend them" in said


def test_json_has_all_of_it(machine, lapsy):
    machine(
        (SeenPort("/dev/ttyACM0", "", PICO, "e660", "/dev/lapsy/e660"), Probed(HELLO, 930)),
        (SeenPort("/dev/ttyS0"), None),
        empty=(EmptyBoard("RP2350", "/media/RP2350"),),
    )
    told = json.loads(lapsy("boards", "list", "--json").out)
    board, other = told["ports"]
    assert (board["stable"], board["serial_number"], board["twin"]) == ("/dev/lapsy/e660", "e660", False)
    assert board["board"] == {
        "uid": "00ff",
        "firmware": "0.1.0",
        "build": "0123456789abcdef",
        "capture": "pio",
        "capture_us": 1,
        "inputs": ["slap1", "slap2", "slap3", "flip1", "sync"],
        "lights": 8,
        "settings_refused": False,
        "latency_us": 930,
    }
    assert (other["asked"], other["board"]) == (False, None)
    assert told["empty"] == [{"chip": "RP2350", "drive": "/media/RP2350"}]


def test_an_empty_board_is_told_how_it_gets_micropython(machine, lapsy):
    machine(empty=(EmptyBoard("RP2040"),))
    said = lapsy("boards", "list").out
    assert (
        "An empty RP2040 board is plugged in: download MicroPython from https://micropython.org/download/RPI_PICO/"
        in said
    )
    assert "copy the .uf2 file onto the drive RPI-RP2" in said
    assert "No board is seen" not in said


def test_a_machine_without_boards_says_what_to_do(machine, lapsy):
    machine()
    said = lapsy("boards", "list").out
    assert "No board is seen: plug it in with a cable that carries data." in said
    assert "Without a board: lapsy boards sim" in said


def test_a_named_port_is_really_asked_and_loses_nothing(slapboard, lapsy):
    slapboard.press("slap1")
    for _ in range(2):
        lines = lapsy("boards", "list", slapboard.port, "/dev/none").out.splitlines()
        assert "  board     0000000000000001" in lines
        assert "  inputs    4: slap1, slap2, flip1, flip2" in lines
        assert any(line.startswith("  latency   ") and line.endswith(" ms") for line in lines)
        assert any("There is no port /dev/none" in line for line in lines)
    with Talk(slapboard.port) as talk:  # the press that the board keeps for a table is still there
        assert talk.hello(10) is not None
        heard = []
        for _ in range(20):
            heard += talk.hear(1)
            if any(isinstance(event, Press) and event.pressed for event in heard):
                return
        pytest.fail(f"the press is gone: {heard}")


def test_firmware_of_another_protocol_is_no_silent_board(slapboard, started, monkeypatch):
    """This process is the board, of a newer protocol; the commands run in processes of their own."""
    from lapsy.boards.firmware import messages

    monkeypatch.setattr(messages, "PROTO", 2)
    why = f"firmware speaks protocol 2, this host 1: update the older one; 'lapsy boards flash {slapboard.port}' puts"
    for words, code in (("boards", "list"), 0), (("doctor",), 1), (("boards", "find"), 1):
        with started(*words, slapboard.port) as running:
            said = running.wait()
        assert said.code == code, said
        assert why in said.out + said.err
        assert "o board answers" not in said.out + said.err
        assert "no firmware answers" not in said.out


@POSIX
def test_a_program_that_has_the_port_open_is_named(slapboard, lapsy):
    import subprocess
    import sys

    code = "import sys; f = open(sys.argv[1], 'rb', buffering=0); print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, slapboard.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        other.stdout.readline()
        if not os.path.isdir("/proc/self/fd"):
            pytest.skip("this system does not tell which program has a port open")
        entry = json.loads(lapsy("boards", "list", slapboard.port, "--json").out)["ports"][0]
        other.stdin.close()
    assert [holder["pid"] for holder in entry["holders"]] == [other.pid]
    assert entry["board"]["uid"] == "0000000000000001"
