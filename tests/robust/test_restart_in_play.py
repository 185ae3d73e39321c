"""A board that restarts while a race is open: nothing from before counts afterwards, the race is void, and that is said."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from lapsy.games import lapsy
from lapsy.games.lapsy.check import check
from lapsy.games.play import Bundle, Input
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.table import Command, Table
from live import check_numbers
from road import CABLE, Road, bots, people, road, setup_for

SECOND = 1_000_000
SAID = {
    "fi": "Lauta a käynnistyi uudelleen kesken pelin: ratkaisematta jäänyt kisa on mitätön. Läpsykää uudestaan.",
    "en": "The board on a restarted during play: the race that was not decided yet is void. Slap again.",
}
VOID = {"fi": "Kisa 1: mitätön, painalluksia voi puuttua", "en": "Race 1: void, presses may be missing"}


def race_on_two_boards(faults: str, language: str = "en") -> Road:
    """Two people, each with a board of their own; the first one's has the faults."""
    setup = replace(setup_for(people(2, ("a", "b")), game="race"), language=language)
    return road(setup, {"a": f"{CABLE},{faults}", "b": CABLE})


def verdicts(r: Road) -> list[tuple[int, str, list[list[int]]]]:
    return [(v["n"], v["state"], [p["seats"] for p in v["order"]]) for v in r.kinds("verdict")]


@pytest.mark.parametrize("language", ["fi", "en"])
def test_an_open_race_is_void_and_both_ends_say_so(language: str) -> None:
    """The second was first as far as anybody knows; what the first one's board may have lost, nobody knows."""
    r = race_on_two_boards("reboot@5.4s", language)
    r.press(1, "slap", 5 * SECOND)
    r.press(0, "slap", 7 * SECOND)
    r.press(1, "slap", 7 * SECOND + 20_000)
    r.driver.run(10 * SECOND)
    assert verdicts(r) == [(1, "void", [[1]]), (2, "final", [[0], [1]])]
    lines = [said.text for said in r.said]
    assert SAID[language] in lines
    assert VOID[language] in lines
    notices = [view["notice"] for view in r.views]
    assert SAID[language] in notices
    void = next(view for view in r.views if view["notice"])
    assert void["race"] is None
    assert [seat["wins"] for seat in r.views[-1]["seats"]] == [1, 0]
    assert not [race for race in r.views[-1]["history"] if race["n"] == 1]


def test_the_notice_leaves_the_pages_by_itself() -> None:
    r = race_on_two_boards("reboot@5.4s")
    r.driver.run(30 * SECOND)
    assert any(view["notice"] for view in r.views)
    assert r.views[-1]["notice"] is None


def test_a_press_that_waited_for_the_restarted_board_is_not_judged() -> None:
    """It was made while the board was away: an earlier one of the other hand may be among what was lost."""
    r = race_on_two_boards("unplug=1s@5s,reboot@5.5s")
    r.press(0, "slap", 5 * SECOND + 100_000)
    r.press(1, "slap", 5 * SECOND + 200_000)
    r.press(1, "slap", 5 * SECOND + 800_000)
    r.driver.run(12 * SECOND)
    assert verdicts(r) == []
    assert len(r.kinds("void")) == 1
    assert not r.outcomes("place")
    # They are in the journal all the same; the one that was lost is in none.
    assert [p["seat"] for p in r.kinds("press")] == [1, 1]


def test_a_press_from_before_never_counts_for_a_later_race() -> None:
    """The other board's bytes come when the restart is known already: the press is recorded and opens nothing."""
    setup = setup_for(people(2, ("a", "b")), game="race")
    r = road(setup, {"a": f"{CABLE},reboot@5s", "b": f"{CABLE},stall=2s@4.9s"})
    r.press(1, "slap", 5 * SECOND + 1_000)
    r.driver.run(9 * SECOND)
    assert verdicts(r) == []
    assert [p.get("state") for p in r.kinds("press")] == ["stale"]
    r.press(1, "slap", 10 * SECOND)
    r.driver.run(13 * SECOND)
    assert verdicts(r) == [(1, "final", [[1]])]


