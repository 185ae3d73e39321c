"""What a game and a table say to each other.

A game is a pure function of options, seed and inputs. The table hands it one *bundle* at a time: the inputs that no
measurement can put in order. Each member of a bundle is judged against the state before the bundle, so the order of
the members never matters. Games never see intervals, boards or clocks: ``Bundle.t_us`` is for windows and deadlines only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from lapsy.games.options import Option, Sentence

JSON = dict[str, Any]


class Input(NamedTuple):
    """One thing that happened at a table.

    ``ref`` is the table's number for it; outcomes name it. ``seat`` is None for what no seat does (``deadline``).
    ``choose`` is the card laid instead of the top one: its notation, or its position in the hand (1 = top).
    ``held`` marks a press of a button that was already down. ``not_after`` names released inputs of earlier bundles
    that this one is not proven to come after. ``cards``: the cards played, given or named, in the order that the kind asks
    for. ``to``: where or at whom (a pile's letter, a stock's number, a seat). ``reading``: what a combination is said to
    count as, in the game's notation; empty when nothing is stated. ``anticipated`` marks a slap too soon after its card
    to be an answer to it: by agreement it is a false one.
    """

    ref: int
    kind: str
    seat: int | None = None
    choose: str | int | None = None
    held: bool = False
    not_after: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    to: str | int | None = None
    reading: str = ""
    anticipated: bool = False


class Bundle(NamedTuple):
    """Inputs without a proven order among them. ``t_us``: the table's axis, for windows and deadlines only."""

    t_us: int
    inputs: tuple[Input, ...]


class Outcome(NamedTuple):
    """One thing the rules did.

    ``kind`` says what (each game lists its own); ``ref`` the input it answers, None where no single input caused it;
    ``seats`` whom it concerns, the first the one who acted; ``cards`` in the order they moved; ``to`` the seat that
    received each of them (None = the pile); ``reason`` a code that the screens' catalogues turn into a sentence.
    """

    kind: str
    ref: int | None = None
    seats: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    to: tuple[int | None, ...] = ()
    reason: str = ""

    def as_json(self) -> JSON:
        """The fields that say something, for journals and pages."""
        out: JSON = {"kind": self.kind}
        if self.ref is not None:
            out["ref"] = self.ref
        for name in ("seats", "cards", "to"):
            if value := getattr(self, name):
                out[name] = list(value)
        if self.reason:
            out["reason"] = self.reason
        return out


class Game(Protocol):
    """A game package: these names at its module level. States and options are the game's own values.

    ``NAME``: what the game is called. ``SUMMARY``: one sentence. ``SEATS``: how many may play. ``OPTIONS``: what may be
    agreed.
    """

    NAME: Sentence
    SUMMARY: Sentence
    SEATS: range
    OPTIONS: tuple[Option, ...]

    def parse_options(self, raw: Mapping[str, str]) -> Any:
        """Options from text, validated. Raises OptionError.

        ``as_json()`` of the result tells every option that makes a difference, with its value; ``options.as_texts`` of
        that is read back to equal options.
        """

    def roles(self, options: Any) -> tuple[str, ...]:
        """The inputs on a board that a seat of this game uses, by role."""

    def start(self, options: Any, seats: int, seed: bytes) -> Any:
        """The state after shuffle and deal. Raises OptionError when the number of seats does not fit."""

    def apply(self, state: Any, bundle: Bundle) -> tuple[Any, tuple[Outcome, ...]]:
        """One step. Refused inputs give an outcome ``refused`` with a reason and change nothing."""

    def legal(self, state: Any, seat: int) -> Sequence[Input]:
        """What the seat may do now (``ref`` 0)."""

    def view(self, state: Any, seat: int | None) -> JSON:
        """What one seat (None: everybody) may know, as plain JSON."""

    def deadline(self, state: Any) -> int | None:
        """When the open window closes, on the axis of ``Bundle.t_us``; None when none is open."""

    def is_over(self, state: Any) -> bool:
        """True when nothing more can happen."""

    def winners(self, state: Any) -> tuple[int, ...]:
        """Who has won, seats in order; several share a win. Empty while the game goes on."""

    def points(self, state: Any) -> tuple[int, ...]:
        """Points by seat so far; empty in a game without points."""

    def check(self, state: Any) -> None:
        """Raises ValueError with the first thing that cannot be in a state of this game; cards are conserved."""

    def to_text(self, state: Any) -> str:
        """The whole state, printable; ``from_text`` reads it back to an equal value."""

    def from_text(self, text: str) -> Any:
        """Raises ValueError on text that no ``to_text`` wrote."""
