"""What may be agreed before a game of Läpsy (rules LE-09): defined once, read from text, contradictions named.

``variant`` and ``preset`` are short for other options: two ways of saying the same rules give equal ``Options``.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, fields
from typing import NamedTuple

from lapsy.games.options import Choice, Number, Option, OptionError, Sentence, Switch, as_text, read_options

#: Variants of the second guide that are its base game with one switch on (rules D).
ONE_SWITCH = ("hodari", "same_face", "head_slap", "reverse", "slapjack")

#: What a preset gives to the options that are not named.
PRESETS: dict[str, dict[str, str]] = {
    "none": {},
    "children": {"variant": "basic", "dead_button": "on", "window_ms": "2000", "card_cap": "200"},
}

OPTIONS: tuple[Option, ...] = (
    Choice(
        "preset",
        Sentence("An agreement made ready; options that are named come before it."),
        "none",
        {
            "none": Sentence("nothing is made ready"),
            "children": Sentence(
                "for children: variant=basic, dead_button=on, window_ms=2000, card_cap=200; nobody drops out"
            ),
        },
    ),
    Choice(
        "variant",
        Sentence("The rules that are played."),
        "alga",
        {
            "alga": Sentence("a one-card penalty under the pile and a choice among the last three cards"),
            "basic": Sentence(
                "a false slap costs a card to every other player, nobody looks at cards, one may join a running game"
            ),
            "hodari": Sentence("basic, and 10 5 10 may be slapped too"),
            "same_face": Sentence("basic, and only the same rank answers a challenge"),
            "head_slap": Sentence("basic, and the own head is slapped before the pile"),
            "reverse": Sentence("basic, but the aim is to get rid of the cards"),
            "slapjack": Sentence("basic, but only a jack is slapped"),
        },
    ),
    Number(
        "window_ms",
        Sentence("Time in milliseconds for which the pile waits for slower hands before it is collected."),
        1000,
        range(100, 10_001),
        Sentence("milliseconds"),
        Sentence("The pile waits {n} ms for slower hands."),
    ),
    Switch(
        "sandwich",
        Sentence("Sandwich: two equal ranks with one card between them may be slapped too (5 9 5)."),
    ),
    Switch(
        "sum_ten",
        Sentence("Sum ten: two topmost cards that add up to ten may be slapped too; an ace counts one."),
    ),
    Switch(
        "slap_ban",
        Sentence("A false slap costs no card, but a ban on slapping until the pile has been won."),
    ),
    Switch(
        "penalty_each",
        Sentence("A false slap costs one card to every opponent instead of one under the pile."),
    ),
    Switch(
        "hidden_hand",
        Sentence("Hands stay hidden to the end: there is no choice among the last three cards."),
    ),
    Switch(
        "hodari",
        Sentence("Hodari: two equal ranks with one card between them may be slapped too (10 5 10)."),
    ),
    Switch(
        "same_face",
        Sentence("Same court card: only a card of the same rank answers a challenge."),
    ),
    Switch(
        "head_slap",
        Sentence("Head first: slap your own head, and only then the pile."),
    ),
    Switch(
        "reverse",
        Sentence("Reverse: get rid of your cards; whoever slaps last takes the pile."),
    ),
    Switch(
        "slapjack",
        Sentence("Slapjack: only a jack is slapped; court cards do not challenge."),
    ),
    Switch(
        "courts",
        Sentence("Slapjack with the court-card game: queen, king and ace challenge, the jack does not."),
    ),
    Switch(
        "dead_button",
        Sentence("A false slap that costs no card makes the button dead until the next card is laid."),
    ),
    Number(
        "card_cap",
        Sentence("After so many cards laid, the pile is played out and the game ends; 0 = no limit."),
        0,
        range(100_001),
        Sentence("cards"),
        Sentence("The last pile after {n} cards."),
    ),
    Number(
        "time_cap_s",
        Sentence(
            "So many seconds after the first card, the pile is played out and the game ends; 0 = no limit."
        ),
        0,
        range(86_401),
        Sentence("seconds"),
        Sentence("The last pile after {n} seconds."),
    ),
    Switch(
        "sudden_death",
        Sentence("If the lead is shared at the limit, one more pile is played."),
    ),
)

_SECOND_GUIDE = {
    "hodari": "say sandwich=on with variant=alga",
    "same_face": "play variant=basic",
    "head_slap": "play variant=basic",
    "reverse": "play variant=basic",
    "slapjack": "it is a game of its own (LE-05): play variant=slapjack",
    "courts": "play variant=slapjack",
    "dead_button": "a false slap without cards loses the right to return there; play variant=basic",
}


@dataclass(frozen=True, slots=True)
class Options:
    """One agreed set of rules. ``variant`` is the guide, ``alga`` or ``basic``; a switch that is on replaces or widens one
    of its rules. ``card_cap``, ``time_cap_s``: 0 = none."""

    variant: str = "alga"
    window_ms: int = 1000
    sandwich: bool = False
    sum_ten: bool = False
    slap_ban: bool = False
    penalty_each: bool = False
    hidden_hand: bool = False
    hodari: bool = False
    same_face: bool = False
    head_slap: bool = False
    reverse: bool = False
    slapjack: bool = False
    courts: bool = False
    dead_button: bool = False
    card_cap: int = 0
    time_cap_s: int = 0
    sudden_death: bool = False

    def as_json(self) -> dict[str, str | int | bool]:
        """Every option but ``preset`` with its value, in a fixed order. ``options_from_json`` reads it back, and so does
        ``parse_options`` as texts (``as_texts``), whatever presets and defaults are by then."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def parse_options(raw: Mapping[str, str]) -> Options:
    """Options from text such as ``{"sandwich": "on", "window_ms": "800"}``; what is not named keeps its default.

    ``slap_ban`` and ``penalty_each`` do not exclude each other: with both, the ban alone holds (LS-60).
    In the second guide ``sandwich`` is Hodari, and ``penalty_each`` and ``hidden_hand`` are its rules already. Raises
    OptionError.
    """
    preset = str(read_options("Läpsy", OPTIONS, raw)["preset"])
    values = read_options("Läpsy", OPTIONS, {**PRESETS[preset], **raw})
    del values["preset"]
    variant = str(values["variant"])
    if variant in ONE_SWITCH:
        if variant in raw and not values[variant]:
            raise OptionError(f"variant={variant} and {variant}=off contradict each other: give one of them.")
        values |= {"variant": "basic", variant: True}
    _refuse_contradictions(values, _Said(preset, variant, PRESETS[preset].keys() - raw.keys()))
    if values["variant"] == "basic":
        values["hodari"] = values["hodari"] or values["sandwich"]
        values |= dict.fromkeys(("sandwich", "penalty_each", "hidden_hand"), False)
    return Options(**values)  # type: ignore[arg-type]


