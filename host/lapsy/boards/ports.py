"""Serial ports: which there are, which may be boards, and opening one with errors that say what to do."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import serial

BAUD = 115_200

#: USB vendor and product ids that boards come with. Nothing else is tried unless the user names it.
KNOWN_USB = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico with MicroPython",
}

#: How pyserial tells that the other end went away while it read or wrote.
_GONE = (
    "disconnected",
    "read failed",
    "write failed",
    "error (poll)",
    "ClearCommError",
    "ReadFile",
    "WriteFile",
)


class PortError(RuntimeError):
    """A port that cannot be used: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class SeenPort:
    """A serial port of this machine. ``board`` says which known kind of board it is, empty when none."""

    name: str
    description: str = ""
    board: str = ""
    serial_number: str = ""


def seen_ports() -> list[SeenPort]:
    """Every serial port that this machine shows."""
    from serial.tools.list_ports import comports

    ports = []
    for port in comports():
        board = KNOWN_USB.get((port.vid or 0, port.pid or 0), "")
        description = port.description if port.description not in (None, "n/a") else ""
        ports.append(SeenPort(port.device, description, board, port.serial_number or ""))
    return sorted(ports, key=lambda seen: seen.name)


def find_ports() -> list[SeenPort]:
    """The ports with known USB ids: the only ones that may be tried without being named."""
    return [seen for seen in seen_ports() if seen.board]


def open_port(name: str, timeout_s: float | None = 0.1) -> serial.SerialBase:
    """Opens a port by its name, or a URL such as ``socket://127.0.0.1:7000``, for this process alone.

    115200 baud, DTR on (a board sends nothing without it). ``timeout_s`` is ``read``'s. Raises PortError.
    """
    import serial

    try:
        return serial.serial_for_url(
            name, BAUD, timeout=timeout_s, write_timeout=1.0, exclusive=True if os.name == "posix" else None
        )
    except (OSError, ValueError) as error:
        raise port_error(name, error) from None


def port_error(name: str, error: Exception, seen: Sequence[SeenPort] | None = None) -> PortError:
    """The sentence for what went wrong with the port ``name``, at opening or later.

    ``seen`` are the ports to offer instead; asked for when None.
    """
    code = error.errno if isinstance(error, OSError) else None
    text = str(error)
    if isinstance(error, ValueError):
        return PortError(f"{name!r} is no port: give a device such as {_example()}, or socket://HOST:PORT.")
    if "://" in name and "not open port" in text:
        return PortError(f"Nothing answers at {name}: start the board there, or check host and number.")
    missing = code in (errno.ENOENT, errno.ENODEV, errno.ENXIO) and not _exists(name)
    if missing or "FileNotFoundError" in text:
        return PortError(f"There is no port {name}; {_instead(seen_ports() if seen is None else seen)}")
    if code in (errno.EBUSY, errno.EAGAIN) or ("PermissionError" in text and os.name == "nt"):
        return PortError(
            f"The port {name} is busy: close the other program that has it open, then try again."
        )
    if code in (errno.EACCES, errno.EPERM):
        return PortError(_no_permission(name))
    if code in (errno.ENOTTY, errno.EISDIR) or "not configure port" in text:
        return PortError(f"{name} is not a serial port: give a device such as {_example()}.")
    if code == errno.EIO or any(words in text for words in _GONE) or not _exists(name):
        return PortError(
            f"The port {name} has vanished: plug the board in again; it goes on where it stopped."
        )
    return PortError(f"The port {name} cannot be used ({text}): unplug the board, plug it in and try again.")


def _exists(name: str) -> bool:
    return "://" in name or os.name == "nt" or os.path.exists(name)


def _example() -> str:
    return "COM3" if os.name == "nt" else "/dev/ttyACM0"


def _instead(seen: Sequence[SeenPort]) -> str:
    if not seen:
        return "no serial port is seen at all: plug the board in, or play with a simulated one (sim)."
    names = ", ".join(f"{port.name} ({port.board})" if port.board else port.name for port in seen)
    return f"seen are {names}: give one of these, or plug the board in."


def _owner(name: str) -> tuple[int, int]:
    status = os.stat(name)
    return status.st_mode, status.st_gid


def _no_permission(name: str) -> str:
    """Names the group that owns the device, when belonging to it would help."""
    try:
        import grp
        import pwd

        mode, gid = _owner(name)
        group = grp.getgrgid(gid)
        user = pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, OSError, KeyError):
        return f"You may not open {name}: ask whoever looks after this machine for access to it."
    if mode & 0o060 != 0o060 or gid == 0:
        return (
            f"You may not open {name}: it is the administrator's alone (group {group.gr_name!r}); "
            "ask whoever looks after this machine for a udev rule that lets you use it."
        )
    if user in group.gr_mem:
        return (
            f"You may not open {name} yet: you belong to the group {group.gr_name!r} since your last login; "
            "log out and in again."
        )
    return (
        f"You may not open {name}: it belongs to the group {group.gr_name!r}; "
        f"run 'sudo usermod -aG {group.gr_name} {user}', then log out and in again."
    )
