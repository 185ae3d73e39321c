"""What on this machine stands in a board's way: each finding says how it is and what to do.

The readers take the folder under which ``proc``, ``sys`` and ``etc`` lie, so that any machine can be looked at.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lapsy.boards.bootsel import NOTHING_SEEN
from lapsy.boards.firmware import messages
from lapsy.boards.holder import holders
from lapsy.boards.ports import BusyError, PortError, SeenPort, no_permission
from lapsy.boards.probe import ProtocolError
from lapsy.boards.usb_ids import BOARDS, VENDOR

if TYPE_CHECKING:
    from lapsy.boards.bootsel import EmptyBoard
    from lapsy.boards.events import Hello

Grade = Literal["ok", "warn", "bad"]

ROOT = Path("/")
RULES = "70-lapsy-boards.rules"
RULES_FOLDERS = (
    "etc/udev/rules.d",
    "run/udev/rules.d",
    "usr/local/lib/udev/rules.d",
    "usr/lib/udev/rules.d",
    "lib/udev/rules.d",
)
INSTALL = (
    f"lapsy doctor --udev | sudo tee /etc/udev/rules.d/{RULES}",
    "sudo udevadm control --reload && sudo udevadm trigger",
)
OLDEST = (3, 11)
#: Clocks that are read without leaving the processor, or nearly so; the others cost microseconds a reading.
QUICK_CLOCKS = (
    "tsc",
    "arch_sys_counter",
    "kvm-clock",
    "hyperv_clocksource_tsc_page",
    "timebase",
    "riscv_clocksource",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """``what`` was looked at, how it is, and what to do; ``todo`` is empty when all is well."""

    what: str
    grade: Grade
    text: str
    todo: str = ""


# ---- Python


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Whether this Python is new enough."""
    text = ".".join(map(str, version))
    if version[:2] < OLDEST:
        return Finding("Python", "bad", text, f"install Python {OLDEST[0]}.{OLDEST[1]} or newer")
    return Finding("Python", "ok", text)


def packages(
    wanted: Iterable[str] | None = None, version_of: Callable[[str], str] = importlib.metadata.version
) -> Finding:
    """Whether everything that lapsy needs is installed, in a version that it can use."""
    if wanted is None:
        try:
            wanted = importlib.metadata.requires("lapsy") or ()
        except importlib.metadata.PackageNotFoundError:
            return Finding(
                "packages", "warn", "lapsy runs without being installed", "pip install --editable ."
            )
    wrong, count = [], 0
    for requirement in wanted:
        match = re.match(r"\s*([\w.-]+)\s*(?:>=\s*([\d.]+))?", requirement)
        if match is None or "extra ==" in requirement:
            continue
        name, least = match[1], match[2] or "0"
        count += 1
        try:
            has = version_of(name)
        except importlib.metadata.PackageNotFoundError:
            wrong.append(f"{name} is missing")
            continue
        if _numbers(has) < _numbers(least):
            wrong.append(f"{name} is {has}, {least} is needed")
    if wrong:
        return Finding(
            "packages", "bad", "; ".join(wrong), "install lapsy again: pip install --upgrade lapsy"
        )
    return Finding("packages", "ok", f"all {count} are there")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


# ---- ports


def ports(seen: Sequence[SeenPort], empty: Sequence[EmptyBoard]) -> list[Finding]:
    """Which boards are plugged in."""
    boards = [port for port in seen if port.board]
    out = [Finding("board", "ok", f"{port.name}: {port.board}") for port in boards]
    out += [Finding("board", "warn", f"empty {one.chip}", one.advice()) for one in empty]
    if not out:
        out.append(Finding("board", "warn", "none is seen", NOTHING_SEEN))
    numbers = [port.serial_number for port in boards if port.serial_number]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        out.append(
            Finding(
                "board",
                "warn",
                f"two boards have the USB serial number {number}",
                "tell them apart by identity: lapsy boards list",
            )
        )
    return out


def permission(name: str, may: Callable[[str], bool] | None = None) -> Finding:
    """Whether this user may open a port."""
    if may is None:
        may = _may_open
    if may(name):
        return Finding("permission", "ok", f"you may open {name}")
    what, _, todo = no_permission(name).partition(": ")
    return Finding("permission", "bad", what, todo.rstrip("."))


def _may_open(name: str) -> bool:
    return os.name != "posix" or os.access(name, os.R_OK | os.W_OK)


def held(name: str, root: Path = ROOT) -> Finding | None:
    """A program that has a board's port open; None when none has."""
    others = holders(name, root)
    if not others:
        return None
    who = " and ".join(map(str, others))
    return Finding(
        "holder", "warn", f"{name} is in use by {who}", "close it before you play, unless it is lapsy itself"
    )


# ---- firmware


