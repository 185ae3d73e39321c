"""What a table does where measurement ends: ties that nothing proves, close hands, early hands; judged and told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import Bench, bench
from fixed_clock import FixedClock
from lapsy.games import lapsy
from lapsy.table.display import Display
from lapsy.table.judge import Act, Pacing
from lapsy.table.policy import Policy
from lapsy.table.replay import rebuild
from lapsy.table.table import Table
from lapsy.timing.claim import Claim, Span
from road import bots, people, road, setup_for

SECOND = 1_000_000
HANDS = (["2C", "4C", "6C", "8C", "TC"], ["3D", "5D", "7D", "9D", "2D"], ["4H", "6H", "8H", "TH", "3H"])
REPLAY, LIKELY = Policy("replay"), Policy("likely")


def pair(policy: Policy = LIKELY, pacing: Pacing | None = None, **more: Any) -> Bench:
    return bench(HANDS, pile=["9H", "9C"], policy=policy, pacing=pacing, **more)


# ---- nobody is proven first


def test_split_is_the_rules_tie() -> None:
    """LA-33: two boards, 120 us apart, ± 700 us."""
    b = pair(Policy())
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(3 * SECOND)
    assert [(v.kind, v.seats, v.proof) for v in b.final] == [("tie", (2, 1), None)]


def test_replayed_nobody_wins_and_the_next_slap_takes_the_pile() -> None:
    b = pair(REPLAY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(2 * SECOND - 1)
    assert b.score.current is not None
    assert (b.score.current.kind, b.score.current.state) == ("tie", "leading")
    b.until(2 * SECOND)
    assert b.happened("void", "again", "collected") == [
        (2 * SECOND, "void", (2, 1), ""),
        (2 * SECOND, "again", (2, 1), ""),
    ]
    (again,) = b.final
    assert (again.kind, again.state, again.seats, again.margin_us) == ("again", "final", (2, 1), None)
    assert [m.seat for m in again.marks] == [2, 1]
    assert b.score.once_more
    b.press(1, "slap", 3 * SECOND)
    b.until(5 * SECOND)
    assert [(v.n, v.kind, v.seats, v.won) for v in b.final[1:]] == [(2, "first", (1,), 2)]
    assert [s.wins for s in b.score.seats] == [0, 1, 0]
    assert not b.score.once_more


def test_one_capture_is_not_proven_either() -> None:
    b = pair(REPLAY)
    b.press(2, "slap", SECOND)
    b.press(1, "slap", SECOND)
    b.until(3 * SECOND)
    assert [v.kind for v in b.final] == ["again"]


def test_a_slower_hand_of_a_race_that_is_played_again_wins_nothing() -> None:
    """LS-04: it was aimed at the same pair; pressing counts again from the end of the window."""
    b = pair(REPLAY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.press(0, "slap", SECOND + 60_000, "a", bound_us=350)
    b.until(3 * SECOND)
    assert [v.kind for v in b.final] == ["again"]
    assert [s.wins for s in b.score.seats] == [0, 0, 0]
    assert b.judge.view["pile"]["cards"] == 2


def test_the_dealer_gives_everybody_time_to_slap_again() -> None:
    """As after any void race: the pair counts as new (decision 14)."""
    pacing = Pacing(jitter_us=0)
    b = pair(REPLAY, pacing)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(2 * SECOND)
    b.until(2 * SECOND + pacing.pace_us - 1)
    assert not b.happened("air")
    b.until(2 * SECOND + pacing.pace_us)
    assert len(b.happened("air")) == 1


def test_what_is_proven_is_never_played_again() -> None:
    b = pair(REPLAY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 701, "b", bound_us=350)
    b.until(3 * SECOND)
    assert [(v.kind, v.seats, v.proof) for v in b.final] == [("first", (2,), "gap")]


def test_a_time_limit_reached_meanwhile_is_not_lost() -> None:
    """The window and the agreed time end in the same moment: again first, then the last pile is named."""
    options = lapsy.parse_options({"variant": "basic", "time_cap_s": "2"})  # counted from 0
    b = pair(REPLAY, options=options)
    b.press(2, "slap", SECOND, "a", bound_us=0)
    b.press(1, "slap", SECOND, "b", bound_us=0)
    b.until(4 * SECOND)
    assert [h[:2] for h in b.happened("again", "last_pile", "collected", "over")] == [
        (2 * SECOND, "again"),
        (2 * SECOND, "last_pile"),
    ]


def test_in_reverse_who_has_not_slapped_divides_the_pile_and_nothing_is_unproven() -> None:
    """LS-55."""
    options = lapsy.parse_options({"variant": "basic", "reverse": "on"})
    for policy in (REPLAY, LIKELY):
        b = pair(policy, options=options)
        b.press(2, "slap", SECOND)
        b.until(3 * SECOND)
        assert [(v.kind, set(v.seats)) for v in b.final] == [("last", {0, 1})]


@pytest.mark.parametrize(("policy", "kind"), [(REPLAY, "again"), (LIKELY, "last")])
def test_in_reverse_the_last_hands_are_what_is_not_proven(policy: Policy, kind: str) -> None:
    options = lapsy.parse_options({"variant": "basic", "reverse": "on"})
    b = pair(policy, options=options)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(0, "slap", SECOND + 50_000, "a", bound_us=350)
    b.press(1, "slap", SECOND + 50_120, "b", bound_us=350)
    b.until(3 * SECOND)
    (verdict,) = b.final
    assert verdict.kind == kind
    assert verdict.seats == ((1,) if policy is LIKELY else (0, 1))
    assert verdict.proof == ("likely" if policy is LIKELY else None)


def test_the_likely_first_has_the_pile_and_is_never_certain() -> None:
    b = pair(LIKELY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.press(0, "slap", SECOND + 60_000, "a", bound_us=350)
    b.until(SECOND + 100_000)
    leading = b.score.current
    assert leading is not None
    told = (leading.kind, leading.seats, leading.second, leading.margin_us, leading.bound_us)
    assert told == ("first", (2,), 1, 120, 700)
    assert (leading.proof, leading.way, leading.certified, leading.state) == (
        "likely",
        "map",
        False,
        "leading",
    )
    b.until(3 * SECOND)
    (final,) = b.final
    assert final == replace(leading, state="final", won=2)
    assert b.happened("likely", "collected") == [
        (2 * SECOND, "likely", (2, 1), ""),
        (2 * SECOND, "collected", (2,), "slap"),
    ]
    assert [(m.seat, m.kind, m.gap_us, m.gap_bound_us) for m in final.marks] == [
        (2, "first", None, None),
        (1, "slower", 120, 700),
        (0, "slower", 60_000, 2),
    ]
    assert b.score.ties == 0


def test_hands_of_one_capture_stay_a_tie_beside_a_likely_later_one() -> None:
    b = pair(LIKELY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(0, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(3 * SECOND)
    (final,) = b.final
    assert (final.kind, set(final.seats), final.proof, final.certified) == ("tie", {0, 2}, "likely", False)
    assert b.happened("collected")[0][2:] == (final.seats, "tie")


def test_a_removed_likely_first_leaves_it_to_the_other() -> None:
    """LS-26: with one hand left nothing is likely any more."""
    b = pair(LIKELY)
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(SECOND + 10_000)
    b.host("disqualify", SECOND + 20_000, 2)
    b.until(3 * SECOND)
    assert [(v.kind, v.seats, v.proof) for v in b.final] == [("first", (1,), None)]


# ---- the tie window


@pytest.mark.parametrize(("tie_us", "kind"), [(0, "first"), (400, "first"), (401, "tie"), (1_000, "tie")])
def test_hands_nearer_than_the_window_are_a_tie_though_proven(tie_us: int, kind: str) -> None:
    """LS-09."""
    b = pair(Policy(tie_us=tie_us))
    b.press(2, "slap", SECOND)
    b.press(1, "slap", SECOND + 400)
    b.until(3 * SECOND)
    assert [v.kind for v in b.final] == [kind]


def test_a_tie_window_is_set_by_the_earliest_and_not_chained() -> None:
    """LS-09: the third is near the second alone."""
    b = pair(Policy(tie_us=500))
    for seat, after in ((2, 0), (1, 400), (0, 800)):
        b.press(seat, "slap", SECOND + after)
    b.until(3 * SECOND)
    assert [(v.kind, set(v.seats)) for v in b.final] == [("tie", {1, 2})]


def test_likely_first_does_not_undo_a_tie_that_was_agreed() -> None:
    b = pair(Policy("likely", tie_us=500))
    b.press(2, "slap", SECOND, "a", bound_us=350)
    b.press(1, "slap", SECOND + 120, "b", bound_us=350)
    b.until(3 * SECOND)
    assert [(v.kind, v.proof) for v in b.final] == [("tie", None)]


def test_a_tie_by_the_window_is_played_again_too() -> None:
    b = pair(Policy("replay", tie_us=500))
    b.press(2, "slap", SECOND)
    b.press(1, "slap", SECOND + 400)
    b.until(3 * SECOND)
    assert [v.kind for v in b.final] == ["again"]


# ---- slaps too soon


def shown_pair(policy: Policy) -> Bench:
    """The second nine is shown at one second; 0 laid it."""
    b = bench((["9C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"], policy=policy)
    b.press(0, "flip", SECOND - 20_000)
    b.until(SECOND - 10_000)
    b.show(SECOND)
    return b


FLAG, FALSE = Policy(anticipation="flag"), Policy(anticipation="false")


def test_off_a_quick_slap_is_a_slap() -> None:
    b = shown_pair(Policy())
    b.press(1, "slap", SECOND + 50_000)
    b.until(3 * SECOND)
    assert [(v.kind, v.marks[0].anticipated) for v in b.final] == [("first", False)]


def test_flagged_it_is_told_and_wins_all_the_same() -> None:
    b = shown_pair(FLAG)
    b.press(1, "slap", SECOND + 50_000)
    b.press(2, "slap", SECOND + 200_000)
    b.until(3 * SECOND)
    (final,) = b.final
    assert (final.kind, final.seats) == ("first", (1,))
    assert [(m.seat, m.anticipated, m.t_us) for m in final.marks] == [(1, True, 50_000), (2, False, 200_000)]


def test_false_it_pays_and_the_next_hand_wins() -> None:
    b = shown_pair(FALSE)
    b.press(1, "slap", SECOND + 50_000)
    b.press(2, "slap", SECOND + 200_000)
    b.until(3 * SECOND)
    assert b.happened("false") == [(SECOND + 50_000, "false", (1,), "anticipated")]
    (final,) = b.final
    assert (final.kind, final.seats, final.won) == ("first", (2,), 3)
    assert [(m.seat, m.kind, m.anticipated) for m in final.marks] == [(2, "first", False), (1, "false", True)]
    assert b.score.seats[1].falses == 1


@pytest.mark.parametrize(
    ("after_us", "bound_us", "source", "false"),
    [
        (99_998, 1, "board", True),
        (99_999, 1, "board", False),  # may have been 100 ms
        (94_999, 5_000, "board", True),
        (95_000, 5_000, "board", False),
        (84_999, 0, "keyboard", True),  # ± 15 ms
        (85_000, 0, "keyboard", False),
        (69_999, 0, "phone", True),
        (70_000, 0, "phone", False),
    ],
)
def test_what_is_not_known_speaks_for_the_player(
    after_us: int, bound_us: int, source: str, false: bool
) -> None:
    b = shown_pair(FALSE)
    b.press(1, "slap", SECOND + after_us, source=source, bound_us=bound_us)
    b.until(3 * SECOND)
    assert bool(b.happened("false")) is false


def test_the_limit_is_agreed() -> None:
    b = shown_pair(Policy(anticipation="false", limit_us=40_000))
    b.press(1, "slap", SECOND + 50_000)
    b.until(3 * SECOND)
    assert not b.happened("false")


def test_a_handicap_does_not_hide_a_guess() -> None:
    b = shown_pair(FALSE)
    b.press(1, "slap", SECOND + 50_000, handicap_us=200_000)
    b.until(3 * SECOND)
    assert [h[2] for h in b.happened("false")] == [(1,)]


def test_before_the_card_it_is_the_situation_before_that_counts() -> None:
    """LS-31: false for want of a pair, not for haste; one penalty."""
    b = bench((["9C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"], policy=FALSE)
    b.press(0, "flip", SECOND - 20_000)
    b.until(SECOND - 10_000)
    b.press(1, "slap", SECOND, "b", bound_us=500)
    b.show(SECOND)
    b.until(3 * SECOND)
    assert [h[3] for h in b.happened("false")] == ["single"]


def test_a_pair_that_lies_there_since_long_cannot_be_anticipated() -> None:
    b = pair(FALSE)
    b.press(1, "slap", 10)
    b.until(3 * SECOND)
    assert [v.kind for v in b.final] == ["first"]


def test_a_new_pile_forgets_the_card_before() -> None:
    b = shown_pair(FALSE)
    b.press(1, "slap", SECOND + 200_000)
    b.until(SECOND * 2 + 200_000)
    b.press(2, "slap", 2 * SECOND + 210_000)  # on the empty pile
    b.until(3 * SECOND)
    assert [h[3] for h in b.happened("false")] == ["empty"]


def seen(b: Bench, t_us: int) -> None:
    """A photodiode on board "a" has seen the card."""
    assert b.air is not None
    claim = Claim("a", 1, 900, t_us, t_us, "board", 0, Span.at(t_us, 400), t_us)
    b.judge.host(Act("shown", of=b.air), t_us, claim)
    b.until(t_us + 500)


@pytest.mark.parametrize(
    ("board", "after_us", "false"),
    [("a", 99_997, True), ("a", 99_998, False), ("b", 99_000, True), ("b", 99_300, False)],
)
def test_the_light_that_a_board_saw_counts_by_its_own_counter(board: str, after_us: int, false: bool) -> None:
    """One counter: ± 2 us. Two boards: both maps are open to the player's good, here 400 + 350 us."""
    b = bench((["9C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"], policy=FALSE)
    b.press(0, "flip", SECOND - 20_000)
    b.until(SECOND - 10_000)
    seen(b, SECOND)
    b.press(1, "slap", SECOND + after_us, board, bound_us=350)
    b.until(3 * SECOND)
    assert bool(b.happened("false")) is false


@given(
    st.integers(1_000, 130_000), st.integers(0, 20_000), st.integers(0, 20_000), st.integers(1_000, 120_000)
)
def test_wider_spans_never_punish_more(after_us: int, bound_us: int, wider_us: int, limit_us: int) -> None:
    punished = []
    for bound in (bound_us, bound_us + wider_us):
        b = shown_pair(Policy(anticipation="false", limit_us=limit_us))
        # as late as that at the most: a press that may have been before the card belongs to the situation before
        if after_us <= bound:
            return
        b.press(1, "slap", SECOND + after_us, "b", bound_us=bound)
        b.until(3 * SECOND)
        punished.append(bool(b.happened("false")))
    assert punished[0] or not punished[1]


# ---- the whole table: header, journal, replay


@pytest.mark.parametrize(
    "policy", [Policy(), REPLAY, LIKELY, Policy("replay", 1_000), Policy("likely", 1_000)]
)
def test_journals_of_every_policy_replay_the_same(policy: Policy) -> None:
    setup = setup_for(people(4, ("one", "two")), game="race", pacing=Pacing("seat"))
    seats = tuple(replace(s, handicap_us=50 * n) for n, s in enumerate(setup.seats))
    setup = replace(setup, policy=policy, seats=seats)
    made = road(setup, table=Table(setup, new_clock=lambda _: FixedClock(bound_us=350)))
    for n, (gap_us, later_us) in enumerate(((0, 300), (100, 50), (300, 0), (900, 2_000), (20, 20))):
        at_us = (1 + 3 * n) * SECOND
        made.press(0, "slap", at_us)
        made.press(1, "slap", at_us + gap_us)
        made.press(2, "slap", at_us + later_us)
    made.driver.run(20 * SECOND)
    again = rebuild(made.records)
    assert again.missing == []
    assert again.setup.policy == policy
    assert [s.handicap_us for s in again.setup.seats] == [0, 50, 100, 150]
    verdicts = made.kinds("verdict")
    assert len(verdicts) == 5
    assert again.compared == len(verdicts) + len(made.kinds("bundle"))
    unproven = [v for v in verdicts if v["why"] == "again" or any(p["proof"] == "likely" for p in v["order"])]
    assert bool(unproven) is (policy in (REPLAY, LIKELY, Policy("replay", 1_000)))  # else agreed as ties


@pytest.mark.parametrize("policy", [FLAG, FALSE])
def test_a_game_with_early_hands_replays_the_same(policy: Policy) -> None:
    setup = replace(setup_for(bots(4, "strong"), seed="3"), policy=replace(policy, limit_us=310_000))
    made = road(setup)
    made.driver.run(100 * SECOND)
    marks = [m for v in made.kinds("verdict") for m in v["marks"]]
    falses = [o for o in made.outcomes("false") if o["reason"] == "anticipated"]
    assert any(m["anticipated"] for m in marks)
    assert bool(falses) is (policy is FALSE)
    assert rebuild(made.records).missing == []


def test_on_a_calibrated_display_haste_counts_from_the_earliest_light() -> None:
    """The lag is 150 ms at the least: what is marked lies less than the limit after that, and nothing else is."""
    limit_us = 160_000
    setup = replace(
        setup_for(bots(4, "strong"), seed="3"),
        policy=replace(FLAG, limit_us=limit_us),
        display=Display("wall", 150_000, 170_000, "photodiode"),
    )
    made = road(setup)
    made.driver.run(100 * SECOND)
    shown = {r["lo"]: r for r in made.kinds("shown")}
    told = [(v["shown"], m) for v in made.kinds("verdict") if v["shown"] for m in v["marks"]]
    assert {m["anticipated"] for _, m in told} == {True, False}
    for card, m in told:
        record = shown[card["lo_us"]]
        assert (card["how"], record["lo"] - record["t"], record["hi"] - record["t"]) == (
            "calibrated",
            150_000,
            170_000,
        )
        if m["anticipated"]:
            assert m["t_us"] < limit_us
        else:
            assert m["t_us"] + m["bound_us"] >= limit_us
    assert rebuild(made.records).missing == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"unproven": "coin"},
        {"anticipation": "maybe"},
        {"tie_us": -1},
        {"limit_us": -1},
        {"silent_us": 0},
    ],
)
def test_what_cannot_be_agreed_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        Policy(**wrong)
