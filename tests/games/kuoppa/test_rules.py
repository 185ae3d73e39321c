"""The rules one by one, where cases do not reach: whole deals, the exchange's secrets, refusals."""

from __future__ import annotations

import pytest

from kuoppa_steps import EXCHANGE, HANDS, SEED, after, choice, do, play, refused
from lapsy.cards import JOKERS, PACK, shuffle
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options
from lapsy.games.kuoppa.ranks import DECK, VALUES
from lapsy.games.options import OptionError
from lapsy.games.play import Input

# Deal


def test_five_players_and_no_others():
    for seats in (0, 2, 4, 6):
        with pytest.raises(OptionError, match="Kuoppa is for 5 players"):
            kuoppa.start(Options(), seats, SEED)
    assert list(kuoppa.SEATS) == [5]


def test_the_first_deal():
    """KU-11, KU-12, KU-17, KU-29, KU-60."""
    for n in range(40):
        seed = n.to_bytes(32, "big")
        state = kuoppa.start(Options(), 5, seed)
        turned = shuffle(PACK + JOKERS, seed, "kuoppa/first-dealer")
        jack = next(place for place, card in enumerate(turned) if card in ("JC", "JD", "JH", "JS"))
        assert state.dealer == jack % 5 == state.turn
        assert [len(hand) for hand in state.hands] == [
            10 if seat == state.dealer else 11 for seat in range(5)
        ]
        assert kuoppa.cards_of(state) == DECK
        assert state.exchange is None
        dealt = shuffle(PACK + JOKERS, seed, "kuoppa/deck/1")
        assert {dealt[0], dealt[5]} <= set(state.hands[(state.dealer + 1) % 5])
        assert dealt[4] in state.hands[state.dealer]


def test_the_next_round_is_another_shuffle():
    assert kuoppa.deal(SEED, 1, 0) != kuoppa.deal(SEED, 2, 0) != kuoppa.deal(SEED, 3, 0)


def test_the_order_of_cards():
    """KU-04."""
    assert [
        VALUES[c] for c in ["3C", "4C", "9C", "TC", "JC", "QC", "KC", "AC", "2C", "JOKER_W", "JOKER_S"]
    ] == [*(3, 4, 9, 10, 11, 12, 13, 14, 15, 16, 17)]


# Rounds, points, the end


def near_the_end(**kw):
    """Everybody has one card; seat 0 leads and each answers the one before."""
    return kuoppa.position([["3H"], ["4H"], ["5H"], ["6H"], ["7H", "8H"]], seed=SEED, **kw)


def test_a_round_ends_and_the_next_begins_in_one_step():
    """KU-13, KU-14, KU-20, KU-71, KU-80, KU-93."""
    state = after(near_the_end(), play(0, "3H"), play(1, "4H"), play(2, "5H"))
    state, outcomes = do(state, play(3, "6H"))
    kinds = [(o.kind, o.seats, o.reason) for o in outcomes]
    assert kinds[:5] == [
        ("played", (3,), "kind/1/6//pure"),
        ("out", (3,), "fourth"),
        ("out", (4,), "fifth"),
        ("round_over", (0, 1, 2, 3, 4), ""),
        ("dealt", (2,), ""),
    ]
    assert state.places == (0, 1, 2, 3, 4)
    assert (state.dealer, state.turn, state.round) == (2, 2, 2)
    assert state.totals == (2, 1, 0, 0, 0)
    assert state.record == (("2", "1", "•", "-", "="),)
    assert state.exchange is not None
    assert kuoppa.cards_of(state) == DECK
    assert (state.current, state.passed, state.finished, state.played) == (None, (), (), ())


def test_the_game_ends_at_the_target_at_once():
    """KU-81, KU-82: the first out wins, and nobody scores after that."""
    state = near_the_end(totals=(11, 12, 0, 0, 0))
    state, outcomes = do(state, play(0, "3H"))
    assert [o.kind for o in outcomes] == ["played", "out", "over"]
    assert kuoppa.is_over(state)
    assert kuoppa.winners(state) == (0,)
    assert kuoppa.points(state) == (13, 12, 0, 0, 0)
    assert state.record == (("13", "", "", "", ""),)
    assert refused(state, play(1, "4H")) == ["finished"]
    assert refused(state, Input(1, "deadline")) == ["finished"]
    assert all(not kuoppa.legal(state, seat) for seat in range(5))
    kuoppa.check(state)
    assert kuoppa.from_text(kuoppa.to_text(state)) == state


