"""The lobby in virtual time: real boards behind cables, wishes of a host, guests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evening import SECOND, evening
from lapsy.boards.events import role_name
from lapsy.boards.faults import parse_faults
from lapsy.boards.firmware import messages
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import simulate
from lapsy.games.registry import CARD_GAMES, GAMES
from lapsy.language import languages
from lapsy.table.lobby.remembered import RememberedError, from_text, to_text
from lapsy.table.table import RefusedError

SPEED = ("left", "right", "stock1", "stock2", "stock3", "stock4", "stock5")


def test_a_pad_is_bound_by_pressing_it_and_a_game_begins_with_it():
    e = evening()
    uid = e.plug("/dev/a")
    e.arrange("human", value="Aino")
    e.arrange("bot")
    assert e.view["seats"][0]["source"] == "keyboard"
    e.arrange("bind", seat=0)
    assert e.view["seats"][0]["binding"]
    e.press("/dev/a", "slap2")
    assert e.view["seats"][0] == e.view["seats"][0] | {"binding": False, "source": "board", "problem": None}
    assert e.view["boards"][0]["pads"] == [None, 0]
    assert "Aino" in e.view["notice"]
    assert e.view["problems"] == ()
    begun = e.lobby.begin()
    assert (begun.seats[0].source, begun.seats[0].port, begun.seats[0].group) == ("board", "/dev/a", 1)
    assert begun.seats[1].source == "bot"
    assert e.lobby.boards.next_seq[uid, 7] > 1  # the table goes on from there


def test_another_press_moves_the_pad_and_says_whose_it_was():
    e = evening()
    e.plug("/dev/a")
    for name in ("Aino", "Onni"):
        e.arrange("human", value=name)
    for seat in (0, 1):
        e.arrange("bind", seat=seat)
        e.press("/dev/a", "slap1")
    assert [s["source"] for s in e.view["seats"]] == [None, "board"]
    assert "Aino has nothing to press" in e.view["problems"][0]
    e.press("/dev/a", "slap1")
    assert e.view["notice"] == "This is the pad of Onni."
    e.press("/dev/a", "slap2")
    assert "Nobody has this pad yet" in e.view["notice"]
    e.run(20 * SECOND)
    assert e.view["notice"] is None


def test_the_light_of_a_free_pad_calls_and_that_of_a_bound_one_answers():
    e = evening()
    e.plug("/dev/a")
    e.arrange("human", value="Aino")
    board = e.boards["/dev/a"].board
    free, calls, bound, new = (
        messages.LIGHT_READY,
        messages.LIGHT_FIND,
        messages.LIGHT_TURN,
        messages.LIGHT_WON,
    )
    assert list(board.lights) == [free, free]
    e.arrange("bind", seat=0)
    e.run(SECOND // 2)
    assert list(board.lights) == [calls, calls]
    e.press("/dev/a", "slap2")
    assert list(board.lights) == [free, new]
    e.run(5 * SECOND)
    assert list(board.lights) == [free, bound]


def test_a_board_that_goes_is_missed_and_found_again_by_its_identity():
    e = evening()
    e.plug("/dev/a")
    e.arrange("human", value="Aino")
    e.arrange("bot")
    e.arrange("bind", seat=0)
    e.press("/dev/a", "slap1")
    e.boards["/dev/a"].happen(e.now_us, parse_faults("unplug=60s@1s"))
    e.run(2 * SECOND)
    assert "does not answer" in e.view["problems"][0]
    assert not e.view["boards"][0]["healthy"]
    e.do(e.lobby.port_gone(e.now_us, "/dev/a"))
    assert e.view["boards"] == []
    with pytest.raises(RefusedError, match="Aino"):
        e.lobby.begin()
    del e.boards["/dev/a"]
    e.boards["/dev/b"] = simulate(uid=b"/dev/a..", boot=8, roles=seat_roles(2), faults=(), start_us=e.now_us)
    e.do(e.lobby.port_opened(e.now_us, "/dev/b"))
    e.run(SECOND)
    assert e.view["problems"] == ()
    assert e.lobby.begin().seats[0].port == "/dev/b"


def test_speed_wants_its_seven_buttons():
    e = evening()
    e.plug("/dev/a")
    e.plug("/dev/s", 1, SPEED)
    e.arrange("game", value="speed")
    for name in ("Aino", "Onni"):
        e.arrange("human", value=name)
    e.arrange("bind", seat=0)
    e.press("/dev/a", "slap1")
    assert "lacks buttons" in e.view["seats"][0]["problem"]
    e.arrange("bind", seat=0)
    e.press("/dev/s", "stock1-1")
    assert e.view["seats"][0]["problem"] is None
    assert {role_name(r) for r in e.lobby.boards.lines["/dev/s"].hello.roles} == set(SPEED)


def test_guests_join_rename_leave_and_keep_their_key_through_swaps():
    e = evening()
    assert e.join("Aino", "k1") == 0
    assert e.join(" aino\u202e", "k2") == 1
    assert [s["name"] for s in e.view["seats"]] == ["Aino", "aino 2"]
    assert e.view["problems"] == ()
    e.arrange("swap", seat=0, to=1)
    assert [e.lobby.arrangement.of_key(k) for k in ("k1", "k2")] == [1, 0]
    assert {n: s["seat"] for n, s in e.shown[-1].seats.items()} == {0: 0, 1: 1}
    e.do(e.lobby.rename(e.now_us, 1, "Ben"))
    with pytest.raises(RefusedError, match="Write a name"):
        e.lobby.rename(e.now_us, 1, "\u200b")
    e.do(e.lobby.connected(e.now_us, "k1", False))
    assert "Ben's phone" in e.view["problems"][0]
    e.do(e.lobby.leave(e.now_us, 1))
    assert e.lobby.arrangement.of_key("k1") is None
    assert [s["name"] for s in e.view["seats"]] == ["aino 2"]


def test_a_page_that_says_again_that_it_is_there_is_no_news():
    e = evening()
    e.join("Aino", "k1")
    shown = len(e.shown)
    for key in ("k1", "k1", "nobody's"):
        e.do(e.lobby.connected(e.now_us, key, True))
    e.do(e.lobby.connected(e.now_us, "nobody's", False))
    assert len(e.shown) == shown
    for there in (False, False):
        e.do(e.lobby.connected(e.now_us, "k1", there))
    assert len(e.shown) == shown + 1
    assert "Aino's phone is not here" in e.view["problems"][-1]
    e.do(e.lobby.connected(e.now_us, "k1", True))
    assert len(e.shown) == shown + 2
    assert "Aino" not in e.view["problems"][-1]


def test_a_bot_gives_its_name_to_a_guest_who_looks_the_same():
    e = evening()
    e.arrange("bot")
    assert e.view["seats"][0]["name"] == "Aino"
    e.join("Ａino", "k1")
    assert [s["name"] for s in e.view["seats"]] == ["Onni", "Ａino"]


def test_the_ninth_finds_no_seat():
    e = evening()
    for n in range(8):
        e.join(f"Guest {n}", f"k{n}")
    with pytest.raises(RefusedError, match="All 8 seats"):
        e.join("Ninth", "k9")
    assert len(e.view["seats"]) == 8
    assert e.lobby.begin().seats[7].source == "phone"


def test_hands_are_seen_where_they_can_be():
    e = evening()
    e.join("Aino", "k1")
    e.arrange("human", value="Onni")
    e.arrange("bot")
    assert [s["private"] for s in e.view["seats"]] == ["phone", "none", "none"]
    e.arrange("game", value="kuoppa")
    assert [s["private"] for s in e.view["seats"]] == ["phone", "here", "none"]
    e.arrange("private", seat=0, value="here")
    assert e.view["seats"][0]["private"] == "here"
    with pytest.raises(RefusedError, match="no phone"):
        e.arrange("private", seat=1, value="phone")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_option_of_every_game_can_be_agreed_and_taken_back(game, language):
    e = evening(language)
    e.arrange("game", value=game)
    for option in e.view["options"]:
        values = [value["value"] for value in option["values"]] or [str(option["least"]), str(option["most"])]
        for value in values:
            try:
                e.arrange("option", name=option["name"], value=value)
            except RefusedError:
                continue  # it contradicts the defaults
            now = next(o for o in e.view["options"] if o["name"] == option["name"])
            assert now["value"] == value
        e.arrange("option", name=option["name"], value="")
    assert not any(option["changed"] for option in e.view["options"])


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("game", {"value": "bridge"}),
        ("game", {"value": "race"}),
        ("language", {"value": "xx"}),
        ("language", {"value": "../fi"}),
        ("option", {"name": "nothing", "value": "on"}),
        ("option", {"name": "nothing", "value": ""}),
        ("option", {"name": "pace_ms", "value": "1"}),
        ("children", {"value": "perhaps"}),
        ("bot", {"value": "invincible"}),
        ("strength", {"seat": 0, "value": "strong"}),
        ("strength", {"seat": 1, "value": "invincible"}),
        ("handicap", {"seat": 0, "value": "-5"}),
        ("handicap", {"seat": 0, "value": "99999"}),
        ("bind", {"seat": 1}),
        ("bind", {"seat": 5}),
        ("bind", {}),
        ("keys", {"seat": 1}),
        ("swap", {"seat": 0}),
        ("remove", {"seat": 7}),
        ("remove", {}),
        ("name", {"seat": 0, "value": "\u0000"}),
        ("private", {"seat": 1, "value": "here"}),
        ("open", {}),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(what, fields):
    e = evening()
    e.arrange("human", value="Aino")
    e.arrange("bot")
    before = e.view
    with pytest.raises(RefusedError) as refused:
        e.arrange(what, **fields)
    assert str(refused.value).endswith(".")
    e.do(e.lobby.changed(e.now_us))
    assert e.view | {"n": 0} == before | {"n": 0}


def test_with_the_number_of_players_the_problem_goes():
    e = evening()
    e.do(e.lobby.changed(0))
    assert e.view["problems"] == ("2 more players are needed: add bots, or join by phone.",)
    e.arrange("bot")
    assert e.view["problems"] == ("1 more player is needed: add a bot, or join by phone.",)
    e.arrange("bot")
    assert e.view["problems"] == ()
    e.arrange("bot")
    e.arrange("game", value="speed")
    assert e.view["problems"] == ("There is 1 player too many for this game.",)


GAMES_AND_COUNTS = st.tuples(st.sampled_from(CARD_GAMES), st.integers(0, 8))


@given(GAMES_AND_COUNTS)
def test_what_begins_can_be_dealt(chosen):
    game, count = chosen
    e = evening()
    e.arrange("game", value=game)
    for _ in range(count):
        e.arrange("bot", value="weak")
    if e.view["problems"] if e.shown else e.lobby.problems():
        assert count not in GAMES[game].SEATS
        with pytest.raises(RefusedError):
            e.lobby.begin()
        return
    begun = e.lobby.begin()
    rules = GAMES[game]
    rules.check(rules.start(rules.parse_options(begun.options), count, bytes(32)))


def test_the_last_setup_is_remembered_without_its_guests():
    e = evening()
    e.plug("/dev/a")
    e.arrange("human", value="Aino")
    e.arrange("bot", value="strong")
    e.join("Guest", "k1")
    e.arrange("bind", seat=0)
    e.press("/dev/a", "slap1")
    e.arrange("handicap", seat=0, value="50")
    e.arrange("option", name="flip", value="seat")
    e.arrange("children", value="on")
    e.arrange("game", value="kuoppa")
    again = from_text(to_text(e.lobby.arrangement))
    kept = e.lobby.arrangement
    assert again.places == kept.places[:2]
    assert (again.game, again.language, again.children) == ("kuoppa", "en", True)
    assert again.options == {"lapsy": {"flip": "seat"}}
    assert "k1" not in to_text(e.lobby.arrangement)


@given(st.text() | st.sampled_from(['{"v":1}', "[]", "{" * 5000, '{"v":2,"language":"fi","game":"lapsy","children":false,'
                                    '"options":{},"places":[]}']))  # fmt: skip
def test_another_text_is_no_setup(text):
    with pytest.raises(RememberedError):
        from_text(text)
