"""What pads and pages mean in Speed, Kuoppa and Limppu: decided after sequencing, from the state."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import Bench
from lapsy.games import kuoppa, limppu, speed
from lapsy.table.controls.kuoppa import Aside
from lapsy.table.controls.limppu import AIM_US, Catching
from lapsy.table.controls.plain import Plain
from lapsy.table.controls.speed import Hands
from lapsy.table.judge import Judge
from lapsy.table.score import SeatScore
from lapsy.table.scores.common import CardScore
from lapsy.table.scores.kuoppa import KuoppaScore
from lapsy.table.scores.limppu import LimppuScore
from lapsy.table.scores.speed import SpeedScore
from speed_positions import at

SECOND = 1_000_000
GRACE_US = 3 * SECOND


def bench(game: Any, state: Any, controls: type[Plain], score: type[CardScore], seats: int) -> Bench:
    judge = Judge(game, state, controls, 0)
    return Bench(judge, score([SeatScore() for _ in range(seats)]))  # type: ignore[arg-type]


def outcomes(b: Bench) -> list[str]:
    """All that happened: kind, seat and reason."""
    return [
        ":".join(filter(None, (o.kind, "".join(map(str, o.seats[:1])), o.reason)))
        for step in b.steps
        for o in step.outcomes
    ]


# ---- Speed: places and piles. Seat 0 has 6C and 9C open, which fit 5H and TS.

FIRST = ("KC", "6C", "9C", "QC", "")


def speed_bench(**more: Any) -> Bench:
    return bench(speed, at(FIRST, **more), Hands, SpeedScore, 2)


def press_all(b: Bench, *presses: tuple[int, str]) -> Bench:
    """One after the other, each proven later."""
    for n, (seat, role) in enumerate(presses, 1):
        b.press(seat, role, n * 100_000)
    b.until(len(presses) * 100_000 + SECOND)
    return b


def test_a_stock_button_and_a_pad_play_a_card() -> None:
    b = press_all(speed_bench(), (0, "stock2"), (0, "left"))
    assert outcomes(b) == ["taken_up:0", "played:0:L"]
    assert b.judge.state.piles[0][-1] == "6C"


def test_another_button_swaps_and_the_same_one_puts_the_card_back() -> None:
    b = press_all(speed_bench(), (0, "stock2"), (0, "stock3"), (0, "right"), (0, "stock1"), (0, "stock1"))
    assert outcomes(b) == ["taken_up:0", "taken_up:0", "played:0:R", "taken_up:0", "put_down:0"]
    assert b.judge.controls.up == {}  # type: ignore[attr-defined]


def test_two_buttons_move_a_card_to_an_empty_place() -> None:
    b = press_all(speed_bench(), (0, "stock1"), (0, "stock5"), (0, "stock1"))
    assert outcomes(b) == ["taken_up:0", "moved:0", "refused:0:empty_place"]
    assert b.judge.state.stocks[0][4] == ("KC",)


def test_a_pad_without_a_card_calls_spit() -> None:
    b = press_all(bench(speed, at(), Hands, SpeedScore, 2), (0, "left"), (1, "right"))
    assert outcomes(b) == ["called:0", "called:1", "spit:0"]


def test_a_card_that_does_not_fit_goes_back_and_the_next_press_is_a_call() -> None:
    b = press_all(speed_bench(), (0, "stock1"), (0, "left"), (0, "left"))
    assert outcomes(b) == ["taken_up:0", "refused:0:misfit", "refused:0:ignored"]
    assert b.score.seats[0].falses == 1


def test_the_pad_is_the_race_and_not_the_button() -> None:
    """Both take up at leisure; who touches first has the pile, and the margin is that of the pads."""
    b = bench(speed, at(FIRST, ("4C", "7D", "2D", "QD", "8D")), Hands, SpeedScore, 2)
    press_all(b, (1, "stock1"), (0, "stock2"), (0, "left"), (1, "left"))
    assert outcomes(b) == ["taken_up:1", "taken_up:0", "played:0:L", "refused:1:slower"]
    verdict = b.final[-1]
    assert (verdict.kind, verdict.seats, verdict.second, verdict.margin_us) == ("first", (0,), 1, 100_000)
    assert [m.kind for m in verdict.marks] == ["first", "slower"]
    assert b.score.seats[0].wins == 1


def test_two_touches_of_one_moment_are_a_tie() -> None:
    b = bench(speed, at(FIRST, ("4C", "7D", "2D", "QD", "8D")), Hands, SpeedScore, 2)
    press_all(b, (1, "stock1"), (0, "stock2"))
    b.press(0, "left", 3 * SECOND, board="a")
    b.press(1, "left", 3 * SECOND + 1_000, board="b")  # ± 10 ms between boards
    b.until(4 * SECOND)
    assert outcomes(b)[2:] == ["refused:0:tied", "refused:1:tied"]
    assert (b.final[-1].kind, b.final[-1].seats, b.final[-1].margin_us) == ("tie", (0, 1), None)
    assert b.judge.controls.up == {}  # type: ignore[attr-defined]


def test_after_the_round_a_pad_grabs_a_pile_unless_it_still_holds_a_card() -> None:
    b = bench(speed, at(("6C", "", "", "", ""), ("4C", "7D", "2D", "QD", "8D")), Hands, SpeedScore, 2)
    press_all(b, (1, "stock1"), (0, "stock1"), (0, "left"), (1, "left"), (1, "right"), (0, "left"))
    told = outcomes(b)
    assert told[2:4] == ["played:0:L", "out:0"]
    assert "refused:1:round_over" in told  # its card came too late: that was no slap
    assert "slapped:1:R" in told
    assert told.index("slapped:1:R") < told.index("refused:0:settled")


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(("left", "right", *(f"stock{n}" for n in range(1, 6)))))
    )
)
def test_any_presses_keep_the_cards_and_a_hand_holds_a_card_that_is_there(
    presses: list[tuple[int, str]],
) -> None:
    b = press_all(speed_bench(), *presses)
    speed.check(b.judge.state)
    for seat, place in b.judge.controls.up.items():  # type: ignore[attr-defined]
        assert b.judge.state.stocks[seat][place - 1]


# ---- Kuoppa

HANDS = [["3H", "4H"], ["5H", "8H"], ["7H", "6H"], ["KH", "9C"], ["4C", "QS"]]


def test_a_pad_lays_what_was_set_aside_or_passes() -> None:
    b = bench(kuoppa, kuoppa.position(HANDS), Aside, KuoppaScore, 5)
    b.host("aside", SECOND, 0, cards=("4H",))
    b.host("aside", SECOND, 1, cards=("9C",))  # not its card
    b.press(0, "slap", 2 * SECOND)
    b.press(1, "slap", 3 * SECOND)
    b.until(4 * SECOND)
    assert outcomes(b) == ["aside:0", "refused:1:not_your_card", "played:0:kind/1/4//pure", "passed:1"]


def test_a_refused_press_leaves_set_aside_what_was() -> None:
    """Too early a press of one's own must not become a pass on one's turn; nor a set that does not beat."""
    b = bench(kuoppa, kuoppa.position(HANDS), Aside, KuoppaScore, 5)
    b.host("aside", SECOND, 1, cards=("5H",))
    b.host("aside", SECOND, 2, cards=("7H",))
    b.press(1, "slap", 2 * SECOND)
    b.host("play", 3 * SECOND, 0, cards=("4H",))
    b.press(1, "slap", 4 * SECOND)
    b.host("pass", 5 * SECOND, 2)
    b.host("aside", 6 * SECOND, 3, cards=("9C",))
    b.press(3, "slap", 7 * SECOND)
    b.until(8 * SECOND)
    told = outcomes(b)
    assert told[2] == "refused:1:out_of_turn"
    assert [o.split(":")[:2] for o in told if o.startswith(("played", "passed"))][:3] == [
        ["played", "0"], ["played", "1"], ["passed", "2"],
    ]  # fmt: skip
    assert set(b.judge.controls.aside) >= {2}  # type: ignore[attr-defined]


def test_a_pad_shows_the_discard() -> None:
    state = kuoppa.position(HANDS, places=(0, 1, 2, 3, 4), exchange=True)
    b = bench(kuoppa, state, Aside, KuoppaScore, 5)
    b.host("pick", SECOND, 0, cards=("KH",))
    b.host("aside", 2 * SECOND, 0, cards=("3H",))
    b.press(0, "slap", 3 * SECOND)
    b.press(1, "slap", 4 * SECOND)  # it has set nothing aside, and nobody passes now
    b.until(5 * SECOND)
    assert outcomes(b)[2:] == ["aside:0", "committed:0", "refused:1:not_now"]
    assert b.score.told[1].reason == "not_now"  # type: ignore[attr-defined]


# ---- Limppu

LIVE = limppu.parse_options({"stop": "live"})


def limppu_bench(**more: Any) -> Bench:
    hands = [["2D", "7H", "7C", "KS"], ["8D", "5S", "8C"], ["5H", "6S", "TC"]]
    named = {card for hand in hands for card in hand}
    stock = [r + s for r in "3469JQA" for s in "CHS" if r + s not in named][:6]
    out = [c for c in limppu.cards_of(limppu.start(LIVE, 3, bytes(32))) if c not in named and c not in stock]
    state = limppu.position(
        hands, stock=stock, out=out, phase="lead", turn=0, options=LIVE, held_since={0: 0}, **more
    )
    return bench(limppu, state, Catching, LimppuScore, 3)


def test_the_holder_announces_by_the_pad() -> None:
    b = limppu_bench()
    b.press(0, "slap", SECOND)
    b.press(2, "slap", SECOND + 40_000)
    b.until(2 * SECOND)
    assert outcomes(b)[:2] == ["announced:0", "over:0:stop_card"]
    verdict = b.final[-1]
    assert (verdict.kind, verdict.seats, verdict.second, verdict.margin_us) == ("first", (0,), 2, 40_000)


def test_a_challenge_stops_the_clock_at_its_press() -> None:
    b = limppu_bench()
    b.press(2, "slap", GRACE_US + SECOND)
    b.until(GRACE_US + 2 * SECOND)
    assert outcomes(b) == ["aiming:2"]
    b.press(0, "slap", GRACE_US + SECOND + 300_000)  # announces, too late
    b.until(GRACE_US + 3 * SECOND)
    assert outcomes(b) == ["aiming:2"]
    b.host("challenge", GRACE_US + 3 * SECOND, 2, to=0)
    b.until(GRACE_US + 4 * SECOND)
    assert outcomes(b) == ["aiming:2", "challenged:2", "caught:0", "over:0:caught", "refused:0:finished"]
    assert (b.final[0].seats, b.final[-1].second, b.final[-1].margin_us) == ((2,), 0, 300_000)


def test_a_challenge_counts_from_its_press_and_what_came_later_follows_in_order() -> None:
    """Named after the grace, pressed within it: the holder may still announce until its end, and no longer."""
    for announced_us, end in (
        (GRACE_US - 500_000, "over:0:stop_card"),
        (GRACE_US + 500_000, "over:0:caught"),
    ):
        b = limppu_bench()
        b.press(2, "slap", SECOND)
        b.press(0, "slap", announced_us)
        b.host("challenge", GRACE_US + SECOND, 2, to=0)
        b.until(GRACE_US + 2 * SECOND)
        assert outcomes(b)[:2] == ["aiming:2", "challenged:2"]
        assert end in outcomes(b)
        assert ("announced:0" in outcomes(b)) == (end == "over:0:stop_card")


@pytest.mark.parametrize("gap_us", [-20_000, 0, 20_000])
def test_a_hand_of_the_moment_of_the_naming_counts_at_its_own_time(gap_us: int) -> None:
    """It shares a bundle with what names the target; yet it is no hand of the challenge's moment, within the grace."""
    b = limppu_bench()
    b.press(2, "slap", GRACE_US - SECOND)
    b.host("challenge", GRACE_US + SECOND, 2, to=0)
    b.press(0, "slap", GRACE_US + SECOND + gap_us, "b", "phone")
    b.until(GRACE_US + 2 * SECOND)
    assert "over:0:caught" in outcomes(b)
    assert "announced:0" not in outcomes(b)


