"""The end of each game, a pause over everything, and what a page weighs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn import box, expect_words
from drawn_games import kuoppa_view, limppu_view, lobby_view, result, speed_view
from lapsy.language import tr
from lapsy.screens.control import Arrange, Referee

#: All files of a page, as they travel: nothing is compressed.
BUDGET = 150_000


@pytest.mark.parametrize("build", [speed_view, kuoppa_view, limppu_view])
def test_the_end_has_its_winner_its_rows_its_code_and_the_way_on(served, look, build):
    seats = build()["seats"]
    rows = [{"text": "pelatut kortit", "values": [str(10 + i) for i in range(len(seats))]}]
    served.publish(build(phase="over", over=result(rows=rows)))
    page = look()
    expect(page.locator("h1")).to_have_text("Aino voitti")
    expect(page.locator(".winner")).to_contain_text("Kaikki kortit pelattiin. 12 min 34 s")
    expect(page.locator(".winner .code")).to_have_text("Pöytäkirja: K7QF 2MXD")
    expect_words(page.locator("tr[data-seat='1'] td"), ["11"])
    page.get_by_role("button", name="Uusi peli").click()
    page.get_by_role("button", name="Takaisin aulaan").click()
    assert served.wait_for(lambda said: len(said) >= 2) == [Arrange(what="again"), Arrange(what="lobby")]


def test_a_game_that_only_has_a_loser_is_the_losers(served, look):
    served.publish(limppu_view(phase="over", over=result(winners=[], losers=[1], rows=[], code=None)))
    page = look(token=False)
    expect(page.locator("h1")).to_have_text("Hävisi: Onni")
    expect(page.locator(".over.c2")).to_have_count(1)
    expect(page.locator(".code")).to_have_count(0)
    expect(page.locator(".over button")).to_have_count(0)


def test_a_pause_stands_over_everything_with_its_reason_until_it_goes_on(served, look):
    served.publish(kuoppa_view(paused="Lätkä irtosi pöydästä."))
    page = look()
    expect(page.locator(".pause h2")).to_have_text("Tauko")
    expect(page.locator(".pause p")).to_have_text("Lätkä irtosi pöydästä.")
    over = "(one) => one.closest('.pause') !== null"
    middle = page.evaluate_handle("() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)")
    assert page.evaluate(over, middle)
    page.keyboard.press("Shift+P")
    served.publish(kuoppa_view(n=2))
    expect(page.locator(".pause")).to_have_count(0)
    page.keyboard.press("Shift+P")
    said = served.wait_for(lambda said: len(said) >= 2)
    assert said == [Referee(action="go_on"), Referee(action="pause")]


def test_a_pause_as_the_host_tells_it_is_said_once(served, look):
    served.publish(speed_view(paused=tr("fi", "Paused. {reason}", reason="Kahvi läikkyi.")))
    page = look()
    expect(page.locator(".pause h2")).to_have_text("Tauko")
    expect(page.locator(".pause p")).to_have_text("Kahvi läikkyi.")


@pytest.mark.parametrize("told", ["", tr("fi", "Paused. {reason}", reason="").strip()])
def test_a_pause_without_a_reason_is_one_too(served, look, told):
    served.publish(speed_view(paused=told))
    page = look(width=390, height=844)
    expect(page.locator(".pause")).to_have_text("Tauko")
    pause, one = box(page.locator(".pause"), page.locator(".band.top"))
    assert pause.width >= one.width


def passed(view):
    """The hand of whoever is on turn is seen on the host's page."""
    view["seats"][view["turn"]] |= {"private": "here", "keys": {"peek": "Digit2"}}
    return view


PAGES = {
    "lobby": lambda _: [lobby_view()],
    "lapsy": lambda sample: [
        sample.table_view(phase="lobby", turn=None),
        sample.table_view(n=2, pile=sample.pair_on_top(), verdict=sample.verdict()),
        sample.table_view(n=3, phase="over", turn=None, over=sample.end(1)),
    ],
    "speed": lambda _: [speed_view(), speed_view(n=2, phase="over", over=result())],
    "kuoppa": lambda _: [passed(kuoppa_view()), kuoppa_view(n=2, phase="over", over=result(rows=[]))],
    "limppu": lambda _: [passed(limppu_view()), limppu_view(n=2, phase="over", over=result(rows=[]))],
    "race": lambda sample: [sample.race_view()],
    "display": lambda sample: [sample.display_view()],
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_weighs_less_than_its_budget_and_fetches_no_other_game(served, browser, sample, token, name):
    """All that Chromium fetches for a page from before the deal to the end, in Finnish, as it travels."""
    views = PAGES[name](sample)
    served.publish(views[0])
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    fetched: dict[str, int] = {}
    page.on(
        "response",
        lambda answer: fetched.setdefault(answer.url.removeprefix(served.address), len(answer.body())),
    )
    page.goto(f"{served.address}#k={token}")
    for view in views:
        served.publish(view)
        served.wait_for_paint(view["n"])
        if any(seat.get("private") == "here" for seat in view["seats"]):
            page.locator(".pass").wait_for()
    page.wait_for_load_state("networkidle")
    page.context.close()
    assert sum(fetched.values()) < BUDGET, sorted(fetched.items(), key=lambda one: -one[1])
    others = {f"static/{other}.js" for other in PAGES} - {f"static/{name}.js"}
    assert not others & set(fetched)
    assert f"static/{name}.js" in fetched
