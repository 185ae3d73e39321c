"""Names as guests type them, and as an enemy would."""

from __future__ import annotations

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from lapsy.table.lobby.codes import LETTERS, code, hash_of, typed
from lapsy.table.lobby.names import MOST_CHARACTERS, MOST_CODES, MOST_MARKS, bot_name, clean_name, unlike

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
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
        ("x\u200dy", "xy"),
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
        assert own.casefold() not in {other.casefold() for other in taken}
        assert len(own) <= MOST_CODES
        taken.append(own)


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
