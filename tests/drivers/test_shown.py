"""Games on a display whose lag is known, or that a photodiode looks at: the whole road in virtual time, and again from the
journal. The eye sees what the page gets; the photodiode's input runs through the real firmware core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from eye import Eye, Lag, steady
from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import simulate
from lapsy.drivers.simulated import SimulatedDriver
from lapsy.table.display import WAIT_US, Display, moment_of
from lapsy.table.effects import Publish
from lapsy.table.journal import canonical
from lapsy.table.judge import Pacing
from lapsy.table.records import claim_of, pulse_of
from lapsy.table.replay import ReplayDiffersError, rebuild
from lapsy.table.sync_wire import Pulses
from lapsy.table.table import Table
from lapsy.timing.gap import gap
from road import CABLE, Road, bots, road, setup_for

PHOTO = bytes((15,))
TV = Display("tv", 18_000, 41_000, "photodiode")


def played(
    display: Display | None,
    lag: Lag | None = None,
    *,
    until_us: int = 25_000_000,
    photo: bool = True,
    faults: str = "delay=60us..1200us,offset=2000s,drift=25ppm",
    seed: int = 0,
    before: Callable[[Road], None] = lambda r: None,
) -> tuple[Road, Eye]:
    """Four bots on one board that has a photodiode too."""
    setup = replace(setup_for(bots(4, "strong"), pacing=Pacing(pace_us=900_000)), display=display)
    wired = simulate(
        uid=b"photobrd",
        boot=77,
        roles=seat_roles(4, setup.simulated_inputs) + (PHOTO if photo else b""),
        faults=parse_faults(faults),
        seed=seed,
    )
    eye = Eye(wired.board, lag or (lambda n: None))
    made = Road(setup, {"sim": wired}, Table(setup))

    def publish(told: Publish) -> None:
        made.published(told)
        eye.see(made.driver.heap.now_us, made.views[-1]["patch"])

    from lapsy.drivers.opening import bots_for

    made.driver = SimulatedDriver(
        made.table, made.boards, bots_for(setup), journal=made.records.extend, say=made.said.append, publish=publish
    )  # fmt: skip
    before(made)
    made.driver.run(until_us)
    return made, eye


def replays(r: Road) -> None:
    again = rebuild(r.records)
    assert again.compared > 10
    assert again.judge is not None
    assert r.table.judge is not None
    assert again.judge.state == r.table.judge.state


def test_on_a_calibrated_display_a_card_lands_its_least_lag_after_it_was_published() -> None:
    r, _ = played(TV)
    shown = r.kinds("shown")
    assert len(shown) > 8
    assert {s["how"] for s in shown} == {"calibrated"}
    assert all((s["lo"] - s["t"], s["hi"] - s["t"]) == (18_000, 41_000) for s in shown)
    landed = [b["t"] for b in r.kinds("bundle") if any(o["kind"] == "landed" for o in b["out"])]
    assert landed == [s["lo"] for s in shown][: len(landed)]
    replays(r)


def test_with_nothing_known_a_card_counts_from_its_publishing() -> None:
    r, _ = played(None)
    assert {(s["how"], s["lo"] - s["t"], s["hi"] - s["t"]) for s in r.kinds("shown")} == {("published", 0, 0)}
    assert {v["patch"] for v in r.views} == {None}
    replays(r)


@pytest.mark.parametrize("seed", range(3))
def test_a_photodiode_stamps_every_card_on_its_boards_own_counter(seed: int) -> None:
    r, eye = played(replace(TV, live=True), steady(9_000, 70_000, seed), seed=seed)
    shown = r.kinds("shown")
    assert len(shown) > 8
    assert {s["how"] for s in shown} == {"photodiode"}
    for s, lit_us in zip(shown, eye.lit, strict=False):
        assert (
            s["seen"]["t"] == eye.board.clock.raw(lit_us)
            or abs(s["seen"]["t"] - eye.board.clock.ticks(lit_us)) <= 1
        )
        assert s["t"] <= s["lo"] <= lit_us <= s["hi"]
        assert {"board", "boot", "seq", "index"} <= s["seen"].keys()
    replays(r)


def test_nothing_later_than_a_view_is_judged_before_its_light_is_known() -> None:
    """A slow display: hands come down between a card's view and its light, and wait for it."""

    def hasty(r: Road) -> None:
        publish, colours = r.driver._publish, ["black"]

        def press_too(told: Publish) -> None:
            publish(told)
            view = r.views[-1]
            if view["patch"] != colours[-1]:
                colours.append(view["patch"])
                r.press(len(colours) % 4, "slap", r.driver.heap.now_us + 120_000)

        r.driver._publish = press_too

    r, _ = played(replace(TV, live=True), steady(250_000, 290_000), before=hasty)
    judged: list[int] = []
    early = 0
    for record in r.records:
        if record["k"] == "bundle":
            judged.append(record["t"])
        if record["k"] == "shown":
            assert max(judged, default=0) <= record["t"]
            early += sum(record["t"] < p["hi"] < record["lo"] for p in r.kinds("press"))
    assert early > 0
    replays(r)


