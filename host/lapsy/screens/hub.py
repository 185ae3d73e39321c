"""The newest view of each channel, for every page that is open: newest wins, nobody queues.

A channel is what one kind of viewer gets: everybody's table, one seat, the referee. A view is checked and encoded once,
however many pages look. A page that is slow simply misses the views between; its next one is the newest. All of this
belongs to the loop's thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from lapsy.language import SOURCE

from .views import check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

#: Answers to one page that it has not read yet; of more, the oldest go.
MAX_REPLIES = 16

TABLE = "table"
HOST = "host"
REFEREE = "referee"
SEAT = "seat "


def seat_channel(key: str) -> str:
    """The channel of the guest, or of the seat on the host's page, that has this key (``House.key_of``)."""
    return SEAT + key


class Channel:
    """What its pages see. ``version`` grows with each view, ``text`` is the newest, ``n`` the number in it (-1: none)."""

    def __init__(self) -> None:
        self.version = 0
        self.text: str | None = None
        self.n = -1
        self.watchers: set[Watcher] = set()


class Hub:
    """Holds the current views and wakes their watchers. ``bad_messages`` counts what pages sent in vain. ``language``: of
    the newest view of the table, and so of what pages are refused with."""

    def __init__(self) -> None:
        self.bad_messages = 0
        self.language = SOURCE
        self.games = 0  # how often all views were forgotten: the numbers in them begin anew
        self._channels: dict[str, Channel] = {}
        self._watchers: set[Watcher] = set()
        self._owners: dict[str, Watcher] = {}

    @property
    def pages(self) -> int:
        """How many pages look on."""
        return len(self._watchers)

    def publish(self, view: Mapping[str, Any], host: Mapping[str, Any] | None = None) -> None:
        """Make ``view`` the current one of the table; ``host``: what the host's own page gets instead. Raises ViewError when
        the pages would not understand it."""
        text = _text(view)
        self.language = view["language"]
        self._put(HOST, view["n"], text if host is None else _text(host))
        self._put(TABLE, view["n"], text)

    def publish_seat(self, key: str, view: Mapping[str, Any]) -> None:
        """What that seat alone sees. Raises ViewError."""
        self._put(seat_channel(key), view["n"], _text(view))

    def publish_referee(self, view: Mapping[str, Any]) -> None:
        """What the referee sees. Raises ViewError."""
        self._put(REFEREE, view["n"], _text(view))

    def _put(self, name: str, n: int, text: str) -> None:
        channel = self.channel(name)
        channel.text = text
        channel.version += 1
        channel.n = n
        for watcher in channel.watchers:
            watcher.wake()

    def forget_views(self) -> None:
        """Another game or the lobby begins: who comes now sees nothing of what was. Of a seat only its own page looks on: a
        hand may have gone from the host's page to a phone meanwhile."""
        self.games += 1
        for channel in self._channels.values():
            channel.text = None
            channel.n = -1
        for name, channel in self._channels.items():
            own = self._owners.get(name.removeprefix(SEAT))
            for watcher in [w for w in channel.watchers if name.startswith(SEAT) and w is not own]:
                watcher.leave(name)

    def channel(self, name: str) -> Channel:
        """The channel of that name, made when it is first asked for."""
        return self._channels.setdefault(name, Channel())

    def watch(self, again: Callable[[], None] = lambda: None) -> Watcher:
        """A new page, which sees the table: the current view, if there is one, is there to read at once. Close it when the
        page goes. ``again``: see ``greet_again``.
        """
        watcher = Watcher(self, again)
        self._watchers.add(watcher)
        watcher.follow(TABLE)
        return watcher

    def owned(self, key: str, watcher: Watcher) -> Watcher | None:
        """``watcher`` is the page of the guest with that key from now on: the one that was it before, if another."""
        before = self._owners.get(key)
        self._owners[key] = watcher
        return before if before is not watcher else None

    def owner(self, key: str) -> Watcher | None:
        """The page of the guest with that key, while it is open."""
        return self._owners.get(key)

    def tell(self, key: str, message: Mapping[str, Any]) -> None:
        """Something for that guest's page alone, if it is open: a ping, what was taken of its presses."""
        if (watcher := self._owners.get(key)) is not None:
            watcher.reply(msgspec.json.encode(message).decode())

    def forget_seat(self, key: str) -> None:
        """What that seat saw last is seen no more."""
        channel = self._channels.get(seat_channel(key))
        if channel is not None:
            channel.text = None

    def dismiss(self, key: str, message: str) -> None:
        """That guest has no seat any more: the page is told, and sees nothing further of it."""
        if (watcher := self._owners.pop(key, None)) is not None:
            watcher.follow_only(TABLE)
            watcher.reply(msgspec.json.encode({"type": "refused", "message": message}).decode())
            gone = {"type": "welcome", "control": False, "seat": None, "page": "seat"}
            watcher.reply(msgspec.json.encode(gone).decode())
        self._channels.pop(seat_channel(key), None)

    def greet_again(self) -> None:
        """Something else is on now: a page that nobody knew may be known there."""
        for watcher in list(self._watchers):
            watcher.again()

    @property
    def newest(self) -> int:
        """The number in the table's current view; -1 before there is one."""
        return self.channel(TABLE).n

    def forget(self, watcher: Watcher) -> None:
        """The page is gone."""
        self._watchers.discard(watcher)
        for key in [key for key, owner in self._owners.items() if owner is watcher]:
            del self._owners[key]


def _text(view: Mapping[str, Any]) -> str:
    return msgspec.json.encode(check(view)).decode()


class Watcher:
    """One page's side of the hub: replies to it in order, and always the newest view of each channel it follows."""

    def __init__(self, hub: Hub, again: Callable[[], None]) -> None:
        self._hub = hub
        self.again = again
        self._seen: dict[str, int] = {}
        self._replies: deque[str] = deque(maxlen=MAX_REPLIES)
        self._news = asyncio.Event()
        self._ended = False

    def wake(self) -> None:
        """There may be something to read."""
        self._news.set()

    def follow(self, name: str) -> None:
        """See that channel too, its current view at once."""
        self._seen[name] = 0
        self._hub.channel(name).watchers.add(self)
        self._news.set()

    def leave(self, name: str) -> None:
        """See no more of that channel, not even what is waiting."""
        if self._seen.pop(name, None) is not None:
            self._hub.channel(name).watchers.discard(self)

    def follow_only(self, name: str) -> None:
        """That channel and no other."""
        for other in [seen for seen in self._seen if seen != name]:
            self.leave(other)
        if name not in self._seen:
            self.follow(name)

    @property
    def ended(self) -> bool:
        """Another page has taken its place."""
        return self._ended

    def reply(self, text: str) -> None:
        """Something for this page alone."""
        self._replies.append(text)
        self._news.set()

    def end(self) -> None:
        """Nothing more comes after the replies that wait; ``next`` gives None then."""
        for name in list(self._seen):
            self.leave(name)
        self._ended = True
        self._hub.forget(self)
        self._news.set()

    async def next(self) -> str | None:
        """The next text to send, waiting until there is one; None at the end. Replies go before views."""
        while True:
            if self._replies:
                return self._replies.popleft()
            if self._ended:
                return None
            for name, seen in self._seen.items():
                channel = self._hub.channel(name)
                if channel.version != seen and channel.text is not None:
                    del self._seen[name]  # the others go before its next one
                    self._seen[name] = channel.version
                    return channel.text
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        """Stop being woken."""
        for name in list(self._seen):
            self.leave(name)
        self._hub.forget(self)
