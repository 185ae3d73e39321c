"""Races: places, repeats, the window, and hands that no hand of the last place is proven to precede."""

from __future__ import annotations

import pytest

from lapsy.games import race
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
    with pytest.raises(OptionError, match="1 to 8"):
        race.start(race.Options(), 9, bytes(32))
