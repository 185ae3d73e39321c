"""For all tests: the browser; and under LAPSY_NO_SKIP=1 a skipped test is a failed one, so that a machine cannot quietly
prove less."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from browsers import CHROMIUM_SHELL, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: The rooms with the longest files. They come first, so that no worker is left alone with one at the end.
LONG = (
    "emulator",
    "robust",
    "boards",
    "drivers",
    "e2e",
    "screens",
    "hardware",
    "firmware",
    "cli",
    "table",
    "testing",
)
NO_SKIP = os.environ.get("LAPSY_NO_SKIP") == "1"

# What is said where nobody chose is not this user's language.
for _name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(_name, None)

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every process they start and end.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test is timed: a slow machine may take as long as it needs for one example.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("prove", settings.get_profile("tests"), max_examples=1000)
settings.load_profile(os.environ.get("LAPSY_HYPOTHESIS", "tests"))


def _fail(report: Any) -> None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"A skipped test counts as failed under LAPSY_NO_SKIP=1. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
    report = yield
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        _fail(report)
    return report


def _turn(item: pytest.Item) -> int:
    rooms = [part for part in item.path.parts if part in LONG]
    return LONG.index(rooms[-1]) if rooms else len(LONG)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    report = yield
    if NO_SKIP and report.skipped:
        _fail(report)
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window of its own, as fast as it comes; tests/e2e has the whole one."""
    with chromium(CHROMIUM_SHELL) as opened:
        yield opened
