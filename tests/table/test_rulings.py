"""Rulings: time stands in a pause and nothing undecided is lost, a game goes back to before a card, pads change hands; and a
replay does the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lapsy.boards.faults import parse_faults
from lapsy.boards.pads import seat_roles
from lapsy.boards.wired import simulate
from lapsy.table.commands import Command, RefusedError
from lapsy.table.judge import Pacing
from lapsy.table.pauses import GameTime
from lapsy.table.replay import rebuild
from lapsy.table.rulings import COUNT_IN_US, pads
from lapsy.table.seating import Seating
from road import CABLE, Road, bots, people, road, setup_for

SECOND = 1_000_000
HOUR = 3_600 * SECOND
BY_SEAT = Pacing(flip="seat")


# ---- the game's own time


@given(
    st.lists(st.tuples(st.integers(1, 50), st.integers(1, 50)), max_size=6),
    st.lists(st.integers(0, 1_000), min_size=1, max_size=8),
)
def test_a_pause_shifts_exactly(pauses: list[tuple[int, int]], dues: list[int]) -> None:
    """The game's time passes as the axis does, less the pauses in between; and what is due at a time of the game comes
    exactly then."""
    time, now, stood = GameTime(), 0, []
    for runs, stands in pauses:
        now += runs
        time.stop(now)
        assert time.axis(time.game(now) + 1) is None
        now += stands
        time.go_on(now)
        stood.append((now - stands, now))
    for t in range(now + 60):
        still = sum(min(t, end) - start for start, end in stood if start < t)
        assert time.game(t) == t - still
        assert time.stood_at(t) == any(start < t <= end for start, end in stood)
    for due in dues:
        at = time.axis(due)
        assert at is not None
        assert time.game(at) == due
        assert not time.stood_at(at)


def test_a_going_on_that_has_not_come_can_be_stopped() -> None:
    time = GameTime()
    time.stop(100)
    time.go_on(400)
    time.stop(300)
    assert time.stands
    assert time.game(900) == 100
    time.go_on(1_000)
    assert time.game(1_001) == 101
    with pytest.raises(ValueError, match="runs"):
        time.go_on(1_002)


# ---- the road


def evening(**how: Any) -> Road:
    """Two people; they are ready at 2 s."""
    r = road(setup_for(people(2), pacing=how.pop("pacing", BY_SEAT), seed=how.pop("seed", "4"), **how))
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    return r


def rule(r: Road, t_us: int, what: str, **fields: Any) -> None:
    r.driver.command(t_us, Command(what, **fields))


def replays(r: Road) -> bool:
    again = rebuild(r.records)
    assert again.judge is not None
    assert again.judge.state == r.table.judge.state  # type: ignore[union-attr]
    for score in (again.score, r.table.score):
        score.changes_us(HOUR)  # what leaves the pages by time alone
    assert again.score == r.table.score
    assert again.seating.now == r.table.seating.now
    return again.compared == len(r.kinds("bundle", "verdict"))


def outcomes(r: Road, *kinds: str) -> list[tuple[int, str]]:
    return [(b["t"], o["kind"]) for b in r.kinds("bundle") for o in b["out"] if o["kind"] in kinds]


@pytest.mark.parametrize("pause_us", [4_300_000, 4_700_000, 5_200_000])
def test_a_pause_moves_the_dealers_next_card_by_its_length(pause_us: int) -> None:
    pacing = Pacing(jitter_us=0)
    plain, paused = evening(pacing=pacing), evening(pacing=pacing)
    rule(paused, pause_us, "pause", reason="a glass fell")
    rule(paused, 9 * SECOND, "go_on")
    for r in (plain, paused):
        r.driver.run(16 * SECOND)
    stood = 9 * SECOND + COUNT_IN_US - pause_us
    before = [t for t, _ in outcomes(plain, "air") if t <= pause_us]
    after = [t + stood for t, _ in outcomes(plain, "air") if t > pause_us]
    told = [t for t, _ in outcomes(paused, "air")]
    assert len(told) > len(before) + 1
    # When a card counts as shown depends on the cable by microseconds.
    assert all(abs(t - at) < 5_000 for t, at in zip(told, before + after, strict=False))
    assert not any(pause_us < t <= 9 * SECOND + COUNT_IN_US for t in told)
    assert paused.kinds("command")[0]["reason"] == "a glass fell"
    assert replays(paused)


def test_presses_of_a_pause_are_written_down_and_do_not_count() -> None:
    r = evening()
    r.press(0, "flip", 4 * SECOND)
    rule(r, 5 * SECOND, "pause")
    r.press(1, "slap", 5_500_000)
    rule(r, 6 * SECOND, "go_on")
    goes_on = 6 * SECOND + COUNT_IN_US
    r.press(1, "slap", goes_on - 20_000)
    r.press(1, "flip", goes_on + 500_000)
    r.driver.run(11 * SECOND)
    assert [p.get("state") for p in r.kinds("press")[2:]] == [None, "paused", "paused", None]
    assert outcomes(r, "false") == []
    assert len(outcomes(r, "landed")) == 2
    assert replays(r)


def test_what_was_pressed_before_a_pause_is_judged_though_heard_of_in_it() -> None:
    """The ruling comes while the press is still on the cable."""
    r = evening()
    r.press(0, "slap", 5 * SECOND)
    rule(r, 5 * SECOND + 50, "pause")
    r.driver.run(6 * SECOND)
    assert [k for _, k in outcomes(r, "false")] == ["false"]
    assert replays(r)


def test_pages_say_that_it_is_paused_and_count_in() -> None:
    r = evening()
    rule(r, 5 * SECOND, "pause", reason="Phone.")
    rule(r, 6 * SECOND, "go_on")
    r.driver.run(10 * SECOND)
    told: list[str | None] = []
    for view in r.views:
        if not told or told[-1] != view["paused"]:
            told.append(view["paused"])
    english = [text for text in told if text is None or text]
    assert len(english) == 6
    assert [t if t is None else t[-1] for t in english] == [None, ".", "3", "2", "1", None]


@pytest.mark.parametrize(
    ("commands", "sentence"),
    [
        ([Command("go_on")], "not paused|ei ole tauolla"),
        ([Command("pause"), Command("pause")], "paused already|tauolla jo"),
        ([Command("back", moment=99)], "too long ago|liian kauan"),
        ([Command("pad", seat=0, pad="zz-1")], "not free|ei ole vapaa"),
        ([Command("disqualify", seat=7)], "which seat|mikä paikka"),
        ([Command("dance")], "no command|komentoa"),
    ],
)
def test_what_cannot_be_ruled_is_refused_in_a_sentence(commands: list[Command], sentence: str) -> None:
    r = evening()
    r.driver.run(4 * SECOND)
    *first, last = commands
    for command in first:
        r.table.command(4 * SECOND + 1, command)
    with pytest.raises(RefusedError, match=f"(?i){sentence}"):
        r.table.command(4 * SECOND + 2, last)


# ---- back to before a card


def flips(r: Road, count: int, from_us: int = 4 * SECOND) -> None:
    for n in range(count):
        r.press(n % 2, "flip", from_us + n * SECOND)


def test_the_game_is_as_it_was_before_the_card_and_the_card_comes_again() -> None:
    r = evening()
    flips(r, 4)
    states: dict[int, Any] = {}
    r.at(5_900_000, lambda: states.__setitem__(0, (r.table.judge.state, list(r.table.score.seats))))  # type: ignore[union-attr]
    ruled: list[str] = []

    def back() -> None:
        assert r.table.judge is not None
        third = r.table.judge.moments.kept[2]
        ruled.extend(third.moment.cards)
        r.driver.command(r.driver.heap.now_us, Command("back", moment=third.moment.n, reason="a lamp fell"))

        states[1] = third.game_us

    r.at(7_900_000, back)
    after: list[Any] = []
    times: list[int] = []
    r.at(8_500_000, lambda: after.append(r.table.judge.state))  # type: ignore[union-attr]
    r.at(8_500_000, lambda: times.append(r.table.judge.time.game(8_500_000)))  # type: ignore[union-attr]
    rule(r, 9 * SECOND, "go_on")
    r.press(0, "flip", 13 * SECOND)
    r.driver.run(14 * SECOND)
    assert after == [states[0][0]]
    assert times == [states[1]]
    cards = [o["cards"][0] for o in r.outcomes("air")]
    assert cards[-1] == ruled[0]
    assert cards.count(ruled[0]) == 2
    assert replays(r)


def test_a_verdict_after_it_is_marked_taken_back_and_its_number_is_not_given_again() -> None:
    setup = setup_for(bots(3), pacing=BY_SEAT)
    r = road(setup)
    done: list[int] = []

    def watch() -> None:
        table = r.table
        finals = [v for v in r.kinds("verdict") if v["state"] == "final"]
        if table.judge is not None and finals and not done and table.judge.moments.kept:
            n = finals[-1]["n"]
            done.append(n)
            kept = table.judge.moments.kept[max(0, len(table.judge.moments.kept) - 4)]
            r.driver.command(r.driver.heap.now_us, Command("back", moment=kept.moment.n))
            r.driver.command(r.driver.heap.now_us + SECOND, Command("go_on"))
        if not done:
            r.at(r.driver.heap.now_us + 50_000, watch)

    r.at(SECOND, watch)
    assert r.driver.run(HOUR)
    states = [(v["n"], v["state"]) for v in r.kinds("verdict")]
    assert (done[0], "taken_back") in states
    finals = [n for n, state in states if state == "final"]
    assert len(finals) == len(set(finals))
    wins = sum(s.wins for s in r.table.score.seats)
    counted = {n for n, state in states if state == "taken_back"}
    assert wins <= len([n for n in finals if n not in counted]) + len(finals)
    assert replays(r)


def test_a_game_can_be_resumed_after_it_was_taken_back() -> None:
    r = evening()
    flips(r, 3)

    def back() -> None:
        assert r.table.judge is not None
        kept = r.table.judge.moments.kept[1]
        r.driver.command(r.driver.heap.now_us, Command("back", moment=kept.moment.n))

    r.at(7 * SECOND, back)
    r.driver.run(8 * SECOND)
    again = rebuild(r.records)
    assert again.judge is not None
    assert again.judge.time.stands
    assert [k.moment for k in again.judge.moments.kept] == [k.moment for k in r.table.judge.moments.kept]  # type: ignore[union-attr]


# ---- pads


def test_whose_a_pad_was_is_told_by_the_stamp() -> None:
    """A press from before the ruling, heard of after it, is still its old owner's."""
    seats = people(2)
    seating = Seating(seats)
    seating.change(100, 0, replace(seats[0], group=5))
    seating.change(200, 1, replace(seats[1], group=0))
    assert [seating.of("sim", 0, t) for t in (100, 101, 200, 201)] == [0, None, None, 1]
    assert [seating.of("sim", 5, t) for t in (100, 101)] == [None, 0]
    assert {seat.group for seat in seating.had(1)} == {1, 0}


