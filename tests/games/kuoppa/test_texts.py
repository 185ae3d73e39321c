"""Kuoppa as values: what a view shows, states and statements as text and back, options, positions that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kuoppa_steps import EXCHANGE, HANDS, SEED, after, play
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options, words
from lapsy.games.kuoppa.ranks import arranged
from lapsy.games.kuoppa.readings import Reading, Statement, from_statement, notation, to_statement
from lapsy.games.options import OptionError
from lapsy.games.play import Input


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
