"""Bots for Speed: what they plan, when, and that the able ones win."""

from __future__ import annotations

from hashlib import sha256

import pytest

from lapsy.cards import PACK
from lapsy.games import speed
from lapsy.games.play import JSON, Bundle, Input
from lapsy.table.bots.plan import Bot, Planned
from lapsy.table.bots.speed import AGAIN_US, BACK_US, COMMIT_US, SKILLS, SpeedBot
from lapsy.table.bots.strengths import STRENGTHS
from speed_positions import STUCK_1, at

SEED = bytes(range(32))


def shown(bot: Bot, state: speed.State, now_us: int = 0) -> None:
    bot.see(now_us, speed.view(state, bot.seat), speed.legal(state, bot.seat))


def plan_of(bot: SpeedBot) -> Planned:
    """What the hand does next."""
    assert bot.wake_us is not None
    (plan,) = bot.due(bot.wake_us)
    return plan


def play_match(strengths: tuple[str, str], seed: bytes, most: int = 20_000) -> tuple[int | None, list[str]]:
    """A match in virtual time: the winner, and all that was done."""
    state = speed.start(speed.parse_options({}), 2, seed)
    bots = [SpeedBot(seat, strength, seed) for seat, strength in enumerate(strengths)]
    now_us, said = 0, []
    for bot in bots:
        shown(bot, state)
    for ref in range(1, most):
        times = [t for t in (bots[0].wake_us, bots[1].wake_us, speed.deadline(state)) if t is not None]
        now_us = max(now_us, min(times))
        hands = [p.given._replace(ref=2 * ref + bot.seat) for bot in bots for p in bot.due(now_us)]
        due_us = speed.deadline(state)
        if not hands and (due_us is None or due_us > now_us):
            continue
        state, outcomes = speed.apply(state, Bundle(now_us, tuple(hands or [Input(2 * ref, "deadline")])))
        said += [f"{now_us} {o}" for o in outcomes]
        for bot in bots:
            shown(bot, state, now_us)
        if speed.is_over(state):
            break
    return state.winner, said


def test_it_is_a_bot() -> None:
    bot: Bot = SpeedBot(1, "medium", SEED)
    assert bot.wake_us is None
    assert bot.due(10**9) == []


@pytest.mark.parametrize("strength", SKILLS)
def test_the_same_seed_plays_the_same_match(strength: str) -> None:
    first, second = (play_match((strength, "strong"), SEED) for _ in range(2))
    assert first == second
    assert first[0] is not None
    assert first[1] != play_match((strength, "strong"), bytes(32))[1]


def test_the_two_seats_do_not_move_together() -> None:
    plans = []
    for seat in (0, 1):
        bot = SpeedBot(seat, "medium", SEED)
        shown(bot, speed.start(speed.parse_options({}), 2, SEED))
        plans.append(plan_of(bot))
    assert plans[0].given.kind == plans[1].given.kind == "spit"
    assert plans[0].at_us != plans[1].at_us


@pytest.mark.parametrize("strength", STRENGTHS)
def test_hands_take_their_time(strength: str) -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), STUCK_1)
    pace = SKILLS[strength].play
    for n in range(50):
        bot = SpeedBot(0, strength, sha256(bytes([n])).digest())
        shown(bot, state, 1000)
        plan = plan_of(bot)
        assert 1000 + pace.least_us <= plan.at_us <= 1000 + 2 * (pace.least_us + pace.spread_us)


def test_the_able_are_faster() -> None:
    state = at(("6S", "7C", "2C", "QC", "8C"), STUCK_1)
    means = []
    for strength in ("weak", "medium", "strong"):
        total = 0
        for n in range(60):
            bot = SpeedBot(0, strength, sha256(bytes([n])).digest())
            shown(bot, state)
            total += plan_of(bot).at_us
        means.append(total)
    assert means[0] > means[1] > means[2]


@pytest.mark.parametrize("strength", SKILLS)
def test_a_plan_that_still_holds_is_kept(strength: str) -> None:
    bot = SpeedBot(0, strength, SEED)
    state = at(("6S", "7C", "2C", "QC", "8C"), STUCK_1)
    shown(bot, state)
    first = bot.wake_us
    shown(bot, state, 10_000)
    assert bot.wake_us == first


def test_a_spoilt_plan_is_dropped_and_the_bot_looks_again() -> None:
    bot = SpeedBot(0, "strong", SEED)
    shown(bot, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1))
    shown(bot, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1, left="5H", right="KH"), 50_000)
    assert plan_of(bot).given.choose in (1, 4)
    gone = SpeedBot(0, "strong", SEED)
    shown(gone, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1))
    shown(gone, at(("6S", "7C", "2C", "KC", "8C"), STUCK_1, left="4H", right="TS"), 50_000)
    assert plan_of(gone).given.kind == "spit"


def test_a_landing_hand_cannot_be_stopped() -> None:
    bot = SpeedBot(0, "strong", SEED)
    shown(bot, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1))
    at_us = bot.wake_us
    assert at_us is not None
    shown(bot, at(("6S", "7C", "2C", "KC", "8C"), STUCK_1, left="4H"), at_us - COMMIT_US)
    assert plan_of(bot) == Planned(at_us, Input(0, "play", 0, 1, to="L"))


def test_the_weak_throw_what_no_longer_fits_the_strong_never() -> None:
    thrown = dict.fromkeys(STRENGTHS, 0)
    for strength in STRENGTHS:
        for n in range(60):
            bot = SpeedBot(0, strength, sha256(bytes([n])).digest())
            shown(bot, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1))
            shown(bot, at(("6S", "7C", "2C", "KC", "8C"), STUCK_1, left="4H"), 1000)
            thrown[strength] += plan_of(bot).given.kind == "play"
    assert thrown["weak"] > thrown["medium"] > thrown["strong"] == 0


