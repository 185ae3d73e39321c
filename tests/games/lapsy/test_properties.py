"""Whole random games: what must hold after every step, whatever is pressed."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lapsy.games import lapsy
from lapsy.games.play import Bundle, Input

SWITCHES = ("sandwich", "sum_ten", "slap_ban", "penalty_each", "hidden_hand")
#: What is tried most is what a table sends most; a seat of None stands for whoever is on turn.
KINDS = (
    "play",
    "play",
    "flip",
    "flip",
    "shown",
    "shown",
    "slap",
    "slap",
    "deadline",
    "deliberate",
    "disqualify",
    "join",
)

presses = st.tuples(
    st.sampled_from(KINDS),
    st.one_of(st.none(), st.integers(0, 8)),
    st.one_of(st.none(), st.none(), st.integers(0, 4), st.sampled_from(["9C", "AD"])),
    st.sampled_from([False, False, False, True]),
)
bundles = st.lists(presses, min_size=1, max_size=4)


@st.composite
def starts(draw: Any) -> lapsy.State:
    """A fresh deal, or a late position with few cards, some seats card-less or out for good."""
    on = draw(st.sets(st.sampled_from(SWITCHES), max_size=2))
    options = lapsy.parse_options(dict.fromkeys(on, "on"))
    seats = draw(st.integers(2, 8))
    state = lapsy.start(options, seats, draw(st.binary(min_size=32, max_size=32)))
    if draw(st.booleans()):
        return state
    hands = [hand[: draw(st.integers(0, 4))] for hand in state.hands]
    pile = [hand[-1] for hand in state.hands][: draw(st.integers(0, 3))]
    out = [seat for seat in range(seats) if not hands[seat] and draw(st.booleans())]
    if sum(map(bool, hands)) < 2:
        hands[:2] = [state.hands[0][:2], state.hands[1][:2]]
        out = [seat for seat in out if seat > 1]
    return lapsy.position(hands, pile=pile, turn=0, cannot_return=out, options=options)


def bundle_for(state: lapsy.State, n: int, given_presses: list[Any]) -> Bundle:
    inputs = []
    for place, (kind, seat, choose, held) in enumerate(given_presses):
        if kind in ("deadline", "shown"):
            inputs.append(Input(10 * n + place, kind))
        else:
            who = state.turn if seat is None else seat
            inputs.append(Input(10 * n + place, kind, who, choose, held and kind == "slap"))
    return Bundle(300_000 * n, tuple(inputs))


def moved_on(state: lapsy.State, t_us: int) -> lapsy.State:
    """What a table does when nobody presses anything but the player on turn: the way on."""
    if lapsy.deadline(state) is not None:
        on = Input(1, "deadline")
    elif state.air is not None:
        on = Input(1, "shown")
    else:
        flips = [
            way for seat in range(len(state.hands)) for way in lapsy.legal(state, seat) if way.kind == "flip"
        ]
        on = flips[0]
    after, outcomes = lapsy.apply(state, Bundle(t_us, (on,)))
    assert "refused" not in {outcome.kind for outcome in outcomes}
    return after


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(starts(), st.lists(bundles, max_size=40))
def test_whatever_is_pressed(state: lapsy.State, pressed: list[Any]) -> None:
    cards = lapsy.cards_of(state)
    for n, members in enumerate(pressed, start=1):
        bundle = bundle_for(state, n, members)
        after, outcomes = lapsy.apply(state, bundle)

        lapsy.check(after)
        assert lapsy.cards_of(after) == cards
        assert lapsy.from_text(lapsy.to_text(after)) == after
        assert (lapsy.deadline(after) is None) == (after.window is None)

        refused = {outcome.ref for outcome in outcomes if outcome.kind == "refused"}
        assert refused <= {given.ref for given in bundle.inputs}
        if refused == {given.ref for given in bundle.inputs}:
            assert after is state

        if lapsy.is_over(after):
            assert not any(lapsy.legal(after, seat) for seat in range(len(after.hands)))
        else:
            assert moved_on(after, bundle.t_us + 1_000_000) != after
        state = after


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(starts(), st.lists(bundles, max_size=12), st.lists(presses, min_size=2, max_size=5))
def test_the_order_of_a_bundles_members_never_matters(
    state: Any, before: list[Any], members: list[Any]
) -> None:
    for n, some in enumerate(before, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, some))
    bundle = bundle_for(state, 50, members)
    first = lapsy.apply(state, bundle)
    for order in permutations(bundle.inputs):
        assert lapsy.apply(state, Bundle(bundle.t_us, order)) == first


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(starts(), st.lists(bundles, max_size=30), st.data())
def test_nobody_sees_what_is_hidden(state: lapsy.State, pressed: list[Any], data: st.DataObject) -> None:
    """Deal the hidden cards anew among the hidden places: no view and no list of legal inputs can tell."""
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    for viewer in (None, *range(len(state.hands))):
        seen = lapsy.view(state, viewer)
        own = viewer if viewer is not None and "hand" in seen else None
        hidden = [card for seat, hand in enumerate(state.hands) if seat != own for card in hand]
        anew = iter(data.draw(st.permutations(hidden)))
        hands = tuple(
            hand if seat == own else tuple(next(anew) for _ in hand) for seat, hand in enumerate(state.hands)
        )
        other = state._replace(hands=hands)
        assert lapsy.view(other, viewer) == seen
        if viewer is not None:
            assert lapsy.legal(other, viewer) == lapsy.legal(state, viewer)


@settings(max_examples=100, deadline=None)
@given(starts(), st.lists(bundles, max_size=30))
def test_legal_inputs_are_never_refused(state: lapsy.State, pressed: list[Any]) -> None:
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    for seat in range(len(state.hands)):
        for way in lapsy.legal(state, seat):
            _, outcomes = lapsy.apply(state, Bundle(10**9, (way,)))
            assert "refused" not in {outcome.kind for outcome in outcomes}


@settings(max_examples=100, deadline=None)
@given(starts(), st.lists(bundles, max_size=30))
def test_a_play_is_a_flip_that_is_shown_at_once(state: lapsy.State, pressed: list[Any]) -> None:
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    at_once, _ = lapsy.apply(state, Bundle(10**9, (Input(1, "play", state.turn),)))
    for inputs in (
        (Bundle(10**9, (Input(1, "flip", state.turn), Input(2, "shown"))),),
        (Bundle(10**9, (Input(1, "flip", state.turn),)), Bundle(10**9, (Input(2, "shown"),))),
    ):
        after = state
        for bundle in inputs:
            after, _ = lapsy.apply(after, bundle)
        if state.air is None:
            assert after == at_once


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_same_seed_plays_the_same_game(seats: int) -> None:
    def played(seed: bytes) -> str:
        state = lapsy.start(lapsy.parse_options({}), seats, seed)
        for n in range(400):
            if lapsy.is_over(state):
                break
            state = moved_on(state, 2_000_000 * n)
        return lapsy.to_text(state)

    assert played(bytes(32)) == played(bytes(32)) != played(b"1" * 32)


@given(st.text(max_size=40))
def test_text_that_is_no_state_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="no state of Läpsy"):
        lapsy.from_text(text)


@given(starts(), st.data())
def test_damaged_text_is_named(state: lapsy.State, data: st.DataObject) -> None:
    text = lapsy.to_text(state)
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.characters(codec="ascii"))
    damaged = text[:at] + new + text[at + 1 :]
    try:
        found = lapsy.from_text(damaged)
    except ValueError:
        return
    lapsy.check(found)  # another state, then, and a sound one
    assert lapsy.to_text(found) == damaged