def test_the_runner_up_may_win_too():
    state = after(near_the_end(totals=(10, 12, 0, 0, 0)), play(0, "3H"))
    assert not kuoppa.is_over(state)
    state = after(state, play(1, "4H"))
    assert kuoppa.winners(state) == (1,)
    assert kuoppa.points(state) == (12, 13, 0, 0, 0)


def test_nobody_has_won_before():
    state = kuoppa.start(Options(), 5, SEED)
    assert (kuoppa.winners(state), kuoppa.points(state)) == ((), (0,) * 5)
    assert kuoppa.deadline(state) is None


# Tricks


def test_a_pass_binds_nobody_and_a_play_begins_anew():
    """KU-64, KU-67."""
    state = after(kuoppa.position(HANDS), play(0, "3H"), Input(1, "pass", 1), Input(1, "pass", 2))
    assert state.passed == (1, 2)
    state = after(state, play(3, "6H"))
    assert state.passed == ()
    state = after(state, Input(1, "pass", 4), Input(1, "pass", 0), play(1, "TH"))
    assert state.current is not None
    assert state.current.seat == 1


def test_after_going_out_the_next_with_cards_leads():
    """KU-65, KU-70."""
    state = kuoppa.position([["3H"], ["4H", "5H"], ["6H", "7H"], ["8H", "9H"], ["TH", "JH"]])
    state, outcomes = do(state, play(0, "3H"))
    assert [(o.kind, o.reason) for o in outcomes] == [("played", "kind/1/3//pure"), ("out", "first")]
    for seat in (1, 2, 3):
        state = after(state, Input(1, "pass", seat))
    state, outcomes = do(state, Input(1, "pass", 4))
    assert [(o.kind, o.seats) for o in outcomes] == [("passed", (4,)), ("trick", (0, 1))]
    assert (state.turn, state.current) == (1, None)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (play(1, "4H"), "out_of_turn"),
        (Input(1, "pass", 0), "must_lead"),
        (play(0, "4H"), "not_your_card"),
        (play(0, "3H 3H"), "not_your_card"),
        (play(0, "3H 9H"), "no_combination"),
        (play(0, ""), "no_combination"),
        (play(0, "3H", "kind/2"), "not_so"),
        (play(0, "3H", "flush"), "no_reading"),
        (play(0, "3H", "kind/"), "no_reading"),
        (play(0, "3H", "kind/01"), "no_reading"),
        (play(0, "3H", "kind/x"), "no_reading"),
        (play(0, "3H", "kind/1/3//pure/again"), "no_reading"),
        (play(0, "3H", "a" * 10_000), "no_reading"),
        (Input(1, "play", 0, cards=("3X",)), "no_such_card"),
        (Input(1, "play", 0, cards=(3,)), "no_such_card"),
        (Input(1, "play", 0, cards=([],)), "no_such_card"),
        (Input(1, "play", 0, cards="3H"), "no_such_card"),
        (Input(1, "play", 0, cards=None), "no_such_card"),
        (Input(1, "play", 0, cards=("3H",), to=1), "not_in_these_rules"),
        (Input(1, "play", 0, cards=("3H",), to=[]), "not_in_these_rules"),
        (Input(1, "play", 0, cards=("3H",), choose="3H"), "not_in_these_rules"),
        (Input(1, "play", 0, cards=("3H",), reading=None), "not_in_these_rules"),
        (Input(1, "play", 5, cards=("3H",)), "no_such_seat"),
        (Input(1, "play", -1, cards=("3H",)), "no_such_seat"),
        (Input(1, "play", None, cards=("3H",)), "no_such_seat"),
        (Input(1, "play", True, cards=("3H",)), "no_such_seat"),
        (Input(1, "play", [0], cards=("3H",)), "no_such_seat"),
        (Input(1, "slap", 0), "not_in_these_rules"),
        (Input(1, [], 0, cards=("3H",)), "not_in_these_rules"),
        (Input(1, {}, 0, cards=("3H",)), "not_in_these_rules"),
        (Input(1, "deadline"), "not_due"),
        (Input(1, "deadline", 0), "not_in_these_rules"),
        (Input(1, "give", 0, cards=("3H",)), "not_now"),
        (Input(1, "take", 0, cards=("3H",)), "not_now"),
    ],
)
def test_refusals_on_a_lead(given, reason):
    assert refused(kuoppa.position(HANDS), given) == [reason]


