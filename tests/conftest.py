"""For all tests: under LAPSY_NO_SKIP=1 a skipped test is a failed one, so that a machine cannot quietly prove less."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

NO_SKIP = os.environ.get("LAPSY_NO_SKIP") == "1"

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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    report = yield
    if NO_SKIP and report.skipped:
        _fail(report)
    return report
