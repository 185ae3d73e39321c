"""The sequencer: bundles, ranks, watermarks; the same bundles in every order of arrival."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.timing.claim import SOURCE_BOUND_US, Claim, Pulse, Span
from lapsy.timing.gap import gap
from lapsy.timing.sequencer import Pending, Rank, Sequencer, precedes, proven
from lapsy.timing.watermark import Watermark, host_watermark, unknown_watermark

BOUND_US = 5_000
FOREVER = 1 << 60


def press(
    n: int, t_us: int, board: str = "a", source: str = "board", index: int | None = None, handicap_us: int = 0
) -> Pending[str]:
    at_us, source_us = t_us + handicap_us, SOURCE_BOUND_US[source]
    span = Span.at(at_us, BOUND_US + source_us)
    number = t_us if index is None else index
    claim = Claim(board, 1, n, number, t_us, source, source_us, span, at_us, handicap_us)
    return Pending(n, Rank.PRESS, span, f"press {n}", claim)


def host(n: int, t_us: int, rank: Rank) -> Pending[str]:
    return Pending(n, rank, Span.at(t_us), f"{rank.name} {n}")


def mark(board: str, t_us: int, bound_us: int = 0) -> Watermark:
    """All presses of the board up to t_us are here."""
    return Watermark(board, 1, t_us, t_us - BOUND_US - bound_us, bound_us)


def drain(sequencer: Sequencer[str], marks: list[Watermark]) -> list[list[int]]:
    out = []
    while (released := sequencer.release(marks)) is not None:
        out.append([p.n for p in released.members])
    return out


def test_nothing_leaves_before_the_watermark() -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 100_000))
    assert sequencer.release([mark("a", 99_999)]) is None
    assert sequencer.release([unknown_watermark("b"), mark("a", FOREVER)]) is None
    assert drain(sequencer, [mark("a", 100_000)]) == [[1]]


def test_another_boards_watermark_must_pass_the_whole_span() -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 100_000))
    own = mark("a", FOREVER)
    assert sequencer.release([own, mark("b", 109_999)]) is None
    assert drain(sequencer, [own, mark("b", 110_000)]) == [[1]]


def test_a_keyboard_on_the_board_holds_its_own_presses_back() -> None:
    """A key pressed later may have been meant earlier: 15 ms each way, and what a stamp itself can be wrong by."""
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 100_000, source="keyboard"))
    assert sequencer.release([mark("a", 130_001, 15_000)]) is None
    assert drain(sequencer, [mark("a", 130_002, 15_000)]) == [[1]]


def test_one_capture_is_one_bundle_and_a_microsecond_is_two() -> None:
    sequencer: Sequencer[str] = Sequencer()
    for p in (press(1, 500, index=3), press(2, 500, index=3), press(3, 501, index=4)):
        sequencer.add(p)
    assert drain(sequencer, [mark("a", FOREVER)]) == [[1, 2], [3]]


def test_boards_within_the_declared_bound_share_a_bundle() -> None:
    sequencer: Sequencer[str] = Sequencer()
    for p in (press(1, 100_000, "a"), press(2, 109_000, "b"), press(3, 200_000, "b")):
        sequencer.add(p)
    assert drain(sequencer, [mark("a", FOREVER), mark("b", FOREVER)]) == [[1, 2], [3]]


def test_a_follower_names_what_it_is_not_proven_after() -> None:
    """A key overlaps two pads of which one precedes the other: the second pad cannot claim to come after the key."""
    sequencer: Sequencer[str] = Sequencer()
    for p in (press(1, 100_000), press(2, 104_000), press(3, 102_000, source="keyboard")):
        sequencer.add(p)
    marks = [mark("a", FOREVER)]
    first, second = sequencer.release(marks), sequencer.release(marks)
    assert first is not None
    assert second is not None
    assert [p.n for p in first.members] == [1, 3]
    assert [p.n for p in second.members] == [2]
    assert second.not_after == ((3,),)


@pytest.mark.parametrize(
    ("t_us", "order"),
    [(105_000, [[1], [2]]), (105_001, [[2], [1]]), (95_000, [[1], [2]]), (94_999, [[1], [2]])],
)
def test_a_press_not_proven_later_than_a_card_belongs_before_it(t_us: int, order: list[list[int]]) -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(host(2, 100_000, Rank.SHOWN))
    sequencer.add(press(1, t_us))
    assert drain(sequencer, [mark("a", FOREVER), host_watermark(FOREVER)]) == order


def test_at_one_moment_presses_then_cards_then_referee_then_deadline() -> None:
    ranks = (Rank.DEADLINE, Rank.REFEREE, Rank.SHOWN, Rank.PRESS)
    for arrival in itertools.permutations(range(4)):
        sequencer: Sequencer[str] = Sequencer()
        for n in arrival:
            sequencer.add(host(n, 1_000, ranks[n]))
        assert drain(sequencer, [host_watermark(1_000)]) == [[3], [2], [1], [0]]


def test_what_a_board_brings_back_after_the_decision_is_stale() -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 100_000, "a"))
    assert drain(sequencer, [mark("a", FOREVER)]) == [[1]]  # board b was declared absent
    assert not sequencer.add(press(2, 99_000, "b"))
    assert not sequencer.add(press(3, 105_000, "b"))
    assert not sequencer.add(press(4, -5_000_000, "b"))
    assert sequencer.add(press(5, 110_001, "b"))


@pytest.mark.parametrize(("tick", "hand"), [(1, 2), (2, 1)])
def test_a_dealers_card_and_a_hand_that_overlap_share_a_bundle_whichever_was_numbered_first(
    tick: int, hand: int
) -> None:
    """Numbers are given in order of arrival, and arrival orders nothing."""
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(host(tick, 100_000, Rank.PRESS))
    sequencer.add(press(hand, 103_000))
    assert drain(sequencer, [mark("a", FOREVER), host_watermark(FOREVER)]) == [[1, 2]]


def test_a_discarded_deadline_never_leaves() -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(host(1, 1_000, Rank.DEADLINE))
    sequencer.discard(1)
    assert drain(sequencer, [host_watermark(FOREVER)]) == []


def test_bundles_never_step_back_in_time() -> None:
    """Their time is for windows: a window must not close before it opened."""
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 120_000, source="keyboard"))
    sequencer.add(press(2, 110_000, "b"))
    sequencer.add(press(3, 150_000, "b"))
    times = []
    while (released := sequencer.release([])) is not None:
        times.append(released.t_us)
    assert times == sorted(times)


def shown_by_photodiode(n: int, t_us: int, board: str = "a", index: int | None = None) -> Pending[str]:
    claim = press(n, t_us, board, index=index).claim
    assert claim is not None
    return Pending(n, Rank.SHOWN, claim.span, f"shown {n}", claim)


def test_hands_nearer_than_the_tie_window_share_a_bundle_and_it_does_not_chain() -> None:
    """LS-09: the tie set is measured from the earliest. The third is 8 ms after the second, and 16 after the first."""
    sequencer: Sequencer[str] = Sequencer(tie_us=10_000)
    for p in (press(1, 100_000), press(2, 108_000), press(3, 116_000), press(4, 126_000)):
        sequencer.add(p)
    marks = [mark("a", FOREVER)]
    first, second, third = (sequencer.release(marks) for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert [[p.n for p in b.members] for b in (first, second, third)] == [[1, 2], [3], [4]]
    assert second.not_after == ((2,),)
    assert third.not_after == ((),)


@pytest.mark.parametrize(("apart", "bundles"), [(9_999, [[1, 2]]), (10_000, [[1], [2]])])
def test_the_tie_window_is_what_it_says_on_one_board(apart: int, bundles: list[list[int]]) -> None:
    sequencer: Sequencer[str] = Sequencer(tie_us=10_000)
    sequencer.add(press(1, 100_000))
    sequencer.add(press(2, 100_000 + apart))
    assert drain(sequencer, [mark("a", FOREVER)]) == bundles


def test_a_tie_window_below_the_bound_changes_nothing_between_boards() -> None:
    for apart, bundles in ((10_000, [[1, 2]]), (10_001, [[1], [2]])):
        sequencer: Sequencer[str] = Sequencer(tie_us=300)
        sequencer.add(press(1, 100_000))
        sequencer.add(press(2, 100_000 + apart, "b"))
        assert drain(sequencer, [mark("a", FOREVER), mark("b", FOREVER)]) == bundles


def test_a_bundle_waits_for_what_may_still_tie_with_it() -> None:
    sequencer: Sequencer[str] = Sequencer(tie_us=10_000)
    sequencer.add(press(1, 100_000))
    ready = 100_000 + BOUND_US + BOUND_US + 10_010
    assert sequencer.release([mark("a", 110_012), mark("b", ready - 1)]) is None
    assert sequencer.release([mark("a", 110_012), mark("b", ready)]) is not None
    sequencer.add(press(2, 200_000))
    assert sequencer.release([mark("a", 210_000), mark("b", FOREVER)]) is None


def test_what_would_have_tied_and_comes_late_is_stale() -> None:
    sequencer: Sequencer[str] = Sequencer(tie_us=30_000)
    sequencer.add(press(1, 100_000))
    assert drain(sequencer, [mark("a", FOREVER)]) == [[1]]
    assert not sequencer.add(press(2, 129_000, "b"))
    assert sequencer.add(press(3, 141_000, "b"))


def test_a_tie_window_is_for_hands_and_not_for_cards() -> None:
    sequencer: Sequencer[str] = Sequencer(tie_us=50_000)
    sequencer.add(host(1, 100_000, Rank.SHOWN))
    sequencer.add(press(2, 110_000))
    assert drain(sequencer, [mark("a", FOREVER), host_watermark(FOREVER)]) == [[1], [2]]


def test_a_handicapped_hand_waits_for_hands_of_its_own_board() -> None:
    """It counts 4 ms later, so a later press of the same board can still come before it."""
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(press(1, 100_000, handicap_us=4_000))
    assert sequencer.release([mark("a", 104_000)]) is None
    sequencer.add(press(2, 103_000))
    assert drain(sequencer, [mark("a", FOREVER)]) == [[2], [1]]


@pytest.mark.parametrize(
    ("t_us", "index", "order"),
    [
        (100_003, 8, [[1], [2]]),
        (99_997, 6, [[2], [1]]),
        (100_000, 8, [[1], [2]]),
        (100_000, 7, [[2], [1]]),
    ],
)
def test_a_photodiode_on_the_board_itself_orders_by_the_capture(
    t_us: int, index: int, order: list[list[int]]
) -> None:
    """A card that a photodiode saw is related to a hand by gap: no map is wide. Of one capture the hand comes first."""
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(shown_by_photodiode(1, 100_000, index=7))
    sequencer.add(press(2, t_us, index=index))
    assert drain(sequencer, [mark("a", FOREVER), host_watermark(FOREVER)]) == order


def test_a_card_seen_by_another_board_is_ranked_where_nothing_is_proven() -> None:
    for t_us, order in ((110_000, [[2], [1]]), (110_001, [[1], [2]]), (80_000, [[2], [1]])):
        sequencer: Sequencer[str] = Sequencer()
        sequencer.add(shown_by_photodiode(1, 100_000))
        sequencer.add(press(2, t_us, "b"))
        marks = [mark("a", FOREVER), mark("b", FOREVER), host_watermark(FOREVER)]
        assert drain(sequencer, marks) == order


def test_a_race_that_is_given_up_forgets_hands_and_not_cards() -> None:
    sequencer: Sequencer[str] = Sequencer()
    sequencer.add(shown_by_photodiode(1, 100_000))
    sequencer.add(press(2, 200_000))
    sequencer.give_up_presses(300_000)
    assert [p.n for p in sequencer.pending] == [1]
    assert sequencer.add(shown_by_photodiode(3, 150_000))
    assert not sequencer.add(press(4, 150_000))


SOURCES = ("board", "board", "bot", "keyboard", "phone")

presses = st.lists(
    st.tuples(
        st.integers(0, 120_000),
        st.sampled_from("abc"),
        st.sampled_from(SOURCES),
        st.sampled_from((0, 0, 9_000)),
    ),
    min_size=1,
    max_size=12,
)
ties = st.sampled_from((0, 0, 1, 2_000, 15_000, 50_000))
moments = st.lists(st.tuples(st.integers(0, 120_000), st.sampled_from(Rank)), max_size=4)


def all_items(pressed: list[tuple[int, str, str, int]], shown: list[tuple[int, Rank]]) -> list[Pending[str]]:
    items = [
        press(n, t, board, source, handicap_us=handicap)
        for n, (t, board, source, handicap) in enumerate(pressed)
    ]
    return items + [host(100 + n, t, rank) for n, (t, rank) in enumerate(shown)]


def honest(missing: list[Pending[str]]) -> list[Watermark]:
    """Watermarks as boards and table would tell them while these have not come yet."""
    marks = []
    for board in "abc":
        t_us = min((p.claim.t_us for p in missing if p.claim and p.claim.board == board), default=FOREVER) - 1
        marks.append(mark(board, t_us, 30_000))
    return [*marks, host_watermark(min((p.span.lo_us for p in missing if not p.claim), default=FOREVER) - 1)]


def possible_arrival(items: list[Pending[str]], chance: random.Random) -> list[Pending[str]]:
    """Bytes come in any order. The table stamps its own inputs from now on: no press proven later is here before them;
    a dealer's tick is known long before any press that it overlaps."""
    arrival = [p for p in items if p.claim]
    chance.shuffle(arrival)
    for own in (p for p in items if not p.claim):
        known_us = -FOREVER if own.rank == Rank.PRESS else own.span.hi_us
        later = [i for i, p in enumerate(arrival) if p.claim and p.span.lo_us > known_us]
        arrival.insert(chance.randint(0, min(later, default=len(arrival))), own)
    return arrival


