"""Whole random games: what must hold after every step, whatever is pressed."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from effort import examples
from lapsy.games import limppu
from lapsy.games.limppu.deck import KINGS, LIMPPU
from lapsy.games.play import Bundle, Input

MODEST = examples(60)

#: One choice at a table: what is picked of what may be done, how much later, and whether somebody presses nonsense.
choices = st.tuples(
    st.integers(0, 10_000),
    st.sampled_from([0, 1, 300_000, 300_000, 1_000_000, 2_999_999, 3_000_000, 3_000_001]),
    st.sampled_from([0, 0, 1, 2]),
)
games = st.lists(choices, min_size=30, max_size=90)


@st.composite
def starts(draw: Any) -> limppu.State:
    raw = {
        "stop": draw(st.sampled_from(["auto", "live", "live"])),
        "series": draw(st.sampled_from(["on", "off"])),
        "must_pass_limppu": draw(st.sampled_from(["on", "off"])),
        "idle_rounds": draw(st.sampled_from(["0", "1", "4"])),
    }
    if draw(st.booleans()):
        raw |= {"decks": "2", "second_ks": draw(st.sampled_from(["on", "off"]))}
    seats, seed = draw(st.integers(2, 6)), draw(st.binary(min_size=32, max_size=32))
    state = limppu.start(limppu.parse_options(raw), seats, seed)
    if raw["stop"] == "auto" or draw(st.booleans()):
        return state
    # The stop cards come early, so that much happens while they are withheld.
    rest = [card for card in state.stock if card not in KINGS]
    for king in (card for card in state.stock if card in KINGS):
        rest.insert(draw(st.integers(0, 5)), king)
    # And now and then a stop card is the last of the stock, so that draws are owed that nobody can make (LI-58).
    left = (
        max(rest.index(king) for king in KINGS.intersection(rest)) + 1
        if draw(st.integers(0, 3))
        else len(rest)
    )
    return state._replace(stock=tuple(rest[:left]), out=tuple(rest[left:]))


def possible(state: limppu.State) -> list[Input]:
    """What the seats may do; the turn's own first and thrice, so that games move on."""
    inputs = [given for seat in range(len(state.hands)) for given in limppu.legal(state, seat)]
    acts = [given for given in inputs if given.kind not in ("challenge", "announce")]
    return acts * 3 + inputs if acts else inputs


def way_on(state: limppu.State) -> bool:
    """True when something moves the game: challenges and announcements do not move the turn."""
    if limppu.deadline(state) is not None:
        return True
    acts = () if state.turn is None else limppu.legal(state, state.turn)
    return any(given.kind not in ("challenge", "announce") for given in acts)


