"""Whole random games of every agreement: what must hold after every step, whatever is pressed."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lapsy.games import lapsy
from lapsy.games.lapsy import words
from lapsy.games.lapsy.situation import live
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Input

#: Each variant and each switch alone, and combinations in which rules meet.
NAMED: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "agreements.json").read_bytes())

FIRST = ("sandwich", "sum_ten", "slap_ban", "penalty_each", "hidden_hand")
SECOND = ("hodari", "same_face", "head_slap", "reverse", "slapjack", "courts", "dead_button")

#: What is tried most is what a table sends most; a seat of None stands for whoever is on turn.
KINDS = (
    *("play", "flip", "shown", "slap", "head") * 3,
    "deadline",
    "deliberate",
    "disqualify",
    "join",
    "dance",
)
STEP_US = 300_000

#: Kinds of outcomes whose reasons have sentences; an empty reason needs none.
WORDS = {
    "refused": words.REFUSED,
    "false": words.FALSE,
    "collected": words.COLLECTED,
    "lost_challenge": words.LOST,
    "last_pile": words.LAST_PILE,
    "over": {"", *words.OVER},
}

presses = st.tuples(
    st.sampled_from(KINDS),
    st.one_of(st.none(), st.integers(0, 8)),
    st.one_of(st.none(), st.none(), st.integers(0, 4), st.sampled_from(["9C", "AD"])),
    st.sampled_from([False, False, False, True]),
    st.sampled_from(
        [(), (), (), (-10, -9, -8, -7), (-20, -19, -10, -9)]
    ),  # relative numbers: not proven later than these
)
bundles = st.lists(presses, min_size=1, max_size=4)
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def possible(raw: dict[str, str]) -> bool:
    """True when the options do not contradict each other."""
    try:
        lapsy.parse_options(raw)
    except OptionError:
        return False
    return True


@st.composite
def agreements(draw: Any) -> lapsy.Options:
    """Any combination that is no contradiction."""
    raw: dict[str, str] = {"variant": draw(st.sampled_from(["alga", "basic", "basic"]))}
    switches = FIRST if raw["variant"] == "alga" else (*FIRST, *SECOND)
    raw |= dict.fromkeys(draw(st.sets(st.sampled_from(switches), max_size=3)), "on")
    if draw(st.integers(0, 3)) == 0:
        raw |= {
            "card_cap": str(draw(st.integers(1, 12))),
            "sudden_death": draw(st.sampled_from(["on", "off"])),
        }
    if draw(st.integers(0, 3)) == 0:
        raw |= {"time_cap_s": str(draw(st.integers(1, 3)))}
    for name in (
        "courts",
        "dead_button",
        "hodari",
        "sandwich",
        "sum_ten",
        "penalty_each",
        "same_face",
        "reverse",
    ):
        if not possible(raw):
            raw.pop(name, None)
    return lapsy.parse_options(raw)


@st.composite
def starts(draw: Any) -> lapsy.State:
    """A fresh deal, or a late position with few cards and a slappable top, some seats card-less or out for good."""
    options = draw(agreements())
    seats = draw(st.integers(2, 8))
    state = lapsy.start(options, seats, draw(st.binary(min_size=32, max_size=32)))
    if draw(st.booleans()):
        return state
    hands = [hand[: draw(st.integers(0, 4))] for hand in state.hands]
    pile = draw(st.sampled_from([(), ("9C", "9D"), ("9C", "5D", "9H"), ("JC",), ("QC", "JD"), ("2C", "3D")]))
    if sum(map(bool, hands)) < 2:
        hands[:2] = [state.hands[0][:2], state.hands[1][:2]]
    out = []
    if options.variant == "alga":
        out = [seat for seat in range(seats) if not hands[seat] and draw(st.booleans())]
    turn = next(seat for seat in range(seats) if hands[seat])
    last = next(seat for seat in range(seats) if seat not in out)
    return lapsy.position(
        hands, pile=pile, turn=turn, last_player=last, cannot_return=out, options=options, since_us=-(10**6)
    )


def bundle_for(state: lapsy.State, n: int, given_presses: list[Any]) -> Bundle:
    inputs = []
    for place, (kind, seat, choose, held, relative) in enumerate(given_presses):
        ref = 10 * n + place
        if kind in ("deadline", "shown"):
            inputs.append(Input(ref, kind))
        else:
            who = state.turn if seat is None else seat
            not_after = tuple(10 * n + back for back in relative) if kind == "slap" else ()
            inputs.append(Input(ref, kind, who, choose, held and kind in ("slap", "head"), not_after))
    return Bundle(STEP_US * n, tuple(inputs))


def moved_on(state: lapsy.State, t_us: int) -> lapsy.State:
    """What a table does when nobody presses anything but the player on turn: the way on."""
    due = lapsy.deadline(state)
    if state.window is not None:
        assert due is not None
        t_us, on = max(t_us, state.window.since_us + state.rules.window_us), Input(1, "deadline")
    elif state.air is not None:
        on = Input(1, "shown")
    else:
        (on, *_) = [
            way for seat in range(len(state.hands)) for way in lapsy.legal(state, seat) if way.kind == "flip"
        ]
    after, outcomes = lapsy.apply(state, Bundle(t_us, (on,)))
    assert "refused" not in {outcome.kind for outcome in outcomes}
    return after


@slow
@given(starts(), st.lists(bundles, max_size=40))
def test_whatever_is_pressed(state: lapsy.State, pressed: list[Any]) -> None:
    cards = lapsy.cards_of(state)
    for n, members in enumerate(pressed, start=1):
        bundle = bundle_for(state, n, members)
        after, outcomes = lapsy.apply(state, bundle)

        lapsy.check(after)
        assert lapsy.cards_of(after) == cards
        assert lapsy.from_text(lapsy.to_text(after)) == after
        assert lapsy.is_over(after) == bool(lapsy.winners(after))

        assert all(outcome.reason in WORDS[outcome.kind] for outcome in outcomes if outcome.kind in WORDS)
        refused = {outcome.ref for outcome in outcomes if outcome.kind == "refused"}
        assert refused <= {given.ref for given in bundle.inputs}
        if refused == {given.ref for given in bundle.inputs}:
            assert after is state

        if lapsy.is_over(after):
            assert not any(lapsy.legal(after, seat) for seat in range(len(after.hands)))
            assert lapsy.deadline(after) is None
        else:
            assert moved_on(after, bundle.t_us) != after
        state = after


@slow
@given(starts(), st.lists(bundles, max_size=12), st.lists(presses, min_size=2, max_size=5))
def test_the_order_of_a_bundles_members_never_matters(
    state: Any, before: list[Any], members: list[Any]
) -> None:
    for n, some in enumerate(before, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, some))
    bundle = bundle_for(state, len(before) + 1, members)
    first = lapsy.apply(state, bundle)
    for order in permutations(bundle.inputs):
        assert lapsy.apply(state, Bundle(bundle.t_us, order)) == first


@slow
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


#: So many top cards of a hand can move in a script of three presses.
REACH = 12


@slow
@given(
    agreements(),
    st.integers(2, 4),
    st.binary(min_size=32, max_size=32),
    st.lists(bundles, max_size=6),
    st.lists(presses, max_size=3),
    st.data(),
)
def test_what_lies_deep_in_the_hands_changes_nothing_before_it_comes_up(
    options: Any, seats: int, seed: bytes, before: list[Any], script: list[Any], data: st.DataObject
) -> None:
    """Twins that differ only below the cards that the script can reach: same views, same outcomes at every step."""
    state = lapsy.start(options, seats, seed)
    for n, members in enumerate(before, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    deep = [card for hand in state.hands for card in hand[REACH:]]
    anew = iter(data.draw(st.permutations(deep)))
    twin = state._replace(
        hands=tuple(hand[:REACH] + tuple(next(anew) for _ in hand[REACH:]) for hand in state.hands)
    )
    seen_at_once = [press for press in script if press[0] != "disqualify"]  # which lays the whole hand open
    for n, press in enumerate(seen_at_once, start=len(before) + 1):
        bundle = bundle_for(state, n, [press])
        (state, said), (twin, twin_said) = lapsy.apply(state, bundle), lapsy.apply(twin, bundle)
        assert said == twin_said
        for viewer in (None, *range(len(state.hands))):
            assert lapsy.view(state, viewer) == lapsy.view(twin, viewer)


@slow
@given(starts(), st.lists(bundles, max_size=30))
def test_legal_inputs_are_never_refused(state: lapsy.State, pressed: list[Any]) -> None:
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    for seat in range(len(state.hands)):
        for way in lapsy.legal(state, seat):
            after, outcomes = lapsy.apply(state, Bundle(10**9, (way,)))
            assert "refused" not in {outcome.kind for outcome in outcomes}
            lapsy.check(after)


@slow
@given(starts(), st.lists(bundles, max_size=30))
def test_what_is_not_legal_is_refused(state: lapsy.State, pressed: list[Any]) -> None:
    """The other way round, for presses that a seat has no reason to make."""
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    for seat in range(len(state.hands)):
        ways = lapsy.legal(state, seat)
        for given_input in (Input(0, "flip", seat), Input(0, "slap", seat)):
            if given_input not in ways:
                after, (outcome,) = lapsy.apply(state, Bundle(10**9, (given_input,)))
                assert outcome.kind == "refused"
                assert after is state


@slow
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


#: Values that no table sends; what is wrong is refused, not raised.
rubbish = st.one_of(
    st.none(), st.integers(-3, 12), st.booleans(), st.text(max_size=3), st.just([1]), st.just(1.5)
)


@slow
@given(
    starts(),
    st.sampled_from(KINDS),
    rubbish,
    rubbish,
    st.sampled_from([(), ("9C",), ("??",), (3,)]),
)
def test_fields_that_make_no_sense_are_refused(
    state: Any, kind: str, seat: Any, choose: Any, cards: Any
) -> None:
    given_input = Input(7, kind, seat, choose, cards=cards, to=choose, reading="?")
    after, outcomes = lapsy.apply(state, Bundle(10**9, (given_input,)))
    lapsy.check(after)
    assert outcomes
    if type(seat) is not int and seat is not None and kind not in ("deadline", "dance"):
        assert [outcome.kind for outcome in outcomes] == ["refused"]
        assert after is state


@given(starts(), st.lists(st.sampled_from([None, 5, [], {}, "", "dance"]), min_size=1, max_size=3))
def test_kinds_that_are_none_are_refused(state: Any, kinds: list[Any]) -> None:
    bundle = Bundle(10**9, tuple(Input(ref, kind, 0) for ref, kind in enumerate(kinds)))
    after, outcomes = lapsy.apply(state, bundle)
    assert after is state
    assert [outcome.kind for outcome in outcomes] == ["refused"] * len(kinds)


@pytest.mark.parametrize("raw", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_same_seed_plays_the_same_game(raw: dict[str, str], seats: int) -> None:
    def played(seed: bytes) -> str:
        state = lapsy.start(lapsy.parse_options(raw), seats, seed)
        for n in range(1, 300):
            if lapsy.is_over(state):
                break
            if live(state) and n % 3:
                slappers = [Input(n, "slap", seat) for seat in range(seats) if (n + seat) % 2]
                heads = tuple(slap._replace(kind="head", ref=10**6 + n) for slap in slappers)
                state, _ = lapsy.apply(state, Bundle(2_000_000 * n, heads))
                state, _ = lapsy.apply(state, Bundle(2_000_000 * n, tuple(slappers)))
                lapsy.check(state)
                if lapsy.is_over(state):
                    break
            state = moved_on(state, 2_000_000 * n)
            lapsy.check(state)
        return lapsy.to_text(state)

    assert played(bytes(32)) == played(bytes(32)) != played(b"1" * 32)


@given(st.text(max_size=40))
def test_text_that_is_no_state_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="no state of Läpsy"):
        lapsy.from_text(text)


@slow
@given(starts(), st.lists(bundles, max_size=4), st.data())
def test_damaged_text_is_named(state: lapsy.State, pressed: list[Any], data: st.DataObject) -> None:
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
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
