"""One line of the table: where a press is placed, what a mark lets pass, when the board is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fixed_clock import FixedClock
from lapsy.boards.events import Gap, Hello, Loss, Ping, Press
from lapsy.boards.link import Link
from lapsy.table.boardside import ASK_AGAIN_US, BoardSide
from lapsy.table.judge import Act
from lapsy.timing.claim import Span
from lapsy.timing.clock import SETTLE, Clock, Reach
from lapsy.timing.gap import gap
from lapsy.timing.pings import PingPlan
from lapsy.timing.proven import ProvenClock
from lapsy.timing.sequencer import Pending, Rank

BOUND = 5_000
SECOND = 1_000_000


def hello(boot: int = 7, capture_us: int = 0, now_us: int = SECOND) -> Hello:
    return Hello("11" * 8, boot, bytes((1, 14)), now_us, 1, 1, "1.0.0", 0, True, capture_us)


def side(bound_us: int = 0, capture_us: int = 0, new_clock: Callable[[], Clock] | None = None) -> BoardSide:
    """A board whose clock shows the table's time plus a second, ± 5 ms."""
    clock = new_clock or (lambda: FixedClock(SECOND, BOUND))
    made = BoardSide("a", Link(1), PingPlan(b"a"), bound_us, new_clock=clock)
    made.board(0, hello(capture_us=capture_us))
    return made


def press(t_us: int, uid: str = "11" * 8) -> Press:
    return Press(uid, 7, 1, 1, 0, "slap", 0, t_us, True)


def test_a_press_is_placed_by_its_stamp() -> None:
    claim = side().claim(press(1_500_000), "board")
    assert (claim.span, claim.at_us) == (Span.at(500_000, BOUND), 500_000)


def test_a_keyboard_has_its_bound_on_top() -> None:
    assert side().claim(press(1_500_000), "keyboard").span == Span.at(500_000, BOUND + 15_000)


def test_within_one_map_the_watermark_moves_no_press() -> None:
    """Whether a mark came before or after the press, in whatever pieces bytes are read: the same place."""
    a, b = side(), side()
    b.told(1_499_999)
    assert a.claim(press(1_500_000), "board") == b.claim(press(1_500_000), "board")


def test_what_an_earlier_map_let_pass_has_passed() -> None:
    """The table's clock jumped: what is still to come is later than what was released by the old map."""
    offsets = iter((SECOND, SECOND, SECOND + 3_000))  # made, hello, anew
    a = side(new_clock=lambda: FixedClock(next(offsets), BOUND))
    a.told(1_500_000)
    passed_us = a.watermark.axis_us
    a.begin_anew(500_000)
    assert a.clock.span(1_500_001).lo_us < passed_us
    claim = a.claim(press(1_500_001), "board")
    assert claim.span.lo_us == passed_us + 1
    assert claim.span.lo_us <= claim.at_us <= claim.span.hi_us
    assert a.claim(press(1_499_999), "board").span.lo_us < passed_us


def test_the_watermark_never_goes_back() -> None:
    a = side()
    a.told(1_500_000)
    before = a.watermark
    a.told(1_400_000)
    assert a.watermark == before
    a.clock = FixedClock(SECOND + 3_000, BOUND)
    a.told(1_501_000)
    assert (a.watermark.t_us, a.watermark.axis_us) == (1_501_000, before.axis_us)


def test_a_keyboard_on_the_line_holds_its_watermark_back() -> None:
    a = side(15_000)
    a.told(1_500_000)
    assert a.watermark.axis_us == 500_000 - BOUND - 15_000


def test_a_restarted_board_begins_anew_and_the_same_boot_goes_on() -> None:
    a = side(new_clock=ProvenClock)
    answer(a, *range(SETTLE))
    assert a.known
    a.told(2 * SECOND)
    clock, mark = a.clock, a.watermark
    a.board(0, hello())
    assert (a.clock, a.watermark) == (clock, mark)
    a.board(0, hello(boot=8))
    assert not a.known
    assert a.watermark.axis_us < -(10**15)


def answer(a: BoardSide, *when: int, aside: bool = False) -> None:
    """Pings sent so many times 10 ms after the board's hello, answered in 400 us."""
    for n in when:
        t1_us = 10_000 * n
        a.answered(Ping(t1_us, SECOND + t1_us + 200, SECOND + t1_us + 210, t1_us + 410, aside))


def test_only_regular_pings_teach_the_clock() -> None:
    """How many are asked while an input waits depends on what came when: it must not move a map."""
    a = side(new_clock=ProvenClock)
    answer(a, *range(SETTLE), aside=True)
    assert not a.known
    answer(a, *range(SETTLE))
    assert a.known


