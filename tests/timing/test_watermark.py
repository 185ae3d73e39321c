"""Watermarks of phones: on the axis alone, and never far behind the present."""

from __future__ import annotations

from lapsy.timing.claim import Claim, Span
from lapsy.timing.watermark import PHONE_HOLD_US, phone_watermark

NOW = 10_000_000


def touch(t_us: int, boot: int = -1) -> tuple[Span, Claim]:
    span = Span.at(t_us, 30_000)
    return span, Claim("phone:2", boot, 1, 1, 5, "phone", 30_000, span, t_us)


def test_a_phone_that_told_lets_pass_what_it_told() -> None:
    mark = phone_watermark("phone:2", NOW, NOW - 20_000)
    assert mark.passed(Span.at(NOW - 20_000), None)
    assert not mark.passed(Span.at(NOW - 19_999), None)


def test_a_silent_phone_holds_a_race_for_no_longer_than_declared() -> None:
    for told_us in (None, 0, NOW - PHONE_HOLD_US - 1):
        mark = phone_watermark("phone:2", NOW, told_us)
        assert mark.passed(Span.at(NOW - PHONE_HOLD_US), None)
        assert not mark.passed(Span.at(NOW - PHONE_HOLD_US + 1), None)


def test_its_own_touches_wait_by_the_axis_too() -> None:
    """It has no counter whose order would prove anything: another touch may be meant up to 60 ms earlier."""
    for boot in (-1, 0, 7):
        span, claim = touch(NOW - 200_000, boot)
        assert phone_watermark("phone:2", NOW, NOW - 170_000).passed(span, claim)
        assert not phone_watermark("phone:2", NOW - 50_000, NOW - 170_001).passed(span, claim)