def test_a_race_that_was_final_stays_so() -> None:
    r = race_on_two_boards("reboot@7s")
    r.press(0, "slap", 5 * SECOND)
    r.press(1, "slap", 5 * SECOND + 30_000)
    r.driver.run(9 * SECOND)
    assert verdicts(r) == [(1, "final", [[0], [1]])]
    assert SAID["en"] in [said.text for said in r.said]


def test_a_board_that_was_declared_absent_voids_nothing_by_coming_back_anew() -> None:
    """The host went on without it: what the others do meanwhile stands."""
    r = race_on_two_boards("unplug=4s@4s,reboot@5s")
    r.at(
        5 * SECOND, lambda: r.driver._do(r.table.command(r.driver.heap.now_us, Command("absent", board="a")))
    )
    r.press(1, "slap", 7 * SECOND + 500_000)
    r.driver.run(11 * SECOND)
    assert verdicts(r) == [(1, "final", [[1]])]
    assert not r.kinds("void")


def test_a_restart_in_the_lobby_voids_nothing() -> None:
    setup = setup_for((*people(1, ("a",)), *bots(1)))
    r = road(setup, {"a": f"{CABLE},reboot@3s", "sim": CABLE})
    r.press(0, "slap", 5 * SECOND)
    r.driver.run(6 * SECOND)
    assert r.table.phase == "play"
    assert not r.kinds("void")


def test_the_journal_gives_the_same_again_and_a_resumed_table_goes_on() -> None:
    r = race_on_two_boards("reboot@5.4s")
    r.press(1, "slap", 5 * SECOND)
    r.press(0, "slap", 7 * SECOND)
    r.driver.run(10 * SECOND)
    again = rebuild(r.records)
    assert again.compared == len(r.kinds("bundle", "verdict"))
    assert not again.missing
    assert again.judge is not None
    assert r.table.judge is not None
    assert again.judge.state == r.table.judge.state
    for side in r.table.sides.values():
        last = check_numbers(r.records, side.uid)
        assert set(last) <= {(side.uid, boot) for _, boot in last}


def test_a_board_that_lived_on_while_the_host_was_dead_voids_nothing_and_one_that_did_not_does() -> None:
    r = race_on_two_boards("reboot@5.4s")
    r.press(1, "slap", 5 * SECOND)
    r.driver.run(8 * SECOND)
    before = len(r.kinds("void"))
    for restarts in (False, True):
        now_us = r.driver.heap.now_us
        again = road(r.setup, table=Table(replace(r.setup, session=9), rebuild(r.records)))
        again.driver._boards = again.boards = r.boards  # type: ignore[assignment]
        again.driver.heap = r.driver.heap
        if restarts:
            r.boards["a"].board.reboot(now_us)
        again.driver.run(now_us + 3 * SECOND)
        assert len([k for k in again.records if k["k"] == "void"]) == restarts, before
        r.records += again.records


def test_a_pair_that_was_slapped_can_be_slapped_again() -> None:
    """Läpsy: the pile lies as before the slap, the dealer waits as if the card had just come, and the next hand takes it."""
    setup = setup_for(
        (*people(2, ("a", "b")),), pacing=Pacing(flip="auto", pace_us=900_000, jitter_us=0), seed="2"
    )
    quiet = road(setup)
    for seat in range(2):
        quiet.press(seat, "slap", SECOND + seat)
    quiet.driver.run(120 * SECOND)
    landed = [
        (r["t"], o["cards"][0]) for r in quiet.kinds("bundle") for o in r["out"] if o["kind"] == "landed"
    ]
    pair_us = next(t for (_, card), (t, top) in itertools.pairwise(landed) if card[0] == top[0])
    r = road(setup, {"a": f"{CABLE},reboot@{pair_us + 300_000}us", "b": CABLE})
    for seat in range(2):
        r.press(seat, "slap", SECOND + seat)
    r.press(1, "slap", pair_us + 250_000)
    r.press(0, "slap", pair_us + 1_900_000)
    r.driver.run(pair_us + 6 * SECOND)
    told = [(o["kind"], o["seats"]) for o in r.outcomes("accepted", "void", "collected")]
    assert told[:3] == [("accepted", [1]), ("void", [1]), ("accepted", [0])]
    assert ("collected", [0]) in told
    assert sum(s["cards"] for s in r.views[-1]["seats"]) + r.views[-1]["pile"]["cards"] == 52
    assert rebuild(r.records).compared > 0
    assert SAID["en"] in [said.text for said in r.said] or SAID["fi"] in [said.text for said in r.said]


