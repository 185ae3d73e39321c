"""What a page is to those who do not see it: axe's word, and targets that a thumb can hit."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

#: A thumb's target, in CSS pixels.
TARGET = 56


def serious(page: Page) -> list[tuple[str, str]]:
    """What axe finds that keeps somebody out: the rule, and where."""
    found: dict[str, Any] = Axe().run(page).response
    return [
        (one["id"], node["html"][:200])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def too_small(page: Page, selector: str = "button:visible, a:visible, input:visible") -> list[str]:
    """Things to touch that are less than a thumb wants in height; cards in a fan show only their index."""
    return [
        one.evaluate("(node) => node.outerHTML.slice(0, 120)")
        for one in page.locator(selector).all()
        if (box := one.bounding_box()) is not None and box["height"] < TARGET - 0.5
    ]
