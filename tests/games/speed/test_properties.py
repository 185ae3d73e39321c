"""Whole random matches: what must hold after every step, whatever the hands do."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from lapsy.games import speed
from lapsy.games.play import Bundle, Input

OPTIONS = st.fixed_dictionaries(
    {
        "stuck_single_pile": st.sampled_from(["short", "owner"]),
        "win_out_in_two_piles": st.sampled_from(["on", "off"]),
        "stall_s": st.sampled_from(["0", "0", "1", "7"]),
    }
)
SEEDS = st.binary(min_size=32, max_size=32)
LUCK = st.integers(0, 1 << 32)
KINDS = ("spit", "play", "move", "slap", "deadline", "clap")

#: All that a seat could ever do.
EVERY = [
    *(Input(0, "spit", seat) for seat in (0, 1)),
    *(Input(0, "slap", seat, to=to) for seat in (0, 1) for to in "LR"),
    *(Input(0, "play", seat, n, to=to) for seat in (0, 1) for n in range(1, 6) for to in "LR"),
    *(Input(0, "move", seat, n, to=to) for seat in (0, 1) for n in range(1, 6) for to in range(1, 6)),
]

#: A step of the table's axis.
STEP_US = 200_000


def begun(options: dict[str, str], seed: bytes, luck: Random) -> speed.State:
    """A first deal; or the same with no spit cards left and two piles or one, where what is rare happens soon."""
    state = speed.start(speed.parse_options(options), 2, seed)
    piles = luck.choice([0, 0, 1, 2])
    if not piles:
        return state
    left, right = state.spit
    middle = {"L": left, "R": right} if piles == 2 else {"L": None, "R": left + right}
    state = speed.at_once(speed.position(state.stocks, ((), ()), middle, options=state.options, seed=seed))
    speed.check(state)
    return state


relaxed = examples(30)


def eager(state: speed.State, seat: int, luck: Random) -> Input | None:
    """A hand that goes on with the match: a play, now and then a move, else a call or a slap."""
    by_kind: dict[str, list[Input]] = {}
    for way in speed.legal(state, seat):
        by_kind.setdefault(way.kind, []).append(way)
    for kind in ("play", "slap"):
        if kind in by_kind:
            return luck.choice(by_kind[kind])
    if "move" in by_kind and luck.random() < 0.3:
        return luck.choice(by_kind["move"])
    return by_kind["spit"][0] if "spit" in by_kind else None


def junk(luck: Random) -> Input:
    """Anything that a table might send."""
    return Input(
        0,
        luck.choice(KINDS),
        luck.choice([0, 1, 0, 1, None, 2]),
        luck.choice([1, 2, 3, 4, 5, 0, 6, None, "KC"]),
        luck.random() < 0.1,
        to=luck.choice(["L", "R", 1, 2, 3, 4, 5, None, "M"]),
    )


def next_bundle(state: speed.State, n: int, luck: Random, wild: float) -> Bundle:
    """The n-th bundle: hands that go on, some of them not proven later than what came before, and junk."""
    t_us = n * STEP_US
    inputs = []
    for seat in (0, 1):
        hand = eager(state, seat, luck)
        if hand is not None and luck.random() < 0.7:
            inputs.append(hand)
    while luck.random() < wild:
        inputs.append(junk(luck))
    due_us = speed.deadline(state)
    if due_us is not None and (not inputs or luck.random() < 0.3):
        t_us = max(t_us, due_us if luck.random() < 0.9 else due_us - 1)
        inputs = [*inputs, Input(0, "deadline")] if luck.random() < wild else [Input(0, "deadline")]
    luck.shuffle(inputs)
    recent = tuple(range(10 * n - 20, 10 * n))
    return Bundle(
        t_us,
        tuple(
            given._replace(ref=10 * n + place, not_after=recent if luck.random() < wild / 2 else ())
            for place, given in enumerate(inputs[:8])
        ),
    )


def way_on(state: speed.State) -> None:
    """A match that is not over has something that a seat may do or that is due, and it changes the state. What a seat
    may do is told in full: nothing else changes anything.
    """
    legal = {way for seat in (0, 1) for way in speed.legal(state, seat)}
    for hand in EVERY:
        after, _ = speed.apply(state, Bundle(10**12, (hand._replace(ref=1),)))
        assert (after is not state) == (hand in legal)
    ways = [Bundle(10**12, (way._replace(ref=1),)) for seat in (0, 1) for way in speed.legal(state, seat)]
    if speed.is_over(state):
        assert ways == []
        assert speed.deadline(state) is None
        return
    if (due_us := speed.deadline(state)) is not None:
        ways.append(Bundle(due_us, (Input(1, "deadline"),)))
        early, outcomes = speed.apply(state, Bundle(due_us - 1, (Input(1, "deadline"),)))
        assert early is state
        assert outcomes[0].reason == "not_due"
    assert ways
    for way in ways:
        after, outcomes = speed.apply(state, way)
        assert after is not state
        assert "refused" not in {outcome.kind for outcome in outcomes}


@relaxed
@given(OPTIONS, SEEDS, LUCK, st.sampled_from([0.0, 0.3, 0.6]))
def test_a_whole_match(options: dict[str, str], seed: bytes, start: int, wild: float) -> None:
    luck = Random(start)
    state = first = begun(options, seed, luck)
    cards = speed.cards_of(state)
    bundles = []
    for n in range(1, 250):
        bundle = next_bundle(state, n, luck, wild)
        bundles.append(bundle)
        after, outcomes = speed.apply(state, bundle)

        speed.check(after)
        assert speed.cards_of(after) == cards
        assert speed.from_text(speed.to_text(after)) == after
        assert speed.view(after, 0) == speed.view(after, 1) == speed.view(after, None)
        assert seed.hex() not in str(speed.view(after, None))

        answered = {outcome.ref for outcome in outcomes if outcome.ref is not None}
        assert answered <= {given.ref for given in bundle.inputs}
        idle = {outcome.ref for outcome in outcomes if outcome.kind in ("refused", "repeat")}
        if idle == {given.ref for given in bundle.inputs}:
            assert after is state
        else:
            assert after is not state
        if n % 12 == 0 or after.phase != state.phase:
            way_on(after)
        state = after
        if speed.is_over(state):
            break

    again = first
    for bundle in bundles:
        again, _ = speed.apply(again, bundle)
    assert again == state
    assert speed.winners(state) == (() if state.winner is None else (state.winner,))


@relaxed
@given(OPTIONS, SEEDS, LUCK)
def test_the_order_of_a_bundles_members_never_matters(
    options: dict[str, str], seed: bytes, start: int
) -> None:
    luck = Random(start)
    state = begun(options, seed, luck)
    for n in range(1, 120):
        bundle = next_bundle(state, n, luck, 0.5)
        results = {
            (speed.to_text(after), outcomes)
            for after, outcomes in (
                speed.apply(state, bundle._replace(inputs=order)) for order in permutations(bundle.inputs[:4])
            )
        }
        assert len(results) == 1
        state, _ = speed.apply(state, bundle)


@relaxed
@given(OPTIONS, SEEDS, LUCK)
def test_equal_numbers_have_no_order_either(options: dict[str, str], seed: bytes, start: int) -> None:
    """Even where a table forgets to number its inputs the list's order says nothing."""
    luck = Random(start)
    state = begun(options, seed, luck)
    for n in range(1, 60):
        bundle = next_bundle(state, n, luck, 0.6)
        same = tuple(given._replace(ref=5) for given in bundle.inputs[:3])
        assert len({speed.apply(state, Bundle(bundle.t_us, order)) for order in permutations(same)}) <= 1
        state, _ = speed.apply(state, bundle)