@pytest.mark.parametrize("to", [None, -1, 2, 3, 99])
def test_naming_nobody_who_can_be_named_leaves_the_challenge_aimed(to: int | None) -> None:
    b = limppu_bench()
    b.press(2, "slap", GRACE_US + SECOND)
    b.host("challenge", GRACE_US + 2 * SECOND, 2, to=to)
    b.until(GRACE_US + 3 * SECOND)
    assert outcomes(b) == ["aiming:2"]
    b.host("challenge", GRACE_US + 4 * SECOND, 2, to=0)
    b.until(GRACE_US + 5 * SECOND)
    assert "caught:0" in outcomes(b)


def test_nobody_named_lets_play_go_on_in_order() -> None:
    b = limppu_bench()
    b.press(2, "slap", SECOND)
    b.host("play", 2 * SECOND, 0, cards=("7H", "7C"))
    b.press(1, "slap", 3 * SECOND)
    b.until(SECOND + AIM_US - 1)
    assert outcomes(b) == ["aiming:2"]
    b.until(SECOND + AIM_US)
    assert outcomes(b) == ["aiming:2", "unaimed:2", "played:0", "aiming:1"]
    b.host("challenge", 7 * SECOND, 1, to=2)
    b.press(2, "slap", 8 * SECOND)  # it let one lapse, and nobody has drawn since
    b.until(9 * SECOND)
    assert outcomes(b)[4:] == ["challenged:1", "refused:2:challenge_used"]


