"""A page shows the newest view and nothing of its own past: at any step of a whole game, a page that is opened just then
shows what the one shows that was there all the time.

The games are played by bots in virtual time, each seat's hand on a phone; all that the table published is put on real pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from itertools import chain

import pytest
from playwright.sync_api import Browser, Page

from drawn import watch_for_trouble
from guests import DESK_CODE, secret
from lapsy.drivers.opening import bots_for
from lapsy.drivers.showing import show
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.screens.hub import Hub
from lapsy.table.effects import Publish
from lapsy.table.table import Command
from party import until
from road import bots, people, road, setup_for
from served import Served

TOKEN = "a-secret-of-the-table-0123"
#: Seats and rules of a short game.
GAMES = {
    "lapsy": (4, {"card_cap": "40"}),
    "speed": (2, {"win_out_in_two_piles": "on"}),
    "kuoppa": (5, {"target": "3"}),
    "limppu": (3, {"stop": "live"}),
}
LIMIT_US = 3_600_000_000


def whole_game(game: str, seed: str = "5") -> list[Publish]:
    """All that was published of a game, from before the deal to the end."""
    count, options = GAMES[game]
    private = "none" if game == "speed" else "phone"
    seats = [replace(one, private=private) for one in people(count)]
    setup = setup_for(seats, game=game, options=options, seed=seed)
    made = road(setup)
    made.table.refereed = True
    published: list[Publish] = []
    driver = made.driver = SimulatedDriver(
        made.table,
        made.boards,
        bots_for(replace(setup, seats=bots(count))),
        publish=lambda told: (made.published(told), published.append(told)),
    )
    driver.command(100_000, Command("start"))
    assert driver.run(LIMIT_US), "the game comes to its end"
    return published


#: All that a page has built. What is clipped has a number of its own each time; what has just come moves in or grows.
BUILT = r"""() => [...document.querySelectorAll('#scene, #take, #marks, #pause, #banner, #seat, #referee')]
  .map((place) => place.outerHTML.replace(/clip\d+/g, 'clip').replace(/\b(came|grow|from-bottom|from-top)\b/g, '')
    .replace(/ +"/g, '"'))"""


@contextmanager
def pages(browser: Browser, party: Served, game: str) -> Iterator[list[tuple[Page, ...]]]:
    """The host's, the referee's and a guest's page, each twice. Their time stands still: what goes by itself after some
    seconds does not go."""
    trouble: list[list[str]] = []

    def look(path: str, width: int, height: int) -> Page:
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        trouble.append(watch_for_trouble(page, party.address))
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        page.goto(party.address + path)
        return page

    opened = [
        tuple(look(f"#k={TOKEN}", 1280, 720) for _ in range(2)),
        tuple(look(f"referee#r={DESK_CODE}", 1440, 900) for _ in range(2)),
        # a seat has one page: so another guest's gets the same
        tuple(look(f"seat#s={secret(n)}", 390, 844) for n in range(2)),
    ]
    yield opened[: 2 if game == "speed" else 3]
    for page in chain.from_iterable(opened):
        page.context.close()
    assert trouble == [[] for _ in trouble]


def put(hub: Hub, told: Publish) -> None:
    """As a table does; the first seat's view to two guests."""
    for key in (secret(0), secret(1)):
        show(hub, told, {0: key}, (key,), None)


def differences(page: Page, other: Page) -> list[str]:
    """What one page shows and the other does not, once both are at rest; nothing, as soon as they are the same."""
    seen: list[list[str]] = []

    def same() -> bool:
        seen[:] = [page.evaluate(BUILT), other.evaluate(BUILT)]
        return seen[0] == seen[1]

    with suppress(AssertionError):
        until(same, "", 10)
    lines = [("\n".join(built)).replace("<", "\n<").splitlines() for built in seen]
    return [line for line in unified_diff(*lines, page.url, other.url, lineterm="") if line[0] in "+-"]


def at_steps(browser: Browser, party: Served, game: str, every: int, together: bool) -> None:
    """Put a whole game on the pages, and at one step of so many, and at the end, open a page anew: the second one of each
    kind, ``together`` or in turn."""
    published = whole_game(game)
    with pages(browser, party, game) as kinds:
        for n, told in enumerate(published):
            party.call(partial(put, party.hub, told))
            last = told is published[-1]
            if n % every and not last:
                continue
            for stays, comes in kinds if together or last else [kinds[n // every % len(kinds)]]:
                comes.reload()
                comes.locator("body[data-connected=true]").wait_for()
                different = differences(stays, comes)
                assert not different, "\n".join([f"step {n} of {len(published)}", *different])


@pytest.mark.parametrize("game", GAMES)
def test_a_page_opened_at_some_steps_shows_what_the_others_show(browser: Browser, party: Served, game: str):
    at_steps(browser, party, game, 41, together=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_page_opened_at_any_step_shows_what_the_others_show(browser: Browser, party: Served, game: str):
    at_steps(browser, party, game, 4 if game == "speed" else 1, together=False)
