"""Takes pages to the system's Chromium and keeps what they look like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from guests import DESK_CODE, Guests, secret
from served import Served, serving

JSON = dict[str, Any]
CHROMIUM = "/usr/bin/chromium"
TOKEN = "the-host-of-the-pictures"

#: A television, a small one, and a phone.
SIZES = {"1080p": (1920, 1080), "720p": (1280, 720), "phone": (390, 844)}


@dataclass
class Camera:
    """``folder``: where pictures go. ``only``: names begin so, others are left out."""

    folder: Path
    browser: Browser
    served: Served
    guests: Guests
    only: str = ""

    def shoot(self, name: str, address: str, size: str, language: str, ready: str) -> None:
        """One page, once ``ready`` is on it; and nothing may go wrong in it."""
        if not name.startswith(self.only):
            return
        width, height = SIZES[size]
        phone = size == "phone"
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone, locale=language
        )
        try:
            page = context.new_page()
            trouble: list[str] = []
            page.on("pageerror", lambda error: trouble.append(str(error)))
            page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
            path, _, fragment = address.partition("#")
            page.goto(
                f"{self.served.address}{path}?lang={language}&sound=0{'#' + fragment if fragment else ''}"
            )
            page.locator(ready).first.wait_for()
            page.wait_for_timeout(700)  # short motions come to their end
            if name.endswith("-end"):  # what decided it is shown first
                page.locator(".over").wait_for()
                page.wait_for_timeout(700)
            if trouble:
                raise RuntimeError(f"{name}: {trouble}")
            target = self.folder / language / f"{name}-{size}.png"
            target.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=target)
        finally:
            context.close()

    def wall(self, name: str, view: JSON, language: str, host: bool = False) -> None:
        """The table page of a view, in all sizes."""
        self.served.call(lambda: self.served.hub.publish(view))
        for size in SIZES:
            self.shoot(name, f"#k={TOKEN}" if host else "", size, language, "#scene > *")

    def seat(self, name: str, view: JSON, language: str) -> None:
        """A seat's page."""
        seat = view["seat"]
        self.guests.seats.add(seat)
        self.served.call(lambda: self.served.hub.publish_seat(secret(seat), view))
        self.shoot(name, f"seat#s={secret(seat)}", "phone", language, ".seatpage .head")

    def referee(self, name: str, view: JSON, language: str) -> None:
        """The referee's page."""
        self.served.call(lambda: self.served.hub.publish_referee(view))
        for size in SIZES:
            self.shoot(name, f"referee#r={DESK_CODE}", size, language, ".desk .seats li")


@contextmanager
def camera(folder: Path, only: str = "") -> Iterator[Camera]:
    """A server and a browser."""
    guests = Guests(TOKEN)
    with sync_playwright() as playwright, serving(lambda _: guests) as served:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield Camera(folder, browser, served, guests, only)
        browser.close()
