"""Phones as pads: placed ± 30 ms, once each, never waited for longer than 150 ms, and never believed when it cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixed_clock import FixedClock
from lapsy.boards.skew import SkewedClock
from lapsy.table.phoneside import PhoneBack, PhoneGone, PhonePong, PhonePress, PhoneSide
from lapsy.table.replay import rebuild
from lapsy.table.setup import Seat
from lapsy.table.table import Command, RefusedError, Table
from lapsy.timing.watermark import PHONE_HOLD_US
from phone import Phone
from road import Road, people, road, setup_for

SECOND = 1_000_000
PORT = "phone:2"


def game(phones: int = 1, boards: int = 2) -> Road:
    """A race of people on boards, and of people on phones after them."""
    seats = [*people(boards, tuple("ab"[:boards]))] if boards else []
    seats += [Seat(f"P{n}", "phone", f"phone:{n}", 0) for n in range(boards, boards + phones)]
    return road(setup_for(seats, game="race"))


def presses(r: Road, seat: int) -> list[dict[str, Any]]:
    return [p for p in r.kinds("press") if p["seat"] == seat]


def finals(r: Road) -> list[list[list[int]]]:
    return [[p["seats"] for p in v["order"]] for v in r.kinds("verdict") if v["state"] == "final"]


def replays(r: Road) -> bool:
    return rebuild(r.records).compared == len(r.kinds("bundle", "verdict"))


def test_a_phone_is_placed_within_its_bound_and_never_certified() -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.come(SECOND)
    touched = [4 * SECOND, 8 * SECOND]
    for n, at_us in enumerate(touched):
        phone.touch(at_us)
        r.press(0, "slap", at_us + (-90_000 if n else 90_000))
    r.driver.run(11 * SECOND)
    for press, at_us in zip(presses(r, 2), touched, strict=True):
        assert press["lo"] <= at_us <= press["hi"]
        assert press["hi"] - press["lo"] < 2 * 30_000 + 40_000
        assert press["evidence"][0] is not None
    assert finals(r) == [[[2], [0]], [[0], [2]]]
    assert [v["certified"] for v in r.kinds("verdict")] == [False, False]
    assert replays(r)


def test_forty_milliseconds_between_a_phone_and_a_board_prove_nothing() -> None:
    r = game()
    phone = Phone(r, PORT, late_us=0)
    phone.come(SECOND)
    phone.touch(4 * SECOND)
    r.press(0, "slap", 4 * SECOND + 25_000)
    r.driver.run(7 * SECOND)
    assert finals(r) == [[[0, 2]]]


def test_each_touch_counts_once_however_often_it_is_offered() -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.copies = 3
    phone.come(SECOND)
    for n in range(5):
        phone.touch(4 * SECOND + n * 3 * SECOND)
    phone.go(9 * SECOND)
    phone.come(9_500_000)
    r.driver.run(20 * SECOND)
    assert [p["seq"] for p in presses(r, 2)] == [1, 2, 3, 4, 5]
    assert replays(r)


def test_a_phone_that_says_nothing_holds_a_race_for_a_moment_only() -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.come(SECOND)
    r.at(3 * SECOND, lambda: setattr(phone, "_here", False))  # in a pocket: no word of it
    r.press(0, "slap", 4 * SECOND)
    led: list[int] = []
    published = r.driver._publish
    r.driver._publish = lambda told: (
        led.append(r.driver.heap.now_us) if told.view is not None and told.view["race"] else None,
        published(told),
    )  # type: ignore[assignment]
    r.driver.run(5 * SECOND)
    assert 4 * SECOND + PHONE_HOLD_US <= led[0] <= 4 * SECOND + PHONE_HOLD_US + 10_000


def test_what_comes_too_late_is_recorded_and_takes_no_place() -> None:
    r = game()
    phone = Phone(r, PORT, delay_us=(200_000, 260_000))
    phone.come(SECOND)
    phone.touch(6 * SECOND)
    r.press(0, "slap", 6 * SECOND + 300_000)
    r.driver.run(9 * SECOND)
    assert [p.get("state") for p in presses(r, 2)] == ["late"]
    assert finals(r) == [[[0]]]
    assert replays(r)


def test_a_reloaded_page_counts_anew() -> None:
    r = game()
    first = Phone(r, PORT, life=5)
    first.come(SECOND)
    first.touch(4 * SECOND)
    first.go(5 * SECOND)
    second = Phone(r, PORT, life=6, clock=SkewedClock(start=0))
    r.to_phones = first._heard
    r.at(5_500_000, lambda: setattr(r, "to_phones", second._heard))
    second.come(6 * SECOND)
    second.touch(9 * SECOND)
    r.driver.run(12 * SECOND)
    assert [(p["boot"], p["seq"]) for p in presses(r, 2)] == [(5, 1), (6, 1)]
    assert [p.get("state") for p in presses(r, 2)] == [None, None]


def test_a_phone_that_slept_is_timed_anew() -> None:
    """Its clock stood still meanwhile; the page is the same."""
    r = game()
    phone = Phone(r, PORT, late_us=0)
    phone.come(SECOND)
    phone.touch(4 * SECOND)
    phone.go(5 * SECOND)

    def slept() -> None:
        phone.clock = SkewedClock(start=phone.clock.start - 20 * SECOND)

    r.at(25 * SECOND, slept)
    phone.come(26 * SECOND)
    phone.touch(29 * SECOND)
    r.driver.run(32 * SECOND)
    press = presses(r, 2)[-1]
    assert press["lo"] <= 29 * SECOND <= press["hi"]
    assert press["evidence"][0][-1] is False  # no alarm: the new map knows nothing of the old one


def test_the_host_goes_on_without_a_phone_that_never_came() -> None:
    r = game()
    r.driver.run(2 * SECOND)
    assert r.table.phase == "lobby"
    r.driver.command(2 * SECOND, Command("absent", board=PORT))
    r.press(0, "slap", 4 * SECOND)
    r.driver.run(6 * SECOND)
    assert finals(r) == [[[0]]]
    assert replays(r)


def test_a_phone_that_greets_and_never_answers_is_named_and_can_be_declared_absent() -> None:
    """It would keep the game from beginning for ever. Its page answers at last: it plays along again."""
    r = game()
    r.driver.hear(SECOND, PORT, PhoneBack(9, 1_000))
    r.driver.run(5 * SECOND)
    assert r.table.phase == "lobby"
    assert len([s for s in r.said if "ei kerro aikaansa: P2" in s.text]) == 1
    r.driver.command(5 * SECOND, Command("absent"))
    r.press(0, "slap", 7 * SECOND)
    r.driver.run(9 * SECOND)
    assert finals(r) == [[[0]]]
    phone = Phone(r, PORT)
    phone.come(9 * SECOND)
    phone.touch(12 * SECOND)
    r.press(0, "slap", 12 * SECOND + 200_000)
    r.driver.run(15 * SECOND)
    assert finals(r)[1:] == [[[2], [0]]]
    assert replays(r)


def test_an_absent_phone_whose_answers_come_at_last_is_waited_for_again() -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.come(SECOND)
    r.driver.run(SECOND + 60_000)
    side = r.table.phones.sides[PORT]
    assert not side.gone
    r.driver.command(SECOND + 60_000, Command("absent"))
    r.driver.run(SECOND + 61_000)
    assert side.absent
    r.driver.run(4 * SECOND)
    assert not side.absent
    assert side.known


def greeted() -> PhoneSide:
    """A phone whose clock is the table's, and which has answered at 2 s that it knows of no touch."""
    side = PhoneSide(PORT, 2, FixedClock)
    side.back(SECOND, PhoneBack(life=5, t_us=SECOND), 1)
    side.told(2 * SECOND, 0)
    return side


