"""The real command and a real browser: a person at a keyboard against weak bots, as anybody would play at home."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from drawn import Witness
from patience import LIMIT_S

#: A game may go on for so long without the next pair.
PAIR_LIMIT_S = 240.0
#: Of a practice game with four seats whose fifth card makes the first pair: 2S 3S 9H TC TS.
PAIR_SEED = "20"
#: A card has been on top for so long when this hand comes down: past what a keyboard's ±15 ms leaves open.
HUMAN_MS = 60

#: Where the page says that the first seat's slap was false.
MY_FALSE = ".seat.false[data-seat='0']"

#: True once the newest cards have lain for the given time and are (or are not) a pair.
LIES = """([pair, ms]) => {
  const cards = [...document.querySelectorAll('.table .laid')].map((one) => one.dataset.card);
  const key = cards.join();
  if (window.seenCards !== key) [window.seenCards, window.seenAt] = [key, performance.now()];
  if (document.querySelector('#take').children.length || document.querySelector('.laid.air')) return false;
  const found = cards.length > 1 && cards.at(-1)[0] === cards.at(-2)[0];
  return cards.length > 0 && found === pair && performance.now() - window.seenAt > ms;
}"""

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="this system has no signals to end a process gently"
)


#: True once it has been the first seat's turn for the given time.
TURN = """(ms) => {
  const mine = document.querySelector(".seat.active[data-seat='0']") !== null;
  if (!mine) window.mineSince = undefined;
  else window.mineSince ??= performance.now();
  return mine && performance.now() - window.mineSince > ms;
}"""


@dataclass
class Host:
    """A ``lapsy`` that serves a page at ``address``; ``secret`` is the part after ``#`` that lets a page press."""

    process: subprocess.Popen[str]
    address: str
    secret: str
    trouble: list[str] = field(default_factory=list)

    def view(self) -> dict[str, Any]:
        """What the host shows to anybody who looks now."""
        origin = self.address.rstrip("/")
        with connect(f"ws{origin.removeprefix('http')}/ws", origin=origin, open_timeout=LIMIT_S) as line:
            while True:
                message: dict[str, Any] = json.loads(line.recv(LIMIT_S))
                if message["type"] == "view":
                    return message

    def until(self, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The view, as soon as the condition holds for it."""
        end = time.monotonic() + LIMIT_S
        while not condition(view := self.view()):
            assert time.monotonic() < end, json.dumps(view)
            time.sleep(0.05)
        return view


@dataclass
class Seen:
    """A page, every view that it was given, and what stood on it for a while."""

    page: Page
    witness: Witness
    views: list[dict[str, Any]] = field(default_factory=list)

    def hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            self.views.append(message)

    def until(self, condition: Callable[[dict[str, Any]], Any], *, since: int = 0) -> dict[str, Any]:
        """The first view that the condition holds for, of those from number ``since`` on that the page got."""
        end = time.monotonic() + LIMIT_S
        while True:
            found = next((view for view in self.views[since:] if condition(view)), None)
            if found is not None:
                return found
            assert time.monotonic() < end, json.dumps(self.views[-1:])
            self.page.wait_for_timeout(20)  # what the page gets is told in here


@contextmanager
def lapsy(*args: str) -> Iterator[Host]:
    """The command in a process of its own; ended gently, and it must end well."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "lapsy", *args, "--no-open", "--http-port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:\d+/)(#k=\S+)", first)
        assert found, first + process.stdout.read()
        host = Host(process, found[1], found[2])
        yield host
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0, said
        assert "Traceback" not in said, said
        assert host.trouble == []
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Seen]]:
    """``look(host, secret=True)``: a page of the host; what goes wrong in it is noted in ``host.trouble``."""
    pages: list[Page] = []

    def open_page(host: Host, secret: bool = True) -> Seen:
        page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
        pages.append(page)
        seen = Seen(page, Witness(page, "#spoken", "#take", MY_FALSE))
        page.on("websocket", lambda line: line.on("framereceived", seen.hear))
        page.set_default_timeout(LIMIT_S * 1000)
        page.on("pageerror", lambda error: host.trouble.append(str(error)))
        page.on("console", lambda said: host.trouble.append(said.text) if said.type == "error" else None)
        page.goto(host.address + (host.secret if secret else ""))
        page.locator("body[data-connected=true]").wait_for()
        page.locator("#scene > *").first.wait_for()
        expect(page.locator(".watching")).to_have_count(0 if secret else 1)  # the host knows the page by now
        return seen

    yield open_page
    for page in pages:
        page.context.close()


def when(page: Page, *, pair: bool) -> None:
    """Wait until a pair (or no pair) has been seen for as long as a quick hand needs."""
    page.wait_for_function(LIES, arg=[pair, HUMAN_MS], timeout=PAIR_LIMIT_S * 1000, polling="raf")


def race_is_over(view: dict[str, Any], n: int) -> bool:
    """The last press of race ``n`` or a later one has been judged."""
    race = view["race"]
    return race is not None and race["n"] >= n and race["state"] == "final"


def begin(page: Page) -> None:
    """Press once in the lobby; the cards are dealt and the first one comes."""
    expect(page.locator(".guest.waits[data-seat='0']")).to_contain_text("Pelaaja")
    page.keyboard.press("Space")
    page.locator(".table .laid").first.wait_for()


