"""Children's mode: slower, forgiving, and nothing but what can be agreed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lapsy.games.registry import GAMES
from lapsy.table.children import TIE_US, for_children
from lapsy.table.judge import Pacing
from lapsy.table.policy import Policy
from lapsy.table.policy_words import policy_texts
from lapsy.table.replay import rebuild
from road import people, road, setup_for

SECOND = 1_000_000
SEATS = {"lapsy": 2, "race": 2, "speed": 2, "kuoppa": 5, "limppu": 3}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_is_slower_and_shares_close_hands(game: str) -> None:
    usual = setup_for(people(SEATS[game]), game=game, pacing=Pacing(pace_us=3 * SECOND))
    mild = for_children(usual)
    assert mild.pacing.pace_us == 3 * SECOND
    assert mild.pacing.display_us > usual.pacing.display_us
    assert mild.policy == Policy(tie_us=TIE_US, forgive=True)
    assert (mild.seats, mild.game, mild.children) == (usual.seats, usual.game, True)
    assert for_children(mild) == mild
    assert any("50" in text for text in policy_texts(mild))
    assert len(policy_texts(mild)) > len(policy_texts(replace(mild, children=False)))


def test_what_the_host_named_counts_before_what_suits_children() -> None:
    setup = setup_for(people(2), options={"window_ms": "700"})
    assert for_children(setup).agreed["window_ms"] == "700"
    assert for_children(setup).agreed["dead_button"] == "on"
    reverse = setup_for(people(2), options={"variant": "reverse"})
    for_children(reverse).rules.parse_options(for_children(reverse).options)


def test_a_false_slap_costs_nothing_and_is_said() -> None:
    setup = for_children(setup_for(people(2), pacing=Pacing(flip="seat"), seed="4"))
    r = road(setup)
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    r.press(0, "flip", 4 * SECOND)
    r.press(1, "slap", 6 * SECOND)
    r.driver.run(7 * SECOND)
    assert r.outcomes("false") == []
    assert [o["seats"] for o in r.outcomes("forgiven")] == [[1]]
    (told,) = r.views[-1]["falses"]
    assert (told["refused"], told["paid"]) == (True, 0)
    assert sum(s["cards"] for s in r.views[-1]["seats"]) == 51
    assert r.views[-1]["children"]
    assert rebuild(r.records).setup.children


def test_close_hands_of_a_race_are_a_tie() -> None:
    r = road(for_children(setup_for(people(2), game="race")))
    r.press(0, "slap", 5 * SECOND)
    r.press(1, "slap", 5 * SECOND + 40_000)
    r.driver.run(8 * SECOND)
    assert [p["seats"] for p in r.kinds("verdict")[-1]["order"]] == [[0, 1]]
