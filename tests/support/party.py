"""A party: the real command with its lobby; a TV, phones and the referee in one Chromium, at a plain http name."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from patience import LIMIT_S

#: The host's name in the browser (conftest's ``--host-resolver-rules``): no address, so nothing that needs a secure context
#: is used unnoticed.
NAME = "pelikone"
PHONE = {"width": 360, "height": 740}
TV = {"width": 1280, "height": 720}

#: What a guest's thumb does next on a seat's page; true when it did something. One thing a call, as a hand does.
THUMB = """() => {
  const usable = (q) => [...document.querySelectorAll(q)].filter((e) => !e.disabled && e.getClientRects().length);
  const touch = (one) => {
    for (const what of ['pointerdown', 'pointerup'])
      one.dispatchEvent(new PointerEvent(what, { bubbles: true, pointerId: 1, isPrimary: true }));
  };
  const stocks = usable('.stock'), piles = usable('.pilebutton');
  if (piles.length) {  // Speed: a card on a pile, whether it fits or not; an empty hand calls spit, or grabs the pile
    const any = (list) => list[Math.floor(Math.random() * list.length)];
    if (stocks.length && !document.querySelector('.stock.up') && Math.random() < 0.8) touch(any(stocks));
    touch(any(piles));
    return 'pile';
  }
  window.tried ??= 0;
  window.vain ??= 0;  // picks that made nothing which beats
  const main = usable('.acts button.main[data-kind]')[0];
  if (main) { window.vain = 0; main.click(); return main.textContent; }
  const picked = usable('.cardbutton.picked');
  if (picked.length && document.querySelector('.readings .none, .readings .reading')) {
    window.vain += 1;
    picked[0].click();  // put back
    return 'back';
  }
  if (picked.length) return '';
  const cards = usable('.cardbutton.may');
  if (cards.length && window.vain < 3) { cards[window.tried++ % cards.length].click(); return 'card'; }
  const other = usable('.acts button.other[data-kind]')[0];  // pass, pick up, draw
  if (other) { window.vain = 0; other.click(); return other.textContent; }
  return '';
}"""


def lapsy_command(*args: str) -> list[str]:
    """The command as a user's shell runs it, with warnings as errors."""
    return [sys.executable, "-W", "error", "-m", "lapsy", *args, "--no-open"]


@dataclass
class Party:
    """Use ``party()``. ``said``: what the terminal showed."""

    browser: Browser
    process: subprocess.Popen[str]
    said: list[str]
    pages: list[Page] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    killed: bool = False  # what a page's console says of a host that is away is no trouble

    def line(self, pattern: str) -> re.Match[str]:
        """The first line of the terminal that matches."""
        end = time.monotonic() + LIMIT_S
        while True:
            for line in list(self.said):
                if found := re.search(pattern, line):
                    return found
            assert self.process.poll() is None, "".join(self.said)
            assert time.monotonic() < end, "".join(self.said)
            time.sleep(0.05)

    @property
    def port(self) -> int:
        return int(self.line(r"http://127\.0\.0\.1:(\d+)/")[1])

    @property
    def secret(self) -> str:
        return self.line(r"#k=(\S+)")[1]

    @property
    def referee_code(self) -> str:
        return self.line(r"/referee: (\S+)")[1]

    def open(self, path: str, viewport: dict[str, int], **context: Any) -> Page:
        """A page of the host at its plain name; whatever goes wrong in it is trouble."""
        page = self.browser.new_context(viewport=viewport, **context).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(LIMIT_S * 1000)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", self._console)
        page.goto(f"http://{NAME}:{self.port}{path}")
        assert not page.evaluate("isSecureContext")
        self.pages.append(page)
        return page

    def _console(self, said: Any) -> None:
        if said.type == "error" and not self.killed:
            self.trouble.append(said.text)

    def kill(self) -> None:
        """The host dies at once, as when its power fails. Its pages stay open."""
        self.killed = True
        self.process.kill()
        self.process.wait(LIMIT_S)

    def tv(self, viewport: dict[str, int] = TV) -> Page:
        """The host's page."""
        page = self.open(f"/#k={self.secret}", viewport)
        page.locator("body[data-connected=true]").wait_for()
        return page

    def phone(self, name: str, code: str) -> Page:
        """A guest who has come in by the code."""
        page = self.open(f"/join#c={code}", PHONE, has_touch=True, is_mobile=True)
        page.locator("[name=name]").fill(name)
        page.locator("button.go").click()
        page.wait_for_url("**/seat*")
        page.locator(".seatpage").wait_for()
        return page

    def referee(self) -> Page:
        page = self.open("/referee", {"width": 1440, "height": 900})
        page.locator("[name=code]").fill(self.referee_code)
        page.locator("button.k").click()
        return page


@contextmanager
def party(browser: Browser, home: Path, *args: str, port: int = 0) -> Iterator[Party]:
    """``lapsy play`` with a home of its own; ended gently, and it must end well."""
    env = os.environ | {
        name: str(home) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME")
    }
    process = subprocess.Popen(
        lapsy_command("play", *args, "--http-port", str(port)),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, cwd=home,
    )  # fmt: skip
    assert process.stdout is not None
    here = Party(browser, process, [])

    def read() -> None:
        here.said.extend(iter(process.stdout.readline, ""))

    reader = threading.Thread(target=read, name="terminal", daemon=True)
    reader.start()
    try:
        yield here
        for page in here.pages:
            page.context.close()
        if not here.killed:
            process.send_signal(signal.SIGINT)
            assert process.wait(LIMIT_S) == 0, "".join(here.said)
        reader.join(LIMIT_S)
        assert "Traceback" not in "".join(here.said)
        assert here.trouble == [], here.trouble
    finally:
        process.kill()
        process.wait()
        reader.join(LIMIT_S)
        process.stdout.close()


def gather(tv: Page, game: str, bots: int, options: dict[str, str]) -> str:
    """In the empty lobby: choose the game and its rules, fill up with bots, open for phones. The code on the wall."""
    tv.locator(f"[data-game={game}]").click()
    expect(tv.locator(f"[data-game={game}][aria-pressed=true]")).to_be_visible()
    if options:
        tv.locator("[data-focus=options]").click()
        for name, value in options.items():
            at = tv.locator(f"[data-option={name}]")
            if at.locator("select").count():
                at.locator("select").select_option(value)
            else:
                at.locator("input").fill(value)
                at.locator("input").press("Enter")
            expect(tv.locator(f"[data-option={name}].changed")).to_be_visible()
        tv.keyboard.press("Escape")
        expect(tv.locator(".sheet")).to_have_count(0)
    for n in range(bots):
        tv.locator("[data-focus='add bot']").click()
        expect(tv.locator(".guest[data-seat]")).to_have_count(n + 1)
    tv.locator("[data-focus=open]").click()
    code = tv.locator(".way-in .code")
    expect(code).to_be_visible()
    return code.inner_text().strip()


def until(
    condition: Callable[[], bool],
    what: str,
    limit_s: float = LIMIT_S,
    act: Callable[[], object] = lambda: None,
) -> None:
    """Act again and again until the condition holds."""
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, what
        act()
        time.sleep(0.05)
