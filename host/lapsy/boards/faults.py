"""What can go wrong between a board and its host, as data, and the words for it.

    delay=5ms..20ms  every piece of data takes that long (delay=5ms: exactly)
    drop=1%          a line is lost
    duplicate=1%     a line comes twice
    split            a line comes in two pieces, a moment apart
    merge=10ms       what is sent within 10 ms comes in one piece
    garbage=1%       a line is damaged, or rubbish or a traceback stands before it
    stall=2s@10s     10 s after the start the host reads nothing for 2 s
    unplug=1s@30s    the port is gone for 1 s; the board lives on
    newport@40s      the port goes and comes back half a second later under another name
                     (newport=2s@40s: 2 s later)
    reboot@50s       the board starts anew: memory lost, new boot id
    drift=20ppm      its crystal runs fast (drift=-20ppm: slow)
    offset=5s        its timer stood at 5 s at the start
    wrap=2s          its timer wraps 2 s after the start

Several stand with commas between them. Times after ``@`` count from the board's start.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MILLION = 1_000_000
UNITS_US = {"us": 1, "ms": 1_000, "s": MILLION}
NEW_PORT_GAP_US = 500_000


class FaultError(ValueError):
    """A fault that cannot be understood, or two that contradict each other: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Delay:
    """Every piece of data takes ``low_us`` to ``high_us``; the order stays."""

    low_us: int
    high_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        if self.low_us == self.high_us:
            return f"delay={duration(self.low_us)}"
        return f"delay={duration(self.low_us)}..{duration(self.high_us)}"


@dataclass(frozen=True, slots=True)
class Drop:
    """A line is lost, ``ppm`` times in a million."""

    ppm: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"drop={percentage(self.ppm)}"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A line comes twice, ``ppm`` times in a million."""

    ppm: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"duplicate={percentage(self.ppm)}"


@dataclass(frozen=True, slots=True)
class Split:
    """Every line comes in two pieces."""

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return "split"


@dataclass(frozen=True, slots=True)
class Merge:
    """What is sent within ``within_us`` comes in one piece."""

    within_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"merge={duration(self.within_us)}"


@dataclass(frozen=True, slots=True)
class Garbage:
    """A line is damaged or has rubbish before it, ``ppm`` times in a million."""

    ppm: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"garbage={percentage(self.ppm)}"


@dataclass(frozen=True, slots=True)
class Stall:
    """The host reads nothing for ``for_us`` from ``at_us`` on."""

    for_us: int
    at_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"stall={duration(self.for_us)}@{duration(self.at_us)}"


@dataclass(frozen=True, slots=True)
class Unplug:
    """The port is gone for ``for_us`` from ``at_us`` on and comes back under its old name."""

    for_us: int
    at_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"unplug={duration(self.for_us)}@{duration(self.at_us)}"


@dataclass(frozen=True, slots=True)
class NewPort:
    """The port goes at ``at_us`` and comes back ``for_us`` later under another name."""

    for_us: int
    at_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"newport={duration(self.for_us)}@{duration(self.at_us)}"


@dataclass(frozen=True, slots=True)
class Reboot:
    """The board starts anew at ``at_us``."""

    at_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"reboot@{duration(self.at_us)}"


@dataclass(frozen=True, slots=True)
class Drift:
    """The crystal is off by ``ppb`` parts in a thousand million."""

    ppb: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        sign = "-" if self.ppb < 0 else ""
        return f"drift={sign}{_decimal(abs(self.ppb), 1000)}ppm"


@dataclass(frozen=True, slots=True)
class Offset:
    """The timer stood at ``offset_us`` at the start."""

    offset_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"offset={duration(self.offset_us)}"


@dataclass(frozen=True, slots=True)
class Wrap:
    """The timer wraps ``after_us`` of its own microseconds after the start."""

    after_us: int

    def __str__(self) -> str:
        """As ``parse_faults`` reads it."""
        return f"wrap={duration(self.after_us)}"


Fault = (
    Delay
    | Drop
    | Duplicate
    | Split
    | Merge
    | Garbage
    | Stall
    | Unplug
    | NewPort
    | Reboot
    | Drift
    | Offset
    | Wrap
)

#: How each fault is written, for error sentences and help.
EXAMPLES = {
    "delay": "delay=5ms..20ms",
    "drop": "drop=1%",
    "duplicate": "duplicate=1%",
    "split": "split",
    "merge": "merge=10ms",
    "garbage": "garbage=1%",
    "stall": "stall=2s@10s",
    "unplug": "unplug=1s@30s",
    "newport": "newport@40s",
    "reboot": "reboot@50s",
    "drift": "drift=20ppm",
    "offset": "offset=5s",
    "wrap": "wrap=2s",
}
REPEATABLE = (Stall, Unplug, NewPort, Reboot)

_WORD = re.compile(r"([a-z]+)(?:=([^@]*))?(?:@(.*))?", re.ASCII)
_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?", re.ASCII)


def parse_faults(text: str) -> tuple[Fault, ...]:
    """The faults that a text such as ``delay=5ms..20ms, drop=1%`` asks for. Raises FaultError."""
    words = [word.strip() for word in text.split(",")]
    return check_faults(_parse(word) for word in words if word)


def check_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The same faults, refused with FaultError when two of them contradict each other."""
    found = tuple(faults)
    kinds = [type(fault) for fault in found]
    for fault in found:
        if not isinstance(fault, REPEATABLE) and kinds.count(type(fault)) > 1:
            raise FaultError(f"{str(fault).partition('=')[0]!r} is given twice: keep one of them.")
    if Offset in kinds and Wrap in kinds:
        raise FaultError("'offset' and 'wrap' both say where the timer starts: keep one of them.")
    gone = sorted((f.at_us, f.at_us + f.for_us, str(f)) for f in found if isinstance(f, Unplug | NewPort))
    for (_, until_us, one), (since_us, _, other) in itertools.pairwise(gone):
        if since_us <= until_us:
            raise FaultError(
                f"'{one}' and '{other}' overlap: leave some time with the port in place between them."
            )
    return found