def test_a_touch_after_an_answer_is_never_late() -> None:
    """An answer lets pass what no later touch can have been, with the bound of a touch between."""
    side = greeted()
    press = PhonePress(1, "slap", 2 * SECOND + 1)
    assert not side.is_late(press, side.claim(press, 0))
    mark = side.watermark(2 * SECOND + 1)
    assert mark.axis_us < side.claim(press, 0).span.lo_us


def test_a_touch_from_before_the_page_was_loaded_anew_is_late() -> None:
    side = greeted()
    press = PhonePress(1, "slap", SECOND - 1)
    side._axis_us = -(1 << 62)
    assert side.is_late(press, side.claim(press, 0))


def test_an_answer_that_knows_of_a_touch_which_is_not_here_lets_nothing_pass() -> None:
    """The touch itself is 80 ms late; answers that were sent after it come before it."""
    r = game()
    phone = Phone(r, PORT, late_us=0)
    phone.come(SECOND)
    offer = phone._offer

    def late(n: int) -> None:
        phone._offer = offer  # type: ignore[method-assign]
        r.at(r.driver.heap.now_us + 80_000, lambda: offer(n))

    phone._offer = late  # type: ignore[method-assign]
    phone.touch(4 * SECOND)
    r.press(0, "slap", 4 * SECOND + 2_000)
    r.driver.run(7 * SECOND)
    assert [(p["seat"], p.get("state")) for p in r.kinds("press")] == [(0, None), (2, None)]
    assert finals(r) == [[[0, 2]]]
    assert replays(r)


