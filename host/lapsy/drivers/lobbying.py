"""The lobby in real time: boards found as they are plugged in, its timer, and what pages wish."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lapsy.boards.host_clock import now_us
from lapsy.boards.ports import find_ports
from lapsy.drivers.serving import PageError
from lapsy.language import tr
from lapsy.screens import control as messages
from lapsy.screens.house import Viewer
from lapsy.table.effects import Effect, Publish, Send
from lapsy.table.lobby.lobby import Lobby
from lapsy.table.table import RefusedError

if TYPE_CHECKING:
    from lapsy.drivers.room import Room

#: Boards that were plugged in or out are noticed after so long.
LOOK_S = 1.0


def _known_ports() -> list[str]:
    """Ports with known USB ids: no others are tried without being named."""
    return [seen.name for seen in find_ports()]


class LobbyStage:
    """``find`` gives the ports that a board may be on; ports that were named at the start are looked at anyway."""

    def __init__(
        self,
        room: Room,
        lobby: Lobby,
        find: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self.room = room
        self.lobby = lobby
        self._find = find or _known_ports
        self._loop = asyncio.get_running_loop()
        self._over = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._said: dict[str, str] = {}  # what is wrong with ports that do not open
        self.failure: Exception | None = None
        self._shows_code = False

    @property
    def language(self) -> str:
        """What people here read."""
        return self.lobby.arrangement.language

    async def run(self) -> None:
        """Until ``stop``. Raises what broke it."""
        for held in self.room.lines.values():
            held.roams = False
            held.begin()
            held.attach(self, 0)
        self._refresh()
        self._do(self.lobby.changed)
        looking = self._loop.create_task(self._look())
        try:
            await self._over.wait()
        finally:
            looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await looking
            if self._timer is not None:
                self._timer.cancel()
            for held in self.room.lines.values():
                held.detach(self)
        if self.failure is not None:
            raise self.failure

    def stop(self) -> None:
        """End ``run``."""
        self._over.set()

    # ---- from the lines' threads

    def opened(self, key: str) -> None:
        """A line's port is open."""
        self._hand(lambda at_us: self.lobby.port_opened(at_us, key))

    def came(self, key: str, at_us: int, data: bytes) -> None:
        """A line's bytes."""
        self._hand(lambda _: self.lobby.feed(at_us, key, data))

    def closed(self, key: str, why: str) -> None:
        """A line's port has gone."""
        self._hand(lambda at_us: self.lobby.port_closed(at_us, key, why))

    def _hand(self, call: Callable[[int], list[Effect]]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._do, call)

    # ---- the entrance's stage

    def seat_of(self, key: str) -> int | None:
        """Where the guest with that key sits."""
        return self.lobby.arrangement.of_key(key)

    def key_of(self, seat: int) -> str:
        """The key of the guest on that seat."""
        places = self.lobby.arrangement.places
        return places[seat].key if 0 <= seat < len(places) else ""

    def here(self, seat: int) -> bool:  # noqa: ARG002
        """No hands before the deal."""
        return False

    def join(self, name: str, key: str) -> int:
        """A guest comes in. Raises RefusedError."""
        seat, effects = self.lobby.join(now_us(), name, key)
        self._do(lambda _: effects)
        return seat

    def connected(self, key: str, there: bool) -> None:
        """A guest's page came or went."""
        self._do(lambda at_us: self.lobby.connected(at_us, key, there))

    def read(self, seat: int, cards: Sequence[str]) -> Sequence[Any]:  # noqa: ARG002
        """No cards yet."""
        raise RefusedError(tr(self.language, "The cards are not dealt yet."))

    def said(self, viewer: Viewer, seat: int | None, message: messages.ControlMessage) -> str | None:  # noqa: ARG002
        """Do what a page asks; None, or why not."""
        try:
            self._said_by(seat, message)
        except (RefusedError, PageError) as e:
            return str(e)
        return None

    def _said_by(self, seat: int | None, message: messages.ControlMessage) -> None:
        match message:
            case messages.Rename(name=name) if seat is not None:
                self._try(lambda at_us: self.lobby.rename(at_us, seat, name))
            case messages.Leave() if seat is not None:
                self._leave(seat)
            case messages.Start():
                self.room.begin(self.lobby.begin())
            case messages.Arrange():
                self._arrange(message)
            case messages.Act() | messages.Read() | messages.Choose() | messages.Referee() | messages.Peek():
                raise RefusedError(tr(self.language, "The cards are not dealt yet."))
            case _:
                pass  # keys, paint reports, a pad's clock: nothing of it counts here

    def _arrange(self, wish: messages.Arrange) -> None:
        door = self.room.door
        match wish.what:
            case "open" if door is not None:
                door.open(wish.value, self.language)
            case "close" if door is not None:
                if door.fixed:
                    raise RefusedError(
                        tr(
                            self.language,
                            "The program was started open for phones: start it anew without --host.",
                        )
                    )
                door.close()
            case "referee":
                self._shows_code = not self._shows_code
            case "resume":
                self.room.resume()
                return
            case "remove":
                self._leave(-1 if wish.seat is None else wish.seat)
                return
            case _:
                self._try(
                    lambda at_us: self.lobby.arrange(
                        at_us, wish.what, seat=wish.seat, to=wish.to, name=wish.name, value=wish.value
                    )
                )
                self.room.remember(self.lobby.arrangement)
        self._refresh()
        self._do(self.lobby.changed)

    def _leave(self, seat: int) -> None:
        key = self.key_of(seat)
        self._try(lambda at_us: self.lobby.leave(at_us, seat))
        self.room.remember(self.lobby.arrangement)
        if key:
            self.room.hub.dismiss(key, tr(self.language, "This phone has no seat any more: join again."))

    def _refresh(self) -> None:
        """What the room knows, for the view."""
        if self.room.door is not None:
            self.lobby.door = self.room.door.state(self.language)
        self.lobby.resume = self.room.unfinished(self.language)

    # ---- on the loop

    def _try(self, call: Callable[[int], list[Effect]]) -> None:
        """Raises RefusedError, and then nothing has changed."""
        effects = call(now_us())
        self._do(lambda _: effects)

    def _do(self, call: Callable[[int], list[Effect]]) -> None:
        if self._over.is_set():
            return
        try:
            for effect in call(now_us()):
                match effect:
                    case Send(port, data):
                        if (held := self.room.lines.get(port)) is not None:
                            held.line.send(data)
                    case Publish(view, seats, referee) if view is not None:
                        self._publish(view, seats, referee)
            self._after()
        except Exception as e:  # told to whoever awaits run()
            self.failure = e
            self._over.set()

    def _publish(
        self, view: dict[str, Any], seats: Mapping[int, dict[str, Any]], desk: dict[str, Any] | None
    ) -> None:
        hub = self.room.hub
        code = self.room.entrance.referee_code if self._shows_code else None
        hub.publish(view, {**view, "referee": code} if code else None)
        for seat, own in seats.items():
            if key := self.key_of(seat):
                hub.publish_seat(key, own)
        if desk is not None:
            hub.publish_referee(desk)

    def _after(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wake_us = self.lobby.wake_us
        if wake_us is not None:
            delay_s = max(0, wake_us - now_us()) / 1_000_000
            self._timer = self._loop.call_later(delay_s, self._do, self.lobby.tick)

    # ---- boards that come and go

    async def _look(self) -> None:
        """Every now and then: which ports are there, whether they open, whether the machine has another address."""
        door = self.lobby.door
        while True:
            found = await self._loop.run_in_executor(None, self._find)
            self._plugged([name for name in found if name not in self.room.lines])
            for key, held in list(self.room.lines.items()):
                if held.line.name or key in self.room.named:
                    self._trouble(key, held.line.trouble)
                elif key not in found:
                    await self._gone(key)
                else:
                    self._trouble(key, held.line.trouble)
            self._refresh()
            if self.lobby.door != door:
                door = self.lobby.door
                self._do(self.lobby.changed)
            await asyncio.sleep(LOOK_S)

    def _plugged(self, names: Sequence[str]) -> None:
        for name in names:
            held = self.room.hold(name, name)
            held.begin()
            held.attach(self, 0)

    async def _gone(self, key: str) -> None:
        held = self.room.lines.pop(key)
        held.detach(self)
        self._said.pop(key, None)
        self._do(lambda at_us: self.lobby.port_gone(at_us, key))
        await self._loop.run_in_executor(None, held.end)

    def _trouble(self, key: str, why: str) -> None:
        """A port that does not open is shown with its reason, once."""
        if self._said.get(key, "") == why:
            return
        self._said[key] = why
        if why:
            self._do(lambda at_us: self.lobby.port_closed(at_us, key, why))
