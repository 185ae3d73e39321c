"""How much one page may say, in virtual time: a socket that is none, and a house that counts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from guests import CODE, Guests, secret
from lapsy.screens import control as messages
from lapsy.screens.house import Viewer
from lapsy.screens.hub import Hub
from lapsy.screens.page import FORGOTTEN_S, GREETINGS, MAX_BAD_MESSAGES, TOO_FAST, OpenPage

SEAT = {"type": "hello", "token": secret(1), "page": "seat"}
NOBODY = {"type": "hello", "token": None, "page": "seat"}
AT_ONCE = int(GREETINGS[1])


class Counting(Guests):
    """``moves``: who came and went."""

    def __init__(self) -> None:
        super().__init__("the host's")
        self.moves: list[tuple[str, str]] = []

    def came(self, viewer: Viewer) -> None:
        self.moves.append(("came", viewer.kind))

    def gone(self, viewer: Viewer) -> None:
        self.moves.append(("gone", viewer.kind))

    def read(self, seat: int, cards: Any) -> list[dict[str, Any]]:
        raise messages.MessageError("These do not go together.")


class Socket:
    """Says each text at its time; ``told``: what the page was told; ``closed``: with which code it was let go."""

    def __init__(self, says: Iterable[tuple[float, str]]) -> None:
        self.now_s = 0.0
        self.told: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._says = iter(says)

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        for _ in range(3):  # what was answered goes out first
            await asyncio.sleep(0)
        said = next(self._says, None)
        if said is None:
            return {"type": "websocket.disconnect"}
        self.now_s, text = said
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        self.told.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def count(self, kind: str) -> int:
        return sum(message["type"] == kind for message in self.told)


def spoken(
    *fields: dict[str, Any], times: int, every_s: float = 1 / 280, house: Counting | None = None
) -> tuple[Socket, Counting]:
    """A page that says these in turn, so often."""
    house = house or Counting()
    texts = [json.dumps(one) for one in fields]
    socket = Socket((n * every_s, texts[n % len(texts)]) for n in range(times))
    page = OpenPage(socket, Hub(), house, "192.0.2.1", lambda: socket.now_s)  # type: ignore[arg-type]
    asyncio.run(page.run())
    return socket, house


@pytest.mark.parametrize("said", [(SEAT,), (SEAT, NOBODY), ({"type": "join", "code": CODE, "name": "Aino"},)])
def test_who_says_without_end_who_it_is_is_refused_and_then_let_go(said):
    socket, house = spoken(*said, times=280)
    assert socket.closed == 1008
    assert socket.told[-1] == {"type": "refused", "message": TOO_FAST}
    assert socket.count("refused") == MAX_BAD_MESSAGES - 1  # of the last one the closing tells
    assert socket.count("welcome") + socket.count("seated") == AT_ONCE
    assert len(house.joined) + sum(move == "came" for move, _ in house.moves) == AT_ONCE


def test_a_page_that_says_again_who_it_is_has_not_gone():
    socket, house = spoken(SEAT, times=10)
    assert house.moves == [("gone", "watcher"), *[("came", "seat")] * 10, ("gone", "seat")]
    assert socket.count("welcome") == 10


def test_a_page_that_becomes_another_has_gone():
    _, house = spoken(SEAT, NOBODY, times=2)
    assert house.moves == [("gone", "watcher"), ("came", "seat"), ("gone", "seat"), ("came", "watcher")]


def test_a_referee_who_mistypes_the_code_may_try_again():
    wrong = {"type": "hello", "token": "TUOM-4321", "page": "referee"}
    socket, _ = spoken(wrong, times=200, every_s=2.0)
    assert socket.closed is None
    assert socket.count("refused") == socket.count("welcome") == 200
    assert {message["message"] for message in socket.told if message["type"] == "refused"} == {
        "That is not the referee's code."
    }


@pytest.mark.parametrize("text", [{"type": "read", "cards": ["9D"]}, {"type": "nothing"}])
def test_what_was_in_vain_is_forgotten(text):
    house = Counting()
    socket, _ = spoken(SEAT, *[text] * 1000, times=1000, every_s=FORGOTTEN_S, house=house)
    assert socket.closed is None
    assert socket.count("refused") == 999
    socket, _ = spoken(SEAT, *[text] * 1000, times=1000, every_s=FORGOTTEN_S / 20)
    assert socket.closed == 1008
    assert MAX_BAD_MESSAGES <= socket.count("refused") < 2 * MAX_BAD_MESSAGES


def test_too_much_at_once_is_forgotten_too():
    """Forty acts within a moment, every five minutes of an evening."""
    act = json.dumps({"type": "rename", "name": "Ben"})
    says = [(0.0, json.dumps(SEAT))]
    says += [(300.0 * turn, act) for turn in range(1, 50) for _ in range(40)]
    socket = Socket(says)
    asyncio.run(OpenPage(socket, Hub(), Counting(), "192.0.2.1", lambda: socket.now_s).run())  # type: ignore[arg-type]
    assert socket.closed is None
    assert socket.count("refused") == 49 * 10
