"""The lobby on the wall: who is in and how, the way in for phones, what is missing; and all of it arranged from the host's
page by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn import box, boxes, expect_words
from drawn_games import lobby_seat, lobby_view
from lapsy.screens.control import Arrange, Start


def test_who_is_in_the_code_and_what_is_missing(served, look):
    served.publish(lobby_view())
    page = look(token=False)
    expect_words(page.locator(".guest[data-seat] b"), ["Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri"])
    expect(page.locator("[data-seat='4'].waits .tag")).to_have_text("Paina lätkääsi")
    expect(page.locator("[data-seat='3'] .line")).to_have_text("Puhelin")
    expect(page.locator(".guest.free")).to_have_count(2)
    expect(page.locator(".code")).to_have_text("KUHA")
    expect(page.locator(".address")).to_have_text("192.168.1.20:8000")
    expect(page.locator(".hint")).to_contain_text("vierasverkko")
    expect(page.locator(".game.on b")).to_have_text("Läpsy")
    expect(page.locator(".agreed")).to_contain_text("Läpsäise pari")
    expect(page.locator("[data-board='e660']")).to_contain_text("Kello ± 0,001 ms")
    expect(page.locator(".problem")).to_have_text("Eino tarvitsee lätkän.")
    expect(page.locator(".lobby button")).to_have_count(0)  # who watches has nothing to press


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_across_the_room_the_code_is_big_square_and_quiet(served, look, width, height):
    served.publish(lobby_view())
    page = look(width=width, height=height)
    qr, code, guests, games = box(
        page.locator(".qr"), page.locator(".code"), page.locator(".guests"), page.locator(".games")
    )
    assert qr.width == pytest.approx(qr.height, abs=1)
    assert qr.width > height / 3
    assert code.height > height / 9
    assert guests.bottom <= games.y + 1
    foot = boxes(page.locator(".foot-of-lobby button"))[0]
    assert all(one.bottom < height for one in foot)


def test_the_host_arranges_by_mouse(served, look):
    served.publish(lobby_view(resume="Kesken: Kuoppa, 3. kierros."))
    page = look()
    expect(page.locator(".start")).to_be_disabled()
    page.locator("[data-game='kuoppa']").click()
    page.get_by_role("button", name="10.0.0.7:8000").click()
    page.get_by_role("button", name="Botti", exact=True).click()
    page.get_by_role("button", name="Jatka sitä").click()
    page.locator("[data-seat='4']").click()
    sheet = page.locator(".sheet")
    sheet.get_by_role("button", name="Pelaa näppäimillä").click()
    sheet.get_by_role("button", name="Helmi").click()
    sheet.get_by_role("button", name="Poista Eino").click()
    expect(sheet).to_have_count(0)
    page.get_by_role("button", name="Säännöt").click()
    page.locator("[data-option='flip'] select").select_option("auto")
    page.locator("[data-option='limit'] button").click()
    said = served.wait_for(lambda said: len(said) >= 9)
    assert said == [
        Arrange(what="game", value="kuoppa"),
        Arrange(what="open", value="10.0.0.7:8000"),
        Arrange(what="bot", value="medium"),
        Arrange(what="resume"),
        Arrange(what="keys", seat=4),
        Arrange(what="swap", seat=4, to=3),
        Arrange(what="remove", seat=4),
        Arrange(what="option", name="flip", value="auto"),
        Arrange(what="option", name="limit", value=""),
    ]


def test_the_host_arranges_by_keyboard_alone_and_no_view_takes_what_is_typed(served, look):
    keys = {"slap": "Space", "flip": "Enter"}
    seats = [lobby_seat(0, source="keyboard", keys=keys, pad=None), lobby_seat(1)]
    served.publish(lobby_view(seats=seats, problems=[]))
    page = look()
    page.locator("[data-focus='seat 1']").focus()
    page.keyboard.press("Space")  # also somebody's slap: a button that has the focus keeps it
    name = page.locator("[data-focus='name']")
    expect(name).to_be_focused()
    name.press("ControlOrMeta+a")
    page.keyboard.type("Pent")
    served.publish(lobby_view(n=2, seats=[*seats, lobby_seat(2)], problems=[]))
    expect(page.locator(".guest[data-seat='2']")).to_have_count(1)
    expect(name).to_be_focused()
    page.keyboard.type("ti")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("[data-focus='seat 1']")).to_be_focused()
    page.locator(".start").focus()
    page.keyboard.press("Enter")
    said = served.wait_for(lambda said: len(said) >= 2)
    assert said == [Arrange(what="name", seat=1, value="Pentti"), Start()]


def test_a_closed_door_is_opened_by_a_button_and_says_why_it_cannot(served, look):
    shut = {
        "open": False, "address": None, "qr": None, "size": 0, "code": None, "others": [],
        "problem": "Tässä koneessa ei ole verkkoa.",
    }  # fmt: skip
    served.publish(lobby_view(door=shut))
    page = look()
    expect(page.locator(".trouble")).to_have_text("Tässä koneessa ei ole verkkoa.")
    page.get_by_role("button", name="Avaa puhelimille").click()
    assert served.wait_for(bool) == [Arrange(what="open")]
    expect(page.locator(".qr")).to_have_count(0)


def test_the_rest_language_children_referee(served, look):
    served.publish(lobby_view())
    page = look()
    page.get_by_role("button", name="Lisää").click()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Lasten peli").click()
    page.get_by_role("button", name="Näytä tuomarin koodi").click()
    said = served.wait_for(lambda said: len(said) >= 3)
    assert said == [
        Arrange(what="language", value="en"),
        Arrange(what="children", value="on"),
        Arrange(what="referee"),
    ]
    served.publish(lobby_view(n=2, referee="MUIKKU 27"))
    expect(page.locator(".referee")).to_have_text("Tuomari: MUIKKU 27")


def test_a_button_that_goes_away_leaves_the_keyboard_in_the_sheet(served, look):
    view = lobby_view()
    served.publish(view)
    page = look()
    page.get_by_role("button", name="Lisää").click()
    page.locator("[data-focus=close]").focus()
    page.keyboard.press("Enter")
    assert served.wait_for(bool) == [Arrange(what="close")]
    served.publish(view | {"n": 2, "door": view["door"] | {"open": False}})
    expect(page.locator("[data-focus=close]")).to_have_count(0)
    expect(page.locator(".sheet :focus")).to_have_count(1)
    page.locator(".sheet h2").click()  # nothing to press
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("[data-focus=more]")).to_be_focused()


def test_two_at_one_keyboard_are_warned(served, look):
    seats = [lobby_seat(i, source="keyboard", pad=None, keys={"slap": "Space"}) for i in range(2)]
    served.publish(lobby_view(seats=seats[:1]))
    page = look()
    expect(page.locator(".guest[data-seat]")).to_have_count(1)
    expect(page.locator(".crowd")).to_have_count(0)
    served.publish(lobby_view(n=2, seats=seats))
    expect(page.locator(".crowd")).to_contain_text("hukkaavat painalluksia")


def test_a_phone_reads_the_lobby_without_scrolling_sideways(served, look):
    served.publish(lobby_view())
    page = look(width=360, height=740)
    expect(page.locator(".start")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