@given(presses, moments, ties, st.randoms(use_true_random=False))
def test_every_order_of_arrival_gives_the_same_bundles(
    pressed: list[tuple[int, str, str, int]],
    shown: list[tuple[int, Rank]],
    tie_us: int,
    chance: random.Random,
) -> None:
    items = all_items(pressed, shown)
    at_once: Sequencer[str] = Sequencer(tie_us)
    for item in items:
        at_once.add(item)
    wanted = drain(at_once, honest([]))
    assert sorted(n for bundle in wanted for n in bundle) == sorted(p.n for p in items)

    arrival = possible_arrival(items, chance)
    online: Sequencer[str] = Sequencer(tie_us)
    found = []
    while arrival:
        assert online.add(arrival.pop(0)), "nothing is stale while watermarks are honest"
        if chance.random() < 0.7:
            found += drain(online, honest(arrival))
    found += drain(online, honest([]))
    assert found == wanted


@given(presses, moments, ties)
def test_a_bundle_is_all_that_nothing_pending_precedes(
    pressed: list[tuple[int, str, str, int]], shown: list[tuple[int, Rank]], tie_us: int
) -> None:
    """The quick search of the sequencer finds what the definition says."""
    items = all_items(pressed, shown)
    sequencer: Sequencer[str] = Sequencer(tie_us)
    for item in items:
        sequencer.add(item)
    released: list[Pending[str]] = []
    while (bundle := sequencer.release(honest([]))) is not None:
        assert list(bundle.members) == [
            b for b in items if not any(a is not b and precedes(a, b, tie_us) for a in items)
        ]
        for member, named in zip(bundle.members, bundle.not_after, strict=True):
            assert list(named) == sorted(r.n for r in released if not precedes(r, member, tie_us))
        released += bundle.members
        items = [p for p in items if p not in bundle.members]


