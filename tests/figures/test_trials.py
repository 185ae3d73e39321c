"""The trials behind docs/accuracy.md can fail: a clock that promises too much is found out."""

from __future__ import annotations

from random import Random

import pytest

from accuracy import fairness, tallies, trials
from lapsy.timing.claim import Span
from lapsy.timing.proven import ProvenClock

USB = next(each for each in trials.CONDITIONS if each.name == "USB")
ONE = next(each for each in trials.CONDITIONS if each.boards == 1)


class Boaster(ProvenClock):
    """Promises a fiftieth of what is proven."""

    def span(self, t_us: int) -> Span:
        span = super().span(t_us)
        return Span.at(span.mid_us, (span.hi_us - span.lo_us) // 100)


def test_a_run_is_what_its_number_says() -> None:
    wanted = trials.drawn(USB, Random(1), 5)
    assert trials.run(USB, 3, wanted) == trials.run(USB, 3, wanted)
    assert trials.run(USB, 3, wanted) != trials.run(USB, 4, wanted)


def test_a_clock_that_promises_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = tallies.orders(USB, 2, pairs=60)
    monkeypatch.setattr(trials, "ProvenClock", Boaster)
    boasting = tallies.orders(USB, 2, pairs=60)
    assert sound["all"]["inside"] == sound["all"]["pairs"] == 120
    assert sound["all"]["wrong"]["proven"] == 0
    assert boasting["all"]["inside"] < 100
    assert boasting["all"]["wrong"]["proven"] > 0


def test_every_group_of_gaps_has_its_pairs() -> None:
    found = tallies.orders(ONE, 2, pairs=200)
    assert sum(group["pairs"] for group in found["groups"]) == 400
    assert all(group["pairs"] > 20 for group in found["groups"])


def test_arrival_is_worse_than_a_board_s_stamp() -> None:
    found = tallies.orders(USB, 3, pairs=60)
    wrong = found["all"]["wrong"]
    assert wrong["arrival"] > 2 * wrong["point"]
    assert wrong["receive"] > 2 * wrong["point"]
    assert found["error_us"]["receive"]["median"] > 5 * found["error_us"]["point"]["median"]


def test_presses_of_one_look_are_a_tie_and_others_are_not() -> None:
    together, apart = trials.run(ONE, 1, [(20.0, 0.0), (21.0, 0.2)])
    assert together.told["proven"].order == 0
    assert apart.told["proven"].order == 1


def test_a_core_that_prefers_an_input_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaning(fairness.FineCore):
        def _parted(self, stamp: int, changed: int) -> list[tuple[int, int]]:
            """The first input is looked at first, now and then."""
            if changed & 1 and self._rng.random() < 0.3:
                self._word ^= 1
                return [(stamp, self._word), *super()._parted(stamp, changed & ~1)]
            return super()._parted(stamp, changed)

    assert fairness.one_board(300)["p"] > 0.001
    monkeypatch.setattr(fairness, "FineCore", Leaning)
    assert fairness.one_board(300)["p"] < 0.001


def test_rows_that_are_alike_and_unlike() -> None:
    assert fairness.same([50, 50], [500, 500]) == pytest.approx(1.0)
    assert fairness.same([80, 20], [20, 80]) < 1e-9
