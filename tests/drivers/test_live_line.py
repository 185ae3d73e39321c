"""A line's two threads around a port that breaks."""

from __future__ import annotations

import queue
import threading
from typing import Any

import pytest

from lapsy.drivers import line as module
from lapsy.drivers.line import Line
from live import wait_until
from patience import LIMIT_S


class FakePort:
    """A port whose read and write do what a test says. ``events``: what happened to it."""

    port = "fake"
    in_waiting = 0

    def __init__(self) -> None:
        self.broken = threading.Event()
        self.closed = threading.Event()
        self.writing = threading.Event()
        self.written: list[bytes] = []
        self.hold: threading.Event | None = None

    def read(self, _: int) -> bytes:
        if self.broken.wait(0.001):
            raise OSError("read failed")
        return b""

    def write(self, data: bytes) -> None:
        self.writing.set()
        if self.hold is not None:
            self.hold.wait(LIMIT_S)
            raise OSError("write failed")
        self.written.append(data)

    def close(self) -> None:
        self.closed.set()


class Heard:
    def __init__(self) -> None:
        self.events: queue.Queue[str] = queue.Queue()

    def opened(self, key: str) -> None:
        self.events.put("opened")

    def came(self, key: str, now_us: int, data: bytes) -> None:
        self.events.put("came")

    def closed(self, key: str, why: str) -> None:
        self.events.put(why)


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> list[FakePort]:
    """The ports that are opened, in order."""
    opened: list[FakePort] = []

    def open_port(name: str) -> Any:
        opened.append(FakePort())
        return opened[-1]

    monkeypatch.setattr(module, "open_port", open_port)
    return opened


def test_a_write_that_fails_late_does_not_close_the_port_that_came_after(fakes: list[FakePort]) -> None:
    heard = Heard()
    line = Line("pads", lambda: ["fake"], lambda: 0)
    line.open()
    line.start(heard)
    assert heard.events.get(timeout=LIMIT_S) == "opened"
    fakes[0].hold = threading.Event()
    line.send(b"a")
    assert fakes[0].writing.wait(LIMIT_S)
    fakes[0].broken.set()
    assert heard.events.get(timeout=LIMIT_S)  # why it closed
    assert heard.events.get(timeout=LIMIT_S) == "opened"
    fakes[0].hold.set()  # only now does the old write fail
    line.send(b"b")
    wait_until(lambda: fakes[1].written == [b"b"] or len(fakes) > 2, "the new port is written to")
    line.close()
    assert len(fakes) == 2
    assert fakes[1].written == [b"b"]
    assert heard.events.empty()


def test_another_board_on_the_port_has_it_opened_again(fakes: list[FakePort]) -> None:
    heard = Heard()
    line = Line("pads", lambda: ["fake", "other"], lambda: 0)
    line.open()
    line.start(heard)
    assert heard.events.get(timeout=LIMIT_S) == "opened"
    line.reopen("Another board answers here.")
    assert heard.events.get(timeout=LIMIT_S) == "Another board answers here."
    assert heard.events.get(timeout=LIMIT_S) == "opened"
    line.close()
    assert [f.closed.is_set() for f in fakes] == [True, True]
