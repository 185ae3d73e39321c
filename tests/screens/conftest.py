"""A real page server on loopback, views to put on it, and a browser to look."""

from __future__ import annotations

import asyncio
import copy
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from drawn import LIMIT_MS
from guests import Guests
from lapsy.screens.control import Painted
from lapsy.screens.house import OneHost
from lapsy.screens.hub import Hub
from lapsy.screens.server import make_app, uvicorn_config

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from lapsy.screens.control import ControlMessage
    from lapsy.screens.house import House

TOKEN = "a-secret-of-the-table-0123"
NAMES = ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri", "Åke", "Wilhelmiina")
#: How long a test waits for a condition before it says so.
LIMIT_S = LIMIT_MS / 1000


def seat(number: int, **changes: Any) -> dict[str, Any]:
    """A seat of Läpsy with cards, a pad and nothing special."""
    return {
        "seat": number, "name": NAMES[number], "cards": 13, "status": "in", "choosing": False, "banned": False,
        "head": False, "source": "board", "handicap_us": 0, "keys": None, "ready": True, "chosen": None,
        "slaps": 0, "wins": 0, "falses": 0,
        "best_us": None,
    } | changes  # fmt: skip


def table_view(count: int = 4, /, **changes: Any) -> dict[str, Any]:
    """A game of Läpsy in the middle of a pile, nothing special going on."""
    return {
        "type": "view", "n": 1, "game": "lapsy", "phase": "play", "language": "fi", "practice": False,
        "simulated": False, "children": False, "agreed": [], "seats": [seat(i) for i in range(count)], "turn": 1,
        "flip": "seat", "paused": None,
        "pile": {"cards": 17, "penalty": 0, "top": [laid("9D", 2), laid("5S", 3), laid("4H", 0)]},
        "pairs_only": True, "challenge": None, "window": None, "verdict": None, "falses": [],
        "waiting": [], "notice": None, "over": None, "patch": None,
    } | copy.deepcopy(changes)  # fmt: skip


def laid(card: str, by: int, air: bool = False) -> dict[str, Any]:
    """A card on the pile."""
    return {"card": card, "seat": by, "air": air}


def mark(
    by: int, t_us: int, kind: str = "slower", bound_us: int = 2, source: str = "board"
) -> dict[str, Any]:
    """A press on the photo finish."""
    return {
        "seat": by, "t_us": t_us, "gap_us": None, "gap_bound_us": None, "way": None, "bound_us": bound_us,
        "source": source, "kind": kind, "anticipated": False, "board": "e660", "clock": None, "link": None,
    }  # fmt: skip


def policy(**changes: Any) -> dict[str, Any]:
    """What is usual."""
    return {
        "unproven": "split", "tie_us": 0, "anticipation": "off", "limit_us": 100_000, "silent_us": None
    } | changes  # fmt: skip


def verdict(**changes: Any) -> dict[str, Any]:
    """Aino (seat 0) first, 3.214 ms before Veikko (seat 2)."""
    return {
        "n": 7, "kind": "first", "seats": [0], "state": "final", "second": 2, "margin_us": 3214, "bound_us": 2,
        "proof": "gap", "way": "board", "certified": True, "won": 18, "pair": ["8C", "8D"],
        "marks": [mark(0, 287_406, "first"), mark(2, 290_620), mark(3, 361_000)],
        "shown": {"lo_us": 90_000_000, "hi_us": 90_000_000, "how": "published", "painted": None}, "policy": policy(),
    } | changes  # fmt: skip


def end(*winners: int, **changes: Any) -> dict[str, Any]:
    """How a game ended."""
    return {
        "winners": list(winners), "losers": [], "text": "Peli pelattiin loppuun. 412 korttia pelattu.",
        "duration_us": 754_000_000, "rows": [], "code": None,
    } | changes  # fmt: skip


def pair_on_top() -> dict[str, Any]:
    """The pile under ``verdict``."""
    return {"cards": 18, "penalty": 0, "top": [laid("9D", 1), laid("8C", 2), laid("8D", 3)]}


def race_view(count: int = 5, /, **changes: Any) -> dict[str, Any]:
    """``lapsy arbitrate`` waiting for a race."""
    return {
        "type": "view", "n": 1, "game": "race", "phase": "play", "language": "fi", "agreed": [],
        "seats": [
            {"seat": i, "name": NAMES[i], "source": "board", "handicap_us": 0, "keys": None, "slaps": 0, "wins": 0}
            for i in range(count)
        ],
        "race": None, "history": [], "waiting": [], "notice": None, "paused": None,
    } | copy.deepcopy(changes)  # fmt: skip


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


