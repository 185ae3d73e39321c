"""Pages that are reloaded, killed, frozen, opened twice or left alone by their host: each comes back to what it showed.

The real command and the system's Chromium at a plain http name, as in test_party.py.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from party import NAME, PHONE, THUMB, Party, gather, party, until
from patience import LIMIT_S

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="this system has no signals to end a process gently"
)

#: What a page shows: its words, its cards with what may be done with them, its buttons. Not what runs by itself (clocks,
#: motion, what was just said).
SHOWN = """() => {
  const root = document.querySelector('#seat, #referee, #scene');
  const there = [...root.querySelectorAll('*')].filter((e) => e.getClientRects().length);
  const words = there.filter((e) => !e.closest('[role=timer], [role=log], .record, .event, .events, .clock'))
    .flatMap((e) => [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim())).filter(Boolean);
  const cards = there.filter((e) => e.dataset.card)
    .map((e) => `${e.dataset.card} ${e.classList.contains('may')} ${e.disabled ?? ''}`);
  const buttons = there.filter((e) => e.matches('button')).map((e) => `${e.dataset.kind ?? e.textContent} ${e.disabled}`);
  return JSON.stringify({ scene: document.documentElement.dataset.scene ?? '', words, cards, buttons });
}"""
#: Whether the table waits for this guest: to say that they are there, or to play.
MAY = (
    "() => document.querySelector('.seatpage.acting, .acts button[data-kind=ready]:not(:disabled)') !== null"
)


def shown(page: Page) -> str:
    return page.evaluate(SHOWN)


def is_over(tv: Page) -> bool:
    return tv.evaluate("document.documentElement.dataset.scene") == "over"


def settled(page: Page) -> str:
    """What the page shows once it does not change any more."""
    last: list[str] = [shown(page)]

    def still() -> bool:
        page.wait_for_timeout(400)
        last.append(shown(page))
        return len(last) > 3 and last[-1] == last[-2] == last[-3]

    until(still, "the page comes to rest")
    return last[-1]


def comes_back(page: Page, before: str) -> None:
    """Reloaded, the page shows the same again."""
    page.reload()
    connected(page)
    seen: list[str] = []

    def same() -> bool:
        seen[:] = [shown(page)]
        return seen[0] == before

    with suppress(AssertionError):
        until(same, "", 15)
    assert seen[0] == before, f"{page.url}\n{before}\n{seen[0]}"


def held(page: Page) -> list[str]:
    """The cards on the page."""
    return sorted(card.split()[0] for card in json.loads(shown(page))["cards"])


def hold(pages: list[Page], cards: list[list[str]]) -> bool:
    return [held(page) for page in pages] == cards


def play_on(phone: Page) -> None:
    """The guest's thumb, until something was played and the page knows. It is the guest's turn."""
    before = shown(phone)
    until(lambda: phone.evaluate(THUMB) not in {"card", "back", ""}, "the guest plays")
    until(lambda: not phone.evaluate(MAY) or shown(phone) != before, "the table has taken it")


def connected(page: Page) -> None:
    page.locator("body[data-connected=true]").wait_for(timeout=LIMIT_S * 1000)


@contextmanager
def paused(tv: Page) -> Iterator[None]:
    """Nothing goes on meanwhile, if anything was."""
    if tv.evaluate("document.documentElement.dataset.scene") != "play":
        yield
        return
    tv.keyboard.press("Shift+P")
    expect(tv.locator(".pause")).to_be_visible()
    yield
    tv.keyboard.press("Shift+P")
    expect(tv.locator(".pause")).to_have_count(0)


def through(here: Party, game: str, bots: int, options: dict[str, str]) -> None:
    """Play to the end, and at each step that waits for the guest reload every page."""
    tv = here.tv()
    code = gather(tv, game, bots, options)
    phone = here.phone("Aino", code)
    expect(tv.locator(".guests")).to_contain_text("Aino")
    referee = here.referee()
    pages = (phone, tv, referee)
    for page in (phone, tv):
        comes_back(page, settled(page))
    tv.locator("[data-focus=start]").click()
    done = 0
    while True:
        until(lambda: phone.evaluate(MAY) or is_over(tv), "the guest's turn, or the end", 300)
        with paused(tv):
            for page in pages:
                comes_back(page, settled(page))
        if is_over(tv):
            break
        if phone.evaluate(MAY):  # what was played before may have been on its way
            done += 1
            play_on(phone)
    assert done >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        pytest.param("limppu", 1, {}, id="limppu"),
        pytest.param("kuoppa", 4, {"target": "1"}, id="kuoppa"),
    ],
)
def test_reloaded_at_any_step_each_page_shows_the_same(browser: Browser, tmp_path: Path, game, bots, options):
    with party(browser, tmp_path) as here:
        through(here, game, bots, options)


def test_a_seat_opened_twice_tells_the_older_page_and_can_be_taken_back(browser: Browser, tmp_path: Path):
    with party(browser, tmp_path) as here:
        tv = here.tv()
        code = gather(tv, "limppu", 2, {})
        phone = here.phone("Aino", code)
        tv.locator("[data-focus=start]").click()
        until(lambda: phone.evaluate(MAY), "the guest has something to do")
        before = settled(phone)
        other = here.open(phone.url[phone.url.index("/seat") :].split("#")[0]
                          + "#s=" + phone.evaluate("localStorage.getItem('lapsy.seat')"), PHONE)  # fmt: skip
        until(lambda: shown(other) == before, "the other phone shows the hand")
        take_back = phone.locator("#stop button.go")
        expect(take_back).to_be_visible()
        phone.wait_for_timeout(3000)  # it does not fight for the seat
        expect(take_back).to_be_visible()
        take_back.click()
        expect(phone.locator("#stop .sheet")).to_have_count(0)
        until(lambda: shown(phone) == before, "the hand is back")
        expect(other.locator("#stop button.go")).to_be_visible()


@pytest.mark.slow
def test_eight_guests_behind_one_address(browser: Browser, tmp_path: Path):
    with party(browser, tmp_path) as here:
        tv = here.tv()
        code = gather(tv, "lapsy", 0, {})
        phones = [here.phone(f"Guest {n}", code) for n in range(8)]
        expect(tv.locator(".guest[data-seat]")).to_have_count(8)
        tv.locator("[data-focus=start]").click()
        for phone in phones:
            expect(phone.locator(".seatpage")).to_have_attribute("data-game", "lapsy")
        for phone in phones:  # everybody's phone sleeps and wakes at once
            phone.reload()
        for phone in phones:
            connected(phone)
            expect(phone.locator(".seatpage")).to_have_attribute("data-game", "lapsy")


@pytest.mark.parametrize(
    ("game", "bots", "ways"),
    [
        pytest.param("limppu", 2, ("lobby",), id="limppu"),
        pytest.param("kuoppa", 4, ("resume", "lobby"), id="kuoppa", marks=pytest.mark.slow),
    ],
)
def test_the_host_killed_and_started_again_finds_all_its_pages(
    browser: Browser, tmp_path: Path, game, bots, ways
):
    """By its journal's name, or as somebody does who knows of none: started again, the lobby offers to go on."""
    with party(browser, tmp_path) as first:
        tv = first.tv()
        code = gather(tv, game, bots, {})
        phone = first.phone("Aino", code)
        referee = first.referee()
        referee.locator("body[data-connected=true]").wait_for()
        tv.locator("[data-focus=start]").click()
        until(lambda: phone.evaluate(MAY), "the guest shows that the guest is there")
        play_on(phone)
        port, host = first.port, first
        with ExitStack() as stack:
            for way in ways:
                until(lambda: phone.evaluate(MAY) and held(phone), "the guest's turn, with a hand", 120)
                tv.keyboard.press("Shift+P")
                expect(tv.locator(".pause")).to_be_visible()
                for page in (phone, tv):
                    settled(page)
                before = [held(page) for page in (phone, tv)]
                host.kill()
                for page in (phone, tv, referee):
                    page.locator("body[data-connected=false]").wait_for()
                    expect(page.locator("#banner")).not_to_be_empty()
                (journal,) = tmp_path.rglob(f"{game}-*.jsonl")
                args = ("--resume", str(journal)) if way == "resume" else ()
                host = stack.enter_context(party(browser, tmp_path, *args, port=port))
                if way == "lobby":
                    expect(phone.locator("#stop h1")).to_contain_text("Odota tässä")
                    tv.locator("[data-focus=resume]").click()
                for page in (phone, tv, referee):
                    connected(page)
                until(partial(hold, [phone, tv], before), "the cards are what they were")
                if tv.locator(".pause").count():
                    tv.keyboard.press("Shift+P")
                until(lambda: phone.evaluate(MAY), "the guest can go on")
                expect(tv.locator(".mark.watching")).to_have_count(0)  # the host's page is the host's still
                expect(referee.locator(".desk")).to_be_visible()
                play_on(phone)
            for page in first.pages:
                page.context.close()
            first.pages.clear()