def test_after_a_restart_of_the_host_a_touch_that_was_taken_counts_once() -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.come(SECOND)
    phone.touch(4 * SECOND)
    r.driver.run(6 * SECOND)
    again = Table(r.setup, rebuild(r.records))
    now_us = 7 * SECOND
    again.phone(now_us, PORT, PhoneBack(phone.life, 50))
    effects = again.phone(now_us, PORT, PhonePress(1, "slap", 60))
    assert [getattr(e, "next_n", None) for e in effects if type(e).__name__ == "Taken"] == [2]
    assert not [
        rec for e in effects if type(e).__name__ == "Journal" for rec in e.records if rec["k"] == "press"
    ]  # type: ignore[union-attr]


# ---- a phone that is not to be believed


def test_no_phone_of_that_name() -> None:
    r = game()
    with pytest.raises(RefusedError, match="puhelimella"):
        r.table.phone(0, "phone:7", PhoneGone())


def test_a_phone_that_did_not_greet_is_told_so_once() -> None:
    r = game()
    for n in (1, 2):
        r.driver.hear(SECOND * n, PORT, PhonePress(n, "slap", 5))
    r.driver.run(3 * SECOND)
    assert [s.text for s in r.said if "P2" in s.text] == [
        "Puhelin ei ole kertonut, kuka se on: P2. Lataa sivu uudelleen."
    ]


@pytest.mark.parametrize(
    "lie",
    [
        PhonePress(1, "slap", 1 << 52),
        PhonePress(1, "slap", -5),
        PhonePress(1, "slap", 4_000_000_000),
    ],
)
def test_a_stamp_that_cannot_be_is_not_used(lie: PhonePress) -> None:
    r = game()
    phone = Phone(r, PORT)
    phone.come(SECOND)
    r.driver.hear(4 * SECOND, PORT, lie)
    r.press(0, "slap", 6 * SECOND)
    r.driver.run(8 * SECOND)
    assert presses(r, 2) == []
    assert len([s for s in r.said if "eivät voi pitää" in s.text]) == 1
    assert finals(r) == [[[0]]]


numbers = st.integers(-(1 << 64), 1 << 64) | st.integers(0, 20_000_000)
messages = st.one_of(
    st.builds(PhoneBack, numbers, numbers),
    st.builds(PhoneGone),
    st.builds(PhonePong, st.integers(0, 40), numbers, numbers, numbers),
    st.builds(PhonePress, st.integers(-2, 6) | numbers, st.sampled_from(("slap", "flip", "")), numbers),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 200_000), messages), max_size=40))
def test_whatever_a_phone_says_the_boards_race_is_the_same_and_replays(
    said: list[tuple[int, Any]],
) -> None:
    r = game()
    now_us = 2 * SECOND
    for step_us, message in said:
        now_us = min(now_us + step_us, 4 * SECOND)
        r.driver.hear(now_us, PORT, message)
    r.driver.run(4 * SECOND + 1)
    if r.table.phase != "play":
        return
    before = len(finals(r))
    r.driver.hear(4 * SECOND + 2, PORT, PhoneGone())
    r.press(0, "slap", 8 * SECOND)
    r.press(1, "slap", 8 * SECOND + 5_000)
    r.driver.run(12 * SECOND)
    assert finals(r)[before:][-1] == [[0], [1]]
    assert replays(r)
