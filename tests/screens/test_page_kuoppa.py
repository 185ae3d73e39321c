"""Kuoppa on the wall: the combination to beat, who passed and leads, places, the book with its marks, and the exchange."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import expect

from drawn import boxes, expect_attributes
from drawn_games import event, kuoppa_seat, kuoppa_view

LONG = ["3C", "4D", "5S", "JOKER_S", "7D", "8H", "9C", "TD", "JC", "QS", "KD"]
EXCHANGE = {
    "given": ["AC", "JOKER_W"], "picked": None, "committed": [], "discards": [None, None], "taken": None,
    "text": "Helmi valitsee kortin.",
}  # fmt: skip


def test_the_combination_who_is_on_turn_and_who_passed(served, look):
    served.publish(kuoppa_view())
    page = look()
    expect_attributes(page.locator(".one"), "data-card", ["8C", "9D", "TS", "JD"])
    expect(page.locator(".what")).to_have_text("Suora, 4 korttia, ylin jätkä")
    expect(page.locator("[data-seat='1'].active .tag")).to_have_text("Vuorossa")
    expect(page.locator("[data-seat='0'].player .line")).to_have_text("Passasi")
    expect(page.locator("[data-seat='3'].player .line")).to_have_text("Suurin")
    expect(page.locator("[data-seat='2'].player .shape")).to_have_attribute("aria-label", "neliö 6")


def test_eleven_cards_stay_readable_and_on_the_water(served, look):
    current = {"seat": 0, "cards": LONG, "text": "Suora, 11 korttia, ylin kuningas", "wild": 1}
    served.publish(kuoppa_view(current=current))
    page = look(width=1280, height=720)
    expect(page.locator(".what span")).to_have_text("1 villikortti")
    cards, (book,) = boxes(page.locator(".one"), page.locator(".book"))
    # the index takes 92 of a card's 256 parts
    assert all(later.x - one.x >= one.width * 0.34 for one, later in pairwise(cards))
    assert cards[0].x > 0
    assert cards[-1].right < book.x


def test_the_book_has_the_marks_of_the_rounds_the_points_and_the_pit(served, look):
    served.publish(kuoppa_view())
    page = look()
    expect(page.locator(".book tbody tr")).to_have_count(4)
    last = page.locator(".book tbody tr").last.locator(".figures")
    expect_attributes(last, "aria-label", ["-", "3", "•", "5", "="])
    expect_attributes(page.locator(".book tfoot .figures"), "aria-label", ["3", "3", "1", "5", "0"])
    expect(page.locator(".goal")).to_have_text("Peli päättyy 13 pisteeseen")
    expect(page.locator(".pit")).to_have_attribute("aria-label", "Aino: Kaulaa myöten. Veikko: Nenää myöten")


def test_only_the_newest_rounds_are_drawn(served, look):
    served.publish(kuoppa_view(record=[["2", "-", "1", "•", "="]] * 11 + [["3", "=", "-", "2", "•"]]))
    page = look()
    expect(page.locator(".book tbody tr")).to_have_count(5)
    expect(page.locator(".book tbody tr").last.locator(".figures").first).to_have_attribute("aria-label", "3")


def test_the_exchange_step_by_step(served, look):
    view = {"current": None, "turn": None, "acting": [3]}
    served.publish(kuoppa_view(stage="pick", exchange=EXCHANGE, **view))
    page = look()
    expect(page.locator(".what")).to_have_text("Helmi valitsee kortin.")
    expect(page.locator("[data-seat='3'] .tag")).to_have_text("Valitsee")
    given, discarded = page.locator(".heap").first, page.locator(".heap").last
    expect_attributes(given.locator("[data-card]"), "data-card", ["AC", "JOKER_W"])
    expect(page.locator(".gone")).to_have_count(0)
    expect_attributes(discarded.locator("[data-card]"), "data-card", ["none", "none"])
    laid = EXCHANGE | {"picked": "JOKER_W", "committed": [1]}
    served.publish(kuoppa_view(n=2, stage="discard", exchange=laid, **view))
    expect_attributes(discarded.locator("[data-card]"), "data-card", ["back", "none"])
    both = laid | {"committed": [1, 3], "discards": ["4S", "9H"]}
    served.publish(kuoppa_view(n=3, stage="take", exchange=both, **view))
    expect_attributes(discarded.locator("[data-card]"), "data-card", ["4S", "9H"])
    expect(discarded.locator(".gone")).to_have_count(0)


def test_who_went_out_keeps_the_place_and_a_refusal_is_told_at_its_seat(served, look):
    seats = [kuoppa_seat(0, cards=0, place=0, passed=False), *(kuoppa_seat(i) for i in range(1, 5))]
    wrong = event(3, "refused", "Yhdistelmä ei ole suurempi.", (1,), bad=True)
    served.publish(kuoppa_view(seats=seats, events=[wrong, event(4, "passed", "Eino passasi.", (4,))]))
    page = look()
    expect(page.locator("[data-seat='0'].player .line")).to_have_text("Ensimmäisenä ulos")
    expect(page.locator("[data-seat='1'].player .bad")).to_have_text("Yhdistelmä ei ole suurempi.")
    expect(page.locator(".told")).to_have_text("Eino passasi.")


def test_an_event_is_said_for_four_seconds_and_a_laid_combination_moves_once(served, look):
    served.publish(kuoppa_view())
    page = look(clock=True)
    served.publish(
        kuoppa_view(n=2, events=[event(5, "played", "Helmi pelasi suoran.", (3,), ("8C", "9D", "TS", "JD"))])
    )
    expect(page.locator(".told")).to_have_text("Helmi pelasi suoran.")
    expect(page.locator(".combo")).to_have_class(re.compile("came"))
    page.clock.run_for(4_100)
    expect(page.locator(".told")).to_have_text("5. kierros · 9 korttia pelattu")
