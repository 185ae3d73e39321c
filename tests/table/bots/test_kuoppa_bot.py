"""Kuoppa's bots: they play whole games by their view alone, the same each time, and better ones do better."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options
from lapsy.games.play import Bundle, Input
from lapsy.table.bots.kuoppa import THINKING_US, KuoppaBot, cost, win_chance

SEED = bytes(range(32))


def see(bot, state, now_us=0):
    bot.see(now_us, kuoppa.view(state, bot.seat), kuoppa.legal(state, bot.seat))


def decides(state, strength, seat=0, seed=SEED):
    """What a bot does in a position."""
    bot = KuoppaBot(seat, strength, seed)
    see(bot, state)
    (plan,) = bot.due(bot.wake_us)
    return plan.given


def game(strengths, number, options=Options()):  # noqa: B008
    """A whole game; every input must be accepted. The end state and when it came."""
    seed = sha256(b"game %d" % number).digest()
    state, now_us, ref = kuoppa.start(options, 5, seed), 0, 0
    bots = [KuoppaBot(seat, strength, seed) for seat, strength in enumerate(strengths)]
    while not kuoppa.is_over(state):
        for bot in bots:
            see(bot, state, now_us)
        now_us = min(bot.wake_us for bot in bots if bot.wake_us is not None)
        inputs = []
        for bot in bots:
            for plan in bot.due(now_us):
                ref += 1
                inputs.append(plan.given._replace(ref=ref))
        state, outcomes = kuoppa.apply(state, Bundle(now_us, tuple(inputs)))
        assert not [outcome for outcome in outcomes if outcome.kind == "refused"]
    return state, now_us


@pytest.mark.parametrize("strength", THINKING_US)
@pytest.mark.parametrize(
    "options",
    [Options(target=3), Options(3, twos_pair=True, impurity_degrees=True, automatic_joker=True)],
    ids=["plain", "British"],
)
def test_whole_games_are_played_and_the_same_each_time(strength, options):
    strengths = [strength, "strong", strength, "weak", "random"]
    assert game(strengths, 1, options) == game(strengths, 1, options)


def test_another_seed_plays_otherwise():
    state = kuoppa.start(Options(), 5, SEED)
    seat = state.turn
    said = {decides(state, "random", seat, bytes([n]) * 32) for n in range(12)}
    assert len(said) > 3


@pytest.mark.parametrize("strength", THINKING_US)
def test_it_thinks_first(strength):
    state = kuoppa.start(Options(), 5, SEED)
    bot = KuoppaBot(state.turn, strength, SEED)
    see(bot, state, 5_000_000)
    least, more = THINKING_US[strength]
    assert 5_000_000 + least <= bot.wake_us < 5_000_000 + least + more
    at_us = bot.wake_us
    see(bot, state, 5_100_000)
    assert bot.wake_us == at_us
    assert bot.due(at_us - 1) == []
    assert len(bot.due(at_us)) == 1
    assert bot.due(at_us) == []
    assert bot.wake_us is None


def test_no_plan_is_kept_when_the_turn_is_over():
    state = kuoppa.start(Options(), 5, SEED)
    bot = KuoppaBot(state.turn, "medium", SEED)
    see(bot, state)
    assert bot.wake_us is not None
    after, _ = kuoppa.apply(state, Bundle(0, (kuoppa.legal(state, state.turn)[0],)))
    see(bot, after)
    assert bot.wake_us is None
    see(bot, state)
    assert bot.wake_us is not None


@pytest.mark.parametrize("strength", THINKING_US)
def test_hidden_cards_change_nothing(strength):
    """The same view, the same decision, whatever the others hold."""
    for number in range(6):
        state = kuoppa.start(Options(), 5, number.to_bytes(32, "big"))
        seat = state.turn
        one, two = (seat + 1) % 5, (seat + 2) % 5
        hands = list(state.hands)
        hands[one], hands[two] = hands[two], hands[one]
        twin = state._replace(hands=tuple(hands), seed=SEED)
        assert decides(state, strength, seat) == decides(twin, strength, seat)


def test_sense():
    """Out with the last combination; low before high; no ace pair broken for a nine; nothing wild for a four."""
    rest = [["4H", "5C"], ["6H", "7C"], ["8H", "9C"], ["TH", "JC"]]
    lead = kuoppa.position([["KH", "KS", "2C"], *rest])
    assert decides(lead, "strong").cards == ("KH", "KS", "2C")
    lead = kuoppa.position([["3H", "6C", "TS", "AS", "AD", "2C"], *rest])
    assert decides(lead, "strong").cards == ("3H",)
    # Seat 4 leads a four; seat 0 has a loose five and better things to keep.
    state = kuoppa.position(
        [["5H", "9C", "9S", "AS", "AD", "2C", "JOKER_W"], *rest[1:], ["4D", "TC", "TD"]],
        leader=4,
    )
    state, _ = kuoppa.apply(state, Bundle(0, (Input(1, "play", 4, cards=("4D",)),)))
    assert decides(state, "strong").cards == ("5H",)


def test_the_strong_bot_runs_home():
    """With one loose group left it plays the winners first."""
    rest = [["4H", "5C"], ["6H", "7C"], ["8H", "9C"], ["TH", "JC"]]
    state = kuoppa.position([["3H", "3S", "AH", "AS", "AD"], *rest])
    assert decides(state, "strong").cards == ("AD", "AH", "AS")


def test_the_exchange():
    """The strongest card is picked and kept; what helps nothing is thrown."""
    hands = [["3H", "5S", "5D", "KS"], ["4H", "9D"], ["5H"], ["6H", "AS"], ["7H", "JOKER_W"]]
    state = kuoppa.position(hands, places=(0, 1, 2, 3, 4), exchange=True)
    for strength in ("weak", "medium", "strong"):
        assert decides(state, strength).cards == ("JOKER_W",)
    state, _ = kuoppa.apply(state, Bundle(0, (Input(1, "pick", 0, cards=("JOKER_W",)),)))
    for strength in ("weak", "medium", "strong"):
        assert decides(state, strength).cards == ("3H",)


def test_costs():
    """Fewer groups and higher cards cost less; a card that nothing beats wins for certain."""
    assert cost(("3H", "4H", "5H")) < cost(("3H", "4H", "6H"))
    assert cost(("KH", "KS")) < cost(("3H", "3S")) < cost(("3H", "5S"))
    assert cost(("JOKER_S",)) < cost(("2H",)) < cost(("AH",)) < cost(("9H",))
    two = kuoppa.Reading("kind", 1, 15, False, 0)
    assert win_chance(two, (1, 1, 1)) == 1000 > win_chance(two)


def test_a_strength_that_is_none():
    with pytest.raises(ValueError, match="choose from weak, medium, strong, random"):
        KuoppaBot(0, "godlike", SEED)


@pytest.mark.parametrize(("better", "worse", "least"), [("strong", "random", 10), ("strong", "weak", 5)])
def test_the_better_one_does_better(better, worse, least):
    """Few games for a test: the margin is far below what many games give."""
    games = 5
    ahead = 0
    for number in range(games):
        seat = number % 5
        strengths = [worse] * 5
        strengths[seat] = better
        state, _ = game(strengths, number, replace(Options(), target=7))
        ahead += 4 * state.totals[seat] - (sum(state.totals) - state.totals[seat])
    assert ahead / 4 > least
