"""The judge: how cards come to the pile, early flips, choices, windows; what is not proven leads together."""

from __future__ import annotations

import pytest

from bench import bench
from lapsy.table.judge import Pacing

SECOND = 1_000_000
HANDS = (["2C", "4C", "6C", "8C", "TC"], ["3D", "5D", "7D", "9D", "2D"], ["4H", "6H", "8H", "TH", "3H"])
DISPLAY_US = Pacing().display_us


def test_a_flip_shows_a_face_and_lands_when_it_was_shown() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    assert b.judge.view["pile"]["air"] == {"card": "2C", "seat": 0}
    b.show(SECOND + 60_000)
    assert b.judge.view["pile"]["air"] is None
    assert [c["card"] for c in b.judge.view["pile"]["top"]] == ["2C"]


def test_an_early_flip_waits_until_the_card_was_long_enough_on_top() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(1, "flip", SECOND + 200_000)
    b.until(SECOND + 60_000 + DISPLAY_US - 1)
    assert b.air is None
    b.until(SECOND + 60_000 + DISPLAY_US)
    assert b.judge.view["pile"]["air"] == {"card": "3D", "seat": 1}
    assert [h[2] for h in b.happened("held")] == [(1,)]


def test_a_flip_while_a_card_is_in_the_air_waits_for_it_too() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.press(1, "flip", SECOND + 55_000)
    b.until(SECOND + 100_000)
    b.show(SECOND + 110_000)
    b.until(SECOND + 110_000 + DISPLAY_US)
    assert b.judge.view["pile"]["air"] == {"card": "3D", "seat": 1}


def test_only_one_early_flip_of_a_seat_is_held() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(1, "flip", SECOND + 200_000)
    b.press(1, "flip", SECOND + 300_000)
    b.until(3 * SECOND)
    assert b.happened("ignored") == [(SECOND + 300_000, "ignored", (1,), "already_held")]
    assert len(b.happened("air")) == 2
    assert not b.happened("refused")


def test_a_held_flip_of_somebody_not_on_turn_is_refused_at_its_time() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(2, "flip", SECOND + 200_000)
    b.until(3 * SECOND)
    assert b.happened("refused") == [(SECOND + 60_000 + DISPLAY_US, "refused", (2,), "out_of_turn")]


def test_a_held_flip_is_dropped_when_the_pile_is_won() -> None:
    b = bench((["9C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"])
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(1, "flip", SECOND + 200_000)  # early: the pair is not covered yet
    b.press(2, "slap", SECOND + 300_000)
    b.until(4 * SECOND)
    assert b.happened("dropped", "collected", "refused") == [
        (SECOND + 300_000, "dropped", (1,), ""),
        (SECOND + 300_000 + SECOND, "collected", (2,), "slap"),
    ]
    assert len(b.happened("air")) == 1


def test_a_card_that_went_back_is_not_shown_by_its_old_moment() -> None:
    """The pair is slapped while the third card is in the air; its moment comes afterwards and means nothing."""
    b = bench((["5C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H", "9C"])
    b.press(0, "flip", SECOND)
    b.press(1, "slap", SECOND + 20_000)
    b.until(SECOND + 10_000)
    gone = b.air
    assert gone is not None
    b.host("shown", SECOND + 30_000, of=gone)
    b.until(SECOND + 40_000)
    assert [h[1] for h in b.happened("air", "accepted", "returned", "ignored", "landed")] == [
        "air",
        "accepted",
        "returned",
        "ignored",
    ]


@pytest.mark.parametrize("flip", ["seat", "auto"])
def test_the_card_at_the_chosen_position_is_laid(flip: str) -> None:
    b = bench((["9C", "4C", "6C"], HANDS[1], HANDS[2]), pacing=Pacing(flip=flip))
    b.host("choose", 100_000, 0, choose=3)
    b.until(3 * SECOND)
    assert b.steps[-1].outcomes[0].cards == ("6C",)


@pytest.mark.parametrize(("position", "laid"), [(1, "4C"), (2, "4C"), (3, "6C")])
@pytest.mark.parametrize("flip", ["auto", "seat"])
def test_the_chosen_card_is_laid_whatever_a_penalty_moved(position: int, laid: str, flip: str) -> None:
    """A false slap pays the top card: the choice is of a card, not of a place. If that very card was paid, the top comes."""
    b = bench((["9C", "4C", "6C"], HANDS[1], HANDS[2]), pile=["2H"], pacing=Pacing(flip=flip))
    if flip == "seat":  # early: held until the card on top has had its time
        b = bench((["8C", "9C", "4C", "6C"], HANDS[1], HANDS[2]), turn=0)
        b.press(0, "flip", 50_000)
        b.until(60_000)
        b.show(70_000)
        b.judge.state = b.judge.state._replace(turn=0)
        b.judge._view = b.judge.game.view(b.judge.state, None)
    b.host("choose", 100_000, 0, choose=position)
    b.press(0, "slap", 200_000)
    b.until(3 * SECOND)
    assert [o.cards for s in b.steps for o in s.outcomes if o.kind == "air"][-1] == (laid,)


def test_the_dealer_keeps_the_pace_and_not_a_rhythm() -> None:
    pacing = Pacing(flip="auto")
    b = bench(HANDS, pacing=pacing)
    now_us, gaps, shown_us = 0, [], 0
    while len(gaps) < 8:
        now_us += 10_000
        for step in b.until(now_us):
            if step.outcomes[0].kind == "air":
                gaps.append(step.t_us - shown_us)
        if b.air is not None:
            shown_us = now_us
            b.show(now_us)
    assert all(abs(g - pacing.pace_us) <= pacing.jitter_us + 10_000 for g in gaps)
    assert len(set(gaps)) > 5


def test_the_dealer_waits_while_a_window_is_open() -> None:
    b = bench(HANDS, pile=["9H", "9C"], pacing=Pacing(flip="auto"))
    b.press(1, "slap", 900_000)
    b.until(1_899_999)
    assert not b.happened("air", "collected")
    b.until(5 * SECOND)
    assert [h[:3] for h in b.happened("collected")] == [(1_900_000, "collected", (1,))]
    assert len(b.happened("air")) == 1


def test_after_a_won_pile_the_dealer_leaves_time_to_read() -> None:
    pacing = Pacing(flip="auto", jitter_us=0)
    b = bench(HANDS, pile=["9H", "9C"], pacing=pacing)
    b.press(1, "slap", 900_000)
    b.until(8 * SECOND)
    assert [h[0] for h in b.happened("air")] == [1_900_000 + pacing.pace_us + pacing.verdict_us]


def test_a_press_at_the_end_of_a_window_still_counts() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND)
    b.until(SECOND + 500_000)
    b.press(2, "slap", 2 * SECOND)
    b.until(3 * SECOND)
    assert [h[1] for h in b.happened("accepted", "slower", "collected")] == [
        "accepted",
        "slower",
        "collected",
    ]


def test_what_is_proven_later_than_a_flip_only_still_leads_with_the_first() -> None:
    """A keyboard's slap overlaps the next player's flip and a pad's slap; the pad is proven later than the flip alone.

    No slap precedes either, so both are first (design §4): the pile is split, whatever stood between them.
    """
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND, "b", "keyboard")
    b.press(0, "flip", SECOND + 2_000, "a")
    b.press(2, "slap", SECOND + 8_000, "a")
    b.until(3 * SECOND)
    assert b.happened("collected")[0][2:] == ((2, 1), "tie")
    assert [v.kind for v in b.final] == ["tie"]


