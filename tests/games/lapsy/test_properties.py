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
from lapsy.games.play import Bundle, Input, Outcome

#: Each variant and each switch alone, and combinations in which rules meet.
NAMED: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "agreements.json").read_bytes())

FIRST = ("sandwich", "sum_ten", "slap_ban", "penalty_each", "hidden_hand")
SECOND = ("hodari", "same_face", "head_slap", "reverse", "slapjack", "courts", "dead_button")

#: What is tried most is what a table sends most; a seat of None stands for whoever is on turn.
KINDS = (
    *("play", "flip", "shown", "slap", "head") * 3,
    *("deadline", "void", "early", "likely"),
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
        if kind in ("deadline", "shown", "void"):
            inputs.append(Input(ref, kind))
        else:
            who = state.turn if seat is None else seat
            early, kind = kind == "early", "slap" if kind == "early" else kind
            not_after = tuple(10 * n + back for back in relative) if kind == "slap" else ()
            held = held and kind in ("slap", "head")
            inputs.append(Input(ref, kind, who, choose, held, not_after, anticipated=early))
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


def may_look(state: lapsy.State, seat: int) -> bool:
    """By the rules alone: the first guide, hands not agreed hidden, three cards or fewer (LA-42, LE-08, LB-04); a card
    of the seat in the air is one of them."""
    air = state.air is not None and state.air.seat == seat
    first = state.options.variant == "alga" and not state.options.hidden_hand
    return first and bool(state.hands[seat]) and len(state.hands[seat]) + air <= 3


@slow
@given(starts(), st.lists(bundles, max_size=30), st.data())
def test_nobody_sees_what_is_hidden(state: lapsy.State, pressed: list[Any], data: st.DataObject) -> None:
    """Deal the hidden cards anew among the hidden places: no view and no list of legal inputs can tell."""
    for n, members in enumerate(pressed, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    for viewer in (None, *range(len(state.hands))):
        seen = lapsy.view(state, viewer)
        own = viewer if viewer is not None and may_look(state, viewer) else None
        assert seen.get("hand") == (None if own is None else list(state.hands[own]))
        hidden = [card for seat, hand in enumerate(state.hands) if seat != own for card in hand]
        anew = iter(data.draw(st.permutations(hidden)))
        hands = tuple(
            hand if seat == own else tuple(next(anew) for _ in hand) for seat, hand in enumerate(state.hands)
        )
        other = state._replace(hands=hands)
        assert lapsy.view(other, viewer) == seen
        if viewer is not None:
            assert lapsy.legal(other, viewer) == lapsy.legal(state, viewer)


def renamed(state: lapsy.State, names: dict[str, str]) -> lapsy.State:
    """The same state with other cards where these are: in the hands, and in what is remembered of hands."""

    def anew(hand: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(card, card) for card in hand)

    payments = tuple(paid._replace(hand=anew(paid.hand)) for paid in state.payments)
    return state._replace(hands=tuple(map(anew, state.hands)), payments=payments)


def laid_open(state: lapsy.State, said: tuple[Outcome, ...]) -> set[str]:
    """What a step showed to all by the rules: whatever lies on the table (a penalty card lies there face up, LA-36), the
    one card of each turn, and a removed player's hand under the pile."""
    cards = {laid.card for laid in state.pile}
    cards |= set() if state.air is None else {state.air.card}
    for outcome in said:
        if outcome.kind == "air":
            cards.add(outcome.cards[0])
        cards |= {card for card, to in zip(outcome.cards, outcome.to, strict=False) if to is None}
    return cards


def told(said: tuple[Outcome, ...], names: dict[str, str]) -> list[Outcome]:
    """Outcomes as everybody may know them: a card that goes unseen from hand to hand has no name (LS-46, LS-56)."""
    return [
        outcome._replace(
            cards=tuple(
                "??" if outcome.kind == "false" and to is not None and card in names else card
                for card, to in zip(outcome.cards, outcome.to or (None,) * len(outcome.cards), strict=True)
            )
        )
        for outcome in said
    ]


@slow
@given(starts(), st.lists(bundles, max_size=6), st.lists(bundles, min_size=1, max_size=4), st.data())
def test_what_no_move_lays_open_changes_nothing(
    state: Any, before: list[Any], script: list[Any], data: st.DataObject
) -> None:
    """Twins that differ in every card of the hands that the script does not lay open, from the first one on: the same
    views, legal inputs and outcomes at every step, and twins they stay."""
    for n, members in enumerate(before, start=1):
        state, _ = lapsy.apply(state, bundle_for(state, n, members))
    public = laid_open(state, ()) | {"9C", "AD"}  # cards that presses call by name
    after, given_bundles = state, []
    for n, members in enumerate(script, start=len(before) + 1):
        given_bundles.append(bundle_for(after, n, members))
        after, said = lapsy.apply(after, given_bundles[-1])
        public |= laid_open(after, said)
    unseen = sorted({card for hand in state.hands for card in hand} - public)
    turn = data.draw(st.integers(1, max(1, len(unseen) - 1)))
    names = dict(zip(unseen, unseen[turn:] + unseen[:turn], strict=True))
    twin = renamed(state, names)
    for bundle in (None, *given_bundles):
        if bundle is not None:
            (state, said), (twin, twin_said) = lapsy.apply(state, bundle), lapsy.apply(twin, bundle)
            assert told(said, names) == told(twin_said, names)
        assert twin == renamed(state, names)
        assert lapsy.view(state, None) == lapsy.view(twin, None)
        for viewer in range(len(state.hands)):
            seen, twin_seen = lapsy.view(state, viewer), lapsy.view(twin, viewer)
            if may_look(state, viewer):
                del seen["hand"], twin_seen["hand"]
            assert seen == twin_seen
            assert lapsy.legal(state, viewer) == lapsy.legal(twin, viewer)


@st.composite
def poor_in_reverse(draw: Any) -> lapsy.State:
    """Reverse with small hands and nothing to slap on the pile: several false slaps at once empty some of them."""
    switches = draw(st.sets(st.sampled_from(["hodari", "same_face", "card_cap"]), max_size=2))
    raw = {name: "5" if name == "card_cap" else "on" for name in switches}
    options = lapsy.parse_options({"variant": "reverse", **raw})
    seats = draw(st.integers(2, 6))
    sizes = draw(
        st.lists(st.integers(0, 3), min_size=seats, max_size=seats).filter(lambda n: sum(map(bool, n)) > 1)
    )
    cards = iter([rank + suit for suit in "CDHS" for rank in "3478T"])
    hands = [[next(cards) for _ in range(size)] for size in sizes]
    pile = draw(st.sampled_from([(), ("2C",), ("2C", "5D"), ("QC", "6D")]))
    turn = next(seat for seat in range(seats) if hands[seat])
    challenge = (sizes.index(0), 1, None) if pile[:1] == ("QC",) and 0 in sizes else None
    last = challenge[0] if challenge else turn
    return lapsy.position(hands, pile=pile, turn=turn, last_player=last, challenge=challenge, options=options)


@slow
@given(poor_in_reverse(), st.data())
def test_mirrored_penalties_of_one_bundle_move_each_card_once(
    state: lapsy.State, data: st.DataObject
) -> None:
    """LS-56: clockwise from each slapper every other player gives the top card of what he held before the bundle; it goes
    to the bottom of the slapper's hand. Who has nothing left of that gives nothing."""
    seats = len(state.hands)
    slappers = data.draw(st.lists(st.sampled_from(range(seats)), min_size=1, max_size=5))
    bundle = Bundle(10**6, tuple(Input(ref, "slap", seat) for ref, seat in enumerate(slappers, start=1)))
    after, said = lapsy.apply(state, bundle)
    lapsy.check(after)
    assert lapsy.cards_of(after) == lapsy.cards_of(state)
    hands, left = [list(hand) for hand in state.hands], list(map(len, state.hands))
    for outcome in said:
        if outcome.kind == "false":
            (slapper,) = outcome.seats
            givers = [(slapper + step) % seats for step in range(1, seats)]
            givers = [seat for seat in givers if left[seat]]
            assert outcome.cards == tuple([hands[seat].pop(0) for seat in givers])
            assert outcome.to == (slapper,) * len(givers)
            hands[slapper].extend(outcome.cards)
            for seat in givers:
                left[seat] -= 1
        elif outcome.kind == "collected":
            for card, to in zip(outcome.cards, outcome.to, strict=True):
                assert to is not None
                hands[to].append(card)
    assert after.hands == tuple(map(tuple, hands))
    assert {seat for o in said if o.kind == "false" for seat in o.seats} == {
        seat for seat in slappers if not state.out[seat] and not state.winners
    }
    for order in (bundle.inputs[::-1], sorted(bundle.inputs, key=lambda one: one.seat)):
        assert lapsy.apply(state, Bundle(10**6, tuple(order))) == (after, said)


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
