"""The referee's page: who comes in, what is seen, and that each ruling is meant, aimed and given a reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn import box, expect_words
from eyes_shut import serious, too_small
from guest_views import ELEVEN, desk_view, kuoppa_view, seat_view
from guests import DESK_CODE, secret
from lapsy.screens.control import Referee


@pytest.fixture
def desk(party, visit, sample):
    """The referee's page over a view."""

    def open_page(view=None, size=(1440, 900), **changes):
        view = view or sample.table_view(5, verdict=sample.verdict())
        party.call(lambda: party.hub.publish_referee(desk_view(view, **changes)))
        page = visit(f"referee#r={DESK_CODE}", *size)
        page.locator(".seats li").first.wait_for()
        return page

    return open_page


def rule(page, button, *, target=None, reason=None, words=None):
    """Open a ruling, aim it, give its reason and confirm it."""
    page.locator(button).click()
    dialog = page.locator("dialog")
    if target:
        dialog.locator(".choice", has_text=target).click()
    if reason:
        dialog.locator(".reasons button", has_text=reason).click()
    if words:
        dialog.locator("[name=reason]").fill(words)
    dialog.locator("[type=submit]").click()


def test_the_code_opens_the_desk_once(party, visit, sample):
    party.call(lambda: party.hub.publish_referee(desk_view(sample.table_view(3))))
    page = visit("referee?lang=fi", connected=False)
    expect(page.locator(".door h1")).to_have_text("Tuomari")
    assert too_small(page) == []
    assert serious(page) == []
    code = page.locator("[name=code]")
    code.fill("wrong")
    code.press("Enter")
    expect(page.locator("#banner")).to_have_text("That is not the referee's code.")
    expect(page.locator(".seats li")).to_have_count(0)
    code.fill(DESK_CODE)
    page.locator(".door .k").click()
    expect(page.locator(".seats li")).to_have_count(3)
    page.reload()
    expect(page.locator(".seats li")).to_have_count(3)
    party.drop_all()
    expect(page.locator("body[data-connected=true]")).to_be_visible()
    expect(page.locator(".seats li")).to_have_count(3)


def test_what_the_referee_sees(party, desk, sample):
    page = desk()
    expect(page.locator(".top")).to_contain_text("Läpsy, 5 pelaajaa")
    expect(page.locator(".top .health")).to_have_text("Lauta B: hiljaa 3 s")
    expect(page.locator(".top .code")).to_have_text("Koodi K7PX-2M4Q")
    expect_words(page.locator(".seats b"), ["Aino", "Onni", "Veikko", "Helmi", "Eino"])
    expect(page.locator(".seats li").nth(1)).to_contain_text("Lätkä 2 · puhelin paikalla")
    expect(page.locator(".case b")).to_have_text("Aino ensin")
    expect(page.locator(".case .strip")).to_be_visible()
    expect(page.locator(".rulings")).to_contain_text("Keskeytetty: Lätkä irtosi.")
    left, middle, right = box(page.locator(".a"), page.locator(".mid"), page.locator(".b"))
    assert left.right <= middle.x + 1
    assert middle.right <= right.x + 1
    assert serious(page) == []
    assert too_small(page) == []
    # rulings that are not allowed now are not offered; what holds the game up stands on top
    view = sample.table_view(5, n=2, notice="Onni kutsui tuomarin.", paused="Keskeytetty. Lätkä irtosi.")
    seats = [one | {"rulings": []} for one in desk_view(view)["seats"]]
    party.call(lambda: party.hub.publish_referee(desk_view(view, can=["go_on", "end"], seats=seats)))
    expect_words(page.locator("#banner p"), ["Keskeytetty. Lätkä irtosi.", "Onni kutsui tuomarin."])
    expect_words(page.locator(".act button"), ["Päätä peli"])
    expect(page.locator(".top .k")).to_have_text("Jatka")
    expect(page.locator(".seats button")).to_have_count(0)


def test_a_ruling_is_aimed_reasoned_and_confirmed(guests, desk):
    page = desk()
    page.locator("[data-action=disqualify]").click()
    submit, missing = page.locator("dialog [type=submit]"), page.locator("dialog .missing")
    assert serious(page) == []
    submit.click()
    expect(missing).to_have_text("Valitse yksi.")
    page.locator("dialog .choice", has_text="Veikko").click()
    submit.click()
    expect(missing).to_contain_text("Sano miksi")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".act [data-action=disqualify]")).to_be_focused()
    assert guests.said_by == []

    rule(page, ".act [data-action=disqualify]", target="Veikko", reason="Vaarallinen lyönti.")
    rule(page, ".act [data-action=deliberate]", target="Onni", words="Katkaisi haasteen")
    rule(page, ".act [data-action=back]", target="Aino pelasi K♠", reason="Painettu vahingossa.")
    rule(page, ".act [data-action=absent]", target="Lauta B", reason="Johto irti.")
    rule(page, ".seats li:nth-child(2) button", target="Lauta A, lätkä 4", reason="Lätkä on rikki.")
    rule(page, ".seats li:nth-child(2) button", target="Puhelin", reason="Lätkä on rikki.")
    rule(page, ".top [data-action=pause]", reason="Lätkä irtosi.")
    rule(page, ".act [data-action=end]", words="  Keskiyö  ")
    assert guests.heard(Referee, 8) == [
        Referee(action="disqualify", seat=2, reason="Vaarallinen lyönti."),
        Referee(action="deliberate", seat=1, reason="Katkaisi haasteen"),
        Referee(action="back", moment=38, reason="Painettu vahingossa."),
        Referee(action="absent", board="e660b2", reason="Johto irti."),
        Referee(action="pad", seat=1, pad="Lauta A, lätkä 4", reason="Lätkä on rikki."),
        Referee(action="pad", seat=1, pad="phone", reason="Lätkä on rikki."),
        Referee(action="pause", reason="Lätkä irtosi."),
        Referee(action="end", reason="Keskiyö"),
    ]


def test_a_ruling_stays_as_it_was_opened_while_the_game_goes_on(party, guests, desk, sample):
    page = desk()
    page.locator(".act [data-action=back]").click()
    page.locator("dialog [name=reason]").fill("Väärä kortti")
    page.locator("dialog .choice", has_text="Onni pelasi").click()
    moments = [{"n": 44, "text": "Helmi pelasi 9♦"}]
    party.call(lambda: party.hub.publish_referee(desk_view(sample.table_view(5, n=2), moments=moments)))
    expect(page.locator(".case")).to_have_count(0)  # that view is drawn
    expect(page.locator("dialog [name=reason]")).to_have_value("Väärä kortti")
    guests.refusal = "That moment is too long ago: choose one of those on the list."
    page.locator("dialog [type=submit]").click()
    assert guests.heard(Referee) == [Referee(action="back", moment=41, reason="Väärä kortti")]
    expect(page.locator("#banner")).to_contain_text("too long ago")


def test_a_phone_has_it_all_and_no_hand_is_on_it(party, desk):
    view = kuoppa_view()
    party.call(lambda: party.hub.publish_seat(secret(1), seat_view(1, view, hand=ELEVEN)))
    page = desk(view, size=(390, 844))
    expect(page.locator(".act button").last).to_be_visible()
    assert too_small(page) == []
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator("svg.card")).to_have_count(0)
    page.locator(".act [data-action=end]").click()
    assert too_small(page, "dialog button") == []
