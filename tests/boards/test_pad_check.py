"""The walk through the pads: what is asked for next, and what each pad is found to be."""

from __future__ import annotations

import pytest

from lapsy.boards import events
from lapsy.boards.bounce import QUIET_US
from lapsy.boards.pad_check import AGAIN_US, PadCheck

#: A slap, a flip, a hole, the sync wire and the photodiode; its clock stands at 1,000,000.
HELLO = events.Hello("00ff", 1, b"\x01\x02\x00\x0e\x0f", 1_000_000, 1, 1, "0.1.0", 0, True)
LIMIT_US = 10_000_000


def mark(t_us: int, pressed: int | None = 0) -> events.Mark:
    return events.Mark("00ff", 1, t_us, 1, True, None, pressed)


def stroke(number: int, t_us: int, bounce: tuple[int, ...] = (), hold_us: int = 60_000) -> list[events.Event]:
    """A press with its raw edges, its release, and the mark after both."""
    stamps = [
        (t_us, True),
        *((t_us + after, bool(n % 2)) for n, after in enumerate(bounce)),
        (t_us + hold_us, False),
    ]
    return [
        events.Edges("00ff", 1, 1, tuple(events.Edge(1, number, at_us, active) for at_us, active in stamps)),
        events.Press("00ff", 1, 1, 1, number, "slap", 0, t_us, True),
        events.Press("00ff", 1, 1, 1, number, "slap", 0, t_us + hold_us, False),
        mark(t_us + hold_us + QUIET_US + 1),
    ]


@pytest.fixture
def walk() -> PadCheck:
    walk = PadCheck(HELLO, presses=2, limit_us=LIMIT_US)
    assert walk.pad is None  # which pads are down is not known yet
    walk.feed(0, [mark(1_000_000)])
    return walk


def verdicts(walk: PadCheck) -> dict[str, str]:
    return {pad.name: pad.verdict for pad in walk.results()}


def test_each_pad_in_turn_and_no_wire(walk):
    for number, name in ((0, "slap1"), (1, "flip1")):
        for n in range(2):
            assert (walk.pad, walk.strokes) == (name, n)
            walk.feed(0, stroke(number, 2_000_000 * (number + 1) + 200_000 * n, (400, 900)))
    assert walk.over
    assert walk.pad is None
    assert verdicts(walk) == {"slap1": "good", "flip1": "good"}
    slap, _ = walk.results()
    assert (slap.presses, slap.bounce.down_us, slap.bounce.up_us, slap.hold_us) == (
        2,
        (900, 900),
        (0, 0),
        5_000,
    )


def test_it_goes_on_only_when_the_last_bounce_is_over(walk):
    walk.feed(0, stroke(0, 2_000_000))
    *last, quiet = stroke(0, 2_200_000)
    walk.feed(0, [*last, mark(2_270_000)])
    assert walk.pad == "slap1"
    walk.feed(0, [quiet])
    assert walk.pad == "flip1"


def test_what_the_board_had_kept_from_before_does_not_count(walk):
    walk.feed(0, stroke(0, 900_000, (400, 900)))
    assert walk.strokes == 0
    for n in range(2):
        walk.feed(0, stroke(0, 2_000_000 + 200_000 * n))
    assert walk.results()[0].bounce.down_us == (0, 0)


def test_a_wrong_pad_is_named_and_does_not_count_for_the_right_one(walk):
    walk.feed(0, stroke(1, 2_000_000))
    assert (walk.pad, walk.strokes, walk.others(), walk.others()) == ("slap1", 0, ["flip1"], [])


def test_a_pad_without_a_press_is_silent_after_the_limit_and_each_press_gives_new_time(walk):
    walk.feed(LIMIT_US - 1, stroke(0, 2_000_000))
    walk.feed(2 * LIMIT_US - 2, [])
    assert walk.pad == "slap1"
    walk.feed(2 * LIMIT_US - 1, [])
    assert walk.pad == "flip1"
    walk.feed(3 * LIMIT_US - 1, [])
    assert walk.over
    assert verdicts(walk) == {"slap1": "few", "flip1": "silent"}


def test_a_pad_that_is_down_from_the_start_is_stuck_and_not_asked_for():
    walk = PadCheck(HELLO, presses=1, limit_us=LIMIT_US)
    walk.feed(0, [mark(1_000_000, pressed=0b01001)])  # the sync wire may be down: it is no pad
    assert walk.pad == "flip1"
    walk.feed(0, stroke(1, 2_000_000))
    assert verdicts(walk) == {"slap1": "stuck", "flip1": "good"}


@pytest.mark.parametrize(("apart_us", "verdict"), [(AGAIN_US - 1, "doubles"), (AGAIN_US, "good")])
def test_two_presses_that_no_hand_can_make_are_one_pad_that_doubles(walk, apart_us, verdict):
    walk.feed(0, stroke(0, 2_000_000))
    walk.feed(0, stroke(0, 2_060_000 + apart_us))
    walk.feed(0, stroke(1, 3_000_000))
    walk.feed(0, stroke(1, 3_200_000))
    assert verdicts(walk) == {"slap1": verdict, "flip1": "good"}


def test_a_bounce_that_no_hold_off_covers_is_slow(walk):
    long = tuple(range(2_000, 32_001, 2_000))
    walk.feed(0, stroke(0, 2_000_000, (*long, 33_000, 34_000)[:16], hold_us=200_000))
    walk.feed(0, stroke(0, 3_000_000, hold_us=200_000))
    walk.feed(0, stroke(1, 4_000_000))
    walk.feed(0, stroke(1, 4_200_000))
    assert verdicts(walk) == {"slap1": "slow", "flip1": "good"}
    assert walk.results()[0].hold_us is None


def test_a_pad_that_was_down_when_the_board_started_is_stuck():
    walk = PadCheck(HELLO, presses=2, limit_us=LIMIT_US)
    walk.feed(0, [events.Mark("00ff", 1, 1_000_000, 1, True, None, 0, 1)])
    assert walk.pad == "flip1"
    walk.feed(LIMIT_US, [])
    assert [(pad.name, pad.verdict) for pad in walk.results()] == [("slap1", "stuck"), ("flip1", "silent")]


def test_fewer_presses_than_were_asked_for_are_not_none(walk):
    walk.feed(2_000_000, stroke(0, 2_000_000))
    walk.feed(2_000_000 + LIMIT_US, [])
    walk.feed(2_000_000 + 2 * LIMIT_US, [])
    assert [(pad.presses, pad.verdict) for pad in walk.results()] == [(1, "few"), (0, "silent")]


def test_a_pad_that_chatters_does_not_keep_the_walk_at_another_one(walk):
    for n in range(4):
        walk.feed((n + 1) * LIMIT_US // 3, stroke(1, 2_000_000 + 200_000 * n))
    assert walk.pad != "slap1"
    assert verdicts(walk)["slap1"] == "silent"


def test_a_pad_that_is_never_quiet_ends_and_is_told(walk):
    for n in range(40):
        down, press, release, _ = stroke(0, 2_000_000 + 35_000 * n, hold_us=1_000)
        walk.feed(n * LIMIT_US // 10, [down, press, release, mark(2_001_000 + 35_000 * n)])
    assert walk.pad != "slap1"
    assert verdicts(walk)["slap1"] == "restless"


def test_inputs_that_the_board_has_not_are_not_looked_at(walk):
    walk.feed(2_000_000, stroke(30, 2_000_000))
    assert walk.pad == "slap1"
