"""The second guide and its variants where a neutral case cannot say it: measurements, dead buttons, joining."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.lapsy.deal import position
from lapsy.games.play import Bundle, Input, Outcome

A, B, C, D = 0, 1, 2, 3


class Table:
    """A position with presses given in words; every step is checked and half a second after the one before."""

    def __init__(self, raw: dict[str, str], *hands: str, pile: str = "", **more: Any) -> None:
        options = lapsy.parse_options(raw)
        self.state = position([hand.split() for hand in hands], pile=pile.split(), options=options, **more)
        self.n = 0

    def __call__(self, *inputs: Input, t_us: int | None = None) -> list[str]:
        self.n += 1
        t_us = 500_000 * self.n if t_us is None else t_us
        self.state, self.said = lapsy.apply(self.state, Bundle(t_us, inputs))
        lapsy.check(self.state)
        return [o.kind + (f":{o.reason}" if o.reason else "") for o in self.said]

    def close(self) -> list[str]:
        due = lapsy.deadline(self.state)
        assert due is not None
        return self(Input(999, "deadline"), t_us=due)

    def hands(self) -> list[str]:
        return [" ".join(hand) for hand in self.state.hands]


def slap(seat: int, ref: int = 1, not_after: tuple[int, ...] = ()) -> Input:
    return Input(ref, "slap", seat, not_after=not_after)


def play(seat: int, ref: int = 1) -> Input:
    return Input(ref, "play", seat)


# The dead button (LS-48)


def test_a_free_false_slap_deadens_the_button_until_the_next_card() -> None:
    table = Table({"preset": "children"}, "9C 3C", "", "9D 4D", pile="9H 5H", turn=A, last_player=C)
    assert table(slap(B)) == ["false:no_pair", "banned"]
    assert table(slap(B)) == ["refused:dead_button"]
    assert lapsy.view(table.state, None)["seats"][B]["banned"]
    assert lapsy.legal(table.state, B) == ()
    table(Input(1, "flip", A))
    assert table(slap(B)) == ["refused:dead_button"]  # turned, not yet laid
    table(Input(1, "shown"))
    assert not lapsy.view(table.state, None)["seats"][B]["banned"]
    table(play(C))
    assert table(slap(B)) == ["accepted"]


def test_a_false_slap_that_is_paid_deadens_nothing() -> None:
    table = Table({"preset": "children"}, "9C 3C", "2D 5D 6D", "9D 4D", pile="9H 5H", turn=A, last_player=C)
    assert table(slap(B)) == ["false:no_pair"]
    assert table.state.banned == (False,) * 3


def test_the_dead_button_wakes_with_the_next_pile() -> None:
    table = Table({"variant": "basic", "dead_button": "on"}, "JC 3C 4C", "6D 7D", "", turn=A)
    table(play(A))
    table(slap(C))
    table(play(B))
    assert table(slap(C)) == ["false:no_pair", "banned"]
    assert table.close() == ["collected:challenge"]
    assert table.state.banned == (False,) * 3


def test_an_agreed_ban_outlasts_the_next_card() -> None:
    """LS-60: the ban lasts until the pile has been won."""
    raw = {"preset": "children", "slap_ban": "on", "dead_button": "off"}
    table = Table(raw, "9C 3C", "", "9D 4D", pile="9H 5H", turn=A, last_player=C)
    assert table(slap(B)) == ["false:no_pair", "banned"]
    table(play(A))
    table(play(C))
    assert table(slap(B)) == ["refused:banned"]


def test_without_the_option_the_button_stays_alive() -> None:
    table = Table({"variant": "basic"}, "9C 3C", "", "2S", pile="9H 5H", turn=A, last_player=B)
    assert table(slap(B)) == ["false:no_pair"]
    assert table(slap(B)) == ["false:no_pair"]


# Joining (LS-50)


def test_joining_by_number_or_by_none() -> None:
    table = Table({"variant": "basic"}, "2C 3C", "4C 5C", turn=A)
    assert table(Input(1, "join", 3)) == ["refused:no_such_seat"]
    assert table(Input(1, "join", 1)) == ["refused:seat_taken"]
    assert table(Input(1, "join", -1)) == ["refused:no_such_seat"]
    assert table(Input(1, "join", 2)) == ["joined"]
    assert table.said == (Outcome("joined", 1, (2,)),)
    assert table(Input(1, "join")) == ["joined"]
    assert table(Input(1, "join", 4), Input(2, "join", 5)) == ["joined", "joined"]
    assert len(table.state.hands) == 6
    for _ in range(2):
        table(Input(1, "join"))
    assert table(Input(1, "join")) == ["refused:table_full"]
    assert len(lapsy.view(table.state, 7)["seats"]) == 8


def test_who_joins_in_a_bundle_did_not_sit_there_before_it() -> None:
    table = Table({"variant": "basic"}, "2C 3C", "4C 5C", pile="9H 9C", turn=A, last_player=B)
    assert table(slap(2), Input(2, "join", 2)) == ["refused:no_such_seat", "joined"]
    assert table(slap(2)) == ["accepted"]


def test_joining_while_a_slap_is_decided_and_while_a_pair_waits() -> None:
    table = Table({"variant": "basic"}, "9C", "4C 5C", pile="9H", turn=A, last_player=B)
    table(play(A))
    assert lapsy.view(table.state, None)["window"] == "pair"
    before = lapsy.deadline(table.state)
    table(Input(1, "join"))
    assert lapsy.deadline(table.state) == before
    assert table(slap(2)) == ["accepted"]
    table(Input(1, "join"))
    assert table.close() == ["collected:slap"]
    assert table.hands() == ["", "4C 5C", "9H 9C", ""]


# Head first (LS-54)


def test_a_head_slap_that_is_not_proven_earlier_does_not_count() -> None:
    table = Table({"variant": "head_slap"}, "9C 2C", "4C 5C", pile="9H 9D", turn=A, last_player=B)
    assert table(Input(7, "head", A)) == ["head"]
    assert table(slap(A, 8, not_after=(7,))) == ["refused:head_first"]
    assert table(slap(A, 9, not_after=(6,))) == ["accepted"]


def test_a_second_head_slap_is_a_repeat_and_the_first_one_counts() -> None:
    table = Table({"variant": "head_slap"}, "9C 2C", "4C 5C", pile="9H 9D", turn=A, last_player=B)
    table(Input(7, "head", A))
    assert table(Input(8, "head", A)) == ["repeat"]
    assert table.state.heads == ((A, 7),)
    assert table(slap(A, 9, not_after=(8,))) == ["accepted"]


def test_what_a_head_slapper_may_do() -> None:
    table = Table({"variant": "head_slap"}, "9C 2C", "4C 5C", pile="9H 9D", turn=A, last_player=B)
    assert [way.kind for way in lapsy.legal(table.state, B)] == ["head"]
    table(Input(7, "head", B))
    assert [way.kind for way in lapsy.legal(table.state, B)] == ["slap"]
    assert [seat["head"] for seat in lapsy.view(table.state, A)["seats"]] == [False, True]
    table(Input(8, "flip", A))
    assert table.state.heads == ((B, 7),)  # a card in the air covers nothing yet
    table(Input(9, "shown"))
    assert table.state.heads == ()


def test_a_head_slap_does_not_outlive_its_pile() -> None:
    table = Table({"variant": "head_slap"}, "9C 2C", "4C 5C", pile="9H 9D", turn=A, last_player=B)
    table(Input(7, "head", A), Input(8, "head", B))
    table(slap(A, 9))
    table.close()
    assert table.state.heads == ()


def test_a_head_slap_ends_with_the_game_and_with_being_safe() -> None:
    table = Table({"variant": "head_slap"}, "2C", "4C", turn=A)
    table(Input(7, "head", A))
    assert table(slap(A)) == ["false:empty", "over"]
    assert table.state.heads == ()
    table = Table(
        {"variant": "reverse", "head_slap": "on"}, "2C", "4C", "6C 7C", pile="8C", turn=A, last_player=C
    )
    table(Input(7, "head", B), Input(8, "head", C))
    assert table(slap(A)) == ["false:single", "safe"]
    assert table.state.heads == ((C, 8),)


# First and last as they are measured (LS-09, LS-55)


def test_first_is_every_slap_that_no_other_is_proven_to_precede() -> None:
    """C is not proven later than A, but proven later than B: somebody precedes him."""
    table = Table({}, "2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    table(slap(A, 1))
    table(slap(B, 2))
    assert table(slap(C, 3, not_after=(1,))) == ["slower"]
    assert table.state.slaps == ((A,), (B,), (C,))


def test_latest_is_every_slap_that_no_other_is_proven_to_follow() -> None:
    table = Table({"variant": "reverse"}, "2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    table(slap(A, 1))
    table(slap(B, 2, not_after=(1,)))
    assert lapsy.view(table.state, None)["takes"] == [C]  # not slapping is later than anybody
    table(slap(C, 3, not_after=(2,)))
    assert table.state.latest == (B, C)  # C is proven later than A, and B then is not the last alone
    assert lapsy.view(table.state, None)["takes"] == [B, C]
    assert table.close() == ["collected:last"]
    assert table.hands() == ["2C 3C", "4C 5C 9H", "6C 7C 9C"]


def test_one_slap_that_is_proven_later_than_all_is_the_last() -> None:
    table = Table({"variant": "reverse"}, "2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    table(slap(B, 1), slap(A, 2))
    assert table.state.latest == (A, B)
    table(slap(C, 3))
    assert table.state.latest == (C,)
    table.close()
    assert table.hands() == ["2C 3C", "4C 5C", "6C 7C 9H 9C"]


def test_a_second_press_does_not_make_a_slap_later() -> None:
    table = Table({"variant": "reverse"}, "2C 3C", "4C 5C", pile="9H 9C", turn=B, last_player=A)
    table(slap(A, 1))
    table(slap(B, 2))
    assert table(slap(A, 3)) == ["repeat"]
    assert table.state.latest == (B,)


@pytest.mark.parametrize(("raw", "cards"), [({}, 1), ({"slap_ban": "on"}, 0), ({"variant": "basic"}, 2)])
def test_a_slap_of_a_later_bundle_leads_too_when_no_earlier_one_is_proven_before_it(
    raw: dict[str, str], cards: int
) -> None:
    """LS-09: B's press is numbered after the others, and proven later than none of them: all three tie."""
    table = Table(raw, "2C 3C", "4C 5C", "6C 7C", pile="9H 8D 9C 9D", turn=B, last_player=A)
    table(slap(A, 1), slap(C, 2))
    assert table(slap(B, 3, not_after=(1, 2))) == ["accepted"]
    assert table.said == (Outcome("accepted", 3, (B, A, C)),)
    assert table.state.slaps == ((A, B, C),)
    assert table.state.refs == ((1, 3, 2),)
    assert lapsy.view(table.state, None)["leading"] == [A, B, C]
    assert lapsy.view(table.state, None)["takes"] == [A, B, C]
    assert table.close() == ["collected:tie"]
    assert table.said[-1].to == (A, B, C, A)
    assert table.hands() == ["2C 3C 9H 9D", "4C 5C 8D", "6C 7C 9C"]
    # The next false slap costs what was agreed: the tie was no false slap.
    assert table(slap(C, 4))[0] == "false:empty"
    assert len(table.said[0].cards) == cards