@given(presses, moments, ties)
def test_no_bundle_leaves_before_what_precedes_it(
    pressed: list[tuple[int, str, str, int]], shown: list[tuple[int, Rank]], tie_us: int
) -> None:
    items = all_items(pressed, shown)
    sequencer: Sequencer[str] = Sequencer(tie_us)
    for item in items:
        sequencer.add(item)
    place = {n: i for i, bundle in enumerate(drain(sequencer, honest([]))) for n in bundle}
    for a, b in itertools.permutations(items, 2):
        if precedes(a, b, tie_us):
            assert place[a.n] < place[b.n]


# ---- boards on a sync wire, each with a map of its own width

LATER = 10_000_000
#: How wide each board's map is, and by how much its middle is wrong: "a" and "b" are on the wire, "c" is not.
MAPS = {"a": (100, 60), "b": (900, -700), "c": (350, 200)}
PULSED_US = range(LATER - 8_000_000, LATER, 500_000)


def wired(n: int, t_us: int, board: str, maps: dict[str, tuple[int, int]] = MAPS) -> Pending[str]:
    """All counters show the true time: only the maps do not know it."""
    bound_us, off_us = maps[board]
    pulses = tuple(Pulse(t, Span.at(t + off_us, bound_us)) for t in PULSED_US if board != "c")
    t_us += LATER
    span = Span.at(t_us + off_us, bound_us)
    claim = Claim(board, 1, n, t_us, t_us, "board", 0, span, t_us + off_us, 0, pulses)
    return Pending(n, Rank.PRESS, span, f"press {n}", claim)


