"""A calibration from the first hello to the figure, with a simulated display and the real firmware core in virtual time."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eye import SLAP_AND_PHOTO, CalibrationRoad, steady
from lapsy.language import tr
from lapsy.screens.views import check
from lapsy.table import calibration, lag
from lapsy.table.calibration import BLIND, TAPS_A_BEAT
from lapsy.table.calibration_words import FAILED, failed


@settings(max_examples=12)
@given(st.integers(5_000, 120_000), st.integers(0, 40_000), st.integers(-100, 100), st.integers(0, 1000))
def test_a_photodiode_finds_the_lag_and_never_less_than_it_was(
    least_us: int, more_us: int, ppm: int, seed: int
) -> None:
    road = CalibrationRoad(
        steady(least_us, least_us + more_us, seed),
        count=20,
        faults=f"delay=60us..1200us,offset=1000s,drift={ppm}ppm",
        seed=seed,
    )
    done = road.run()
    assert done.state == "done", done.failure
    assert done.lag is not None
    true = [at_us - flash.t_us for at_us, flash in zip(road.eye.lit, done.flashes, strict=True)]
    assert done.lag.lo_us <= min(true)
    assert max(true) <= done.lag.hi_us
    assert done.lag.hi_us - done.lag.lo_us <= max(true) - min(true) + 3_000, "as narrow as its clock allows"
    assert (len(done.lag.lags_us), done.lag.of) == (20, 20)


def test_every_view_is_one_that_pages_understand_and_the_corner_turns_irregularly() -> None:
    road = CalibrationRoad(steady(8_000, 24_000))
    done = road.run()
    for view in road.views:
        check(view)
    assert [v["n"] for v in road.views] == list(range(1, len(road.views) + 1))
    assert [v["state"] for v in road.views][:2] == ["ready", "running"]
    assert [v["done"] for v in road.views if v["state"] == "running"] == list(range(31))
    steps = {b.t_us - a.t_us for a, b in zip(done.flashes, done.flashes[1:], strict=False)}
    assert len(steps) > 20
    assert min(steps) >= 300_000


def test_nothing_begins_before_a_page_draws() -> None:
    road = CalibrationRoad(steady(8_000, 24_000), page=False)
    assert road.run(until_us=20_000_000).state == "ready"
    assert road.calibration.flashes == []


@pytest.mark.parametrize("fault", ["drop=10%", "duplicate=20%", "garbage=10%", "split"])
def test_a_bad_cable_changes_no_figure(fault: str) -> None:
    road = CalibrationRoad(
        steady(8_000, 24_000), faults=f"delay=60us..1200us,offset=1000s,drift=20ppm,{fault}"
    )
    done = road.run()
    assert done.state == "done", done.failure
    assert done.lag is not None
    true = [at_us - flash.t_us for at_us, flash in zip(road.eye.lit, done.flashes, strict=True)]
    assert done.lag.lo_us <= min(true) <= max(true) <= done.lag.hi_us


def test_a_photodiode_that_sees_nothing_is_said_before_the_end() -> None:
    road = CalibrationRoad(lambda n: None)
    done = road.run()
    assert done.state == "failed"
    assert "saw none of 10 flashes" in done.failure
    assert len(done.flashes) in (BLIND, BLIND + 1, BLIND + 2)
    assert road.views[-1]["state"] == "failed"


def test_too_few_seen_are_refused() -> None:
    lag = steady(8_000, 24_000)
    done = CalibrationRoad(lambda n: None if n % 6 < 2 else lag(n)).run()
    assert done.state == "failed"
    assert "saw only" in done.failure


def test_too_scattered_is_refused() -> None:
    done = CalibrationRoad(steady(5_000, 200_000)).run()
    assert done.state == "failed"
    assert "too scattered" in done.failure


def test_a_display_slower_than_the_flashes_is_refused() -> None:
    done = CalibrationRoad(steady(640_000, 690_000)).run()
    assert done.state == "failed"


def test_other_light_is_refused() -> None:
    """A lamp that flickers: light that no view sent out."""
    road = CalibrationRoad(steady(8_000, 24_000))
    lot = Random(3)

    def flicker(now_us: int, view: dict) -> None:
        if view["state"] == "running" and view["done"] and view["patch"] == "black":
            road.wired.board.press("photo", now_us + lot.randint(60_000, 200_000), hold_us=20_000)

    road.at_view = flicker
    done = road.run()
    assert done.state == "failed"
    assert done.failure.endswith(".")


def test_a_board_without_the_input_is_said_at_once() -> None:
    road = CalibrationRoad(steady(8_000, 24_000), roles=bytes((1, 2)))
    assert road.calibration.state == "ready"
    done = road.run()
    assert done.state == "failed"
    assert "no input for a photodiode" in done.failure
    assert done.flashes == []


@pytest.mark.parametrize(
    ("fault", "words"), [("unplug=1s@8s", "The board has gone"), ("reboot@8s", "The board has restarted")]
)
def test_a_board_that_leaves_or_restarts_ends_it(fault: str, words: str) -> None:
    road = CalibrationRoad(
        steady(8_000, 24_000), faults=f"delay=60us..1200us,offset=0s,drift=20ppm,{fault}", count=60
    )
    done = road.run()
    assert done.state == "failed"
    assert done.failure.startswith(words)
    assert done.lag is None


def tapping(early_us: int, spread_us: int, lag_us: int, port: str | None) -> CalibrationRoad:
    """Somebody taps ``early_us`` ahead of a light that comes ``lag_us`` after its view."""
    road = CalibrationRoad(lambda n: None, how="tapping", port=port, count=40, roles=SLAP_AND_PHOTO)
    lot = Random(early_us)

    def tap(now_us: int, view: dict) -> None:
        if view["state"] != "running" or not view["done"]:
            return
        at_us = now_us + 700_000 + lag_us - early_us + lot.randint(-spread_us, spread_us)
        if port is None:
            road.heap.at(at_us, lambda: road._do(road.calibration.tapped(at_us)))
        else:
            road.wired.board.press("slap1", at_us)

    road.at_view = tap
    return road


@pytest.mark.parametrize("port", ["p", None])
@pytest.mark.parametrize(("early_us", "lag_us"), [(0, 20_000), (40_000, 30_000), (90_000, 120_000)])
def test_taps_give_a_wide_figure_that_holds_the_truth(early_us: int, lag_us: int, port: str | None) -> None:
    done = tapping(early_us, 30_000, lag_us, port).run()
    assert done.state == "done", done.failure
    assert done.lag is not None
    assert 0 <= done.lag.lo_us <= lag_us <= done.lag.hi_us
    assert done.lag.hi_us >= 80_000, "a person is no photodiode"


def test_taps_without_a_beat_are_refused() -> None:
    done = tapping(0, 300_000, 20_000, "p").run()
    assert done.state == "failed"


def test_taps_far_ahead_are_refused() -> None:
    done = tapping(250_000, 5_000, 20_000, "p").run()
    assert done.state == "failed"
    assert "ahead of the square" in done.failure


def test_a_flood_of_taps_is_not_kept_and_gives_no_figure() -> None:
    """A page may send what it likes; the end is reckoned over all taps at once."""
    road = CalibrationRoad(lambda n: None, how="tapping", port=None, count=20)

    def flood(now_us: int, view: dict) -> None:
        for n in range(2_000 if view["state"] == "running" else 0):
            road.calibration.tapped(now_us + n)

    road.at_view = flood
    done = road.run()
    assert done.state == "failed"
    assert len(done.taps) <= TAPS_A_BEAT * 20


def test_nobody_taps() -> None:
    done = CalibrationRoad(lambda n: None, how="tapping", port=None, count=20).run()
    assert done.state == "failed"
    assert "Only 0 of 16 beats were tapped" in done.failure


@pytest.mark.parametrize("language", ["fi", "en"])
def test_every_failure_is_a_whole_sentence_in_the_language_of_the_page(language: str) -> None:
    """As they come out of a calibration, not as they stand in the table."""
    fields: dict[str, int | str] = {"n": 3, "of": 20, "ms": 70, "why": "read failed"}
    for key in FAILED:
        told = failed(language, key, **fields)
        assert told[0].isupper(), told
        assert told.endswith("."), told
        assert "{" not in told
    roads = [
        CalibrationRoad(lambda n: None, language=language),
        CalibrationRoad(steady(5_000, 200_000), language=language),
        CalibrationRoad(steady(8_000, 24_000), roles=bytes((1, 2)), language=language),
        CalibrationRoad(lambda n: None, how="tapping", port=None, count=20, language=language),
    ]
    known = tuple(tr(language, text).partition("{")[0].partition(":")[0] for text in FAILED.values())
    for road in roads:
        assert road.run().failure.startswith(known)


def test_no_failure_is_written_down_in_one_language_only() -> None:
    """A sentence for people in the code of a calibration is one that half of them cannot read."""
    for module in (calibration, lag):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                texts = [
                    a.value for a in ast.walk(node) if isinstance(a, ast.Constant) and type(a.value) is str
                ]
                assert all(" " not in text for text in texts), ast.unparse(node)
