"""The firmware's core in a MicroPython process of its own, turned in lock-step: a line in, a line out."""

from __future__ import annotations

import os
import selectors
import subprocess
import tempfile
import time
from binascii import a2b_base64, b2a_base64
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lapsy.boards.firmware import firmware_dir
from lapsy.boards.stepper import Wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from lapsy.boards.stepper import Identity

#: A turn takes well under a millisecond; a process that says nothing for so long never will.
LIMIT_S = 10.0


class MicroPythonError(RuntimeError):
    """The interpreter does not start, stops answering or says something else: one sentence with what to
    do."""


def micropython(interpreter: str | os.PathLike[str]) -> Callable[[Identity], Lockstep]:
    """How a simulated board starts its core in this Unix MicroPython. Raises MicroPythonError."""
    path = Path(interpreter)
    if not path.is_file() or not os.access(path, os.X_OK):
        raise MicroPythonError(
            f"There is no program {str(path)!r}; give the path of MicroPython's Unix port."
        )
    return lambda identity: Lockstep(path.resolve(), identity)


class Lockstep:
    """A ``Stepper``: one process from construction to ``close``. Raises MicroPythonError."""

    def __init__(self, interpreter: Path, identity: Identity) -> None:
        self._said = b""
        self._wanted = Wanted(bytes(identity.lights))
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        try:
            self._process = subprocess.Popen(
                [str(interpreter), "unix_main.py"],
                cwd=firmware_dir(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
            )
        except OSError as error:
            self._errors.close()
            raise MicroPythonError(f"{str(interpreter)!r} cannot be run: {error.strerror}.") from None
        try:
            first = (
                f"{identity.uid.hex()}|{identity.boot}|{identity.roles.hex()}|{identity.period_us}"
                f"|{identity.capacity}|{int(identity.edges)}|{identity.reset_cause}|{identity.levels}"
                f"|{identity.lights}|{int(identity.buzzer)}|{int(identity.sync_out)}\n"
            )
            answer = self._ask(first.encode())
            if not answer.startswith(b"ready|"):
                raise self._broken(f"it answered {answer!r}")
        except BaseException:
            self.close()
            raise

    @property
    def wanted(self) -> Wanted:
        """See ``Stepper.wanted``."""
        return self._wanted

    def step(self, now: int, edges: list[tuple[int, int]], rx: bytes, room: int) -> tuple[bytes, int]:
        """See ``Stepper.step``. Raises MicroPythonError."""
        captures = ";".join(f"{stamp},{word}" for stamp, word in edges)
        data = b2a_base64(rx, newline=False).decode()
        answer = self._ask(f"{now}|{captures}|{data}|{room}\n".encode())
        wait, _, rest = answer.partition(b"|")
        tx, *orders = rest.split(b"|")
        try:
            if orders:
                self._wanted = _wanted(orders[0].decode())
            return a2b_base64(tx), int(wait)
        except ValueError:
            raise self._broken(f"it answered {answer!r}") from None

    def close(self) -> None:
        """Ends the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def _ask(self, line: bytes) -> bytes:
        if self._process.stdin is None or self._process.stdout is None:
            raise self._broken("it has no pipes")
        try:
            self._process.stdin.write(line)
        except OSError:
            raise self._broken("it ended") from None
        until = time.monotonic() + LIMIT_S
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._said:
                if not waiting.select(max(0.0, until - time.monotonic())):
                    raise self._broken(f"it said nothing for {LIMIT_S:g} s")
                data = self._process.stdout.read(65536)
                if not data:
                    raise self._broken("it ended")
                self._said += data
        answer, _, self._said = self._said.partition(b"\n")
        return answer

    def _broken(self, why: str) -> MicroPythonError:
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().splitlines()[-1:]
        detail = f"{why}: {last[0]}" if last else why
        return MicroPythonError(
            f"The MicroPython process of the simulated board is broken ({detail}); "
            "try another interpreter, or run the board without --micropython."
        )


def _wanted(text: str) -> Wanted:
    """What ``Orders.text`` of the firmware says. Raises ValueError."""
    lights, *numbers = text.split(";")
    hertz, length_ms, buzzes, armed, sync_us = map(int, numbers)
    return Wanted(bytes.fromhex(lights), hertz, length_ms, buzzes, bool(armed), sync_us)