def test_a_seat_gets_another_pad_and_its_old_one_is_nobodys() -> None:
    seats = people(2)
    r = road(setup_for(seats, pacing=BY_SEAT, seed="4"))
    # The board has four pads, two of them free.
    r = _with_pads(r, seat_roles(4, r.setup.simulated_inputs))
    for seat in (0, 1):
        r.press(seat, "slap", 2 * SECOND + seat)
    free: list[str] = []

    def change() -> None:
        free.extend(pads(r.setup, r.table.seating, r.table.sides))
        r.driver.command(r.driver.heap.now_us, Command("pad", seat=0, pad=free[0], reason="a wire broke"))

    r.at(3 * SECOND, change)
    board = r.boards["sim"].board
    board.press("flip1", 4 * SECOND)  # its old pad
    board.press("flip3", 5 * SECOND)  # its new one
    r.driver.run(6 * SECOND)
    assert len(free) == 2
    assert [c for _, c in outcomes(r, "air", "landed")] == ["air", "landed"]
    assert len(r.kinds("unused")) >= 1
    assert r.views[-1]["seats"][0]["source"] == "board"
    assert replays(r)
    rule(r, 6 * SECOND + 1, "pad", seat=0, pad="first")
    board.press("slap1", 7 * SECOND)
    while r.driver.heap.now_us < 8 * SECOND and r.driver.heap.step():
        pass
    assert [p["seat"] for p in r.kinds("press")][-1] == 0
    assert replays(r)


