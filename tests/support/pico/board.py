"""The emulated Pico on a pseudo terminal, so that whatever opens a serial port can talk to it."""

from __future__ import annotations

import contextlib
import os
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pico.chip import MS, SECOND, EmulatedPico

#: How long the chip runs between two looks at the port.
_TURN_NS = 2 * MS
#: A board that fell further behind real time than this does not hurry to catch up.
_LAG_NS = 20 * MS
_READ_MOST = 512


class EmulatedBoard:
    """A Pico at a serial port, in a thread of its own: never faster than real time, often slower.

    ``port``: path for pyserial and mpremote (a link that stays valid). Closing the port is seen by the board (DTR), as over
    USB. At a reset the port goes away and comes back when USB is enumerated again: with ``newport`` as a new device behind
    the same link (a program that held it gets an error), otherwise it stays and what is sent meanwhile is lost.
    ``hurry``: run as fast as the machine can; clocks then run too fast, timeouts of the host come too late.
    More options are those of ``EmulatedPico``.
    """

    def __init__(
        self,
        files: Mapping[str, str | bytes] | None = None,
        *,
        newport: bool = False,
        hurry: bool = False,
        **options: Any,
    ) -> None:
        self._pico = EmulatedPico(files, **options)
        self._pico.on_data = self._heard
        self._newport = newport
        self._hurry = hurry
        self._folder = tempfile.TemporaryDirectory()
        #: What to open.
        self.port = f"{self._folder.name}/ttyACM0"
        self._master: int | None = None
        self._open = True
        self._out = bytearray()
        self._taken = True
        self._lock = threading.RLock()
        self._ending = threading.Event()
        self._failure: BaseException | None = None
        self._resets = 0
        self._start = (time.monotonic_ns(), 0)
        self._thread = threading.Thread(target=self._live, name="emulated board", daemon=True)
        if not newport:
            self._plug_in()
        self._thread.start()

    def __enter__(self) -> EmulatedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the board. Raises what its thread died of, if it did."""
        self._ending.set()
        self._thread.join(60)
        self._pico.close()
        self._pull_out()
        self._folder.cleanup()
        if self._failure is not None:
            raise self._failure

    @contextlib.contextmanager
    def still(self) -> Iterator[EmulatedPico]:
        """The chip, standing still as long as the block lasts: to drive pins, look at files, cut the power."""
        with self._lock:
            yield self._pico

    def wait_until(self, true: Callable[[EmulatedPico], bool], limit_s: float = 120) -> None:
        """Let the board live until a condition holds. TimeoutError after ``limit_s`` of real time."""
        end = time.monotonic() + limit_s
        while True:
            with self.still() as pico:
                if true(pico):
                    return
                heard = bytes(pico.rx[-500:])
            if self._failure is not None:
                raise self._failure
            if time.monotonic() > end:
                raise TimeoutError(f"not within {limit_s} s; last heard: {heard!r}")
            self._ending.wait(0.01)

    def ready(self, limit_s: float = 120) -> str:
        """Wait until the port can be used; its path."""
        self.wait_until(lambda pico: pico.connected and self._master is not None, limit_s)
        return self.port

    # The thread.

    def _live(self) -> None:
        try:
            while not self._ending.is_set():
                with self._lock:
                    self._turn()
                ahead = self._ahead_s()
                if ahead > 0:
                    self._rest(ahead)
                else:
                    time.sleep(0)  # whoever waits for the chip gets it
        except BaseException as failure:
            self._failure = failure

    def _turn(self) -> None:
        pico = self._pico
        self._look_at_port()
        pico.run_for(_TURN_NS, stop=("sent", "reset", "usb"))
        if len(pico.resets) > self._resets:
            self._resets = len(pico.resets)
            self._out.clear()
            if self._newport:
                self._pull_out()
        if self._master is None and pico.connected:
            self._plug_in()
        self._flush()

    def _ahead_s(self) -> float:
        if self._hurry:
            return 0
        wall, emulated = self._start
        ahead = (self._pico.now_ns - emulated) - (time.monotonic_ns() - wall)
        if ahead < -_LAG_NS:
            self._start = (time.monotonic_ns(), self._pico.now_ns)
        return ahead / SECOND

    def _rest(self, seconds: float) -> None:
        """Sleep, but not through bytes of the host."""
        if self._master is not None and self._open:
            select.select([self._master], [], [], seconds)
        else:
            self._ending.wait(seconds)

    def _plug_in(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        fresh = f"{self.port}.new"
        os.symlink(os.ttyname(slave), fresh)
        os.close(slave)  # so that the master sees when the last program closes the port
        os.replace(fresh, self.port)
        self._master = master

    def _pull_out(self) -> None:
        if self._master is not None:
            os.unlink(self.port)
            os.close(self._master)
            self._master = None

    def _look_at_port(self) -> None:
        if self._master is None:
            return
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        events = dict(poll.poll(0)).get(self._master, 0)
        is_open = not events & select.POLLHUP
        if is_open != self._open:
            self._open = is_open
            self._pico.set_open(is_open)
            if not is_open:
                self._out.clear()
        if events & select.POLLIN:
            with contextlib.suppress(BlockingIOError, OSError):
                data = os.read(self._master, _READ_MOST)
                if self._pico.connected:
                    self._pico.send(data)

    def _heard(self, data: bytes) -> None:
        if self._open and self._master is not None:
            self._out += data

    def _flush(self) -> None:
        if self._out and self._master is not None:
            with contextlib.suppress(BlockingIOError, OSError):
                del self._out[: os.write(self._master, self._out)]
        taken = not self._out  # the terminal's buffer is full: the host does not read
        if taken != self._taken:
            self._taken = taken
            self._pico.set_reading(taken)
