"""What somebody sees who watches a board: pure, from events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lapsy.boards import events
from lapsy.boards.bounce import QUIET_US
from lapsy.boards.watching import Watch

HELLO = events.Hello("00ff", 1, b"\x01\x02", 1_000_000, 1, 1, "0.1.0", 0, True)


def press(t_us: int, pressed: bool = True, number: int = 0) -> events.Press:
    return events.Press("00ff", 1, 1, 1, number, "slap", 0, t_us, pressed)


def edges(*stamps: tuple[int, bool], number: int = 0) -> events.Edges:
    return events.Edges("00ff", 1, 1, tuple(events.Edge(1, number, t_us, active) for t_us, active in stamps))


def mark(t_us: int, **more: object) -> events.Mark:
    return events.Mark("00ff", 1, t_us, 1, True, **more)


@pytest.fixture
def watch() -> Watch:
    """The board's clock is 1,000,000 at the host's 0."""
    watch = Watch()
    watch.feed(0, [HELLO])
    return watch


def test_an_input_has_its_presses_and_its_level(watch):
    watch.feed(10, [press(1_000_100), press(1_060_000, False), press(1_200_000)])
    slap, flip = watch.inputs
    assert (slap.name, slap.presses, slap.down, slap.last_us) == ("slap1", 2, True, 1_200_000)
    assert (flip.name, flip.presses, flip.down, flip.last_us) == ("flip1", 0, False, None)
    watch.feed(20, [mark(1_300_000, pressed=0b10)])
    assert (slap.down, flip.down) == (False, True)


def test_a_burst_is_told_when_it_has_become_quiet(watch):
    watch.feed(10, [edges((1_000_000, True), (1_000_400, False), (1_000_900, True))])
    assert watch.inputs[0].bounce is None
    watch.feed(20, [mark(1_000_900 + QUIET_US + 1)])
    assert watch.inputs[0].bounce is not None
    assert (watch.inputs[0].bounce.length_us, watch.inputs[0].bounce.edges) == (900, 3)
    # Its release bounces too, and does not take the place of the press.
    watch.feed(30, [edges((1_100_000, False)), mark(1_200_000)])
    assert watch.inputs[0].bounce.length_us == 900
    watch.feed(40, [edges((1_300_000, True), (1_300_012, False)), mark(1_400_000)])
    assert watch.inputs[0].glitches == 1


def test_the_past_has_a_cell_for_each_span_in_which_it_was_down(watch):
    watch.feed(0, [press(1_250_000), press(1_450_000, False), press(1_999_000), mark(2_000_000)])
    assert watch.past(0, 0, 10, 100_000) == [False, False, True, True, True, False, False, False, False, True]
    assert watch.past(1, 0, 3, 100_000) == [False] * 3
    # It moves on by the host's clock while the board says nothing.
    assert watch.past(0, 300_000, 4, 100_000) == [True] * 4


def test_the_round_trip_is_a_median_and_leaves_the_boards_own_time_out(watch):
    assert watch.round_trip_us is None
    for trip in (900, 5_000, 1_000):
        watch.feed(0, [mark(1_000_000, ping=events.Ping(0, 500, 700, trip + 200))])
    assert watch.round_trip_us == 1_000


def test_what_goes_wrong_is_kept(watch):
    watch.feed(
        0,
        [
            events.Loss("00ff", 1, 1, 0, 1, 3),
            events.Fault("00ff", 1, 3, 2, 0, "The capture lost edges."),
            events.Text("Traceback"),
            events.Silent("00ff", 1, "It is silent."),
        ],
    )
    assert (watch.lost, watch.faults, list(watch.texts), watch.trouble) == (
        3,
        {"The capture lost edges.": 2},
        ["Traceback"],
        "It is silent.",
    )
    watch.feed(0, [events.Back("00ff", 1)])
    assert watch.trouble == ""


def test_a_restarted_board_begins_a_new_past_and_another_board_a_new_table(watch):
    watch.feed(0, [press(1_250_000), replace(HELLO, boot=2, now_us=10)])
    assert (watch.inputs[0].presses, list(watch.inputs[0].changes)) == (1, [])
    watch.feed(0, [replace(HELLO, uid="11ff")])
    assert watch.inputs[0].presses == 0