def test_regular_pings_go_by_the_plan() -> None:
    a = side()
    plan = PingPlan(b"a")
    plan.restart(0)
    a.link._board = ("11" * 8, 7)
    times = []
    for now_us in range(0, 2 * SECOND, 100):
        a.ping_by_plan(now_us)
        if a.link.take():
            times.append(now_us)
    expected = []
    while (due_us := -(-plan.due_us // 100) * 100) < 2 * SECOND:
        expected.append(due_us)
        plan.sent(due_us)
    assert times == expected
    assert len(times) > 32 + 20


def test_a_ping_aside_is_due_when_its_answer_can_pass_what_waits() -> None:
    a = side()
    a.told(1_500_000)
    a.last_ping_us = 500_000
    a._half_us = BOUND
    assert a.aside_us(None) is None
    shown = Pending(1, Rank.SHOWN, Span.at(600_000), Act("shown"))
    assert a.aside_us(shown) == 600_000 + BOUND
    claim = a.claim(press(1_510_000), "board")
    own = Pending(2, Rank.PRESS, claim.span, Act("slap", 0), claim)
    assert a.aside_us(own) == 510_000
    a.last_ping_us = 509_999
    assert a.aside_us(own) == 509_999 + ASK_AGAIN_US
    a.told(1_510_000)
    assert a.aside_us(own) is None


def test_where_near_hands_are_a_tie_an_input_waits_for_them_too() -> None:
    a = side()
    a.tie_us = 20_000
    claim = a.claim(press(1_510_000), "board")
    own = Pending(2, Rank.PRESS, claim.span, Act("slap", 0), claim)
    a.told(1_515_000)
    assert a.aside_us(own) == 530_000
    a.told(1_530_002)
    assert a.aside_us(own) is None
    shown = Pending(1, Rank.SHOWN, Span.at(600_000), Act("shown"))
    a.told(SECOND + 600_000 + BOUND)
    assert a.lets_pass(shown)


def test_a_capture_that_polls_proves_no_order_within_its_bound() -> None:
    """A board without exact capture says so in its hello; its ± is wide, and its capture index proves nothing."""
    a = side(capture_us=5_000)
    one = a.claim(press(1_500_000), "board")
    other = a.claim(replace(press(1_509_000), seq=2, index=2), "board")
    assert (gap(one, other).bound_us, gap(one, other).order) == (10_002, 0)
    later = a.claim(replace(press(1_510_003), seq=3, index=3), "board")
    assert (gap(one, later).order, gap(one, later).proof) == (1, "gap")
    a.told(1_500_000)
    assert not a.watermark.passed(one.span, one)


def test_a_handicap_moves_all_of_the_hand_but_its_stamp() -> None:
    plain, late = side().claim(press(1_500_000), "board"), side().claim(press(1_500_000), "board", 40_000)
    assert late == replace(
        plain,
        span=Span(plain.span.lo_us + 40_000, plain.span.hi_us + 40_000),
        at_us=plain.at_us + 40_000,
        handicap_us=40_000,
    )


# ---- what the clock does not reach


class Reaching(FixedClock):
    """Reaches stamps between two."""

    def reach(self, t_us: int) -> Reach:
        return "never" if t_us < 1_200_000 else "later" if t_us > 1_800_000 else "now"


def test_what_is_not_reached_waits_and_what_cannot_be_is_told_apart() -> None:
    a = side(new_clock=Reaching)
    assert [a.reach(press(t_us), None) for t_us in (1_100_000, 1_500_000, 1_900_000)] == [
        *("never", "now", "later"),
    ]
    # An answer that came after the event, and left the board before the event's stamp, says that the stamp is false.
    assert a.reach(press(1_900_000), 1_900_000) == "later"
    assert a.reach(press(1_900_001), 1_900_000) == "ahead"
    loss = Loss("11" * 8, 7, 1, 1_100_000, 1_500_000, 3)
    assert a.reach(loss, None) == "never"
    assert a.reach(replace(loss, from_us=1_300_000, to_us=1_900_000), None) == "later"
    assert a.reach(Gap("11" * 8, 7, 1, 3), None) == "now"


def test_what_a_board_did_while_it_was_declared_absent_is_excused() -> None:
    a = side()
    assert a.excused_us < 0
    a.absent = True
    a.board(9 * SECOND, hello(now_us=10 * SECOND))
    assert (a.excused_us, a.absent) == (10 * SECOND, False)
    a.board(9 * SECOND, hello(boot=9, now_us=5))
    assert a.excused_us < 0


def test_evidence_is_of_the_map_and_of_the_line() -> None:
    a = side(new_clock=ProvenClock)
    answer(a, *range(SETTLE + 4))
    told = a.evidence(SECOND, SECOND + 200_000)
    assert told.clock is not None
    assert told.clock.exchanges == SETTLE + 4
    assert (told.link.answered, told.link.least_us, told.link.median_us) == (SETTLE + 4, 400, 400)