def _parse(word: str) -> Fault:
    match = _WORD.fullmatch(word)
    name = match[1] if match else word.partition("=")[0].partition("@")[0]
    if name not in EXAMPLES:
        raise FaultError(f"There is no fault {name!r}; faults are written {', '.join(EXAMPLES.values())}.")
    try:
        fault = _build(name, match[2], match[3]) if match else None
    except ValueError as error:
        raise FaultError(f"The fault {word!r}: {error}; write it as {EXAMPLES[name]}.") from None
    if fault is None:
        raise FaultError(f"The fault {word!r} cannot be read; write it as {EXAMPLES[name]}.")
    return fault


def _build(name: str, value: str | None, at: str | None) -> Fault | None:
    match name, value, at:
        case "delay", str(), None:
            low, dots, high = value.partition("..")
            low_us = parse_duration(low)
            high_us = parse_duration(high) if dots else low_us
            if high_us < low_us:
                raise ValueError("the longer time stands first")
            return Delay(low_us, high_us)
        case "drop", str(), None:
            return Drop(_share(value))
        case "duplicate", str(), None:
            return Duplicate(_share(value))
        case "garbage", str(), None:
            return Garbage(_share(value))
        case "split", None, None:
            return Split()
        case "merge", str(), None:
            return Merge(_some(value))
        case "stall", str(), str():
            return Stall(_some(value), parse_duration(at))
        case "unplug", str(), str():
            return Unplug(_some(value), parse_duration(at))
        case "newport", _, str():
            return NewPort(NEW_PORT_GAP_US if value is None else _some(value), parse_duration(at))
        case "reboot", None, str():
            return Reboot(parse_duration(at))
        case "drift", str(), None:
            return Drift(_drift(value))
        case "offset", str(), None:
            return Offset(parse_duration(value))
        case "wrap", str(), None:
            return Wrap(_some(value))
    return None


def parse_duration(text: str) -> int:
    """Microseconds from ``5ms``, ``1.5s`` or ``300us``. Raises ValueError."""
    for unit in ("us", "ms", "s"):
        if text.endswith(unit) and _NUMBER.fullmatch(text.removesuffix(unit)):
            return _scaled(text.removesuffix(unit), UNITS_US[unit], "a microsecond")
    raise ValueError(f"{text!r} is not a time (a number and us, ms or s)")


def duration(us: int) -> str:
    """The shortest text that ``parse_duration`` reads back as ``us``."""
    for unit in ("s", "ms"):
        if us and us % UNITS_US[unit] == 0:
            return f"{us // UNITS_US[unit]}{unit}"
    return f"{us}us"


def percentage(ppm: int) -> str:
    """Parts in a million as per cent."""
    return f"{_decimal(ppm, MILLION // 100)}%"


def _some(text: str) -> int:
    us = parse_duration(text)
    if us == 0:
        raise ValueError("the time must be longer than nought")
    return us


def _share(text: str) -> int:
    if not text.endswith("%") or not _NUMBER.fullmatch(text[:-1]):
        raise ValueError(f"{text!r} is not a share (a number and %)")
    ppm = _scaled(text[:-1], MILLION // 100, "one in a million")
    if ppm > MILLION:
        raise ValueError("a share is at most 100%")
    return ppm


def _drift(text: str) -> int:
    number = text.removesuffix("ppm")
    if number == text or not _NUMBER.fullmatch(number.removeprefix("-")):
        raise ValueError(f"{text!r} is not a drift (a number and ppm)")
    ppb = _scaled(number.removeprefix("-"), 1000, "0.001 ppm")
    if ppb > 10 * MILLION:
        raise ValueError("a crystal is off by 10000ppm at most")
    return -ppb if number.startswith("-") else ppb


def _scaled(number: str, unit: int, finest: str) -> int:
    whole, _, decimals = number.partition(".")
    scale: int = 10 ** len(decimals)
    over, rest = divmod(int(whole + decimals) * unit, scale)
    if rest:
        raise ValueError(f"{number} is finer than {finest}")
    return over


def _decimal(amount: int, unit: int) -> str:
    whole, rest = divmod(amount, unit)
    digits = len(str(unit)) - 1
    return f"{whole}.{rest:0{digits}}".rstrip("0").rstrip(".") if rest else str(whole)
