"""The house in real time: from the lobby to the table and back, guests and boards, a host that dies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from housed import House, at_home
from lapsy.boards.host_clock import now_us
from lapsy.boards.pads import seat_roles
from lapsy.boards.start import start_board
from lapsy.drivers import remembering
from lapsy.table.journal_file import read_file
from lapsy.table.replay import rebuild
from live import wait_until


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    at_home(tmp_path, monkeypatch)
    return tmp_path


def lobby(view):
    return view.get("game") == "lobby"


def test_from_the_lobby_to_a_game_and_back_with_guests_and_bots(home):
    with House(home) as house, house.host() as host, house.guest("Aino") as (aino, seat, token):
        assert seat == 0
        assert aino.until(lambda m: m["type"] == "seat")["view"]["seats"][0]["name"] == "Aino"
        host.say("arrange", what="game", value="kuoppa")
        for _ in range(4):
            host.say("arrange", what="bot", value="weak")
        host.until(lambda m: lobby(m) and len(m["seats"]) == 5 and not m["problems"])
        host.say("start")
        assert host.until(lambda m: m.get("game") == "kuoppa")["phase"] == "lobby"
        own = aino.until(lambda m: m["type"] == "seat" and m["view"]["game"] == "kuoppa")
        assert own["pad"], "the phone is a pad too"
        aino.say("pad", life=77, t_us=now_us())
        aino.say("act", kind="ready")
        while own["view"]["phase"] == "lobby":
            message = aino.hear()
            if message["type"] == "ask":
                aino.say("pong", id=message["id"], t2_us=now_us(), t3_us=now_us(), newest=0)
            elif message["type"] == "seat":
                own = message
        assert len(own["own"]["hand"]) >= 10
        public = host.until(lambda m: m.get("phase") == "play")
        assert own["own"]["hand"][0] not in str(public["seats"])
        host.say("arrange", what="again")
        assert "not over" in host.answer("refused")["message"]
        host.say("referee", action="end")
        over = host.until(lambda m: m.get("phase") == "over")
        assert over["over"]["code"]
        host.say("arrange", what="lobby")
        back = host.until(lobby)
        assert back["seats"][0]["name"] == "Aino"
        assert back["seats"][0]["connected"]
        assert aino.until(lambda m: m["type"] == "seat" and lobby(m["view"]))["seat"] == 0
    journal = next((home / "journals").glob("kuoppa-*.jsonl"))
    records = read_file(journal).records
    assert rebuild(records).phase == "over"
    assert token not in journal.read_text()
    assert {r["who"] for r in records if r["k"] == "page"} == {"host", "referee", "seat"}


def test_a_real_board_is_bound_and_its_numbers_go_on_from_lobby_to_table_to_table(home):
    with start_board(uid=b"housepad", boot=7, roles=seat_roles(2)) as board:
        plugged: list[str] = []
        with House(home, find=lambda: plugged) as house, house.host() as host:
            for name in ("Aino", "Onni"):
                host.say("arrange", what="human", value=name)
            plugged.append(board.port)
            found = host.until(lambda m: lobby(m) and any(b["healthy"] for b in m["boards"]))
            assert found["boards"][0]["pads"] == [None, None]
            for seat in (0, 1):
                host.say("arrange", what="bind", seat=seat)
                host.until(lambda m, seat=seat: lobby(m) and m["seats"][seat]["binding"])
                board.press(f"slap{seat + 1}")
                host.until(lambda m, seat=seat: lobby(m) and m["seats"][seat]["source"] == "board")
            for n in range(2):
                host.say("start" if n == 0 else "arrange", **({} if n == 0 else {"what": "again"}))
                host.until(lambda m: m.get("game") == "lapsy" and m["phase"] == "lobby" and not m["waiting"])
                wait_until(
                    lambda: all(s.known for s in house.room.last.table.sides.values()), "the clock is known"
                )
                for seat in (0, 1):
                    board.press(f"slap{seat + 1}")
                host.until(lambda m: m.get("phase") == "play")
                host.say("referee", action="end")
                host.until(lambda m: m.get("phase") == "over")
    for journal in sorted((home / "journals").glob("lapsy-*.jsonl")):
        records = read_file(journal).records
        assert rebuild(records).phase == "over"
        assert not [r for r in records if r["k"] == "gap"]
        pressed = [r["seq"] for r in records if r["k"] == "press" and r["board"] == b"housepad".hex()]
        assert len(pressed) == len(set(pressed)) >= 2


def test_the_last_setup_is_there_the_next_evening_and_a_damaged_file_is_set_aside(home):
    with House(home) as house, house.host() as host:
        host.say("arrange", what="game", value="limppu")
        host.say("arrange", what="bot", value="strong")
        host.until(lambda m: lobby(m) and len(m["seats"]) == 1)
    with House(home) as house, house.host() as host:
        view = host.until(lobby)
        assert (view["chosen"], view["seats"][0]["strength"]) == ("limppu", "strong")
    remembering.path().write_text('{"v": 1, "language": "../../x"}')
    with House(home) as house, house.host() as host:
        assert host.until(lobby)["seats"] == []
        assert any("damaged" in line.text for line in house.said)
    assert remembering.path().with_suffix(".damaged").exists()


def test_a_disk_that_takes_nothing_is_said_and_the_lobby_goes_on(home):
    (home / "journals").write_text("a file in the folder's place")
    with House(home) as house, house.host() as host:
        for _ in range(2):
            host.say("arrange", what="bot", value="weak")
        host.until(lambda m: lobby(m) and len(m["seats"]) == 2)
        host.say("start")
        assert "journal" in host.answer("refused")["message"]
        host.say("arrange", what="bot", value="weak")
        host.until(lambda m: lobby(m) and len(m["seats"]) == 3)


def test_a_port_that_does_not_open_is_named_with_its_reason(home):
    with House(home, find=lambda: ["/dev/no-such-port"]) as house, house.host() as host:
        view = host.until(
            lambda m: lobby(m) and m["boards"] and m["boards"][0]["text"] != "It is asked who it is."
        )
        assert not view["boards"][0]["healthy"]
        assert "/dev/no-such-port" in view["boards"][0]["text"]


@pytest.mark.skipif(os.name != "posix", reason="the board is a pty")
def test_a_board_that_is_unplugged_leaves_the_lobby(home):
    plugged: list[str] = []
    with House(home, find=lambda: plugged) as house, house.host() as host:
        with start_board(uid=b"housepad", boot=7, roles=seat_roles(2)) as board:
            plugged.append(board.port)
            host.until(lambda m: lobby(m) and any(b["healthy"] for b in m["boards"]))
            plugged.clear()
        host.until(lambda m: lobby(m) and not m["boards"])
        assert house.room.lines == {}


def test_pass_the_laptop_a_hand_is_there_while_its_key_is_held_and_acts_come_from_there(home):
    with House(home) as house, house.host() as host, house.guest("Onni") as (onni, _, _token):
        host.say("arrange", what="game", value="limppu")
        host.say("arrange", what="human", value="Aino")
        host.until(lambda m: lobby(m) and not m["problems"])
        host.say("start")
        host.until(lambda m: m.get("game") == "limppu")
        host.say("start")
        onni.say("pad", life=3, t_us=now_us())
        while onni.hear().get("view", {}).get("phase") != "play":
            if onni.told[-1]["type"] == "ask":
                onni.say("pong", id=onni.told[-1]["id"], t2_us=now_us(), t3_us=now_us(), newest=0)
        host.until(lambda m: m.get("phase") == "play")
        assert not [m for m in host.told if m["type"] == "seat"], "no hand before its key is held"
        host.say("peek", seat=0, down=True)
        assert "page of its own" in host.answer("refused")["message"]
        host.say("peek", seat=1, down=True)
        hand = host.answer("seat")
        assert (hand["seat"], hand["private"]) == (1, "here")
        assert len(hand["own"]["hand"]) > 1
        host.say("peek", seat=1, down=False)
        assert host.answer("peeked") == {"type": "peeked", "seat": 1, "down": False}
        before = len(host.told)
        host.say("act", kind="object", seat=1)
        host.until(lambda m: m["type"] == "view" and m["notice"])
        host.say("act", kind="object", seat=0)
        assert "own phone" in host.answer("refused")["message"]
        assert not [m for m in host.told[before:] if m["type"] == "seat"], (
            "nothing of the hand after its key was let go"
        )
        onni.say("act", kind="object", seat=1)
        assert "own phone" in onni.answer("refused")["message"]
        onni.say("read", cards=["2D"])
        assert onni.answer("readings")["readings"] == []
        with house.host() as other:
            other.until(lambda m: m["type"] == "view")
            assert not [m for m in other.told if m["type"] == "seat"]
