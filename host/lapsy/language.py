"""Words for people, written once in English and looked up in the catalogue of another language.

The English sentence is the key (gettext's msgid); ``locale/<language>/LC_MESSAGES/lapsy.po`` holds the others. A language
is one such file: whoever adds one adds nothing else. ``LAPSY_LOCALE`` names a further folder of catalogues, for those who
write one. Fields stand in braces, ``{name}``, and are put in after the look-up, so that a name is never inflected or glued.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).with_name("locale")

#: What the sentences in the source are written in: it needs no catalogue.
SOURCE = "en"

#: What is spoken where nobody chose.
DEFAULT = "fi"

#: Plurals of all languages repeat: whatever comes after so many numbers is as it was a hundred before.
_NUMBERS = 200


class Catalogue(NamedTuple):
    """``texts``: the sentence for each msgid, its forms for a plural. ``forms``: which of them the numbers 0 to 199 take, a
    digit each; later numbers as their last two digits after a hundred. ``point``: between whole and part of a number."""

    texts: dict[str, str | tuple[str, ...]]
    forms: str
    point: str


@cache
def languages() -> tuple[str, ...]:
    """Codes of all languages there are, the source's first."""
    found = {
        path.parent.parent.name for folder in _folders() for path in folder.glob("*/LC_MESSAGES/lapsy.po")
    }
    return (SOURCE, *sorted(found - {SOURCE}))


def po_file(language: str) -> Path:
    """The file of a language's catalogue. Raises KeyError for a language that has none."""
    for folder in _folders():
        path = folder / language / "LC_MESSAGES" / "lapsy.po"
        if language in languages() and path.is_file():
            return path
    raise KeyError(language)


def _folders() -> tuple[Path, ...]:
    further = os.environ.get("LAPSY_LOCALE")
    return (Path(further), LOCALE) if further else (LOCALE,)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language. Raises KeyError for one that does not exist."""
    if language == SOURCE:
        return Catalogue({}, _forms("(n != 1)"), ".")
    path = po_file(language)
    from babel.core import Locale, UnknownLocaleError
    from babel.messages.pofile import read_po
    from babel.numbers import get_decimal_symbol

    try:
        locale: Locale | None = Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        locale = (
            None  # a language that the world's tables do not know: its catalogue tells its plurals itself
        )
    with path.open("rb") as file:
        read = read_po(file, locale=locale)
    texts: dict[str, str | tuple[str, ...]] = {}
    for message in read:
        if message.id and message.string and not message.fuzzy:
            one, told = message.id, message.string
            if isinstance(told, str):
                texts[one if isinstance(one, str) else one[0]] = told
            elif all(told):
                texts[one[0]] = tuple(told)
    return Catalogue(texts, _forms(read.plural_expr), "." if locale is None else get_decimal_symbol(locale))


def tr(language: str, sentence: str, /, **fields: object) -> str:
    """``sentence`` in ``language``, its fields put in; in English where the catalogue lacks it."""
    found = catalogue(language).texts.get(sentence, sentence)
    text = found if isinstance(found, str) else found[0]
    return text.format(**fields) if fields else text


def tr_n(language: str, one: str, many: str, n: int, /, **fields: object) -> str:
    """The sentence for a number, which it may name as ``{n}``."""
    told = catalogue(language)
    found = told.texts.get(one, (one, many))
    forms = (found,) if isinstance(found, str) else found
    form = int(told.forms[n if n < _NUMBERS else 100 + n % 100])
    return forms[min(form, len(forms) - 1)].format(n=n, **fields)


def decimal(language: str, value: float, digits: int) -> str:
    """A number with so many decimals, as it is written there: "3,214" or "3.214"."""
    return f"{value:.{digits}f}".replace(".", catalogue(language).point)


def _forms(rule: str) -> str:
    from gettext import c2py

    form = c2py(rule)
    return "".join(str(form(n)) for n in range(_NUMBERS))
