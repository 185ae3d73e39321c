"""The real server on loopback, with a client that is no browser."""

from __future__ import annotations

import http.client
import json
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from lapsy.screens.control import Painted, Press, Start
from lapsy.screens.house import OneHost
from lapsy.screens.page import MAX_BAD_MESSAGES


@contextmanager
def page(served, **options):
    with connect(f"ws://127.0.0.1:{served.port}/ws", proxy=None, compression=None, **options) as socket:
        yield socket


def hear(socket, limit_s=60.0):
    return json.loads(socket.recv(timeout=limit_s))


def hello(socket, token):
    socket.send(json.dumps({"type": "hello", "token": token}))
    while (answer := hear(socket))["type"] == "view":
        pass
    return answer


def welcome(control):
    return {"type": "welcome", "control": control, "seat": None, "page": "table"}


def get(served, path, host=None):
    client = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    client.request("GET", path, headers={"Host": host} if host else {})
    answer = client.getresponse()
    body = answer.read()
    client.close()
    return answer, body


def test_the_current_view_comes_at_once_and_again_on_reload(served, sample):
    served.publish(sample.table_view(n=41))
    for _ in range(2):
        with page(served) as socket:
            assert hear(socket)["n"] == 41


def test_all_pages_see_what_is_published(served, sample):
    with page(served) as one, page(served) as two:
        assert hello(one, None) == hello(two, None) == welcome(False)
        served.publish(sample.table_view(n=5))
        assert hear(one)["n"] == hear(two)["n"] == 5


def test_a_stalled_page_does_not_queue_and_does_not_hold_the_others(served, sample):
    count, notice = 1500, "x" * 30_000
    with page(served, max_queue=1, max_size=None) as stalled, page(served, max_size=None) as quick:
        served.publish(sample.table_view(n=0))
        assert hear(quick)["n"] == 0
        for n in range(1, count + 1):
            served.publish(sample.table_view(n=n, notice=notice))
        seen = hear(quick)["n"]
        while seen < count:
            seen = hear(quick)["n"]
        got = [hear(stalled)["n"]]
        while got[-1] < count:
            got.append(hear(stalled)["n"])
        assert got == sorted(got)
        assert len(got) < count, "every single view was kept for a page that did not read"


def test_only_the_token_may_control(served, token):
    press = '{"type":"press","seat":0,"role":"slap","down":true}'
    with page(served) as socket:
        socket.send(press)
        refused = hear(socket)
        assert refused["type"] == "refused"
        assert "only watches" in refused["message"]
        assert hello(socket, token[:-1]) == welcome(False)
        assert hello(socket, "") == welcome(False)
        socket.send(press)
        assert "only watches" in hear(socket)["message"]
        assert served.said == []
        assert hello(socket, token) == welcome(True)
        socket.send(press)
        assert served.wait_for(len) == [Press(seat=0, role="slap", down=True)]
    assert served.hub.bad_messages == 4  # two presses, one wrong token, one empty token


def test_the_tables_refusal_reaches_the_page(served, token):
    served.refusal = "The game is running already."
    with page(served) as socket:
        hello(socket, token)
        socket.send('{"type":"start"}')
        assert hear(socket) == {"type": "refused", "message": "The game is running already."}
    assert served.said == [Start()]


def test_a_page_that_goes_away_lets_its_keys_go(served, token):
    with page(served) as socket:
        hello(socket, token)
        for seat, role in ((0, "slap"), (1, "flip"), (2, "slap")):
            socket.send(json.dumps({"type": "press", "seat": seat, "role": role, "down": True}))
        socket.send('{"type":"press","seat":1,"role":"flip","down":false}')
        served.wait_for(lambda said: len(said) == 4)
    said = served.wait_for(lambda said: len(said) >= 6)
    assert said[4:] == [Press(seat=0, role="slap", down=False), Press(seat=2, role="slap", down=False)]


