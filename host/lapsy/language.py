"""Words for people, written once in English and looked up in the catalogue of another language.

The English sentence is the key (gettext's msgid); ``locale/<language>/LC_MESSAGES/lapsy.po`` holds the others. A language
is one such file: whoever adds one adds nothing else. Fields stand in braces, ``{name}``, and are put in after the look-up,
so that a name is never inflected or glued.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).with_name("locale")

#: What the sentences in the source are written in: it needs no catalogue.
SOURCE = "en"


class Catalogue(NamedTuple):
    """``texts``: the sentence for each msgid, its forms for a plural. ``plural``: the rule of the forms, in C, of ``n``."""

    texts: dict[str, str | tuple[str, ...]]
    plural: str


@cache
def languages() -> tuple[str, ...]:
    """Codes of all languages there are, the source's first."""
    return (SOURCE, *sorted(path.name for path in LOCALE.iterdir() if (path / "LC_MESSAGES").is_dir()))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language. Raises KeyError for one that does not exist."""
    if language not in languages():
        raise KeyError(language)
    if language == SOURCE:
        return Catalogue({}, "(n != 1)")
    from babel.messages.pofile import read_po

    with (LOCALE / language / "LC_MESSAGES" / "lapsy.po").open("rb") as file:
        read = read_po(file, locale=language)
    texts: dict[str, str | tuple[str, ...]] = {}
    for message in read:
        if message.id and message.string and not message.fuzzy:
            texts[message.id if isinstance(message.id, str) else message.id[0]] = (
                message.string if isinstance(message.string, str) else tuple(message.string)
            )
    return Catalogue(texts, read.plural_expr)


def tr(language: str, sentence: str, /, **fields: object) -> str:
    """``sentence`` in ``language``, its fields put in; in English where the catalogue lacks it."""
    found = catalogue(language).texts.get(sentence, sentence)
    text = found if isinstance(found, str) else found[0]
    return text.format(**fields) if fields else text


def tr_n(language: str, one: str, many: str, n: int, /, **fields: object) -> str:
    """The sentence for a number, which it may name as ``{n}``."""
    found = catalogue(language).texts.get(one, (one, many))
    forms = (found,) if isinstance(found, str) else found
    return forms[min(_form(language, n), len(forms) - 1)].format(n=n, **fields)


def _form(language: str, n: int) -> int:
    if language == SOURCE:
        return int(n != 1)
    from gettext import c2py

    return int(c2py(catalogue(language).plural)(n))
