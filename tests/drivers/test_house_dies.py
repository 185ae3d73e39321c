"""The host's process is killed in the middle of a game and started again from its journal: every page comes back."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from housed import House, Socket, at_home
from lapsy.boards.host_clock import now_us
from lapsy.drivers.addresses import own_addresses
from lapsy.table.journal_file import read_file
from lapsy.table.replay import rebuild

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no signals to kill a process")


@contextmanager
def lapsy(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """``lapsy play`` as a process, and the lines it prints until it can be ended."""
    process = subprocess.Popen(
        [sys.executable, "-m", "lapsy", "play", *arguments, "--no-open"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            **os.environ,
            "XDG_CONFIG_HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "PYTHONUNBUFFERED": "1",
        },
    )
    lines: list[str] = []
    try:
        assert process.stdout is not None
        while not lines or "Ctrl-C" not in lines[-1]:
            lines.append(process.stdout.readline())
            assert lines[-1], "".join(lines)
        yield process, lines
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


@contextmanager
def page(port: int) -> Iterator[Socket]:
    with connect(f"ws://127.0.0.1:{port}/ws", proxy=None, compression=None, max_size=None) as line:
        yield Socket(line)


def found(lines: list[str], pattern: str) -> str:
    match = re.search(pattern, "".join(lines))
    assert match is not None, "".join(lines)
    return match[1]


def ponged(guest: Socket, condition) -> dict:
    """The next seat view for which the condition holds; the phone answers its pings meanwhile."""
    while True:
        message = guest.hear()
        if message["type"] == "ask":
            guest.say("pong", id=message["id"], t2_us=now_us(), t3_us=now_us(), newest=0)
        elif message["type"] == "seat" and condition(message):
            return message


def test_killed_and_started_again_the_pages_of_host_referee_and_seat_are_known(tmp_path):
    with lapsy(tmp_path, "--http-port", "0", "--lang", "en") as (process, lines):
        port = int(found(lines, r"http://127\.0\.0\.1:(\d+)/#k="))
        host_token, referee = found(lines, r"#k=(\S+)"), found(lines, r"/referee: (\w+)")
        with page(port) as host, page(port) as guest:
            assert host.hello(host_token)["control"]
            host.say("arrange", what="game", value="limppu")
            for _ in range(2):
                host.say("arrange", what="bot", value="weak")
            code = None
            # The code is on the wall only once the door is open; the host's own machine may join without.
            host.say("arrange", what="open")
            view = host.until(lambda m: m["type"] == "refused" or (m["type"] == "view" and m["door"]["open"]))
            if view["type"] == "refused":
                pytest.skip("this machine is in no network")
            code = view["door"]["code"]
            guest.say("join", code=code, name="Aino")
            token = guest.answer("seated")["token"]
            guest.hello(token, "seat")
            host.until(lambda m: m["type"] == "view" and len(m["seats"]) == 3 and not m["problems"])
            host.say("start")
            ponged(guest, lambda m: m["view"]["game"] == "limppu")
            guest.say("pad", life=5, t_us=now_us())
            guest.say("act", kind="ready")
            before = ponged(guest, lambda m: m["view"]["phase"] == "play")
            hand = before["own"]["hand"]
            assert hand
            process.send_signal(signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                guest.until(lambda _: False)
    journal = next((tmp_path / "lapsy" / "journals").glob("limppu-*.jsonl"))
    assert host_token not in journal.read_text()
    assert token not in journal.read_text()
    arguments = ("--resume", str(journal), "--http-port", str(port))
    with lapsy(tmp_path, *arguments) as (process, lines):
        assert found(lines, r"#k=(\S+)") != host_token
        with page(port) as host, page(port) as guest, page(port) as desk, page(port) as stranger:
            assert host.hello(host_token)["control"]
            assert host.until(lambda m: m["type"] == "view")["game"] == "limppu"
            assert desk.hello(referee, "referee")["control"]
            assert desk.answer("referee")["view"]["game"] == "limppu"
            back = guest.hello(token, "seat")
            assert back["seat"] == 2
            again = guest.until(lambda m: m["type"] == "seat")
            assert set(hand) & set(again["own"]["hand"])
            assert not stranger.hello("x" * 32, "seat")["control"]
            host.say("referee", action="end", reason="late")
            host.until(lambda m: m["type"] == "view" and m["phase"] == "over")
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert rebuild(read_file(journal).records).phase == "over"


def test_the_lobby_offers_the_unfinished_game_and_goes_on_with_it(tmp_path, monkeypatch):
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house, house.host() as host:
        for _ in range(2):
            host.say("arrange", what="bot", value="weak")
        host.until(lambda m: m["game"] == "lobby" and not m["problems"])
        host.say("start")
        host.until(lambda m: m["game"] == "lapsy" and m["phase"] == "play" and m["pile"]["cards"] > 2)
    with House(tmp_path) as house, house.host() as host:
        view = host.until(lambda m: m["game"] == "lobby")
        assert "Läpsy" in view["resume"]
        host.say("arrange", what="resume")
        host.until(lambda m: m["game"] == "lapsy" and m["phase"] == "play")
        host.say("referee", action="end")
        host.until(lambda m: m["phase"] == "over")
    with House(tmp_path) as house, house.host() as host:
        assert host.until(lambda m: m["game"] == "lobby")["resume"] is None
        host.say("arrange", what="resume")
        assert "no unfinished" in host.answer("refused")["message"]
    (journal,) = (tmp_path / "journals").glob("*.jsonl")
    kinds = [r["k"] for r in read_file(journal).records]
    assert kinds.count("resumed") == 1
    assert json.loads(journal.read_text().splitlines()[0])["game"] == "lapsy"


def playing(house: House, host: Socket, guest: Socket) -> None:
    """A game of Limppu with this guest and two bots is dealt."""
    host.say("arrange", what="game", value="limppu")
    for _ in range(2):
        host.say("arrange", what="bot", value="weak")
    host.until(lambda m: m["type"] == "view" and len(m["seats"]) == 3 and not m["problems"])
    host.say("start")
    ponged(guest, lambda m: m["view"]["game"] == "limppu")
    guest.say("pad", life=5, t_us=now_us())
    guest.say("act", kind="ready")
    ponged(guest, lambda m: m["view"]["game"] == "limppu" and m["view"]["phase"] == "play")


def test_a_phone_that_waits_in_the_lobby_has_its_seat_when_the_game_goes_on(tmp_path, monkeypatch):
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house, house.host() as host, house.guest("Aino") as (guest, _, token):
        playing(house, host, guest)
        hand = guest.told[-1]["own"]["hand"]
    with House(tmp_path) as house, house.host() as host, house.socket() as guest, house.socket() as desk:
        host.until(lambda m: m["type"] == "view" and m["game"] == "lobby")
        assert desk.hello(house.room.entrance.referee_code, "referee")["control"]
        with house.guest("Onni") as (other, _, _):
            guest.say("hello", token=token, page="seat")
            assert "Wait here" in guest.answer("refused")["message"]
            assert guest.answer("welcome")["seat"] is None
            host.say("arrange", what="resume")
            # the same line, and not a word from the phone
            assert guest.answer("welcome")["seat"] == 0
            back = guest.until(lambda m: m["type"] == "seat" and m["view"]["game"] == "limppu")
            assert set(hand) & set(back["own"]["hand"])
            assert bool(house.room.door.join_address) == bool(own_addresses())  # phones elsewhere come in too
            # who came in meanwhile is told, and sees no hand
            assert "those who were in it" in other.answer("refused")["message"]
            assert other.answer("welcome")["seat"] is None
            desk.until(
                lambda m: m["type"] == "referee" and m["view"]["game"] == "limppu" and m["seats"][0]["page"]
            )


def test_a_phone_that_waits_is_told_when_another_game_begins_instead(tmp_path, monkeypatch):
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house, house.host() as host, house.guest("Aino") as (guest, _, token):
        playing(house, host, guest)
    with House(tmp_path) as house, house.host() as host, house.socket() as guest:
        guest.say("hello", token=token, page="seat")
        assert "Wait here" in guest.answer("refused")["message"]
        host.until(lambda m: m["type"] == "view" and m["game"] == "lobby")
        for seat in range(len(host.told[-1]["seats"]) - 1, -1, -1):
            host.say("arrange", what="remove", seat=seat)
        for _ in range(2):
            host.say("arrange", what="bot", value="weak")
        host.until(lambda m: m["type"] == "view" and len(m["seats"]) == 2 and not m["problems"])
        host.say("start")
        assert "join again" in guest.answer("refused")["message"]
        assert guest.answer("welcome")["seat"] is None


def test_the_desk_knows_whose_page_is_open(tmp_path, monkeypatch):
    """After the deal, when it goes and comes, and in a rematch."""
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house, house.host() as host, house.socket() as desk:
        assert desk.hello(house.room.entrance.referee_code, "referee")["control"]

        def shown(there: bool, phase: str) -> None:
            desk.until(
                lambda m: (
                    m["type"] == "referee"
                    and m["view"].get("phase") == phase
                    and m["seats"][0]["page"] is there
                )
            )

        with house.guest("Aino") as (guest, _, token):
            playing(house, host, guest)
            shown(True, "play")
        shown(False, "play")
        with house.socket() as guest:
            guest.hello(token, "seat")
            shown(True, "play")
            host.say("referee", action="end")
            host.until(lambda m: m["type"] == "view" and m["phase"] == "over")
            host.say("arrange", what="again")
            host.until(lambda m: m["type"] == "view" and m["phase"] == "lobby")
            shown(True, "lobby")
