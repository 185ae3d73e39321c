"""The system's Chromium for tests: all of it, or its engine alone, which opens a page in half the time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from patience import LIMIT_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = "/usr/bin/chromium"
#: Debian's package chromium-headless-shell: the same source, without the parts that a person sees round a page.
CHROMIUM_SHELL = "/usr/bin/chromium-headless-shell"


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A browser that talks to nobody but loopback. One at a time: while it is open, Playwright's loop holds this thread, so
    nothing of another module may find it. Skips when it is not installed."""
    if not os.path.exists(path):
        pytest.skip(f"Chromium is missing ({path}): the pages are not looked at")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LIMIT_MS)  # its own are 5 s: a busy machine needs longer for one page
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--no-first-run", "--disable-dev-shm-usage", "--disable-gpu",
                "--host-resolver-rules=MAP pelikone 127.0.0.1",  # a plain http name: no secure context
            ],
        )  # fmt: skip
        yield opened
        opened.close()