def options_from_json(raw: Mapping[str, str | int | bool]) -> Options:
    """What ``as_json`` gave. Raises OptionError, AttributeError or TypeError on anything else."""
    return parse_options({name: as_text(value) for name, value in raw.items()})


class _Said(NamedTuple):
    """How an option came to have its value: messages speak of what was really given.

    ``variant``: as it was named, before it became a switch. ``brought``: options that have their value from the preset.
    """

    preset: str
    variant: str
    brought: Set[str]

    def on(self, option: str) -> str:
        """What switched the option on, as it was given."""
        return f"variant={option}" if option == self.variant else f"{option}=on"


def _refuse_contradictions(on: Mapping[str, str | int | bool], said: _Said) -> None:
    if on["variant"] == "alga" and PRESETS[said.preset].get("variant", "alga") != "alga":
        raise OptionError(
            f"preset={said.preset} is of the second guide, in which nobody drops out (LB-14): "
            f"leave variant=alga out, or leave the preset out."
        )
    for option, advice in _SECOND_GUIDE.items():
        if on[option] and on["variant"] == "alga":
            raise OptionError(f"{option}=on does not belong to the first guide (variant=alga): {advice}.")
    for option, other, why in (
        ("slapjack", "hodari", "only a jack is slapped in Slapjack (LV-14)"),
        ("slapjack", "sandwich", "only a jack is slapped in Slapjack (LV-14)"),
        ("slapjack", "sum_ten", "only a jack is slapped in Slapjack (LV-14)"),
        ("slapjack", "reverse", "each of them replaces the rule of the slap (LV-12)"),
        ("reverse", "penalty_each", "giving cards away is no penalty in reverse (LS-56)"),
        ("reverse", "dead_button", "a false slap in reverse always costs something: you get cards"),
        (
            "slap_ban",
            "dead_button",
            "a false slap bans until the pile has been won, not until the next card (LS-60)",
        ),
    ):
        if not (on[option] and on[other]):
            continue
        for brought, given in ((option, other), (other, option)):
            if brought in said.brought:
                raise OptionError(
                    f"preset={said.preset} brings {brought}=on, which contradicts {said.on(given)} ({why}): "
                    f"give {brought}=off as well."
                )
        raise OptionError(
            f"{said.on(option)} and {said.on(other)} contradict each other: {why}; choose one of them."
        )
    if on["courts"] and not on["slapjack"]:
        raise OptionError(
            "courts=on belongs to Slapjack; elsewhere court cards challenge anyway: leave it out."
        )
    if on["same_face"] and on["slapjack"] and not on["courts"]:
        raise OptionError(
            "same_face=on needs challenges, and Slapjack has none: add courts=on or leave it out."
        )
    if on["sudden_death"] and not (on["card_cap"] or on["time_cap_s"]):
        raise OptionError("sudden_death=on needs a limit: give card_cap or time_cap_s.")


def roles(options: Options) -> tuple[str, ...]:
    """The inputs of a seat: slap and flip, and the own head where that comes first (LV-07)."""
    return ("slap", "flip", "head") if options.head_slap else ("slap", "flip")
