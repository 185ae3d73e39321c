"""The table as a reactor: order of effects, lobby and seed, commands, silent boards, and the road's end."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from fixed_clock import FixedClock
from lapsy.boards.events import Press
from lapsy.boards.wire import Decoder
from lapsy.table.boardside import BoardSide
from lapsy.table.effects import Journal, Publish, Send
from lapsy.table.judge import MOST_STEPS, Pacing
from lapsy.table.replay import rebuild
from lapsy.table.table import Command, RefusedError, Table
from road import CABLE, bots, people, road, setup_for

SECOND = 1_000_000
HOUR = 3_600 * SECOND
BY_SEAT = Pacing(flip="seat")


def test_a_game_of_bots_is_played_out_with_all_cards() -> None:
    r = road(setup_for(bots(), pacing=BY_SEAT))
    assert r.driver.run(HOUR)
    assert r.views[-1]["phase"] == "over"
    cards = [
        sum(s["cards"] for s in v["seats"]) + v["pile"]["cards"] for v in r.views if v["phase"] != "lobby"
    ]
    assert set(cards) == {52}


def test_public_views_never_hold_a_hand() -> None:
    """What a seat may look at is its own: the published view names only cards that lie on the pile."""
    r = road(setup_for(bots(3)))
    r.driver.run(HOUR)
    for view in r.views:
        named = {laid["card"] for laid in view["pile"]["top"]}
        verdict = view["verdict"] or {"pair": []}
        told = named | set(verdict["pair"]) | {c for f in view["falses"] for c in f["cards"]}
        assert sum(text == card for text in _texts(view) for card in told) == sum(
            _is_card(t) for t in _texts(view)
        )


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [t for v in value.values() for t in _texts(v)]
    if isinstance(value, list | tuple):
        return [t for v in value for t in _texts(v)]
    return [value] if isinstance(value, str) else []


def _is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in "23456789TJQKA" and text[1] in "SHDC"


class Witness:
    """Notes for each effect what had been journalled when a number was acknowledged."""

    def __init__(self) -> None:
        self.journalled: set[tuple[int, int]] = set()
        self.wrong: list[str] = []
        self.decoder = Decoder()
        self.acks = 0

    def see(self, effects: list[Any]) -> None:
        for effect in effects:
            if isinstance(effect, Journal):
                self.journalled |= {(r["boot"], r["seq"]) for r in effect.records if "seq" in r}
            elif isinstance(effect, Send):
                self._sent(effect.data)
            elif isinstance(effect, Publish) and effect.view is not None and effect.view["n"] < 1:
                self.wrong.append("a view without a number")

    def _sent(self, data: bytes) -> None:
        for line in data.splitlines():
            boot, upto = ack_of(line)
            if boot is None:
                continue
            self.acks += 1
            missing = [seq for seq in range(1, upto) if (boot, seq) not in self.journalled]
            if missing:
                self.wrong.append(f"acknowledged {missing} before the journal had them")


def ack_of(line: bytes) -> tuple[int | None, int]:
    import binascii
    import struct

    raw = binascii.a2b_base64(line[1:])
    if raw[0] != 2:
        return None, 0
    boot, upto = struct.unpack_from("<II", raw, 2)
    return boot, upto


def test_nothing_is_acknowledged_before_it_is_journalled(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()
    r = road(setup_for(bots(), pacing=BY_SEAT), CABLE + ",drop=2%,duplicate=2%")
    do = r.driver._do

    def watched(effects: list[Any]) -> None:
        witness.see(effects)
        do(effects)

    monkeypatch.setattr(r.driver, "_do", watched)
    assert r.driver.run(HOUR)
    assert witness.acks > 100
    assert witness.wrong == []


# ---- lobby and seed


def test_cards_are_dealt_when_every_human_has_pressed() -> None:
    r = road(setup_for((*people(2), *bots(1, port="b")), practice=False))
    r.press(0, "slap", 2 * SECOND)
    r.press(0, "slap", 3 * SECOND)
    r.press(1, "flip", 4 * SECOND)
    r.driver.run(5 * SECOND)
    assert r.table.phase == "lobby"
    assert [s["ready"] for s in r.views[-1]["seats"]] == [True, False, True]
    r.press(1, "slap", 6 * SECOND)
    r.driver.run(7 * SECOND)
    assert r.table.phase == "play"


def test_the_seed_is_bound_before_the_presses_and_mixed_with_them() -> None:
    """The header has the hash alone; the first press of each human changes the deck; later ones do not."""

    def dealt(first_us: int, extra_us: int) -> tuple[Any, list[dict[str, Any]]]:
        r = road(setup_for(people(2), practice=False))
        r.press(0, "slap", first_us)
        r.press(0, "slap", first_us + 200_000)
        r.press(1, "slap", 3 * SECOND)
        r.driver.run(4 * SECOND)
        assert r.table.judge is not None
        return r.table.judge.state.hands, r.records

    hands, records = dealt(SECOND, 0)
    header, start = records[0], next(r for r in records if r["k"] == "start")
    assert header["seed_hash"] == sha256(bytes.fromhex(start["entropy"])).hexdigest()
    assert "entropy" not in header
    assert records.index(start) > max(i for i, r in enumerate(records) if r.get("state") == "lobby")
    assert dealt(SECOND + 1, 0)[0] != hands
    assert dealt(SECOND, 0)[0] == hands


def test_a_press_from_before_the_table_makes_nobody_ready() -> None:
    """A board keeps what nobody has acknowledged: what was pressed for an earlier host is not meant for this one."""
    setup = setup_for(people(2))
    r = road(setup, table=Table(setup, new_clock=lambda _: FixedClock(5 * SECOND)))
    r.press(0, "slap", 4 * SECOND)
    r.press(1, "slap", 6 * SECOND)
    r.driver.run(7 * SECOND)
    assert [p["state"] for p in r.kinds("press")] == ["early", "lobby"]
    assert [s["ready"] for s in r.views[-1]["seats"]] == [False, True]


def test_a_second_start_press_that_meets_the_deal_is_no_false_slap() -> None:
    setup = setup_for(people(2))
    r = road(setup, table=Table(setup, new_clock=lambda _: FixedClock(0, 5_000)))
    r.press(0, "slap", SECOND)
    r.press(1, "slap", SECOND + 200_000)
    r.press(0, "slap", SECOND + 203_000)
    r.driver.run(2 * SECOND)
    assert r.table.phase == "play"
    assert [p["state"] for p in r.kinds("press")] == ["lobby", "lobby", "early"]
    assert not r.outcomes("false")
    assert rebuild(r.records).judge is not None


def test_a_press_after_the_end_is_recorded_and_judged_no_more() -> None:
    r = road(setup_for(people(2)))
    for n, at_us in enumerate((SECOND, 2 * SECOND)):
        r.press(n, "slap", at_us)
    r.driver.command(3 * SECOND, Command("end"))
    r.driver.run(4 * SECOND)
    r.press(0, "slap", 4 * SECOND)
    for ms in range(200):
        r.driver.heap.now_us = 4 * SECOND + ms * 1000
        r.driver._board("sim")
    assert [p.get("state") for p in r.kinds("press")] == ["lobby", "lobby", "over"]
    assert rebuild(r.records).phase == "over"


def test_a_practice_seed_alone_decides() -> None:
    hands = []
    for first_us in (SECOND, SECOND + 1):
        r = road(setup_for(people(2)))
        r.press(0, "slap", first_us)
        r.press(1, "slap", 2 * SECOND)
        r.driver.run(3 * SECOND)
        assert r.table.judge is not None
        hands.append(r.table.judge.state.hands)
    assert hands[0] == hands[1]
    assert r.views[-1]["practice"]


def test_the_host_may_deal_without_a_player_who_does_not_come() -> None:
    r = road(setup_for(people(2)))
    r.press(0, "slap", SECOND)
    r.driver.command(2 * SECOND, Command("start"))
    r.driver.run(3 * SECOND)
    assert r.table.phase == "play"
    assert rebuild(r.records).judge is not None


# ---- commands


def started(**kwargs: Any) -> Any:
    r = road(setup_for(bots(2), pacing=BY_SEAT, language="en", **kwargs))
    r.driver.run(SECOND)
    assert r.table.phase == "play"
    return r


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (Command("choose", 0, 1), "may not choose"),
        (Command("choose", 0, 4), "position 1, 2 or 3"),
        (Command("choose", 9, 1), "which seat"),
        (Command("deliberate"), "which seat"),
        (Command("dance", 0), "no command"),
        (Command("absent", board="x"), "No silent board"),
        (Command("start"), "dealt already"),
    ],
)
def test_a_refused_command_says_why_and_changes_nothing(command: Command, sentence: str) -> None:
    r = started()
    before = (r.table.judge.state, r.table.judge.waiting, len(r.records))
    with pytest.raises(RefusedError, match=sentence):
        r.table.command(r.driver.heap.now_us, command)
    assert (r.table.judge.state, r.table.judge.waiting, len(r.records)) == before


def test_a_removed_player_gives_his_cards_and_the_journal_replays_it() -> None:
    r = road(setup_for(bots(3)))
    r.driver.command(20 * SECOND, Command("disqualify", 1))
    r.driver.run(40 * SECOND)
    assert r.views[-1]["seats"][1]["status"] == "out"
    again = rebuild(r.records)
    assert again.judge is not None
    assert again.judge.state == r.table.judge.state  # type: ignore[union-attr]


def test_the_host_ends_a_game_at_once() -> None:
    r = road(setup_for(bots(3)))
    r.driver.command(20 * SECOND, Command("end"))
    assert r.driver.run(HOUR)
    assert r.driver.heap.now_us < 21 * SECOND
    assert not r.views[-1]["over"]["winners"]


# ---- boards that fall silent


def test_a_silent_board_freezes_the_race_is_named_and_goes_on() -> None:
    setup = setup_for((*bots(2, port="a"), *bots(2, port="b")[:2]))
    names = ("Aino", "Onni", "Siiri", "Eino")
    setup = replace(setup, seats=tuple(replace(s, name=n) for s, n in zip(setup.seats, names, strict=True)))
    r = road(setup, {"a": CABLE, "b": CABLE + ",unplug=8s@10s"})
    r.driver.run(17 * SECOND)
    frozen = [v for v in r.views if v["waiting"]]
    assert [w["name"] for w in frozen[-1]["waiting"]] == ["b"]
    landed = len(r.outcomes("landed"))
    r.driver.run(40 * SECOND)
    assert not r.views[-1]["waiting"]
    assert len(r.outcomes("landed")) > landed + 5
    during = [b["t"] for b in r.kinds("bundle") if 10.2 * SECOND < b["t"] < 17.9 * SECOND]
    assert len(during) <= 2  # what was pending before the cable was cut


def test_a_board_declared_absent_no_longer_holds_the_race_and_comes_back_stale() -> None:
    setup = setup_for(people(2, ("a", "b")), pacing=BY_SEAT, game="race")
    r = road(setup, {"a": CABLE, "b": CABLE + ",unplug=6s@2s"})
    r.press(1, "slap", 3 * SECOND)  # kept by board b while it is cut off
    r.press(0, "slap", 3 * SECOND + 400_000)
    r.driver.command(5 * SECOND, Command("absent"))
    r.driver.run(7 * SECOND)
    assert r.views[-1]["race"]["order"][0]["seats"] == [0]
    r.driver.run(10 * SECOND)
    stale = [p for p in r.kinds("press") if p.get("state") == "stale"]
    assert [p["seat"] for p in stale] == [1]
    assert r.views[-1]["race"]["order"][0]["seats"] == [0]
    assert rebuild(r.records).compared > 0


def test_another_board_on_the_port_does_not_play_along() -> None:
    setup = setup_for(people(2), game="race", pacing=BY_SEAT)
    r = road(setup)
    r.driver.run(SECOND)
    table: Table = r.table
    stranger = road(setup_for(people(2, ("other",)), game="race", pacing=BY_SEAT))
    wired = stranger.boards["other"]
    side = table.sides["sim"]
    table.port_closed(2 * SECOND, "sim", "unplugged")
    out = table.port_opened(2 * SECOND, "sim")
    said = []
    for effect in out:
        if isinstance(effect, Send):
            wired.write(2 * SECOND, effect.data)
    for ms in range(1, 20):
        for sight in wired.advance(2 * SECOND + ms * 1000):
            said += table.feed(2 * SECOND + ms * 1000, "sim", sight.data)  # type: ignore[union-attr]
    assert any(type(e).__name__ == "Reopen" for e in said)
    assert side.uid == r.boards["sim"].board.identity.uid.hex()


def test_a_late_slap_on_the_empty_pile_does_not_stop_the_next_pair() -> None:
    """Views of the verdict after it are sound (the road checks each): the late hand was no part of that race."""
    r = road(setup_for(bots(2), pacing=Pacing(flip="auto", pace_us=900_000, jitter_us=0)))
    for n in range(200):
        r.press(n % 2, "slap", 2 * SECOND + n * 350_000)
    r.driver.run(80 * SECOND)
    assert {o["reason"] for o in r.outcomes("false")} >= {"empty", "no_pair"}
    assert any(v["kind"] in ("first", "tie") for v in r.kinds("verdict"))


# ---- boards that are not to be believed


@pytest.mark.parametrize("ahead_s", [20, 600])
def test_a_stamp_ahead_of_the_present_is_recorded_and_moves_nothing(ahead_s: int) -> None:
    """Whether the map reaches so far or not: nothing is pressed after it was heard of."""
    r = road(setup_for(people(2), game="race", pacing=BY_SEAT))
    r.driver.run(SECOND)
    side = r.table.sides["sim"]
    at_us = side.clock.span(0).mid_us  # the table's time at the board's zero
    far = Press(side.uid, side.boot, 1, 1, 0, "slap", 0, ahead_s * SECOND - at_us, True)
    side.link._expected[(side.uid, side.boot)] = 2
    r.table.lines.event(r.driver.heap.now_us, side, far)
    while r.driver.heap.now_us < 2 * SECOND:
        r.driver.heap.step()
    told = [p.get("state") or p["why"] for p in r.kinds("press", "unbounded")]
    assert told == ["ahead"]
    assert not side.unplaced
    assert r.views[-1]["race"] is None
    assert rebuild(r.records).last_us <= r.driver.heap.now_us


def test_a_line_that_was_cut_keeps_its_clock() -> None:
    """The board lived on, and so did this machine (``Table.clock_jumped`` tells otherwise)."""
    r = road(setup_for(people(2), game="race", pacing=BY_SEAT), CABLE + ",unplug=2s@2s")
    r.driver.run(SECOND)
    before = r.table.sides["sim"].clock
    r.press(0, "slap", 2_500_000)
    r.driver.run(6 * SECOND)
    assert r.table.sides["sim"].clock is before
    (press,) = r.kinds("press")
    assert press["lo"] <= 2_500_000 <= press["hi"]


def test_a_board_that_speaks_and_holds_the_race_up_is_named_and_can_be_declared_absent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It claims numbers that never come, so nothing can pass it: two seconds later the page says whom all wait for."""
    setup = setup_for(people(2, ("a", "b")), pacing=BY_SEAT, game="race")
    r = road(setup)
    r.driver.run(SECOND)
    told = BoardSide.told
    monkeypatch.setattr(BoardSide, "told", lambda side, t_us: None if side.port == "b" else told(side, t_us))
    r.press(0, "slap", 2 * SECOND)
    r.driver.run(3_500_000)
    assert not r.views[-1]["waiting"]
    r.driver.run(6 * SECOND)
    assert [w["name"] for w in r.views[-1]["waiting"]] == ["b"]
    assert r.views[-1]["race"] is None
    r.driver.command(6 * SECOND, Command("absent"))
    r.driver.run(8 * SECOND)
    assert r.views[-1]["race"]["order"][0]["seats"] == [0]


