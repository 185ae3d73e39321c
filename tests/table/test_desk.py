"""The referee's desk: what may be ruled, in words; it never shows a hand."""

from __future__ import annotations

from typing import Any

import msgspec

from lapsy.screens.views.referee import RefereeView
from lapsy.table.commands import Command
from lapsy.table.effects import Publish
from lapsy.table.judge import Pacing
from lapsy.table.setup import Seat
from road import Road, bots, people, road, setup_for

SECOND = 1_000_000


def watched(r: Road) -> list[dict[str, Any]]:
    """Everything that the referee's page got; each is checked."""
    desks: list[dict[str, Any]] = []
    r.table.refereed = True
    do = r.driver._do

    def see(effects: list[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Publish) and effect.referee is not None:
                msgspec.convert(effect.referee, RefereeView)
                desks.append(effect.referee)
        do(effects)

    r.driver._do = see  # type: ignore[method-assign]
    return desks


def test_the_desk_says_what_may_be_ruled_and_what_was() -> None:
    r = road(setup_for(people(2), pacing=Pacing(flip="seat"), seed="4"))
    desks = watched(r)
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    for n in range(2):
        r.press(n, "flip", 4 * SECOND + n * SECOND)
    r.driver.command(7 * SECOND, Command("pause", reason="A lamp fell."))
    r.driver.command(8 * SECOND, Command("go_on"))
    r.driver.command(12 * SECOND, Command("end"))
    r.driver.run(13 * SECOND)
    before, played = desks[0], [d for d in desks if d["view"]["phase"] == "play"]
    assert before["can"] == ("absent", "end")
    assert "pause" in played[0]["can"]
    assert "back" not in played[0]["can"]
    paused = next(d for d in desks if "go_on" in d["can"])
    assert "pause" not in paused["can"]
    assert len(paused["moments"]) == 2
    assert paused["moments"][0]["n"] > paused["moments"][1]["n"]
    assert paused["rulings"][-1]["text"].endswith("A lamp fell.")
    assert set(paused["seats"][0]["rulings"]) == {"deliberate", "disqualify"}
    assert [b["healthy"] for b in paused["boards"]] == [True]
    assert desks[-1]["can"] == ()
    numbers = [d["n"] for d in desks]
    assert numbers == list(range(1, len(desks) + 1))


def test_no_hand_is_on_the_desk() -> None:
    """Kuoppa, played by bots: every card that the desk names lies on the table, or has lain there."""
    r = road(setup_for(bots(5), game="kuoppa"))
    desks = watched(r)
    r.driver.run(60 * SECOND)
    assert len(desks) > 10
    for desk in desks:
        assert {key for key in _keys(desk) if "hand" in key} <= {"handicap_us"}


def test_a_seat_with_a_phone_may_press_by_it() -> None:
    seats = [people(2)[0], Seat("Onni", "board", "sim", 1, private="phone")]
    r = road(setup_for(seats, pacing=Pacing(flip="seat"), seed="4"))
    desks = watched(r)
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    r.driver.command(4 * SECOND, Command("pad", seat=1, pad="phone", reason="A wire broke."))
    r.driver.command(4 * SECOND, Command("pad", seat=0, pad="phone"))  # it has none
    r.driver.run(5 * SECOND)
    assert ["pad" in s["rulings"] for s in desks[-1]["seats"]] == [
        True,
        True,
    ]  # the pad that was given up is free
    assert [s["source"] for s in desks[-1]["seats"]] == ["board", "phone"]
    assert [c["what"] for c in r.kinds("command")] == ["pad"]


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in _keys(each)}
    if isinstance(value, list | tuple):
        return {key for each in value for key in _keys(each)}
    return set()
