"""A simulated board in real time: one thread that carries bytes between it and a port that others open.

The thread only carries. When a press happens is told on the shell's axis (``host_clock.now_us``
unless injected), and the board stamps it exactly there, whenever the thread wakes up.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from typing import TYPE_CHECKING, Any, Protocol, Self

from lapsy.boards.faults import parse_faults
from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import HOLD_US
from lapsy.boards.wired import Arrived, Plugged, Unplugged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lapsy.boards.wired import WiredBoard

_READ = 4096


class ServeError(RuntimeError):
    """A port that cannot be offered, or a board that ended by itself: one sentence with what to do."""


class End(Protocol):
    """The port at the board's end of the cable. Nothing in it blocks."""

    def plug(self, port: int) -> str:
        """Makes the port; the name by which others open it. ``port`` counts its names. Raises ServeError."""

    def unplug(self) -> None:
        """Takes the port away: whoever has it open sees it vanish."""

    @property
    def host_there(self) -> bool:
        """Whether bytes have somewhere to go."""

    def readers(self) -> list[Any]:
        """What to wait for (``select``) before ``read``."""

    def writers(self) -> list[Any]:
        """What to wait for (``select``) before ``write``, when it took less than all."""

    def read(self) -> bytes:
        """Bytes that came, perhaps none."""

    def write(self, data: bytes) -> int:
        """How many of the bytes the port took."""


class ServedBoard:
    """A board behind a port, pressed from any thread. ``close`` (or ``with``) ends it.

    Presses take the input's number (from 0) or its name (``slap1``), and times on the axis of ``now_us``.
    """

    def __init__(self, wired: WiredBoard, end: End, clock: Callable[[], int] = now_us) -> None:
        self.wired = wired
        self._end = end
        self._clock = clock
        self._state = threading.Condition()
        self._pending = b""
        self._closing = False
        self._failure: Exception | None = None
        self._names: list[str] = []
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._name: str | None = None
        try:
            with self._state:
                if wired.port is not None:
                    self._plug(wired.port)
        except BaseException:
            self._bell.close()
            self._ear.close()
            wired.close()
            raise
        self._thread = threading.Thread(target=self._run, name="simulated board", daemon=True)
        self._thread.start()

    # -- for everybody else

    @property
    def now_us(self) -> int:
        """The present on the axis of the presses."""
        return self._clock()

    @property
    def port(self) -> str:
        """The name by which a host opens it now. Raises ServeError while it is unplugged or has ended."""
        with self._state:
            self._check()
            if self._name is None:
                raise ServeError(
                    "The simulated board is unplugged just now; wait for its port with next_port()."
                )
            return self._name

    @property
    def ports(self) -> tuple[str, ...]:
        """The names it has had, one for each time it was plugged in."""
        with self._state:
            return tuple(self._names)

    def next_port(self, after: int, limit_s: float = 10.0) -> str:
        """Its name when it comes back for the ``after``-th time.

        Raises ServeError when that does not happen within ``limit_s``.
        """
        names = self.wait_ports(after, limit_s)
        if len(names) <= after:
            raise ServeError(f"The simulated board was not plugged in again within {limit_s:g} s.")
        return names[after]

    def wait_ports(self, known: int, limit_s: float) -> tuple[str, ...]:
        """All names it has had, as soon as they are more than ``known`` or after ``limit_s``. Raises
        ServeError."""
        with self._state:
            self._state.wait_for(lambda: len(self._names) > known or self._ended, limit_s)
            self._check()
            return tuple(self._names)

    def press(
        self,
        which: int | str,
        at_us: int | None = None,
        hold_us: int | None = HOLD_US,
        bounce: tuple[int, ...] = (),
    ) -> int:
        """A finger on a pad, at ``at_us`` or now; returns when. ``hold_us=None``: until ``release``.

        Raises PadError, PastPressError (a time already lived), ServeError (the board has ended).
        """
        with self._state:
            at_us = self._at(at_us)
            self.wired.board.press(which, at_us, hold_us, bounce)
        self._ring()
        return at_us

    def release(self, which: int | str, at_us: int | None = None) -> int:
        """Lets go of a pad that is held, at ``at_us`` or now; returns when. Raises as ``press`` does."""
        with self._state:
            at_us = self._at(at_us)
            self.wired.board.release(which, at_us)
        self._ring()
        return at_us

    def edges_at(self, at_us: int | None, levels: Mapping[int | str, bool]) -> int:
        """Inputs that change in the same instant (one capture); returns when. Raises as ``press`` does."""
        with self._state:
            at_us = self._at(at_us)
            self.wired.board.edges_at(at_us, levels)
        self._ring()
        return at_us

    def press_together(self, *which: int | str, at_us: int | None = None, hold_us: int = HOLD_US) -> int:
        """Several pads in the same instant; returns when. Raises as ``press`` does."""
        with self._state:
            at_us = self._at(at_us)
            for one in which:
                self.wired.board.press(one, at_us, hold_us)
        self._ring()
        return at_us

    def happen(self, faults: str) -> None:
        """Lets faults happen, their times counted from now: ``unplug=1s@0s``. Raises FaultError,
        ServeError."""
        with self._state:
            self._check()
            self.wired.happen(self._clock(), parse_faults(faults))
        self._ring()

    def close(self) -> None:
        """Unplugs the board and ends it. Raises ServeError when it had ended by itself before."""
        with self._state:
            if self._closing:
                return
            self._closing = True
        self._ring()
        self._thread.join()
        self._bell.close()
        self._ear.close()
        self._check()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    # -- in its thread

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
        except Exception as error:  # told to whoever uses the board next
            self._failure = error
        finally:
            with self._state:
                self._end.unplug()
                self._name = None
                self.wired.close()
                self._state.notify_all()

    def _turn(self) -> None:
        with self._state:
            now_us = self._clock()
            for sight in self.wired.advance(now_us):
                match sight:
                    case Arrived(data):
                        self._pending += data
                    case Unplugged():
                        self._unplug()
                    case Plugged(port):
                        self._plug(port)
            if self._pending:
                taken = self._end.write(self._pending) if self._end.host_there else len(self._pending)
                self._pending = self._pending[taken:]
            self.wired.block(now_us, bool(self._pending) or not self._end.host_there)
            wait_us = max(0, self.wired.wake_us - self._clock())
            readers = [self._ear, *self._end.readers()]
            writers = self._end.writers() if self._pending else []
        ready, _, _ = select.select(readers, writers, [], min(wait_us / 1_000_000, 1.0))
        if self._ear in ready:
            self._ear.recv(_READ)
        with self._state:
            if data := self._end.read():
                self.wired.write(self._clock(), data)

    def _plug(self, port: int) -> None:
        self._name = self._end.plug(port)
        self._names.append(self._name)
        self._state.notify_all()

    def _unplug(self) -> None:
        self._end.unplug()
        self._pending = b""
        self._name = None
        self._state.notify_all()

    # -- shared

    def _at(self, at_us: int | None) -> int:
        self._check()
        return max(self._clock(), self.wired.board.earliest_us) if at_us is None else at_us

    @property
    def _ended(self) -> bool:
        return not self._thread.is_alive() or self._failure is not None

    def _check(self) -> None:
        if self._failure is not None:
            raise ServeError(f"The simulated board has ended by itself: {self._failure}") from self._failure

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # full: the thread wakes anyway; closed: it has ended
            self._bell.send(b"!")
