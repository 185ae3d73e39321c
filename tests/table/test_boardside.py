"""One line of the table: where a press is placed, what a mark lets pass, when the board is asked."""

from __future__ import annotations

from dataclasses import replace

from lapsy.boards.events import Press
from lapsy.boards.link import Link
from lapsy.table.boardside import ASK_AGAIN_US, KEEP_CLOCK_US, BoardSide
from lapsy.table.judge import Act
from lapsy.timing.claim import Span
from lapsy.timing.clock import DECLARED_BOUND_US, EPOCH_US
from lapsy.timing.gap import gap
from lapsy.timing.sequencer import Pending, Rank

BOUND = DECLARED_BOUND_US


def side(bound_us: int = 0) -> BoardSide:
    """A board whose clock shows the table's time plus a second, known to the microsecond but for the declared bound."""
    made = BoardSide("a", Link(1), bound_us)
    made.board("11" * 8, 7)
    made.clock.observe(0, 1_000_100, 1_000_100, 200)
    return made


def press(t_us: int, uid: str = "11" * 8) -> Press:
    return Press(uid, 7, 1, 1, 0, "slap", 0, t_us, True)


def test_a_press_is_placed_by_its_stamp() -> None:
    claim = side().claim(press(1_500_000), "board")
    assert (claim.span, claim.at_us) == (Span.at(500_000, BOUND), 500_000)


def test_a_keyboard_has_its_bound_on_top() -> None:
    assert side().claim(press(1_500_000), "keyboard").span == Span.at(500_000, BOUND + 15_000)


def moved() -> BoardSide:
    """From the second epoch on a tighter exchange says that the board is 3 ms ahead of what the first one said."""
    a = side()
    a.clock.observe(200_000, 1_203_010, 1_203_010, 200_020)
    return a


def test_a_map_that_moved_makes_no_press_older_than_what_has_passed() -> None:
    a = moved()
    a.told(EPOCH_US - 1)
    passed_us = a.watermark.axis_us
    assert a.clock.span(EPOCH_US).lo_us < passed_us
    claim = a.claim(press(EPOCH_US), "board")
    assert claim.span.lo_us == passed_us + 1
    assert claim.span.lo_us <= claim.at_us <= claim.span.hi_us


def test_the_watermark_never_goes_back() -> None:
    a = moved()
    a.told(EPOCH_US - 1)
    before = a.watermark
    a.told(1_400_000)
    assert a.watermark == before
    a.told(EPOCH_US)
    assert a.watermark.axis_us == before.axis_us


def test_a_keyboard_on_the_line_holds_its_watermark_back() -> None:
    a = side(15_000)
    a.told(1_500_000)
    assert a.watermark.axis_us == 500_000 - BOUND - 15_000


def test_a_restarted_board_begins_anew() -> None:
    a = side()
    a.told(1_500_000)
    a.board("11" * 8, 8)
    assert not a.known
    assert a.watermark.axis_us < -(10**15)


def test_a_ping_is_due_when_its_answer_can_pass_what_waits() -> None:
    a = side()
    a.told(1_500_000)
    a.last_ping_us = 500_000
    assert a.ask_us(None) == 500_000 + KEEP_CLOCK_US
    shown = Pending(1, Rank.SHOWN, Span.at(600_000), Act("shown"))
    assert a.ask_us(shown) == 600_000 + BOUND
    claim = a.claim(press(1_510_000), "board")
    own = Pending(2, Rank.PRESS, claim.span, Act("slap", 0), claim)
    assert a.ask_us(own) == 510_000
    a.last_ping_us = 509_999
    assert a.ask_us(own) == 509_999 + ASK_AGAIN_US
    a.told(1_510_000)
    assert a.ask_us(own) == 509_999 + KEEP_CLOCK_US


def test_a_capture_that_polls_proves_no_order_within_its_bound() -> None:
    """A board without exact capture says so in its hello; its ± is wide, and its capture index proves nothing."""
    a = BoardSide("a", Link(1))
    a.board("11" * 8, 7, 5_000)
    a.clock.observe(0, 1_000_100, 1_000_100, 200)
    one = a.claim(press(1_500_000), "board")
    other = a.claim(replace(press(1_509_000), seq=2, index=2), "board")
    assert (gap(one, other).bound_us, gap(one, other).order) == (10_002, 0)
    later = a.claim(replace(press(1_510_003), seq=3, index=3), "board")
    assert (gap(one, later).order, gap(one, later).proof) == (1, "gap")
    a.told(1_500_000)
    assert not a.watermark.passed(one.span, one)