@pytest.mark.parametrize("earlier", [(1,), (2,), ()])
def test_a_slap_that_one_earlier_slap_is_proven_before_is_slower(earlier: tuple[int, ...]) -> None:
    """LS-09, LS-04: not to be proven later than some of them is not enough."""
    table = Table({}, "2C 3C", "4C 5C", "6C 7C", pile="9H 9C", turn=B, last_player=A)
    table(slap(A, 1), slap(C, 2))
    assert table(slap(B, 3, not_after=earlier)) == ["slower"]
    assert table.state.slaps == ((A, C), (B,))
    assert table.close() == ["collected:tie"]
    assert table.hands() == ["2C 3C 9H", "4C 5C", "6C 7C 9C"]


def test_one_later_bundle_may_hold_a_slap_that_leads_and_one_that_is_slower() -> None:
    """LS-09: and a slap counts as earlier whichever group it stands in."""
    table = Table({}, "2C 3C", "4C 5C", "6C 7C", "8C TC", pile="9H 9C", turn=B, last_player=A)
    table(slap(A, 1))
    assert table(slap(D, 2, not_after=(1,)), slap(C, 3)) == ["accepted", "slower"]
    assert table(slap(B, 4, not_after=(1, 2))) == ["slower"]
    assert table.state.slaps == ((A, D), (C,), (B,))
    assert table.close() == ["collected:tie"]
    assert table.hands() == ["2C 3C 9H", "4C 5C", "6C 7C", "8C TC 9C"]


