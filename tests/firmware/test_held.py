"""Inputs that are active at the start, stay active, or chatter: known, named, and no harm to the others."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lapsy.boards import wire
from lapsy.boards.firmware import messages as m

Hands = Any  # the class Hand of conftest
SECOND = 1_000_000


def only(kind: Any, said: list[wire.Message]) -> list[Any]:
    return [each for each in said if isinstance(each, kind)]


def events(said: list[wire.Message]) -> list[tuple[int, int]]:
    return [(each.code, each.t_us) for each in only(wire.Event, said)]


def started(hand: Hands, word: int, roles: bytes = b"\x01\x21\x41") -> Any:
    board = hand(roles=roles, greet=False)
    board.core.begin(word)
    board.say(wire.hello_request(99))
    return board


def test_what_is_down_at_the_start_gives_no_press_before_it_was_up(hand: Hands) -> None:
    board = started(hand, 0b001)
    said = board.at(1_000)
    assert only(wire.Beat, said)[0].stuck == 0b001
    assert only(wire.Beat, said)[0].pressed == 0
    assert [log.text for log in only(wire.Log, said)] == [
        "slap1 (input 0) was down before it was watched: not counted."
    ]
    said = board.at(6_000, (5_000, 0b011))  # another one is pressed: it is not harmed
    said += board.at(20_000, (12_000, 0b010), (12_100, 0b011), (12_400, 0b010))  # let go, with a bounce
    said += board.at(90_000, (80_000, 0b000))
    assert events(said) == [(0x81, 5_000), (0x01, 80_000)]
    said = board.at(2 * SECOND, (100_000, 0b001), (200_000, 0b000))
    assert events(said)[-2:] == [(0x80, 100_000), (0x00, 200_000)]
    assert only(wire.Beat, said)[-1].stuck == 0


def test_a_glitch_of_what_is_held_is_no_release(hand: Hands) -> None:
    board = started(hand, 0b001)
    board.at(50_000, (10_000, 0b000), (10_200, 0b001), (40_000, 0b000), (40_299, 0b001))
    said = board.at(200_000, (100_000, 0b000)) + board.at(300_000, (250_000, 0b001))
    assert events(said) == [(0x80, 250_000)]


@given(
    levels=st.integers(0, 7),
    gaps=st.lists(st.tuples(st.integers(1, 60_000), st.integers(0, 7)), max_size=30),
)
def test_the_first_word_of_each_input_is_a_press_after_a_release(
    levels: int, gaps: list[tuple[int, int]]
) -> None:
    """Whatever happens: presses and releases of an input alternate and begin with a press, and one that was held is
    reported only after a time up."""
    from lapsy.boards.firmware import Core

    core = Core(bytes(8), 1, b"\x01\x21\x41")
    core.begin(levels)
    core.step(0, [], wire.hello_request(1), 10_000)
    t = 1_000
    edges = []
    up = [None if levels >> n & 1 else 0 for n in range(3)]
    for gap, word in gaps:
        t += gap
        edges.append((t, word))
        for n in range(3):
            if up[n] is None and not word >> n & 1:
                up[n] = t
    said = wire.Decoder().feed(core.step(t, edges, b"", 10_000)[0])
    said += wire.Decoder().feed(core.step(t + 200_000, [], b"", 10_000)[0])
    first = {each.seq: each for each in only(wire.Event, said)}
    for n in range(3):
        mine = [each for _, each in sorted(first.items()) if each.code & m.INPUT_MASK == n]
        assert [bool(each.code & m.PRESSED) for each in mine] == [k % 2 == 0 for k in range(len(mine))]
        if mine:
            since = up[n]
            assert since is not None
            assert mine[0].t_us > since


def test_ten_seconds_down_are_named_once_and_end(hand: Hands) -> None:
    board = hand()
    said = board.at(6_000, (5_000, 0b010)) + board.until(9 * SECOND)
    assert {beat.stuck for beat in only(wire.Beat, said)} == {0}
    said = board.until(40 * SECOND)
    assert [log.text for log in only(wire.Log, said)] == [
        "slap2 (input 1) is down for 10 s: stuck, or leant on?"
    ]
    stuck = [beat for beat in only(wire.Beat, said) if beat.stuck]
    assert {beat.stuck for beat in stuck} == {0b010}
    assert 10 * SECOND <= stuck[0].t_us <= 12 * SECOND
    said = board.at(41 * SECOND, (40 * SECOND + 9, 0b000)) + board.until(43 * SECOND)
    assert events(said)[-1] == (0x01, 40 * SECOND + 9)
    assert only(wire.Beat, said)[-1].stuck == 0


def test_a_bright_display_is_not_stuck_and_a_held_sync_wire_is(hand: Hands) -> None:
    board = started(hand, 0b11, bytes((m.ROLE_SYNC, m.ROLE_PHOTO)))
    board.at(1_000)
    board.say(wire.command(1, m.OP_ARM, b"\1"))
    said = board.at(2_000) + board.until(30 * SECOND)
    assert only(wire.Beat, said)[-1].stuck == 0b01


def chatter(hand: Hands, bursts: int, width_us: int) -> list[str]:
    """What is logged while input 2 closes so often a second, for three seconds."""
    board = hand()
    said = board.until(1_500_000)
    for n in range(3 * bursts):
        t = 1_600_000 + n * SECOND // bursts
        said += board.until(t + width_us + 1_000 - 1)
        said += board.at(t + width_us + 1_000, (t, 0b100), (t + width_us, 0b000))
    return [log.text for log in only(wire.Log, said)]


def test_chatter_is_named_be_it_presses_or_glitches(hand: Hands) -> None:
    named = ["slap3 (input 2) chatters: look at contact and wire."]
    assert chatter(hand, 15, 30_000) == []  # as quick as a hand can
    assert chatter(hand, 40, 400) == []  # the hold-off lets 16 presses through
    assert chatter(hand, 18, 30) == []
    assert chatter(hand, 40, 30) == named
    assert chatter(hand, 200, 100) == named


def test_a_chattering_input_costs_the_others_nothing(hand: Hands) -> None:
    board = hand()
    edges = [(1_000_000 + n * 400, 0b100 * (n % 2)) for n in range(5_000)]
    edges += [(1_000_000 + n * 100_000 + 77, 0) for n in range(1, 20)]
    edges.sort()
    said: list[wire.Message] = []
    presses = []
    word = 0
    for n, (t, level) in enumerate(edges):
        if t % 100_000 == 77:
            word ^= 0b001
            presses.append((0x80 if word else 0x00, t))
        chattering = level | (edges[n - 1][1] if n and t % 100_000 == 77 else 0)
        said += board.at(t, (t, word | chattering))
        if n % 200 == 0:
            board.ack(max((e.seq for e in only(wire.Event, said)), default=0) + 1)
    said += board.until(edges[-1][0] + 50_000)
    mine = sorted({(e.seq, e.code, e.t_us) for e in only(wire.Event, said) if e.code & 31 == 0})
    assert [(code, t) for _, code, t in mine] == presses


def test_a_new_host_is_told_of_what_is_stuck_too(hand: Hands) -> None:
    board = started(hand, 0b001)
    assert len(only(wire.Log, board.until(5 * SECOND))) == 1
    board.say(wire.hello_request(99))  # the same host again
    assert only(wire.Log, board.until(10 * SECOND)) == []
    board.say(wire.hello_request(100))
    assert len(only(wire.Log, board.until(15 * SECOND))) == 1


def test_a_board_whose_settings_are_wrong_tells_every_new_host(hand: Hands) -> None:
    board = hand(greet=False)
    board.core.complaint = "x" * 100 + "."
    for session, lines in ((0, 2), (7, 2), (7, 0), (8, 2)):
        board.say(wire.hello_request(session))
        logs = only(wire.Log, board.at(board.now + 1_000))
        assert [log.level for log in logs] == [m.LOG_ERROR] * lines
        assert "".join(log.text for log in logs) == (board.core.complaint if lines else "")


def test_a_quick_hand_is_no_chatter_when_nobody_looked_for_long(hand: Hands) -> None:
    board = hand()
    board.until(1_500_000)
    t = 1_600_000
    edges = [(t + n * 35_000, 0b100 * (n % 2 == 0)) for n in range(70)]
    said = board.at(t + 70 * 35_000, *edges) + board.until(6 * SECOND)
    assert only(wire.Log, said) == []
