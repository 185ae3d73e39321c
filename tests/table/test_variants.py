"""Läpsy's variants at a table of boards, in virtual time: what is judged, told and journalled."""

from __future__ import annotations

import pytest

from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Command, RefusedError
from road import bots, people, road, setup_for

SECOND = 1_000_000
HOUR_US = 3_600 * SECOND

VARIANTS = (
    {"variant": "basic", "card_cap": "150"},
    {"variant": "hodari", "card_cap": "150"},
    {"variant": "same_face", "card_cap": "150"},
    {"variant": "head_slap", "card_cap": "150", "sudden_death": "on"},
    {"variant": "reverse", "time_cap_s": "120"},
    {"variant": "slapjack", "courts": "on", "card_cap": "150"},
    {"preset": "children", "card_cap": "150"},
    {"sandwich": "on", "sum_ten": "on", "card_cap": "150"},
)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "-".join(o.values()))
def test_a_whole_game_of_bots_ends_and_replays(options):
    """Every published view is checked by the road; the journal rebuilds the game."""
    r = road(setup_for(bots(4), options=options))
    assert r.driver.run(HOUR_US)
    winners = r.table.judge.view["winners"]
    assert winners
    assert list(r.views[-1]["over"]["winners"]) == winners
    again = rebuild(r.records)
    assert again.judge.state == r.table.judge.state
    assert not again.missing


def test_the_agreed_end_is_told_before_and_after():
    r = road(setup_for(bots(3), options={"card_cap": "40"}))
    assert r.driver.run(HOUR_US)
    last = [view for view in r.views if view["notice"] is not None]
    assert last
    assert last[0]["notice"] == "Sovitut kortit on pelattu: viimeinen pino."
    assert r.views[-1]["notice"] is None
    assert "Sovittu raja" in r.views[-1]["over"]["text"]
    assert r.records[-1]["why"] == "agreed limit"


def test_a_game_played_out_says_so():
    r = road(setup_for(bots(2)))
    assert r.driver.run(HOUR_US)
    assert "loppuun" in r.views[-1]["over"]["text"]


def test_the_time_cap_ends_a_game_in_which_nobody_does_anything():
    """No window is open and no hand moves: the time itself is what happens."""
    r = road(setup_for(people(2), options={"time_cap_s": "30"}))
    r.driver.command(SECOND, Command("start"))
    r.driver.run(200 * SECOND)
    assert any(o["kind"] == "last_pile" and o["reason"] == "time" for o in r.outcomes("last_pile"))


def test_in_reverse_the_last_hand_is_the_verdict():
    r = road(setup_for(bots(4), options={"variant": "reverse", "card_cap": "400"}))
    assert r.driver.run(HOUR_US)
    last = [record for record in r.records if record["k"] == "verdict" and record["kind"] == "last"]
    taken = [o for o in r.outcomes("collected") if o["reason"] == "last"]
    assert last
    assert [record["seats"] for record in last] == [o["seats"] for o in taken]
    assert all(record["margin_us"] is None and record["second"] is None for record in last)
    assert all(seat["wins"] == 0 for seat in r.views[-1]["seats"])


def test_a_slap_without_the_head_is_told_at_the_seat_and_costs_nothing():
    r = road(setup_for(bots(2, "strong"), options={"variant": "head_slap", "card_cap": "300"}))
    assert r.driver.run(HOUR_US)
    assert r.outcomes("head")
    r = road(setup_for(people(2), options={"variant": "head_slap"}))
    r.driver.command(SECOND, Command("start"))
    seen = False
    for second in range(2, 400):
        r.press(0, "slap", second * SECOND)
    r.driver.run(400 * SECOND)
    for view in r.views:
        for told in view["falses"]:
            if told["refused"]:
                seen = True
                assert (told["text"], told["paid"]) == ("Ensin oma pää, sitten vasta pino.", 0)
    assert seen


@pytest.mark.parametrize("what", ["deliberate", "disqualify"])
def test_a_ruling_that_these_rules_do_not_know_is_refused_at_once(what):
    r = road(setup_for(bots(2), options={"variant": "basic"}))
    r.driver.run(10 * SECOND)
    before = len(r.records)
    with pytest.raises(RefusedError, match="Näissä säännöissä ei ole tällaista"):
        r.table.command(r.driver.heap.now_us, Command(what, 0))
    assert len(r.records) == before


def test_an_objection_that_finds_nothing_is_said():
    r = road(setup_for(bots(2)))
    r.driver.command(3 * SECOND, Command("deliberate", 0))
    r.driver.run(4 * SECOND)
    assert any("Palautettavaa sakkoa ei ole" in said.text for said in r.said)


def test_equal_agreements_have_one_hash_however_they_were_given():
    def header(options: dict[str, str]) -> dict:
        return setup_for(bots(2), options=options).header("0")

    one, other = header({"variant": "hodari"}), header({"variant": "basic", "hodari": "on"})
    assert one["options"] == other["options"]
    assert one["options_hash"] == other["options_hash"]
    assert header({})["options_hash"] != one["options_hash"]
    children = header({"preset": "children"})
    assert "preset" not in children["options"]
    again = Setup.from_header(children, bytes(32))
    rules = again.rules
    assert rules.parse_options(again.options) == rules.parse_options({"preset": "children"})


def test_the_lobby_tells_what_holds_and_not_what_was_typed():
    told = road(setup_for(people(2), options={"preset": "children", "dead_button": "off"}))
    told.driver.run(SECOND)
    agreed = told.views[0]["agreed"]
    assert not any("mykkä" in line for line in agreed)
    assert "Viimeinen pino 200 kortin jälkeen." in agreed
