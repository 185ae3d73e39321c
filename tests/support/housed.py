"""A whole house for tests: a room in a thread of its own, served on loopback, and pages that are plain sockets."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from lapsy.boards.host_clock import now_us
from lapsy.drivers import remembering
from lapsy.drivers.room import Opening, Room
from lapsy.drivers.serving import Page
from lapsy.table.effects import Say
from live import wait_until
from patience import LIMIT_S

TOKEN = "the-host-of-this-house-0123456789"
JSON = dict[str, Any]


@dataclass
class Socket:
    """A page: what it was told, newest last."""

    line: ClientConnection
    told: list[JSON] = field(default_factory=list)

    def say(self, kind: str, /, **fields: Any) -> None:
        self.line.send(json.dumps({"type": kind, **fields}, ensure_ascii=False))

    def hear(self) -> JSON:
        """The next message."""
        try:
            self.told.append(json.loads(self.line.recv(timeout=LIMIT_S)))
        except TimeoutError:
            raise AssertionError(
                f"nothing more after {[str(told)[:1500] for told in self.told[-2:]]}"
            ) from None
        return self.told[-1]

    def until(self, condition: Callable[[JSON], bool]) -> JSON:
        """The next message for which the condition holds; others may come for so long."""
        end_us = now_us() + int(LIMIT_S * 1_000_000)
        while not condition(message := self.hear()):
            assert now_us() < end_us, f"only got {[str(told)[:300] for told in self.told[-5:]]}"
        return message

    def answer(self, kind: str) -> JSON:
        """The next message of that type."""
        return self.until(lambda message: message["type"] == kind)

    def hello(self, token: str | None, page: str = "table") -> JSON:
        self.say("hello", token=token, page=page)
        return self.answer("welcome")


@dataclass
class House:
    """Use as a context. ``first``: a game to begin with, else the lobby."""

    folder: Path
    first: Opening | None = None
    http_port: int = 0
    ports: tuple[str, ...] = ()
    find: Callable[[], list[str]] = list
    said: list[Say] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    failures: list[BaseException] = field(default_factory=list)

    def __enter__(self) -> House:
        self.room = Room(
            self.first,
            Page("127.0.0.1", self.http_port, TOKEN),
            self.said.append,
            lambda _, url: self.urls.append(url or ""),
            journals=self.folder / "journals",
            ports=self.ports,
            language="en",
            find=self.find,
        )
        self._thread = threading.Thread(target=self._run, name="house", daemon=True)
        self._thread.start()
        wait_until(lambda: bool(self.urls or self.failures), "the house is open")
        assert not self.failures, self.failures
        self.port = int(self.urls[0].rpartition(":")[2].partition("/")[0])
        return self

    def _run(self) -> None:
        try:
            self.room.run()
        except BaseException as e:  # looked at by the test
            self.failures.append(e)

    def __exit__(self, kind: object, *_: object) -> None:
        self.room.stop_soon()
        self._thread.join(LIMIT_S)
        assert not self._thread.is_alive(), "the house does not close"
        if kind is None:
            assert not self.failures, self.failures

    def on_loop(self, call: Callable[[], Any]) -> Any:
        """Do it on the room's loop."""

        async def run() -> Any:
            return call()

        assert self.room._loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self.room._loop).result(LIMIT_S)

    @contextmanager
    def socket(self, **options: Any) -> Iterator[Socket]:
        with connect(
            f"ws://127.0.0.1:{self.port}/ws", proxy=None, compression=None, max_size=None, **options
        ) as line:
            yield Socket(line)

    @contextmanager
    def host(self) -> Iterator[Socket]:
        with self.socket() as page:
            assert page.hello(TOKEN)["control"]
            yield page

    @contextmanager
    def guest(self, name: str, code: str | None = None) -> Iterator[tuple[Socket, int, str]]:
        """A phone that has joined and shows its token: the page, its seat, its token."""
        with self.socket() as page:
            page.say("join", code=code or self.room.entrance.code, name=name)
            seated = page.answer("seated")
            page.hello(seated["token"], "seat")
            yield page, seated["seat"], seated["token"]


def at_home(folder: Path, monkeypatch: Any) -> None:
    """Settings and journals of this user are in ``folder``."""
    monkeypatch.setattr(remembering.platformdirs, "user_config_path", lambda *_, **__: folder)
    monkeypatch.setattr(remembering.platformdirs, "user_data_path", lambda *_, **__: folder)
