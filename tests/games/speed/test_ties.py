"""Races that no measurement decides, and slaps (SP-18 to SP-20, SP-31 to SP-37, decision 12)."""

from __future__ import annotations

import pytest

from lapsy.games.play import Input
from speed_positions import (
    RACE,
    STUCK_1,
    at,
    call,
    due_now,
    move,
    out_first,
    play,
    refused,
    slap,
    step,
)

# Ties by measurement (SP-20, decision 12)


def test_a_rival_not_proven_later_makes_a_tie() -> None:
    state = at(*RACE)
    first, _ = step(state, 1000, play(1, 1, 1, "L"))
    assert first.stocks[1][0] == ("3C",)
    tied, outcomes = step(first, 1001, play(2, 0, 1, "L", 1))
    assert outcomes == [("taken_back", "")]
    assert tied.stocks == state.stocks
    assert tied.piles == state.piles
    assert tied.touches == (None, None)


def test_a_rival_proven_later_is_slower() -> None:
    first, _ = step(at(*RACE), 1000, play(1, 1, 1, "L"))
    assert refused(first, 1001, play(2, 0, 1, "L")) == ["slower"]
    assert refused(first, 1001, play(2, 0, 1, "L", 7)) == ["slower"]


def test_a_misfit_is_no_rival_however_early() -> None:
    first, _ = step(at(*RACE), 1000, play(1, 1, 1, "L"))
    assert refused(first, 1001, play(2, 0, 2, "L", 1)) == ["misfit"]


def test_nobody_is_his_own_rival() -> None:
    first, _ = step(at(("6S", "4C", "2C", "QC", "8C"), STUCK_1), 1000, play(1, 0, 1, "L"))
    assert refused(first, 1001, play(2, 0, 2, "L", 1)) == ["misfit"]


def test_a_covered_card_is_not_taken_back() -> None:
    """The 3 has been laid on the 4: nothing below it moves any more."""
    first, _ = step(at(*RACE), 1000, play(1, 1, 1, "L"))
    second, _ = step(first, 1001, play(2, 1, 1, "L"))
    assert second.piles[0] is not None
    assert second.piles[0][-2:] == ("4C", "3C")
    assert refused(second, 1002, play(3, 0, 1, "L", 1, 2)) == ["misfit"]


def test_a_card_covered_in_the_same_bundle_is_not_taken_back() -> None:
    first, _ = step(at(*RACE), 1000, play(1, 1, 1, "L"))
    after, outcomes = step(first, 1001, play(2, 0, 1, "L", 1), play(3, 1, 1, "L"))
    assert outcomes == [("played", "L"), ("refused", "slower")]
    assert after.piles[0] is not None
    assert after.piles[0][-1] == "3C"


def test_a_card_covered_from_another_place_is_not_taken_back() -> None:
    first, _ = step(at(RACE[0], ("4C", "3D 7D", "3C", "QD", "8D")), 1000, play(1, 1, 1, "L"))
    after, outcomes = step(first, 1001, play(2, 0, 1, "L", 1), play(3, 1, 3, "L"))
    assert outcomes == [("played", "L"), ("refused", "slower")]
    assert after.piles[0] is not None
    assert after.piles[0][-2:] == ("4C", "3C")


def test_a_card_whose_place_has_changed_is_not_taken_back() -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "3C 7D", "2D", "QD", "8D"))
    first, _ = step(state, 1000, play(1, 1, 1, "L"))
    second, _ = step(first, 1001, move(2, 1, 2, 1))
    assert refused(second, 1002, play(3, 0, 1, "L", 1, 2)) == ["slower"]
    third, outcomes = step(first, 1001, move(2, 1, 2, 1), play(3, 0, 1, "L", 1))
    assert outcomes == [("moved", ""), ("refused", "slower")]
    assert third.stocks == second.stocks


def test_a_tie_takes_calls_away() -> None:
    """SP-29: the card goes back and an open card fits again."""
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "7D", "2D", "QD", "8D"))
    first, _ = step(state, 1000, play(1, 1, 1, "L"))
    assert first.blocked_us == 1000
    called, _ = step(first, 1001, call(2, 1))
    tied, outcomes = step(called, 1002, play(3, 0, 1, "L", 1))
    assert outcomes == [("taken_back", ""), ("cancelled", "")]
    assert tied.called == (None, None)
    assert tied.blocked_us is None


def test_a_tie_over_the_last_card_goes_on_with_the_round() -> None:
    """SP-20, SP-31: the round ended by a card that was not proven first; no pile has been taken yet."""
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "", "", "", ""))
    out, _ = step(state, 1000, play(1, 1, 1, "L"))
    assert out.phase == "slap"
    tied, outcomes = step(out, 1001, play(2, 0, 1, "L", 1))
    assert outcomes == [("taken_back", "")]
    assert tied == state
    assert refused(out, 1001, play(2, 0, 1, "L")) == ["round_over"]
    assert refused(out, 1001, play(2, 0, 1, "R", 1)) == ["round_over"]


def test_only_the_card_that_ended_the_round_can_be_taken_back_after_it() -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "9D", "", "", ""))
    first, _ = step(state, 1000, play(1, 1, 1, "L"))
    out, _ = step(first, 1001, play(2, 1, 2, "R"))
    assert out.phase == "slap"
    assert refused(out, 1002, play(3, 0, 1, "L", 1, 2)) == ["round_over"]


