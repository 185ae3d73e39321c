"""What all games' texts of states have in common: readers take exactly their kind, one sentence says what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.games.state_text import (
    as_line,
    each,
    flag,
    octets,
    or_none,
    read_state,
    whole,
    wholes,
    word,
    words,
)

VALUES: dict[str, Any] = {
    "whole": 7,
    "flag": True,
    "word": "7H",
    "null": None,
    "fraction": 7.0,
    "wholes": [1, 2],
    "words": ["7H", "JC"],
    "object": {"7H": 1},
}
READERS = {
    "whole": whole,
    "flag": flag,
    "word": word,
    "wholes": wholes,
    "words": words,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("given_name", VALUES)
def test_a_reader_takes_its_own_kind_alone(name: str, given_name: str) -> None:
    value = VALUES[given_name]
    if name == given_name:
        assert READERS[name](value) == (tuple(value) if type(value) is list else value)
    else:
        with pytest.raises(TypeError):
            READERS[name](value)


def test_readers_of_readers() -> None:
    assert each(or_none(whole))([1, None]) == (1, None)
    assert or_none(words)(None) is None
    assert octets("00ff") == b"\x00\xff"
    with pytest.raises(ValueError, match="hex"):
        octets("xx")
    with pytest.raises(TypeError):
        octets(0)


def read(text: str) -> tuple[int, ...]:
    """A game whose state is a few numbers, none of them below 0."""

    def check(state: tuple[int, ...]) -> None:
        if min(state) < 0:
            raise ValueError("below nothing")

    return read_state(
        "Nothing", text, lambda raw: wholes(raw["n"]), check, lambda state: as_line({"n": state})
    )


@given(st.lists(st.integers(0, 99), min_size=1))
def test_what_was_written_is_read_back(numbers: list[int]) -> None:
    assert read(as_line({"n": numbers})) == tuple(numbers)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Expecting value"),
        ("[1]", "not an object"),
        ("null", "not an object"),
        ("[" * 99_999, "recursion"),
        ("{}", "'n'"),
        ('{"n":[1,true]}', "True is no whole number"),
        ('{"n":[-1]}', "below nothing"),
        ('{"n":[]}', "empty"),
        ('{"n":[1],"m":2}', "it says more"),
        ('{"n": [1]}', "it says more"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(
        ValueError, match=rf"^This text is no state of Nothing \(.*{why}.*\): use what to_text"
    ):
        read(text)


def test_a_line_is_one_line_in_plain_letters() -> None:
    assert as_line({"a": ("ä", None)}) == '{"a":["ä",null]}'
    assert "\n" not in as_line({"a": "\n"})
    assert json.loads(as_line({"a": "\n"})) == {"a": "\n"}
