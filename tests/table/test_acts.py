"""What seats do by their pages: journalled, judged in their turn, told to whom it concerns, played again exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lapsy.games import kuoppa
from lapsy.table.judge import Act
from lapsy.table.pages.channels import public_view
from lapsy.table.replay import ReplayDiffersError, rebuild
from lapsy.table.seed import game_seed
from lapsy.table.setup import Seat, Setup
from lapsy.table.table import Command, RefusedError, Table
from road import Road, bots, people, road, setup_for

SECOND = 1_000_000
HOUR = 3_600 * SECOND
GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("lapsy", 3, {"card_cap": "60"}),
    ("speed", 2, {}),
    ("kuoppa", 5, {"target": "3"}),
    ("limppu", 4, {}),
    ("limppu", 3, {"stop": "live", "series": "on"}),
]


def guests(count: int) -> list[Seat]:
    """People with a pad and a phone for their hand."""
    return [replace(seat, private="phone") for seat in people(count)]


def dealt(game: str, count: int, **more: Any) -> Road:
    """A game among people, who all said on their pages that they are ready."""
    r = road(setup_for(guests(count), game=game, **more))
    for seat in range(count):
        r.driver.act(SECOND, seat, Act("ready"))
    r.driver.run(0)
    until(r, 2 * SECOND)
    assert r.table.phase == "play"
    return r


def until(r: Road, t_us: int) -> None:
    while r.driver.heap.now_us < t_us and r.driver.heap.step():
        pass


@pytest.mark.parametrize(("game", "count", "options"), GAMES)
def test_bots_play_every_game_to_its_end_and_its_journal_gives_the_same_again(
    game: str, count: int, options: dict[str, str]
) -> None:
    r = road(setup_for(bots(count), game=game, options=options))
    assert r.driver.run(6 * HOUR)
    over = r.views[-1]["over"]
    assert over["winners"]
    assert all(len(row["values"]) == count for row in over["rows"])
    again = rebuild(r.records)
    assert again.judge is not None
    assert again.judge.state == r.table.judge.state  # type: ignore[union-attr]
    assert not again.missing
    assert again.compared > 10


def test_the_page_of_a_seat_says_that_it_is_ready_and_the_seed_is_mixed_of_it() -> None:
    r = dealt("kuoppa", 5, practice=False)
    assert next(view["own"]["legal"][0]["kind"] for view in r.own[0] if view["own"]["legal"]) == "ready"
    assert rebuild(r.records).ready == r.table.ready
    assert game_seed(r.setup, r.table.ready) != r.setup.entropy
    changed = [{**x, "t": x["t"] + 1} if x["k"] == "act" and x["seat"] == 3 else x for x in r.records]
    with pytest.raises(ReplayDiffersError, match="seed"):
        rebuild(changed)


def test_acts_are_played_again() -> None:
    r = dealt("kuoppa", 5)
    for n in range(40):
        state = r.table.judge.state  # type: ignore[union-attr]
        given = kuoppa.legal(state, state.turn)[-1]
        now_us = (3 + n) * SECOND
        r.driver.act(now_us, state.turn, Act(given.kind, cards=given.cards, reading=given.reading))
        until(r, now_us + SECOND // 2)
    assert len(r.outcomes("played")) > 10
    again = rebuild(r.records)
    assert again.judge.state == r.table.judge.state  # type: ignore[union-attr]
    resumed = Table(again.setup, again)
    now = public_view(r.table, r.driver.heap.now_us)
    assert public_view(resumed, r.driver.heap.now_us) | {"waiting": []} == now | {"waiting": []}


def test_what_the_rules_refuse_is_told_to_its_seat_alone() -> None:
    r = dealt("kuoppa", 5)
    before = {seat: len(views) for seat, views in r.own.items()}
    views = len(r.views)
    other = (r.table.judge.state.turn + 1) % 5  # type: ignore[union-attr]
    for n in range(2):
        r.driver.act((3 + n) * SECOND, other, Act("pass"))
        until(r, (4 + n) * SECOND)
    assert len(r.views) == views
    assert {seat for seat, own in r.own.items() if len(own) > before[seat]} == {other}
    told = [(view["own"]["told"], view["own"]["told_n"]) for view in r.own[other][-2:]]
    assert told == [("Ei ole sinun vuorosi.", 1), ("Ei ole sinun vuorosi.", 2)]


def test_an_act_is_in_the_journal_before_anything_comes_of_it() -> None:
    r = dealt("limppu", 3)
    turn = r.table.judge.state.turn  # type: ignore[union-attr]
    given = r.table.judge.game.legal(r.table.judge.state, turn)[0]  # type: ignore[union-attr]
    r.driver.act(3 * SECOND, turn, Act(given.kind, cards=given.cards))
    until(r, 4 * SECOND)
    kinds = [record["k"] for record in r.records]
    act = kinds.index("act", kinds.index("start"))
    assert kinds[act + 1 : act + 3] == ["marks", "bundle"]
    assert r.records[act]["n"] == r.records[act + 2]["in"][0][0]


@pytest.mark.parametrize(
    ("game", "seat", "act", "why"),
    [
        ("speed", 0, Act("play", choose=1, to="L"), "not done by a page"),
        ("lapsy", 0, Act("slap"), "not done by a page"),
        ("limppu", 9, Act("draw"), "no such seat"),
        ("limppu", 0, Act("ready"), "dealt already"),
        ("kuoppa", 0, Act("shown"), "not done by a page"),
        ("kuoppa", 0, Act("deadline"), "not done by a page"),
    ],
)
def test_what_cannot_be_meant_changes_nothing(game: str, seat: int, act: Act, why: str) -> None:
    count = {"speed": 2, "kuoppa": 5}.get(game, 3)
    r = road(replace(setup_for(guests(count), game=game), language="en"))
    r.driver.command(SECOND // 10, Command("start"))
    r.driver.run(0)
    until(r, 2 * SECOND)
    before = len(r.records), r.table.judge.state  # type: ignore[union-attr]
    with pytest.raises(RefusedError, match=why):
        r.table.act(2 * SECOND, seat, act)
    assert (len(r.records), r.table.judge.state) == before  # type: ignore[union-attr]


def test_picked_cards_are_read_from_the_own_hand() -> None:
    r = dealt("kuoppa", 5)
    judge = r.table.judge
    assert judge is not None
    hands = [["8H", "8S", "JOKER_S"], ["4H", "9H"], ["5H"], ["6H"], ["7H"]]
    judge.state = kuoppa.position(hands)
    told = r.table.read(0, ("8H", "8S", "JOKER_S"))
    assert ("kind/3/8//impure", "Kolmoset: 8 (villikorteilla)", True) in [tuple(one.values()) for one in told]
    assert r.table.read(1, ("4H",))[0]["beats"] is False  # not its turn
    assert r.table.read(1, ("8H",)) == ()  # not its card
    assert r.table.read(0, ("8H", "8H")) == ()
    assert r.table.read(0, ()) == ()


def test_an_objection_is_told_to_all() -> None:
    r = dealt("limppu", 3)
    r.driver.act(3 * SECOND, 1, Act("object"))
    until(r, 4 * SECOND)
    assert r.views[-1]["notice"] == "Onni esittää vastalauseen: tuomari ratkaisee."
    assert [record["act"] for record in r.kinds("act")][-1] == "object"
    for n in range(50):  # who keeps on is heard once while the sentence stands, and hides nobody else's
        r.driver.act(4 * SECOND + n * 30_000, 1, Act("object"))
    r.driver.act(4 * SECOND, 2, Act("object"))
    until(r, 6 * SECOND)
    assert r.views[-1]["notice"] == "Siiri esittää vastalauseen: tuomari ratkaisee."
    r.driver.act(12 * SECOND, 1, Act("object"))
    until(r, 13 * SECOND)
    assert [(record["act"], record["seat"]) for record in r.kinds("act")][-3:] == [
        ("object", 1), ("object", 2), ("object", 1),
    ]  # fmt: skip
    rebuild(r.records)


def test_each_channel_counts_its_own_messages() -> None:
    r = dealt("limppu", 3)
    until(r, 10 * SECOND)
    assert [view["n"] for view in r.views] == list(range(1, len(r.views) + 1))
    for own in r.own.values():
        assert [view["n"] for view in own] == list(range(1, len(own) + 1))


def test_time_left_is_told_once_and_counts_on_by_itself() -> None:
    """A view that differs in nothing but the time left is none."""
    r = dealt("limppu", 3, options={"stop": "live"})
    r.press(1, "slap", r.boards["sim"].board.earliest_us + 3 * SECOND)
    until(r, 6 * SECOND)
    aiming = [view for view in r.views if view["aiming"] == 1]
    assert len(aiming) == 1
    assert 4_500_000 < aiming[0]["left_us"] <= 5_000_000


def setup_with(game: str, *seats: Seat) -> Setup:
    return setup_for(seats, game=game)


@pytest.mark.parametrize(("game", "count"), [("speed", 2), ("kuoppa", 5), ("limppu", 6), ("lapsy", 4)])
def test_keys_of_one_keyboard_never_meet(game: str, count: int) -> None:
    private = "here" if game in ("kuoppa", "limppu") else "none"
    seats = [replace(seat, private=private) for seat in people(count, source="keyboard")]
    setup = setup_with(game, *seats)
    keys: list[str] = []
    for n in range(count):
        for key in (setup.keys(n) or {}).values():
            keys += key if isinstance(key, list) else [str(key)]
    assert len(keys) == len(set(keys))
    assert all(set(setup.roles) <= set(setup.keys(n) or {}) | {"flip"} for n in range(count))