def passed_but(missing: list[Pending[str]]) -> list[Watermark]:
    """Watermarks of honest boards that have told all but these."""
    marks = []
    for board in "abc":
        own = [(p.claim.t_us, p.span.lo_us) for p in missing if p.claim and p.claim.board == board]
        t_us, axis_us = (min(each) - 1 for each in zip(*own, strict=True)) if own else (FOREVER, FOREVER)
        marks.append(Watermark(board, 1, t_us, axis_us))
    return [*marks, host_watermark(FOREVER)]


def test_a_hand_proven_later_by_the_wire_never_leaves_before_though_its_map_is_wide() -> None:
    """The hand on "c" is over before that on "a" begins; only "b"'s own map reaches back to it."""
    sequencer: Sequencer[str] = Sequencer()
    for p in (wired(1, 0, "c"), wired(2, 700, "a"), wired(3, 720, "b")):
        sequencer.add(p)
    assert drain(sequencer, passed_but([])) == [[1], [2], [3]]


def test_what_is_proven_later_than_a_hand_after_the_card_is_after_the_card() -> None:
    """A rank would hold the hand on "b" before the card, the card is proven before "a", and that before "b"."""
    sequencer: Sequencer[str] = Sequencer()
    for p in (wired(1, 200, "a"), wired(2, 220, "b"), host(3, LATER + 100, Rank.SHOWN)):
        sequencer.add(p)
    assert drain(sequencer, passed_but([])) == [[3], [1], [2]]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3_000),
            st.sampled_from("abc"),
            st.sampled_from((Rank.PRESS, Rank.PRESS, Rank.SHOWN)),
        ),
        min_size=2,
        max_size=7,
    ),
    st.lists(st.tuples(st.integers(0, 3_000), st.sampled_from(Rank)), max_size=2),
    st.fixed_dictionaries(
        {board: st.tuples(st.integers(20, 1_500), st.integers(-100, 100)) for board in "abc"}
    ),
    st.randoms(use_true_random=False),
)
def test_on_a_wire_no_proven_order_is_ever_turned_and_no_arrival_changes_a_bundle(
    stamped: list[tuple[int, str, Rank]],
    shown: list[tuple[int, Rank]],
    widths: dict[str, tuple[int, int]],
    chance: random.Random,
) -> None:
    maps = {board: (bound, bound * percent // 100) for board, (bound, percent) in widths.items()}
    items = [replace(wired(n, t, board, maps), rank=rank) for n, (t, board, rank) in enumerate(stamped)]
    items += [host(100 + n, LATER + t, rank) for n, (t, rank) in enumerate(shown)]
    at_once: Sequencer[str] = Sequencer()
    for item in items:
        at_once.add(item)
    wanted = drain(at_once, passed_but([]))
    place = {n: i for i, bundle in enumerate(wanted) for n in bundle}
    for a, b in itertools.permutations(items, 2):
        if proven(a, b):
            assert place[a.n] < place[b.n]

    arrival = possible_arrival(items, chance)
    online: Sequencer[str] = Sequencer()
    found = []
    while arrival:
        assert online.add(arrival.pop(0)), "nothing is stale while watermarks are honest"
        if chance.random() < 0.7:
            own = min((p.span.lo_us for p in arrival if not p.claim), default=FOREVER) - 1
            found += drain(online, [*passed_but(arrival)[:3], host_watermark(own)])
    assert found + drain(online, passed_but([])) == wanted


# ---- a race of which hands are lost


@pytest.mark.parametrize("comes_first", [True, False])
@pytest.mark.parametrize(("t_us", "counts"), [(89_999, True), (95_000, False), (105_000, False)])
def test_only_a_hand_proven_before_a_loss_is_kept_whichever_was_told_first(
    t_us: int, counts: bool, comes_first: bool
) -> None:
    hand = press(1, t_us, "b")
    lost = press(2, 100_000, index=-1).claim
    assert lost is not None
    assert (gap(hand.claim, lost).order > 0) is counts if hand.claim else False
    sequencer: Sequencer[str] = Sequencer()
    if comes_first:
        assert sequencer.add(hand)
    sequencer.give_up_presses(200_000, lost)
    if not comes_first:
        assert sequencer.add(hand) is counts
    assert [p.n for p in sequencer.pending] == [1] * counts
