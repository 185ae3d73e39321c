"""The newest view, for every page that is open: newest wins, nobody queues.

A view is checked and encoded once, however many pages look. A page that is slow simply misses the views
between; its next one is the newest. ``publish`` and ``Watcher`` belong to the loop's thread.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from .views import check

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Answers to one page that it has not read yet; of more, the oldest go.
MAX_REPLIES = 8


class Hub:
    """Holds the current view and wakes its watchers. ``bad_messages`` counts what pages sent in vain."""

    def __init__(self) -> None:
        self.bad_messages = 0
        self._text: str | None = None
        self._version = 0
        self._n = -1
        self._watchers: set[Watcher] = set()

    @property
    def pages(self) -> int:
        """How many pages look on."""
        return len(self._watchers)

    def publish(self, view: Mapping[str, Any]) -> None:
        """Make ``view`` the current one. Raises ViewError when the pages would not understand it."""
        self._text = msgspec.json.encode(check(view)).decode()
        self._version += 1
        self._n = view["n"]
        for watcher in self._watchers:
            watcher.wake()

    def watch(self) -> Watcher:
        """A new page: the current view, if there is one, is there to read at once. Close it when the page
        goes.
        """
        watcher = Watcher(self)
        self._watchers.add(watcher)
        return watcher

    @property
    def newest(self) -> int:
        """The number in the current view; -1 before there is one."""
        return self._n

    def current(self, seen: int) -> tuple[int, str | None]:
        """The newest version's number, and its text when it is not the one already ``seen``."""
        return self._version, None if self._version == seen else self._text

    def forget(self, watcher: Watcher) -> None:
        """The page is gone."""
        self._watchers.discard(watcher)


class Watcher:
    """One page's side of the hub: replies to it in order, and always the newest view."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._seen = 0
        self._replies: deque[str] = deque(maxlen=MAX_REPLIES)
        self._news = asyncio.Event()
        self._news.set()

    def wake(self) -> None:
        """There may be something to read."""
        self._news.set()

    def reply(self, text: str) -> None:
        """Something for this page alone."""
        self._replies.append(text)
        self._news.set()

    async def next(self) -> str:
        """The next text to send, waiting until there is one. Replies go before views."""
        while True:
            if self._replies:
                return self._replies.popleft()
            self._seen, text = self._hub.current(self._seen)
            if text is not None:
                return text
            self._news.clear()
            await self._news.wait()

    def close(self) -> None:
        """Stop being woken."""
        self._hub.forget(self)
