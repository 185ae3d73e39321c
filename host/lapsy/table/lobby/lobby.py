"""The lobby: bytes of boards, wishes of pages and time in; effects out. No loop, no clock, no I/O.

It holds what is arranged, hears the boards so that a pad can be bound by pressing it, and says in words what still keeps
the game from starting. ``begin`` gives what a table needs; the boards' numbers go on there (``next_seq``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lapsy.games.options import OptionError
from lapsy.games.play import JSON
from lapsy.language import tr, tr_n
from lapsy.table.effects import Effect, Publish
from lapsy.table.judge import Pacing
from lapsy.table.lights import lobby_lamps
from lapsy.table.lobby.arrangement import Arrangement
from lapsy.table.lobby.boards import LobbyBoards, LobbyLine, Pressed
from lapsy.table.lobby.names import clean_name
from lapsy.table.lobby.places import Place
from lapsy.table.lobby.view import Door, lobby_view, seat_view
from lapsy.table.notice import Notice
from lapsy.table.setup import Seat
from lapsy.table.table import RefusedError

#: A pad that was bound shows it for so long.
BLINK_US = 3_000_000


@dataclass(frozen=True, slots=True)
class Begin:
    """A game can begin: what a setup is made of, its chance left out."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    pacing: Pacing
    language: str
    children: bool


