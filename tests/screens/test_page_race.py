"""The page of ``lapsy arbitrate`` in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from drawn import boxes, expect_attributes, expect_words

ORDER = [
    {"place": 1, "seats": [2], "margin_us": None, "bound_us": None, "proof": None, "way": None},
    {"place": 2, "seats": [4], "margin_us": 846, "bound_us": 2, "proof": "capture", "way": "board"},
    {"place": 3, "seats": [1, 0], "margin_us": 12_390, "bound_us": 2, "proof": "gap", "way": "board"},
    {"place": 4, "seats": [3], "margin_us": 44_000, "bound_us": 30_000, "proof": "gap", "way": "board"},
]


def race(**changes):
    policy = {"unproven": "split", "tie_us": 0, "anticipation": "off", "limit_us": 100_000, "silent_us": None}
    told = {
        "n": 3,
        "state": "final",
        "why": None,
        "order": ORDER,
        "marks": [],
        "certified": True,
        "policy": policy,
    }
    return told | changes


def test_waiting_for_hands(served, look, sample):
    served.publish(sample.race_view(3))
    page = look()
    expect(page.locator("h1")).to_have_text("Läpsäise")
    expect_words(page.locator(".pad b"), ["Aino", "Onni", "Veikko"])


def test_the_order_of_hands(served, look, sample):
    view = sample.race_view(5, race=race())
    view["seats"][3]["source"] = "phone"
    served.publish(view)
    page = look()
    expect_words(page.locator(".lane b"), ["Veikko ensin", "Eino", "Onni · Aino", "Helmi"])
    expect_attributes(page.locator(".lane .figures"), "aria-label", ["+0,846", "+12,390", "+44"])
    expect_words(page.locator(".lane .gap small"), ["± 0,002", "± 0,002", "± 30"])
    expect(page.locator(".lane").last).to_contain_text("puhelin: ei varmennettu")
    (lanes,) = boxes(page.locator(".lane"))
    starts = [lane.x for lane in lanes]
    assert starts == sorted(starts)
    expect(page.locator(".unsure")).to_have_count(1)  # only the phone's uncertainty is wide enough to draw
    gaps = [starts[2] - starts[1], starts[3] - starts[2]]
    assert abs(gaps[1] / gaps[0] - 44_000 / 12_390) < 0.05, "the lanes are to scale"


def test_a_tie_for_first_and_what_may_change(served, look, sample):
    tie = [{"place": 1, "seats": [0, 1], "margin_us": None, "bound_us": None, "proof": None, "way": None}]
    served.publish(sample.race_view(3, language="en", race=race(order=tie, state="leading", certified=False)))
    page = look()
    expect(page.locator(".lane b")).to_have_text("Tied: Aino · Onni")
    expect_words(page.locator(".foot .tag"), ["May still change", "Not certified"])


def test_earlier_races_and_a_silent_board(served, look, sample):
    history = [
        {"n": 1, "seats": [1], "margin_us": 3214, "bound_us": 2, "certified": True, "likely": False},
        {"n": 2, "seats": [0, 1], "margin_us": 1, "bound_us": 2, "certified": True, "likely": False},
    ]
    waiting = [{"board": "e660", "name": "Lauta 2", "why": "lost"}]
    served.publish(sample.race_view(3, history=history, waiting=waiting))
    page = look(width=390, height=844)
    expect_words(page.locator(".was"), ["tasan", "3,214"])
    expect(page.locator("#banner")).to_have_text("Lauta 2 on irti. Kytke johto takaisin.")
