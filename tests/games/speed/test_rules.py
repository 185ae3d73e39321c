"""Clauses one by one, where the case files do not reach: ties by measurement, what is due, what is refused, what is seen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lapsy.cards import PACK
from lapsy.games import speed
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Game, Input, Outcome
from lapsy.games.speed import words
from lapsy.games.speed.fit import NEIGHBOURS, fits
from lapsy.games.speed.settle import REDEAL_US

SEED = bytes(range(32))

#: Nothing here fits 5H or TS.
STUCK_0 = ("KC", "7C", "2C", "QC", "8C")
STUCK_1 = ("KD", "7D", "2D", "QD", "8D")

Piles = tuple[str, ...]


def at(
    first: Piles = STUCK_0,
    second: Piles = STUCK_1,
    left: str | None = "5H",
    right: str | None = "TS",
    spit: tuple[int, int] = (5, 5),
    **options: str,
) -> speed.State:
    """A position in play with one whole pack: the cards that are not named lie under the spit piles and in the spit cards.

    A place is its cards, bottom first, with spaces between.
    """
    stocks = [[tuple(place.split()) for place in stock] for stock in (first, second)]
    named = [card for stock in stocks for place in stock for card in place]
    named += [top for top in (left, right) if top]
    assert len(set(named)) == len(named)
    free = [card for card in PACK if card not in named]
    spits = [free[: spit[0]], free[spit[0] : sum(spit)]]
    under = free[sum(spit) :]
    half = len(under) // 2 if left and right else len(under) if left else 0
    piles = {"L": left and (*under[:half], left), "R": right and (*under[half:], right)}
    state = speed.position(stocks, spits, piles, options=speed.parse_options(options))
    speed.check(state)
    return state


def play(ref: int, seat: int, place: int, to: str, *not_after: int) -> Input:
    return Input(ref, "play", seat, place, to=to, not_after=not_after)


def move(ref: int, seat: int, place: int, to: int) -> Input:
    return Input(ref, "move", seat, place, to=to)


def slap(ref: int, seat: int, to: str, *not_after: int) -> Input:
    return Input(ref, "slap", seat, to=to, not_after=not_after)


def call(ref: int, seat: int) -> Input:
    return Input(ref, "spit", seat)


def step(state: speed.State, t_us: int, *inputs: Input) -> tuple[speed.State, list[tuple[str, str]]]:
    """The next state, checked, and the outcomes as (kind, reason)."""
    after, outcomes = speed.apply(state, Bundle(t_us, inputs))
    speed.check(after)
    assert speed.from_text(speed.to_text(after)) == after
    return after, [(o.kind, o.reason) for o in outcomes]


def refused(state: speed.State, t_us: int, *inputs: Input) -> list[str]:
    """The reasons; every member is refused and the state is the very same."""
    after, outcomes = speed.apply(state, Bundle(t_us, inputs))
    assert after is state
    assert [o.kind for o in outcomes] == ["refused"] * len(inputs)
    return [o.reason for o in outcomes]


def due_now(
    state: speed.State, ref: int = 99, later_us: int = 0
) -> tuple[speed.State, list[tuple[str, str]]]:
    t_us = speed.deadline(state)
    assert t_us is not None
    return step(state, t_us + later_us, Input(ref, "deadline"))


# The game as the table knows it


def test_it_is_a_game() -> None:
    game: Game = speed
    state = game.start(game.parse_options({}), 2, SEED)
    assert list(game.SEATS) == [2]
    assert game.points(state) == ()
    assert game.winners(state) == ()
    assert not game.is_over(state)
    assert game.NAME.fi
    assert game.SUMMARY.en


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_two_players_or_none(seats: int) -> None:
    with pytest.raises(OptionError, match="2 players"):
        speed.start(speed.parse_options({}), seats, SEED)


def test_options() -> None:
    assert speed.parse_options({}).as_json() == {
        "stuck_single_pile": "short",
        "win_out_in_two_piles": False,
        "stall_s": 0,
    }
    given = {"stuck_single_pile": "owner", "win_out_in_two_piles": "on", "stall_s": "10"}
    assert speed.parse_options(given) == speed.Options("owner", True, 10)
    assert [option.name for option in speed.OPTIONS] == list(speed.Options().as_json())
    for bad in ({"stall_s": "-1"}, {"stall_s": "601"}, {"stuck_single_pile": "both"}, {"jokers": "on"}):
        with pytest.raises(OptionError):
            speed.parse_options(bad)


# The ring and the deal


def test_the_ring_of_ranks() -> None:
    """SP-11 to SP-14: each rank has two neighbours, never itself, and being a neighbour is mutual."""
    assert NEIGHBOURS["A"] == "K2"
    assert NEIGHBOURS["K"] == "QA"
    for card in PACK:
        on = {top[0] for top in PACK if fits(card, top)}
        assert len(on) == 2
        assert card[0] not in on
        assert all(card[0] in NEIGHBOURS[rank] for rank in on)


@pytest.mark.parametrize("cards", range(1, 52))
def test_the_layout_of_every_number_of_cards(cards: int) -> None:
    """SP-42 to SP-44: pile k never over k cards, as many open piles as possible, under 15 no spit cards."""
    state = speed.position(
        [[()] * 5] * 2, ((), ()), {"L": None, "R": None}, phase="redeal", pools=(PACK[:cards], PACK[cards:])
    )
    dealt = speed.redeal(state, [PACK[:cards], PACK[cards:]])
    speed.check(dealt)
    sizes = [len(place) for place in dealt.stocks[0]]
    assert sum(sizes) == min(cards, 15)
    assert all(size <= place + 1 for place, size in enumerate(sizes))
    assert sum(map(bool, sizes)) == min(cards, 5)
    assert len(dealt.spit[0]) == max(0, cards - 15)
    assert dealt.piles[0] == (() if cards > 15 else None)
    assert dealt.piles != (None, None)


def test_the_shuffle_of_a_new_deal_depends_on_seed_deal_and_seat_alone() -> None:
    """SP-39: how the cards lay before says nothing about the new deal."""
    state = speed.position(
        [[()] * 5] * 2,
        ((), ()),
        {"L": None, "R": None},
        phase="redeal",
        pools=(PACK[:26], PACK[26:]),
        seed=SEED,
    )._replace(taken=("L", "R"))
    other = state._replace(pools=(PACK[25::-1], PACK[:25:-1]))
    first, _ = due_now(state)
    second, _ = due_now(other)
    assert first == second
    assert due_now(state._replace(deals=2))[0].stocks != first.stocks
    assert due_now(state._replace(seed=bytes(32)))[0].stocks != first.stocks
    assert first.deals == 2
    swapped, _ = due_now(state._replace(pools=(PACK[26:], PACK[:26])))
    assert {c for place in swapped.stocks[0] for c in place} != {
        c for place in first.stocks[1] for c in place
    }


def test_an_order_of_other_cards_is_no_deal() -> None:
    state = at()
    with pytest.raises(ValueError, match="No new deal"):
        speed.redeal(state, [PACK[:26], PACK[26:]])
    with pytest.raises(ValueError, match="one pack"):
        speed.new_match((*PACK[:51], "2C"))


# Ties by measurement (SP-20, decision 12)

RACE = ("6S", "7C", "2C", "QC", "8C"), ("3C 4C", "7D", "2D", "QD", "8D")


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


# One hand (SP-15)


@pytest.mark.parametrize(
    ("first", "second", "kinds"),
    [
        (play(1, 0, 1, "L"), play(2, 0, 1, "R"), ["played", "refused"]),
        (play(2, 0, 1, "L"), play(1, 0, 1, "R"), ["refused", "refused"]),
        (play(9, 0, 1, "R"), play(10, 0, 1, "L"), ["refused", "refused"]),
        (play(10, 0, 1, "R"), play(9, 0, 1, "L"), ["refused", "played"]),
        (call(1, 0), play(2, 0, 1, "L"), ["refused", "refused"]),
        (Input(1, "play", 0, 9, to="L"), play(2, 0, 1, "L"), ["refused", "played"]),
        (play(1, 0, 1, "L")._replace(held=True), play(2, 0, 1, "L"), ["refused", "played"]),
    ],
)
def test_the_first_action_of_a_hand_counts(first: Input, second: Input, kinds: list[str]) -> None:
    """The smallest number is first, whatever became of it; what is no action at all does not use the hand."""
    state = at(*RACE)
    for order in ((first, second), (second, first)):
        _, outcomes = speed.apply(state, Bundle(1000, order))
        assert sorted(o.kind for o in outcomes) == sorted(kinds)


# Slaps (SP-31 to SP-37)


def out_first() -> speed.State:
    """Seat 0 has just laid his last card, input 1, at 1000."""
    state, _ = step(at(("6S", "", "", "", ""), STUCK_1), 1000, play(1, 0, 1, "L"))
    assert (state.phase, state.first_out, state.armed) == ("slap", (0,), (1,))
    return state


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


# What is due


def test_a_new_deal_comes_by_itself_a_second_after() -> None:
    state, _ = step(out_first(), 5000, slap(2, 1, "L"))
    assert speed.deadline(state) == 5000 + REDEAL_US
    assert refused(state, 5000 + REDEAL_US - 1, Input(3, "deadline")) == ["not_due"]
    assert due_now(state)[0].phase == "ready"
    assert due_now(state, later_us=70_000)[0].phase == "ready"


def test_the_announcement_is_due_as_soon_as_the_position_is_dead() -> None:
    state = at(("6S", "KH", "2C", "QC", "8C"), ("KD", "3D", "2D", "QD", "8D"), spit=(0, 0))
    assert speed.deadline(state) is None
    dead, _ = step(state, 1000, play(1, 0, 1, "L"))
    assert speed.due(dead) == ("announce", 1000)
    armed, outcomes = due_now(dead, ref=2)
    assert outcomes == [("announced", "")]
    assert (armed.phase, armed.first_out, armed.since_us) == ("slap", (), 1000)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hidden_card_that_either_could_turn_keeps_the_position_alive(seat: int) -> None:
    """SP-25."""
    alive, dead = ("", "7H", "9H 3C", "QH", "8H"), STUCK_0
    stocks = (alive, dead) if seat == 0 else (dead, alive)
    assert speed.deadline(at(*stocks, spit=(0, 0))) is None
    assert speed.deadline(at(dead, spit=(0, 0))) == 0


def test_two_calls_make_the_announcement_due_and_a_move_takes_it_back() -> None:
    state = at(("", "7C", "9H 3C", "QC", "8C"), spit=(0, 0))
    assert speed.due(state) is None
    one, _ = step(state, 1000, call(1, 0))
    both, _ = step(one, 2000, call(2, 1))
    assert speed.due(both) == ("announce", 2000)
    assert refused(both, 1999, Input(3, "deadline")) == ["not_due"]
    moved, outcomes = step(both, 3000, move(3, 0, 3, 1))
    assert outcomes == [("moved", ""), ("cancelled", "")]
    assert speed.due(moved) is None
    armed, outcomes = due_now(both)
    assert outcomes == [("cancelled", ""), ("announced", "")]
    assert armed.called == (None, None)


def test_a_deadline_that_the_players_have_overtaken_does_nothing() -> None:
    """SP-29 in one instant: the move is judged with the state before, and the announcement is no longer due."""
    state = at(("", "7C", "9H 3C", "QC", "8C"), spit=(0, 0))
    both, _ = step(state, 1000, call(1, 0), call(2, 1))
    for order in ((0, 1), (1, 0)):
        members = (move(3, 0, 3, 1), Input(4, "deadline"))
        after, outcomes = step(both, 1000, *(members[n] for n in order))
        assert outcomes == [("moved", ""), ("cancelled", ""), ("refused", "not_due")]
        assert after.phase == "play"


def test_what_becomes_due_in_a_bundle_is_not_done_in_it() -> None:
    state = at(("6S", "KH", "2C", "QC", "8C"), ("KD", "3D", "2D", "QD", "8D"), spit=(0, 0))
    dead, outcomes = step(state, 1000, play(1, 0, 1, "L"), Input(2, "deadline"))
    assert outcomes == [("played", "L"), ("refused", "not_due")]
    _, outcomes = step(dead, 1000, Input(2, "deadline"), Input(3, "deadline"))
    assert outcomes == [("announced", ""), ("refused", "not_due")]


def test_stalling_is_off_unless_agreed() -> None:
    assert speed.deadline(at()) is None
    assert speed.deadline(at(stall_s="10")) == 10_000_000


def test_after_the_stall_both_count_as_having_called() -> None:
    """SP-25, house choice."""
    state = at(stall_s="10")
    assert refused(state, 9_999_999, Input(1, "deadline")) == ["not_due"]
    after, outcomes = due_now(state)
    assert outcomes == [("stalled", ""), ("spit", "")]
    assert [len(spit) for spit in after.spit] == [4, 4]


def test_the_stall_without_spit_cards_leads_to_the_announcement() -> None:
    state = at(("", "7C", "9H 3C", "QC", "8C"), spit=(0, 0), stall_s="2")
    assert speed.due(state) == ("stall", 2_000_000)
    after, _ = due_now(state)
    assert speed.due(after) == ("announce", 2_000_000)


def test_only_a_turned_card_begins_the_stall_anew() -> None:
    state = at(("", "7C", "KH 3C", "QC", ""), stall_s="10")
    pointless, _ = step(state, 3_000_000, move(1, 0, 2, 1))
    assert speed.deadline(pointless) == 10_000_000
    turned, _ = step(state, 3_000_000, move(1, 0, 3, 1))
    assert speed.deadline(turned) == 13_000_000
    called, _ = step(state, 4_000_000, call(1, 0))
    assert speed.deadline(called) == 10_000_000


def test_the_stall_does_not_run_while_a_card_fits_nor_before_the_first_call() -> None:
    assert speed.deadline(at(*RACE, stall_s="10")) is None
    assert speed.deadline(speed.start(speed.parse_options({"stall_s": "10"}), 2, SEED)) is None


def test_a_blocked_position_after_a_turn_is_a_new_one() -> None:
    state = at(spit=(20, 20), stall_s="10")
    turned, _ = step(state, 7_000_000, call(1, 0), call(2, 1))
    if turned.blocked_us is not None:
        assert turned.blocked_us == 7_000_000


# What is refused

SENSELESS = [
    (Input(1, "clap", 0), "unknown"),
    (Input(1, "", 0), "unknown"),
    (Input(1, "deadline", 0), "unknown"),
    (Input(1, "play", None, 1, to="L"), "no_such_seat"),
    (Input(1, "play", 2, 1, to="L"), "no_such_seat"),
    (Input(1, "spit", -1), "no_such_seat"),
    (Input(1, "play", 0, 0, to="L"), "no_such_place"),
    (Input(1, "play", 0, 6, to="L"), "no_such_place"),
    (Input(1, "play", 0, "1", to="L"), "no_such_place"),
    (Input(1, "play", 0, True, to="L"), "no_such_place"),
    (Input(1, "play", 0, None, to="L"), "no_such_place"),
    (Input(1, "play", 0, 1, to="l"), "no_such_pile"),
    (Input(1, "play", 0, 1, to=0), "no_such_pile"),
    (Input(1, "play", 0, 1), "no_such_pile"),
    (Input(1, "move", 0, 1, to="L"), "no_such_place"),
    (Input(1, "move", 0, 1, to=6), "no_such_place"),
    (Input(1, "move", 0, "KC", to=1), "no_such_place"),
    (Input(1, "slap", 0, to=3), "no_such_pile"),
    (Input(1, "slap", 0, to=["L"]), "no_such_pile"),  # type: ignore[arg-type]
    (Input(1, "play", 0, 1.0, to="L"), "no_such_place"),  # type: ignore[arg-type]
    (Input(1, "spit", "0"), "no_such_seat"),  # type: ignore[arg-type]
    (Input(1, "spit", True), "no_such_seat"),
]


@pytest.mark.parametrize(("given", "reason"), SENSELESS)
def test_what_makes_no_sense_is_refused(given: Input, reason: str) -> None:
    for state in (speed.start(speed.parse_options({}), 2, SEED), at(*RACE), out_first()):
        assert refused(state, 1000, given) == [reason]


def test_a_button_that_was_down_already_is_no_action() -> None:
    assert refused(at(*RACE), 1000, play(1, 0, 1, "L")._replace(held=True)) == ["held"]


def test_calls_are_told_once() -> None:
    state, outcomes = step(at(), 1000, call(1, 0))
    assert outcomes == [("called", "")]
    after, outcomes = speed.apply(state, Bundle(2000, (call(2, 0),)))
    assert after is state
    assert [o.kind for o in outcomes] == ["repeat"]


def test_every_reason_has_its_sentence() -> None:
    """The codes in the sources are those in the catalogue, all of them."""
    from pathlib import Path
    from re import findall

    folder = Path(speed.__file__).parent
    said = set()
    for name in ("plays", "slaps", "engine"):
        said |= set(findall(r'"([a-z_]+)"', (folder / f"{name}.py").read_text()))
    assert {"misfit", "slower", "void", "too_early"} <= set(words.REFUSED) <= said
    seen = {reason for _, reason in SENSELESS} | {
        "held",
        "one_hand",
        "ignored",
        "not_due",
        "settled",
        "round_over",
    }
    assert seen <= set(words.REFUSED)
    for catalogue in (words.REFUSED, words.PILES):
        assert all(set(text) == {"fi", "en"} and all(text.values()) for text in catalogue.values())


# What is seen


def test_the_view_of_a_position() -> None:
    state, _ = step(at(("", "7C", "9H 3C", "QC", "8C"), spit=(4, 6)), 1000, call(1, 1))
    view = speed.view(state, None)
    assert view["phase"] == "play"
    assert view["seats"][0]["stocks"][:3] == [
        {"open": None, "hidden": 0},
        {"open": "7C", "hidden": 0},
        {"open": "3C", "hidden": 1},
    ]
    assert [seat["spit"] for seat in view["seats"]] == [4, 6]
    assert [seat["called"] for seat in view["seats"]] == [False, True]
    assert view["piles"]["L"]["top"] == "5H"
    assert view["piles"]["R"] == {"top": "TS", "cards": len(state.piles[1] or ())}
    assert not view["announced"]
    assert view == speed.view(state, 0) == speed.view(state, 1)
    assert json.loads(json.dumps(view)) == view
    assert speed.view(due_now(at(spit=(0, 0)))[0], None)["announced"]
    assert not speed.view(out_first(), None)["announced"]
    assert speed.view(out_first(), None)["first_out"] == [0]


def test_a_view_before_and_after_an_ignored_call_is_the_same() -> None:
    """SP-30: no hint."""
    state = at(*RACE)
    assert refused(state, 1000, call(1, 0)) == ["ignored"]
    assert "block" not in json.dumps(speed.view(state, 0)) + json.dumps(speed.view(at(), 0))


@pytest.mark.parametrize("seat", [2, -1])
def test_there_are_two_seats_to_look_from(seat: int) -> None:
    for look in (speed.view, speed.legal):
        with pytest.raises(ValueError, match="no seat"):
            look(at(), seat)


def test_legal_inputs() -> None:
    assert speed.legal(at(*RACE), 0) == (play(0, 0, 1, "L"),)
    assert speed.legal(at(), 0) == (call(0, 0),)
    called, _ = step(at(("", "7C", "9H 3C", "QC", "8C")), 1000, call(1, 0))
    assert set(speed.legal(called, 0)) == {move(0, 0, place, 1) for place in (2, 3, 4, 5)}
    assert speed.legal(out_first(), 1) == (slap(0, 1, "L"), slap(0, 1, "R"))
    assert speed.legal(step(out_first(), 5000, slap(2, 1, "L"))[0], 0) == ()
    start = speed.start(speed.parse_options({}), 2, SEED)
    assert speed.legal(start, 1) == (call(0, 1),)
    assert speed.legal(step(start, 1, call(1, 1))[0], 1) == ()


# Texts and checks


def whole(state: speed.State) -> dict[str, Any]:
    return dict(json.loads(speed.to_text(state)))


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "nap"},
        {"phase": "over"},
        {"phase": "slap"},
        {"phase": "ready"},
        {"deals": 0},
        {"deals": True},
        {"seed": "00"},
        {"seed": "zz" * 32},
        {"stocks": [[["KC"]], [["KD"]]]},
        {"spit": [[], []]},
        {"piles": [None, None]},
        {"pools": [["KC"], []]},
        {"called": [5, None, None]},
        {"called": [5, 6]},
        {"blocked_us": None},
        {"touches": [[1, 0, 0, 0], None]},
        {"winner": 0},
        {"taken": ["M", None]},
        {"contest": 7},
        {"armed": ["1"]},
        {"first_out": None},
        {"options": {"stall_s": 0}},
        {"options": {"jokers": True}},
        {"since_us": 1.0},
        {"more": 1},
    ],
)
def test_a_text_of_no_state_is_refused(change: dict[str, Any]) -> None:
    raw = whole(at()) | change
    with pytest.raises(ValueError, match="no state of Speed"):
        speed.from_text(json.dumps(raw, ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "[" * 100_000])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no state of Speed"):
        speed.from_text(text)


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (at()._replace(spit=((), ())), "not one pack"),
        (at()._replace(blocked_us=None), "blocked"),
        (at(*RACE)._replace(called=(5, None)), "a call holds"),
        (at(*RACE)._replace(blocked_us=3), "blocked"),
        (at()._replace(called=(5, 6)), "nothing followed"),
        (out_first()._replace(first_out=(1,)), "those out first"),
        (out_first()._replace(called=(5, None)), "a call holds where none can"),
        (out_first()._replace(phase="play"), "plays on"),
        (out_first()._replace(blocked_us=3), "blocked where nothing"),
        (out_first()._replace(winner=0, phase="over"), "the winner has cards"),
        (at()._replace(winner=0), "without a winner"),
        (step(out_first(), 5000, slap(2, 1, "L"))[0]._replace(taken=(None, None)), "nobody took"),
    ],
)
def test_what_cannot_be_is_found(state: speed.State, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        speed.check(state)


def test_outcomes_name_who_and_what() -> None:
    _, outcomes = speed.apply(at(*RACE), Bundle(1000, (play(4, 0, 1, "L"),)))
    assert outcomes == (Outcome("played", 4, (0,), ("6S",), (), "L"),)
    _, outcomes = speed.apply(at(), Bundle(1000, (call(1, 0), call(2, 1))))
    assert outcomes[-1].seats == (0, 1)
    assert len(outcomes[-1].cards) == 2