def hidden_places(state: speed.State) -> list[tuple[int, int | None, int]]:
    """Where cards lie that nobody has seen in this deal: (seat, place or None for spit cards, index)."""
    places: list[tuple[int, int | None, int]] = []
    for seat in (0, 1):
        for place, cards in enumerate(state.stocks[seat]):
            places += [(seat, place, n) for n in range(len(cards) - 1)]
        places += [(seat, None, n) for n in range(len(state.spit[seat]))]
    return places


def card_at(state: speed.State, where: tuple[int, int | None, int]) -> str:
    seat, place, n = where
    return state.spit[seat][n] if place is None else state.stocks[seat][place][n]


def with_cards(state: speed.State, cards: dict[str, str]) -> speed.State:
    """The state with some cards exchanged for others."""

    def changed(part: Any) -> Any:
        if isinstance(part, str):
            return cards.get(part, part)
        return None if part is None else tuple(changed(inner) for inner in part)

    return state._replace(stocks=changed(state.stocks), spit=changed(state.spit))


@relaxed
@given(OPTIONS, SEEDS, LUCK, st.booleans())
def test_what_nobody_has_seen_shows_nowhere(
    options: dict[str, str], seed: bytes, start: int, across: bool
) -> None:
    """Two states that differ in unseen cards alone look the same, also while the same script is played on them.

    ``across``: cards change places between the players, and the script ends with the round. Otherwise each player's unseen
    cards change places among themselves and the script goes on through new deals, which must come out the same.
    """
    luck = Random(start)
    state = begun(options, seed, luck)
    n = 0
    for _ in range(luck.randrange(80)):
        n += 1
        state, _ = speed.apply(state, next_bundle(state, n, luck, 0.2))
    begin = state
    hidden = {card_at(state, where): where for where in hidden_places(state)}
    states, script = [state], []
    for _ in range(60):
        n += 1
        bundle = next_bundle(state, n, luck, 0.3)
        after, _ = speed.apply(state, bundle)
        if across and after.phase not in ("ready", "play", "slap"):
            break
        script.append(bundle)
        state = after
        states.append(state)
    for state in states:
        if state.deals == begin.deals and state.phase != "redeal":
            unseen = {card_at(state, where) for where in hidden_places(state)}
            hidden = {card: where for card, where in hidden.items() if card in unseen}
    for before, after in pairwise(states):
        if (
            after.phase == "redeal"
        ):  # a card turned up by this very step was seen, and may be why the piles were taken
            turned = {cards[-2] for stock in before.stocks for cards in stock if len(cards) > 1}
            turned |= {cards[0] for cards in before.spit if cards}
            hidden = {card: where for card, where in hidden.items() if card not in turned}
    exchange: dict[str, str] = {}
    for group in ((0, 1),) if across else ((0,), (1,)):
        old = [card for card, where in hidden.items() if where[0] in group]
        new = old[:]
        luck.shuffle(new)
        exchange |= dict(zip(old, new, strict=True))
    twin = with_cards(begin, exchange)
    speed.check(twin)
    for state, bundle in zip(states, [*script, None], strict=True):
        for seat in (None, 0, 1):
            assert speed.view(twin, seat) == speed.view(state, seat)
        for seat in (0, 1):
            assert speed.legal(twin, seat) == speed.legal(state, seat)
        assert speed.deadline(twin) == speed.deadline(state)
        if bundle is not None:
            _, expected = speed.apply(state, bundle)
            twin, outcomes = speed.apply(twin, bundle)
            assert outcomes == expected


