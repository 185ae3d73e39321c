"""The newest view wins, without a server."""

from __future__ import annotations

import asyncio
import json

import pytest

from guest_views import seat_view
from lapsy.screens import hub as hub_module
from lapsy.screens.hub import HOST, MAX_REPLIES, Hub, seat_channel
from lapsy.screens.views import ViewError


def number(text: str) -> int:
    return json.loads(text)["n"]


def test_a_slow_page_gets_the_newest_and_only_that(sample):
    async def run() -> None:
        hub = Hub()
        slow = hub.watch()
        for n in range(1, 500):
            hub.publish(sample.table_view(n=n))
        assert number(await slow.next()) == 499
        waiting = asyncio.ensure_future(slow.next())
        await asyncio.sleep(0)
        assert not waiting.done(), "there was something older behind it"
        hub.publish(sample.table_view(n=500))
        assert number(await waiting) == 500

    asyncio.run(run())


def test_a_new_page_has_the_current_view_at_once(sample):
    async def run() -> None:
        hub = Hub()
        hub.publish(sample.table_view(n=3))
        assert number(await hub.watch().next()) == 3

    asyncio.run(run())


def test_a_view_is_encoded_once_for_everybody(sample, monkeypatch):
    times = []
    real = hub_module.msgspec.json.encode
    monkeypatch.setattr(hub_module.msgspec.json, "encode", lambda value: times.append(1) or real(value))

    async def run() -> None:
        hub = Hub()
        pages = [hub.watch() for _ in range(10)]
        hub.publish(sample.table_view(n=9))
        assert [number(await page.next()) for page in pages] == [9] * 10

    asyncio.run(run())
    assert len(times) == 1


def test_replies_go_first_and_are_not_kept_without_end(sample):
    async def run() -> None:
        hub = Hub()
        page = hub.watch()
        hub.publish(sample.table_view(n=1))
        for i in range(MAX_REPLIES + 3):
            page.reply(f"{i}")
        assert [await page.next() for _ in range(MAX_REPLIES)] == [f"{i + 3}" for i in range(MAX_REPLIES)]
        assert number(await page.next()) == 1

    asyncio.run(run())


def test_a_page_that_went_is_forgotten():
    async def run() -> None:
        hub = Hub()
        page = hub.watch()
        assert hub.pages == 1
        page.close()
        assert hub.pages == 0

    asyncio.run(run())


def test_a_view_nobody_understands_leaves_the_current_one(sample):
    async def run() -> None:
        hub = Hub()
        hub.publish(sample.table_view(n=1))
        with pytest.raises(ViewError):
            hub.publish(sample.table_view(n=2, oops=1))
        assert number(await hub.watch().next()) == 1

    asyncio.run(run())


def test_who_looked_at_a_hand_sees_nothing_of_it_in_the_next_game(sample):
    """The key may be held on the host's page while the lobby gives that hand to a phone."""

    async def run() -> None:
        hub = Hub()
        host, guest = hub.watch(), hub.watch()
        host.follow_only(HOST)
        hub.owned("aino", guest)
        for page in (host, guest):
            page.follow(seat_channel("aino"))
        hub.publish_seat("aino", seat_view(0, sample.table_view(n=1), hand=["2C"]))
        assert json.loads(await host.next())["own"]["hand"] == ["2C"]
        hub.forget_views()
        hub.publish_seat("aino", seat_view(0, sample.table_view(n=1), hand=["KS"]))
        assert json.loads(await guest.next())["own"]["hand"] == ["KS"]
        waiting = asyncio.ensure_future(host.next())
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()

    asyncio.run(run())
