"""Limppu clause by clause: what the case files leave thin, and what they cannot say."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from lapsy.games import limppu
from lapsy.games.limppu import deck, words
from lapsy.games.limppu.deck import pack
from lapsy.games.limppu.engine import PAUSE_US
from lapsy.games.limppu.state import Table
from lapsy.games.play import Bundle, Input, Outcome

SECOND_US = 1_000_000


def options(**raw: str) -> limppu.Options:
    return limppu.parse_options(raw)


def position(*hands: str, stock: str, table: Table | None = None, **more: Any) -> limppu.State:
    """Hands and stock as given, everything else has left the game."""
    agreed = more.pop("options", limppu.Options())
    held = [hand.split() for hand in hands]
    used = {card for hand in held for card in hand} | set(stock.split())
    if table is not None:
        used |= {card for attack in table.cards for card in attack if card}
    out = [card for card in pack(agreed) if card not in used]
    more = {"phase": "lead", "turn": 0, **more}
    return limppu.position(held, stock=stock.split(), out=out, table=table, options=agreed, **more)


def step(
    state: limppu.State, kind: str, seat: int | None = None, t_us: int = 0, **fields: Any
) -> limppu.State:
    """One accepted input."""
    new, outcomes = try_step(state, kind, seat, t_us, **fields)
    assert not [outcome for outcome in outcomes if outcome.kind == "refused"], outcomes
    return new


def try_step(
    state: limppu.State, kind: str, seat: int | None = None, t_us: int = 0, **fields: Any
) -> tuple[limppu.State, tuple[Outcome, ...]]:
    if isinstance(fields.get("cards"), str):
        fields["cards"] = tuple(fields["cards"].split())
    return limppu.apply(state, Bundle(t_us, (Input(1, kind, seat, **fields),)))


def refusal(state: limppu.State, kind: str, seat: int | None = None, t_us: int = 0, **fields: Any) -> str:
    """The reason of an input that is refused and changes nothing."""
    new, outcomes = try_step(state, kind, seat, t_us, **fields)
    assert new is state
    (outcome,) = outcomes
    assert (outcome.kind, outcome.ref) == ("refused", 1)
    return outcome.reason


HANDS = ("7H 7C 4S 9D JC", "8D 5S 8C TD QD", "2D 5H 6S TC QC 3S")
STOCK = "3H KS 7D 7S 6C 6D 6H 8H"


def drawn(t_us: int = SECOND_US, second_us: int = 2 * SECOND_US) -> limppu.State:
    """Seat 0 has played to seat 2 and drawn two cards, the second the king."""
    state = step(position(*HANDS, stock=STOCK, options=options(stop="live")), "play", 0, 0, cards="7H 7C")
    return step(step(state, "draw", 0, t_us), "draw", 0, second_us)


# Groups and beating


def test_every_group_of_a_hand() -> None:
    """LI-15 to LI-18: pairs and triples of each rank, without and with the limppu; the limppu is no two."""
    state = position(
        "2D 2C 9D 7H 7C 7S",
        "8D 5S 8C TD QD",
        "5H 6S TC QC 3S",
        stock="3H KS 3D",
        options=options(stop="live"),
    )
    groups = {frozenset(given.cards) for given in limppu.legal(state, 0) if given.kind == "play"}
    sevens = [{"7H", "7C"}, {"7H", "7S"}, {"7C", "7S"}, {"7H", "7C", "7S"}]
    assert groups == {frozenset(g) for g in sevens} | {frozenset(g | {"2D"}) for g in sevens}


def test_must_pass_limppu_leaves_only_groups_with_it() -> None:
    state = position(
        "2D 9D 4C 7H 7C 7S",
        *HANDS[1:2],
        "5H 6S TC QC 3S",
        stock="3H KS 3D",
        options=options(must_pass_limppu="on"),
    )
    assert all("2D" in given.cards for given in limppu.legal(state, 0))
    assert refusal(state, "play", 0, cards="7H 7C") == "give_the_limppu"


@pytest.mark.parametrize(
    ("kind", "seat", "cards", "reason"),
    [
        ("play", 1, "8D 8C", "out_of_turn"),
        ("play", 0, "7H 8C", "not_your_card"),
        ("play", 0, "7H 7H", "not_your_card"),
        ("play", 0, "7H 4S", "no_group"),
        ("play", 0, "7H", "no_group"),
        ("play", 0, "", "no_group"),
        ("beat", 2, "7H TC", "out_of_turn"),
        ("end_defence", 2, "", "out_of_turn"),
        ("draw", 0, "", "no_draw_owed"),
        ("draw", 1, "", "out_of_turn"),
        ("announce", 0, "", "no_stop_card"),
        ("deadline", None, "", "not_due"),
    ],
)
def test_refusals_on_lead(kind: str, seat: int | None, cards: str, reason: str) -> None:
    state = position(*HANDS, stock=STOCK, options=options(stop="live"))
    assert refusal(state, kind, seat, 10, cards=cards) == reason


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("7H", "name_two_cards"),
        ("7H TC 5H", "name_two_cards"),
        ("7D TC", "not_on_the_table"),
        ("7C AC", "not_your_card"),
        ("7H 5H", "does_not_beat"),
        ("7H TC", "does_not_beat"),
        ("7C 2D", "does_not_beat"),
    ],
)
def test_refusals_in_defence(cards: str, reason: str) -> None:
    assert refusal(drawn(), "beat", 2, 3 * SECOND_US, cards=cards) == reason


def test_beating_twice_is_refused() -> None:
    state = step(drawn(), "beat", 2, 3 * SECOND_US, cards="7C TC")
    assert refusal(state, "beat", 2, 3 * SECOND_US, cards="7C QC") == "beaten_already"


def test_what_beats_what() -> None:
    """LI-35 to LI-39, LI-72, over all pairs of both packs."""
    for low in deck.HEIGHT:
        for high in deck.HEIGHT:
            expected = (
                "2D" not in (low, high)
                and low[1] == high[1]
                and "23456789TJQKA".index(high[0]) > "23456789TJQKA".index(low[0])
            )
            assert deck.beats(high, low) == expected
    assert not any(deck.beats(card, "AH") for card in deck.HEIGHT)


# Inputs without a meaning


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (Input(1, "sing", 0), "not_in_these_rules"),
        (Input(1, "slap", 0), "not_in_these_rules"),
        (Input(1, None, 0), "not_in_these_rules"),  # type: ignore[arg-type]
        (Input(1, [], 0), "not_in_these_rules"),  # type: ignore[arg-type]
        (Input(1, "play", None, cards=("7H", "7C")), "no_such_seat"),
        (Input(1, "play", 3, cards=("7H", "7C")), "no_such_seat"),
        (Input(1, "play", -1, cards=("7H", "7C")), "no_such_seat"),
        (Input(1, "play", True, cards=("7H", "7C")), "no_such_seat"),
        (Input(1, "play", "0", cards=("7H", "7C")), "no_such_seat"),  # type: ignore[arg-type]
        (Input(1, "play", 0, cards=("7H", "7X")), "no_such_card"),
        (Input(1, "play", 0, cards=("7H", "7H'")), "no_such_card"),
        (Input(1, "play", 0, cards=("7H", "JOKER_S")), "no_such_card"),
        (Input(1, "play", 0, cards=["7H", "7C"]), "no_such_card"),  # type: ignore[arg-type]
        (Input(1, "play", 0, cards=("7H", 7)), "no_such_card"),  # type: ignore[arg-type]
        (Input(1, "play", 0, cards=("7H", ["7C"])), "no_such_card"),  # type: ignore[arg-type]
        (Input(1, "play", 0, cards=None), "no_such_card"),  # type: ignore[arg-type]
        (Input(1, "play", 0, cards=("7H", "7C"), to=2), "not_in_these_rules"),
        (Input(1, "play", 0, cards=("7H", "7C"), reading="pair"), "not_in_these_rules"),
        (Input(1, "play", 0, cards=("7H", "7C"), choose=1), "not_in_these_rules"),
        (Input(1, "draw", 0, cards=("3H",)), "not_in_these_rules"),
        (Input(1, "deadline", 0), "not_in_these_rules"),
        (Input(1, "challenge", 0, to="1"), "name_another_seat"),
        (Input(1, "challenge", 0, to=True), "name_another_seat"),
        (Input(1, "challenge", 0, to=None), "name_another_seat"),
        (Input(1, "challenge", 0, to=0), "name_another_seat"),
        (Input(1, "challenge", 0, to=3), "name_another_seat"),
    ],
)
def test_what_has_no_meaning_is_refused(given: Input, reason: str) -> None:
    state = position(*HANDS, stock=STOCK, options=options(stop="live"))
    new, (outcome,) = limppu.apply(state, Bundle(5, (given,)))
    assert new is state
    assert (outcome.kind, outcome.reason) == ("refused", reason)
    # And in company, in either order, it disturbs nobody.
    play = Input(2, "play", 0, cards=("7H", "7C"))
    for both in permutations((given, play)):
        new, outcomes = limppu.apply(state, Bundle(5, both))
        assert new == limppu.apply(state, Bundle(5, (play,)))[0]
        assert sorted(o.kind for o in outcomes) == ["played", "refused"]


def test_with_the_automatic_stop_nothing_is_announced() -> None:
    state = position(*HANDS, stock="3H 3D KS")
    assert refusal(state, "announce", 0) == "automatic"
    assert refusal(state, "challenge", 1, to=0) == "automatic"
    assert all(given.kind == "play" for given in limppu.legal(state, 0))
    assert limppu.legal(state, 1) == ()


# The stop card


def test_the_draw_of_a_stop_card_shows_nowhere_but_in_its_own_view() -> None:
    """LI-54 live: the same moves with another card in its place give everybody else the same."""
    other = position(
        *HANDS, stock=STOCK.replace("KS", "QS").replace("8H", "KS"), options=options(stop="live")
    )
    other = step(other, "play", 0, 0, cards="7H 7C")
    other = step(other, "draw", 0, SECOND_US)
    king = step(position(*HANDS, stock=STOCK, options=options(stop="live")), "play", 0, 0, cards="7H 7C")
    king = step(king, "draw", 0, SECOND_US)
    for kind, seat, t_us, more in (
        ("draw", 0, 2 * SECOND_US, {}),
        ("challenge", 1, 3 * SECOND_US, {"to": 0}),
        ("beat", 2, 4 * SECOND_US, {"cards": "7C TC"}),
        ("end_defence", 2, 4 * SECOND_US, {}),
        ("play", 1, 4 * SECOND_US, {"cards": "8D 8C"}),
    ):
        king, of_king = try_step(king, kind, seat, t_us, **more)
        other, of_other = try_step(other, kind, seat, t_us, **more)
        assert of_king == of_other
        for viewer in (None, 1, 2):
            assert limppu.view(king, viewer) == limppu.view(other, viewer)
        for viewer in (1, 2):
            assert limppu.legal(king, viewer) == limppu.legal(other, viewer)
    assert "KS" in limppu.view(king, 0)["hand"]
    assert limppu.view(king, 0)["hand"] != limppu.view(other, 0)["hand"]
    assert Input(0, "announce", 0) in limppu.legal(king, 0)
    assert Input(0, "announce", 0) not in limppu.legal(other, 0)


def test_deadline_is_one_past_the_limit_and_only_when_something_waits() -> None:
    """LI-55, LI-56."""
    state = drawn()
    assert limppu.deadline(state) is None
    state = step(state, "challenge", 1, 3 * SECOND_US, to=0)
    assert limppu.deadline(state) == 5 * SECOND_US + 1
    assert refusal(state, "deadline", None, 5 * SECOND_US) == "not_due"
    over = step(state, "deadline", None, 5 * SECOND_US + 1)
    assert over.ending is not None
    assert over.ending.caught == (0,)
    assert limppu.deadline(over) is None
    assert refusal(over, "deadline", None, 9 * SECOND_US) == "finished"
    assert limppu.legal(over, 0) == ()
    assert refusal(over, "announce", 0, 6 * SECOND_US) == "finished"
    assert refusal(over, "play", 1, 6 * SECOND_US, cards="8D 8C") == "finished"
    assert refusal(over, "challenge", 1, 6 * SECOND_US, to=0) == "finished"


def test_announcement_beats_everything_of_its_microsecond() -> None:
    """LI-56: in every order of the members."""
    state = step(drawn(), "challenge", 1, 3 * SECOND_US, to=0)
    members = (
        Input(1, "announce", 0),
        Input(2, "challenge", 2, to=0),
        Input(3, "beat", 2, cards=("7C", "TC")),
        Input(4, "end_defence", 2),
    )
    ends = {limppu.apply(state, Bundle(5 * SECOND_US, order)) for order in permutations(members)}
    ((end, outcomes),) = ends
    assert end.ending is not None
    assert (end.ending.reason, end.ending.losers) == ("stop_card", (2,))
    assert {o.ref: o.reason for o in outcomes if o.kind == "refused"} == dict.fromkeys((2, 3, 4), "finished")


def test_an_announcement_in_time_goes_before_a_late_one_of_the_same_microsecond() -> None:
    """LI-71: seat 1 withheld the first king; seat 0 has just drawn the second and is not caught with it."""
    hands = ("7H 7C 4S 9D JC", "KS 5S 8C TD QD", "2D 5H 6S TC QC 3S")
    agreed = options(stop="live", decks="2")
    state = position(*hands, stock="KS' 3H 7D 7S", options=agreed, held_since={1: 0})
    state = step(step(state, "play", 0, 9 * SECOND_US, cards="7H 7C"), "draw", 0, 10 * SECOND_US)
    for order in permutations((Input(1, "announce", 0), Input(2, "announce", 1))):
        over, outcomes = limppu.apply(state, Bundle(11 * SECOND_US, order))
        assert over.ending is not None
        assert (over.ending.reason, over.ending.caught) == ("stop_card", (1,))
        assert [o.ref for o in outcomes if o.kind == "refused"] == [2]


def test_what_another_member_made_possible_comes_too_early() -> None:
    """Each member is judged against the state before the bundle: the defender cannot beat what is just being played."""
    state = position(*HANDS[:2], "2D 5H 6S TC QC 8H", stock="3H KS", options=options(stop="live"))
    state = step(step(state, "play", 0, cards="7H 7C"), "draw", 0, 1)
    members = (Input(1, "draw", 0), Input(2, "beat", 2, cards=("7H", "8H")), Input(3, "end_defence", 2))
    for order in permutations(members):
        new, outcomes = limppu.apply(state, Bundle(2, order))
        assert new == limppu.apply(state, Bundle(2, members[:1]))[0]
        assert {o.ref: o.reason for o in outcomes if o.kind == "refused"} == {
            2: "out_of_turn",
            3: "out_of_turn",
        }


def test_the_same_king_shown_in_a_beat_is_announced_whatever_it_is_aimed_at() -> None:
    """LI-57."""
    for cards in ("7H KS", "7C KS", "AD KS"):
        new = step(drawn(), "beat", 0, 4 * SECOND_US, cards=cards)
        assert new.ending is not None
        assert (new.ending.reason, new.ending.caught) == ("stop_card", ())


def test_cards_that_are_not_all_in_the_hand_are_not_shown() -> None:
    """LI-57: nobody can put down what he has not got."""
    assert refusal(drawn(), "play", 0, 4 * SECOND_US, cards="KS QH") == "out_of_turn"
    assert refusal(drawn(), "beat", 2, 4 * SECOND_US, cards="7C KS") == "not_your_card"


def test_legal_never_lists_showing_the_king() -> None:
    state = position(
        "KS KH 7C 4S 7D", *HANDS[1:2], "2D 5H 6S TC QC 3S", stock="3H 8H", options=options(stop="live")
    )
    plays = [given.cards for given in limppu.legal(state, 0) if given.kind == "play"]
    assert plays == [("7C", "7D")]


def test_an_announcement_leaves_text_to_go_on_with() -> None:
    """LI-55: the moments survive being written down: the end is the same after a round trip."""
    state = step(drawn(), "beat", 2, 3 * SECOND_US, cards="7C TC")
    back = limppu.from_text(limppu.to_text(state))
    assert back == state
    end = step(state, "announce", 0, 4 * SECOND_US)
    assert step(back, "announce", 0, 4 * SECOND_US) == end
    assert end.table is not None
    assert [attack.by for attack in end.table.cards] == [None, None]


@pytest.mark.parametrize("act", ["play", "draw", "beat", "end_defence", "challenge", "nothing"])
def test_what_counts_as_an_act_of_another(act: str) -> None:
    """LI-55: each of the four alone spoils a late announcement; a challenge does not."""
    if act in ("beat", "end_defence"):
        state, king = drawn(), 0
        seat, more = 2, {"cards": "7C TC"} if act == "beat" else {}
    else:
        # Seat 2 beats two of three and draws the king in its refill; seat 1 leads, with a pair or without.
        table = limppu.table_of(0, 2, [("7H", "8H"), ("7C", "8C"), ("7S", None)])
        leader = "6C 6H 9S TS 2D" if act != "draw" else "6C 5H 9S TS 2D"
        state = position(
            "4S 9D JC 3H QS",
            leader,
            "3C 4D",
            stock="KS 5D TC QD",
            table=table,
            phase="defend",
            turn=2,
            options=options(stop="live"),
        )
        state, king = (
            step(step(step(state, "end_defence", 2), "draw", 2, SECOND_US), "draw", 2, 2 * SECOND_US),
            2,
        )
        seat, more = 1, {"play": {"cards": "6C 6H"}, "challenge": {"to": 0}}.get(act, {})
    if act != "nothing":
        state = step(state, act, seat, 3 * SECOND_US, **more)
    over = step(state, "announce", king, 60 * SECOND_US)
    assert over.ending is not None
    assert over.ending.caught == (() if act in ("challenge", "nothing") else (king,))


@pytest.mark.parametrize(("t_us", "reason"), [(3 * SECOND_US, None), (3 * SECOND_US + 1, "stock_out")])
def test_an_owed_draw_without_a_stock_waits_for_the_grace(t_us: int, reason: str | None) -> None:
    """LI-58: at the limit the time still runs; past it the holder is exposed at once."""
    table = limppu.table_of(0, 2, [("7H", "8H"), ("7C", "9C")])
    hands = ("KS 9D JC 3H QS", "2D 5S 5H TC QC 3S", "3C KD 4D")
    state = position(*hands, stock="", table=table, phase="defend", turn=2, options=options(stop="live"))
    after = step(state, "end_defence", 2, t_us)
    assert (after.ending and after.ending.reason) == reason
    if reason is None:
        assert limppu.deadline(after) == t_us + 1
        assert refusal(after, "draw", 2, t_us) == "stock_out"
        assert step(after, "deadline", None, t_us + 1).ending is not None


# Series


def test_a_series_deals_again_by_the_loser() -> None:
    """LI-13, LI-60 to LI-66."""
    agreed = options(series="on")
    state = position(*HANDS, stock="KS 3D", options=agreed, totals=[1, 2, 3])
    over = step(state, "play", 0, 700, cards="7H 7C")
    assert over.ending is not None
    assert (limppu.points(over), limppu.winners(over), limppu.is_over(over)) == ((1, 2, 23), (), False)
    assert limppu.deadline(over) == 700 + PAUSE_US
    assert refusal(over, "play", 0, 800, cards="4S 9D") == "finished"
    assert refusal(over, "deadline", None, 699 + PAUSE_US) == "not_due"
    again = step(over, "deadline", None, 700 + PAUSE_US)
    assert (again.dealer, again.turn, again.game, again.totals) == (2, 0, 1, (1, 2, 23))
    assert "2D" in again.hands[2]
    limppu.check(again)
    once_more = step(over, "deadline", None, 900 + PAUSE_US)
    assert (once_more.hands, once_more.stock) == (again.hands, again.stock)


def test_each_game_of_a_series_has_its_own_deal() -> None:
    state = limppu.start(options(series="on", stop="live"), 3, bytes(range(32)))
    over = step(
        position(*HANDS, stock="KS 3D", options=options(series="on"))._replace(seed=state.seed),
        "play",
        0,
        cards="7H 7C",
    )
    first = step(over, "deadline", None, PAUSE_US)
    second = step(over._replace(game=1), "deadline", None, PAUSE_US)
    assert first.hands != second.hands


def test_of_several_caught_the_one_with_the_limppu_deals() -> None:
    state = position(
        "7H 7C 4S KS JC",
        "8D 5S 8C TD QD KS' 2D",
        "5H 6S TC QC 3S",
        stock="3H 3D",
        options=options(stop="live", decks="2"),
    )
    over = step(state, "challenge", 2, 9 * SECOND_US, to=0)
    assert over.ending is not None
    assert over.ending.losers == (0, 1)
    assert limppu.next_dealer(over) == 1
    assert limppu.winners(over) == (2,)
    assert limppu.points(over) == (50, 70, 0)


# Words


def test_every_reason_of_the_engine_has_its_sentences() -> None:
    """Every code that the package's source refuses with is in the catalogue, and nothing else is."""
    folder = Path(limppu.__file__).parent
    source = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "words.py")
    assert {code for code in words.REFUSED if f'"{code}"' not in source} == set()
    seen = _reasons()
    assert seen <= set(words.REFUSED)
    assert set(words.OVER) == {"stop_card", "caught", "stock_out"}
    for text in (*words.REFUSED.values(), *words.OVER.values()):
        assert text.endswith(".")


