"""Finding and opening serial ports: every failure is one sentence that says what to do."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from contextlib import closing
from types import SimpleNamespace

import pytest
import serial
from serial.tools import list_ports

from lapsy.boards import ports
from lapsy.boards.bootsel import EmptyBoard, empty_boards
from lapsy.boards.holder import Holder, holders
from lapsy.boards.ports import (
    PortError,
    SeenPort,
    callout_name,
    find_ports,
    natural,
    open_port,
    port_error,
    seen_ports,
    stable_names,
)

pytestmark = pytest.mark.filterwarnings("error")
POSIX = pytest.mark.skipif(os.name != "posix", reason="this system has no pseudo-terminals")
PICO = SeenPort("/dev/ttyACM0", "Board in FS mode", "Raspberry Pi Pico with MicroPython", "e660")


@pytest.fixture
def pty():
    board, host = os.openpty()
    yield SimpleNamespace(board=board, name=os.ttyname(host), host=host)
    for fd in (board, host):
        with contextlib.suppress(OSError):  # the test closed it
            os.close(fd)


@pytest.fixture
def shown(monkeypatch):
    """Makes the machine show these ports."""

    def show(*found: tuple[str, int | None, int | None, str]) -> None:
        monkeypatch.setattr(
            list_ports,
            "comports",
            lambda: [
                SimpleNamespace(device=d, vid=v, pid=p, description=text, serial_number=None)
                for d, v, p, text in found
            ],
        )

    return show


def sentence(name: str) -> str:
    with pytest.raises(PortError) as caught:
        open_port(name)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert "Errno" not in text
    return text


@POSIX
def test_a_port_opens_for_this_process_alone(pty):
    with open_port(pty.name) as port:
        assert port.baudrate == 115_200
        assert port.dtr
        os.write(pty.board, b"x")
        assert port.read(1) == b"x"
        assert (
            sentence(pty.name)
            == f"The port {pty.name} is busy: close the other program that has it open, then try again."
        )
    with open_port(pty.name):
        pass


def test_only_known_usb_ids_are_found_but_all_ports_are_seen(shown):
    shown(
        ("/dev/ttyS0", None, None, "n/a"),
        ("/dev/ttyUSB0", 0x0403, 0x6001, "FT232R"),
        ("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode"),
    )
    assert [port.name for port in seen_ports()] == ["/dev/ttyACM0", "/dev/ttyS0", "/dev/ttyUSB0"]
    assert [port.name for port in find_ports()] == ["/dev/ttyACM0"]


@POSIX
def test_an_unknown_port_names_those_that_are_seen(shown):
    shown(("/dev/ttyACM0", 0x2E8A, 0x0005, ""), ("/dev/ttyS9", None, None, ""))
    assert sentence("/dev/ttyACM7") == (
        "There is no port /dev/ttyACM7; seen are /dev/ttyACM0 (Raspberry Pi Pico with MicroPython), /dev/ttyS9: "
        "give one of these, or plug the board in."
    )
    shown()
    assert "no serial port is seen at all: plug the board in" in sentence("/dev/ttyACM7")


@POSIX
def test_a_file_or_folder_is_not_a_serial_port(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    for name in (file, tmp_path, "/dev/null"):
        assert f"{name} is not a serial port: give a device such as /dev/ttyACM0." == sentence(str(name))


def test_urls_that_nobody_serves_or_knows():
    with closing(socket.socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        number = unused.getsockname()[1]
        assert sentence(f"socket://127.0.0.1:{number}") == (
            f"Nothing answers at socket://127.0.0.1:{number}: start the board there, or check host and number."
        )
    assert "is no port: give a device such as" in sentence("sockets://127.0.0.1:1")
    assert sentence("socket://nonsense")


@POSIX
def test_a_port_that_vanishes_says_so(pty):
    with open_port(pty.name, timeout_s=5) as port:
        os.close(pty.host)
        os.close(pty.board)
        with pytest.raises(serial.SerialException) as caught:
            port.read(1)
        said = str(port_error(port.port, caught.value))
    assert said.endswith("has vanished: plug the board in again, then try again.")


def test_a_tcp_board_that_hangs_up_has_vanished_too():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with open_port(name, timeout_s=5) as port:
            server.accept()[0].close()
            with pytest.raises(serial.SerialException) as caught:
                port.read(1)
        assert "has vanished" in str(port_error(name, caught.value))


@POSIX
class TestPermission:
    """As root nothing is refused, so the refusal is handed in; the group is the one that really owns the file."""

    @pytest.fixture
    def device(self, tmp_path, monkeypatch):
        import grp
        import pwd

        file = tmp_path / "ttyACM0"
        file.touch()
        people = SimpleNamespace(members=[], gid=4242, mode=0o660)
        monkeypatch.setattr(
            grp,
            "getgrgid",
            lambda gid: SimpleNamespace(gr_name={4242: "dialout", 0: "root"}[gid], gr_mem=people.members),
        )
        monkeypatch.setattr(pwd, "getpwuid", lambda uid: SimpleNamespace(pw_name="aino"))
        monkeypatch.setattr(ports, "_owner", lambda name: (people.mode, people.gid))
        people.name = str(file)
        return people

    def refusal(self, name: str) -> str:
        return str(port_error(name, serial.SerialException(errno.EACCES, "could not open port")))

    def test_it_names_the_group_and_the_command(self, device):
        assert self.refusal(device.name) == (
            f"You may not open {device.name}: it belongs to the group 'dialout'; "
            "run 'sudo usermod -aG dialout aino', then log out and in again."
        )

    def test_a_member_has_to_log_in_again(self, device):
        device.members = ["aino"]
        assert "log out and in again" in self.refusal(device.name)
        assert "usermod" not in self.refusal(device.name)

    @pytest.mark.parametrize(("gid", "mode"), [(0, 0o660), (4242, 0o600)])
    def test_where_no_group_helps_none_is_recommended(self, device, gid, mode):
        device.gid, device.mode = gid, mode
        assert "usermod" not in self.refusal(device.name)
        assert "udev rule" in self.refusal(device.name)

    def test_a_device_that_cannot_even_be_looked_at(self):
        assert "ask whoever looks after this machine" in self.refusal("/dev/none")


@POSIX
def test_the_group_is_read_from_the_file_itself(tmp_path):
    import grp
    import pwd

    file = tmp_path / "ttyACM0"
    file.touch()
    gid = next((g.gr_gid for g in grp.getgrall() if g.gr_gid not in (0, os.getgid())), None)
    if gid is None or os.geteuid() != 0:
        gid = os.stat(file).st_gid
    else:
        os.chown(file, -1, gid)
    file.chmod(0o660)
    said = str(port_error(str(file), PermissionError(errno.EACCES, "Permission denied")))
    assert grp.getgrgid(gid).gr_name in said
    if gid != 0 and pwd.getpwuid(os.geteuid()).pw_name not in grp.getgrgid(gid).gr_mem:
        assert f"sudo usermod -aG {grp.getgrgid(gid).gr_name} " in said


def test_names_are_in_the_order_of_their_numbers(shown):
    shown(("COM10", 0x2E8A, 0x0005, ""), ("COM9", 0x2E8A, 0x0005, ""), ("COM1", None, None, ""))
    assert [port.name for port in seen_ports()] == ["COM1", "COM9", "COM10"]
    assert sorted(["/dev/ttyACM10", "/dev/ttyACM9"], key=natural) == ["/dev/ttyACM9", "/dev/ttyACM10"]


@pytest.mark.parametrize(
    ("name", "platform", "opened"),
    [
        ("/dev/tty.usbmodem1101", "darwin", "/dev/cu.usbmodem1101"),
        ("/dev/cu.usbmodem1101", "darwin", "/dev/cu.usbmodem1101"),
        ("/dev/ttyACM0", "linux", "/dev/ttyACM0"),
        ("/dev/tty.x", "linux", "/dev/tty.x"),
        ("com12", "win32", "COM12"),
        (r"\\.\COM12", "win32", "COM12"),
        ("COM3", "win32", "COM3"),
        ("socket://127.0.0.1:7000", "win32", "socket://127.0.0.1:7000"),
    ],
)
def test_the_name_to_open_on_each_system(name, platform, opened):
    assert callout_name(name, platform) == opened


@POSIX
def test_stable_names_are_udevs_and_ours_are_preferred(tmp_path):
    for folder in ("dev/serial/by-id", "dev/lapsy"):
        (tmp_path / folder).mkdir(parents=True)
    for device in ("ttyACM0", "ttyACM1"):
        (tmp_path / "dev" / device).touch()
    (tmp_path / "dev/serial/by-id/usb-MicroPython_Board_e660-if00").symlink_to("../../ttyACM0")
    (tmp_path / "dev/serial/by-id/usb-MicroPython_Board_e661-if00").symlink_to("../../ttyACM1")
    (tmp_path / "dev/lapsy/e661").symlink_to("../ttyACM1")
    assert stable_names(tmp_path) == {
        "/dev/ttyACM0": "/dev/serial/by-id/usb-MicroPython_Board_e660-if00",
        "/dev/ttyACM1": "/dev/lapsy/e661",
    }
    assert stable_names(tmp_path / "nowhere") == {}


def test_relatives_of_a_board_are_named_and_never_asked(shown):
    shown(("/dev/ttyACM0", 0x2E8A, 0x000C, "CMSIS-DAP"), ("/dev/ttyACM1", 0x2E8A, 0x000B, ""))
    assert [port.description for port in seen_ports()] == [
        "Raspberry Pi Debug Probe",
        "Raspberry Pi Pico with CircuitPython",
    ]
    assert find_ports() == []


class TestHolder:
    @pytest.fixture
    def proc(self, tmp_path):
        def process(pid: int, words: list[str], *opened: str) -> None:
            folder = tmp_path / "proc" / str(pid)
            (folder / "fd").mkdir(parents=True)
            (folder / "cmdline").write_bytes(b"".join(word.encode() + b"\0" for word in words))
            (folder / "comm").write_text(os.path.basename(words[0])[:15] + "\n")
            for number, name in enumerate(opened):
                (folder / "fd" / str(number)).symlink_to(name)

        process.root = tmp_path
        return process

    def test_whoever_has_it_open_is_named(self, proc):
        proc(7, ["/usr/bin/python3", "/home/a/.venv/bin/lapsy", "play"], "/dev/null", "/dev/ttyACM0")
        proc(12, ["/usr/sbin/ModemManager"], "/dev/ttyACM0")
        proc(13, ["bash"], "/dev/ttyACM1")
        assert [str(who) for who in holders("/dev/ttyACM0", proc.root)] == [
            "lapsy play (process 7)",
            "ModemManager (process 12)",
        ]
        assert holders("/dev/ttyACM0", proc.root, but_not=7) == [Holder(12, "ModemManager")]

    @pytest.mark.parametrize(
        ("words", "name"),
        [
            (["/usr/bin/python3", "/home/a/.venv/bin/lapsy", "boards", "sim"], "lapsy boards"),
            (["python3", "-W", "error", "-m", "lapsy", "play"], "lapsy play"),
            (["python3", "-c", "import serial; serial.Serial()"], "python3"),
            (["python3", "-Ic", "import serial; serial.Serial()"], "python3"),
            (["python3", "-u", "-cimport serial", "words"], "python3"),
            (["python3", "-Wd", "-X", "dev", "-Bc", "import serial"], "python3"),
            (["python3", "-", "words"], "python3"),
            (["python3", "-Im", "lapsy", "play"], "lapsy play"),
            (["python3", "-mlapsy", "play"], "lapsy play"),
            (["python3", "--check-hash-based-pycs", "never", "-X", "dev", "talk.py"], "talk.py"),
            (["python3", "-m", "serial.tools.miniterm", "/dev/ttyACM0"], "serial.tools.miniterm"),
            (["python3"], "python3"),
        ],
    )
    def test_a_python_program_goes_by_its_own_name(self, proc, words, name):
        proc(7, words, "/dev/ttyACM0")
        assert holders("/dev/ttyACM0", proc.root) == [Holder(7, name)]

    def test_the_maker_of_a_pseudo_terminal_is_its_other_end(self, proc):
        proc(7, ["simulator"], "/dev/pts/ptmx", "/dev/pts/998877")
        proc(8, ["cat"], "/dev/pts/998877")
        assert holders("/dev/pts/998877", proc.root) == [Holder(8, "cat")]

    def test_where_nothing_can_be_seen_nobody_is_named(self, tmp_path):
        assert holders("/dev/ttyACM0", tmp_path) == []
        assert holders("socket://127.0.0.1:1") == []

    @POSIX
    def test_a_busy_port_names_the_program(self, pty, monkeypatch):
        monkeypatch.setattr(ports, "holders", lambda name: [Holder(7, "lapsy play")])
        with open_port(pty.name):
            assert sentence(pty.name) == (
                f"The port {pty.name} is busy, lapsy play (process 7) has it open: close that first, then try again."
            )


class TestEmptyBoards:
    def test_a_chip_in_its_bootloader_is_seen_by_its_usb_id_with_or_without_its_drive(self, tmp_path):
        for name, product in (("1-1", "0003"), ("1-2", "000f"), ("1-3", "0005")):
            device = tmp_path / "sys/bus/usb/devices" / name
            device.mkdir(parents=True)
            (device / "idVendor").write_text("2e8a\n")
            (device / "idProduct").write_text(product + "\n")
        assert empty_boards(tmp_path, []) == [EmptyBoard("RP2040"), EmptyBoard("RP2350")]
        drive = tmp_path / "media/aino/RPI-RP2"
        drive.mkdir(parents=True)
        (drive / "INFO_UF2.TXT").write_text(
            "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
        )
        assert empty_boards(tmp_path) == [EmptyBoard("RP2040", str(drive)), EmptyBoard("RP2350")]

    def test_elsewhere_by_its_drive(self, tmp_path):
        drive = tmp_path / "Volumes" / "RP2350"
        drive.mkdir(parents=True)
        (drive / "INFO_UF2.TXT").write_text(
            "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
        )
        (tmp_path / "Volumes" / "Backup").mkdir()
        (board,) = empty_boards(tmp_path)
        assert board == EmptyBoard("RP2350", str(drive))
        assert f"copy the .uf2 file onto {drive}" in board.advice()
        assert "RPI_PICO2" in board.advice()

    def test_other_uf2_drives_are_no_boards(self, tmp_path):
        drive = tmp_path / "Volumes" / "FTHR840BOOT"
        drive.mkdir(parents=True)
        (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader 0.3.2\nModel: Adafruit Feather nRF52840\n")
        assert empty_boards(tmp_path) == []
