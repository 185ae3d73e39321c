"""Serial ports: which there are, which may be boards, and opening one with errors that say what to do."""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lapsy.boards.holder import holders
from lapsy.boards.usb_ids import BOARDS, OTHERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import serial

BAUD = 115_200

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


class BusyError(PortError):
    """Another program has the port."""


@dataclass(frozen=True, slots=True)
class SeenPort:
    """A serial port of this machine. ``board`` says which known kind of board it is, empty when none.

    ``stable``: a name that stays when the board is plugged in elsewhere, empty where the system has none.
    """

    name: str
    description: str = ""
    board: str = ""
    serial_number: str = ""
    stable: str = ""


def seen_ports() -> list[SeenPort]:
    """Every serial port that this machine shows, in the order of their names (COM9 before COM10)."""
    from serial.tools.list_ports import comports

    stable = stable_names()
    ports = []
    for port in comports():
        usb = (port.vid or 0, port.pid or 0)
        description = port.description if port.description not in (None, "n/a") else ""
        ports.append(
            SeenPort(
                callout_name(port.device),
                OTHERS.get(usb, description),
                BOARDS.get(usb, ""),
                port.serial_number or "",
                stable.get(port.device, ""),
            )
        )
    return sorted(ports, key=lambda seen: natural(seen.name))


def find_ports() -> list[SeenPort]:
    """The ports with known USB ids: the only ones that may be tried without being named."""
    return [seen for seen in seen_ports() if seen.board]


def natural(name: str) -> list[tuple[int, str]]:
    """A key that sorts names with numbers in them by the numbers' values."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


def callout_name(name: str, platform: str = sys.platform) -> str:
    """The name to open: macOS's ``/dev/tty.*`` waits for a modem's carrier, its twin ``/dev/cu.*`` does not; Windows
    writes COM10 and up in several ways."""
    if platform == "darwin" and name.startswith("/dev/tty."):
        return "/dev/cu." + name.removeprefix("/dev/tty.")
    if platform == "win32":
        short = name.removeprefix("\\\\.\\")
        return short.upper() if re.fullmatch(r"(?i)com\d+", short) else name
    return name


def stable_names(root: Path = Path("/")) -> dict[str, str]:
    """Device -> the link by which udev names it for ever; a link made by our own rules is preferred."""
    names = {}
    for folder in ("dev/serial/by-id", "dev/lapsy"):
        try:
            links = sorted((root / folder).iterdir())
        except OSError:
            continue
        for link in links:
            target = os.path.realpath(link)
            device = "/" + os.path.relpath(target, os.path.realpath(root))
            names[device] = f"/{folder}/{link.name}"
    return names


def open_port(name: str, timeout_s: float | None = 0.1) -> serial.SerialBase:
    """Opens a port by its name, or a URL such as ``socket://127.0.0.1:7000``, for this process alone.

    115200 baud, DTR on (a board sends nothing without it). ``timeout_s`` is ``read``'s. Raises PortError.
    """
    import serial

    try:
        return serial.serial_for_url(
            callout_name(name),
            BAUD,
            timeout=timeout_s,
            write_timeout=1.0,
            exclusive=True if os.name == "posix" else None,
        )
    except (OSError, ValueError) as error:
        raise port_error(name, error) from None


def port_error(
    name: str, error: Exception, seen: Sequence[SeenPort] | None = None, then: str = ", then try again"
) -> PortError:
    """The sentence for what went wrong with the port ``name``, at opening or later.

    ``then``: how the sentence of a port that has vanished goes on. ``seen`` are the ports to offer instead; asked for
    when None.
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
        return busy(name)
    if code in (errno.EACCES, errno.EPERM):
        return PortError(no_permission(name))
    if code in (errno.ENOTTY, errno.EISDIR) or "not configure port" in text:
        return PortError(f"{name} is not a serial port: give a device such as {_example()}.")
    if code == errno.EIO or any(words in text for words in _GONE) or not _exists(name):
        return PortError(f"The port {name} has vanished: plug the board in again{then}.")
    return PortError(f"The port {name} cannot be used ({text}): unplug the board, plug it in and try again.")


def busy(name: str) -> BusyError:
    """Names the program that has the port open, where the system tells it."""
    others = holders(name)
    if not others:
        return BusyError(
            f"The port {name} is busy: close the other program that has it open, then try again."
        )
    who = " and ".join(map(str, others))
    have = "has" if len(others) == 1 else "have"
    return BusyError(f"The port {name} is busy, {who} {have} it open: close that first, then try again.")


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


def no_permission(name: str) -> str:
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
