"""What may be agreed before a game, defined once: help, ``lapsy rules``, set-up pages and validation read the same values.

A game lists its ``OPTIONS``; ``read_options`` turns text into values or says in one sentence what to give instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NewType

#: What people read, in English: marked so that the catalogues have it (``lapsy.language``). Fields stand in braces.
Sentence = NewType("Sentence", str)

#: What an option may be worth once it is read.
Value = str | int | bool

_ON = frozenset({"on", "yes", "true", "1"})
_OFF = frozenset({"off", "no", "false", "0"})


class OptionError(ValueError):
    """An option that does not exist, has a bad value or contradicts another: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    text: Sentence
    default: bool = False

    def read(self, text: str) -> bool:
        """Raises OptionError."""
        value = text.strip().lower()
        if value not in _ON and value not in _OFF:
            raise OptionError(f"{self.name} is “{text}”: give on or off.")
        return value in _ON

    @property
    def allowed(self) -> str:
        """What may be given, for people."""
        return "on|off"

    @property
    def default_text(self) -> str:
        """The default as it would be given."""
        return as_text(self.default)

    @property
    def shown(self) -> tuple[str, ...]:
        """The values one by one, as far as they can be listed."""
        return ("off", "on")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number of ``values``. ``unit``: what it counts, for people. ``sentence``: what was agreed, of ``{n}``."""

    name: str
    text: Sentence
    default: int
    values: range
    unit: Sentence
    sentence: Sentence

    def read(self, text: str) -> int:
        """Raises OptionError."""
        value = text.strip()
        if not (value.isascii() and value.isdigit() and len(value) < 12 and int(value) in self.values):
            raise OptionError(f"{self.name} is “{text}”: give a whole number of {self.unit}, {self.allowed}.")
        return int(value)

    @property
    def allowed(self) -> str:
        """What may be given, for people."""
        return f"{self.values[0]}–{self.values[-1]}"

    @property
    def default_text(self) -> str:
        """The default as it would be given."""
        return str(self.default)

    @property
    def shown(self) -> tuple[str, ...]:
        """The default and the ends of the range."""
        return (self.default_text, self.allowed)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some names, each with its own sentence."""

    name: str
    text: Sentence
    default: str
    values: Mapping[str, Sentence]

    def read(self, text: str) -> str:
        """Raises OptionError."""
        value = text.strip().lower()
        if value not in self.values:
            raise OptionError(f"{self.name} is “{text}”: choose from {', '.join(self.values)}.")
        return value

    @property
    def allowed(self) -> str:
        """What may be given, for people."""
        return "|".join(self.values)

    @property
    def default_text(self) -> str:
        """The default as it would be given."""
        return self.default

    @property
    def shown(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self.values)


Option = Switch | Number | Choice


def read_options(game: str, options: Sequence[Option], raw: Mapping[str, str]) -> dict[str, Value]:
    """Every option with its value, in the order of ``options``; what ``raw`` does not name keeps its default.

    ``game`` is the game's name for people. Raises OptionError.
    """
    known = {option.name: option for option in options}
    for name in raw:
        if name not in known:
            raise OptionError(f"{game} has no option “{name}”: choose from {', '.join(known)}.")
    return {name: option.read(raw[name]) if name in raw else option.default for name, option in known.items()}


def as_texts(values: Mapping[str, Value]) -> dict[str, str]:
    """Values as ``read_options`` reads them: equal agreements give equal texts."""
    return {name: as_text(value) for name, value in values.items()}


def as_text(value: Value) -> str:
    """A value as ``read_options`` reads it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