def firmware(name: str, answer: Hello | PortError | None, build: str) -> Finding:
    """What a board said, against the firmware that this lapsy carries."""
    flash = f"lapsy boards flash {name}"
    if isinstance(answer, ProtocolError):
        return Finding("firmware", "bad", f"{name}: another protocol", str(answer).rstrip("."))
    if isinstance(answer, BusyError):
        return Finding("firmware", "warn", f"{name} is in use, so it was not asked", str(answer).rstrip("."))
    if isinstance(answer, PortError):
        return Finding("firmware", "bad", f"{name} was not asked", str(answer).rstrip("."))
    if answer is None:
        return Finding("firmware", "bad", f"{name}: no firmware answers", flash)
    version = ".".join(map(str, messages.VERSION))
    text = f"{name}: board {answer.uid}, {answer.fw}"
    if answer.settings_refused:
        return Finding("firmware", "bad", f"{text}, its settings are refused", f"{flash} --settings FILE")
    if answer.capture == "simulated":
        return Finding("firmware", "ok", f"{text}, a simulated board")
    if answer.fw != version:
        return Finding("firmware", "warn", f"{text}; this lapsy carries {version}", flash)
    if answer.build != build:
        return Finding(
            "firmware",
            "warn",
            f"{text}, build {answer.build or 'not told'}; this lapsy carries {build}",
            flash,
        )
    return Finding("firmware", "ok", f"{text}, build {answer.build}, the newest")


# ---- Linux


def linux(root: Path = ROOT) -> list[Finding]:
    """What only Linux has: ModemManager, autosuspend, clock source, udev rules."""
    return [modem_manager(root), *autosuspend(root), clock_source(root), udev_rules(root)]


def modem_manager(root: Path = ROOT) -> Finding:
    """Whether ModemManager may talk to a board that was just plugged in."""
    running = any(
        _read(process / "comm") == "ModemManager"
        for process in _entries(root / "proc")
        if process.name.isdigit()
    )
    if not running:
        return Finding("ModemManager", "ok", "does not run")
    for file in _rules(root):
        text = _read(file)
        if f"{VENDOR:04x}" in text and re.search(r"ID_MM_(DEVICE|PORT)_IGNORE", text):
            return Finding("ModemManager", "ok", f"runs, and leaves boards alone ({file.name})")
    return Finding(
        "ModemManager",
        "warn",
        "runs, and talks to a board for some seconds after it is plugged in",
        "install the udev rules",
    )


def autosuspend(root: Path = ROOT) -> list[Finding]:
    """Whether the system may put a plugged-in board to sleep."""
    out = []
    for device in sorted(_entries(root / "sys/bus/usb/devices")):
        ids = _hex(device / "idVendor"), _hex(device / "idProduct")
        if ids not in BOARDS:
            continue
        control = _read(device / "power/control")
        if control == "auto":
            out.append(
                Finding(
                    "autosuspend",
                    "warn",
                    f"the board at USB {device.name} may be put to sleep",
                    f"install the udev rules, or: echo on | sudo tee /sys/bus/usb/devices/{device.name}/power/control",
                )
            )
        else:
            out.append(Finding("autosuspend", "ok", f"off for the board at USB {device.name}"))
    return out


def clock_source(root: Path = ROOT) -> Finding:
    """How quickly this machine's clock is read: each byte that comes is stamped with it."""
    name = _read(root / "sys/devices/system/clocksource/clocksource0/current_clocksource")
    if not name:
        return Finding("clock source", "ok", "not told by this system")
    if name in QUICK_CLOCKS:
        return Finding("clock source", "ok", name)
    return Finding(
        "clock source",
        "warn",
        f"{name} is slow to read",
        "verdicts of one board are not touched; for two, see why the kernel gave up tsc: dmesg | grep -i clocksource",
    )


def rules_text() -> str:
    """The udev rules that this lapsy carries."""
    return files("lapsy.boards").joinpath("udev", RULES).read_text(encoding="utf-8")


def udev_rules(root: Path = ROOT) -> Finding:
    """Whether the rules are installed, and these ones."""
    todo = "lapsy doctor --udev tells how"
    for file in _rules(root):
        if file.name == RULES:
            if _read(file) == rules_text().strip():
                return Finding("udev rules", "ok", f"installed in {file.parent.relative_to(root)}")
            return Finding(
                "udev rules", "warn", f"{file.name} is another version's", f"install these: {todo}"
            )
    return Finding("udev rules", "warn", "not installed", todo)


def _rules(root: Path) -> list[Path]:
    return [
        file
        for folder in RULES_FOLDERS
        for file in sorted(_entries(root / folder))
        if file.suffix == ".rules"
    ]


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _hex(file: Path) -> int:
    try:
        return int(_read(file), 16)
    except ValueError:
        return 0