def _with_pads(r: Road, roles: bytes) -> Road:
    made = road(r.setup)
    board = made.boards["sim"].board
    made.boards["sim"] = simulate(
        uid=board.identity.uid, boot=board.identity.boot, roles=roles, faults=parse_faults(CABLE), seed=0
    )
    made.driver._boards = made.boards
    return made


# ---- anything in any order


WHAT = st.sampled_from(("pause", "go_on", "back", "disqualify", "press", "press", "press", "reboot"))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(WHAT, st.integers(50_000, 1_500_000), st.integers(0, 5)), min_size=4, max_size=14))
def test_any_rulings_presses_and_restarts_keep_the_cards_and_are_replayed(
    script: list[tuple[str, int, int]],
) -> None:
    r = evening(pacing=Pacing(jitter_us=0))
    now = 3 * SECOND
    for what, after, n in script:
        now += after
        if what == "press":
            r.press(n % 2, "slap", now)
        elif what == "reboot":
            r.at(now, lambda at=now: r.boards["sim"].board.reboot(at))  # type: ignore[misc]
        else:

            def give(what: str = what, n: int = n) -> None:
                kept = () if r.table.judge is None else [k.moment.n for k in r.table.judge.moments.kept]
                moment = kept[n % len(kept)] if kept else 0
                r.driver.command(r.driver.heap.now_us, Command(what, seat=n % 2, moment=moment))

            r.at(now, give)
    r.driver.run(now + 4 * SECOND)
    assert r.table.judge is not None
    r.table.judge.game.check(r.table.judge.state)
    assert replays(r)


