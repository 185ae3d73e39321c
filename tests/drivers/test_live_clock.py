"""The live driver looks whether this machine slept, and tells the table before anything else."""

from __future__ import annotations

from pathlib import Path

from lapsy.boards.host_clock import readings
from lapsy.boards.pads import seat_roles
from lapsy.boards.start import start_board
from lapsy.table.replay import rebuild
from live import LiveTable, wait_until
from road import people, setup_for

SLEPT_US = 40_000_000


def test_a_machine_that_slept_is_noticed_and_every_map_begins_anew(tmp_path: Path) -> None:
    """The second clock is told to have gone on by 40 s; all else is real."""
    setup = setup_for(people(2, ("pads",)), game="race")
    board = start_board(uid=bytes(8), boot=5, roles=seat_roles(2, setup.simulated_inputs))
    with board, LiveTable(setup, {"pads": board}, tmp_path) as live:
        wait_until(lambda: live.table.phase == "play", "the board has answered")
        before = live.table.sides["pads"].clock
        assert not live.of("jumped")
        slept: list[int] = []

        def later() -> tuple[int, int]:
            now = readings()
            assert now is not None
            return now[0], now[1] + sum(slept)

        live.on_loop(lambda: setattr(live.driver, "_readings", later))
        live.on_loop(lambda: slept.append(SLEPT_US))
        wait_until(lambda: bool(live.of("jumped")), "the jump is told")
        (jumped,) = live.of("jumped")
        assert abs(jumped["by"] - SLEPT_US) < 200_000
        side = live.table.sides["pads"]
        wait_until(lambda: side.clock is not before and side.known, "a new map")
        board.press("slap1")
        wait_until(lambda: bool(live.of("press")), "a press is placed")
    assert live.failure is None
    assert "state" not in live.of("press")[0]
    assert [r["k"] for r in live.records if r["k"] in ("jumped", "void")] == ["jumped", "void"]
    rebuild(live.records)