def _reasons() -> set[str]:
    """What all kinds of inputs are refused with in a handful of situations."""
    live = position(*HANDS, stock=STOCK, options=options(stop="live"))
    states = [live, position(*HANDS, stock="3H 3D KS"), drawn(), step(drawn(), "announce", 0, SECOND_US)]
    states.append(step(step(live, "challenge", 1, 0, to=0), "play", 0, 0, cards="7H 7C"))
    tries: list[dict[str, Any]] = [
        {},
        {"to": 0},
        {"to": 1},
        {"cards": "7H 7C"},
        {"cards": "7H TC"},
        {"cards": "7X 7C"},
    ]
    tries += [{"cards": "7H"}, {"cards": "2D"}, {"cards": "9S 9S"}, {"cards": "7D QC"}]
    out = set()
    for state in states:
        for kind in ("play", "beat", "draw", "end_defence", "announce", "challenge", "deadline", "sing"):
            for seat in (None, 0, 1, 2, 9):
                for more in tries:
                    _, outcomes = try_step(state, kind, seat, 3 * SECOND_US, **more)
                    out |= {o.reason for o in outcomes if o.kind == "refused"}
    return out


def test_views_and_legal_of_no_seat() -> None:
    state = position(*HANDS, stock=STOCK, options=options(stop="live"))
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="no seat"):
            limppu.view(state, seat)
        with pytest.raises(ValueError, match="no seat"):
            limppu.legal(state, seat)


def test_positions_that_cannot_be_are_refused() -> None:
    for hands, more in (
        (HANDS[:1], {}),
        (HANDS, {"turn": 3}),
        (HANDS, {"phase": "over"}),
        (HANDS, {"phase": "defend"}),
        (("2D KS 4S", *HANDS[1:2]), {"stock": "3H"}),
    ):
        with pytest.raises(ValueError, match=r"\w+"):
            position(*hands, **{"stock": STOCK, **more})
