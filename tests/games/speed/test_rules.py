"""Clauses one by one, where the case files do not reach: the deal, one hand, what is refused."""

from __future__ import annotations

import pytest

from lapsy.cards import PACK
from lapsy.games import speed
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Game, Input
from lapsy.games.speed import words
from lapsy.games.speed.fit import NEIGHBOURS, fits
from speed_positions import (
    RACE,
    SEED,
    at,
    call,
    due_now,
    out_first,
    play,
    refused,
    step,
)

# The game as the table knows it


def test_it_is_a_game() -> None:
    game: Game = speed
    state = game.start(game.parse_options({}), 2, SEED)
    assert list(game.SEATS) == [2]
    assert game.points(state) == ()
    assert game.winners(state) == ()
    assert not game.is_over(state)
    assert game.NAME
    assert game.SUMMARY


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_two_players_or_none(seats: int) -> None:
    with pytest.raises(OptionError, match=r"Speed is for 2 players, not \d: change the number of seats"):
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


# What is refused

SENSELESS = [
    (Input(1, "clap", 0), "not_in_these_rules"),
    (Input(1, "", 0), "not_in_these_rules"),
    (Input(1, ["spit"], 0), "not_in_these_rules"),  # type: ignore[arg-type]
    (Input(1, {}, 0), "not_in_these_rules"),  # type: ignore[arg-type]
    (Input(1, "deadline", 0), "not_in_these_rules"),
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
        assert all(text.endswith(".") for text in catalogue.values())