@pytest.mark.parametrize("strength", SKILLS)
def test_nothing_is_planned_when_the_match_is_over(strength: str) -> None:
    bot = SpeedBot(1, strength, SEED)
    state = at(("6S", "", "", "", ""), STUCK_1)
    shown(bot, state)
    over = speed.position(
        [[()] * 5, *[[tuple(p.split()) for p in STUCK_1]]],
        ((), ()),
        {"L": None, "R": [card for card in PACK if card not in STUCK_1]},
        phase="over",
    )._replace(winner=0, blocked_us=None)
    speed.check(over)
    shown(bot, over, 1000)
    assert bot.wake_us is None


def test_a_hand_comes_back_before_it_plays_again() -> None:
    state = at(("6S", "7S", "2C", "QC", "8C"), STUCK_1)
    soonest = []
    for n in range(60):
        bot = SpeedBot(0, "strong", sha256(bytes([n])).digest())
        shown(bot, state)
        plan = plan_of(bot)
        after, _ = speed.apply(state, Bundle(plan.at_us, (plan.given._replace(ref=1),)))
        shown(bot, after, plan.at_us)
        soonest.append(plan_of(bot).at_us - plan.at_us)
    assert min(soonest) >= BACK_US + SKILLS["strong"].play.least_us


def test_a_bot_that_is_shown_nothing_looks_again() -> None:
    """A card that went back may leave the view as it was."""
    bot = SpeedBot(0, "medium", SEED)
    shown(bot, at(("6S", "7C", "2C", "QC", "8C"), STUCK_1))
    plan = plan_of(bot)
    assert bot.wake_us == plan.at_us + AGAIN_US
    assert bot.due(plan.at_us + AGAIN_US - 1) == []
    assert bot.due(plan.at_us + AGAIN_US) == []
    assert plan_of(bot).given.kind == "play"


# What they choose


def choice(strength: str, state: speed.State, n: int = 0, seat: int = 0) -> Input:
    bot = SpeedBot(seat, strength, sha256(bytes([n])).digest())
    shown(bot, state)
    return plan_of(bot).given


def test_the_strong_go_where_their_cards_follow() -> None:
    """The 6 on the five lets 7, 8 and 9 follow; the 4 ends at once."""
    state = at(("4S", "6S", "7S", "8S", "KC"), STUCK_1)
    assert choice("strong", state) == Input(0, "play", 0, 2, to="L")


def test_the_strong_turn_up_hidden_cards() -> None:
    state = at(("6S", "QC", "3C 2H 6C", "QS", "2C"), STUCK_1)
    assert choice("strong", state) == Input(0, "play", 0, 3, to="L")


def test_the_strong_leave_the_other_little() -> None:
    """The other's 7 fits a six, nothing of his fits a four."""
    state = at(("6S", "4S", "2C", "QC", "KC"), ("7D", "KD", "QD", "QH", "KH"))
    assert choice("strong", state) == Input(0, "play", 0, 2, to="L")


def test_empty_places_are_filled_before_a_call() -> None:
    state = at(("", "7C", "9H 3C", "4D 9S QC", "8C"), STUCK_1)
    assert choice("strong", state) == Input(0, "move", 0, 4, to=1)
    called, _ = speed.apply(state, Bundle(0, (Input(1, "spit", 0),)))
    bot = SpeedBot(0, "strong", SEED)
    shown(bot, called)
    assert bot.wake_us is None


def test_a_pointless_move_is_not_made() -> None:
    state = at(("", "7C", "2C", "QC", "8C"), STUCK_1)
    assert {choice(strength, state, n).kind for strength in STRENGTHS for n in range(40)} == {"spit"}


def test_the_smaller_pile_is_slapped_the_more_the_abler() -> None:
    state = at(("6S", "", "", "", ""), STUCK_1, low=5)
    state, _ = speed.apply(state, Bundle(0, (Input(1, "play", 0, 1, to="L"),)))
    assert len(state.piles[0] or ()) < len(state.piles[1] or ())
    small = {s: sum(choice(s, state, n).to == "L" for n in range(120)) for s in STRENGTHS}
    assert 120 >= small["strong"] > small["medium"] > small["weak"] > 60


def test_random_takes_anything_it_may() -> None:
    state = at(("", "6C", "9H 3C", "QC", "9C"), STUCK_1)
    seen = {choice("random", state, n) for n in range(200)}
    assert seen == set(speed.legal(state, 0))


def test_only_view_and_legal_are_needed() -> None:
    """A view read back from JSON does as well."""
    import json

    state = at(("6S", "7S", "2C", "QC", "8C"), STUCK_1)
    plain: JSON = json.loads(json.dumps(speed.view(state, 0)))
    bots = [SpeedBot(0, "strong", SEED) for _ in range(2)]
    bots[0].see(0, plain, speed.legal(state, 0))
    shown(bots[1], state)
    assert plan_of(bots[0]) == plan_of(bots[1])


@pytest.mark.parametrize(("better", "worse"), [("strong", "random"), ("strong", "weak"), ("medium", "weak")])
def test_the_better_wins_more(better: str, worse: str) -> None:
    won = 0
    for n in range(16):
        seed = sha256(f"match {n}".encode()).digest()
        seat = n % 2
        winner, _ = play_match((better, worse) if seat == 0 else (worse, better), seed)
        won += winner == seat
    assert won >= 12
