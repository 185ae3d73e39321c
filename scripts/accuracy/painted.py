"""From a press on a simulated pad to its verdict painted on a page, while others look on too.

The page's clock is related to the host's by asking it again and again: the true moment lies between question and answer, so
each figure has a bound of its own (half the quickest round trip), which is told.
"""

from __future__ import annotations

import multiprocessing
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import connect

from accuracy.chance import quantile
from accuracy.speed import load
from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import role_byte
from lapsy.boards.start import start_board

CHROMIUM = "/usr/bin/chromium"

#: The page notes when the frame after the first word of each race has been painted.
WATCH = """
window.paintedRaces = {};
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...args) {
    super(...args);
    this.addEventListener('message', ({ data }) => {
      const race = JSON.parse(data).race;
      if (!race || race.n in window.paintedRaces) return;
      window.paintedRaces[race.n] = null;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => (window.paintedRaces[race.n] = performance.now());
        channel.port2.postMessage(0);
      });
    });
  }
};
"""

#: From one press to the next: longer than a race's window, and never in step with frames or pings.
APART_US = (250_000, 450_000)
LIMIT_S = 30.0


def measure(viewers: int, presses: int) -> dict[str, Any]:
    """``viewers``: pages that look on, one of them a Chromium. Milliseconds; ``bound_ms``: of relating the page's clock."""
    rng = Random(viewers)
    board = start_board(uid=b"painted0", boot=1, roles=bytes([role_byte("slap", 0), role_byte("slap", 1)]))
    try:
        with _host(board.port) as address, _watchers(address, viewers - 1), _page(address) as page:
            page.wait_for_function("() => document.documentElement.dataset.scene === 'race'")
            times, bounds = [], []
            for n in range(1, presses + 1):
                offset_us, bound_us = _related(page)
                at_us = board.press("slap1", now_us() + 5_000 + rng.randrange(20_000), 40_000)
                found = page.wait_for_function("(n) => window.paintedRaces[n]", arg=n, timeout=LIMIT_S * 1000)
                painted_us = found.json_value() * 1000 + offset_us
                times.append((painted_us - at_us) / 1000)
                bounds.append(bound_us / 1000)
                time.sleep(rng.uniform(*APART_US) / 1e6)
    finally:
        board.close()
    return {
        "load": load(),
        "median_ms": round(quantile(times, 0.5), 1),
        "p99_ms": round(quantile(times, 0.99), 1),
        "most_ms": round(max(times), 1),
        "bound_ms": round(quantile(bounds, 0.99), 1),
    }


@contextmanager
def _host(port: str) -> Iterator[str]:
    command = [sys.executable, "-m", "lapsy", "arbitrate", "--port", port, "--seats", "A,B", "--no-open"]
    host = subprocess.Popen(
        [*command, "--http-port", "0", "--window", "0.1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )  # fmt: skip
    try:
        assert host.stdout is not None
        for line in host.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:\d+/#k=\S+)", line):
                yield found[1]
                return
        raise RuntimeError("lapsy arbitrate did not begin")
    finally:
        host.terminate()
        host.wait(LIMIT_S)


@contextmanager
def _watchers(address: str, count: int) -> Iterator[None]:
    """So many sockets in a process of their own, each reading whatever comes."""
    if not count:
        yield
        return
    ready = multiprocessing.Event()
    process = multiprocessing.Process(target=_watch, args=(address, count, ready))
    process.start()
    try:
        if not ready.wait(LIMIT_S):
            raise RuntimeError("the viewers did not come")
        yield
    finally:
        process.terminate()
        process.join(LIMIT_S)


def _watch(address: str, count: int, ready: Any) -> None:
    origin = address.partition("/#")[0]
    lines = [
        connect(f"ws{origin.removeprefix('http')}/ws", proxy=None, compression=None) for _ in range(count)
    ]
    for line in lines:
        line.send('{"type":"hello","token":null}')
    ready.set()

    def read(line: Any) -> None:
        with suppress(Exception):  # the host has ended
            while True:
                line.recv()

    readers = [threading.Thread(target=read, args=(line,), daemon=True) for line in lines]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()


@contextmanager
def _page(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.add_init_script(WATCH)
        page.goto(address)
        yield page
        browser.close()


def _related(page: Page) -> tuple[float, float]:
    """What to add to the page's time to have the host's, and its bound, microseconds: of some questions, the quickest."""
    best = (float("inf"), 0.0)
    for _ in range(5):
        before_us = now_us()
        at_us = page.evaluate("performance.now()") * 1000
        after_us = now_us()
        best = min(best, ((after_us - before_us) / 2, (before_us + after_us) / 2 - at_us))
    return best[1], best[0]