def test_what_one_leading_hand_precedes_does_not_lead() -> None:
    """Pads a before c, a keyboard that overlaps both: c is proven later than a, so it is slower."""
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND + 2_000, "b", "keyboard")
    b.press(0, "slap", SECOND, "a")
    b.press(2, "slap", SECOND + 8_000, "a")
    b.until(3 * SECOND)
    assert b.happened("collected")[0][2:] == ((0, 1), "tie")
    assert [h[2] for h in b.happened("slower")] == [(2,)]


def test_a_slap_in_the_collection_window_opens_a_window_of_its_own() -> None:
    """The last failed attempt made a pair (LA-25): the slower hands have a whole window from the slap on."""
    b = bench(HANDS, pile=["JH", "5S", "5C"], turn=None, challenge=(1, 0, None), last_player=2)
    b.until(600_000)
    b.press(0, "slap", 700_000)
    b.until(1_200_000)
    b.press(2, "slap", 1_300_000)
    b.until(1_699_999)
    assert not b.happened("collected")
    b.until(2_000_000)
    assert b.happened("collected") == [(1_700_000, "collected", (0,), "slap")]
    assert [h[2] for h in b.happened("slower")] == [(2,)]


def test_a_window_that_the_referee_closed_does_not_close_again() -> None:
    """The slap is voided with its slapper: no window is left, and none ends later."""
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND)
    b.until(SECOND + 10_000)
    b.host("disqualify", SECOND + 100_000, 1)
    b.until(4 * SECOND)
    assert not b.happened("collected", "refused")
    assert b.judge.view["turn"] == 0


def test_a_void_drops_early_flips_and_gives_the_top_card_its_time_again() -> None:
    b = bench(HANDS)
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(1, "flip", SECOND + 200_000)
    b.until(SECOND + 300_000)
    step = b.judge.void(SECOND + 400_000)
    assert [(o.kind, o.seats) for o in step.outcomes if o.kind == "dropped"] == [("dropped", (1,))]
    b.until(SECOND + 60_000 + DISPLAY_US)
    assert b.air is None
    b.press(1, "flip", SECOND + 60_000 + DISPLAY_US + 1_000)
    b.until(SECOND + 400_000 + DISPLAY_US - 1)
    assert b.air is None
    b.until(SECOND + 400_000 + DISPLAY_US)
    assert b.judge.view["pile"]["air"] == {"card": "3D", "seat": 1}