@pytest.mark.parametrize("more", [{}, {"slap_ban": "on"}])
def test_in_reverse_slaps_of_different_bundles_are_latest_together(more: dict[str, str]) -> None:
    """LS-55, LS-09: B is proven later than nobody, so nobody is proven earlier than B: all lead, all are latest."""
    raw = {"variant": "reverse", **more}
    table = Table(raw, "2C 3C", "4C 5C", "6C 7C", pile="8H 9H 9C 9D", turn=B, last_player=A)
    table(slap(A, 1), slap(C, 2))
    assert table(slap(B, 3, not_after=(1, 2))) == ["accepted"]
    assert table.state.slaps == ((A, B, C),)
    assert table.state.latest == (A, B, C)
    assert lapsy.view(table.state, None)["takes"] == [A, B, C]
    assert table.close() == ["collected:last"]
    assert table.said[0].to == (A, B, C, A)
    assert table.hands() == ["2C 3C 8H 9D", "4C 5C 9H", "6C 7C 9C"]


def test_in_reverse_a_banned_seat_with_cards_takes_the_pile() -> None:
    """LS-60 with LS-55: it cannot slap, and who does not slap is later than everybody."""
    table = Table(
        {"variant": "reverse", "slap_ban": "on"}, "9C 3C", "4C 5C", "6C 7C", pile="9H", turn=A, last_player=C
    )
    assert table(slap(B, 1)) == ["false:single", "banned"]
    assert table.said[0].cards == ()
    table(play(A))
    assert table(slap(B, 2)) == ["refused:banned"]
    table(slap(A, 3), slap(C, 4))
    assert lapsy.view(table.state, None)["takes"] == [B]
    table.close()
    assert table.hands() == ["3C", "4C 5C 9H 9C", "6C 7C"]
    assert table.state.banned == (False,) * 3


