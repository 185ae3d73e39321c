"""Verdicts: margins with their bounds, ties, what the referee voids, and each seat's deeds."""

from __future__ import annotations

from bench import bench

SECOND = 1_000_000
HANDS = (["2C", "4C", "6C", "8C", "TC"], ["3D", "5D", "7D", "9D", "2D"], ["4H", "6H", "8H", "TH", "3H"])


def test_the_margin_is_to_the_next_hand_with_its_bound() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(2, "slap", SECOND + 3_214)
    b.press(1, "slap", SECOND)
    b.press(0, "slap", SECOND + 50_000)
    b.until(SECOND + 60_000)
    verdict = b.score.current
    assert verdict is not None
    assert (verdict.kind, verdict.seats, verdict.second) == ("first", (1,), 2)
    assert (verdict.margin_us, verdict.bound_us, verdict.proof) == (3_214, 2, "gap")
    assert (verdict.state, verdict.pair, verdict.certified) == ("leading", ("9H", "9C"), True)
    b.until(3 * SECOND)
    assert [(v.state, v.won, v.margin_us) for v in b.final] == [("final", 2, 3_214)]
    assert [m.kind for m in b.final[0].marks] == ["first", "slower", "slower"]


def test_one_hand_alone_has_no_margin() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND)
    b.until(3 * SECOND)
    assert (b.final[0].second, b.final[0].margin_us, b.final[0].bound_us) == (None, None, None)


def test_one_capture_is_a_tie_without_a_margin() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND)
    b.press(2, "slap", SECOND)
    b.press(0, "slap", SECOND + 1)
    b.until(3 * SECOND)
    verdict = b.final[0]
    assert (verdict.kind, verdict.seats, verdict.margin_us) == (
        "tie",
        (2, 1),
        None,
    )  # as they divide the pile
    assert b.score.ties == 1
    assert [s.wins for s in b.score.seats] == [0, 1, 1]


def test_a_keyboard_in_the_comparison_is_not_certified_and_its_bound_is_in_the_margin() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(1, "slap", SECOND)
    b.press(2, "slap", SECOND + 40_000, source="keyboard")
    b.until(3 * SECOND)
    verdict = b.final[0]
    assert (verdict.margin_us, verdict.bound_us, verdict.certified) == (40_000, 15_002, False)


def test_a_false_slap_is_told_with_the_cards_it_misread() -> None:
    b = bench(HANDS, pile=["5S", "9H", "9C", "KD"], turn=1, challenge=(0, 3, None))
    b.press(2, "slap", SECOND)
    b.until(SECOND + 10_000)
    (false,) = b.score.recent_falses(SECOND + 10_000)
    assert (false.seat, false.reason, false.cards, false.paid) == (2, "covered", ("9C", "KD"), 1)
    assert b.score.changes_us(SECOND + 10_000) == false.gone_us
    assert b.score.recent_falses(false.gone_us) == []
    assert b.score.seats[2].falses == 1


def test_a_lost_challenge_is_a_verdict_of_its_own() -> None:
    b = bench(HANDS, pile=["JH", "5S"], turn=None, challenge=(1, 0, None), last_player=2)
    b.until(3 * SECOND)
    assert [(v.kind, v.seats, v.state, v.won) for v in b.final] == [("challenge", (1,), "final", 2)]


def test_when_the_leader_is_removed_the_next_hand_leads_with_its_own_margin() -> None:
    b = bench(HANDS, pile=["9H", "9C"])
    b.press(0, "slap", SECOND)
    b.press(1, "slap", SECOND + 5_000)
    b.press(2, "slap", SECOND + 9_000)
    b.until(SECOND + 20_000)
    b.host("disqualify", SECOND + 100_000, 0)
    b.until(3 * SECOND)
    (verdict,) = b.final
    assert (verdict.seats, verdict.second, verdict.margin_us) == ((1,), 2, 4_000)
    assert [s.wins for s in b.score.seats] == [0, 1, 0]


def test_a_slap_voided_by_an_objection_leaves_no_verdict() -> None:
    """A false slap past a bad card, then the pair it made: the objection takes all of it back (LS-25)."""
    b = bench((["2C", "9C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"], turn=0)
    b.press(0, "slap", SECOND)
    b.press(0, "flip", SECOND + 100_000)
    b.until(SECOND + 200_000)
    b.show(SECOND + 200_000)
    b.press(0, "slap", SECOND + 700_000)
    b.until(SECOND + 710_000)
    assert b.score.current is not None
    b.host("deliberate", SECOND + 900_000, 0)
    b.until(4 * SECOND)
    assert b.score.current is None
    assert b.final == []
    assert [s.wins for s in b.score.seats] == [0, 0, 0]
    # The voided hand is no part of the next race on this pile.
    b.press(0, "flip", 5 * SECOND)
    b.until(5 * SECOND + 10_000)
    b.show(5 * SECOND + 20_000)
    b.press(1, "flip", 6 * SECOND)
    b.until(8 * SECOND)
    b.press(2, "slap", 8 * SECOND)
    b.press(0, "slap", 8 * SECOND + 40_000)
    b.until(12 * SECOND)
    assert all(v.margin_us is None or v.margin_us > 0 for v in b.final)


def test_the_quickest_slap_is_counted_from_the_moment_the_card_was_shown() -> None:
    b = bench((["9C", "4C", "6C", "8C"], HANDS[1], HANDS[2]), pile=["9H"])
    b.press(0, "flip", SECOND)
    b.until(SECOND + 50_000)
    b.show(SECOND + 60_000)
    b.press(2, "slap", SECOND + 360_000)
    b.until(4 * SECOND)
    assert b.score.seats[2].best_us == 300_000
    assert b.score.cards_played == 1