def test_what_has_been_taken_or_won_stays() -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "", "", "", ""), "5H", None, (5, 0))
    over, _ = step(state, 1000, play(1, 1, 1, "L"))
    assert over.winner == 1
    assert refused(over, 1001, play(2, 0, 1, "L", 1)) == ["finished"]
    taken, _ = step(at(("6S", "", "", "", ""), RACE[1], "5H", None, (5, 0)), 1000, play(1, 0, 1, "L"))
    assert taken.phase == "redeal"
    assert refused(taken, 1001, play(2, 1, 1, "L", 1)) == ["round_over"]


def test_spit_cards_cover_a_play() -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), ("4C", "7D", "2D", "QD", "8D"))
    first, _ = step(state, 1000, play(1, 1, 1, "L"))
    turned, _ = step(first, 1001, call(2, 0), call(3, 1))
    assert turned.touches == (None, None)
    assert refused(turned, 1002, play(4, 0, 1, "L", 1, 2, 3)) in (["misfit"], ["slower"])


# Slaps (SP-31 to SP-37)


def test_a_slap_not_proven_after_the_last_card_is_too_early() -> None:
    """SP-36: strictly after the instant; order comes from the proof and not from the bundle's time."""
    state = out_first()
    assert refused(state, 5000, slap(2, 1, "L", 1)) == ["too_early"]
    taken, _ = step(state, 1000, slap(2, 1, "L"))
    assert taken.taken == ("R", "L")


def test_only_the_last_card_arms_the_slap_and_no_other_of_its_instant() -> None:
    """SP-36: seat 1 laid a card at the same time; whether a slap comes after that one matters to nobody."""
    state = at(("6S", "", "", "", ""), ("9D", "7D", "2D", "QD", "8D"))
    out, _ = step(state, 1000, play(1, 0, 1, "L"), play(2, 1, 1, "R"))
    assert out.armed == (1,)
    assert step(out, 1001, slap(3, 0, "L", 2))[0].taken == ("L", "R")


def test_a_slap_not_proven_after_the_announcement_is_too_early() -> None:
    armed, _ = due_now(at(spit=(0, 0)), ref=7)
    assert refused(armed, 5000, slap(8, 1, "L", 7)) == ["too_early"]
    assert step(armed, 5000, slap(8, 1, "L"))[0].phase == "redeal"


def test_a_slap_not_proven_later_is_a_tie_that_the_first_out_wins() -> None:
    """SP-37: seat 1 was released first; seat 0, first out, is not proven later on the same pile."""
    first, _ = step(out_first(), 5000, slap(2, 1, "L"))
    assert first.taken == ("R", "L")
    tied, outcomes = step(first, 5001, slap(3, 0, "L", 2))
    assert ("slapped", "L") in outcomes
    assert tied.taken == ("L", "R")
    assert tied.contest is None
    at_once, _ = step(out_first(), 5000, slap(2, 1, "L"), slap(3, 0, "L"))
    assert sorted(tied.pools[0]) == sorted(at_once.pools[0])


def test_the_first_out_keeps_what_a_tie_would_give_him() -> None:
    first, _ = step(out_first(), 5000, slap(2, 0, "L"))
    assert refused(first, 5001, slap(3, 1, "L", 2)) == ["settled"]


@pytest.mark.parametrize(
    "given", [slap(3, 0, "L"), slap(3, 0, "R", 2), slap(3, 1, "L", 2), slap(3, 0, "L", 1, 2)]
)
def test_what_makes_no_tie_of_slaps(given: Input) -> None:
    """Proven later; another pile; the same seat; before the piles were up for it."""
    first, _ = step(out_first(), 5000, slap(2, 1, "L"))
    assert refused(first, 5001, given)[0] in ("settled", "too_early")


def test_a_tie_of_slaps_with_nobody_out_is_void() -> None:
    armed, _ = due_now(at(spit=(0, 0)))
    first, _ = step(armed, 5000, slap(2, 1, "L"))
    void, outcomes = step(first, 5001, slap(3, 0, "L", 2))
    assert outcomes == [("void", "L")]
    assert void == armed
    assert step(void, 6000, slap(4, 0, "R"))[0].taken == ("R", "L")


def test_a_tie_of_slaps_with_both_out_is_void() -> None:
    """SP-37, SP-51; and everything is as it was before the first of them."""
    state, _ = step(
        at(("6S", "", "", "", ""), ("9D", "", "", "", "")), 1000, play(1, 0, 1, "L"), play(2, 1, 1, "R")
    )
    assert state.first_out == (0, 1)
    first, _ = step(state, 5000, slap(3, 1, "L"))
    void, outcomes = step(first, 5001, slap(4, 0, "L", 3))
    assert outcomes == [("void", "L")]
    assert void == state


def test_a_settled_slap_stays_when_both_slapped_at_once() -> None:
    first, _ = step(out_first(), 5000, slap(2, 1, "L"), slap(3, 0, "L"))
    assert first.contest is None
    assert refused(first, 5001, slap(4, 1, "L", 2, 3)) == ["settled"]


def test_after_the_new_deal_nothing_is_contested() -> None:
    first, _ = step(out_first(), 5000, slap(2, 1, "L"))
    dealt, outcomes = due_now(first)
    assert outcomes == [("dealt", "")]
    assert refused(dealt, 1_500_000, slap(3, 0, "L", 2)) == ["no_slap"]
    assert dealt.taken == ("R", "L")
