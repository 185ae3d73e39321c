"""What may be agreed, and what was, as sentences: the games' options told in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lapsy.games.options import Choice, Number, Option, Switch, Value
from lapsy.language import tr


def told(language: str, option: Option) -> str:
    """What an option does; of a choice, what each value is too."""
    text = tr(language, option.text)
    if isinstance(option, Choice):
        each = (f"{name}: {_inside(tr(language, value))}" for name, value in option.values.items())
        return f"{text} {'; '.join(each)}."
    return text


def agreed(language: str, option: Option, value: Value) -> str:
    """What was agreed, as a sentence."""
    if isinstance(option, Switch):
        text = tr(language, option.text)
        return text if value else tr(language, "{what} (not this time)", what=text)
    if isinstance(option, Number):
        return tr(language, option.sentence, n=value)
    text = tr(language, option.values[str(value)]).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


def agreed_texts(options: Sequence[Option], values: Mapping[str, Value], language: str) -> list[str]:
    """What differs from the defaults in ``values``, a sentence each. ``values``: as the game's options tell them."""
    return [
        agreed(language, option, values[option.name])
        for option in options
        if values.get(option.name, option.default) != option.default
    ]


def _inside(sentence: str) -> str:
    """A sentence as a part of another one."""
    return f"{sentence[:1].lower()}{sentence[1:]}".rstrip(".")
