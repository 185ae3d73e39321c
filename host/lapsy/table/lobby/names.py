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
#: Letters and symbols by their category that nobody sees: fillers of Hangul and the empty braille cell.
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_CLUSTER = regex.compile(r"\X")
_PICTURE = regex.compile(r"\p{Extended_Pictographic}")


def clean_name(typed: str) -> str:
    """The name to be shown; empty when nothing of it can be seen.

    In NFC. Control and format characters go, also those that turn the direction of writing; what joins emoji stays between
    emoji. Marks beyond ``MOST_MARKS`` on one letter go, and what exceeds the room.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", typed):
        category = unicodedata.category(char)
        if category[0] == "M":
            marks += 1
            if not kept or kept[-1] == " " or marks > MOST_MARKS:
                continue
        elif char == _JOINER and _joins(kept):
            marks = 0
        elif category[0] == "Z" or char in "\t\n\r":
            marks = 0
            if not kept or kept[-1] == " ":
                continue
            char = " "
        elif category[0] == "C" or char in _UNSEEN:
            continue
        else:
            marks = 0
        kept.append(char)
    # Once more: what went may have kept a letter and its mark apart.
    plain = unicodedata.normalize("NFC", "".join(kept).strip(f" {_JOINER}"))
    return _fitting(plain, MOST_CHARACTERS, MOST_CODES)


def _joins(kept: list[str]) -> bool:
    """The last thing kept is an emoji, with its variation or colour."""
    for char in reversed(kept):
        if _PICTURE.match(char):
            return True
        if unicodedata.category(char) not in ("Mn", "Sk"):
            return False
    return False


def _fitting(name: str, characters: int, codes: int) -> str:
    clusters = _CLUSTER.findall(name)[:characters]
    while sum(map(len, clusters)) > codes:
        clusters.pop()
    return "".join(clusters).strip(f" {_JOINER}")


def unlike(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it when somebody has it already: two of one name could not be told apart."""
    others = {other.casefold() for other in taken}
    number, own = 1, name
    while own.casefold() in others:
        number += 1
        mark = f" {number}"
        own = _fitting(name, MOST_CHARACTERS - len(mark), MOST_CODES - len(mark)) + mark
    return own


def bot_name(taken: Collection[str]) -> str:
    """A name for one more bot."""
    others = {other.casefold() for other in taken}
    return next((name for name in BOT_NAMES if name.casefold() not in others), unlike(BOT_NAMES[0], taken))