def test_a_blind_photodiode_is_said_once_and_the_figure_counts() -> None:
    r, _ = played(replace(TV, live=True), lambda n: None)
    shown = r.kinds("shown")
    assert len(shown) > 5
    assert {s["how"] for s in shown} == {"calibrated"}
    assert sum("photodiode" in s.text or "valodiodi" in s.text for s in r.said) == 1
    replays(r)


def test_a_photodiode_that_misses_some_is_said_each_time_it_begins_to_miss() -> None:
    lag = steady(9_000, 30_000)
    r, _ = played(replace(TV, live=True), lambda n: None if n in (3, 4, 7) else lag(n))
    hows = [s["how"] for s in r.kinds("shown")]
    assert hows[:3] == ["photodiode"] * 3
    assert hows[3] == "calibrated"
    assert "photodiode" in hows[5:]
    replays(r)


def test_a_light_later_than_the_wait_does_not_become_the_next_cards() -> None:
    r, _ = played(replace(TV, live=True), lambda n: WAIT_US + 150_000)
    assert {s["how"] for s in r.kinds("shown")} == {"calibrated"}
    replays(r)


def test_without_a_photodiode_on_any_board_the_game_goes_on_by_the_figure() -> None:
    r, _ = played(replace(TV, live=True), photo=False)
    assert {s["how"] for s in r.kinds("shown")} == {"calibrated"}
    assert {v["patch"] for v in r.views} == {"white", "black"}


def test_a_restart_of_the_board_does_not_leave_a_card_waiting() -> None:
    r, _ = played(
        replace(TV, live=True),
        steady(9_000, 30_000),
        faults="delay=60us..1200us,offset=0s,drift=25ppm,reboot@9300ms",
        until_us=40_000_000,
    )
    assert r.kinds("void")
    after = [s for s in r.kinds("shown") if s["t"] > 12_000_000]
    assert len(after) > 5
    # Armed again; a corner that is bright just then gives no edge before it has been dark once.
    assert [s["how"] for s in after].count("calibrated") <= 1
    assert after[-1]["how"] == "photodiode"
    replays(r)


def test_a_changed_light_does_not_replay() -> None:
    r, _ = played(replace(TV, live=True), steady(20_000, 30_000))
    records = [dict(record) for record in r.records]
    at = next(i for i, record in enumerate(records) if record["k"] == "shown")
    records[at] = {**records[at], "seen": {**records[at]["seen"], "at": records[at]["seen"]["at"] + 5_000}}
    with pytest.raises(ReplayDiffersError):
        rebuild(records)


