"""A board's way to its prompt: which port, which board, and what is said when it does not get there."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lapsy.boards import updating, wire
from lapsy.boards.flashing import FlashError, LostError
from lapsy.boards.ports import PortError, SeenPort, open_port
from lapsy.boards.repl import Repl
from lapsy.boards.updating import Names, Restarted, running, send_to_prompt, take_prompt, wait_for_hello

UID = bytes.fromhex("00000000000000aa")


def hello(uid: bytes = UID) -> wire.Hello:
    return wire.Hello(1, 1, uid, 1, (0, 0, 1), 1, 0, 1, 1, 1024, 0, b"\x01")


@pytest.fixture
def prompts(monkeypatch):
    """Ports with a prompt: name -> identity. Gives the names whose port was opened and let go again."""
    closed: list[str] = []

    def show(there: dict[str, str]) -> list[str]:
        def enter(name: str, wait_s: float, try_s: float) -> object:
            if name not in there:
                raise LostError("gone")
            if there[name] == "CircuitPython":
                raise FlashError("The board runs another Python than MicroPython")
            return SimpleNamespace(
                about=lambda: SimpleNamespace(uid=there[name]), close=lambda: closed.append(name)
            )

        monkeypatch.setattr(Repl, "enter", enter)
        monkeypatch.setattr(updating, "send_to_prompt", lambda name, limit_s: None)
        return closed

    return show


def test_a_board_that_comes_back_under_another_name_is_known_by_its_identity(prompts):
    closed = prompts({"/dev/ttyACM0": "11" * 8, "/dev/ttyACM1": UID.hex()})
    names = Names("/dev/ttyACM0", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    at, _ = take_prompt(names, hello(), 0.0)
    assert at == "/dev/ttyACM1"
    assert closed == ["/dev/ttyACM0"]  # another board with the same USB serial number is let go, untouched


def test_without_a_prompt_it_says_what_to_hold(prompts, monkeypatch):
    prompts({})
    monkeypatch.setattr(updating, "running", lambda name: None)
    with pytest.raises(
        FlashError, match=r"No board answers on /dev/ttyACM0: unplug it, hold its update pad.*flash_nuke"
    ):
        take_prompt(Names("/dev/ttyACM0", list), None, 0.0)


def test_another_python_is_told_at_once(prompts):
    prompts({"p": "CircuitPython"})
    with pytest.raises(FlashError, match="another Python"):
        take_prompt(Names("p", list), None, 600.0)


def test_firmware_that_was_still_starting_is_asked_again(prompts, monkeypatch):
    there: dict[str, str] = {}
    prompts(there)
    asked: list[str] = []
    monkeypatch.setattr(updating, "running", lambda name: hello())

    def send(name: str, limit_s: float) -> None:
        asked.append(name)
        there[name] = UID.hex()

    monkeypatch.setattr(updating, "send_to_prompt", send)
    assert take_prompt(Names("p", list), None, 60.0)[0] == "p"
    assert asked == ["p"]


def test_other_names_are_those_of_boards_with_its_usb_serial_number(monkeypatch):
    seen = [
        SeenPort("COM3", board="a board", serial_number="e660"),
        SeenPort("COM4", board="", serial_number="e660"),
        SeenPort("COM5", board="a board", serial_number="e661"),
        SeenPort("COM12", board="a board", serial_number="e660"),
    ]
    monkeypatch.setattr(updating, "seen_ports", lambda: seen)
    assert list(Names("COM3")) == ["COM3", "COM12"]
    assert list(Names("socket://127.0.0.1:1")) == ["socket://127.0.0.1:1"]


def test_firmware_is_recognised_and_one_that_refuses_is_told(slapboard):
    answer = running(slapboard.port, 10)
    assert answer is not None
    assert answer.uid.hex() == "0000000000000001"
    with pytest.raises(
        FlashError, match="refuses to wait for an update: unplug the board, hold its update pad"
    ):
        send_to_prompt(slapboard.port, 10)


def test_a_port_that_is_gone_is_the_sign_that_the_board_restarts():
    send_to_prompt("/dev/none", 10)
    with pytest.raises(PortError, match="There is no port /dev/none"):
        running("/dev/none")


def test_a_restarted_board_is_waited_for_and_another_one_is_not_taken_for_it(slapboards):
    one, other = slapboards(), slapboards()
    names = Names(one.port, lambda: [one.port, other.port])
    found = wait_for_hello(names, "0000000000000002", 20)
    assert found.hello is not None
    assert (found.name, found.hello.uid) == (other.port, "0000000000000002")
    assert wait_for_hello(Names("/dev/none", list), "", 0.0) == Restarted("/dev/none", None)


def test_a_restarted_board_whose_port_another_program_took_is_not_called_silent(slapboard, monkeypatch):
    with open_port(slapboard.port):
        found = wait_for_hello(Names(slapboard.port, list), "", 0.0)
    assert found.hello is None
    assert found.taken.startswith(f"The port {slapboard.port} is busy")


def test_another_chip_is_refused_before_anything_is_put_on_it():
    from lapsy.boards.repl import About

    esp32 = About("00", "ESP32 module with ESP32", "1.26.1", 10 << 10 | 3 << 8 | 6)
    with pytest.raises(
        FlashError, match="is a ESP32 module with ESP32; the firmware needs a Raspberry Pi Pico"
    ):
        updating.wanted_for(esp32, {}, "", None)


def test_a_silent_board_is_not_taken_for_its_twin(prompts):
    """Two boards with one USB serial number: the other one is left alone."""
    closed = prompts({"B": "bb"})
    with pytest.raises(FlashError, match="No board answers on A"):
        take_prompt(Names("A", seen=lambda: ["A", "B"]), None, 0.0)
    assert closed == []


def test_a_program_that_took_the_port_meanwhile_is_named(prompts, monkeypatch):
    from lapsy.boards import ports
    from lapsy.boards.holder import Holder

    prompts({})
    for module in (updating, ports):
        monkeypatch.setattr(module, "holders", lambda _: [Holder(7, "lapsy play")])
    with pytest.raises(FlashError, match=r"is busy, lapsy play \(process 7\) has it open: close that first"):
        take_prompt(Names("A", seen=list), hello(), 0.0)
