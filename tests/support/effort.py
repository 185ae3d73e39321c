"""How many random examples a property gets: its own number, ten times as many under ``make prove``."""

from __future__ import annotations

import os

from hypothesis import settings

FACTOR = 10 if os.environ.get("LAPSY_HYPOTHESIS") == "prove" else 1


def examples(count: int) -> settings:
    """Settings for a property whose single example takes long."""
    return settings(max_examples=count * FACTOR)
