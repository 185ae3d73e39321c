"""The table page of Läpsy's variants: what was agreed, the own head, the last hand, a shared win."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from drawn import box, expect_words
from lapsy.games.lapsy import OPTIONS, parse_options
from lapsy.table.option_words import agreed_texts

EMPTY = {"cards": 0, "penalty": 0, "top": []}
AGREED = {"variant": "head_slap", "card_cap": "300", "window_ms": "2000"}
KEYS = {"slap": "Space", "flip": None, "head": "ArrowUp", "choose": []}


def test_the_lobby_says_what_was_agreed(served, look, sample):
    agreed = agreed_texts(OPTIONS, parse_options(AGREED).as_json(), "fi")
    seats = [sample.seat(0, source="keyboard", keys=KEYS, ready=False), sample.seat(1, source="bot")]
    served.publish(sample.table_view(phase="lobby", seats=seats, turn=None, pile=EMPTY, agreed=agreed))
    page = look()
    expect_words(page.locator(".agreed li"), agreed)
    expect_words(page.locator("[data-seat='0'] kbd"), ["↑", "väli"])
    expect(page.locator("[data-seat='0']")).to_contain_text("oma pää")
    lines, begin = box(page.locator(".agreed"), page.locator(".start"))
    assert lines.bottom <= begin.y


def test_many_agreements_are_counted(served, look, sample):
    """As many as there is room for, and how many more there are."""
    agreed = [f"Sopimus numero {n}." for n in range(30)]
    served.publish(sample.table_view(phase="lobby", turn=None, pile=EMPTY, agreed=agreed))
    lines = look().locator(".agreed li")
    expect(lines.last).to_have_text(re.compile("^… ja "))
    *told, more = lines.all_inner_texts()
    assert 3 <= len(told) < len(agreed)
    assert told == agreed[: len(told)]
    assert more == f"… ja {len(agreed) - len(told)} muuta"


def test_nothing_agreed_is_nothing_said(served, look, sample):
    served.publish(sample.table_view(phase="lobby", turn=None, pile=EMPTY))
    page = look()
    expect(page.locator(".gather")).to_be_visible()
    expect(page.locator(".agreed")).to_have_count(0)


def test_the_own_head_is_a_pad_of_its_own(served, look, sample):
    seats = [sample.seat(0, source="keyboard", keys=KEYS, head=True), sample.seat(1)]
    served.publish(sample.table_view(seats=seats))
    page = look()
    expect(page.locator(".seat[data-seat='0']")).to_contain_text("Oma pää läpsäisty")
    page.keyboard.press("ArrowUp")
    said = served.wait_for(lambda said: len(said) == 2)
    assert [(one.seat, one.role, one.down) for one in said] == [(0, "head", True), (0, "head", False)]


def test_in_reverse_the_last_takes_the_pile(served, look, sample):
    last = sample.verdict(kind="last", seats=[1, 2], second=None, margin_us=None, bound_us=None, proof=None)
    last["marks"] = [sample.mark(0, 287_406), sample.mark(3, 361_000)]
    served.publish(sample.table_view(pile=sample.pair_on_top(), verdict=last))
    page = look()
    take = page.locator("#take .take")
    expect(take).to_contain_text("Viimeisenä Onni, Veikko")
    expect(take).to_contain_text("Viimeiset jakavat pinon.")
    expect(take.locator(".margin")).to_have_count(0)


def test_several_may_share_the_win(served, look, sample):
    served.publish(sample.table_view(phase="over", turn=None, pile=EMPTY, over=sample.end(0, 2)))
    page = look()
    expect(page.locator("h1")).to_have_text("Tasan: Aino, Veikko")


def test_a_slap_that_was_meant_and_does_not_count_is_told(served, look, sample):
    told = {
        "n": 1,
        "seat": 1,
        "reason": "head_first",
        "cards": [],
        "paid": 0,
        "to": "pile",
        "lost_right": False,
    }
    told |= {"text": "Ensin oma pää, sitten vasta pino.", "refused": True}
    served.publish(sample.table_view(falses=[told], pairs_only=False))
    panel = look().locator("[data-seat='1']")
    expect(panel).to_contain_text("Ei lasketa")
    expect(panel).to_contain_text("Ensin oma pää, sitten vasta pino.")


def test_where_more_than_pairs_is_slapped_no_pair_is_not_the_reason(served, look, sample):
    told = {
        "n": 1,
        "seat": 1,
        "reason": "no_pair",
        "cards": ["KS", "4H"],
        "paid": 1,
        "to": "seats",
        "lost_right": False,
    }
    told |= {"text": "Päällimmäiset kortit eivät anna lupaa.", "refused": False}
    served.publish(sample.table_view(falses=[told], pairs_only=False))
    expect(look().locator("[data-seat='1']")).to_contain_text("Päällimmäiset kortit eivät anna lupaa.")