@pytest.mark.parametrize(("game", "seats"), [("speed", 2), ("kuoppa", 5), ("limppu", 3)])
def test_every_game_stands_goes_back_and_goes_on(game: str, seats: int) -> None:
    """Bots play; the game is paused, taken back a few cards, goes on, and is replayed from its journal."""
    r = road(setup_for(bots(seats), game=game))
    seen: list[tuple[Any, Any]] = []

    def back() -> None:
        judge = r.table.judge
        assert judge is not None
        kept = judge.moments.kept[-3]
        r.driver.command(r.driver.heap.now_us, Command("back", moment=kept.moment.n))
        seen.append((kept.state, len(judge.moments.kept)))

    rule(r, 20 * SECOND, "pause")
    stood: list[Any] = []
    for t_us in (21 * SECOND, 29 * SECOND, 31 * SECOND):
        r.at(t_us, lambda: stood.append(r.table.judge.state))  # type: ignore[union-attr]
    r.at(30 * SECOND, back)
    rule(r, 32 * SECOND, "go_on")
    r.driver.run(60 * SECOND)
    assert stood[0] == stood[1]
    assert stood[2] == seen[0][0]
    assert r.table.judge is not None
    r.table.judge.game.check(r.table.judge.state)
    assert len(r.outcomes("played")) > 5
    assert any(b["t"] > 36 * SECOND for b in r.kinds("bundle"))
    assert replays(r)


@pytest.mark.parametrize(
    ("game", "seats", "winners"), [("speed", 2, [1]), ("kuoppa", 5, []), ("limppu", 3, [])]
)
def test_a_disqualified_player_ends_a_game_that_has_no_rule_for_it(
    game: str, seats: int, winners: list[int]
) -> None:
    r = road(setup_for(bots(seats), game=game))
    rule(r, 20 * SECOND, "disqualify", seat=0, reason="Unfair play.")
    assert r.driver.run(40 * SECOND)
    over = r.views[-1]["over"]
    assert list(over["winners"]) == winners
    assert "Aino" in over["text"]
    assert replays(r)


def test_an_open_race_waits_through_a_pause_for_as_long_as_it_was_left() -> None:
    """Its window is a second: 0.4 s before the pause, the rest after it; a hand of then has its place."""
    r = road(setup_for(people(3), game="race"))
    r.press(0, "slap", 5 * SECOND)
    rule(r, 5_400_000, "pause")
    rule(r, 8 * SECOND, "go_on")
    r.press(1, "slap", 9 * SECOND)  # in the count-in
    r.press(2, "slap", 11_300_000)
    r.driver.run(13 * SECOND)
    (race,) = r.kinds("verdict")
    assert [p["seats"] for p in race["order"]] == [[0], [2]]
    (closed,) = outcomes(r, "closed")
    assert abs(closed[0] - (11 * SECOND + 600_000)) < 2_000
    assert replays(r)
