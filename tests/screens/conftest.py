"""A real page server on loopback, views to put on it, and a browser to look."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from drawn import watch_for_trouble
from guests import Guests
from lapsy.screens.house import OneHost
from served import Served, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page


TOKEN = "a-secret-of-the-table-0123"
NAMES = ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri", "Åke", "Wilhelmiina")


def seat(number: int, **changes: Any) -> dict[str, Any]:
    """A seat of Läpsy with cards, a pad and nothing special."""
    return {
        "seat": number, "name": NAMES[number], "cards": 13, "status": "in", "choosing": False, "banned": False,
        "head": False, "source": "board", "handicap_us": 0, "keys": None, "ready": True, "chosen": False,
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
        "unproven": "split", "tie_us": 0, "anticipation": "off", "limit_us": 100_000, "silent_us": None,
        "forgive": False,
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


@dataclass
class Looking:
    """A page, and everything it did that a good page does not."""

    page: Page
    trouble: list[str]


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