@pytest.mark.parametrize(
    "garbage", ["", "{", '{"type":"press"}', "\x00", '{"type":"start","x":1}', b"\xff\x00", "[" * 1000]
)
def test_garbage_gets_a_sentence_and_the_page_goes_on(served, sample, garbage):
    with page(served) as socket:
        socket.send(garbage)
        assert hear(socket)["type"] == "refused"
        served.publish(sample.table_view(n=2))
        assert hear(socket)["n"] == 2
    assert served.hub.bad_messages == 1


def test_a_message_without_end_costs_the_connection_and_nothing_else(served, sample):
    with page(served) as socket:
        socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            hear(socket)
    served.publish(sample.table_view(n=3))
    with page(served) as socket:
        assert hear(socket)["n"] == 3


def chatter(socket, times):
    for _ in range(times):
        socket.send("?")
    while True:
        hear(socket)


def test_a_page_that_never_learns_is_let_go(served):
    with page(served) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            chatter(socket, MAX_BAD_MESSAGES + 1)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    assert served.hub.bad_messages == MAX_BAD_MESSAGES


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null"])
def test_other_sites_may_not_look(served, origin):
    with pytest.raises(InvalidStatus) as refused, page(served, origin=origin):
        pass
    assert refused.value.response.status_code == 403
    assert served.hub.pages == 0


def test_a_foreign_name_that_points_here_may_not_look(served):
    client = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    upgrade = {
        "Host": "evil.example", "Origin": "http://evil.example", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    client.request("GET", "/ws", headers=upgrade)
    answer = client.getresponse()
    assert answer.status == 421
    assert b"IP address" in answer.read()
    client.close()
    assert served.hub.pages == 0


def test_our_own_page_may(served, sample):
    served.publish(sample.table_view(n=8))
    with page(served, origin=f"http://127.0.0.1:{served.port}") as socket:
        assert hear(socket)["n"] == 8


def test_the_page_and_its_headers(served):
    answer, body = get(served, "/")
    assert answer.status == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert f"connect-src 'self' ws://127.0.0.1:{served.port}" in policy
    assert b"<script type=" in body
    assert b"<style" not in body
    for path, kind in (
        ("/static/main.js", "javascript"),
        ("/static/tokens.css", "css"),
        ("/static/icon.svg", "svg"),
    ):
        answer, _ = get(served, path)
        assert answer.status == 200
        assert kind in answer.headers["Content-Type"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/none.js", "/static/", "/x"]
)
def test_nothing_else_is_served(served, path):
    assert get(served, path)[0].status in (400, 404)


def test_a_foreign_name_is_told_what_to_do(served):
    answer, body = get(served, "/", host="evil.example")
    assert answer.status == 421
    assert b"IP address" in body


def test_an_empty_token_is_no_secret(served):
    with pytest.raises(ValueError, match="empty"):
        OneHost(served.control, "")


def test_of_painted_reports_each_page_has_one_a_view(served, sample, token):
    """Repeated, backwards, for a view that was never sent, or from a page that only watches: nothing happens."""
    served.publish(sample.table_view(n=5))
    with page(served) as stranger:
        hello(stranger, None)
        stranger.send(json.dumps({"type": "painted", "n": 5, "after_us": 1}))
        assert hear(stranger)["type"] == "refused"
    with page(served) as one, page(served) as other:
        hello(one, token)
        hello(other, token)
        for n in (6, 1 << 53, 3, 5, 5, 4):
            one.send(json.dumps({"type": "painted", "n": n, "after_us": n % 7}))
        one.send(json.dumps({"type": "start"}))
        other.send(json.dumps({"type": "painted", "n": 5, "after_us": 9}))
        other.send(json.dumps({"type": "start"}))
        served.wait_for(lambda said: said == [Start(), Start()])
    assert sorted(served.painted, key=lambda p: p.after_us) == [
        Painted(n=3, after_us=3),
        Painted(n=5, after_us=5),
        Painted(n=5, after_us=9),
    ]
