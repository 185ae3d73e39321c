"""What a page shows, read so that a page which is drawn anew just then is looked at again.

A page of ours builds a place's nodes again whenever what it shows has changed. Who asks such a node once, for its box
or its words, may get nothing, or two answers from two drawings. Here everything that is compared is read in one moment.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError, expect

from patience import LIMIT_MS

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Locator, Page

_AGAIN_MS = 20

#: The boxes of nodes in one moment, or null while one of them is not on the page or has no box.
_READ = """(nodes) => {
  const found = nodes.map((node) => ({ there: node.isConnected, box: node.getBoundingClientRect() }));
  if (!found.every(({ there, box }) => there && box.width && box.height)) return null;
  return found.map(({ box }) => [box.x, box.y, box.width, box.height]);
}"""

#: Notes each place's words whenever something on the page has changed, before it can change again.
_REMEMBER = """(places) => {
  window.witness = Object.fromEntries(places.map((place) => [place, []]));
  new MutationObserver(() => {
    for (const place of places) {
      const text = document.querySelector(place)?.textContent ?? '';
      if (text && text !== window.witness[place].at(-1)) window.witness[place].push(text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""


@dataclass(frozen=True, slots=True)
class Box:
    """Where something stands, in CSS pixels from the viewport's top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        """Halfway from left to right."""
        return self.x + self.width / 2


def boxes(*locators: Locator) -> list[list[Box]]:
    """For each locator the boxes of all that it finds, at least one, all of them in one drawing of the page."""
    page = locators[0].page
    end = time.monotonic() + LIMIT_MS / 1000
    while time.monotonic() < end:
        found: list[list[ElementHandle]] = [one.element_handles() for one in locators]
        read = page.evaluate(_READ, list(chain.from_iterable(found))) if all(found) else None
        if read is not None:
            rest = iter(read)
            return [[Box(*next(rest)) for _ in handles] for handles in found]
        page.wait_for_timeout(_AGAIN_MS)
    raise AssertionError(f"not all of these stand on the page at one time: {locators}")


def box(*locators: Locator) -> tuple[Box, ...]:
    """The boxes of locators that find one thing each, all of them in one drawing of the page."""
    found = boxes(*locators)
    assert all(len(one) == 1 for one in found), f"more than one of {locators}: {found}"
    return tuple(one for (one,) in found)


def expect_words(locator: Locator, words: Iterable[str]) -> None:
    """The locator comes to find exactly these words, in this order, as a reader sees them."""
    expect(locator).to_have_text(list(words), use_inner_text=True)


def expect_attributes(locator: Locator, name: str, values: Iterable[str]) -> None:
    """The locator comes to find so many nodes as there are values, with this attribute, in this order."""
    values = list(values)
    expect(locator).to_have_count(len(values))
    for n, value in enumerate(values):
        expect(locator.nth(n)).to_have_attribute(name, value)


def watch_for_trouble(page: Page, address: str) -> list[str]:
    """What goes wrong in a page, as it goes wrong."""
    page.set_default_timeout(LIMIT_MS)
    trouble: list[str] = []
    page.on("console", lambda line: trouble.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(address) else trouble.append(f"left: {request.url}"),
    )
    return trouble


class Witness:
    """Remembers what stood at some places of a page, for what goes away by itself before a slow test has looked.

    To be made before the page is opened; it remembers anew after a reload.
    """

    def __init__(self, page: Page, *selectors: str) -> None:
        self._page = page
        page.add_init_script(f"({_REMEMBER})({json.dumps(selectors)})")

    def expect(self, selector: str, words: str) -> None:
        """The place comes to hold words that match this regular expression, or has held them."""
        seen = "([place, words]) => window.witness[place].some((text) => new RegExp(words).test(text))"
        try:
            self._page.wait_for_function(seen, arg=[selector, words], timeout=LIMIT_MS)
        except TimeoutError as e:
            raise AssertionError(f"{selector} never held {words!r}, only {self.words(selector)}") from e

    def words(self, selector: str) -> list[str]:
        """All that the place has held so far, the newest last."""
        held: list[str] = self._page.evaluate("(place) => window.witness[place]", selector)
        return held
