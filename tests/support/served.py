"""The real page server on loopback, in a thread of its own, and views to put on it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from lapsy.screens.control import ControlMessage, Painted
from lapsy.screens.house import House
from lapsy.screens.hub import Hub
from lapsy.screens.server import make_app, uvicorn_config
from patience import LIMIT_S


@dataclass
class Served:
    """A page server on loopback in a thread of its own."""

    hub: Hub
    port: int
    loop: asyncio.AbstractEventLoop
    server: uvicorn.Server | None = None
    said: list[ControlMessage] = field(default_factory=list)
    painted: list[Painted] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)
    refusal: str | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def control(self, message: ControlMessage) -> str | None:
        with self.news:
            (self.painted if isinstance(message, Painted) else self.said).append(message)
            self.news.notify_all()
        return self.refusal

    def publish(self, view: dict[str, Any]) -> None:
        """Publish on the server's loop; returns when it is done (and raises what it raised)."""
        self.call(lambda: self.hub.publish(view))

    def call(self, act: Callable[[], Any]) -> Any:
        async def run() -> Any:
            return act()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(LIMIT_S)

    def drop_all(self) -> None:
        """Cut every open line, as a host that restarts does."""
        self.call(lambda: [line.shutdown() for line in list(self.server.server_state.connections)])

    def wait_for_paint(self, n: int) -> Painted:
        """The report that view ``n`` was painted."""
        with self.news:
            assert self.news.wait_for(lambda: any(p.n == n for p in self.painted), LIMIT_S), (
                f"only got {self.painted}"
            )
            return next(p for p in self.painted if p.n == n)

    def wait_for(self, condition: Callable[[list[ControlMessage]], bool]) -> list[ControlMessage]:
        """The messages so far, as soon as the condition holds for them."""
        with self.news:
            assert self.news.wait_for(lambda: condition(self.said), LIMIT_S), f"only got {self.said}"
            return list(self.said)


@contextmanager
def serving(house: Callable[[Served], House]) -> Iterator[Served]:
    """The pages on loopback, in a thread of their own."""
    box: list[Served] = []
    up = threading.Event()
    stop: list[uvicorn.Server] = []

    async def main() -> None:
        hub = Hub()
        here = Served(hub, 0, asyncio.get_running_loop())
        server = uvicorn.Server(uvicorn_config(make_app(hub, house(here)), "127.0.0.1", 0))
        here.server = server
        stop.append(server)
        task = asyncio.create_task(server.serve())
        while not server.started and not task.done():
            await asyncio.sleep(0)
        if server.started:
            here.port = server.servers[0].sockets[0].getsockname()[1]
            box.append(here)
        up.set()
        await task

    thread = threading.Thread(target=lambda: asyncio.run(main()), name="page server", daemon=True)
    thread.start()
    assert up.wait(LIMIT_S)
    assert box, "the page server did not start"
    try:
        yield box[0]
    finally:
        stop[0].should_exit = True
        thread.join(LIMIT_S)
    assert not thread.is_alive(), "the page server does not end"
