"""Limppu's bots: what they choose, when, and from what they see alone."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from lapsy.games import limppu
from lapsy.games.play import Bundle, Input
from lapsy.table.bots.limppu import SKILLS, LimppuBot
from lapsy.table.bots.plan import Bot, Planned

SEED = bytes(range(32))


def chosen(state: limppu.State, seat: int, strength: str = "strong", seed: bytes = SEED) -> list[Planned]:
    """What a bot that comes to the table now is going to do."""
    bot = LimppuBot(seat, strength, seed)
    bot.see(0, limppu.view(state, seat), limppu.legal(state, seat))
    return bot.due(1 << 60)


def position(*hands: str, stock: str, **more: Any) -> limppu.State:
    held = [hand.split() for hand in hands]
    used = {card for hand in held for card in hand} | set(stock.split())
    table = more.get("table")
    if table is not None:
        used |= {card for attack in table.cards for card in attack if card}
    out = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in used]
    return limppu.position(held, stock=stock.split(), out=out, **{"phase": "lead", "turn": 0, **more})


def whole_game(raw: dict[str, str], strengths: list[str], seed: bytes) -> tuple[limppu.State, list[Bundle]]:
    """Bots at a table whose time is a number; each sees only its view and what it may do."""
    state = limppu.start(limppu.parse_options(raw), len(strengths), seed)
    bots: list[Bot] = [LimppuBot(seat, strength, seed) for seat, strength in enumerate(strengths)]
    now_us, bundles = 0, []
    while not limppu.is_over(state):
        for bot in bots:
            bot.see(now_us, limppu.view(state, bot.seat), limppu.legal(state, bot.seat))
        due = limppu.deadline(state)
        times = [bot.wake_us for bot in bots if bot.wake_us is not None] + ([] if due is None else [due])
        assert times, "nobody is going to do anything"
        now_us = min(times)
        inputs = [plan.given for bot in bots for plan in bot.due(now_us)]
        if due == now_us:
            inputs.append(Input(0, "deadline"))
        bundle = Bundle(now_us, tuple(given._replace(ref=ref) for ref, given in enumerate(inputs)))
        bundles.append(bundle)
        state, _ = limppu.apply(state, bundle)
        assert len(bundles) < 3000
    return state, bundles


@pytest.mark.parametrize("raw", [{}, {"stop": "live"}, {"decks": "2", "stop": "live"}, {"series": "on"}])
@pytest.mark.parametrize("strength", SKILLS)
def test_whole_games_come_to_an_end_and_repeat(raw: dict[str, str], strength: str) -> None:
    end, bundles = whole_game(raw, [strength] * 3, SEED)
    assert (end, bundles) == whole_game(raw, [strength] * 3, SEED)
    assert end.ending is not None
    # Between honest bots the king always ends the game.
    assert end.ending.reason == "stop_card"
    assert bundles != whole_game(raw, [strength] * 3, SEED[::-1])[1]


def test_the_limppu_goes_along() -> None:
    state = position("2D 7H 7C 4S 9D JC", "8D 5S 8C TD QD", "5H 6S TC QC 3S", stock="3H 3D KS")
    for n in range(12):
        (plan,) = chosen(state, 0, "strong", bytes([n] * 32))
        assert plan.given.cards == ("7H", "7C", "2D")


def test_what_stands_goes_against_the_holder_and_what_is_weak_elsewhere() -> None:
    hand = "AH AC 4S 4D JC"
    against = position(hand, "8D 5S 8C TD QD", "2D 5H 6S TC QC 3S", stock="3H 3D KS")
    away = position(hand, "2D 8D 5S 8C TD QD", "5H 6S TC QC 3S", stock="3H 3D KS")
    assert chosen(against, 0)[0].given.cards == ("AH", "AC")
    assert chosen(away, 0)[0].given.cards == ("4S", "4D")


def test_cards_that_left_are_counted() -> None:
    """Jacks stand as well as aces once what beats them was seen to leave; nines of the same suits never do."""
    state = position("JH JC 9H 9C 4S", "8D 5S 8C TD QD", "2D 5H 6S TC QC 3S", stock="3H 3D KS")
    view = limppu.view(state, 0)
    bot = LimppuBot(0, "strong", SEED)
    before = bot._stands(view, ("JH", "JC"), 5)
    bot._gone |= {"QH", "KH", "AH", "QC", "KC", "AC"}
    assert before < bot._stands(view, ("JH", "JC"), 5) == 1_000_000
    assert bot._stands(view, ("9H", "9C"), 5) < 1_000_000


def test_beaten_cards_are_remembered_until_the_next_deal() -> None:
    table = limppu.table_of(0, 2, [("7H", "8H"), ("7C", None)])
    state = position(
        "4S 9D JC 3H QS",
        "7D 7S 6C 6D 2D",
        "9C TC 3C 3S",
        stock="8S 8C KS",
        table=table,
        phase="defend",
        turn=2,
    )
    bot = LimppuBot(1, "strong", SEED)
    bot.see(0, limppu.view(state, 1), limppu.legal(state, 1))
    assert bot._gone == {"7H", "8H"}
    bot.see(0, {**limppu.view(state, 1), "game": 1, "table": None}, ())
    assert bot._gone == set()


def test_a_whole_defence_is_beaten_with_the_cheapest_cards() -> None:
    table = limppu.table_of(0, 2, [("7H", None), ("7C", None)])
    state = position(
        "4S 9D JC 3H QS",
        "7D 7S 6C 6D 2D",
        "8H TH 9C AC 3C",
        stock="8S 8C KS",
        table=table,
        phase="defend",
        turn=2,
    )
    beaten = set()
    while state.phase == "defend":
        (plan,) = chosen(state, 2)
        if plan.given.kind == "beat":
            beaten.add(plan.given.cards)
        state, _ = limppu.apply(state, Bundle(0, (plan.given,)))
    assert beaten == {("7H", "8H"), ("7C", "9C")}


def test_with_the_limppu_and_no_lead_to_win_it_draws_nothing() -> None:
    """One card cannot be beaten: beating the others would cost cards, and each card drawn may be the king."""
    table = limppu.table_of(0, 2, [("AH", None), ("AC", None), ("AS", None), ("AD", None), ("2D", None)])
    some = limppu.table_of(0, 2, [("7H", None), ("7C", None), ("7S", None), ("2D", None)])
    hands = ("4S 9D JC 3H QS", "6H 6S 6C 6D TS", "8H 8C 3C 3D 4D")
    state = position(*hands, stock="8S TC KS", table=some, phase="defend", turn=2)
    assert chosen(state, 2)[0].given.kind == "end_defence"
    with_others = position(
        hands[0], "6H 6S 6C 6D 2D", hands[2], stock="8S TC KS", phase="defend", turn=2,
        table=limppu.table_of(0, 2, [("7H", None), ("7C", None), ("7S", None)]),
    )  # fmt: skip
    assert chosen(with_others, 2)[0].given.kind == "beat"
    state = position(*hands, stock="8S TC KS", table=table, phase="defend", turn=2)
    assert chosen(state, 2)[0].given.kind == "end_defence"


def test_the_king_is_announced_after_a_reaction() -> None:
    raw = limppu.parse_options({"stop": "live"})
    state = position("KS 7H 7C 4S JC", "7D 7S 6C 6D 6H", "2D 5H 6S TC QC 3S", stock="3H 8S", options=raw)
    for strength, reaction in SKILLS.items():
        plans = [plan for plan in chosen(state, 0, strength) if plan.given.kind == "announce"]
        assert len(plans) == 1
        assert reaction.announce_us <= plans[0].at_us < 2 * reaction.announce_us
        assert plans[0].at_us < raw.announce_grace_us


def test_nothing_is_kept_when_the_turn_is_over() -> None:
    state = position("7H 7C 4S 9D JC", "8D 5S 8C TD QD", "2D 5H 6S TC QC 8H", stock="3H 3D KS")
    bot = LimppuBot(0, "medium", SEED)
    bot.see(0, limppu.view(state, 0), limppu.legal(state, 0))
    first = bot.wake_us
    bot.see(100, limppu.view(state, 0), limppu.legal(state, 0))
    assert bot.wake_us == first, "the same situation is thought about once"
    after, _ = limppu.apply(state, Bundle(5, (Input(1, "play", 0, cards=("7H", "7C")),)))
    bot.see(5, limppu.view(after, 0), limppu.legal(after, 0))
    assert bot.wake_us is None
    assert bot.due(1 << 60) == []


def test_a_random_bot_takes_every_way() -> None:
    state = position("2D 7H 7C 7S 9D JC", "8D 5S 8C TD QD", "5H 6S TC QC 3S", stock="3H 3D KS")
    seen = {chosen(state, 0, "random", bytes([n] * 32))[0].given for n in range(120)}
    assert seen == set(limppu.legal(state, 0))


def test_challenges_are_rare_and_come_after_draws_of_others() -> None:
    raw = {"stop": "live"}
    draws = challenges = 0
    for n in range(25):
        _, bundles = whole_game(raw, ["weak"] * 4, sha256(bytes([n])).digest())
        kinds = [given.kind for bundle in bundles for given in bundle.inputs]
        draws += kinds.count("draw")
        challenges += kinds.count("challenge")
    assert challenges < draws // 20


def test_strong_beats_random_and_medium_beats_weak() -> None:
    """Losses over two seats, each deal played from both: well under the half."""
    for better, worse, most in (("strong", "random", 38), ("medium", "weak", 46)):
        lost = 0
        for n in range(100):
            strengths = [better, worse] if n % 2 else [worse, better]
            end, _ = whole_game({}, strengths, sha256(f"{n // 2}".encode()).digest())
            lost += end.ending is not None and (n + 1) % 2 in end.ending.losers
        assert lost <= most