@pytest.fixture
def served() -> Iterator[Served]:
    """A server with an empty hub and TOKEN as its secret."""
    with serving(lambda here: OneHost(here.control, TOKEN)) as here:
        yield here


@pytest.fixture
def guests() -> Guests:
    """Who may what at ``party``."""
    return Guests(TOKEN)


@pytest.fixture
def party(guests: Guests) -> Iterator[Served]:
    """A server with guests and an empty hub."""
    with serving(lambda _: guests) as here:
        yield here


@pytest.fixture
def visit(browser: Browser, party: Served) -> Iterator[Callable[..., Page]]:
    """Open a page of ``party`` as on a phone: ``visit("seat#s=...", width=390, height=844)``. Console errors, and requests
    that leave the house, fail the test."""
    opened: list[Looking] = []

    def open_page(
        path: str, width: int = 390, height: int = 844, connected: bool = True, **context: Any
    ) -> Page:
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        opened.append(Looking(page, watch_for_trouble(page, party.address)))
        page.goto(party.address + path)
        if connected:
            page.locator("body[data-connected=true]").wait_for()
        return page

    yield open_page
    for one in opened:
        one.page.context.close()
        assert one.trouble == []


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

    thread = threading.Thread(target=lambda: asyncio.run(main()), name="page server")
    thread.start()
    assert up.wait(LIMIT_S)
    assert box, "the page server did not start"
    yield box[0]
    stop[0].should_exit = True
    thread.join(LIMIT_S)
    assert not thread.is_alive(), "the page server does not end"


@dataclass
class Looking:
    """A page, and everything it did that a good page does not."""

    page: Page
    trouble: list[str]


def watch_for_trouble(page: Page, address: str) -> list[str]:
    """What goes wrong in a page, as it goes wrong."""
    page.set_default_timeout(LIMIT_S * 1000)
    trouble: list[str] = []
    page.on("console", lambda line: trouble.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(address) else trouble.append(f"left: {request.url}"),
    )
    return trouble


@pytest.fixture
def look(browser: Browser, served: Served) -> Iterator[Callable[..., Page]]:
    """Open the served page: ``look(token=True, width=1920, height=1080, query="")``. Console errors fail the test.

    The page comes back at rest: it has drawn the view that the hub has, and knows whether it may speak.
    """
    from playwright.sync_api import expect

    opened: list[Looking] = []

    def open_page(
        token: bool = True,
        width: int = 1920,
        height: int = 1080,
        query: str = "",
        clock: bool = False,
        **context: Any,
    ) -> Page:
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        opened.append(Looking(page, watch_for_trouble(page, served.address)))
        if clock:
            page.clock.install(time=0)
            page.clock.pause_at(1_000)  # from here on, time passes only when the test says so
        page.goto(f"{served.address}{query}{'#k=' + TOKEN if token else ''}")
        page.locator("body[data-connected=true]").wait_for()
        if served.hub.newest >= 0:
            page.locator("#scene > *").wait_for()
            expect(page.locator(".watching")).to_have_count(0 if token else 1)
        return page

    yield open_page
    for one in opened:
        one.page.context.close()
        assert one.trouble == []


def display_view(**changes: Any) -> dict[str, Any]:
    """``lapsy calibrate display`` in the middle of its flashes."""
    return {
        "type": "view", "n": 1, "game": "display", "language": "fi", "name": "olohuone", "how": "photodiode",
        "state": "running", "done": 17, "of": 60, "seats": [], "waiting": [], "notice": None, "result": None,
        "patch": "black",
    } | copy.deepcopy(changes)  # fmt: skip


class Sample:
    """The builders above, for tests."""

    seat = staticmethod(seat)
    table_view = staticmethod(table_view)
    race_view = staticmethod(race_view)
    display_view = staticmethod(display_view)
    verdict = staticmethod(verdict)
    mark = staticmethod(mark)
    policy = staticmethod(policy)
    laid = staticmethod(laid)
    end = staticmethod(end)
    pair_on_top = staticmethod(pair_on_top)


@pytest.fixture(scope="session")
def sample() -> type[Sample]:
    """Views to start from: ``sample.table_view(4, turn=None)``."""
    return Sample


@pytest.fixture(scope="session")
def token() -> str:
    """The secret of the served page."""
    return TOKEN
