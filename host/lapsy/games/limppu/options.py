"""What may be agreed before a game of Limppu, in the one definition that help, pages and validation read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lapsy.games.options import Choice, Number, Option, OptionError, Sentence, Switch, Value, read_options

GRACE_MS = 3000

OPTIONS: tuple[Option, ...] = (
    Number(
        "decks",
        Sentence("How many packs; the second comes without its limppu (two of diamonds)."),
        1,
        range(1, 3),
        Sentence("packs"),
        Sentence("Packs: {n}."),
    ),
    Switch(
        "second_ks",
        Sentence("With two packs: the second pack's king of spades plays too."),
        default=True,
    ),
    Choice(
        "stop",
        Sentence("Who ends the game when the king of spades comes."),
        "auto",
        {
            "auto": Sentence("The machine, at once."),
            "live": Sentence("The drawer, who may withhold it and be caught."),
        },
    ),
    Number(
        "announce_grace_ms",
        Sentence("Time in milliseconds for announcing the king of spades (stop=live)."),
        GRACE_MS,
        range(200, 60_001),
        Sentence("milliseconds"),
        Sentence("{n} ms to announce the king of spades."),
    ),
    Switch(
        "series",
        Sentence("A series: points are counted until somebody has 150."),
    ),
    Number(
        "idle_rounds",
        Sentence("After how many rounds without a card drawn or beaten the leader draws one (0 = never)."),
        4,
        range(101),
        Sentence("rounds"),
        Sentence("Idle rounds before a card has to be drawn: {n} (0 = none has)."),
    ),
    Switch(
        "must_pass_limppu",
        Sentence("Whoever leads with the limppu has to give it along with the group."),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """One agreed set of rules. ``announce_grace_us``: the time of LI-55 in microseconds."""

    decks: int = 1
    second_ks: bool = False
    stop: str = "auto"
    announce_grace_us: int = GRACE_MS * 1000
    series: bool = False
    idle_rounds: int = 4
    must_pass_limppu: bool = False

    def as_json(self) -> dict[str, Value]:
        """Every option that makes a difference, as ``parse_options`` names it, in a fixed order: for journals and their
        hash."""
        second: dict[str, Value] = {"second_ks": self.second_ks} if self.decks == 2 else {}
        return {
            "decks": self.decks,
            **second,
            "stop": self.stop,
            "announce_grace_ms": self.announce_grace_us // 1000,
            "series": self.series,
            "idle_rounds": self.idle_rounds,
            "must_pass_limppu": self.must_pass_limppu,
        }

    @property
    def live(self) -> bool:
        """True when the players themselves end the game (LI-54)."""
        return self.stop == "live"


def parse_options(raw: Mapping[str, str]) -> Options:
    """Options from text such as ``{"stop": "live"}``; what is not named keeps its default.

    Raises OptionError, also for what says nothing in the other options' company: a second king of spades without a
    second pack, a time to announce what the machine announces.
    """
    read = read_options("Limppu", OPTIONS, raw)
    two = read["decks"] == 2
    if not two and "second_ks" in raw and read["second_ks"]:
        raise OptionError("second_ks=on needs a second pack: give decks=2 too, or leave it out.")
    if read["stop"] == "auto" and read["announce_grace_ms"] != GRACE_MS:
        raise OptionError("announce_grace_ms is for stop=live: give that too, or leave it out.")
    return Options(
        decks=int(read["decks"]),
        second_ks=two and bool(read["second_ks"]),
        stop=str(read["stop"]),
        announce_grace_us=int(read["announce_grace_ms"]) * 1000,
        series=bool(read["series"]),
        idle_rounds=int(read["idle_rounds"]),
        must_pass_limppu=bool(read["must_pass_limppu"]),
    )


def roles(options: Options) -> tuple[str, ...]:  # noqa: ARG001 - the same pad, whatever it says
    """The inputs of a seat: a slap pad to announce and to challenge with, where the stop card may be withheld (LI-54);
    otherwise to pick up with."""
    return ("slap",)
