"""Bots for Läpsy: what they see is what they act on, and they never forget that it is their turn."""

from __future__ import annotations

from typing import Any

import pytest

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input
from lapsy.simulation import Spec, play_one
from lapsy.table.bots import STRENGTHS
from lapsy.table.bots.lapsy import LapsyBot

SECOND = 1_000_000
SEED = bytes(range(32))


def shown(bot: LapsyBot, now_us: int, state: Any) -> None:
    bot.see(now_us, lapsy.view(state, bot.seat), lapsy.legal(state, bot.seat))


def planned(bot: LapsyBot, until_us: int) -> list[Input]:
    return [plan.given for plan in bot.due(until_us)]


def test_a_bot_whose_chosen_card_was_paid_lays_another():
    """It pays its top card for a false slap while its hand is already moving: the turn is still its own."""
    state = lapsy.position([["6S", "QC"], ["2C"] * 5], pile=["9H", "4D"], turn=0, last_player=1)
    bot = LapsyBot(0, "strong", SEED)
    shown(bot, 0, state)
    (first,) = [given for given in planned(bot, 10 * SECOND) if given.kind == "flip"]
    assert first.choose == 2
    state, _ = lapsy.apply(state, Bundle(SECOND, (Input(1, "slap", 0),)))
    shown(bot, SECOND, state)
    _, said = lapsy.apply(state, Bundle(2 * SECOND, (first._replace(ref=2),)))
    assert [o.kind for o in said] == ["refused"]
    again = [given for given in planned(bot, 10 * SECOND) if given.kind == "flip"]
    assert again
    after, said = lapsy.apply(state, Bundle(3 * SECOND, (again[0]._replace(ref=3),)))
    assert after is not state


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_pair_is_slapped_and_what_is_none_is_left(strength):
    pair = lapsy.position([["2C"] * 9, ["3C"] * 9], pile=["9H", "9D"], turn=0, last_player=1)
    none = lapsy.position([["2C"] * 9, ["3C"] * 9], pile=["9H", "8D"], turn=0, last_player=1)
    slaps = {}
    for name, state in (("pair", pair), ("none", none)):
        hits = 0
        for n in range(200):
            bot = LapsyBot(1, strength, n.to_bytes(32, "big"))
            shown(bot, 0, state)
            hits += any(given.kind == "slap" for given in planned(bot, 10 * SECOND))
        slaps[name] = hits
    assert slaps["pair"] > 140
    assert slaps["none"] < 15


@pytest.mark.parametrize(
    ("options", "pile", "slapped"),
    [
        ({"variant": "hodari"}, ["9H", "4D", "9C"], True),
        ({"variant": "basic"}, ["9H", "4D", "9C"], False),
        ({"sum_ten": "on"}, ["6H", "4D"], True),
        ({"variant": "slapjack"}, ["4D", "JC"], True),
        ({"variant": "slapjack"}, ["4D", "4C"], False),
    ],
)
def test_a_bot_slaps_by_the_agreed_rules(options, pile, slapped):
    state = lapsy.position(
        [["2C"] * 9, ["3C"] * 9], pile=pile, turn=0, last_player=1, options=lapsy.parse_options(options)
    )
    hits = 0
    for n in range(100):
        bot = LapsyBot(1, "strong", n.to_bytes(32, "big"))
        shown(bot, 0, state)
        hits += any(given.kind == "slap" for given in planned(bot, 10 * SECOND))
    assert hits > 80 if slapped else hits < 20


def test_the_own_head_comes_first():
    options = lapsy.parse_options({"variant": "head_slap"})
    state = lapsy.position(
        [["2C"] * 9, ["3C"] * 9], pile=["9H", "9D"], turn=0, last_player=1, options=options
    )
    bot = LapsyBot(1, "strong", SEED)
    shown(bot, 0, state)
    plans = bot.due(10 * SECOND)
    assert [plan.given.kind for plan in plans] == ["head", "slap"]
    assert plans[0].at_us < plans[1].at_us


@pytest.mark.parametrize("n", [13, 0, 1])
def test_two_packs_and_eight_bots_come_to_an_end(n):
    """Game 13 of this seed once stood still."""
    assert play_one(Spec("lapsy", {}, ("medium",) * 8, "1"), n).finished