def test_refusals_on_an_answer():
    state = after(kuoppa.position(HANDS), play(0, "9H"))
    assert refused(state, play(1, "4H")) == ["not_bigger"]
    assert refused(state, Input(1, "pass", 1, cards=("4H",))) == ["pass_is_empty"]
    assert refused(state, Input(1, "pass", 1, reading="kind")) == ["pass_is_empty"]
    assert refused(state, play(0, "KH")) == ["out_of_turn"]
    state = kuoppa.position([["3H", "9H"], ["4H", "4S", "AS"], ["5H"], ["6H"], ["7H"]])
    state = after(state, play(0, "3H"))
    assert refused(state, play(1, "4H 4S")) == ["other_type"]
    assert refused(state, play(1, "4H", "straight")) == ["not_so"]


def test_a_lead_of_two_types_must_be_named():
    """KU-46."""
    state = kuoppa.position([["5H", "9S", "JOKER_W", "JOKER_S"], ["4H"], ["6H"], ["7H"], ["8H"]])
    assert refused(state, play(0, "5H JOKER_W JOKER_S")) == ["say_which"]
    assert refused(state, play(0, "5H JOKER_W JOKER_S", "/3")) == ["say_which"]
    for said, holds in (
        ("kind", "kind/3/5//impure"),
        ("//5", "say_which"),
        ("///flush", "straight/3/7/flush/impure"),
        ("straight//6", "straight/3/6/flush/impure"),
        ("straight///mixed", "straight/3/7/mixed/impure"),
    ):
        _, outcomes = do(state, play(0, "5H JOKER_W JOKER_S", said))
        assert outcomes[0].reason == holds


def test_two_things_in_one_bundle():
    """Judged against the state before: only who was on turn acts, and only once, in whatever order they are listed."""
    state = kuoppa.position(HANDS)
    one, two, next_seat = play(0, "3H", ref=7), play(0, "9H", ref=8), play(1, "4H", ref=6)
    ends = [
        do(state, *order) for order in ((one, two, next_seat), (next_seat, two, one), (two, next_seat, one))
    ]
    assert ends[0] == ends[1] == ends[2]
    after, outcomes = ends[0]
    assert [(o.kind, o.ref, o.reason) for o in outcomes] == [
        ("refused", 6, "out_of_turn"),
        ("played", 7, "kind/1/3//pure"),
        ("refused", 8, "twice"),
    ]
    assert after.turn == 1


def test_a_refused_member_does_not_keep_another_from_acting():
    state = kuoppa.position(HANDS)
    after, outcomes = do(state, play(0, "4H", ref=1), play(0, "3H", ref=2))
    assert [o.kind for o in outcomes] == ["refused", "played"]
    assert after.turn == 1


# The exchange


def exchanging(hands=EXCHANGE):
    return kuoppa.position(hands, places=(0, 1, 2, 3, 4), exchange=True)


