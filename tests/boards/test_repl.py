"""What a board says at its prompt is checked before it is believed."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from lapsy.boards.flashing import FlashError
from lapsy.boards.repl import Repl


def repl(said: bytes, error: bytes = b"") -> Repl:
    """At the prompt of something that answers every question alike. No real board does."""

    def answer(command: str, timeout: float) -> tuple[bytes, bytes]:
        return (said, error) if command.startswith("print") else (b"", b"")

    return Repl(SimpleNamespace(device_name="p", exec_raw=answer), 1.0)


QUESTIONS = ("about", "hashes", "free", "read", "hash_of")
HOSTILE = (
    b"None",
    b"('a',)",
    b"1e999",
    b"-",
    b"",
    b"{[]: 1}",
    b"[('/main.py',)]",
    b"[5]",
    b"1.5",
    b"(" * 5_000,
    b"\xff\0",
)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("said", HOSTILE)
def test_a_strange_answer_is_one_sentence(question, said):
    args = ("/main.py",) if question in ("read", "hash_of") else ()
    with pytest.raises(FlashError, match="unplug it, plug it in and flash again") as caught:
        getattr(repl(said), question)(*args)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("error", "why"), [(b"\r\n", "stopped with ''"), (b"x\r\nOSError: 5\r\n", "stopped with 'OSError: 5'")]
)
def test_a_complaint_is_one_sentence_even_when_it_is_empty(error, why):
    with pytest.raises(FlashError, match=re.escape(why)):
        repl(b"", error).free()


def test_an_answer_that_is_right_is_believed():
    about = repl(b"('00ff', 'Raspberry Pi Pico with RP2040', '1.26.1', 4358)\r\n").about()
    assert (about.uid, about.mpy) == ("00ff", 4358)
    assert repl(b"('00ff', 'a', '1', None)").about().mpy is None
    assert repl(b"4096").free() == 4096
    assert repl(b"b'{}'").read("/board.json") == b"{}"
