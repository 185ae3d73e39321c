"""Whole evenings are looked at with the browser that guests have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browsers import CHROMIUM, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """All of Chromium."""
    with chromium(CHROMIUM) as opened:
        yield opened
