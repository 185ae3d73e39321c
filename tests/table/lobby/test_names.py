"""Names as guests type them, and as an enemy would."""

from __future__ import annotations

import sys
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.lobby.codes import LETTERS, code, hash_of, typed
from lapsy.table.lobby.names import (
    MOST_CHARACTERS,
    MOST_CODES,
    MOST_MARKS,
    bot_name,
    clean_name,
    look,
    unlike,
)

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
UNSEEN = [char for char in map(chr, range(sys.maxunicode + 1)) if IGNORABLE.match(char)]
PICTURE = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?"
#: A joiner between pictures, the first perhaps coloured; a variation right after a picture.
IN_EMOJI = regex.compile(rf"(?<={PICTURE}\ufe0f?)\u200d(?=\p{{Extended_Pictographic}})|(?<={PICTURE})\ufe0f")
ANYTHING = st.text(max_size=300) | st.text(
    alphabet="aÄ\u0301\u0488\u200d\u202e\u2066\ufe0f👨👩🏽🇫🇮 \u00a0\u0000\n\u3164", max_size=300
)


@pytest.mark.parametrize(
    ("as_typed", "shown"),
    [
        ("  Aino \n", "Aino"),
        ("A\u0308ke", "Äke"),
        ("a\u0000b\u0007c", "abc"),
        ("\u202eonnA\u202c", "onnA"),
        ("\u2067Ari\u2069", "Ari"),
        ("دانا", "دانا"),
        ("e" + "\u0301" * 200 + "x", "é" + "\u0301" * MOST_MARKS + "x"),
        ("A\u001f\u0300", "À"),
        ("\u0301\u0301", ""),
        ("\u200d\u200d", ""),
        ("\u3164\u2800", ""),
        (FAMILY, FAMILY),
        ("🇫🇮 Onni", "🇫🇮 Onni"),
        ("👍🏽", "👍🏽"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("❤\ufe0f Onni", "❤\ufe0f Onni"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f"),
        ("❤\ufe0e", "❤"),
        ("👨\u200d\u200d👩", "👨\u200d👩"),
        ("👨\u034f\u200d👩", "👨\u200d👩"),
        ("👨\u200dx", "👨x"),
        ("\u200d👨", "👨"),
        ("x\u200dy", "xy"),
        ("Aino\ufe0f", "Aino"),
        ("Ai\u034fno", "Aino"),
        ("Aino\U000e0100", "Aino"),
        ("e\ufe0f\ufe0f\u0301", "é"),
        ("Aino\u2003\u00a0 B", "Aino B"),
        ("W" * 300, "W" * MOST_CHARACTERS),
        ("", ""),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(as_typed, shown):
    assert clean_name(as_typed) == shown


@given(ANYTHING)
def test_whatever_is_typed_fits_the_wall(text):
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= MOST_CODES
    assert len(regex.findall(r"\X", name)) <= MOST_CHARACTERS
    assert name == name.strip()
    assert IGNORABLE.search(IN_EMOJI.sub("", name)) is None
    marks = 0
    for char in name:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        assert marks <= MOST_MARKS + 1  # NFC may have taken one of them in
        assert unicodedata.category(char)[0] != "C" or char == "\u200d"
        assert unicodedata.bidirectional(char) not in (
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        )


@given(st.lists(ANYTHING.map(clean_name).filter(bool), max_size=8))
def test_two_of_one_name_are_told_apart(names):
    taken: list[str] = []
    for name in names:
        own = unlike(name, taken)
        assert look(own) not in {look(other) for other in taken}
        assert len(own) <= MOST_CODES
        taken.append(own)


@given(
    st.sampled_from(["Aino", "Äke", "دانا", "각", "👍🏽", "❤\ufe0f Onni", "👨👩", FAMILY]),
    st.lists(st.tuples(st.integers(0, 12), st.sampled_from(UNSEEN)), min_size=1, max_size=6),
)
def test_who_adds_what_nobody_sees_gets_a_number(name, added):
    text = name
    for at, char in added:
        text = text[:at] + char + text[at:]
    other = clean_name(text)
    assert IGNORABLE.sub("", other) == IGNORABLE.sub("", name)
    assert unlike(other, [name]) == f"{other} 2"


def test_no_character_that_is_not_seen_makes_another_name():
    for char in UNSEEN:
        for name in (f"Aino{char}", f"Ai{char}no", f"{char}Aino"):
            assert clean_name(name) == "Aino"
        assert clean_name(char) == ""


def test_letters_that_look_the_same_are_one_name():
    assert unlike("Ａｉｎｏ", ["Aino"]) == "Ａｉｎｏ 2"
    assert unlike("❤\ufe0f", ["❤"]) == "❤\ufe0f 2"
    assert unlike("STRASSE", ["straße"]) == "STRASSE 2"
    assert bot_name(["ＡＩＮＯ"]) == "Onni"


def test_the_second_is_numbered():
    assert unlike("Aino", ["aino"]) == "Aino 2"
    assert unlike("Aino", ["Aino", "Aino 2"]) == "Aino 3"
    assert unlike("W" * 16, ["W" * 16]) == "W" * 14 + " 2"
    assert bot_name(["Aino"]) == "Onni"


def test_codes_have_only_letters_that_cannot_be_mistaken():
    assert not set(LETTERS) & set("AEIOUWS0125")
    seen = {code(n.to_bytes(8, "big"), 4) for n in range(len(LETTERS) ** 3)}
    assert len(seen) == len(LETTERS) ** 3
    assert {len(one) for one in seen} == {4}
    assert typed(" bc-df ") == "BCDF"
    assert hash_of("x") != hash_of("y")
    with pytest.raises(ValueError, match="random bytes"):
        code(b"1234567", 4)
