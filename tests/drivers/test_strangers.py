"""Never a stranger: what an enemy in the network would try on a house, and a guest who is too clever."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from housed import TOKEN, House, at_home
from lapsy.drivers.entrance import WRONG_OF_ALL, WRONG_OF_ONE
from lapsy.screens import patience
from lapsy.screens.hub import seat_channel
from lapsy.screens.page import CLOSE_REPLACED, MAX_BAD_MESSAGES
from lapsy.table.lobby.codes import LETTERS, hash_of
from live import wait_until
from patience import LIMIT_S


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house:
        yield house


def seats(page):
    return page.until(lambda m: m["type"] == "view" and m["game"] == "lobby")["seats"]


def names(house):
    return [place.name for place in house.room._stage.lobby.arrangement.places]


def send_and_hear(page, texts):
    for text in texts:
        page.line.send(text)
    while True:
        page.hear()


# ---- from outside


@pytest.mark.parametrize("path", ["/", "/join", "/seat", "/referee", "/ws"])
@pytest.mark.parametrize("name", ["evil.example", "127.0.0.1.evil.example", "lapsy.evil.example:80"])
def test_a_name_that_was_bound_to_this_machine_by_somebody_else_gets_nothing(house, path, name):
    client = http.client.HTTPConnection("127.0.0.1", house.port, timeout=LIMIT_S)
    upgrade = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    client.request("GET", path, headers={"Host": name, **(upgrade if path == "/ws" else {})})
    assert client.getresponse().status == 421
    client.close()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1"])
def test_a_page_of_another_site_may_not_join(house, origin):
    with pytest.raises(InvalidStatus) as refused, house.socket(origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_every_page_of_the_house_is_served(house):
    for path in ("/", "/join", "/seat", "/referee"):
        client = http.client.HTTPConnection("127.0.0.1", house.port, timeout=LIMIT_S)
        client.request("GET", path)
        answer = client.getresponse()
        assert answer.status == 200
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.read().lower().startswith(b"<!doctype html>")
        client.close()


def test_connections_that_ask_for_nothing_are_ended_and_hold_up_nobody(house, monkeypatch):
    monkeypatch.setattr(patience, "HEAD_S", 0.2)
    slow = []
    for n in range(40):
        line = socket.create_connection(("127.0.0.1", house.port), timeout=LIMIT_S)
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " if n % 2 else b"")
        slow.append(line)
    with house.guest("Aino") as (_, seat, _token):
        assert seat == 0
    for line in slow:
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(100) == b""
        line.close()


def test_a_request_that_began_after_an_answered_one_has_to_end_too(house, monkeypatch):
    monkeypatch.setattr(patience, "HEAD_S", 0.2)
    with socket.create_connection(("127.0.0.1", house.port), timeout=LIMIT_S) as line:
        line.sendall(b"GET /words/en.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        got = b""
        while b"\r\n\r\n" not in got:
            got += line.recv(65536)
        line.sendall(b"GET / HT")
        with contextlib.suppress(ConnectionResetError):
            while line.recv(65536):
                pass


@pytest.mark.parametrize("size", [5_000, 10_000_000])
def test_a_message_of_megabytes_costs_its_sender_the_line_and_nobody_else(house, size):
    with house.guest("Aino") as (aino, _, _token):
        with house.socket() as enemy, pytest.raises(ConnectionClosed):
            send_and_hear(enemy, ["x" * size])
        aino.say("rename", name="Ben")
        wait_until(lambda: names(house) == ["Ben"], "renamed")


def test_a_flood_is_refused_and_then_let_go(house):
    with house.guest("Aino") as (aino, _, _token), house.guest("Onni") as (onni, _, _token2):
        with pytest.raises(ConnectionClosed) as closed:
            send_and_hear(onni, [f'{{"type":"rename","name":"Onni {n}"}}' for n in range(3_000)])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert sum(m["type"] == "refused" for m in onni.told) <= MAX_BAD_MESSAGES
        taken = [name for name in names(house) if name.startswith("Onni")]
        assert int(taken[0].partition(" ")[2]) < 300, "far more was taken than anybody types"
        aino.say("rename", name="Ben")
        wait_until(lambda: "Ben" in names(house), "the other is heard")


def test_frames_that_say_nothing_end_their_line_and_hold_up_nobody(house):
    """Pings and pieces of messages never come as far as the limits of what a page may say."""
    for opcode in (b"\x89", b"\x8a", b"\x00"):  # ping, pong, the piece of a message that never ends
        with house.socket() as enemy, house.host() as host:
            enemy.line.socket.settimeout(LIMIT_S)
            begin = b"\x01\x80\0\0\0\0" if opcode == b"\x00" else b""
            with contextlib.suppress(ConnectionError):  # already let go
                enemy.line.socket.sendall(begin + (opcode + b"\x80\0\0\0\0") * 20_000)
            with pytest.raises(ConnectionClosed):
                enemy.until(lambda _: False)
            host.say("arrange", what="game", value="speed")
            assert host.until(lambda m: m.get("chosen") == "speed")


@pytest.fixture
def log():
    """What the server's log is told."""
    told: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = told.append
    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(handler)
    yield told
    logger.removeHandler(handler)


