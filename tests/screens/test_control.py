"""What pages say: decoded, or refused with a sentence, and nothing else."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.screens.control import (
    MAX_MESSAGE,
    Choose,
    Hello,
    MessageError,
    Painted,
    Press,
    Referee,
    Start,
    decode,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"press","seat":0,"role":"slap","down":true}', Press(seat=0, role="slap", down=True)),
        ('{"type":"choose","seat":7,"position":3}', Choose(seat=7, position=3)),
        (
            '{"type":"referee","action":"disqualify","seat":2,"board":null}',
            Referee(action="disqualify", seat=2),
        ),
        (
            '{"type":"referee","action":"absent","seat":null,"board":"e6"}',
            Referee(action="absent", board="e6"),
        ),
        ('{"type":"referee","action":"end"}', Referee(action="end")),
        ('{"type":"start"}', Start()),
        ('{"type":"hello","token":null}', Hello()),
        ('{"type":"painted","n":7,"after_us":16700}', Painted(n=7, after_us=16_700)),
    ],
)
def test_good_messages(text, message):
    assert decode(text) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '{"type":"press"}',
        '{"type":"press","seat":8,"role":"slap","down":true}',
        '{"type":"press","seat":true,"role":"slap","down":true}',
        '{"type":"press","seat":0,"role":"dance","down":true}',
        '{"type":"press","seat":0,"role":"slap","down":true,"t_us":1}',
        '{"type":"choose","seat":0,"position":0}',
        '{"type":"choose","seat":0,"position":4}',
        '{"type":"referee","action":"disqualify"}',
        '{"type":"referee","action":"end","seat":1}',
        '{"type":"referee","action":"absent"}',
        '{"type":"referee","action":"end","board":"e6"}',
        '{"type":"shutdown"}',
        "[" * 900,
        "x" * (MAX_MESSAGE + 1),
    ],
)
def test_bad_messages_are_one_sentence(text):
    with pytest.raises(MessageError) as error:
        decode(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)
_fields = st.sampled_from(["type", "seat", "role", "down", "position", "action", "board", "token", "other"])
_types = st.sampled_from(["press", "choose", "referee", "start", "hello"])


@given(
    st.text()
    | st.builds(lambda kind, rest: json.dumps(rest | {"type": kind}), _types, st.dictionaries(_fields, _json))
)
def test_nothing_else_ever_comes_out(text):
    with contextlib.suppress(MessageError):
        assert isinstance(decode(text), Hello | Press | Choose | Referee | Start)
