"""The emulated Pico must be there."""

from __future__ import annotations

import pytest

from pico import missing


@pytest.fixture(autouse=True, scope="session")
def emulated_pico() -> None:
    """Skip with the name of what is missing."""
    lack = missing()
    if lack:
        pytest.skip(lack)
