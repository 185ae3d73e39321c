"""A board's MicroPython prompt, reached through mpremote: its files, and what it says of itself."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from lapsy.boards.flashing import FlashError, LostError
from lapsy.boards.manifest import is_ours

#: Bytes of a file that one command carries, before base64: a command is compiled in the board's memory.
PIECE = 768

_FILE = 0x8000

#: What runs on the board: names short, since they travel; nothing is printed but what is asked for.
#: Whoever interrupted a board that was just starting finds the flag of the firmware still there, which would lead the next
#: start to the prompt again, and perhaps a watchdog that runs: both are seen to first.
HELPERS = """
import os,sys,hashlib,machine
if sys.platform=='rp2':machine.mem32[(0x400D8000 if 'RP2350' in sys.implementation._machine else 0x40058000)+0x3000]=1<<30
try:os.remove('/repl.flag')
except OSError:pass
from binascii import hexlify as _x,a2b_base64 as _a
def _h(p):
 h=hashlib.sha256();b=bytearray(512);m=memoryview(b)
 with open(p,'rb') as f:
  while 1:
   n=f.readinto(b)
   if not n:break
   h.update(m[:n])
 return _x(h.digest()).decode()
def _l(d):
 try:return [(d+e[0],e[1]) for e in os.ilistdir(d)]
 except OSError:return []
def _m(p):
 try:os.mkdir(p)
 except OSError as e:
  if e.errno!=17 or os.stat(p)[0]!=0x4000:raise
def _r(p,q):
 try:os.rename(p,q)
 except OSError:
  os.remove(q);os.rename(p,q)
def _w(s):
 if _f.write(_a(s))!=len(_a(s)):raise OSError(28)