def test_a_lobby_that_is_gone_leaves_no_guest_in_a_dead_end(browser: Browser, tmp_path: Path):
    """Nothing was played: guests come in again by the new lobby's code."""
    with party(browser, tmp_path) as first:
        tv = first.tv()
        phone = first.phone("Aino", gather(tv, "limppu", 1, {}))
        expect(tv.locator(".guests")).to_contain_text("Aino")
        port = first.port
        first.kill()
        phone.locator("body[data-connected=false]").wait_for()
        with party(browser, tmp_path, port=port) as again:
            code = gather(again.tv(), "limppu", 0, {})
            connected(tv)
            expect(tv.locator(".mark.watching")).to_be_visible()
            phone.locator("#stop a.go").click()
            phone.locator("[name=code]").fill(code)
            phone.locator("[name=name]").fill("Aino")
            phone.locator("button.go").click()
            phone.wait_for_url("**/seat*")
            expect(tv.locator(".guests")).to_contain_text("Aino")
            for page in first.pages:
                page.context.close()
            first.pages.clear()


def test_a_page_that_was_killed_is_opened_again(browser: Browser, tmp_path: Path):
    with party(browser, tmp_path) as here:
        tv = here.tv()
        code = gather(tv, "limppu", 1, {})
        phone = here.phone("Aino", code)
        tv.locator("[data-focus=start]").click()
        until(lambda: phone.evaluate(MAY), "the guest shows that the guest is there")
        play_on(phone)
        until(lambda: phone.evaluate(MAY) and held(phone), "the guest's turn")
        before = settled(phone)
        context = phone.context
        phone.close()
        other = context.new_page()
        other.goto(f"http://{NAME}:{here.port}/seat")  # no secret in the address: the phone remembers it
        until(lambda: shown(other) == before, "the same hand")
        play_on(other)


@pytest.mark.slow
def test_a_phone_frozen_for_ninety_seconds_plays_on(browser: Browser, tmp_path: Path):
    with party(browser, tmp_path) as here:
        tv = here.tv()
        code = gather(tv, "limppu", 1, {})
        phone = here.phone("Aino", code)
        tv.locator("[data-focus=start]").click()
        until(lambda: phone.evaluate(MAY), "the guest shows that the guest is there")
        play_on(phone)
        until(lambda: phone.evaluate(MAY) and held(phone), "the guest's turn")
        before = settled(phone)
        power = phone.context.new_cdp_session(phone)
        power.send("Page.setWebLifecycleState", {"state": "frozen"})
        tv.wait_for_timeout(90_000)
        power.send("Page.setWebLifecycleState", {"state": "active"})
        connected(phone)
        until(lambda: shown(phone) == before, "the same hand")
        play_on(phone)