@relaxed
@given(OPTIONS, SEEDS, LUCK, st.lists(SEEDS, min_size=2, max_size=2))
def test_a_new_deal_says_nothing_of_its_cards(
    options: dict[str, str], seed: bytes, start: int, others: list[bytes]
) -> None:
    """Matches that lie ready for a new deal, with other seeds and other cards in the pools: they look the same, the deal
    says the same, and after it nothing but the open cards differs."""
    luck = Random(start)
    state = begun(options, seed, luck)
    for n in range(1, 250):
        if speed.is_over(state):
            break
        bundle = next_bundle(state, n, luck, 0.2)
        after, outcomes = speed.apply(state, bundle)
        if "dealt" in {outcome.kind for outcome in outcomes}:
            for other in others:
                twin = exchanged(state, luck)._replace(seed=other)
                assert speed.view(twin, None) == speed.view(state, None)
                assert speed.deadline(twin) == speed.deadline(state)
                twin, told = speed.apply(twin, bundle)
                assert told == outcomes
                assert covered(speed.view(twin, None)) == covered(speed.view(after, None))
        state = after


def exchanged(state: speed.State, luck: Random) -> speed.State:
    """The pools dealt otherwise between the players, who own as many cards as before."""
    cards = [card for pool in state.pools for card in pool]
    luck.shuffle(cards)
    first = len(state.pools[0])
    return state._replace(pools=(tuple(cards[:first]), tuple(cards[first:])))


def covered(view: dict[str, Any]) -> dict[str, Any]:
    """A view of a new deal with its open cards covered."""
    seats = [
        seat | {"stocks": [stock | {"open": stock["open"] is not None} for stock in seat["stocks"]]}
        for seat in view["seats"]
    ]
    return view | {"seats": seats}