def test_what_presses_a_board_lost_void_a_challenge() -> None:
    b = limppu_bench()
    b.press(2, "slap", SECOND)
    b.host("play", 2 * SECOND, 0, cards=("7H", "7C"))
    b.press(1, "slap", 2 * SECOND + 500_000)
    b.until(3 * SECOND)
    b.steps.append(b.judge.void(3 * SECOND))
    b.until(4 * SECOND)
    assert outcomes(b)[:2] == ["aiming:2", "unaimed:2"]
    assert "played:0" in outcomes(b)  # an act is not lost with presses
    assert "aiming:1" not in outcomes(b)


def test_in_auto_the_pad_picks_up() -> None:
    hands = [["2D", "7H", "7C", "9C"], ["8D", "5S", "8C"], ["5H", "6S", "TC"]]
    options = limppu.parse_options({})
    named = {card for hand in hands for card in hand}
    rest = [c for c in limppu.cards_of(limppu.start(options, 3, bytes(32))) if c not in named]
    rest.sort(key=lambda card: card != "KS")
    state = limppu.position(
        hands, stock=[*rest[1:8], rest[0]], out=rest[8:], phase="lead", turn=0, options=options
    )
    b = bench(limppu, state, Catching, LimppuScore, 3)
    b.press(2, "slap", SECOND)
    b.host("play", 2 * SECOND, 0, cards=("7H", "7C", "2D"))
    b.press(2, "slap", 3 * SECOND)
    b.until(4 * SECOND)
    told = outcomes(b)
    assert told[0] == "refused:2:out_of_turn"
    assert "defended:2" in told


@pytest.mark.parametrize("seats", [2])
def test_with_two_players_a_challenge_needs_no_name(seats: int) -> None:
    hands = [["2D", "7H", "7C", "KS"], ["8D", "5S", "8C"]]
    named = {card for hand in hands for card in hand}
    rest = [c for c in limppu.cards_of(limppu.start(LIVE, seats, bytes(32))) if c not in named]
    state = limppu.position(
        hands, stock=rest[:5], out=rest[5:], phase="lead", turn=0, options=LIVE, held_since={0: 0}
    )
    b = bench(limppu, state, Catching, LimppuScore, seats)
    b.press(1, "slap", GRACE_US + SECOND)
    b.until(GRACE_US + 2 * SECOND)
    assert outcomes(b) == ["challenged:1", "caught:0", "over:0:caught"]