# Reverse: who is safe (LS-57)


def test_who_is_safe_is_shown_and_does_nothing_more() -> None:
    table = Table({"variant": "reverse"}, "2C", "4C 5C", "6C 7C", pile="9H", turn=A, last_player=C)
    assert table(play(A)) == ["air", "landed", "safe"]
    assert table.said[-1] == Outcome("safe", None, (A,))
    view = lapsy.view(table.state, A)
    assert view["seats"][A]["status"] == "finished"
    assert view["finished"] == [A]
    assert lapsy.legal(table.state, A) == ()
    assert table(slap(A)) == ["refused:safe"]


def test_the_winner_is_the_first_to_be_safe_and_the_loser_takes_what_is_left() -> None:
    table = Table({"variant": "reverse"}, "2C", "4C", "6C 7C", pile="9H", turn=A, last_player=C)
    table(play(A))
    assert table(play(B))[-3:] == ["safe", "collected:left_over", "over"]
    assert lapsy.winners(table.state) == (A,)
    assert table.hands() == ["", "", "6C 7C 9H 2C 4C"]
    assert lapsy.view(table.state, None)["winner"] == A


def test_nobody_pays_a_mirrored_card_that_came_in_the_same_bundle() -> None:
    table = Table({"variant": "reverse"}, "2C 3C", "4C", "6C 7C", pile="9H 8H", turn=A, last_player=C)
    assert table(slap(A, 1), slap(B, 2)) == ["false:no_pair", "false:no_pair", "safe"]
    assert [o.cards for o in table.said[:2]] == [("4C", "6C"), ("7C", "2C")]
    assert table.hands() == ["3C 4C 6C", "7C 2C", ""]


def test_who_had_no_card_before_the_bundle_gives_none_in_it() -> None:
    """The card-less challenger gets two cards by his own false slap; they are not there for B's."""
    table = Table(
        {"variant": "reverse"},
        "",
        "4C 5C",
        "6C 7C",
        pile="QH 8H",
        turn=B,
        challenge=(A, 1, None),
        last_player=C,
    )
    table(slap(A, 1), slap(B, 2))
    assert [o.cards for o in table.said if o.kind == "false"] == [("4C", "6C"), ("7C",)]
    assert table.hands() == ["4C 6C", "5C 7C", ""]


def test_a_card_in_the_air_is_not_given_away() -> None:
    table = Table({"variant": "reverse"}, "2C", "4C 5C", "6C 7C", pile="9H 8H", turn=A, last_player=C)
    table(Input(1, "flip", A))
    table(slap(B))
    assert table.said[0].cards == ("6C",)
    assert table.state.finished == ()
    table(Input(2, "shown"))
    assert table.state.finished == (A,)


# Slapjack (LV-14)


@pytest.mark.parametrize(
    ("pile", "reason"),
    [("", "empty"), ("9H", "no_jack"), ("9H 9C", "no_jack"), ("JH 9C", "covered"), ("9C JD 3C", "covered")],
)
def test_a_false_slap_in_slapjack_says_why(pile: str, reason: str) -> None:
    table = Table({"variant": "slapjack"}, "2C 3C", "4C 5C", pile=pile, turn=A, last_player=B)
    assert table(slap(A)) == [f"false:{reason}"]


def test_the_view_tells_what_may_be_slapped() -> None:
    told = {
        "alga": ["pair"],
        "hodari": ["pair", "sandwich"],
        "slapjack": ["jack"],
    }
    for variant, slaps in told.items():
        state = lapsy.start(lapsy.parse_options({"variant": variant}), 3, bytes(32))
        assert lapsy.view(state, None)["rules"]["slap"] == slaps
    state = lapsy.start(lapsy.parse_options({"variant": "reverse", "head_slap": "on"}), 3, bytes(32))
    assert lapsy.view(state, None)["rules"] == {
        "slap": ["pair"],
        "head": True,
        "reverse": True,
        "joins": False,
    }
