"""What is agreed before a game: the game, its options, who sits where, how cards come, where chance comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from typing import Any, TypeVar

from lapsy.games.options import as_texts
from lapsy.games.play import JSON, Game
from lapsy.games.registry import GAMES
from lapsy.language import DEFAULT, languages
from lapsy.table.display import Display, display_json
from lapsy.table.journal import VERSION, JournalDamagedError, canonical
from lapsy.table.judge import Pacing
from lapsy.table.keyboards import keys_of
from lapsy.table.policy import Policy
from lapsy.table.races import Races
from lapsy.table.score import Score, SeatScore
from lapsy.table.scores.kuoppa import KuoppaScore
from lapsy.table.scores.limppu import LimppuScore
from lapsy.table.scores.speed import SpeedScore
from lapsy.table.verdicts import Verdicts
from lapsy.timing.claim import SOURCE_BOUND_US

#: Games in which a seat has a hand of cards that nobody else may see.
WITH_HANDS = frozenset(("kuoppa", "limppu"))

#: The score keeper of each game.
SCORES: dict[str, Callable[[list[SeatScore], Policy], Score]] = {
    "lapsy": Verdicts,
    "race": Races,
    "speed": SpeedScore,
    "kuoppa": KuoppaScore,
    "limppu": LimppuScore,
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. ``source``: board, keyboard, phone or bot; ``port``: the line (or phone) its presses come by;
    ``group``: which of that board's groups of inputs is this seat's; ``strength``: of a bot; ``handicap_us``: its hand
    counts so much later, openly. ``private``: where its hand of cards is seen: on a "phone", on the host's page while its
    key is held ("here"), or nowhere ("none": a bot, or a game without hands)."""

    name: str
    source: str
    port: str
    group: int
    strength: str = ""
    handicap_us: int = 0
    private: str = "none"


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a table is told. ``entropy``: 32 random bytes, or what a practice seed gives. ``date``: text for people.
    ``display``: the calibrated one that the table page is on; None: nothing is known of it. ``children``: it is played by
    ``lapsy.table.children``. ``buzzer``: boards that have one sound a verdict."""

    game: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    pacing: Pacing
    entropy: bytes
    practice: str | None = None
    language: str = DEFAULT
    date: str = ""
    simulated: bool = False
    origin_us: int = 0
    session: int = 1
    policy: Policy = field(default_factory=Policy)
    display: Display | None = None
    children: bool = False
    buzzer: bool = True

    @property
    def rules(self) -> Game:
        """The game's functions."""
        return GAMES[self.game]

    @property
    def agreed(self) -> dict[str, str]:
        """The whole agreement, what was not named too: equal agreements are equal, however they were given."""
        return as_texts(self.rules.parse_options(self.options).as_json())

    @property
    def ports(self) -> tuple[str, ...]:
        """The lines that seats press by, each once; a phone is none."""
        return tuple(dict.fromkeys(seat.port for seat in self.seats if seat.source != "phone"))

    @property
    def roles(self) -> tuple[str, ...]:
        """The inputs that count here. What does not count is not sequenced: it must not come between two hands."""
        roles = self.rules.roles(self.rules.parse_options(self.options))
        return tuple(role for role in roles if role != "flip" or self.pacing.flip == "seat")

    @property
    def simulated_inputs(self) -> tuple[str, ...]:
        """What a simulated board has for each seat: where hands slap a slap and a flip as always, and what else the game
        uses."""
        return tuple(dict.fromkeys((*(("slap", "flip") if "slap" in self.roles else ()), *self.roles)))

    @property
    def has_lobby(self) -> bool:
        """Human seats press once before the deal; a race needs no deal."""
        return self.game != "race" and any(seat.source != "bot" for seat in self.seats)

    def new_score(self) -> Score:
        """The score keeper of this game, at zero."""
        seats = [SeatScore() for _ in self.seats]
        return SCORES[self.game](seats, self.policy)

    def keys(self, seat: int) -> dict[str, object] | None:
        """The keys of a seat on the host's page; see ``keyboards.keys_of``."""
        return keys_of(self, seat)

    def header(self, version: str) -> JSON:
        """The journal's first record. The seed is only hashed here, before anybody has pressed (design §5)."""
        options = self.agreed
        return {
            "k": "header",
            "v": VERSION,
            "lapsy": version,
            "game": self.game,
            "options": options,
            "options_hash": sha256(canonical(options).encode()).hexdigest(),
            "seats": [asdict(s) for s in self.seats],
            "pacing": asdict(self.pacing),
            "policy": asdict(self.policy),
            "display": display_json(self.display),
            "seed_hash": sha256(self.entropy).hexdigest(),
            "practice": self.practice,
            "language": self.language,
            "date": self.date,
            "simulated": self.simulated,
            "children": self.children,
            "buzzer": self.buzzer,
            "origin_us": self.origin_us,
        }

    @classmethod
    def from_header(cls, header: JSON, entropy: bytes) -> Setup:
        """The setup that wrote ``header``. Raises JournalDamagedError when the header names what this lapsy has not."""
        try:
            if header["game"] not in GAMES:
                raise JournalDamagedError(
                    f"The journal is of a game '{header['game']}' that this lapsy does not have: update lapsy."
                )
            _check_types(cls, header)
            seats = tuple(_made(Seat, s) for s in header["seats"])
            if not all(seat.source in SOURCE_BOUND_US and seat.handicap_us >= 0 for seat in seats):
                raise TypeError("a seat has a source or a handicap that there is not")
            pacing = _made(Pacing, header["pacing"])
            if header["language"] not in languages() or pacing.flip not in ("seat", "auto"):
                raise TypeError("its language, or who turns the cards")
            return cls(
                header["game"],
                header["options"],
                seats,
                pacing,
                entropy,
                header["practice"],
                header["language"],
                header["date"],
                header["simulated"],
                header["origin_us"],
                policy=_made(Policy, header["policy"]),
                display=None if header["display"] is None else _made(Display, header["display"]),
                children=header["children"],
                buzzer=header["buzzer"],
            )
        except (KeyError, TypeError) as e:
            raise JournalDamagedError(
                f"The journal's header lacks a part ({e}): it was not written by this version of lapsy."
            ) from e


M = TypeVar("M")

#: What JSON has for a field of this type.
_JSON_TYPES: dict[Any, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "bool": (bool,),
    "str | None": (str, type(None)),
    "int | None": (int, type(None)),
}


def _check_types(cls: Any, raw: JSON) -> None:
    """Raises TypeError for a field of ``cls`` that ``raw`` has as something else."""
    for each in fields(cls):
        known = _JSON_TYPES.get(each.type)
        if known is not None and each.name in raw and type(raw[each.name]) not in known:
            raise TypeError(f"{each.name!r} is {raw[each.name]!r}")


def _made(cls: Callable[..., M], raw: JSON) -> M:
    """A value from the fields that a header holds of it. Raises TypeError."""
    _check_types(cls, raw)
    return cls(**raw)