def test_the_lobby_goes_on_without_a_board_that_is_declared_absent() -> None:
    setup = setup_for(people(3, ("a", "b")), pacing=BY_SEAT)
    r = road(setup, {"a": CABLE, "b": CABLE + ",unplug=600s@1s"})
    r.press(0, "slap", 2 * SECOND)
    r.press(2, "slap", 2 * SECOND)
    r.driver.command(5 * SECOND, Command("absent"))
    r.driver.command(6 * SECOND, Command("start"))
    r.driver.run(7 * SECOND)
    assert r.table.phase == "play"


def test_what_a_freeze_has_gathered_is_judged_in_turns() -> None:
    """Many presses wait while a board is silent; declared absent, they are judged a few bundles at a time, and all."""
    setup = setup_for(people(2, ("a", "b")), pacing=BY_SEAT, game="race")
    r = road(setup, {"a": CABLE, "b": CABLE + ",unplug=600s@2s"})
    for n in range(300):
        r.press(0, "slap", 3 * SECOND + n * 100_000)
    r.driver.run(34 * SECOND)
    judged = len(r.kinds("bundle"))
    turns = 0
    effects = r.table.command(r.driver.heap.now_us, Command("absent"))
    while True:
        turns += 1
        r.driver._do(effects)
        new = len(r.kinds("bundle")) - judged
        assert new <= MOST_STEPS
        judged += new
        if r.table.wake_us is None or r.table.wake_us > r.driver.heap.now_us:
            break
        effects = r.table.tick(r.driver.heap.now_us)
    assert turns > 300 // MOST_STEPS
    assert len(list(r.outcomes("place", "repeat"))) == 300
    assert rebuild(r.records).compared


