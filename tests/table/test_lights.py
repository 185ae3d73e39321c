"""The lights of the pads: they follow what everybody sees, boards are told what changed, and no press is held up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lapsy.boards.events import Hello, Result
from lapsy.boards.firmware import messages
from lapsy.games.limppu import apply, legal, parse_options, start, view
from lapsy.games.play import Bundle, Input
from lapsy.table.judge import Pacing
from lapsy.table.lights import FALSE_US, WON_US, Lamps, Lights, lamps, lobby_lamps
from lapsy.table.table import Command
from road import Road, people, road, setup_for

OFF, READY, TURN, WON, FALSE, FIND = range(6)
SECOND = 1_000_000
BY_SEAT = Pacing(flip="seat")


def lapsy(**fields: Any) -> dict[str, Any]:
    seats = [{"ready": True}, {"ready": False}, {"ready": True}]
    view = {"game": "lapsy", "phase": "play", "seats": seats, "turn": 1, "challenge": None, "verdict": None}
    return {**view, "falses": [], "over": None, "paused": None, **fields}


def test_the_seat_on_turn_is_lit_and_its_last_attempt_is_another_light() -> None:
    assert lamps(lapsy()) == (OFF, TURN, OFF)
    assert lamps(lapsy(challenge={"left": 2})) == (OFF, TURN, OFF)
    assert lamps(lapsy(challenge={"left": 1})) == (OFF, FIND, OFF)
    assert lamps(lapsy(turn=None)) == (OFF, OFF, OFF)


def test_before_the_deal_a_light_calls_for_its_press_and_after_the_game_all_are_dark() -> None:
    assert lamps(lapsy(phase="lobby")) == (TURN, READY, TURN)
    assert lamps(lapsy(phase="over")) == (OFF, OFF, OFF)
    assert lamps(lapsy(paused="Paused.")) == (OFF, OFF, OFF)


def speed(stage: str, called: tuple[bool, bool], taken: tuple[str | None, str | None]) -> dict[str, Any]:
    seats = [{"called": c, "taken": t} for c, t in zip(called, taken, strict=True)]
    return {"game": "speed", "phase": "play", "seats": seats, "stage": stage, "over": None}


def test_in_speed_who_may_slap_or_has_to_call_is_lit() -> None:
    assert lamps(speed("ready", (True, False), (None, None))) == (OFF, TURN)
    assert lamps(speed("play", (False, False), (None, None))) == (OFF, OFF)
    assert lamps(speed("play", (False, True), (None, None))) == (TURN, OFF)
    assert lamps(speed("slap", (False, False), (None, "L"))) == (TURN, OFF)


def test_in_kuoppa_and_limppu_whoever_is_waited_for_is_lit() -> None:
    kuoppa = {"game": "kuoppa", "phase": "play", "seats": [{}] * 5, "acting": [0, 3], "over": None}
    assert lamps(kuoppa) == (TURN, OFF, OFF, TURN, OFF)
    limppu = {"game": "limppu", "phase": "play", "seats": [{}] * 3, "turn": 1, "aiming": None, "ending": None}
    assert lamps(limppu) == (OFF, TURN, OFF)
    assert lamps({**limppu, "aiming": 2}) == (OFF, OFF, TURN)
    assert lamps({**limppu, "ending": {}}) == (OFF, OFF, OFF)


def test_drawing_the_stop_card_changes_no_light() -> None:
    """Two games of Limppu that differ only in the card that comes from the stock: the pads tell nothing of it."""
    state = start(parse_options({"stop": "live"}), 2, bytes(32))
    assert "KS" in state.stock
    given: tuple[Input, ...] = ()
    for n in range(40):  # play on until somebody has to draw
        assert state.turn is not None
        given = tuple(i for i in legal(state, state.turn) if i.kind not in ("announce", "challenge"))
        if given[0].kind == "draw":
            break
        state, _ = apply(state, Bundle(n, (given[0]._replace(ref=n),)))
    assert given[0].kind == "draw"
    seat = given[0].seat
    told = []
    others = tuple(card for card in state.stock if card != "KS")
    for stock in (("KS", *others), (*others, "KS")):
        after, outcomes = apply(state._replace(stock=stock), Bundle(99, (Input(99, "draw", seat),)))
        assert not any(o.kind == "refused" for o in outcomes)
        told.append(lamps({**view(after, None), "game": "limppu", "phase": "play", "aiming": None}))
    assert told[0] == told[1]


def test_pads_of_the_lobby() -> None:
    free, bound = [("a", 2), ("b", 0)], [("a", 0), ("a", 1)]
    assert lobby_lamps(bound, free, binding=False) == {
        ("a", 0): TURN, ("a", 1): TURN, ("a", 2): READY, ("b", 0): READY,
    }  # fmt: skip
    lit = lobby_lamps(bound, free, binding=True, newest=("a", 1))
    assert lit == {("a", 0): TURN, ("a", 1): WON, ("a", 2): FIND, ("b", 0): FIND}


class Line:
    """Notes what a link is asked for."""

    def __init__(self) -> None:
        self.told: list[tuple[int, bytes]] = []
        self.tones = 0

    def set_lights(self, now_us: int, modes: bytes) -> int:
        self.told.append((now_us, modes))
        return len(self.told)

    def buzz(self, now_us: int, hertz: int, length_ms: int) -> int:
        self.tones += 1
        return 1_000 + self.tones


def greeted(lamps: Lamps | Lights, lights: int = 3) -> Line:
    line = Line()
    hello = Hello("uid", 1, bytes(3), 0, 1, 1, "1.0.0", 0, True, lights=lights)
    (lamps.lamps if isinstance(lamps, Lights) else lamps).greeted("a", line, hello)  # type: ignore[arg-type]
    return line


PADS = {0: ("a", 0), 1: ("a", 1), 2: ("a", 2)}


def test_only_what_changed_is_told_and_all_of_it_after_a_hello() -> None:
    lights = Lights()
    line = greeted(lights)
    for now_us in (1, 2, 3):
        lights.look(now_us, lapsy(), PADS)
    lights.look(4, lapsy(turn=2), PADS)
    assert line.told == [(1, bytes((OFF, TURN, OFF))), (4, bytes((OFF, OFF, TURN)))]
    again = greeted(lights, lights=2)
    lights.look(5, lapsy(turn=1), PADS)
    assert again.told == [(5, bytes((OFF, TURN)))]


def test_an_order_without_an_answer_is_given_again_and_a_refused_one_is_not() -> None:
    lamps = Lamps()
    line = greeted(lamps)
    lamps.show(1, {("a", 0): TURN})
    lamps.result("a", Result("uid", 1, 1, "no answer"))
    lamps.show(2, {("a", 0): TURN})
    assert [modes for _, modes in line.told] == [bytes((TURN, OFF, OFF))] * 2
    lamps.result("a", Result("uid", 1, 2, "refused"))
    lamps.show(3, {})
    assert len(line.told) == 2


def test_a_winner_blinks_for_a_while_and_a_false_slap_too() -> None:
    lights = Lights(buzzer=True)
    line = greeted(lights)
    verdict = {"n": 1, "state": "leading", "kind": "first", "seats": [2]}
    lights.look(0, lapsy(), PADS)
    lights.look(1, lapsy(verdict=verdict), PADS)
    assert line.tones == 0
    final = {**verdict, "state": "final"}
    false = {"n": 9, "seat": 0, "refused": False}
    for now_us in (10, 20):
        lights.look(now_us, lapsy(verdict=final, falses=[false]), PADS)
    assert line.told[-1] == (10, bytes((FALSE, TURN, WON)))
    assert line.tones == 1
    assert lights.wake_us == 10 + FALSE_US
    lights.tick(10 + FALSE_US)
    assert line.told[-1][1] == bytes((OFF, TURN, WON))
    lights.tick(10 + WON_US)
    assert line.told[-1][1] == bytes((OFF, TURN, OFF))
    assert lights.wake_us is None


def test_what_was_over_before_the_table_was_taken_over_is_not_flashed() -> None:
    lights = Lights()
    line = greeted(lights)
    lights.look(0, lapsy(verdict={"n": 3, "state": "final", "kind": "first", "seats": [2]}), PADS)
    assert line.told[-1][1] == bytes((OFF, TURN, OFF))
    assert line.tones == 0


def test_a_board_without_a_buzzer_is_asked_once() -> None:
    lamps = Lamps()
    line = greeted(lamps)
    lamps.buzz(1, ["a", "a"])
    lamps.result("a", Result("uid", 1, 1_001, "absent"))
    lamps.buzz(2, ["a"])
    assert line.tones == 1


# ---- the whole road


def played(lights: int | None = None, reboot_us: int | None = None) -> Road:
    """Two people at one board. A pair is slapped, the board may be restarted after it."""
    r = road(setup_for(people(2), pacing=BY_SEAT, seed="4"))
    for wired in r.boards.values():
        if lights is not None:
            wired.board.identity = replace(wired.board.identity, lights=lights)
            wired.board._core.close()
            wired.board._core = wired.board._start(wired.board.identity)
            wired.board._wanted = replace(wired.board._wanted, lights=bytes(lights))
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    for n in range(30):
        r.press(n % 2, "flip", 4 * SECOND + n * SECOND)
        r.press((n + 1) % 2, "slap", 4 * SECOND + n * SECOND + 600_000)
    if reboot_us is not None:
        r.at(reboot_us, lambda: r.boards["sim"].board.reboot(reboot_us))
    return r


def test_pads_show_the_turn_and_are_dark_when_it_is_over() -> None:
    r = played()
    shown: dict[int, bytes] = {}
    for t_us in range(SECOND, 36 * SECOND, 100_000):
        r.at(t_us, lambda t_us=t_us: shown.__setitem__(t_us, r.boards["sim"].board.lights))  # type: ignore[misc]
    r.driver.run(35 * SECOND)
    assert shown[1_900_000] == bytes((READY, READY))
    assert shown[3_900_000] == bytes((TURN, OFF))
    assert any(FALSE in modes for modes in shown.values())
    assert {mode for modes in shown.values() for mode in modes} >= {OFF, READY, TURN, FALSE}
    r.driver.command(r.driver.heap.now_us + 1, Command("end"))
    while r.driver.heap.step() and r.driver.heap.now_us < 40 * SECOND:
        pass
    assert r.table.phase == "over"
    assert r.boards["sim"].board.lights == bytes((OFF, OFF))


def test_a_restarted_board_is_told_everything_again() -> None:
    r = played(reboot_us=3_500_000)
    shown: list[bytes] = []
    for t_us in (3_400_000, 3_510_000, 5_500_000):
        r.at(t_us, lambda: shown.append(r.boards["sim"].board.lights))
    r.driver.run(6 * SECOND)
    assert shown[:2] == [bytes((TURN, OFF)), bytes((OFF, OFF))]
    assert shown[2][0] == TURN


def test_lights_move_no_press_and_no_verdict() -> None:
    """The same evening with and without lights: what is judged is the same."""
    dark, lit = played(lights=0), played()
    results = []
    for r in (dark, lit):
        r.driver.run(36 * SECOND)
        results.append([(p["seat"], p["act"], p["t"], p.get("state")) for p in r.kinds("press")])
    assert results[0] == results[1]
    assert len(results[0]) > 40
    assert [b["out"] for b in dark.kinds("bundle")] == [b["out"] for b in lit.kinds("bundle")]


def test_a_light_command_is_one_short_line() -> None:
    """Eight lights fit one line: a press waits behind that, as behind any other message, for less than a millisecond."""
    r = played()
    sent: list[bytes] = []
    link = r.table.sides["sim"].link
    take = link.take
    link.take = lambda: sent.append(take()) or sent[-1]  # type: ignore[func-returns-value,method-assign]
    r.driver.run(8 * SECOND)
    lines = [line for data in sent for line in data.splitlines() if line.startswith(b"~")]
    orders = [line for line in lines if _is_lights(line)]
    assert 2 <= len(orders) < 40
    assert max(map(len, orders)) <= 40


def _is_lights(line: bytes) -> bool:
    from binascii import a2b_base64

    raw = a2b_base64(line[1:])
    return raw[0] == messages.CMD and raw[4] == messages.OP_LIGHTS
