"""Scripts of presses and the keys of a keyboard."""

from __future__ import annotations

import pytest

from lapsy.boards.keyboard import key_map, legend
from lapsy.boards.pads import bounces, role_byte, seat_roles
from lapsy.boards.script import ScriptError, Step, parse_script, play

ROLES = seat_roles(4)


class Notes:
    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def press(self, *args: object) -> None:
        self.calls.append(args)

    def release(self, *args: object) -> None:
        self.calls.append(args)


def test_a_script_is_read_line_by_line_and_ordered_by_time():
    steps = parse_script(
        """
        # a comment
        2.000    press 1 2 slap4   # at once
        1.250    press 3 hold 80ms bounce 3
        3        hold flip1
        3.000001 release 1
        """,
        ROLES,
    )
    assert steps == (
        Step(1_250_000, (3,), True, 80_000, bounces(3)),
        Step(2_000_000, (1, 2, 6)),
        Step(3_000_000, (1,), True, None),
        Step(3_000_001, (1,), False, None),
    )


def test_playing_it_tells_the_board_all_times_on_its_axis():
    notes = Notes()
    end_us = play(parse_script("1 press 0 2 hold 5ms\n0.5 hold 1\n0.7 release 1", ROLES), notes, 40)
    assert notes.calls == [
        (1, 500_040, None, ()),
        (1, 700_040),
        (0, 1_000_040, 5_000, ()),
        (2, 1_000_040, 5_000, ()),
    ]
    assert end_us == 1_005_040


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("press 1", "write a time, then press, hold or release"),
        ("1.0 push 1", "such as '1.250 press 3'"),
        ("1.0 press", "write a time"),
        ("-1 press 1", "'-1' is not a time in seconds"),
        ("1.0000001 press 1", "to the microsecond"),
        ("1,5 press 1", "is not a time in seconds"),
        ("1.0 press 9", "no input '9'; it has 0 to 7, also called slap1"),
        ("1.0 press 1 flip1", "names a pad twice"),
        ("1.0 press hold 5ms", "names no pad"),
        ("1.0 press 1 hold", "'hold 80ms' and 'bounce 3', each once"),
        ("1.0 press 1 hold 5ms hold 6ms", "each once"),
        ("1.0 press 1 hold 5", "'5' is not a time (a number and us, ms or s)."),
        ("1.0 press 1 hold 0ms", "at least 1 µs"),
        ("1.0 press 1 bounce x", "'x' is not a number of bounces."),
        ("1.0 press 1 bounce 3 hard 2", "'hard' is neither 'hold' nor 'bounce'"),
        ("1.0 press 1 hold 500us bounce 9", "longer than the press"),
        ("1.0 hold 1 bounce 2", "'bounce' belongs to a press, not to 'hold'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_number(line, why):
    with pytest.raises(ScriptError) as caught:
        parse_script(f"0.5 press 0\n\n{line}", ROLES)
    assert str(caught.value).startswith(f"Line 3 of the script, {line!r}: ")
    assert why in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_digits_slap_and_the_row_below_flips_a_seat_a_column():
    assert key_map(seat_roles(8)) == {
        key: number for n in range(8) for key, number in (("12345678"[n], 2 * n), ("qwertyui"[n], 2 * n + 1))
    }
    assert legend(seat_roles(1)) == "1 slap1, q flip1"


def test_other_inputs_get_other_keys_and_none_gets_two():
    roles = bytes([role_byte("slap", 0), role_byte("slap", 0), role_byte("head", 0), role_byte("call", 2)])
    assert key_map(roles) == {"1": 0, "a": 1, "s": 2, "d": 3}
