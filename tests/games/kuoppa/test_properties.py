"""Whole random games: what must hold after every step, whatever is sent."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from lapsy.games import kuoppa
from lapsy.games.kuoppa import Options, State
from lapsy.games.kuoppa.deal import deal
from lapsy.games.kuoppa.ranks import DECK, VALUES, arranged
from lapsy.games.play import Bundle, Input

options = st.builds(
    Options,
    target=st.integers(1, 4),
    twos_pair=st.booleans(),
    impurity_degrees=st.booleans(),
    automatic_joker=st.booleans(),
)
seeds = st.binary(min_size=32, max_size=32)
lots = st.integers(0, 1 << 30).map(Random)


def who(state: State) -> list[int]:
    return [seat for seat in range(5) if len(kuoppa.legal(state, seat))]


def some(state: State, random: Random) -> Input:
    """One of the legal inputs of one of those who may act."""
    offered = kuoppa.legal(state, random.choice(who(state)))
    return offered[random.randrange(len(offered))]


def apply(state: State, *inputs: Input) -> tuple[State, tuple[Any, ...]]:
    return kuoppa.apply(state, Bundle(0, inputs))


def game(options: Options, seed: bytes, random: Random, most: int = 250) -> list[tuple[State, Input]]:
    """The states of a random game with the input that each was answered with, up to ``most``; the last has a last input."""
    state, steps = kuoppa.start(options, 5, seed), []
    while not kuoppa.is_over(state) and len(steps) < most:
        steps.append((state, some(state, random)))
        state, outcomes = apply(*steps[-1])
        assert all(outcome.kind != "refused" for outcome in outcomes)
    return steps


few = examples(20)


@few
@given(options, seeds, lots)
def test_every_step_holds(options, seed, random):
    """Cards are conserved, the text comes back, somebody can go on, a replay ends the same."""
    steps = game(options, seed, random)
    for state, _ in steps:
        kuoppa.check(state)
        assert kuoppa.cards_of(state) == DECK
        assert who(state)
        assert kuoppa.from_text(kuoppa.to_text(state)) == state
    again = kuoppa.start(options, 5, seed)
    for state, move in steps:
        assert again == state
        again, _ = apply(again, move)
    last, _ = apply(*steps[-1])
    assert kuoppa.to_text(again) == kuoppa.to_text(last)
    kuoppa.check(last)
    assert kuoppa.from_text(kuoppa.to_text(last)) == last


@few
@given(options, seeds, lots)
def test_whole_games_end(options, seed, random):
    """Uniformly random players reach any target; the record has a row for each round, and points add up."""
    steps = game(options, seed, random, most=20_000)
    state, _ = apply(*steps[-1])
    assert kuoppa.is_over(state)
    (winner,) = kuoppa.winners(state)
    assert state.totals[winner] >= options.target > max(t for s, t in enumerate(state.totals) if s != winner)
    assert len(state.record) == state.round
    last = len(state.finished)
    assert sum(state.totals) == 3 * (state.round - 1) + {1: 2, 2: 3}[last]


@few
@given(options, seeds, lots)
def test_every_legal_input_is_accepted(options, seed, random):
    for state, _ in random.sample(steps := game(options, seed, random), min(len(steps), 25)):
        for seat in range(5):
            offered = kuoppa.legal(state, seat)
            for place in {random.randrange(len(offered)) for _ in range(12)} if len(offered) else ():
                move = offered[place]
                assert move.ref == 0
                assert move.seat == seat
                assert move in offered
                _, outcomes = apply(state, move)
                assert outcomes[0].kind != "refused"


#: Anything that could be in an input, right or wrong.
things = st.one_of(
    st.none(),
    st.integers(-2, 6),
    st.sampled_from(["3H", "kind", "A", "", "kind/1", "straight/3", "/" * 7]),
    st.lists(st.sampled_from([*DECK, 1, None]), max_size=3).map(tuple),
    st.just([]),
)
inputs = st.builds(
    Input,
    st.integers(0, 9),
    st.sampled_from(["play", "pass", "give", "pick", "discard", "take", "deadline", "slap", ""]),
    st.one_of(st.integers(-1, 5), st.none()),
    st.one_of(st.none(), things),
    st.booleans(),
    st.just(()),
    st.one_of(things, st.lists(st.sampled_from(DECK), min_size=1, max_size=2).map(tuple)),
    st.one_of(st.none(), things),
    st.one_of(st.just(""), things),
)


@examples(25)
@given(options, seeds, lots, st.lists(inputs, min_size=20, max_size=20))
def test_whatever_is_sent(options, seed, random, sent):
    """Never an exception; what is refused changes nothing, and what is accepted was legal, but for what it states."""
    for (state, move), odd in zip(game(options, seed, random, 20), sent, strict=False):
        field = random.choice(["kind", "seat", "cards", "reading", "to", "choose", "held"])
        for tried in (odd, move._replace(**{field: getattr(odd, field)})):
            after, outcomes = apply(state, tried)
            if outcomes[0].kind == "refused":
                assert after is state
                assert len(outcomes) == 1
                assert outcomes[0].ref == tried.ref
                assert outcomes[0].reason
                continue
            kuoppa.check(after)
            cards = arranged(tried.cards)
            assert any((o.kind, o.cards) == (tried.kind, cards) for o in kuoppa.legal(state, tried.seat))


@examples(25)
@given(options, seeds, lots, st.lists(inputs, min_size=3, max_size=3))
def test_the_order_of_a_bundle_does_not_matter(options, seed, random, sent):
    for state, move in random.sample(steps := game(options, seed, random, 120), min(len(steps), 6)):
        bundle = (move, *sent[:2], some(state, random)._replace(ref=3))
        results = [apply(state, *order) for order in permutations(bundle)]
        assert all(result == results[0] for result in results)
        kuoppa.check(results[0][0])


@few
@given(options, seeds, lots)
def test_a_view_does_not_know_what_its_viewer_may_not(options, seed, random):
    """Another seed, and hidden cards of two others exchanged: the same to the viewer and to everybody, now and as long as
    the same is done in both."""
    steps = game(options, seed, random)
    for start in random.sample(range(len(steps)), min(len(steps), 12)):
        state, _ = steps[start]
        if state.phase != "play":
            continue
        viewer = random.randrange(5)
        holders = [seat for seat in range(5) if seat != viewer and state.hands[seat]]
        if len(holders) < 2:
            continue
        one, two = random.sample(holders, 2)
        mine, yours = random.choice(state.hands[one]), random.choice(state.hands[two])
        twin = _swapped(state, one, mine, two, yours)._replace(seed=bytes(32))
        kuoppa.check(twin)
        for place in range(start, len(steps)):
            state, move = steps[place]
            assert kuoppa.view(state, None) == kuoppa.view(twin, None)
            assert kuoppa.view(state, viewer) == kuoppa.view(twin, viewer)
            assert list(kuoppa.legal(state, viewer))[:50] == list(kuoppa.legal(twin, viewer))[:50]
            if {mine, yours} & set(move.cards):
                break
            twin, outcomes = apply(twin, move)
            assert outcomes == apply(state, move)[1] or state.round != twin.round
            if state.round != twin.round:
                break


def _swapped(state: State, one: int, mine: str, two: int, yours: str) -> State:
    hands = list(state.hands)
    hands[one] = arranged(yours if card == mine else card for card in hands[one])
    hands[two] = arranged(mine if card == yours else card for card in hands[two])
    return state._replace(hands=tuple(hands))


def exchange(options: Options, seed: bytes, random: Random) -> list[tuple[State, Input]]:
    """The states of an exchange, each with the choice that it was answered with."""
    places = random.sample(range(5), 5)
    hands = deal(seed, 2, places[2])
    state = kuoppa.position(hands, places=places, exchange=True, options=options, seed=seed)
    steps = []
    while state.phase != "play":
        steps.append((state, some(state, random)))
        state, _ = apply(*steps[-1])
    return steps


def public_cards(state: State) -> set[str | None]:
    """The cards of the exchange that everybody has seen, wherever they are now (KU-15)."""
    assert state.exchange is not None
    return {*state.exchange.given, *(state.exchange.discards if state.phase == "take" else ())}


def exchange_twin(state: State, viewer: int | None, kept: set[str | None], random: Random) -> State:
    """The state with another seed and with cards that the viewer has not seen dealt otherwise among the others, but for
    those to be ``kept`` in their place; whoever has committed a card has committed another one, unless it is kept. What a
    pit player gave, or is to give, stays the highest of the hand (KU-21)."""
    assert state.exchange is not None
    others = [seat for seat in range(5) if seat != viewer]
    kept = kept | public_cards(state)
    for seat in state.places[3:] if state.phase == "give" else ():
        kept = kept | set(kuoppa.gives(state.hands[seat]))
    twin = state._replace(seed=bytes(32))
    for _ in range(40):
        one, two = random.sample(others, 2)
        mine, yours = random.choice(twin.hands[one]), random.choice(twin.hands[two])
        swapped = _swapped(twin, one, mine, two, yours)
        if not {mine, yours} & kept and _gave_the_highest(swapped):
            twin = swapped
    discards = list(state.exchange.discards)
    for place, seat in enumerate(state.places[:2]) if state.phase == "discard" else ():
        if discards[place] is not None and seat != viewer and discards[place] not in kept:
            discards[place] = random.choice([card for card in twin.hands[seat] if card != discards[place]])
    twin = twin._replace(exchange=state.exchange._replace(discards=(discards[0], discards[1])))
    kuoppa.check(twin)
    return twin


def _gave_the_highest(state: State) -> bool:
    assert state.exchange is not None
    return all(
        VALUES[max(state.hands[seat], key=VALUES.__getitem__)] <= VALUES[card]
        for seat, card in zip(state.places[3:], state.exchange.given, strict=True)
        if card is not None
    ) and all(
        len(kuoppa.gives(state.hands[seat])) > 1
        for seat, card in zip(state.places[3:], state.exchange.given, strict=True)
        if card is None
    )


@few
@given(options, seeds, lots)
def test_an_exchange_shows_nobody_what_is_hidden(options, seed, random):
    """From every state of an exchange, for every viewer: other hands and other committed cards look the same, and so does
    all that is then done in both, as far as the discards that are shown are the same."""
    steps = exchange(options, seed, random)
    discards = {move.cards[0] for _, move in steps if move.kind == "discard"}
    for start in range(len(steps)):
        for viewer in (None, *range(5)):
            shown = random.random() < 0.3
            script = {move.cards[0] for _, move in steps[start:] if move.kind != "discard"}
            kept = script - discards | (discards if shown else set())
            twin = exchange_twin(steps[start][0], viewer, kept, random)
            for state, move in steps[start:]:
                assert_alike(state, twin, viewer)
                after, outcomes = apply(state, move)
                secret = move.kind == "discard" and move.seat != viewer and not shown
                if secret:
                    # The owner commits another card in the twin: nobody else may notice.
                    cards = [card for card in twin.hands[move.seat] if card != move.cards[0]]
                    move = move._replace(cards=(random.choice(cards),))
                twin, told = apply(twin, move)
                if state.phase == "discard" and after.phase == "take" and not shown:
                    assert told[0] == outcomes[0]
                    assert [o.kind for o in told] == [o.kind for o in outcomes] == ["committed", "revealed"]
                    break
                assert told == outcomes
                assert_alike(after, twin, viewer)


def assert_alike(state: State, twin: State, viewer: int | None) -> None:
    assert kuoppa.view(state, None) == kuoppa.view(twin, None)
    if viewer is not None:
        assert kuoppa.view(state, viewer) == kuoppa.view(twin, viewer)
        assert list(kuoppa.legal(state, viewer)[:50]) == list(kuoppa.legal(twin, viewer)[:50])


def test_games_from_one_seed_are_one_game():
    games = [game(Options(target=2), bytes(32), Random(5)) for _ in range(2)]
    assert games[0] == games[1]
    with pytest.raises(ValueError, match="32 bytes"):
        kuoppa.start(Options(), 5, bytes(31))
