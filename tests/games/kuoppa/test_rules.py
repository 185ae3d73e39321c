"""The rules one by one, where cases do not reach: whole deals, the exchange's secrets, refusals, texts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lapsy.cards import JOKERS, PACK, shuffle
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options, words
from lapsy.games.kuoppa.ranks import DECK, VALUES, arranged
from lapsy.games.kuoppa.readings import Reading, Statement, from_statement, notation, to_statement
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Input

SEED = bytes(range(32))
HANDS = [
    ["3H", "9H", "KH"],
    ["4H", "TH", "AS"],
    ["5H", "JH", "2S"],
    ["6H", "QH", "JOKER_W"],
    ["7H", "8H", "JOKER_S"],
]
EXCHANGE = [["3H", "9S"], ["4H", "9D"], ["5H"], ["6H", "AS", "AD"], ["7H", "2S"]]


def do(state, *inputs, t_us=0):
    """One bundle."""
    return kuoppa.apply(state, Bundle(t_us, inputs))


def play(seat, cards, reading="", ref=1):
    return Input(ref, "play", seat, cards=tuple(cards.split()), reading=reading)


def choice(kind, seat, *cards, ref=1):
    return Input(ref, kind, seat, cards=cards)


def refused(state, *inputs):
    """The reasons, in order; nothing may have changed."""
    after, outcomes = do(state, *inputs)
    assert after is state
    assert {outcome.kind for outcome in outcomes} == {"refused"}
    return [outcome.reason for outcome in outcomes]


def after(state, *inputs):
    """The state after single inputs, none of them refused."""
    for given in inputs:
        state, outcomes = do(state, given)
        assert all(outcome.kind != "refused" for outcome in outcomes), outcomes
    return state


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


# Views, texts, options


def test_a_view_shows_no_other_hand_and_no_seed():
    state = kuoppa.start(Options(), 5, SEED)
    assert "hand" not in kuoppa.view(state, None)
    for seat in range(5):
        seen = kuoppa.view(state, seat)
        assert seen.pop("hand") == list(state.hands[seat])
        assert seen == kuoppa.view(state, None)
    assert not re.search(r"[2-9TJQKA][CDHS]\b", str(kuoppa.view(state, None)))
    for viewer in (-1, 5):
        with pytest.raises(ValueError, match="There is no seat"):
            kuoppa.view(state, viewer)
        with pytest.raises(ValueError, match="There is no seat"):
            kuoppa.legal(state, viewer)


def test_what_is_public():
    """KU-72."""
    state = after(kuoppa.position(HANDS), play(0, "3H"), Input(1, "pass", 1), play(2, "2S"))
    seen = kuoppa.view(after(state, Input(1, "pass", 3)), None)
    assert seen["current"] == {
        "seat": 2,
        "cards": ["2S"],
        "as": {"type": "kind", "length": 1, "rank": 15, "pure": True, "flush": False},
        "wild": 0,
        "text": "kind/1/2//pure",
    }
    assert (seen["turn"], seen["waiting"], seen["on_lead"], seen["passed"]) == (4, [4], False, [3])
    assert seen["played"] == ["3H", "2S"]
    assert [seat["cards"] for seat in seen["seats"]] == [2, 3, 2, 3, 3]


def test_statements_round_trip():
    reading = Reading("straight", 5, 14, True, 1)
    assert notation(reading) == "straight/5/A/flush/impure"
    assert from_statement(notation(reading)) == Statement("straight", 5, 14, True, False)
    assert from_statement("//JOKER_W") == Statement(rank=16)
    for statement in (
        Statement(a, b, c, d, e)
        for a in (None, "kind", "triple_straight")
        for b in (None, 0, 11)
        for c in (None, 10, 15)
        for d in (None, True, False)
        for e in (None, True, False)
    ):
        assert from_statement(to_statement(statement)) == statement


def test_only_the_same_type_and_length_beats():
    """KU-50, KU-53."""
    low, high = Reading("kind", 2, 4, False, 0), Reading("kind", 2, 5, False, 1)
    assert kuoppa.beats(high, low, Options())
    assert not kuoppa.beats(low, high, Options())
    assert not kuoppa.beats(high, high, Options())
    assert not kuoppa.beats(high._replace(length=3), low, Options())
    assert not kuoppa.beats(high._replace(type="straight"), low, Options())


def test_options():
    assert kuoppa.parse_options({}) == Options(13, False, False, False)
    assert kuoppa.parse_options({"target": "15", "twos_pair": "on"}) == Options(15, True)
    for target in (1, 15, 1000, 999_999_999):
        assert kuoppa.parse_options({"target": str(target)}) == Options(target)
    for target in ("0", "-1", "thirteen", "1000000000"):
        with pytest.raises(OptionError, match="target is"):
            kuoppa.parse_options({"target": target})
    with pytest.raises(OptionError, match="Kuoppa has no option “bombs”"):
        kuoppa.parse_options({"bombs": "on"})
    options = kuoppa.parse_options({"automatic_joker": "on"})
    assert options.as_json() == {
        "target": 13,
        "twos_pair": False,
        "impurity_degrees": False,
        "automatic_joker": True,
    }
    assert [option.name for option in kuoppa.OPTIONS] == list(options.as_json())


@pytest.mark.parametrize(
    "change",
    [
        {"round": 2},
        {"turn": 7},
        {"totals": (13, 0, 0, 0, 0)},
        {"totals": (-1, 0, 0, 0, 0)},
        {"finished": (0,)},
        {"played": ("3H",)},
        {"phase": "scored"},
        {"phase": "nap"},
        {"passed": (1,)},
        {"winner": 1},
        {"seed": b""},
        {"hands": ((), (), (), (), ())},
        {"record": (("1",),)},
        {"phase": "give"},
        {"hands": tuple(tuple(reversed(hand)) for hand in HANDS)},
    ],
)
def test_an_impossible_state_is_told(change):
    with pytest.raises(ValueError, match="This is no state of Kuoppa"):
        kuoppa.check(kuoppa.position(HANDS)._replace(**change))


@pytest.mark.parametrize(
    "change",
    [
        {"passed": ()},
        {"passed": (2, 1)},
        {"passed": (2,)},
        {"passed": (1, 2, 3)},
        {"turn": 4},
        {"turn": 2},
        {"turn": 0, "passed": (1, 2, 3, 4)},
    ],
)
def test_the_passes_are_those_since_the_last_play(change):
    """KU-64: everybody between the one who played and the turn has passed, and nobody else."""
    state = after(kuoppa.position(HANDS), play(0, "9H"), Input(1, "pass", 1), Input(1, "pass", 2))
    assert state.passed == (1, 2)
    with pytest.raises(ValueError, match=r"trick should be over|passes are not"):
        kuoppa.check(state._replace(**change))


def test_what_is_to_be_beaten_was_played():
    state = after(kuoppa.position(HANDS), play(0, "9H"))
    for cards in (("XX",), ("3H",), ()):
        with pytest.raises(ValueError, match=r"was not played last|is no combination"):
            kuoppa.check(state._replace(current=state.current._replace(cards=cards)))


def test_a_card_is_held_once():
    with pytest.raises(ValueError, match="a hand holds a card twice"):
        kuoppa.position([["3H", "3H"], ["4H"], ["5H"], ["6H"], ["7H"]])


def test_an_exchange_that_cannot_have_been():
    """KU-22 to KU-29: while cards are played it is finished, and round one has none."""
    done = kuoppa.state.Exchange(("AS", "2S"), "AS", ("3H", "4H"), "3H")
    state = kuoppa.position(HANDS, places=(4, 3, 0, 2, 1))._replace(exchange=done)
    kuoppa.check(state)
    with pytest.raises(ValueError, match="the first round has no exchange"):
        kuoppa.check(kuoppa.position(HANDS)._replace(exchange=done))
    for change in (
        {"given": (None, "2S")},
        {"picked": None},
        {"picked": "KS"},
        {"discards": ("3H", None)},
        {"taken": None},
        {"taken": "KS"},
    ):
        with pytest.raises(ValueError, match="the exchange is not finished"):
            kuoppa.check(state._replace(exchange=done._replace(**change)))


def test_a_leader_without_cards_lets_the_next_lead():
    """KU-65."""
    state = kuoppa.position([[], [], ["5H"], ["6H"], ["7H"]], leader=0, out=[1, 0])
    assert (state.turn, state.current, state.finished) == (2, None, (1, 0))


def test_text_that_is_none():
    text = kuoppa.to_text(kuoppa.start(Options(), 5, SEED))
    for wrong in (
        "",
        "{}",
        "[]",
        "null",
        "[" * 100_000,
        text + " ",
        text.replace('"round":1', '"round":1.0'),
    ):
        with pytest.raises(ValueError, match="no state of Kuoppa"):
            kuoppa.from_text(wrong)


def test_a_position_that_cannot_be():
    for hands in ([["3H"]], [["3X"], ["4H"], ["5H"], ["6H"], ["7H"]], [[], [], [], [], ["3H"]]):
        with pytest.raises(ValueError, match=r"position|card|state"):
            kuoppa.position(hands)
    with pytest.raises(ValueError, match="all five seats"):
        kuoppa.position(EXCHANGE, places=(0, 1, 2), exchange=True)


def test_plays_are_a_sequence():
    plays = kuoppa.Plays(arranged(["5H", "5S", "9C", "JOKER_W"]), Options(), None, 0)
    every = list(plays)
    assert [plays[place] for place in range(len(plays))] == every
    assert plays[-1] == every[-1]
    assert plays[2:5] == tuple(every[2:5])
    assert all(given in plays for given in every)
    assert Input(0, "pass", 0) not in plays
    assert every[0]._replace(seat=1) not in plays
    assert every[0]._replace(reading="") not in plays
    assert every[0]._replace(cards=("AS",)) not in plays
    assert "5H" not in plays
    for place in (len(plays), -len(plays) - 1):
        with pytest.raises(IndexError):
            plays[place]
    on_lead = kuoppa.Plays(("4H", "4S"), Options(), Reading("kind", 1, 14, False, 0), 0)
    assert list(on_lead) == [Input(0, "pass", 0)] == [on_lead[0]]


def test_every_reason_has_a_sentence():
    """The codes in the engine's sources and those in the catalogue are the same."""
    sources = Path(kuoppa.__file__).parent
    text = "".join((sources / name).read_text() for name in ("engine.py", "tricks.py", "exchange.py"))
    codes = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', text))
    assert set(words.REFUSED) <= codes
    assert codes - set(words.REFUSED) - set(words.OUT) <= {
        *("pass", "refused", "played", "passed", "out", "over", "round_over", "trick", "deadline"),
        *("gave", "picked", "left", "committed", "revealed", "took"),
    }
    for catalogue in (words.REFUSED, words.OUT):
        assert all(sentence.endswith(".") for sentence in catalogue.values())
