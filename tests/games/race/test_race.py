"""Races: places, repeats, the window, and hands that no hand of the last place is proven to precede."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from lapsy.games import race, refusals
from lapsy.games.options import OptionError
from lapsy.games.play import Bundle, Input


def slap(ref: int, seat: int, *not_after: int) -> Input:
    return Input(ref, "slap", seat, not_after=not_after)


def run(*bundles: Bundle) -> race.State:
    state = race.start(race.Options(), 4, bytes(32))
    for bundle in bundles:
        state, _ = race.apply(state, bundle)
        assert race.from_text(race.to_text(state)) == state
    return state


def test_hands_of_one_bundle_share_a_place() -> None:
    state = run(Bundle(10, (slap(1, 2),)), Bundle(20, (slap(2, 0), slap(3, 1))))
    assert state.places == ((2,), (0, 1))
    assert race.deadline(state) == 10 + 1_000_000


def test_a_later_hand_that_nobody_of_the_last_place_precedes_shares_it() -> None:
    """Another input stood between the two bundles; between the hands no order is proven."""
    state = run(Bundle(10, (slap(1, 0),)), Bundle(20, (slap(2, 1),)), Bundle(30, (slap(3, 2, 2),)))
    assert state.places == ((0,), (1, 2))
    state = run(Bundle(10, (slap(1, 0),)), Bundle(20, (slap(2, 1), slap(3, 2))), Bundle(30, (slap(4, 3, 2),)))
    assert state.places == ((0,), (1, 2), (3,))


def test_a_second_press_is_a_repeat_and_the_end_begins_anew() -> None:
    state = run(Bundle(10, (slap(1, 0),)), Bundle(20, (slap(2, 0),)))
    assert state.places == ((0,),)
    state, out = race.apply(state, Bundle(1_000_010, (Input(3, "deadline"),)))
    assert [o.kind for o in out] == ["closed"]
    assert (state.closed, state.places, race.deadline(state)) == (1, (), None)
    _, out = race.apply(state, Bundle(1_000_020, (Input(4, "deadline"),)))
    assert [o.kind for o in out] == ["refused"]


@pytest.mark.parametrize(
    "raw", [{"window_ms": "10"}, {"window_ms": "x"}, {"cards": "1"}, {"window_ms": "-5"}]
)
def test_bad_options_are_refused(raw: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        race.parse_options(raw)


def test_the_page_has_room_for_eight() -> None:
    with pytest.raises(OptionError, match="Race is for 1 to 8 players, not 9: change the number of seats"):
        race.start(race.Options(), 9, bytes(32))


SENSELESS: list[tuple[Any, Any, str]] = [
    ("clap", 0, "not_in_these_rules"),
    ([], 0, "not_in_these_rules"),
    ("deadline", 0, "not_in_these_rules"),
    ("slap", None, "no_such_seat"),
    ("slap", 4, "no_such_seat"),
    ("slap", -1, "no_such_seat"),
    ("slap", True, "no_such_seat"),
    ("slap", "0", "no_such_seat"),
    ("slap", [0], "no_such_seat"),
    ("slap", {}, "no_such_seat"),
    ("slap", 1.0, "no_such_seat"),
    ("deadline", None, "not_due"),
]


@pytest.mark.parametrize(("kind", "seat", "reason"), SENSELESS)
def test_what_makes_no_sense_is_refused_and_disturbs_nobody(kind: Any, seat: Any, reason: str) -> None:
    given = Input(9, kind, seat)
    for state in (run(), run(Bundle(10, (slap(1, 0),)))):
        after, (out,) = race.apply(state, Bundle(20, (given,)))
        assert after is state
        assert (out.kind, out.ref, out.reason) == ("refused", 9, reason)
        assert out.seats in ((), (seat,) if seat == 0 else ())
        assert reason in refusals.EVERYWHERE
        for members in permutations((slap(2, 3), slap(3, 2), given)):
            after, _ = race.apply(state, Bundle(20, members))
            assert after.places == (*state.places, (2, 3))


def test_a_race_closes_when_its_time_has_come_and_not_before() -> None:
    state = run(Bundle(10, (slap(1, 0),)))
    same, (out,) = race.apply(state, Bundle(1_000_009, (Input(2, "deadline"),)))
    assert same is state
    assert out.reason == "not_due"
    ends = (slap(2, 1), Input(3, "deadline"), Input(4, "deadline"))
    for members in permutations(ends):
        after, outcomes = race.apply(state, Bundle(1_000_010, members))
        assert (after.closed, after.places, after.opened_us) == (1, (), None)
        assert [o.kind for o in outcomes] == ["place", "closed", "refused"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seats": 4', '"seats": 9'),
        ('"seats": 4', '"seats": "4"'),
        ('"closed": 0', '"closed": -1'),
        ('"places": [[0]]', '"places": [[4]]'),
        ('"places": [[0]]', '"places": [[0], [0]]'),
        ('"places": [[0]]', '"places": [[], [0]]'),
        ('"places": [[0]]', '"places": []'),
        ('"opened_us": 10', '"opened_us": null'),
        ('"last": [1]', '"last": []'),
        ('"window_ms": 1000', '"window_ms": 1'),
        ("{", '{"more": 1, '),
        ("}", ""),
    ],
)
def test_text_that_nobody_wrote_is_refused(old: str, new: str) -> None:
    text = race.to_text(run(Bundle(10, (slap(1, 0),))))
    assert old in text
    with pytest.raises(ValueError, match="no state of Race"):
        race.from_text(text.replace(old, new, 1))


def closes(*named: int, t_us: int = 1_000_010) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What the end of a race of 2 and 0 together, then 1, says when these are named as likely."""
    state = run(Bundle(10, (slap(1, 2), slap(2, 0))), Bundle(20, (slap(3, 1),)))
    inputs = (Input(9, "deadline"), *(Input(9, "likely", seat) for seat in named))
    state, out = race.apply(state, Bundle(t_us, inputs))
    assert race.from_text(race.to_text(state)) == state
    return tuple((o.reason if o.kind == "refused" else o.kind, o.seats) for o in out)


def test_the_likely_first_of_those_that_share_it_has_the_race() -> None:
    assert closes(2) == (("likely", (2, 0)), ("closed", (2,)))
    assert closes(0) == (("likely", (0, 2)), ("closed", (0,)))


def test_only_who_shares_the_first_place_can_be_likely_first_and_only_as_the_race_closes() -> None:
    assert closes(1) == (("not_due", (1,)), ("closed", (0, 2)))
    assert closes(0, 2) == (("not_due", (0,)), ("not_due", (2,)), ("closed", (0, 2)))
    assert closes(2, t_us=30) == (("not_due", ()), ("not_due", (2,)))
    assert closes(4) == (("no_such_seat", ()), ("closed", (0, 2)))


def test_the_view_says_who_has_the_first_place_so_far() -> None:
    state = run(Bundle(10, (slap(1, 2), slap(2, 0))), Bundle(20, (slap(3, 1),)))
    assert race.view(state, None)["takes"] == [0, 2]
    assert race.view(run(), None)["takes"] == []