def test_a_single_highest_card_is_given_at_once():
    """KU-18, KU-21."""
    state = exchanging()
    assert state.exchange is not None
    assert state.exchange.given == (None, "2S")
    assert [bool(kuoppa.legal(state, seat)) for seat in range(5)] == [False, False, False, True, False]
    assert [given.cards for given in kuoppa.legal(state, 3)] == [("AD",), ("AS",)]
    assert refused(state, choice("give", 3, "6H")) == ["not_highest"]
    assert refused(state, choice("give", 4, "7H")) == ["already"]
    assert refused(state, choice("give", 0, "9S")) == ["not_your_choice"]
    assert refused(state, choice("give", 3, "AD", "AS")) == ["one_card"]
    assert refused(state, choice("give", 3)) == ["one_card"]
    assert refused(state, choice("pick", 0, "2S")) == ["not_now"]
    assert refused(state, play(2, "5H")) == ["not_now"]
    state = after(state, choice("give", 3, "AD"))
    assert (state.phase, state.hands[3]) == ("pick", ("6H", "AS"))


def test_the_whole_exchange():
    """KU-22 to KU-28."""
    state = after(exchanging(), choice("give", 3, "AS"))
    assert refused(state, choice("pick", 1, "AS")) == ["not_your_choice"]
    assert refused(state, choice("pick", 0, "AD")) == ["not_offered"]
    state = after(state, choice("pick", 0, "AS"))
    assert (state.hands[0], state.hands[1]) == (("3H", "9S", "AS"), ("4H", "9D", "2S"))
    assert refused(state, choice("discard", 0, "2S")) == ["not_your_card"]
    assert refused(state, choice("discard", 2, "5H")) == ["not_your_choice"]
    state, outcomes = do(state, choice("discard", 0, "3H"))
    assert [(o.kind, o.seats, o.cards) for o in outcomes] == [("committed", (0,), ())]
    assert refused(state, choice("discard", 0, "9S")) == ["already"]
    state, outcomes = do(state, choice("discard", 1, "4H"))
    assert [(o.kind, o.seats, o.cards) for o in outcomes] == [
        ("committed", (1,), ()),
        ("revealed", (0, 1), ("3H", "4H")),
    ]
    assert refused(state, choice("take", 4, "3H")) == ["not_your_choice"]
    assert refused(state, choice("take", 3, "9S")) == ["not_offered"]
    state, outcomes = do(state, choice("take", 3, "4H"))
    assert [(o.kind, o.seats, o.cards) for o in outcomes] == [
        ("took", (3,), ("4H",)),
        ("left", (4,), ("3H",)),
    ]
    assert [len(hand) for hand in state.hands] == [len(hand) for hand in EXCHANGE]
    assert (state.phase, state.turn) == ("play", 2)
    assert kuoppa.view(state, None)["exchange"] == {
        "given": ["AS", "2S"],
        "picked": "AS",
        "committed": [0, 1],
        "discards": ["3H", "4H"],
        "taken": "4H",
    }


def test_both_discards_in_one_bundle():
    state = after(exchanging(), choice("give", 3, "AS"), choice("pick", 0, "AS"))
    one, two = choice("discard", 0, "3H", ref=1), choice("discard", 1, "4H", ref=2)
    assert do(state, one, two) == do(state, two, one)
    assert do(state, one, two)[0].phase == "take"


def test_two_who_choose_what_to_give_in_one_bundle():
    state = exchanging([["3H"], ["4H"], ["5H"], ["AS", "AD"], ["KS", "KD"]])
    one, two = choice("give", 3, "AS", ref=1), choice("give", 4, "KD", ref=2)
    assert do(state, one, two) == do(state, two, one)
    assert do(state, one, two)[0].exchange.given == ("AS", "KD")
    assert after(state, two, one).exchange.given == ("AS", "KD")


def test_a_committed_discard_is_secret():
    """KU-15: two states that differ in it look the same to everybody but its owner."""
    state = after(exchanging(), choice("give", 3, "AS"), choice("pick", 0, "AS"))
    one, other = after(state, choice("discard", 0, "3H")), after(state, choice("discard", 0, "AS"))
    for viewer in (None, 1, 2, 3, 4):
        assert kuoppa.view(one, viewer) == kuoppa.view(other, viewer)
    assert kuoppa.view(one, 0)["discard"] == "3H"
    assert kuoppa.view(one, None)["exchange"]["committed"] == [0]
    assert kuoppa.view(one, 1)["waiting"] == [1]
    shown = after(one, choice("discard", 1, "4H"))
    assert "discard" not in kuoppa.view(shown, 0)
