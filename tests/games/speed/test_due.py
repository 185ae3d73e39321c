"""What the table does by itself, and when (SP-25, SP-40, SP-41, decision 12)."""

from __future__ import annotations

import pytest

from lapsy.games import speed
from lapsy.games.play import Input
from lapsy.games.speed.settle import REDEAL_US
from speed_positions import (
    RACE,
    SEED,
    STUCK_0,
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


@pytest.mark.parametrize(("reading", "taken"), [("short", ("R", None)), ("owner", (None, "R"))])
def test_a_dead_single_pile_that_is_set_up_waits_for_nobody(
    reading: str, taken: tuple[str | None, ...]
) -> None:
    """SP-41."""
    two = at(spit=(0, 0))
    left, right = two.piles
    assert left is not None
    assert right is not None
    options = speed.parse_options({"stuck_single_pile": reading})
    dead = speed.position(two.stocks, two.spit, {"L": None, "R": left + right}, options=options)
    with pytest.raises(ValueError, match="dead single pile"):
        speed.check(dead)
    after = speed.at_once(dead)
    speed.check(after)
    assert (after.phase, after.taken) == ("redeal", taken)


def test_what_still_waits_for_hands_is_as_it_was_set_up() -> None:
    """Two piles are announced, spit cards are called for, and a hidden card that could be turned keeps a pile alive."""
    for state in (
        at(spit=(0, 0)),
        at(right=None, spit=(1, 0)),
        at(("", "7C", "9H 3C", "QC", "8C"), right=None, spit=(0, 0)),
    ):
        assert speed.at_once(state) is state