def test_what_strangers_send_does_not_fill_the_hosts_terminal(house, log):
    with pytest.raises(InvalidStatus), house.socket(origin="http://evil.example"):
        pass
    with socket.create_connection(("127.0.0.1", house.port), timeout=LIMIT_S) as line:
        line.sendall(b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"400" in line.recv(100)
    with house.socket() as enemy:
        enemy.line.socket.sendall(b"\x81\x83\0\0\0\0\xff\xfe{")
        with pytest.raises(ConnectionClosed):
            enemy.until(lambda _: False)
    with house.host() as host:
        host.until(lambda m: m["type"] == "view")
    assert [record.getMessage() for record in log if record.levelno >= logging.WARNING] == []


def test_a_replaced_page_that_does_not_read_is_not_heard_any_more(house):
    """It cannot be told, and so its line stays open for a while."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", house.port))
    with (
        house.guest("Aino") as (_, _seat, token),
        house.socket(sock=deaf, max_queue=1, close_timeout=0.1) as old,
    ):
        entrance = house.room.entrance
        key = hash_of(token)
        page = house.on_loop(lambda: house.room.hub.owner(key))
        old.say("hello", token=token, page="seat")
        wait_until(lambda: house.room.hub.owner(key) not in (None, page), "it has the seat")
        old_page = house.room.hub.owner(key)
        lobby = house.room._stage.lobby
        channel = house.room.hub.channel(seat_channel(key))

        def is_deaf() -> bool:
            text = f"{channel.version:05}" * 20_000
            house.on_loop(lambda: house.room._stage._do(lambda at_us: lobby.say(at_us, text)))
            return old_page._seen[seat_channel(key)] < channel.version - 50

        wait_until(is_deaf, "nothing more goes to it")
        with house.socket() as new:
            assert new.hello(token, "seat")["seat"] == 0
            assert old_page.ended
            old.say("rename", name="Ghost")
            old.say("hello", token=token, page="seat")
            new.say("rename", name="Ben")
            wait_until(lambda: names(house) == ["Ben"], "the newer page controls")
            assert entrance.seat_of(key) == 0
            assert house.room.hub.owner(key) is not old_page
            assert old_page._replies, "it was still there, and had not been told"


def test_a_page_that_reads_nothing_delays_nobody(house):
    """Its socket takes a few kilobytes and then no more; everybody else sees every change at once."""
    request = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with house.host() as host, socket.socket() as dead:
        dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        dead.connect(("127.0.0.1", house.port))
        dead.sendall(request.encode())
        wait_until(lambda: house.room.hub.pages == 2, "the dead page is open")
        lobby = house.room._stage.lobby
        for n in range(2_000):
            house.on_loop(lambda n=n: house.room._stage._do(lambda at_us: lobby.say(at_us, f"Notice {n}")))
        host.until(lambda m: m["type"] == "view" and m["notice"] == "Notice 1999")
        assert house.room.hub.pages == 2, "it was still there"


# ---- guests


def test_guessing_the_code_comes_to_a_pause(house):
    with house.socket() as enemy:
        for n in range(WRONG_OF_ONE[0]):
            enemy.say("join", code=f"QQ{n:02}", name="Enemy")
            assert "not the code" in enemy.answer("refused")["message"]
        enemy.say("join", code=house.room.entrance.code, name="Enemy")
        assert "Too many wrong codes" in enemy.answer("refused")["message"]
    assert names(house) == []
    assert WRONG_OF_ALL[0] * 60 * 24 < len(LETTERS) ** 4  # a day of guessing does not go through all codes


def test_guessing_the_referees_code_comes_to_a_pause_and_locks_no_token_out(house):
    with house.guest("Aino") as (_, _seat, token), house.socket() as enemy:
        for n in range(WRONG_OF_ONE[0]):
            assert not enemy.hello(f"BCDF{n:02}", "referee")["control"]
        assert not enemy.hello(house.room.entrance.referee_code, "referee")["control"]
        assert "Too many" in enemy.told[-2]["message"]
        assert enemy.hello(token, "seat")["seat"] == 0
        assert enemy.hello(TOKEN)["control"]


def test_eight_come_in_from_one_address_and_of_one_name_each_is_told_apart(house):
    with contextlib.ExitStack() as stack:
        for n in range(8):
            _, seat, _token = stack.enter_context(house.guest("Aino" + "\u0301" * 200 + "\u202e\u0000"))
            assert seat == n
        assert len(set(names(house))) == 8
        assert all(len(name) < 20 and "\u202e" not in name for name in names(house))
        with house.socket() as ninth:
            ninth.say("join", code=house.room.entrance.code, name="Ninth")
            assert "seats are taken" in ninth.answer("refused")["message"]


def test_a_seat_that_was_given_up_is_nobodys_key_any_more(house):
    with house.guest("Aino") as (aino, _, token):
        aino.say("leave")
        assert aino.until(lambda m: m["type"] == "welcome")["seat"] is None
        aino.say("rename", name="Ghost")
        assert aino.answer("refused")
        for _ in range(2):
            assert aino.hello(token, "seat") == {
                "type": "welcome",
                "control": False,
                "seat": None,
                "page": "seat",
            }
    assert names(house) == []


def test_a_guest_who_was_removed_is_told_and_sees_no_seat(house):
    with (
        house.host() as host,
        house.guest("Aino") as (aino, _, token),
        house.guest("Onni") as (onni, _, _token),
    ):
        host.say("arrange", what="remove", seat=0)
        assert "no seat any more" in aino.until(lambda m: m["type"] == "refused")["message"]
        wait_until(lambda: house.room.entrance.seat_of(onni_key(house)) == 0, "moved up")
        onni.say("rename", name="Ben")
        wait_until(lambda: names(house) == ["Ben"], "the right one is renamed")
        assert not aino.hello(token, "seat")["control"]


def onni_key(house):
    return house.room._stage.lobby.arrangement.places[-1].key


def test_one_page_a_seat_and_the_older_one_is_told_and_let_go(house):
    with house.guest("Aino") as (old, _, token), house.socket() as new:
        assert new.hello(token, "seat")["seat"] == 0
        assert "Another page" in old.answer("replaced")["message"]
        with pytest.raises(ConnectionClosed) as closed:
            old.hear()
        assert closed.value.rcvd.code == CLOSE_REPLACED
        new.say("rename", name="Ben")
        wait_until(lambda: names(house) == ["Ben"], "the newer page controls")
        assert house.room._stage.lobby.arrangement.places[0].connected


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start"},
        {"type": "arrange", "what": "game", "value": "speed"},
        {"type": "arrange", "what": "referee"},
        {"type": "press", "seat": 0, "role": "slap", "down": True},
        {"type": "peek", "seat": 0, "down": True},
        {"type": "choose", "seat": 0, "position": 1},
        {"type": "referee", "action": "end"},
        {"type": "act", "kind": "ready", "seat": 1},
        {"type": "read", "cards": ["AS"], "seat": 1},
        {"type": "painted", "n": 1, "after_us": 1},
        {"type": "join", "code": "AAAA", "name": "x"},
    ],
)
def test_a_guest_may_do_nothing_that_is_the_hosts_or_anothers(house, message):
    with house.guest("Aino") as (aino, _, _token), house.guest("Onni"):
        before = names(house), house.room._stage.lobby.arrangement.game
        aino.line.send(json.dumps(message))
        assert aino.answer("refused")
        assert (names(house), house.room._stage.lobby.arrangement.game) == before


@pytest.mark.parametrize("token", ["", TOKEN[:-1], TOKEN + " ", "\ud800", "0" * 32])
@pytest.mark.parametrize("page", ["table", "seat", "referee"])
def test_another_secret_is_none(house, token, page):
    with house.guest("Aino"), house.socket() as enemy:
        answer = enemy.hello(token, page) if token != "\ud800" else None
        if answer is None:
            enemy.line.send('{"type":"hello","token":"\\ud800","page":"table"}')
            answer = enemy.until(lambda m: m["type"] in ("welcome", "refused"))
        assert not answer.get("control")
        enemy.line.send('{"type":"start"}')
        assert enemy.answer("refused")


def test_the_referees_code_is_shown_to_the_host_alone(house):
    code = house.room.entrance.referee_code
    with house.host() as host, house.guest("Aino") as (aino, _, _token), house.socket() as watcher:
        watcher.hello(None)
        host.say("arrange", what="referee")
        assert host.until(lambda m: m["type"] == "view" and m["referee"])["referee"] == code
        host.say("arrange", what="game", value="speed")
        for page in (aino, watcher):
            page.until(lambda m: m.get("view", m).get("chosen") == "speed")
            assert code not in json.dumps(page.told)
        with house.socket() as referee:
            assert referee.hello(code.lower(), "referee")["control"]
            referee.line.send('{"type":"start"}')
            assert "host" in referee.answer("refused")["message"]


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="this system does not tell who listens")
def test_until_it_is_opened_only_this_machine_reaches_the_house(house):
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    port = f":{house.port:04X}"
    assert {row[1] for row in rows if row[1].endswith(port) and row[3] == "0A"} == {f"0100007F{port}"}
