"""A room under one roof: boards' lines, pages, and one stage after another: lobby, table, the next table.

Lines and pages live as long as the room. Everything that can fail for a reason the user can mend fails at its start, before
anybody has pressed, with one sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lapsy.drivers import remembering
from lapsy.drivers.door import PhoneDoor
from lapsy.drivers.entrance import Entrance
from lapsy.drivers.held import HeldLine, elsewhere
from lapsy.drivers.lobbying import LobbyStage
from lapsy.drivers.opening import NoJournal, continued, journal_for, new_setup
from lapsy.drivers.serving import Page, PageError, PageServer, address, bound
from lapsy.drivers.tabling import TableStage, anew
from lapsy.drivers.unfinished import Unfinished, newest_unfinished
from lapsy.language import tr
from lapsy.screens.hub import Hub
from lapsy.screens.server import make_app, uvicorn_config
from lapsy.table.effects import Say
from lapsy.table.journal import JournalDamagedError
from lapsy.table.journal_file import JournalFile
from lapsy.table.lobby.arrangement import Arrangement, arrangement_of
from lapsy.table.lobby.lobby import Begin, Lobby
from lapsy.table.replay import Rebuilt, ReplayDiffersError, rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import RefusedError, Table


@dataclass(slots=True)
class Opening:
    """The game that a room begins with. ``names``: for each line that is a real port, the name it was given; ``rebuilt``:
    what its journal gave back, if it is gone on with; ``salt``: see ``TableStage``."""

    table: Table
    journal: JournalFile | NoJournal
    names: Mapping[str, str] = field(default_factory=dict)
    rebuilt: Rebuilt | None = None
    salt: str = ""


@dataclass(slots=True)
class Room:
    """``first``: a game, or None for the lobby. ``page`` None: nobody looks (headless). ``ready`` is told the page's address
    (or None) once presses are listened to. ``journals``: the folder for the lobby's games; None: not kept. ``ports``: to be
    looked at by the lobby besides those with known USB ids. ``lan``: open for phones from the start."""

    first: Opening | None
    page: Page | None
    say: Callable[[Say], None]
    ready: Callable[[Room, str | None], None] = lambda _room, _url: None
    journals: Path | None = None
    ports: tuple[str, ...] = ()
    language: str = "fi"
    lan: bool = False
    ended: Callable[[TableStage], None] = lambda _: None
    find: Callable[[], list[str]] | None = None
    hub: Hub = field(init=False)
    entrance: Entrance = field(init=False)
    door: PhoneDoor | None = field(init=False, default=None)
    #: Where the page is served; None: nowhere.
    http_port: int | None = field(init=False, default=None)
    lines: dict[str, HeldLine] = field(init=False, default_factory=dict)
    next_seq: dict[tuple[str, int], int] = field(init=False, default_factory=dict)
    #: The table that is on, or was on when the room ended; None in the lobby.
    last: TableStage | None = field(init=False, default=None)
    _stage: LobbyStage | TableStage | None = field(init=False, default=None)
    _next: Callable[[], LobbyStage | TableStage] | None = field(init=False, default=None)
    _arranged: Arrangement | None = field(init=False, default=None)
    _unfinished: Unfinished | None = field(init=False, default=None)
    _loop: asyncio.AbstractEventLoop | None = field(init=False, default=None)
    _stopping: bool = field(init=False, default=False)

    @property
    def named(self) -> frozenset[str]:
        """Lines that were named at the start: they stay, plugged in or not."""
        return frozenset(self.ports) | frozenset(() if self.first is None else self.first.names)

    def hold(self, key: str, name: str) -> HeldLine:
        """One more line."""
        held = self.lines[key] = HeldLine(key, name, lambda own: elsewhere(list(self.lines.values()), own))
        return held

    def run(self) -> None:
        """Until the game is over (without a page), ``stop``, or the user ends it (KeyboardInterrupt is theirs to catch).

        Raises PortError, ServeError, PageError, OSError of a journal.
        """
        with contextlib.ExitStack() as stack:
            stack.callback(self._end_lines)
            names = dict(self.first.names) if self.first is not None else {port: port for port in self.ports}
            for key, name in names.items():
                self.hold(key, name)
            listener = None if self.page is None else stack.enter_context(bound(self.page))
            for held in self.lines.values():
                held.line.open()
            asyncio.run(self._run(listener))

    def stop(self) -> None:
        """End ``run``; from the loop's thread."""
        self._stopping = True
        self._next = None
        if self._stage is not None:
            self._stage.stop()

    def stop_soon(self) -> None:
        """End ``run``; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self.stop)

    def _end_lines(self) -> None:
        for held in self.lines.values():
            held.end()

    # ---- the loop

    async def _run(self, listener: socket.socket | None) -> None:
        self._loop = asyncio.get_running_loop()
        self.hub = Hub()
        self.entrance = Entrance(self.hub, "nobody" if self.page is None else self.page.token, time.monotonic)
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            # no such signals, or not the main thread
            self._loop.add_signal_handler(signal.SIGTERM, self.stop)
        stage = self._lobby(None) if self.first is None else self._opened(self.first)
        self._enter(stage)
        if self.page is None or listener is None:
            self.ready(self, None)
            await self._stages()
            return
        app = make_app(self.hub, self.entrance)
        port = self.http_port = listener.getsockname()[1]
        self.door = PhoneDoor(app, self.page.host, port, self.entrance.code)
        problem = ""
        if self.lan or (isinstance(stage, TableStage) and stage.keys):  # guests' phones: a game that goes on
            problem = self._let_in(self.language)
        server = PageServer(uvicorn_config(app, self.page.host, self.page.port))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        self.ready(self, address(self.page, listener))
        if problem:
            self.say(Say("board", problem))
        playing = asyncio.create_task(self._stages())
        try:
            await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stop()
            server.should_exit = True
            await asyncio.gather(playing, serving, self.door.ended())

    async def _stages(self) -> None:
        while self._stage is not None:
            stage = self._stage
            if self._stopping:
                stage.stop()
            await stage.run()
            if isinstance(stage, TableStage) and self._next is not None:
                self.ended(stage)
            make, self._next = self._next, None
            self._stage = None
            if make is not None and not self._stopping:
                self.hub.forget_views()
                self._enter(make())

    def _enter(self, stage: LobbyStage | TableStage) -> None:
        self._stage = stage
        self.entrance.stage = stage
        asyncio.get_running_loop().call_soon(self.hub.greet_again)
        self.last = stage if isinstance(stage, TableStage) else None
        if self.last is not None:  # what was offered in the lobby goes on now, or never
            self.entrance.waiting = frozenset()

    def _follow(self, make: Callable[[], LobbyStage | TableStage]) -> None:
        """What is on now ends, and that comes."""
        if self._next is None and self._stage is not None:
            self._next = make
            self._stage.stop()

    # ---- tables

    def _opened(self, first: Opening) -> TableStage:
        keys = self._know_again(() if first.rebuilt is None else first.rebuilt.pages)
        self._tell_pages(first.table, keys)
        return TableStage(self, first.table, first.journal, keys, first.salt)

    def begin(self, begin: Begin) -> None:
        """From the lobby to the table. Raises RefusedError, and then the lobby goes on."""
        setup = new_setup(
            begin.game,
            begin.seats,
            pacing=begin.pacing,
            options=begin.options,
            seed=None,
            language=begin.language,
            simulated=False,
            children=begin.children,
        )
        lobby = self._stage
        assert isinstance(lobby, LobbyStage)
        arranged = lobby.lobby.arrangement
        self._play(setup, {n: place.key for n, place in enumerate(arranged.places) if place.key})
        self._arranged = arranged

    def again(self, stage: TableStage) -> None:
        """The same game with the same seats once more. Raises RefusedError."""
        old = stage.table.setup
        fresh = new_setup(
            old.game, old.seats, pacing=old.pacing, options=old.options, seed=None, language=old.language, simulated=False
        )  # fmt: skip
        self._play(anew(old, fresh), stage.keys)

    def _play(self, setup: Setup, keys: Mapping[int, str]) -> None:
        """A new table follows. Its journal's file is made now, so that what is wrong with it is said where it can be mended.
        Raises RefusedError."""
        if self._next is not None:
            raise RefusedError(tr(setup.language, "A game begins already."))
        try:
            journal = journal_for(self.journals, setup)
        except OSError as e:
            raise RefusedError(
                tr(setup.language, "The journal cannot be written ({why}): free some space.", why=str(e))
            ) from e

        def make() -> TableStage:
            table = Table(setup, seen=self.next_seq)
            self._tell_pages(table, keys)
            return TableStage(self, table, journal, keys)

        self._follow(make)

    def _tell_pages(self, table: Table, keys: Mapping[int, str]) -> None:
        """The journal knows who may come back."""
        if self.page is None:
            return
        for who, hashes in (("host", self.entrance.hosts), ("referee", self.entrance.referees)):
            for one in sorted(hashes):
                table.know_page(who, None, one)
        for seat, key in keys.items():
            table.know_page("seat", seat, key)

    def _know_again(self, pages: Iterable[tuple[str, int | None, str]]) -> dict[int, str]:
        """The pages of a journal are known again: the guests' keys by seat."""
        keys: dict[int, str] = {}
        for who, seat, token in pages:
            if who == "host":
                self.entrance.hosts.add(token)
            elif who == "referee":
                self.entrance.referees.add(token)
            elif seat is not None:
                keys[seat] = token
        return keys

    # ---- the lobby

    def to_lobby(self, stage: TableStage) -> None:
        """Back, with everybody who was there."""
        if self._arranged is not None:
            arranged = self._arranged
            arranged.places = [
                replace(place, connected=self.hub.owner(place.key) is not None) for place in arranged.places
            ]
            self._follow(lambda: self._lobby(arranged))
            return
        setup = stage.table.setup
        boards = {port: side.uid for port, side in stage.table.sides.items()}
        there = {seat for seat, key in stage.keys.items() if self.hub.owner(key) is not None}
        arrangement = arrangement_of(setup, boards, stage.keys, there)
        self._follow(lambda: self._lobby(arrangement))

    def _lobby(self, arrangement: Arrangement | None) -> LobbyStage:
        said = ""
        if arrangement is None:
            arrangement, said = remembering.last(self.language)
        self._unfinished = None if self.journals is None else newest_unfinished(self.journals)
        # pages of the game that stopped: its host and its referee are the same here, its guests are told to wait
        known = self._know_again(() if self._unfinished is None else self._unfinished.pages)
        self.entrance.waiting = frozenset(known.values())
        lobby = Lobby(arrangement, int.from_bytes(os.urandom(4), "little"), self.next_seq)
        if said:
            self.say(Say("table", said))
        return LobbyStage(self, lobby, self.find)

    def remember(self, arrangement: Arrangement) -> None:
        """For the next evening; a disk that does not take it is said."""
        try:
            remembering.keep(arrangement)
        except OSError as e:
            self.say(
                Say("table", tr(arrangement.language, "The set-up is not remembered ({why}).", why=str(e)))
            )

    # ---- an unfinished game

    def unfinished(self, language: str) -> str | None:
        """What can be gone on with, in words."""
        if self._unfinished is None:
            return None
        return tr(
            language,
            "{game} of {date}",
            game=tr(language, self._unfinished.setup.rules.NAME),
            date=self._unfinished.setup.date,
        )

    def resume(self) -> None:
        """Go on with the unfinished game. Raises RefusedError."""
        found, self._unfinished = self._unfinished, None
        if found is None:
            raise RefusedError(tr(self.language, "There is no unfinished game."))
        try:
            journal, recovered = JournalFile.resume(found.path)
            rebuilt = rebuild(recovered.records)
        except (OSError, JournalDamagedError, ReplayDiffersError) as e:
            raise RefusedError(str(e)) from e
        setup = rebuilt.setup = continued(rebuilt)
        ports = {uid: port for port, uid in rebuilt.boards.items()}
        assert isinstance(self._stage, LobbyStage)
        here = self._stage.lobby.ports
        for uid, port in ports.items():
            if port in self.lines or port not in setup.ports:
                continue
            if uid in here:
                self.lines[port] = self.lines[here[uid]]
            else:
                self.hold(port, port)
        keys = self._know_again(rebuilt.pages)
        came = [place.key for place in self._stage.lobby.arrangement.places if place.key]
        self._arranged = None
        salt = f"resumed {len(recovered.records)}"

        def make() -> TableStage:
            table = Table(setup, rebuilt, seen=self.next_seq)
            self._tell_pages(table, keys)
            stage = TableStage(self, table, journal, keys, salt)
            for key in set(came) - set(keys.values()):
                self.hub.dismiss(key, tr(setup.language, "The game goes on with those who were in it."))
            if keys and (problem := self._let_in(setup.language)):
                self.say(Say("board", problem))
            return stage

        self._follow(make)

    def _let_in(self, language: str) -> str:
        """Phones find the door open, as it is or at the likeliest address; or why they cannot."""
        if self.door is None or self.door.join_address is not None:
            return ""
        try:
            self.door.open("", language)
        except PageError as e:
            return str(e)
        return ""