class Lobby:
    """``session``: u32, names this host to the boards; ``next_seq``: where the boards' numbers stand."""

    def __init__(
        self, arrangement: Arrangement, session: int, next_seq: dict[tuple[str, int], int] | None = None
    ) -> None:
        self.arrangement = arrangement
        self.boards = LobbyBoards(session, {} if next_seq is None else next_seq)
        self.door = Door()
        self.resume: str | None = None
        self.binding: int | None = None
        self.notice = Notice()
        self._blinks: dict[tuple[str, int], int] = {}  # pads -> until when they show that they were bound
        self._changed = True
        self._views = 0

    # ---- boards and time

    def port_opened(self, now_us: int, port: str) -> list[Effect]:
        """A port is open."""
        self.boards.opened(now_us, port)
        return self._settle(now_us, changed=True)

    def port_closed(self, now_us: int, port: str, why: str) -> list[Effect]:
        """A port has gone, or cannot be had: ``why``, a sentence."""
        self.boards.closed(now_us, port, why)
        return self._settle(now_us, changed=True)

    def port_gone(self, now_us: int, port: str) -> list[Effect]:
        """It was unplugged."""
        self.boards.gone(port)
        return self._settle(now_us, changed=True)

    def feed(self, now_us: int, port: str, data: bytes) -> list[Effect]:
        """Bytes of a board."""
        changed, pressed = self.boards.feed(now_us, port, data)
        for one in pressed:
            self._pressed(now_us, one)
        return self._settle(now_us, changed=changed)

    def tick(self, now_us: int) -> list[Effect]:
        """Time has come to ``wake_us``."""
        changed = self.boards.tick(now_us) | self.notice.expire(now_us)
        for pad in [pad for pad, until_us in self._blinks.items() if until_us <= now_us]:
            del self._blinks[pad]
        return self._settle(now_us, changed=changed)

    @property
    def wake_us(self) -> int | None:
        """When ``tick`` is wanted next."""
        times = (self.boards.wake_us, self.notice.until_us, *self._blinks.values())
        return min((t for t in times if t is not None), default=None)

    # ---- guests

    def join(self, now_us: int, typed: str, key: str) -> tuple[int, list[Effect]]:
        """A guest comes in by phone: its seat. Raises RefusedError: no name, or no room."""
        name = clean_name(typed)
        if not name:
            raise RefusedError(self._tr("Write a name."))
        seat = self.arrangement.add(Place(name, key=key, connected=False))
        return seat, self._settle(now_us, changed=True)

    def connected(self, now_us: int, key: str, there: bool) -> list[Effect]:
        """A guest's page came or went. Told twice, it is no news: a page may greet as often as it likes."""
        seat = self.arrangement.of_key(key)
        news = seat is not None and self.arrangement.place(seat).connected != there
        if news:
            self.arrangement.change(seat, connected=there)
        return self._settle(now_us, changed=news)

    def rename(self, now_us: int, seat: int, typed: str) -> list[Effect]:
        """Another name. Raises RefusedError."""
        self.arrangement.rename(seat, typed)
        return self._settle(now_us, changed=True)

    def leave(self, now_us: int, seat: int) -> list[Effect]:
        """The seat is given up. Raises RefusedError."""
        self.arrangement.place(seat)
        del self.arrangement.places[seat]
        self.binding = None
        return self._settle(now_us, changed=True)

    # ---- the host

    def arrange(
        self,
        now_us: int,
        what: str,
        *,
        seat: int | None = None,
        to: int | None = None,
        name: str = "",
        value: str = "",
    ) -> list[Effect]:
        """One change of what is arranged; see ``screens.control.Arrange``. Raises RefusedError, and then nothing changed."""
        plan = self.arrangement
        match what:
            case "game":
                plan.choose_game(value)
            case "language":
                plan.choose_language(value)
            case "children":
                if value not in ("on", "off"):
                    raise RefusedError(self._tr("Children's mode is on or off."))
                plan.children = value == "on"
            case "option":
                plan.choose_option(name, value)
            case "human":
                plan.add_human(value)
            case "bot":
                plan.add_bot(value)
            case "remove":
                return self.leave(now_us, -1 if seat is None else seat)
            case "name":
                plan.rename(seat, value)
            case "strength":
                self._strength(seat, value)
            case "handicap":
                plan.handicap(seat, value)
            case "swap":
                plan.swap(seat, to)
                self.binding = None
            case "bind":
                self._bind(seat)
            case "keys":
                self._keys(seat)
            case "private":
                plan.give_hand(seat, value)
            case _:
                raise RefusedError(self._tr("That cannot be arranged in the lobby."))
        return self._settle(now_us, changed=True)

    def changed(self, now_us: int) -> list[Effect]:
        """The door, the referee's code or what can be gone on with is another: show it."""
        return self._settle(now_us, changed=True)

    def say(self, now_us: int, text: str) -> list[Effect]:
        """Everybody should know this for a while."""
        self.notice.post(now_us, text)
        return self._settle(now_us, changed=True)

    def begin(self) -> Begin:
        """The game as it is arranged. Raises RefusedError with the first thing that is missing."""
        if problems := self.problems():
            raise RefusedError(problems[0])
        plan = self.arrangement
        draft = plan.draft(self.ports)
        return Begin(
            plan.offer.game, dict(draft.options), draft.seats, draft.pacing, plan.language, plan.children
        )

    # ---- what is missing

    @property
    def ports(self) -> dict[str, str]:
        """By which line each board is reached."""
        return {line.hello.uid: line.port for line in self.boards.lines.values() if line.hello is not None}

    def problem(self, seat: int) -> str | None:
        """Why that seat cannot play yet."""
        place = self.arrangement.places[seat]
        if place.source is None:
            return self._tr("{name} has nothing to press: choose a pad or keys.", name=place.name)
        if place.pad is not None and place.source == "board":
            line = self.boards.of(place.pad[0])
            if line is None or not line.healthy:
                return self._tr("The board of {name}'s pad does not answer: plug it in.", name=place.name)
            missing = self._missing(line, place.pad[1])
            if missing:
                return self._tr(
                    "{name}'s pad lacks buttons for this game: choose keys or a phone instead.",
                    name=place.name,
                )
        if place.source == "phone" and not place.connected:
            return self._tr("{name}'s phone is not here: wait for it, or remove the seat.", name=place.name)
        if place.key and place.hand(self.arrangement.hidden) == "phone" and not place.connected:
            return self._tr(
                "{name}'s phone is not here: wait for it, or show the hand on this page.", name=place.name
            )
        return None

    def _missing(self, line: LobbyLine, group: int) -> set[str]:
        return set(self.arrangement.draft(self.ports).roles) - line.inputs(group)

    def problems(self) -> tuple[str, ...]:
        """What keeps the game from starting, a sentence each."""
        plan = self.arrangement
        rules, count = plan.rules, len(plan.places)
        found: list[str] = []
        least, most = rules.SEATS[0], rules.SEATS[-1]
        if count < least:
            found.append(
                tr_n(
                    plan.language,
                    "{n} more player is needed: add a bot, or join by phone.",
                    "{n} more players are needed: add bots, or join by phone.",
                    least - count,
                )
            )
        elif count > most:
            found.append(
                tr_n(
                    plan.language,
                    "There is {n} player too many for this game.",
                    "There are {n} players too many for this game.",
                    count - most,
                )
            )
        elif count not in rules.SEATS:
            found.append(self._tr("This game cannot be dealt for {n} players.", n=count))
        by_keys = sum(place.source == "keyboard" for place in plan.places)
        if by_keys > plan.keyboards:
            found.append(
                tr_n(
                    plan.language,
                    "One keyboard has keys for {n} player in this game.",
                    "One keyboard has keys for {n} players in this game.",
                    plan.keyboards,
                )
            )
        found += [problem for seat in range(count) if (problem := self.problem(seat)) is not None]
        if not found:
            draft = plan.draft(self.ports)
            try:
                draft.rules.start(draft.rules.parse_options(draft.options), count, bytes(32))
            except OptionError as e:
                found.append(str(e))
        return tuple(found)

    # ---- inside

    def _tr(self, sentence: str, **fields: object) -> str:
        return tr(self.arrangement.language, sentence, **fields)

    def _strength(self, seat: int | None, value: str) -> None:
        from lapsy.table.bots import STRENGTHS

        if value not in STRENGTHS or not self.arrangement.place(seat).strength:
            raise RefusedError(self._tr("There is no such strength: choose one of the list."))
        self.arrangement.change(seat, strength=value)

    def _bind(self, seat: int | None) -> None:
        if self.arrangement.place(seat).strength:
            raise RefusedError(self._tr("A bot presses a pad of its own."))
        self.binding = None if self.binding == seat else seat

    def _keys(self, seat: int | None) -> None:
        place = self.arrangement.place(seat)
        if place.strength:
            raise RefusedError(self._tr("A bot presses a pad of its own."))
        self.arrangement.change(seat, keys=not place.keys, pad=None)
        if self.binding == seat:
            self.binding = None

    def _pressed(self, now_us: int, press: Pressed) -> None:
        """A pad says "this one": it becomes the waiting seat's, or tells whose it is."""
        pad = press.board, press.group
        owner = next((place for place in self.arrangement.places if place.pad == pad), None)
        if self.binding is not None:
            self.arrangement.bind(self.binding, pad)
            owner = self.arrangement.places[self.binding]
            self.binding = None
            self.notice.post(now_us, self._tr("This pad is now for {name}.", name=owner.name))
        elif owner is not None:
            self.notice.post(now_us, self._tr("This is the pad of {name}.", name=owner.name))
        else:
            self.notice.post(
                now_us, self._tr("Nobody has this pad yet: choose a seat first, then press the pad.")
            )
        if owner is not None:
            self._blinks[pad] = now_us + BLINK_US
        self._changed = True

    def _settle(self, now_us: int, *, changed: bool) -> list[Effect]:
        self._changed |= changed
        self._light(now_us)
        effects = self.boards.sends()
        if self._changed:
            self._changed = False
            self._views += 1
            effects.append(self._publish())
        return effects

    def _light(self, now_us: int) -> None:
        """Have the pads' lights say whose they are, and which one calls for a press."""
        bound = {place.pad for place in self.arrangement.places if place.source == "board"}
        pads = {
            (line.port, group): (line.hello.uid, group)
            for line in self.boards.lines.values()
            if line.hello is not None
            for group in line.groups
        }
        newest = max(self._blinks, key=self._blinks.__getitem__, default=None)
        lamps = lobby_lamps(
            [at for at, pad in pads.items() if pad in bound],
            [at for at, pad in pads.items() if pad not in bound],
            binding=self.binding is not None,
            newest=next((at for at, pad in pads.items() if pad == newest), None),
        )
        self.boards.lamps.show(now_us, lamps)

    def _publish(self) -> Publish:
        view: JSON = lobby_view(self, self._views)
        seats = {
            n: seat_view(view, n, place, self.arrangement.hidden)
            for n, place in enumerate(self.arrangement.places)
            if place.key
        }
        desk: JSON = {
            "type": "referee", "n": self._views, "can": [], "seats": [], "boards": [], "moments": [], "rulings": [],
            "free_pads": [], "code": None, "view": view,
        }  # fmt: skip
        return Publish(view, seats, desk)

    def forget_guests(self) -> None:
        """All pages are gone (a restart): they connect anew."""
        self.arrangement.places = [replace(place, connected=False) for place in self.arrangement.places]
