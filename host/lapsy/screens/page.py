"""One open page: what it says is checked here, and what it is told leaves here."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lapsy.games.options import Sentence
from lapsy.language import tr

from . import control as messages
from .house import SEATED, WATCHER, House, Viewer, whose
from .hub import HOST, REFEREE, TABLE, seat_channel
from .rates import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from .hub import Hub, Watcher

#: A page that goes on sending what nobody understands is let go; one such message is forgotten in so long.
MAX_BAD_MESSAGES = 50
FORGOTTEN_S = 10.0

#: Messages of one page a second, and at once: who it is and coming in, acts and questions, what a pad says,
#: everything together.
GREETINGS = (1.0, 20.0)
ACTS = (30.0, 30.0)
TOUCHES = (60.0, 120.0)
ALL = (300.0, 600.0)

#: WebSocket close codes of ours: another page has taken the seat.
CLOSE_REPLACED = 4001

REPLACED = Sentence("Another page plays this seat now. Press “Play here” to play on this one.")
TOO_FAST = Sentence("This page asks more than anybody can press: wait a moment.")


class OpenPage:
    """A reader and a writer that end together. ``address``: of the machine the page is on."""

    def __init__(
        self, websocket: WebSocket, hub: Hub, house: House, address: str, clock: Callable[[], float]
    ) -> None:
        self._websocket = websocket
        self._hub = hub
        self._house = house
        self._address = address
        self._clock = clock
        self._viewer: Viewer = WATCHER
        self._watcher: Watcher = hub.watch(self._greet_again)
        self._greeting: messages.Hello | None = None
        self._bad = Bucket(1 / FORGOTTEN_S, MAX_BAD_MESSAGES - 1)
        self._painted = (0, -1)  # the game, and the newest view in it that the page told of
        self._held: dict[tuple[int, str], messages.Press] = {}
        self._peeks: dict[int, str] = {}  # seats whose hands are shown here, by which key
        self._greetings, self._acts = Bucket(*GREETINGS), Bucket(*ACTS)
        self._touches, self._all = Bucket(*TOUCHES), Bucket(*ALL)

    async def run(self) -> None:
        """Until the page goes, or is let go."""
        writer: asyncio.Task[None] | None = None
        try:
            await self._websocket.accept()
            writer = asyncio.create_task(self._write())
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self._let_go()
            if writer is not None:
                writer.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await writer

    async def _write(self) -> None:
        while (text := await self._watcher.next()) is not None:
            await self._websocket.send_text(text)
        await self._websocket.close(CLOSE_REPLACED, "Another page has taken the seat.")

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._watcher.ended:
                continue  # what it still says counts no more, though it reads too slowly to know of it yet
            if not self._all.take(self._clock()):
                await self._websocket.close(1008, TOO_FAST)
                return
            try:
                text = message.get("text")
                if text is None:
                    raise messages.MessageError(Sentence("The host reads text, not bytes; reload the page."))
                self._take(messages.decode(text))
            except messages.MessageError as error:
                self._refuse(str(error))
                if not self._bears_with():
                    await self._websocket.close(1008, "Too many messages that the host does not understand.")
                    return

    def _bears_with(self) -> bool:
        """One more message in vain; False when there were too many lately."""
        self._hub.bad_messages += 1
        return self._bad.take(self._clock())

    def _take(self, message: messages.Hello | messages.Join | messages.ControlMessage) -> None:
        self._limit(message)
        if isinstance(message, messages.Hello):
            self._hello(message)
            return
        if isinstance(message, messages.Join):
            self._join(message)
            return
        seat = whose(self._house, self._viewer, message)
        match message:
            case messages.Painted():
                if not self._is_new(message):
                    return
            case messages.Press():
                key = (message.seat, message.role)
                if message.down:
                    self._held[key] = message
                else:
                    self._held.pop(key, None)
            case messages.Peek():
                self._peek(message)
                return
            case messages.Read():
                assert seat is not None
                readings = self._house.read(seat, message.cards)
                self._tell(type="readings", cards=message.cards, readings=readings)
                return
        if (refusal := self._house.said(self._viewer, seat, message)) is not None:
            self._refuse(refusal)

    def _limit(self, message: messages.Hello | messages.Join | messages.ControlMessage) -> None:
        match message:
            case messages.Hello() | messages.Join():
                allowed = self._greetings.take(self._clock())
            case messages.PadBack() | messages.PadPong() | messages.PadPress():
                allowed = self._touches.take(self._clock())
            case messages.Painted() | messages.Press() | messages.Peek():
                return  # one a view, one a key
            case _:
                allowed = self._acts.take(self._clock())
        if not allowed:
            raise messages.MessageError(TOO_FAST)

    def _greet_again(self) -> None:
        """What the page said when it came counts once more, if it was nobody so far."""
        if self._greeting is not None and self._greeting.token is not None and self._viewer.kind == "watcher":
            self._hello(self._greeting)

    def _hello(self, message: messages.Hello) -> None:
        self._greeting = message
        self._become(self._who(message))
        seat = None
        match self._viewer.kind:
            case "seat":
                seat = self._house.seat_of(self._viewer.key)
                if (before := self._hub.owned(self._viewer.key, self._watcher)) is not None:
                    before.reply(_json(type="replaced", message=tr(self._hub.language, REPLACED)))
                    before.end()
                self._watcher.follow_only(seat_channel(self._viewer.key))
            case "referee":
                self._watcher.follow_only(REFEREE)
            case "host":
                self._watcher.follow_only(HOST)
            case _:
                self._watcher.follow_only(TABLE)
        self._tell(type="welcome", control=self._viewer.kind != "watcher", seat=seat, page=message.page)
        self._house.came(self._viewer)

    def _who(self, message: messages.Hello) -> Viewer:
        """Whom the page shows itself to be: nobody, with a secret that nobody has."""
        try:
            return self._house.who(message, self._address)
        except messages.MessageError as error:
            self._bears_with()  # and goes on: the page watches, and may try again
            if message.page != "table":
                self._refuse(str(error))
            return WATCHER

    def _join(self, message: messages.Join) -> None:
        if self._viewer.kind == "seat" and self._house.seat_of(self._viewer.key) is not None:
            raise messages.MessageError(SEATED)
        seat, token = self._house.join(message, self._address)
        self._tell(type="seated", seat=seat, token=token)

    def _is_new(self, message: messages.Painted) -> bool:
        """Once a view, in order, and none that was never sent: so a page cannot send more of them than it was sent views."""
        game, newest = self._painted
        if game != self._hub.games:
            newest = -1
        if not newest < message.n <= self._hub.newest:
            return False
        self._painted = (self._hub.games, message.n)
        return True

    def _peek(self, message: messages.Peek) -> None:
        """A hand shows on the host's page while its seat's key is held, and nothing of it comes after."""
        if message.down:
            if not self._house.here(message.seat):
                raise messages.MessageError(
                    Sentence("That hand is not shown on this page: it has a page of its own.")
                )
            if (before := self._peeks.get(message.seat)) is not None:
                self._watcher.leave(seat_channel(before))
            key = self._peeks[message.seat] = self._house.key_of(message.seat)
            self._watcher.follow(seat_channel(key))
            return
        if (shown := self._peeks.pop(message.seat, None)) is not None:
            self._watcher.leave(seat_channel(shown))
        self._tell(type="peeked", seat=message.seat, down=False)

    def _refuse(self, sentence: str) -> None:
        """In the language of the table; what was said in it already stays as it is."""
        self._tell(type="refused", message=tr(self._hub.language, sentence))

    def _tell(self, **fields: Any) -> None:
        self._watcher.reply(_json(**fields))

    def _become(self, new: Viewer) -> None:
        """The page is that viewer's now, and begins anew. The house is told who has gone: not when the page was replaced,
        nor when it only says again who it is."""
        viewer, self._viewer = self._viewer, new
        for shown in self._peeks.values():
            self._watcher.leave(seat_channel(shown))
        self._peeks.clear()
        for (
            press
        ) in self._held.values():  # a page that goes away with a key down cannot send the release any more
            self._house.said(viewer, None, messages.Press(seat=press.seat, role=press.role, down=False))
        self._held.clear()
        if viewer != new and (viewer.kind != "seat" or self._hub.owner(viewer.key) is self._watcher):
            self._house.gone(viewer)

    def _let_go(self) -> None:
        self._become(WATCHER)
        self._watcher.close()


def _json(**fields: object) -> str:
    return msgspec.json.encode(fields).decode()