@pytest.mark.parametrize("what", ["choose", "deliberate", "disqualify"])
def test_a_race_knows_no_rulings(what: str) -> None:
    r = road(setup_for(people(2), game="race", pacing=BY_SEAT, language="en"))
    r.driver.run(SECOND)
    with pytest.raises(RefusedError, match="no such rulings"):
        r.table.command(SECOND, Command(what, 0, 1))


def test_no_press_is_placed_before_the_clock_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first pings alone may have been slow: what comes meanwhile waits, unacknowledged, for all of them."""
    claim, known = BoardSide.claim, []
    monkeypatch.setattr(
        BoardSide, "claim", lambda side, *press: known.append(side.clock.known) or claim(side, *press)
    )
    r = road(setup_for(people(2), game="race", pacing=BY_SEAT))
    r.press(0, "slap", 20_000)
    r.driver.run(SECOND)
    assert known == [True]


def test_a_game_that_ends_in_a_full_turn_asks_for_no_more_turns() -> None:
    """A table that is over wakes for its boards and not for bundles that nobody judges any more."""
    setup = setup_for(people(2, ("a", "b")), pacing=BY_SEAT, game="race")
    r = road(setup, {"a": CABLE, "b": CABLE + ",unplug=600s@2s"})
    for n in range(100):
        r.press(0, "slap", 3 * SECOND + n * 100_000)
    r.driver.run(14 * SECOND)
    now_us = r.driver.heap.now_us
    r.driver._do(r.table.command(now_us, Command("absent")))
    assert r.table.wake_us == now_us
    r.driver._do(r.table.command(now_us, Command("end")))
    assert r.table.wake_us is None or r.table.wake_us > now_us
