"""What the doctor finds on made-up machines."""

from __future__ import annotations

import importlib.metadata
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lapsy.boards import doctor
from lapsy.boards.bootsel import EmptyBoard
from lapsy.boards.events import Hello
from lapsy.boards.firmware import messages
from lapsy.boards.ports import BusyError, PortError, SeenPort
from lapsy.boards.probe import ProtocolError
from lapsy.boards.usb_ids import BOARDS, EMPTY

PICO = "Raspberry Pi Pico with MicroPython"
VERSION = ".".join(map(str, messages.VERSION))
BUILD = "0123456789abcdef"
HELLO = Hello("00ff", 1, b"\x01", 0, 1, 1, VERSION, 0, True, 1, "pio", BUILD, 8)
CLOCK = "sys/devices/system/clocksource/clocksource0/current_clocksource"
CONTROL = "sys/bus/usb/devices/1-2/power/control"


def put(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A Linux machine with a Pico that may be put to sleep, ModemManager, and a slow clock."""
    put(tmp_path, "proc/1/comm", "systemd")
    put(tmp_path, "proc/812/comm", "ModemManager")
    for device, vendor, product in (("1-2", "2e8a", "0005"), ("usb1", "1d6b", "0002")):
        put(tmp_path, f"sys/bus/usb/devices/{device}/idVendor", vendor)
        put(tmp_path, f"sys/bus/usb/devices/{device}/idProduct", product)
        put(tmp_path, f"sys/bus/usb/devices/{device}/power/control", "auto")
    put(tmp_path, CLOCK, "hpet")
    return tmp_path


def grades(findings: list[doctor.Finding]) -> dict[str, str]:
    return {finding.what: finding.grade for finding in findings}


def test_every_trouble_of_a_linux_machine_is_found_and_says_what_to_do(root):
    found = doctor.linux(root)
    assert grades(found) == {
        "ModemManager": "warn",
        "autosuspend": "warn",
        "clock source": "warn",
        "udev rules": "warn",
    }
    assert all(finding.todo for finding in found)
    (sleep,) = doctor.autosuspend(root)
    assert sleep.todo.endswith("echo on | sudo tee /sys/bus/usb/devices/1-2/power/control")


def test_with_the_rules_installed_it_is_well(root):
    put(root, f"etc/udev/rules.d/{doctor.RULES}", doctor.rules_text().rstrip("\n"))
    put(root, CONTROL, "on")
    put(root, CLOCK, "tsc")
    found = doctor.linux(root)
    assert set(grades(found).values()) == {"ok"}
    assert not any(finding.todo for finding in found)
    assert "leaves boards alone (70-lapsy-boards.rules)" in doctor.modem_manager(root).text


def test_other_versions_rules_are_told(root):
    put(root, f"lib/udev/rules.d/{doctor.RULES}", "# older")
    assert doctor.udev_rules(root).text == "70-lapsy-boards.rules is another version's"
    assert doctor.modem_manager(root).grade == "warn"


def test_without_modem_manager_or_a_board_there_is_nothing_to_mend(tmp_path):
    assert doctor.modem_manager(tmp_path).text == "does not run"
    assert doctor.autosuspend(tmp_path) == []
    assert doctor.clock_source(tmp_path).grade == "ok"


def test_the_rules_are_about_every_known_board_and_no_other_device():
    lines = [line for line in doctor.rules_text().splitlines() if line and not line.startswith("#")]
    products = {
        product
        for line in lines
        for group in re.findall(r'idProduct}=="([^"]+)"', line)
        for product in group.split("|")
    }
    assert products == {f"{product:04x}" for _, product in (*BOARDS, *EMPTY)}
    assert {vendor for line in lines for vendor in re.findall(r'idVendor}=="(\w+)"', line)} == {"2e8a"}
    for line in lines:
        if not line.startswith(("LABEL", "ACTION")):
            assert 'idVendor}=="2e8a"' in line
            assert "idProduct" in line
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in doctor.rules_text()
    assert 'ATTR{power/control}="on"' in doctor.rules_text()
    assert 'SYMLINK+="lapsy/$env{ID_SERIAL_SHORT}"' in doctor.rules_text()
    assert 60 < int(doctor.RULES[:2]) < 73


def test_python_must_be_new_enough():
    assert doctor.python((3, 11, 0)).grade == "ok"
    assert doctor.python((3, 10, 9)) == doctor.Finding(
        "Python", "bad", "3.10.9", "install Python 3.11 or newer"
    )
    assert doctor.python().grade == "ok"


def test_packages_must_be_there_and_new_enough():
    has = {"click": "8.1.7", "rich": "13.0", "pyserial": "3.5"}

    def version(name: str) -> str:
        if name not in has:
            raise importlib.metadata.PackageNotFoundError(name)
        return has[name]

    assert doctor.packages(["click>=8.1.7", "pyserial>=3.5"], version).text == "all 2 are there"
    wrong = doctor.packages(["click>=8.1.8", "rich>=13.9", "segno>=1", "pyserial>=3.5"], version)
    assert wrong.grade == "bad"
    assert wrong.text == "click is 8.1.7, 8.1.8 is needed; rich is 13.0, 13.9 is needed; segno is missing"
    assert doctor.packages().grade in ("ok", "warn")


def test_ports_empty_boards_and_twins():
    board = SeenPort("/dev/ttyACM0", "", PICO, "e660")
    assert grades(doctor.ports([board, SeenPort("/dev/ttyS0")], [])) == {"board": "ok"}
    (none,) = doctor.ports([SeenPort("/dev/ttyS0")], [])
    assert (none.grade, none.text) == ("warn", "none is seen")
    (empty,) = doctor.ports([], [EmptyBoard("RP2350", "E:\\")])
    assert "copy the .uf2 file onto E:\\" in empty.todo
    *_, twins = doctor.ports([board, replace(board, name="/dev/ttyACM1")], [])
    assert twins.text == "two boards have the USB serial number e660"


@pytest.mark.skipif(os.name != "posix", reason="this system has no permission bits")
def test_permission_names_the_group(tmp_path):
    device = tmp_path / "ttyACM0"
    device.touch(mode=0o660)
    assert doctor.permission(str(device)).grade == "ok"
    refused = doctor.permission(str(device), may=lambda name: False)
    assert refused.grade == "bad"
    assert refused.text == f"You may not open {device}"
    assert refused.todo


@pytest.mark.parametrize(
    ("answer", "grade", "text", "todo"),
    [
        (HELLO, "ok", f"p: board 00ff, {VERSION}, build {BUILD}, the newest", ""),
        (replace(HELLO, capture="simulated", build=""), "ok", "a simulated board", ""),
        (
            replace(HELLO, build="f" * 16),
            "warn",
            f"build ffffffffffffffff; this lapsy carries {BUILD}",
            "lapsy boards flash p",
        ),
        (replace(HELLO, build=""), "warn", "build not told", "lapsy boards flash p"),
        (replace(HELLO, fw="0.0.1"), "warn", f"0.0.1; this lapsy carries {VERSION}", "lapsy boards flash p"),
        (
            replace(HELLO, settings_refused=True),
            "bad",
            "its settings are refused",
            "lapsy boards flash p --settings FILE",
        ),
        (None, "bad", "p: no firmware answers", "lapsy boards flash p"),
        (PortError("There is no port p."), "bad", "p was not asked", "There is no port p"),
        (
            BusyError("It is busy: close it."),
            "warn",
            "p is in use, so it was not asked",
            "It is busy: close it",
        ),
        (ProtocolError("It speaks 2: flash it."), "bad", "p: another protocol", "It speaks 2: flash it"),
    ],
)
def test_the_firmware_against_the_one_that_is_carried(answer, grade, text, todo):
    found = doctor.firmware("p", answer, BUILD)
    assert (found.grade, found.todo) == (grade, todo)
    assert text in found.text


def test_a_program_that_has_the_port_open_is_told(root):
    assert doctor.held("/dev/ttyACM0", root) is None
    (root / "proc/4711/fd").mkdir(parents=True)
    (root / "proc/4711/fd/3").symlink_to("/dev/ttyACM0")
    put(root, "proc/4711/comm", "minicom")
    (root / "proc/4711/cmdline").write_bytes(b"minicom\0-D\0/dev/ttyACM0\0")
    found = doctor.held("/dev/ttyACM0", root)
    assert found is not None
    assert found.text == "/dev/ttyACM0 is in use by minicom (process 4711)"