@pytest.mark.parametrize("flip", ["auto", "seat"])
@pytest.mark.parametrize("seed", ["1", *(pytest.param(n, marks=pytest.mark.slow) for n in "23")])
def test_a_game_of_bots_survives_restarts_and_is_played_out(flip: str, seed: str) -> None:
    setup = setup_for(bots(3), seed=seed, pacing=Pacing(flip=flip, pace_us=700_000))
    faults = ",".join(f"reboot@{4 + 7 * n}.{n}s" for n in range(9))
    r = road(setup, f"{CABLE},{faults}")
    assert r.driver.run(3600 * SECOND)
    assert len(r.kinds("void")) == 9
    for view in r.views:
        if view["phase"] == "play":
            assert sum(s["cards"] for s in view["seats"]) + view["pile"]["cards"] == 52
    again = rebuild(r.records)
    assert again.compared == len(r.kinds("bundle", "verdict"))


def test_the_rules_of_lapsy_void_slaps_and_nothing_that_was_paid() -> None:
    state = lapsy.position(
        [("2C", "3C"), ("4C", "5C"), ("6C",)], pile=("9C", "9D"), turn=0, last_player=2, since_us=0
    )
    state, out = lapsy.apply(state, Bundle(10, (Input(1, "slap", 1),)))
    assert [o.kind for o in out] == ["accepted"]
    state, out = lapsy.apply(state, Bundle(20, (Input(2, "slap", 0),)))
    state, out = lapsy.apply(state, Bundle(30, (Input(3, "void"),)))
    assert [(o.kind, o.seats) for o in out] == [("void", (1, 0))]
    check(state)
    assert (state.slaps, state.refs, state.window) == ((), (), None)
    assert len(state.pile) == 2
    same, out = lapsy.apply(state, Bundle(40, (Input(4, "void"),)))
    assert same == state
    assert [(o.kind, o.reason) for o in out] == [("refused", "not_due")]
    state, out = lapsy.apply(state, Bundle(50, (Input(5, "slap", 0),)))
    assert [(o.kind, o.seats) for o in out] == [("accepted", (0,))]


def test_the_window_of_a_lost_challenge_begins_anew() -> None:
    state = lapsy.position(
        [("2C",), ("4C", "5C"), ("6C",)],
        pile=("3C", "JD"),
        turn=1,
        last_player=0,
        challenge=(0, 1, "J"),
        since_us=0,
    )
    for n, kind in enumerate(("flip", "shown"), 1):
        state, out = lapsy.apply(state, Bundle(n, (Input(n, kind, 1 if kind == "flip" else None),)))
    assert state.window is not None
    assert state.window.kind == "collect"
    before = lapsy.deadline(state)
    state, out = lapsy.apply(state, Bundle(900_000, (Input(9, "void"),)))
    assert [o.kind for o in out] == ["void"]
    assert lapsy.deadline(state) == (before or 0) + 900_000 - 2
    check(state)


def test_the_dealer_waits_as_if_the_top_card_had_just_come() -> None:
    """The next card would have come soon after the restart was known: whoever lost a press gets the time to repeat it."""
    setup = setup_for(
        people(2, ("a", "b")), pacing=Pacing(flip="auto", pace_us=2 * SECOND, jitter_us=0), seed="2"
    )
    r = road(setup, {"a": f"{CABLE},reboot@8s", "b": CABLE})
    for seat in range(2):
        r.press(seat, "slap", SECOND + seat)
    r.driver.run(30 * SECOND)
    (void,) = r.kinds("void")
    landed = [b["t"] for b in r.kinds("bundle") for o in b["out"] if o["kind"] == "landed"]
    after = min(t for t in landed if t > void["t"])
    assert max(t for t in landed if t < void["t"]) > void["t"] - 2 * SECOND
    assert 2 * SECOND <= after - void["t"] < 3 * SECOND
