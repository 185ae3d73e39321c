"""What lights show: each mode a rhythm and a colour of its own."""

from __future__ import annotations

import pytest

import lapsy.boards.firmware  # noqa: F401  makes slapboard importable
from slapboard import light_modes
from slapboard import messages as m

MODES = (m.LIGHT_OFF, m.LIGHT_READY, m.LIGHT_TURN, m.LIGHT_WON, m.LIGHT_FALSE, m.LIGHT_FIND)


def rhythm(mode: int) -> str:
    """Two seconds of a light, a sign each 50 ms."""
    return "".join(".#"[light_modes.lit(mode, t)] for t in range(0, 2_000, light_modes.STEP_MS))


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (m.LIGHT_OFF, "." * 40),
        (m.LIGHT_READY, "#" * 20 + "." * 20),
        (m.LIGHT_TURN, "#" * 40),
        (m.LIGHT_WON, "##.." * 10),
        (m.LIGHT_FALSE, ("##..##" + "." * 14) * 2),
        (m.LIGHT_FIND, ("#####....." * 4)),
        (99, "." * 40),
    ],
)
def test_rhythms(mode: int, expected: str) -> None:
    assert rhythm(mode) == expected


def test_modes_are_told_apart_without_colour_and_by_colour() -> None:
    assert len({rhythm(mode) for mode in MODES}) == len(MODES)
    assert len({light_modes.colour(mode, 0) for mode in MODES}) == len(MODES)


@pytest.mark.parametrize("mode", [*MODES, 99])
def test_a_colour_shows_exactly_while_the_light_is_lit_and_is_dim(mode: int) -> None:
    for t in range(0, 4_000, 10):
        colour = light_modes.colour(mode, t)
        assert bool(colour) == light_modes.lit(mode, t)
        assert max(colour >> shift & 0xFF for shift in (0, 8, 16)) <= 64
