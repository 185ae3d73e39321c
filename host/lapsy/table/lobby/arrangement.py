"""What is arranged in a lobby: game, options, who plays, in which language; each change checked, each refusal a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from lapsy.games.options import Choice, Number, Option, OptionError, Sentence, read_options
from lapsy.games.play import Game
from lapsy.language import languages, tr
from lapsy.table.bots import STRENGTHS
from lapsy.table.judge import Pacing
from lapsy.table.keyboards import keyboards
from lapsy.table.lobby.names import bot_name, clean_name, look, unlike
from lapsy.table.lobby.offers import OFFERS, Offer, offer_of
from lapsy.table.lobby.places import MOST_PLACES, Place
from lapsy.table.setup import Seat, Setup
from lapsy.table.table import RefusedError

#: The port of keyboards and bots: pads that exist only in this process.
SIM = "sim"

#: A longer handicap is a slip of the finger.
MOST_HANDICAP_MS = 10_000

#: Games in which everybody has a hand that only they may see.
_HANDS = ("kuoppa", "limppu")

#: How cards come in Läpsy: agreed like an option, though the rules do not ask.
_DEALING: tuple[Option, ...] = (
    Choice(
        "flip",
        Sentence("Who turns the cards."),
        "auto",
        {
            "auto": Sentence("The dealer turns the cards."),
            "seat": Sentence("Each player turns their own."),
        },
    ),
    Number(
        "pace_ms",
        Sentence("From one card to the dealer's next."),
        1_200,
        range(300, 10_001),
        Sentence("ms"),
        Sentence("From one card to the next {n} ms."),
    ),
)


@dataclass(slots=True)
class Arrangement:
    """``options``: by game, what is not the default. ``places`` in the order of the seats."""

    language: str
    game: str = "lapsy"
    children: bool = False
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)

    # ---- the game

    @property
    def rules(self) -> Game:
        """The rules of the chosen game."""
        return self.offer.rules

    @property
    def offer(self) -> Offer:
        """The chosen game."""
        return OFFERS[self.game]

    def choose_game(self, game: str) -> None:
        """Raises RefusedError."""
        if game not in OFFERS:
            raise RefusedError(self._tr("There is no such game: choose one of the list."))
        self.game = game

    def choose_language(self, language: str) -> None:
        """Raises RefusedError."""
        if language not in languages():
            raise RefusedError(self._tr("There is no such language here: choose one of the list."))
        self.language = language

    def to_agree(self) -> tuple[Option, ...]:
        """Everything that may be agreed in the chosen game."""
        asked = (option for option in self.rules.OPTIONS if option.name not in self.offer.without)
        return (*asked, *(_DEALING if self.offer.game == "lapsy" else ()))

    def agreed(self) -> dict[str, str]:
        """The value of each, as text."""
        given = self.options.get(self.game, {})
        return {option.name: given.get(option.name, option.default_text) for option in self.to_agree()}

    def choose_option(self, name: str, value: str) -> None:
        """``value`` empty: the default again. Raises RefusedError when it cannot be, or contradicts what else is agreed."""
        given = dict(self.options.get(self.game, {}))
        given.pop(name, None)
        if value:
            given[name] = value
        elif name not in {option.name for option in self.to_agree()}:
            raise RefusedError(self._tr("There is no such option in this game."))
        try:
            values = read_options(self.game, self.to_agree(), given)
            self.rules.parse_options(self._for_rules(given))
        except OptionError as e:
            raise RefusedError(str(e)) from e
        usual = {option.name: option.default for option in self.to_agree()}
        self.options[self.game] = {key: text for key, text in given.items() if values[key] != usual[key]}

    def _for_rules(self, given: Mapping[str, str]) -> dict[str, str]:
        dealing = {option.name for option in _DEALING} if self.offer.game == "lapsy" else set()
        return {**self.offer.fixed, **{name: value for name, value in given.items() if name not in dealing}}

    @property
    def pacing(self) -> Pacing:
        """How the cards come."""
        values = read_options(
            self.game, _DEALING, {k: v for k, v in self.agreed().items() if k in ("flip", "pace_ms")}
        )
        return Pacing(str(values["flip"]), int(values["pace_ms"]) * 1_000)

    # ---- the places

    @property
    def hidden(self) -> bool:
        """Somebody has something that only they may see."""
        rules = self.rules
        try:
            roles = rules.roles(rules.parse_options(self._for_rules(self.options.get(self.game, {}))))
        except OptionError:
            roles = ()
        return self.game in _HANDS or "choose" in roles

    def place(self, seat: int | None) -> Place:
        """The place of a seat. Raises RefusedError."""
        if seat is None or not 0 <= seat < len(self.places):
            raise RefusedError(self._tr("There is no such seat: look at the page again."))
        return self.places[seat]

    def of_key(self, key: str) -> int | None:
        """Where the guest with that key sits."""
        return next((n for n, place in enumerate(self.places) if key and place.key == key), None)

    def add(self, place: Place) -> int:
        """One more, with a name that nobody else has; its seat. Raises RefusedError."""
        if len(self.places) >= MOST_PLACES:
            raise RefusedError(self._tr("All {n} seats are taken.", n=MOST_PLACES))
        if not place.strength:
            self._bots_yield(place.name)
        self.places.append(replace(place, name=unlike(place.name, [other.name for other in self.places])))
        return len(self.places) - 1

    def _bots_yield(self, name: str) -> None:
        """A bot of that name takes another one: a guest keeps theirs."""
        for n, place in enumerate(self.places):
            if place.strength and look(place.name) == look(name):
                self.places[n] = replace(place, name=bot_name([name, *(p.name for p in self.places)]))

    def add_human(self, typed: str) -> int:
        """Somebody of this room: with keys while the keyboard has room, else with a pad still to be bound."""
        name = clean_name(typed) or self._tr("Player")
        keys = sum(place.source == "keyboard" for place in self.places) < self.keyboards
        return self.add(Place(name, keys=keys))

    def add_bot(self, strength: str) -> int:
        """A bot. Raises RefusedError."""
        strength = strength or "medium"
        if strength not in STRENGTHS:
            raise RefusedError(self._tr("There is no such strength: choose one of the list."))
        return self.add(Place(bot_name([place.name for place in self.places]), strength))

    def change(self, seat: int | None, **changes: object) -> None:
        """Another thing of a place. Raises RefusedError."""
        place = self.place(seat)
        assert seat is not None
        self.places[seat] = replace(place, **changes)  # type: ignore[arg-type]

    def rename(self, seat: int | None, typed: str) -> None:
        """Another name. Raises RefusedError when nothing of it can be seen."""
        self.place(seat)
        name = clean_name(typed)
        if not name:
            raise RefusedError(self._tr("Write a name."))
        if not self.place(seat).strength:
            self._bots_yield(name)
        self.change(seat, name=unlike(name, [p.name for n, p in enumerate(self.places) if n != seat]))

    def bind(self, seat: int, pad: tuple[str, int]) -> None:
        """The pad is that seat's, and nobody else's."""
        for n, place in enumerate(self.places):
            if place.pad == pad:
                self.places[n] = replace(place, pad=None)
        self.change(seat, pad=pad, keys=False)

    def swap(self, seat: int | None, to: int | None) -> None:
        """Two change places, with all they have. Raises RefusedError."""
        one, other = self.place(seat), self.place(to)
        assert seat is not None
        assert to is not None
        self.places[seat], self.places[to] = other, one

    def handicap(self, seat: int | None, ms: str) -> None:
        """In milliseconds; empty for none. Raises RefusedError."""
        self.place(seat)
        text = ms.strip() or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_HANDICAP_MS):
            raise RefusedError(
                self._tr("A handicap is whole milliseconds from 0 to {most}.", most=MOST_HANDICAP_MS)
            )
        self.change(seat, handicap_us=int(text) * 1_000)

    def give_hand(self, seat: int | None, where: str) -> None:
        """Where that seat's hand is seen. Raises RefusedError."""
        place = self.place(seat)
        if place.strength or where not in ("phone", "here"):
            raise RefusedError(self._tr("A hand is seen on a phone or on this page."))
        if where == "phone" and not place.key:
            raise RefusedError(self._tr("{name} has no phone here: join with one first.", name=place.name))
        self.change(seat, private=where)

    # ---- the setup to be

    @property
    def keyboards(self) -> int:
        """How many can play by one keyboard in this game."""
        return keyboards(self.offer.game)

    def seats(self, ports: Mapping[str, str]) -> tuple[Seat, ...]:
        """The seats of the setup. ``ports``: by which line each board is reached."""
        seats = []
        group = 0
        for n, place in enumerate(self.places):
            match place.source:
                case "board" if place.pad is not None:
                    port, own = ports.get(place.pad[0], place.pad[0]), place.pad[1]
                case "phone":
                    port, own = f"phone{n + 1}", 0
                case _:
                    port, own, group = SIM, group, group + 1
            source = place.source or "keyboard"
            private = place.hand(self.hidden)
            seats.append(
                Seat(place.name, source, port, own, place.strength, place.handicap_us, private=private)
            )
        return tuple(seats)

    def draft(self, ports: Mapping[str, str], entropy: bytes = b"") -> Setup:
        """The setup as it would be now, without its chance."""
        return Setup(
            self.offer.game,
            self._for_rules(self.options.get(self.game, {})),
            self.seats(ports),
            self.pacing,
            entropy,
            language=self.language,
            children=self.children,
        )

    def _tr(self, sentence: str, **fields: object) -> str:
        return tr(self.language, sentence, **fields)


def arrangement_of(
    setup: Setup, boards: Mapping[str, str], keys: Mapping[int, str], connected: Collection[int]
) -> Arrangement:
    """What was arranged for a game, to be changed after it. ``boards``: by port, who answered there; ``keys``: by seat, of
    its guest; ``connected``: whose page is open."""
    arrangement = Arrangement(setup.language, offer_of(setup.game, setup.options))
    given = {k: v for k, v in setup.options.items() if k not in arrangement.offer.without}
    if setup.game == "lapsy":
        given |= {"flip": setup.pacing.flip, "pace_ms": str(setup.pacing.pace_us // 1_000)}
    usual = {option.name: option.default_text for option in arrangement.to_agree()}
    arrangement.options[arrangement.game] = {
        name: value for name, value in given.items() if value != usual.get(name)
    }
    for n, seat in enumerate(setup.seats):
        arrangement.places.append(
            Place(
                seat.name,
                seat.strength,
                (boards[seat.port], seat.group) if seat.source == "board" and boards.get(seat.port) else None,
                seat.source == "keyboard",
                keys.get(n, ""),
                seat.handicap_us,
                connected=n in connected,
            )
        )
    return arrangement
