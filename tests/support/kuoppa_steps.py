"""Kuoppa's rules by hand: single inputs, what was refused, positions to begin from."""

from __future__ import annotations

from lapsy.games import kuoppa
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
