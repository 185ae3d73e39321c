"""What docs/accuracy.md claims."""

from __future__ import annotations

import pytest

from pico.accuracy import (
    EIGHT,
    HANDS,
    Scenario,
    bounces,
    glitches,
    interrupts_at_their_worst,
    scenarios,
    whole_firmware,
)
from pico.verdict import Verdict

#: By how much a stamp may miss its edge.
PIO_US = 1
IRQ_US = 1_000


def assert_in_order(verdict: Verdict, bound_us: float) -> None:
    assert (verdict.lost, verdict.extra, verdict.wrong, verdict.split) == (0, 0, 0, 0)
    assert verdict.least_us >= -bound_us
    assert verdict.most_us <= bound_us


@pytest.mark.parametrize("pins", [8, 23])
@pytest.mark.slow
def test_no_pair_of_thousands_is_out_of_order(pins: int) -> None:
    pairs = ties = 0
    for scenario in scenarios():
        if scenario.capture == "pio" and len(scenario.gpios) == pins:
            verdict = scenario.run()
            assert_in_order(verdict, PIO_US)
            assert verdict.merged == 0, scenario.name
            pairs += verdict.pairs if scenario.gap_us[0] >= 1 else 0
            ties += verdict.ties
    assert pairs >= 5000
    assert ties >= 1000


@pytest.mark.slow
def test_interrupts_keep_to_what_they_declare() -> None:
    for scenario in scenarios():
        if scenario.capture == "irq":
            assert_in_order(scenario.run(), IRQ_US)
    assert_in_order(interrupts_at_their_worst(6), IRQ_US)


@pytest.mark.slow
def test_the_whole_firmware_keeps_the_order() -> None:
    pairs = 0
    for gpios, rounds in ((EIGHT, 90), (HANDS, 11)):
        verdict = whole_firmware(gpios, rounds)
        assert_in_order(verdict, PIO_US)
        assert verdict.merged == 0
        pairs += verdict.pairs
    assert pairs >= 5000


@pytest.mark.slow
def test_bouncing_contacts_are_one_press_and_one_release_each_and_glitches_none() -> None:
    verdict = bounces(60)
    assert verdict.edges >= 200
    assert (verdict.lost, verdict.extra) == (0, 0)
    assert -PIO_US <= verdict.least_us <= verdict.most_us <= PIO_US
    given, reported, counted = glitches(25)
    assert (given, reported, counted) == (200, 0, 200)


def test_a_measurement_can_fail() -> None:
    # Presses closer than a look of the PIO cannot be told apart: the judge must say so.
    verdict = Scenario("too close", "pio", range(8), (0.01, 0.02), "idle", 1).run()
    assert verdict.merged + verdict.lost > 0
