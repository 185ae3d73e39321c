"""A guest comes in by a code and a name, and is the same guest after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from guest_views import kuoppa_view, lobby_view, seat_view
from guests import CODE, secret


def test_a_guest_comes_in_and_stays_the_same_guest(party, guests, visit):
    party.call(lambda: party.hub.publish_seat(secret(2), seat_view(2, lobby_view())))
    page = visit("join?lang=fi#c=xxxx")
    expect(page.locator("h1")).to_have_text("Tule mukaan")
    code, name, come = page.locator("[name=code]"), page.locator("[name=name]"), page.locator("button.go")
    expect(code).to_have_value("XXXX")
    expect(name).to_be_focused()
    come.click()
    expect(page.locator("[role=alert]")).to_have_text("Kirjoita nimesi.")
    name.fill("Veikko 🐟")
    come.click()
    expect(page.locator("[role=alert]")).to_have_text("That code is not on the screen now.")
    expect(name).to_have_value("Veikko 🐟")
    assert guests.joined == []
    code.fill(CODE)
    name.press("Enter")
    expect(page).to_have_url(re.compile(f"/seat.*#s={secret(2)}$"))
    expect(page.locator(".head h1")).to_have_text("Veikko")
    assert guests.joined == ["Veikko 🐟"]

    # the address alone, as from the browser's list of pages, is enough: the phone remembers whose it is
    page.goto(party.address + "seat")
    expect(page.locator(".head h1")).to_have_text("Veikko")
    page.reload()
    expect(page.locator(".head h1")).to_have_text("Veikko")
    page.goto(party.address + "join")
    page.locator("a.back").click()
    expect(page.locator(".head h1")).to_have_text("Veikko")


def test_a_seat_that_is_nobodys_any_more_leads_back_to_the_door(party, guests, visit):
    page = visit(f"seat?lang=fi#s={secret(3)}")
    guests.seats.discard(3)
    party.drop_all()
    expect(page.locator("#stop h1")).to_have_text("Nobody has that secret.")  # as the host says it
    page.locator("#stop a").click()
    expect(page.locator("h1")).to_have_text("Tule mukaan" if "fi" in page.url else "Join the table")
    page.locator("a.back").click()  # the phone forgets nothing: its seat may be there again
    expect(page.locator("#stop a")).to_be_visible()
    guests.seats.add(3)
    party.call(lambda: party.hub.publish_seat(secret(3), seat_view(3, kuoppa_view())))
    party.call(party.hub.greet_again)
    expect(page.locator("#stop h1")).to_have_count(0)
    expect(page.locator(".head h1")).to_be_visible()


def test_a_seat_page_without_a_secret_says_where_to_come_in(visit, party):
    party.publish(kuoppa_view())
    page = visit("seat", connected=False)
    expect(page.locator("#stop a")).to_have_attribute("href", "/join")
    expect(page.locator(".cardbutton")).to_have_count(0)


@pytest.mark.parametrize("size", [(740, 360), (844, 390), (667, 375)], ids=str)
@pytest.mark.parametrize("language", ["fi", "en"])
def test_a_phone_on_its_side_shows_all_of_the_door(visit, party, size, language):
    page = visit(f"join?lang={language}#c=KUHA", *size)
    expect(page.locator("[name=name]")).to_be_focused()
    page.locator("button.go").click()  # and what is wrong is told there too
    expect(page.locator(".problem")).not_to_be_empty()
    for part in ("h1", "[name=code]", "[name=name]", ".problem", "button.go"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
