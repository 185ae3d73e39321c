"""Two hands on a pair, one microsecond apart or in the very same capture: in the journal and on the page.

The whole live road: a pty, the firmware's core, real threads, a game of Läpsy, the page server and Chromium.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from drawn import Witness
from lapsy.boards.host_clock import now_us
from lapsy.boards.serve import ServedBoard
from lapsy.boards.start import start_board
from lapsy.drivers.room import Opening, Room
from lapsy.drivers.serving import Page
from lapsy.table.journal_file import JournalFile, read_file
from lapsy.table.judge import Pacing
from lapsy.table.replay import rebuild
from lapsy.table.setup import Setup
from lapsy.table.table import Table
from live import Watched, wait_until
from patience import LIMIT_S
from road import people, setup_for

#: With this practice seed four seats turn 9C and 9S first.
EARLY_PAIR = "pair 55"


@pytest.fixture
def chromium_page(browser: Any) -> Iterator[Any]:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_default_timeout(LIMIT_S * 1000)
    yield page
    page.close()


@dataclass
class Playing:
    """A session in a thread of its own."""

    setup: Setup
    port: str
    folder: Path
    urls: list[str] = field(default_factory=list)
    failures: list[BaseException] = field(default_factory=list)

    def __enter__(self) -> Playing:
        self.setup = replace(self.setup, origin_us=now_us(), simulated=False)
        self.journal = Watched(JournalFile.create(self.folder, "two-slaps"))
        self.table = Table(self.setup)
        self.session = Room(
            Opening(self.table, self.journal, {"pads": self.port}),
            Page("127.0.0.1", 0, "a-secret-of-this-table"),
            lambda _: None,
            lambda _, url: self.urls.append(url or ""),
        )
        self._thread = threading.Thread(target=self._run, name="session")
        self._thread.start()
        wait_until(lambda: bool(self.urls or self.failures), "the page is served")
        assert not self.failures
        return self

    def _run(self) -> None:
        try:
            self.session.run()
        except Exception as e:  # looked at by the test
            self.failures.append(e)

    def __exit__(self, *_: object) -> None:
        self.session.stop_soon()
        self._thread.join(LIMIT_S)
        assert not self._thread.is_alive(), "the session does not end"
        self.journal.file.close()

    def outcomes(self, kind: str) -> list[dict[str, Any]]:
        bundles = [r for r in tuple(self.journal.records) if r["k"] == "bundle"]
        return [o for r in bundles for o in r["out"] if o["kind"] == kind]

    def until(self, kind: str, count: int = 1) -> None:
        wait_until(lambda: len(self.outcomes(kind)) >= count, f"{count} times {kind}")


def turn_a_pair(game: Playing, board: ServedBoard) -> None:
    """Everybody presses once; then two cards of one rank are turned."""
    for seat in range(4):
        board.press(f"slap{seat + 1}", board.now_us + 20_000 + seat)
    wait_until(lambda: game.table.phase == "play", "the cards are dealt")
    for n in (1, 2):
        assert game.table.judge is not None
        board.press(f"flip{game.table.judge.view['turn'] + 1}")
        game.until("landed", n)
    assert [o["cards"] for o in game.outcomes("landed")] == [["9C"], ["9S"]]


@pytest.mark.parametrize("apart_us", [1, 0])
def test_two_slaps_a_microsecond_apart_or_together(tmp_path: Path, chromium_page: Any, apart_us: int) -> None:
    setup = setup_for(
        people(4, ("pads",)),
        seed=EARLY_PAIR,
        pacing=Pacing(flip="seat", display_us=100_000),
        options={"window_ms": "300"},
    )
    link = tmp_path / "pads"
    with (
        start_board(uid=b"twoslaps", boot=2, seats=4, link=link) as board,
        Playing(setup, str(link), tmp_path) as game,
    ):
        page = chromium_page
        witness = Witness(page, "#take", "#take h1", "#spoken")
        page.goto(game.urls[0])
        page.locator("body[data-connected=true]").wait_for()
        turn_a_pair(game, board)
        at_us = board.now_us + 30_000
        if apart_us:
            board.press("slap3", at_us)
            board.press("slap1", at_us + apart_us)
        else:
            board.edges_at(at_us, {"slap1": True, "slap3": True})
            board.edges_at(at_us + 60_000, {"slap1": False, "slap3": False})
        if apart_us:
            witness.expect("#take h1", "^Siiri ensin$")
            witness.expect("#take", "(?=.*Toinen: Aino)(?=.*Järjestys samalta laudalta)")
            witness.expect("#spoken", "^Siiri ensin, 0,001 ms ± 0,002 ms")
        else:
            witness.expect("#take h1", "^Tasan$")
            witness.expect("#take", "(?=.*Aino)(?=.*Siiri)(?=.*Pino jaetaan)")
        game.until("collected")
        page.screenshot(path=tmp_path / "verdict.png")
    assert game.failures == []
    check_journal(game, apart_us)


def check_journal(game: Playing, apart_us: int) -> None:
    records = read_file(game.journal.path).records
    slaps = [r for r in records if r["k"] == "press" and r["act"] == "slap" and "n" in r]
    later, earlier = sorted(slaps, key=lambda r: (-r["t"], -r["seat"]))
    assert later["t"] - earlier["t"] == apart_us
    assert (
        later["index"] - earlier["index"] == apart_us
    )  # a microsecond apart are two captures, together is one
    (verdict,) = [r for r in records if r["k"] == "verdict"]
    (collected,) = game.outcomes("collected")
    if apart_us:
        assert (verdict["kind"], verdict["seats"], verdict["second"]) == ("first", [2], 0)
        assert (verdict["margin_us"], verdict["bound_us"], verdict["proof"]) == (1, 2, "capture")
        assert collected["to"] == [2, 2]
    else:
        assert (verdict["kind"], sorted(verdict["seats"]), verdict["second"]) == ("tie", [0, 2], None)
        assert sorted(collected["to"]) == [0, 2]
    again = rebuild(records)
    assert again.judge is not None
    assert game.table.judge is not None
    assert again.judge.state == game.table.judge.state
