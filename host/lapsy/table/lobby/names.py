"""Names as people may type them, made fit for a wall: one line, no tricks, no longer than a place has room for."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

import regex

#: So many characters as people count them (grapheme clusters), and so many code points.
MOST_CHARACTERS = 16
MOST_CODES = 56

#: A letter may carry so many marks; more are drawn into the lines above and below.
MOST_MARKS = 2

#: Bots introduce themselves by these names, those of players left out.
BOT_NAMES = ("Aino", "Onni", "Siiri", "Eino", "Helmi", "Veikko", "Lempi", "Toivo", "Impi", "Urho")

_JOINER = "\u200d"  # zero width joiner: makes one emoji of several
_COLOURED = "\ufe0f"  # variation selector: the emoji, not the plain sign
_EMPTY = "\u2800"  # the empty braille cell: a symbol by its category
_CLUSTER = regex.compile(r"\X")
_IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
#: What makes emoji of emoji, after a picture with its colour of skin and before another; or where it does nothing.
_GLUE = regex.compile(
    rf"((?:\p{{Extended_Pictographic}}\p{{Emoji_Modifier}}?)?)"
    rf"([{_JOINER}{_COLOURED}]+)(?=(\p{{Extended_Pictographic}}?))"
)


def clean_name(typed: str) -> str:
    """The name to be shown; empty when nothing of it can be seen.

    In NFC. What nobody sees goes, also what turns the direction of writing; what joins and colours emoji stays in emoji.
    Marks beyond ``MOST_MARKS`` on one letter go, and what exceeds the room.
    """
    seen = _GLUE.sub(_in_emoji, "".join(filter(_may_be_seen, typed)))
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", seen):
        category = unicodedata.category(char)
        if category[0] == "M":
            marks += 1
            if not kept or kept[-1] == " " or marks > MOST_MARKS:
                continue
        elif category[0] == "Z" or char in "\t\n\r":
            marks = 0
            if not kept or kept[-1] == " ":
                continue
            char = " "
        else:
            marks = 0
        kept.append(char)
    # Once more: what went may have kept a letter and its mark apart.
    plain = unicodedata.normalize("NFC", "".join(kept).strip())
    return _fitting(plain, MOST_CHARACTERS, MOST_CODES)


def _may_be_seen(char: str) -> bool:
    """Or parts words, or may stand in an emoji."""
    if char in ("\t", "\n", "\r", _JOINER, _COLOURED):
        return True
    return unicodedata.category(char)[0] != "C" and char != _EMPTY and not _IGNORABLE.match(char)


def _in_emoji(glue: regex.Match[str]) -> str:
    """What is left of it: once each, and only where it does something."""
    before, run, after = glue.groups()
    coloured = _COLOURED if before and _COLOURED in run else ""
    joined = _JOINER if before and after and _JOINER in run else ""
    return before + coloured + joined


def _fitting(name: str, characters: int, codes: int) -> str:
    clusters = _CLUSTER.findall(name)[:characters]
    while sum(map(len, clusters)) > codes:
        clusters.pop()
    return "".join(clusters).strip()


def look(name: str) -> str:
    """The same for two names that people cannot tell apart: capitals, widths and what is not seen make no difference."""
    seen = _IGNORABLE.sub("", name)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it when somebody has it already: two of one name could not be told apart."""
    others = {look(other) for other in taken}
    number, own = 1, name
    while look(own) in others:
        number += 1
        mark = f" {number}"
        own = _fitting(name, MOST_CHARACTERS - len(mark), MOST_CODES - len(mark)) + mark
    return own


def bot_name(taken: Collection[str]) -> str:
    """A name for one more bot."""
    others = {look(other) for other in taken}
    return next((name for name in BOT_NAMES if look(name) not in others), unlike(BOT_NAMES[0], taken))
