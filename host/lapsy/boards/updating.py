"""A board's way into its prompt, through a flash, and back to life. The port may go and come back on the way."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lapsy.boards import events, wire
from lapsy.boards.compiling import CompileError, compiled, target
from lapsy.boards.firmware import firmware_dir, messages
from lapsy.boards.flashing import FlashError, LostError
from lapsy.boards.holder import holders
from lapsy.boards.manifest import BUILD, SETTINGS, build_file, build_id, sources
from lapsy.boards.ports import BusyError, PortError, busy, open_port, seen_ports
from lapsy.boards.repl import About, Repl
from lapsy.boards.talk import Talk

if TYPE_CHECKING:
    from lapsy.boards.events import Hello

#: A silent port may be a board without firmware; one with firmware answers well within this.
HELLO_S = 1.5
_AGAIN_S = 0.2
_LOOK_S = 0.25
_READ = 4096
#: The last line of a traceback.
_COMPLAINT = re.compile(r"\w*(Error|Exception)\b")

NO_ANSWER = (
    "No board answers on {name}: unplug it, hold its update pad (the first slap pad, unless its settings say otherwise) "
    "down while you plug it in, and run this again. If that does not help, hold BOOTSEL while you plug it in, copy "
    "Raspberry Pi's flash_nuke.uf2 onto its drive (MicroPython put on it anew erases no files, so a main.py that ignores "
    "Ctrl-C would stay), then put MicroPython on it."
)

REFUSED = (
    "The firmware on {name} refuses to wait for an update: unplug the board, hold its update pad (the first slap pad, "
    "unless its settings say otherwise) down while you plug it in, and run this again."
)


def running(name: str, limit_s: float = HELLO_S) -> wire.Hello | None:
    """The hello of firmware of any protocol version; None when none answers. Raises PortError.

    A port that another program has open is refused, even when that program took no lock.
    """
    if holders(name):
        raise busy(name)
    decoder = wire.Decoder()
    with open_port(name, timeout_s=0.02) as port, _gone(name):
        until = time.monotonic() + limit_s
        asked = 0.0
        while (now := time.monotonic()) < until:
            if now >= asked:
                port.write(wire.hello_request(int.from_bytes(os.urandom(4), "little")))
                asked = now + _AGAIN_S
            for message in decoder.feed(port.read(_READ)):
                if isinstance(message, wire.Hello):
                    return message
    return None


def send_to_prompt(name: str, limit_s: float) -> None:
    """Have running firmware leave its flag and reset. Raises FlashError when it refuses; a port that goes is the sign.

    The command's form is the same in every protocol version, so that an old firmware can be told too.
    """
    decoder = wire.Decoder()
    until = time.monotonic() + limit_s
    asked, done = 0.0, False
    try:
        with open_port(name, timeout_s=0.02) as port:
            while (now := time.monotonic()) < until:
                if now >= asked and not done:
                    port.write(wire.command(1, messages.OP_REPL, messages.REPL_KEY))
                    asked = now + _AGAIN_S
                for message in decoder.feed(port.read(_READ)):
                    if not isinstance(message, wire.Result) or message.command != 1:
                        continue
                    if message.status != messages.STATUS_OK:
                        raise FlashError(REFUSED.format(name=name))
                    # It resets now; a port that stays open over that (a pseudo-terminal) tells nothing more.
                    done, until = True, min(until, now + 1.0)
    except (PortError, OSError):
        return


class Names:
    """Under which names a board may come back: its own first, then others with its USB serial number."""

    def __init__(self, name: str, seen: Callable[[], Sequence[str]] | None = None) -> None:
        self.name = name
        self._seen = seen
        self._serial = ""
        if seen is None:
            real = os.path.realpath(name)
            match = next((port for port in seen_ports() if os.path.realpath(port.name) == real), None)
            self._serial = match.serial_number if match else ""

    def __iter__(self) -> Iterator[str]:
        """The names to try now."""
        others: Sequence[str]
        if self._seen is not None:
            others = self._seen()
        elif self._serial:
            others = [port.name for port in seen_ports() if port.board and port.serial_number == self._serial]
        else:
            others = []
        yield from dict.fromkeys((self.name, *others))


def take_prompt(names: Names, hello: wire.Hello | None, wait_s: float) -> tuple[str, Repl]:
    """The board's prompt and the port that it is on. ``hello``: its firmware's answer, None when none came so far.

    Firmware is asked to go there; anything else is interrupted. Firmware that was still starting when it was asked first is
    asked again. Raises FlashError when there is no prompt within ``wait_s``, or none that this firmware can use.
    """
    uid = hello.uid.hex() if hello else ""
    if hello is not None:
        send_to_prompt(names.name, wait_s)
    until = time.monotonic() + wait_s
    while True:
        # Without an identity another board with the same USB serial number could not be told from this one.
        for name in names if uid else (names.name,):
            try:
                repl = Repl.enter(name, wait_s, try_s=max(3.0, wait_s / 10))
                if not uid or repl.about().uid == uid:
                    return name, repl
                repl.close()
            except LostError:
                uid = _ask_again(name, uid, wait_s)
        if time.monotonic() >= until:
            if holders(names.name):  # a table that waited for its board, for one
                raise FlashError(str(busy(names.name)))
            raise FlashError(NO_ANSWER.format(name=names.name))
        time.sleep(_LOOK_S)


def _ask_again(name: str, uid: str, wait_s: float) -> str:
    """Send firmware to its prompt if it answers by now; the identity, as far as it is known. Raises FlashError when it
    refuses."""
    try:
        hello = running(name)
    except PortError:
        return uid  # not back yet
    if hello is None or uid not in ("", hello.uid.hex()):
        return uid
    send_to_prompt(name, wait_s)
    return hello.uid.hex()


@dataclass(frozen=True, slots=True)
class Restarted:
    """How a board came back: its port and hello; or no hello, and what its MicroPython complained of (or nothing).

    ``taken``: the sentence about another program that has the port; empty when none has."""

    name: str
    hello: Hello | None
    complaint: str = ""
    taken: str = ""


def wait_for_hello(names: Names, uid: str, wait_s: float) -> Restarted:
    """Wait for a restarted board until it answers, or ``wait_s`` are over."""
    until = time.monotonic() + wait_s
    complaint = ""
    while True:
        taken = ""
        for name in names:
            try:
                with Talk(name, acknowledge=False) as talk:
                    hello = talk.hello(HELLO_S)
                    heard = talk.hear()
            except BusyError as error:
                taken = str(error)
                continue
            except PortError:
                continue  # not back yet
            if hello is not None and (not uid or hello.uid == uid):
                return Restarted(name, hello)
            lines = [event.line for event in heard if isinstance(event, events.Text)]
            complaint = next((line for line in reversed(lines) if _COMPLAINT.match(line)), complaint)
        if time.monotonic() >= until:
            if not taken and holders(names.name):  # that took no lock, and so may steal the answer
                taken = str(busy(names.name))
            return Restarted(names.name, None, complaint, taken)
        time.sleep(_LOOK_S)


def shipped() -> tuple[str, dict[str, bytes]]:
    """The build and the sources of the firmware that this lapsy carries. Raises FirmwareMissingError."""
    firmware = sources(firmware_dir())
    return build_id(firmware), firmware


def wanted_for(
    about: About, firmware: dict[str, bytes], build: str, settings: bytes | None
) -> dict[str, bytes]:
    """What belongs on this board: compiled firmware, its manifest, and settings unless None keeps the board's own.

    Raises FlashError when its MicroPython cannot run it, or its chip: main.py writes to registers of these two.
    """
    if "RP2040" not in about.machine and "RP2350" not in about.machine:
        raise FlashError(
            f"The board is a {about.machine}; the firmware needs a Raspberry Pi Pico or a kin of it (RP2040, RP2350): "
            "nothing was put on it."
        )
    try:
        files = compiled(firmware, target(about.mpy))
    except CompileError as error:
        raise FlashError(str(error)) from None
    files[BUILD] = build_file(build, files)
    if settings is not None:
        files[SETTINGS] = settings
    return files


@contextmanager
def _gone(name: str) -> Iterator[None]:
    from lapsy.boards.ports import port_error

    try:
        yield
    except OSError as error:
        raise port_error(name, error) from None
