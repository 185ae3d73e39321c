"""What a game and a table say to each other.

A game is a pure function of options, seed and inputs. The table hands it one *bundle* at a time: the inputs that no
measurement can put in order. Each member of a bundle is judged against the state before the bundle, so the order of
the members never matters. Games never see intervals, boards or clocks: ``Bundle.t_us`` is for windows and deadlines only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that happened at a table.

    ``ref`` is the table's number for it; outcomes name it. ``seat`` is None for what no seat does (``deadline``).
    ``choose`` is the card laid instead of the top one: its notation, or its position in the hand (1 = top).
    ``held`` marks a press of a button that was already down. ``not_after`` names released inputs of earlier bundles
    that this one is not proven to come after.
    """

    ref: int
    kind: str
    seat: int | None = None
    choose: str | int | None = None
    held: bool = False
    not_after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bundle:
    """Inputs without a proven order among them. ``t_us``: the table's axis, for windows and deadlines only."""

    t_us: int
    inputs: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
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


class OptionError(ValueError):
    """An option that does not exist, has a bad value or contradicts another: one sentence with what to do."""


class Game(Protocol):
    """A game package: these names, as module-level functions. ``S`` states and ``O`` options are the game's own values."""

    def parse_options(self, raw: Mapping[str, str]) -> Any:
        """Options from text, validated. Raises OptionError."""

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

    def to_text(self, state: Any) -> str:
        """The whole state, printable; ``from_text`` reads it back to an equal value."""

    def from_text(self, text: str) -> Any:
        """Raises ValueError on text that no ``to_text`` wrote."""
