"""A calibration in real time: its page, its board's line, one loop. Everything it decides is in ``table.calibration``."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Sequence

from lapsy.boards.host_clock import now_us
from lapsy.drivers.line import Line
from lapsy.drivers.serving import Page, address, bound, page_server
from lapsy.screens import control as messages
from lapsy.screens.house import OneHost
from lapsy.screens.hub import Hub
from lapsy.table.calibration import Calibration
from lapsy.table.effects import Effect, Publish, Send

#: After the end the page has so long to show it.
LINGER_S = 2.0


class CalibrationSession:
    """``names()``: the ports to try for the board, None when somebody taps on the page. ``ready`` is told the page's
    address, ``progress`` (flashes so far) whenever there is one more."""

    def __init__(
        self,
        calibration: Calibration,
        names: Callable[[], Sequence[str]] | None,
        page: Page,
        ready: Callable[[str], None],
        progress: Callable[[int], None],
    ) -> None:
        self.calibration = calibration
        self._page = page
        self._ready = ready
        self._progress = progress
        self._line = None if names is None else Line("board", names, now_us)
        self._hub = Hub()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._over = asyncio.Event()
        self._drawn = asyncio.Event()
        self._failure: Exception | None = None

    def run(self) -> None:
        """Until it is done or failed, or the user ends it (KeyboardInterrupt is theirs to catch). Raises PortError,
        PageError."""
        with contextlib.ExitStack() as stack:
            listener = stack.enter_context(bound(self._page))
            if self._line is not None:
                self._line.open()
                stack.callback(self._line.close)
            asyncio.run(self._run(listener))

    # ---- from the line's threads

    def opened(self, key: str) -> None:
        """The board's port is open."""
        del key  # there is one line
        self._hand(lambda: self.calibration.opened(now_us()))

    def came(self, key: str, at_us: int, data: bytes) -> None:
        """The board's bytes."""
        del key
        self._hand(lambda: self.calibration.feed(at_us, data))

    def closed(self, key: str, why: str) -> None:
        """The board's port has gone."""
        del key
        self._hand(lambda: self.calibration.closed(now_us(), why))

    def _hand(self, call: Callable[[], list[Effect]]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._do, call)

    # ---- on the loop

    async def _run(self, listener: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            self._loop.add_signal_handler(signal.SIGTERM, self._over.set)
        server = page_server(self._hub, OneHost(self._control, self._page.token), self._page)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        self._ready(address(self._page, listener))
        self._do(lambda: self.calibration.tick(now_us()))
        if self._line is not None:
            self._line.start(self)
        try:
            over = asyncio.create_task(self._over.wait())
            await asyncio.wait((serving, over), return_when=asyncio.FIRST_COMPLETED)
            if self._failure is None:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._drawn.wait(), LINGER_S)
        finally:
            if self._timer is not None:
                self._timer.cancel()
            server.should_exit = True
            self._over.set()
            await serving
        if self._failure is not None:
            raise self._failure

    def _control(self, message: messages.ControlMessage) -> str | None:
        match message:
            case messages.Painted(n=n):
                self._do(lambda: self.calibration.painted(now_us(), n))
                if self._over.is_set():
                    self._drawn.set()
            case messages.Press(down=True):
                self._do(lambda: self.calibration.tapped(now_us()))
            case messages.Screen(agent=agent, frame_us=frame_us):
                self.calibration.agent, self.calibration.frame_us = agent, frame_us
            case _:
                pass  # a page of a game has more to say
        return None

    def _do(self, call: Callable[[], list[Effect]]) -> None:
        if self._over.is_set() and self.calibration.state in ("done", "failed"):
            return
        try:
            for effect in call():
                match effect:
                    case Send(_, data) if self._line is not None:
                        self._line.send(data)
                    case Publish(view) if view is not None:
                        self._hub.publish(view)
                        self.calibration.published(now_us())
                        self._progress(len(self.calibration.flashes))
            self._after()
        except Exception as e:  # told to whoever called run()
            self._failure = e
            self._over.set()

    def _after(self) -> None:
        assert self._loop is not None
        if self._timer is not None:
            self._timer.cancel()
        if self.calibration.state in ("done", "failed"):
            self._over.set()
            return
        wake_us = self.calibration.wake_us
        self._timer = None
        if wake_us is not None:
            delay_s = max(0, wake_us - now_us()) / 1_000_000
            self._timer = self._loop.call_later(delay_s, self._do, lambda: self.calibration.tick(now_us()))