def nonsense(state: limppu.State, n: int, cards: list[str]) -> Input:
    kinds = ("play", "beat", "draw", "end_defence", "announce", "challenge", "deadline", "sing")
    seat = (None, 0, 1, 2, 5, 9)[n // 8 % 6]
    kind = kinds[n % 8]
    named = (cards[n % len(cards)], cards[n * 7 % len(cards)]) if kind in ("play", "beat") else ()
    return Input(0, kind, seat, cards=named, to=n % 4 if kind == "challenge" else None)


def walk(state: limppu.State, game: list[Any]) -> list[tuple[int, Bundle, limppu.State]]:
    """Plays the choices and gives every bundle with the state after it; a time that is due comes first, as at a table."""
    now_us, steps = 0, []
    cards = list(limppu.cards_of(state))
    for ref, (pick, later_us, silly) in enumerate(game):
        if limppu.is_over(state):
            break
        now_us += later_us
        options = possible(state)
        due = limppu.deadline(state)
        if due is not None and (due <= now_us or not options):
            now_us = max(now_us, due)
            given = Input(ref, "deadline")
        elif silly:
            given = nonsense(state, pick, cards)._replace(ref=ref)
        else:
            given = options[pick % len(options)]._replace(ref=ref)
        bundle = Bundle(now_us, (given,))
        state, _ = limppu.apply(state, bundle)
        steps.append((now_us, bundle, state))
    return steps


@MODEST
@given(starts(), games)
def test_every_step_is_sound(state: limppu.State, game: list[Any]) -> None:
    """Cards are conserved, a refused input changes nothing, there is a legal way on, text brings everything back."""
    cards = limppu.cards_of(state)
    before = state
    for _, bundle, after in walk(state, game):
        limppu.check(after)
        assert limppu.cards_of(after) == cards
        again, outcomes = limppu.apply(before, bundle)
        assert again == after
        refused = [o for o in outcomes if o.kind == "refused"]
        if refused:
            assert again is before
            assert len(outcomes) == 1
        else:
            assert outcomes
            assert outcomes[0].ref == bundle.inputs[0].ref or bundle.inputs[0].kind == "deadline"
        assert limppu.from_text(limppu.to_text(after)) == after
        assert limppu.is_over(after) or way_on(after)
        before = after


@MODEST
@given(starts(), games)
def test_what_is_legal_is_accepted_and_what_is_not_listed_is_refused(
    state: limppu.State, game: list[Any]
) -> None:
    for now_us, _, after in walk(state, game)[::4]:
        for seat in range(len(after.hands)):
            legal = limppu.legal(after, seat)
            assert len(set(legal)) == len(legal)
            for given_input in legal:
                _, outcomes = limppu.apply(after, Bundle(now_us, (given_input,)))
                assert not [o for o in outcomes if o.kind == "refused"]
            for kind in ("draw", "end_defence", "announce"):
                _, outcomes = limppu.apply(after, Bundle(now_us, (Input(0, kind, seat),)))
                listed = any(g.kind == kind for g in legal)
                assert listed == (not [o for o in outcomes if o.kind == "refused"])


@examples(12)
@given(starts(), games, st.integers(0, 10_000))
def test_pairs_and_beatings_by_brute_force(state: limppu.State, game: list[Any], pick: int) -> None:
    """Every two cards of the whole pack, tried: exactly those listed are taken (stop cards apart: LI-57)."""
    states = [(0, state), *((now_us, after) for now_us, _, after in walk(state, game))]
    now_us, after = states[pick % len(states)]
    if after.turn is None:
        return
    legal = {
        (g.kind, frozenset(g.cards) if g.kind == "play" else g.cards) for g in limppu.legal(after, after.turn)
    }
    cards = [card for card in limppu.cards_of(after) if card not in KINGS]
    for a in cards:
        for b in cards:
            for kind in ("play", "beat"):
                new, _ = limppu.apply(after, Bundle(now_us, (Input(0, kind, after.turn, cards=(a, b)),)))
                key = (kind, frozenset((a, b)) if kind == "play" else (a, b))
                assert (new is not after) == (key in legal and a != b)


def swapped(state: limppu.State, one: str, other: str) -> limppu.State:
    """The state with two cards changed for each other wherever they are."""
    return renamed(state, {one: other, other: one})


def renamed(state: limppu.State, names: dict[str, str]) -> limppu.State:
    """The state with every card changed for the one that ``names`` gives for it, wherever it is."""

    def change(thing: Any) -> Any:
        if isinstance(thing, str):
            return names.get(thing, thing)
        if isinstance(thing, tuple):
            made = [change(part) for part in thing]
            return type(thing)(*made) if hasattr(thing, "_fields") else tuple(made)
        return thing

    return state._replace(
        hands=change(state.hands),
        stock=change(state.stock),
        out=change(state.out),
        table=change(state.table),
        held=change(state.held),
    )


def told_apart(state: limppu.State, mine: Any, told: Any) -> bool:
    """True when an act itself tells one twin from the other: only one accepts it, or an owed draw catches somebody in one
    only (it depends on a pair in a hand). With ``stop=auto`` draws for a pair come by themselves, as many as it takes."""
    if not state.options.live:
        return [(outcome.kind, outcome.seats) for outcome in mine] != [(o.kind, o.seats) for o in told]
    return any(
        [outcome.ref for outcome in mine if outcome.kind == kind] != [o.ref for o in told if o.kind == kind]
        for kind in ("refused", "caught")
    )


@MODEST
@given(starts(), games, st.integers(0, 1 << 30).map(Random))
def test_a_draw_says_the_same_whatever_is_drawn(state: limppu.State, game: list[Any], random: Random) -> None:
    """With ``stop=live`` from any state: another order of the stock, and everything that is then done says the same, card
    by card, until a hand that drew otherwise may do what the other may not."""
    if not state.options.live:
        state = limppu.start(limppu.parse_options({"stop": "live"}), len(state.hands), bytes(32))
    steps = walk(state, game)
    starts_at = [at for at, (_, bundle, _) in enumerate(steps) if bundle.inputs[0].kind == "draw"]
    for at in random.sample(starts_at, min(len(starts_at), 4)):
        here = steps[at - 1][2] if at else state
        old = [card for card in here.stock if card not in KINGS]
        new = old[1:] + old[:1] if random.random() < 0.5 else random.sample(old, len(old))
        names = dict(zip(old, new, strict=True))
        for king in KINGS.intersection(here.stock):
            drawn = limppu.apply(swapped(here, king, here.stock[0]), steps[at][1])[1]
            assert drawn == limppu.apply(here, steps[at][1])[1]
        twin = renamed(here, names)
        for _, bundle, after in steps[at:]:
            mine, (twin, told) = limppu.apply(here, bundle)[1], limppu.apply(twin, bundle)
            named = any(names.get(card, card) != card for card in bundle.inputs[0].cards)
            if named or told_apart(here, mine, told):
                break
            assert told == mine
            here = after
            if here.ending is not None:
                break
            for viewer in (None, *range(len(here.hands))):
                if viewer is None or here.hands[viewer] == twin.hands[viewer]:
                    assert limppu.view(here, viewer) == limppu.view(twin, viewer)


@MODEST
@given(starts(), games, st.data())
def test_a_view_tells_nothing_of_what_is_hidden(state: limppu.State, game: list[Any], data: Any) -> None:
    """Two hidden cards change places: who sees neither sees no difference, now and through the same moves."""
    steps = walk(state, game)
    if not steps:
        return  # the automatic stop: the king came while the leader drew for a first pair
    at = data.draw(st.integers(0, len(steps) - 1))
    here = steps[at][2]
    seats = len(here.hands)
    viewer = data.draw(st.sampled_from([None, *range(seats)]))
    hidden = [c for s, hand in enumerate(here.hands) if s != viewer for c in hand if c != LIMPPU]
    hidden += [*here.stock, *here.out]
    hidden = [card for card in hidden if card not in KINGS]
    one, other = data.draw(st.sampled_from(hidden)), data.draw(st.sampled_from(hidden))
    twin = swapped(here, one, other)
    for _, bundle, after in [steps[at], *steps[at + 1 :]]:
        if after is not here:
            twin, told = limppu.apply(twin, bundle)
            _, mine = limppu.apply(here, bundle)
            public = [o for o in mine if o.kind != "refused" or viewer in o.seats]
            other_public = [o for o in told if o.kind != "refused" or viewer in o.seats]
            cards = {card for given in bundle.inputs for card in given.cards}
            moved = {card for o in (*public, *other_public) if o.kind == "defended" for card in o.cards}
            if {one, other} & (cards | moved) or told_apart(here, mine, told):
                return  # the moves themselves told one of the two: it was played, or it made or broke a pair
            assert public == other_public
            here = after
        if here.ending is not None or (here.phase, here.turn) != (twin.phase, twin.turn):
            return
        seen = [attack.card for attack in here.table.cards] if here.table else []
        if {one, other} & {*seen, *(here.hands[viewer] if viewer is not None else ())}:
            return
        assert limppu.view(here, viewer) == limppu.view(twin, viewer)
        if viewer is not None:
            assert limppu.legal(here, viewer) == limppu.legal(twin, viewer)


@MODEST
@given(starts(), games, st.data())
def test_a_king_in_anothers_hand_looks_like_any_card(state: limppu.State, game: list[Any], data: Any) -> None:
    """A state in which somebody withholds the stop card, and one in which it still lies in the stock: equal for the rest."""
    for _, _, here in walk(state, game):
        for held in here.held:
            other = data.draw(st.sampled_from([c for c in here.stock if c not in KINGS] or [held.card]))
            if other == held.card:
                continue
            twin = swapped(here, held.card, other)._replace(
                held=tuple(h for h in here.held if h.card != held.card)
            )
            for viewer in (None, *(s for s in range(len(here.hands)) if s != held.seat)):
                # The twin's holder may owe no draw for a pair: that is in nobody else's view.
                assert limppu.view(here, viewer) == limppu.view(twin, viewer)
                if viewer is not None:
                    assert limppu.legal(here, viewer) == limppu.legal(twin, viewer)


@MODEST
@given(starts(), games)
def test_replay_gives_the_same_end(state: limppu.State, game: list[Any]) -> None:
    steps = walk(state, game)
    again = limppu.from_text(limppu.to_text(state))
    for _, bundle, _ in steps:
        again, _ = limppu.apply(again, bundle)
    assert not steps or again == steps[-1][2]


@MODEST
@given(starts(), games, st.lists(st.integers(0, 10_000), min_size=2, max_size=4), st.booleans())
def test_the_order_of_members_never_matters(
    state: limppu.State, game: list[Any], picks: list[int], late: bool
) -> None:
    """Presses of several seats in one microsecond, nonsense among them."""
    steps = walk(state, game)
    cards = list(limppu.cards_of(state))
    for now_us, _, after in steps[::9]:
        t_us = now_us + (3_000_001 if late else 1)
        options = possible(after)
        members = [
            options[p % len(options)] if options and p % 3 else nonsense(after, p, cards) for p in picks
        ]
        members = [given._replace(ref=ref) for ref, given in enumerate(members)]
        ends = {limppu.apply(after, Bundle(t_us, order)) for order in permutations(members)}
        ((new, outcomes),) = ends
        limppu.check(new)
        if all(o.kind == "refused" for o in outcomes):
            assert new is after
        assert {o.ref for o in outcomes if o.ref is not None} == set(range(len(members))) or new.ending


def test_random_games_come_to_an_end() -> None:
    """LI-48, LI-58: whoever presses what, no game is endless; withheld kings come out when the stock does."""
    for n in range(60):
        raw = {"stop": ("auto", "live")[n % 2], "decks": str(1 + n // 2 % 2)}
        state = limppu.start(limppu.parse_options(raw), 2 + n % 5, bytes([n, 3] * 16))
        now_us = moves = 0
        while not limppu.is_over(state):
            now_us += 700_000
            due = limppu.deadline(state)
            acts = [
                g
                for s in range(len(state.hands))
                for g in limppu.legal(state, s)
                if g.kind not in ("announce", "challenge")
            ]
            if due is not None and (due <= now_us or not acts):
                given_input, now_us = Input(0, "deadline"), max(now_us, due)
            else:
                given_input = acts[(moves * 7919 + n) % len(acts)]
            state, _ = limppu.apply(state, Bundle(now_us, (given_input,)))
            moves += 1
            assert moves < 3000
        assert state.ending is not None
        assert (state.ending.reason == "stop_card") == (n % 2 == 0)
