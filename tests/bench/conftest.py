"""Figures are ratios within one run, medians of interleaved runs: a slow or a busy machine changes both sides."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence

import pytest


class Bench:
    """Runs things in turn and prints a small table; nothing is judged by its time."""

    def medians(self, runs: Sequence[Callable[[], object]], times: int) -> list[float]:
        """Seconds of each, the median of so many rounds; in each round every one runs once."""
        seconds: list[list[float]] = [[] for _ in runs]
        for _ in range(times):
            for run, taken in zip(runs, seconds, strict=True):
                began = time.perf_counter()
                run()
                taken.append(time.perf_counter() - began)
        return [statistics.median(taken) for taken in seconds]

    def table(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        """Print a table, with the machine that gave it."""
        machine = f"{os.cpu_count()} CPUs, {platform.python_implementation()} {platform.python_version()}"
        print(f"\n{title} ({machine})")
        for name, figure in rows:
            print(f"  {name:<44} {figure:>14}")


@pytest.fixture
def bench() -> Bench:
    """``bench.medians(...)``, ``bench.table(...)``."""
    return Bench()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Figures are for those who ask for them: without ``-m bench`` they are left out, not skipped."""
    if "bench" in config.option.markexpr:
        return
    figures = [item for item in items if item.get_closest_marker("bench")]
    if figures:
        config.hook.pytest_deselected(items=figures)
        items[:] = [item for item in items if item not in figures]