def test_part_of_a_game_by_keyboard(look: Callable[..., Seen]) -> None:
    args = ("--port", "sim", "--bots", "3", "--strength", "weak", "--seed", PAIR_SEED, "--pace", "0.8")
    with lapsy("play", "lapsy", *args) as host:
        watching, seen = look(host, secret=False), look(host)
        watcher, page = watching.page, seen.page
        expect(page.locator(".guest.waits")).to_contain_text("Paina: väli")
        expect(watcher.locator(".watching")).to_be_visible()
        watcher.keyboard.press("Space")
        assert host.view()["phase"] == "lobby"
        expect(page.locator(".guest")).to_have_count(4)
        begin(page)

        # a true pair, slapped before the bots: the verdict, its margin where somebody was slower, its class
        for _ in range(10):
            when(page, pair=True)
            before = len(seen.views)
            page.keyboard.press("Space")
            view = seen.until(
                lambda view: (view["verdict"] or {"state": ""})["state"] == "final", since=before
            )
            if view["verdict"]["seats"] == [0]:
                break
        won, verdict = view["seats"][0], view["verdict"]
        assert (verdict["kind"], verdict["seats"], won["wins"]) == ("first", [0], 1)
        assert not verdict["certified"]
        seen.witness.expect("#spoken", r"^Pelaaja ensin, ([\d,]+ ms ± [\d,]+ ms, )?ei varmennettu$")
        seen.witness.expect("#take", "Ei varmennettu")
        watching.witness.expect("#spoken", "^Pelaaja ensin")
        if verdict["second"] is not None:  # some bot was slower, and not by less than can be told
            assert verdict["margin_us"] > verdict["bound_us"] > 15_000
            seen.witness.expect("#spoken", r"^Pelaaja ensin, [\d,]+ ms ± [\d,]+ ms, ei")
        assert won["best_us"] > HUMAN_MS * 1000

        # a slap at nothing: shown with its reason, and paid for
        before = won["falses"]
        when(page, pair=False)
        page.keyboard.press("Space")
        seen.witness.expect(MY_FALSE, "Turha läpsy")
        seen.witness.expect(MY_FALSE, "eivät ole pari|vasta yksi|jo tullut uusi")
        assert host.view()["seats"][0]["falses"] == before + 1

        # a page that is loaded again, and one that only looks on, show the table as it is
        page.reload()
        page.locator(".table [data-seat='3']").wait_for()
        expect(page.locator(".guest")).to_have_count(0)
        expect(page.locator("#marks")).to_contain_text("Harjoitus")
        watcher.keyboard.press("Space")
        watcher.keyboard.press("Space")
        when(watcher, pair=False)
        assert host.view()["seats"][0]["falses"] == before + 1


def test_turning_ones_own_cards(look: Callable[..., Seen]) -> None:
    args = ("--port", "sim", "--bots", "1", "--strength", "weak", "--flip", "seat", "--seed", PAIR_SEED)
    with lapsy("play", "lapsy", *args) as host:
        seen = look(host)
        page = seen.page
        expect(page.locator(".guest.waits")).to_contain_text("Enter")
        expect(page.locator(".guest.waits[data-seat='0']")).to_be_visible()
        page.keyboard.press("Space")
        page.locator(".table").wait_for()
        for _ in range(2):
            page.wait_for_function(TURN, arg=HUMAN_MS)
            before, cards = len(seen.views), host.view()["seats"][0]["cards"]
            page.keyboard.press("Enter")
            view = seen.until(lambda view: view["turn"] == 1, since=before)
            assert view["seats"][0]["cards"] == cards - 1
            assert 0 in {one["seat"] for one in view["pile"]["top"]}


def test_a_race_by_keyboard(look: Callable[..., Seen]) -> None:
    with lapsy("arbitrate", "--port", "sim", "--seats", "Aino,Onni", "--window", "0.3") as host:
        seen = look(host)
        page = seen.page
        expect(page.locator(".pad[data-seat='1'] kbd")).to_have_text("A")
        for n in range(1, 11):  # a machine that stands still just then brings the hands together: once more
            page.keyboard.down("Space")
            page.wait_for_timeout(60)  # the hands are this far apart: more than two keyboards' ± leave open
            page.keyboard.down("KeyA")
            page.keyboard.up("Space")
            page.keyboard.up("KeyA")
            view = seen.until(lambda view, n=n: race_is_over(view, n))
            if [place["seats"] for place in view["race"]["order"]] == [[0], [1]]:
                break
        assert [place["seats"] for place in view["race"]["order"]] == [[0], [1]]
        assert view["race"]["order"][1]["margin_us"] > 30_000
        expect(page.locator("#scene")).to_contain_text(re.compile("ei varmennettu", re.IGNORECASE))


def test_a_key_whose_press_and_release_come_together_is_a_press() -> None:
    """After a stall of network or page both messages are there at once; no pad is down for so short a time."""
    with lapsy("arbitrate", "--port", "sim", "--seats", "1", "--window", "0.05") as host:
        origin = host.address.rstrip("/")
        with connect(f"ws{origin.removeprefix('http')}/ws", origin=origin, open_timeout=LIMIT_S) as line:
            line.send(json.dumps({"type": "hello", "token": host.secret.removeprefix("#k=")}))
            host.until(lambda view: view["phase"] == "play")
            time.sleep(HUMAN_MS / 1000)  # a key right at the start is not proven later than it
            for count in range(1, 11):
                for down in (True, False):
                    line.send(json.dumps({"type": "press", "seat": 0, "role": "slap", "down": down}))
                host.until(
                    lambda view, count=count: (
                        view["seats"][0]["slaps"] == count and view["race"]["state"] == "final"
                    )
                )
