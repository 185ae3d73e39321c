"""What may be agreed before a game, defined once: help, ``lapsy rules``, set-up pages and validation read the same values.

A game lists its ``OPTIONS``; ``read_options`` turns text into values or says in one sentence what to give instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

#: What an option may be worth once it is read.
Value = str | int | bool

_ON = frozenset({"on", "yes", "true", "1"})
_OFF = frozenset({"off", "no", "false", "0"})


class OptionError(ValueError):
    """An option that does not exist, has a bad value or contradicts another: one sentence with what to do."""


class Text(NamedTuple):
    """One sentence or name in the two languages."""

    fi: str
    en: str

    def in_language(self, language: str) -> str:
        """The text in ``fi`` or ``en``."""
        return self.fi if language == "fi" else self.en


_NOT = Text("ei tällä kertaa", "not this time")


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    text: Text
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

    def told(self, language: str) -> str:
        """What it does, in ``fi`` or ``en``."""
        return self.text.in_language(language)

    def agreed(self, value: Value, language: str) -> str:
        """What was agreed, as a sentence."""
        return self.told(language) if value else f"{self.told(language)} ({_NOT.in_language(language)})"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number of ``values``. ``unit``: what it counts, for people. ``sentence``: what was agreed, of ``{n}``."""

    name: str
    text: Text
    default: int
    values: range
    unit: str
    sentence: Text

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

    def told(self, language: str) -> str:
        """What it does, in ``fi`` or ``en``."""
        return self.text.in_language(language)

    def agreed(self, value: Value, language: str) -> str:
        """What was agreed, as a sentence."""
        return self.sentence.in_language(language).format(n=value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some names, each with its own sentence."""

    name: str
    text: Text
    default: str
    values: Mapping[str, Text]

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

    def told(self, language: str) -> str:
        """What it does and what each value is, in ``fi`` or ``en``."""
        each = (f"{name}: {_inside(text.in_language(language))}" for name, text in self.values.items())
        return f"{self.text.in_language(language)} {'; '.join(each)}."

    def agreed(self, value: Value, language: str) -> str:
        """What was agreed, as a sentence."""
        text = self.values[str(value)].in_language(language).rstrip(".")
        return f"{text[:1].upper()}{text[1:]}."


def _inside(sentence: str) -> str:
    """A sentence as a part of another one."""
    return f"{sentence[:1].lower()}{sentence[1:]}".rstrip(".")


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


def agreed_texts(options: Sequence[Option], values: Mapping[str, Value], language: str) -> list[str]:
    """What differs from the defaults in ``values``, a sentence each. ``values``: as the game's options tell them."""
    return [
        option.agreed(values[option.name], language)
        for option in options
        if values.get(option.name, option.default) != option.default
    ]


def as_texts(values: Mapping[str, Value]) -> dict[str, str]:
    """Values as ``read_options`` reads them: equal agreements give equal texts."""
    return {name: as_text(value) for name, value in values.items()}


def as_text(value: Value) -> str:
    """A value as ``read_options`` reads it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