"""


@dataclass(frozen=True, slots=True)
class About:
    """What a board says of itself at the prompt. ``mpy``: see ``compiling.target``; ``uid``: its identity."""

    uid: str
    machine: str
    release: str
    mpy: int | None


class Repl:
    """A board at its raw prompt, held for this process alone. Raises FlashError when it is lost."""

    def __init__(self, transport: Any, wait_s: float) -> None:
        self._transport = transport
        self._wait_s = wait_s
        self._run(HELPERS)

    @classmethod
    def enter(cls, name: str, wait_s: float, try_s: float) -> Self:
        """Interrupt whatever runs and take the prompt, within ``try_s``. Raises LostError when it does not come."""
        with told(name):
            transport = _transport(name, wait_s)
            try:
                # mpremote prints what it did not understand.
                with contextlib.redirect_stdout(io.StringIO()):
                    # The reset ends what a program left running, such as a timer that prints; it does not start main.py.
                    transport.enter_raw_repl(soft_reset=True, timeout_overall=try_s)
                return cls(transport, wait_s)
            except BaseException:
                _close(transport)
                raise

    def close(self) -> None:
        """Let the port go."""
        _close(self._transport)

    def about(self) -> About:
        """Who is there."""
        said = self._ask(
            "(_x(machine.unique_id()).decode(),os.uname().machine,os.uname().release,"
            "getattr(sys.implementation,'_mpy',None))"
        )
        match said:
            case str(uid), str(machine), str(release), int() | None as mpy:
                return About(uid, machine, release, mpy)
        raise _strange(said)

    def restart(self) -> None:
        """Reset the board; the prompt is gone."""
        # It may be gone before it has acknowledged the command.
        with contextlib.suppress(LostError), told(self._transport.device_name):
            self._transport.exec_raw_no_follow("machine.reset()")
        self.close()

    def hashes(self) -> dict[str, str]:
        """See ``Files``; what is not ours is not looked at, it may be long."""
        entries = self._ask("_l('/')+_l('/slapboard/')")
        found = []
        for entry in entries if isinstance(entries, list) else [entries]:
            match entry:
                case str(path), int(kind):
                    if kind == _FILE and is_ours(path):
                        found.append(path)
                case _:
                    raise _strange(entry)
        return {path: self.hash_of(path) for path in found}

    def read(self, path: str) -> bytes:
        """A file's contents."""
        said = self._ask(f"open({path!r},'rb').read()")
        if not isinstance(said, bytes):
            raise _strange(said)
        return said

    def free(self) -> int:
        """See ``Files``."""
        said = self._ask("(lambda s:s[0]*s[3])(os.statvfs('/'))")
        if not isinstance(said, int):
            raise _strange(said)
        return said

    def make_folder(self, path: str) -> None:
        """See ``Files``."""
        try:
            self._run(f"_m({path!r})")
        except FlashError as error:
            if "EEXIST" not in str(error) and "OSError: 17" not in str(error):
                raise
            raise FlashError(
                f"A file of yours on the board is named {path}, where the firmware's folder belongs: delete it with "
                f"'mpremote fs rm :{path}', then flash again."
            ) from None

    def write(self, path: str, data: bytes, wrote: Callable[[int], None]) -> None:
        """See ``Files``."""
        self._run(f"_f=open({path!r},'wb')")
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._run(f"_w({base64.b64encode(piece).decode()!r})")
            wrote(len(piece))
        self._run("_f.close()")

    def rename(self, path: str, to: str) -> None:
        """See ``Files``."""
        self._run(f"_r({path!r},{to!r})")

    def remove(self, path: str) -> None:
        """See ``Files``."""
        self._run(f"os.remove({path!r})")

    def hash_of(self, path: str) -> str:
        """See ``Files``."""
        said = self._ask(f"_h({path!r})")
        if not isinstance(said, str):
            raise _strange(said)
        return said

    def _ask(self, expression: str) -> Any:
        said = self._run(f"print(repr({expression}))").decode(errors="replace")
        try:
            return ast.literal_eval(said.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise _strange(said.strip()) from None

    def _run(self, command: str) -> bytes:
        with told(self._transport.device_name):
            out, error = self._transport.exec_raw(command, timeout=self._wait_s)
        if error:
            lines = error.decode(errors="replace").strip().splitlines()
            raise FlashError(_refused(lines[-1] if lines else ""))
        return bytes(out)


def _strange(said: object) -> FlashError:
    """What no board of ours answers."""
    text = repr(said)
    short = text if len(text) <= 80 else f"{text[:80]} ..."
    return FlashError(f"The board answered {short}: unplug it, plug it in and flash again.")


def _refused(last: str) -> str:
    if "ENOSPC" in last or "OSError: 28" in last:
        return "The board's memory is full: delete files of yours from it, then flash again."
    if "'machine'" in last:
        return "The board runs another Python than MicroPython: put MicroPython on it, then flash it."
    return f"The board's MicroPython stopped with {last!r}: unplug it, plug it in and flash again."


@contextlib.contextmanager
def told(name: str) -> Iterator[None]:
    """What mpremote and pyserial raise when a board falls silent or leaves becomes one sentence."""
    from mpremote.transport import TransportError  # type: ignore[import-untyped]

    try:
        yield
    except (TransportError, OSError, struct.error) as error:
        raise LostError(
            f"The board on {name} went away or fell silent: plug it in and run this again; nothing of a half flash runs."
        ) from error


def _transport(name: str, wait_s: float) -> Any:
    """mpremote's, whose waits end even where something never stops talking."""
    from mpremote.transport_serial import SerialTransport  # type: ignore[import-untyped]

    class Transport(SerialTransport):  # type: ignore[misc]
        def read_until(
            self,
            min_num_bytes: int,  # noqa: ARG002
            ending: bytes,
            timeout: float | None = None,  # noqa: ARG002
            data_consumer: Callable[[bytes], None] | None = None,  # noqa: ARG002
            timeout_overall: float | None = None,
        ) -> bytes:
            until = time.monotonic() + (wait_s if timeout_overall is None else timeout_overall)
            data = b""
            while not data.endswith(ending) and time.monotonic() < until:
                if self.serial.in_waiting:
                    data += self.serial.read(1)
                else:
                    time.sleep(0.01)
            return data

    return Transport(name, timeout=wait_s)


def _close(transport: Any) -> None:
    with contextlib.suppress(OSError):  # the port may be gone
        transport.close()
    with contextlib.suppress(OSError):
        transport.serial.close()
