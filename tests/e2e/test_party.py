"""A whole evening as guests have it: lobby, phones, TV and referee at once, every game from the lobby to its end.

The real command, the system's Chromium at a plain http name, guests whose thumbs play what their pages offer.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from party import THUMB, gather, party, until

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="this system has no signals to end a process gently"
)

#: How long a game may take to its end: bots think as people do.
GAME_LIMIT_S = 900.0


def thumb(phone: Page) -> None:
    """A guest looks at the phone once and does what there is to do."""
    phone.evaluate(THUMB)


def slap(phone: Page) -> None:
    """A guest's finger comes down on the phone's pad, if there is one."""
    pad = phone.locator("button.slap")
    if pad.count() and pad.is_enabled():
        pad.tap()


def is_over(tv: Page) -> bool:
    return tv.evaluate("document.documentElement.dataset.scene") == "over"


def to_the_end(tv: Page, phones: list[Page]) -> None:
    until(
        lambda: is_over(tv),
        "the game comes to its end",
        GAME_LIMIT_S,
        lambda: [thumb(phone) for phone in phones],
    )


@pytest.mark.parametrize(
    ("game", "guests", "bots", "options"),
    [
        pytest.param("limppu", ("Aino", "Onni"), 1, {}, id="limppu"),
        pytest.param("kuoppa", ("Aino",), 4, {"target": "1"}, id="kuoppa", marks=pytest.mark.slow),
        pytest.param(
            "speed",
            ("Aino",),
            1,
            {"stall_s": "1", "win_out_in_two_piles": "on"},
            id="speed",
            marks=pytest.mark.slow,
        ),
        pytest.param("lapsy", ("Aino", "Onni"), 2, {"card_cap": "14"}, id="lapsy", marks=pytest.mark.slow),
        pytest.param("slapjack", ("Aino",), 3, {"card_cap": "14"}, id="slapjack", marks=pytest.mark.slow),
    ],
)
def test_from_the_lobby_to_the_end(browser: Browser, tmp_path: Path, game, guests, bots, options):
    with party(browser, tmp_path) as here:
        tv = here.tv()
        code = gather(tv, game, bots, options)
        phones = [here.phone(name, code) for name in guests]
        expect(tv.locator(".guest[data-seat]")).to_have_count(len(guests) + bots)
        for name in guests:
            expect(tv.locator(".guests")).to_contain_text(name)
        tv.locator("[data-focus=start]").click()
        for phone in phones:  # everybody shows that they are there
            expect(phone.locator(".seatpage")).to_have_attribute(
                "data-game", "lapsy" if game == "slapjack" else game
            )
        referee = here.referee()
        referee.locator(".desk").wait_for()
        assert referee.locator("[data-card]").count() == 0, "a hand is on the referee's page"
        to_the_end(tv, phones)
        expect(tv.locator("#scene")).to_contain_text(guests[0])
        for phone in phones:
            expect(phone.locator("h1")).to_be_visible()
        # once more, with the same guests and no new set-up
        tv.locator("[data-focus=again]").click()
        until(lambda: not is_over(tv), "a rematch begins")
    journals = sorted(tmp_path.rglob("*.jsonl"))
    assert len(journals) == 2, "each game has its journal"