def test_painted_reports_are_journalled_once_a_card_and_change_nothing() -> None:
    def game(report: bool) -> Road:
        def before(r: Road) -> None:
            if not report:
                return
            publish = r.driver._publish

            def tell(told: Publish) -> None:
                publish(told)
                view = r.views[-1]
                now_us = r.driver.heap.now_us
                for after_us, hostile in (
                    (90_000_000, True),
                    (-1, True),
                    (9_000, True),
                    (9_000, False),
                    (1_000, False),
                ):
                    n = view["n"] + 10_000 if hostile and after_us == 9_000 else view["n"]

                    def give(n: int = n, after_us: int = after_us) -> None:
                        r.driver._do(r.table.painted(r.driver.heap.now_us, n, after_us))

                    r.driver.heap.at(now_us + 12_000, give)

            r.driver._publish = tell

        return played(TV, before=before)[0]

    told, silent = game(True), game(False)
    painted = told.kinds("painted")
    shown = {s["of"]: s for s in told.kinds("shown")}
    assert len(painted) > 8
    assert len({p["of"] for p in painted}) == len(painted)
    for p in painted:
        assert (p["lo"], p["hi"]) == (shown[p["of"]]["t"] + 9_000, shown[p["of"]]["t"] + 12_000)
    decided = ("bundle", "shown", "press")
    assert [canonical(b) for b in told.kinds(*decided)] == [canonical(b) for b in silent.kinds(*decided)]
    replays(told)


def test_a_light_and_a_hand_on_two_boards_are_related_by_the_wire() -> None:
    """The photodiode is on board a, half of the hands on board b: a few microseconds between them, and again in a replay."""
    seats = tuple(replace(seat, port="ab"[n % 2], group=n // 2) for n, seat in enumerate(bots(4, "strong")))
    setup = replace(setup_for(seats, pacing=Pacing(pace_us=900_000)), display=replace(TV, live=True))
    r = road(setup, {"a": f"{CABLE},drift=25ppm", "b": f"{CABLE},offset=700s,drift=-18ppm"}, wire=True)
    old = r.boards["a"].board
    seen = simulate(
        uid=old.identity.uid,
        boot=old.identity.boot,
        roles=old.identity.roles + PHOTO,
        faults=parse_faults(f"{CABLE},drift=25ppm"),
        sync_out=True,
    )
    assert r.wire is not None
    r.wire.leave(old)
    r.wire.join(seen.board)
    r.boards["a"] = seen
    eye = Eye(seen.board, steady(9_000, 40_000))
    publish = r.driver._publish

    def show(told: Publish) -> None:
        publish(told)
        before, now_us = eye.turns, r.driver.heap.now_us
        eye.see(now_us, r.views[-1]["patch"])
        if eye.turns > before:  # a hand comes down just after every light, nearer than any map can tell
            r.press(eye.turns % 4, "slap", eye.lit[-1] + 40)

    r.driver._publish = show
    r.driver.run(60_000_000)
    pulses, light, ways = Pulses(), None, []
    for record in r.records:
        if record["k"] == "pulse":
            pulses.add(record["board"], record["boot"], pulse_of(record))
        elif record["k"] == "shown":
            of = record["seen"]
            light = moment_of(record, pulses.before(of["board"], of["boot"], of["t"])).claim
            lit_us = eye.lit[sum(s["n"] <= record["n"] for s in r.kinds("shown")) - 1]
        elif record["k"] == "press" and light is not None and light.span.lo_us > 20_000_000:
            hand = claim_of(record, pulses.before(record["board"], record["boot"], record["t"]))
            distance = gap(light, hand)
            if distance.us > 1_000_000:
                continue  # a hand long after its card
            ways.append(distance.way)
            true_us = r.boards["ab"[hand.board != light.board]].board.clock.true_us(hand.t_us)
            assert distance.bound_us <= 3
            crystal_us = (true_us - lit_us) * 25 // 1_000_000  # a gap is told in a board's own microseconds
            assert abs(distance.us - (true_us - lit_us)) <= distance.bound_us + crystal_us + 1
    assert {"board", "wire"} <= set(ways)
    replays(r)
