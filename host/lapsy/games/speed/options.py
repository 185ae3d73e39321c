"""What may be agreed before a match of Speed: one definition for help, rules, set-up pages and validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from lapsy.games.options import Choice, Number, Option, Sentence, Switch, Value, read_options

OPTIONS: tuple[Option, ...] = (
    Choice(
        "stuck_single_pile",
        Sentence("Who gets the only spit pile when both are stuck and neither has spit cards."),
        "short",
        {
            "short": Sentence("The player who got no spit cards in this deal."),
            "owner": Sentence("The player whose spit pile it is."),
        },
    ),
    Switch(
        "win_out_in_two_piles",
        Sentence(
            "Whoever empties his stock and has no spit cards wins at once, even with two piles in the middle."
        ),
    ),
    Number(
        "stall_s",
        Sentence("After so many seconds in which no card fits, both count as having called spit; 0 = never."),
        0,
        range(601),
        Sentence("seconds"),
        Sentence("Both count as having called spit when nothing has fitted for {n} seconds."),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """One agreed set of rules: ``stuck_single_pile`` SP-41, ``win_out_in_two_piles`` SP-47, ``stall_s`` seconds, SP-25."""

    stuck_single_pile: str = "short"
    win_out_in_two_piles: bool = False
    stall_s: int = 0

    def as_json(self) -> dict[str, Value]:
        """Every option with its value, in a fixed order: for journals and their hash."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def parse_options(raw: Mapping[str, str]) -> Options:
    """Options from text such as ``{"stall_s": "10"}``; what is not named keeps its default. No two of them contradict.

    Raises OptionError.
    """
    values = read_options("Speed", OPTIONS, raw)
    return Options(
        str(values["stuck_single_pile"]), bool(values["win_out_in_two_piles"]), int(values["stall_s"])
    )


def roles(options: Options) -> tuple[str, ...]:  # noqa: ARG001 - the same seven controls in every match
    """The inputs of a seat: the two big pads and a button for each stock pile."""
    return ("left", "right", "stock1", "stock2", "stock3", "stock4", "stock5")
