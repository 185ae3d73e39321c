"""Limppu as text: what nobody wrote is refused, whatever is wrong with it."""

from __future__ import annotations

import pytest

from lapsy.games import limppu
from lapsy.games.play import Bundle, Input


def drawn() -> limppu.State:
    """Seat 0 has played to seat 2 and drawn two cards, the second the king."""
    hands = [h.split() for h in ("7H 7C 4S 9D JC", "8D 5S 8C TD QD", "2D 5H 6S TC QC 3S")]
    stock = ["3H", "KS", "7D", "7S", "6C", "6D", "6H", "8H"]
    used = {card for hand in hands for card in hand} | set(stock)
    out = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA" if rank + suit not in used]
    agreed = limppu.parse_options({"stop": "live"})
    state = limppu.position(hands, stock=stock, out=out, phase="lead", turn=0, options=agreed)
    moves = (Input(1, "play", 0, cards=("7H", "7C")), Input(2, "draw", 0), Input(3, "draw", 0))
    for t_us, given in zip((0, 1_000_000, 2_000_000), moves, strict=True):
        state, _ = limppu.apply(state, Bundle(t_us, (given,)))
    return state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"turn":2', '"turn":5'),
        ('"turn":2', '"turn":1'),
        ('"phase":"defend"', '"phase":"lead"'),
        ('"phase":"defend"', '"phase":"asleep"'),
        ('"7H"', '"7X"'),
        ('"7H"', '"7C"'),
        ('"idle":0', '"idle":-1'),
        ('"idle":0', '"idle":0.5'),
        ('"idle":0', '"idle":true'),
        ('"game":0', '"game":1'),
        ('"seed":""', '"seed":"00"'),
        ('"leads":null', '"leads":1'),
        ('"ending":null', '"ending":["caught",[0],[0],2,[0,0,0]]'),
        ('"waiting":[]', '"waiting":[1]'),
        ('"challenged":[]', '"challenged":[1,1]'),
        ('"KS",0,2000000,false', '"KS",1,2000000,false'),
        ('"KS",0,2000000,false', '"KS",0,2000000,0'),
        ("{", "{ "),
        ("{", '{"more":1,'),
        ("}", ""),
    ],
)
def test_text_that_nobody_wrote_is_refused(old: str, new: str) -> None:
    text = limppu.to_text(drawn())
    assert old in text
    with pytest.raises(ValueError, match="no state of Limppu"):
        limppu.from_text(text.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "7", "[" * 9999, '{"stock":3}'])
def test_text_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no state of Limppu"):
        limppu.from_text(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[0,2,[["7H",null],["7C",null]]]', '[0,9,[["7H",null],["7C",null]]]'),
        ('[0,2,[["7H",null],["7C",null]]]', '[9,2,[["7H",null],["7C",null]]]'),
        ('[["7H",null],["7C",null]]', '[["7H","7C"]]'),
        ('["2D","5H","6S","TC","QC","3S"]],[],[', '["5H","6S","TC","QC","3S"]],[],["2D",'),
    ],
)
def test_a_moment_to_go_back_to_is_looked_at_too(old: str, new: str) -> None:
    """LI-55: what an announcement would bring back has to be a position of the game."""
    before, held, text = limppu.to_text(drawn()).partition('"held"')
    assert old in text
    with pytest.raises(ValueError, match=r"no state of Limppu .*moment to go back to"):
        limppu.from_text(before + held + text.replace(old, new, 1))
