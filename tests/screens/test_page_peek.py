"""The laptop that is passed round: a hand is on the host's page while its key is held, and not a moment longer."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

import drawn_games
from drawn import boxes, expect_attributes
from guest_views import ELEVEN, choice, kuoppa_view, limppu_view, seat_view
from lapsy.screens.control import Act, Press
from lapsy.screens.house import here_key

HAND = {
    "hand": ELEVEN, "playable": ["9H", "KS"], "picks": True, "acting": True, "legal": [choice("pass", "Passaa")],
}  # fmt: skip


def at_one_laptop(view, *seats):
    """The hands of these seats are seen on the host's page."""
    for seat in seats:
        one = view["seats"][seat]
        one["source"], one["private"] = "keyboard", "here"
        one["keys"] = {"slap": ("Space", "KeyA", "KeyL")[seat], "peek": f"Digit{seat + 1}"}
    return view


@pytest.fixture
def laptop(party, guests, visit, token):
    """The host's page with that public view, and hands to look at."""

    def open_page(view, hands, width=1280, height=720):
        guests.on_host = set(hands)
        party.publish(view)
        for seat, own in hands.items():
            party.call(lambda s=seat, o=own: party.hub.publish_seat(here_key(s), seat_view(s, view, **o)))
        return visit(f"#k={token}", width, height)

    return open_page


def test_a_hand_shows_while_its_key_is_held_and_is_played_from_there(party, guests, laptop):
    view = at_one_laptop(kuoppa_view(), 1, 2)
    guests.counts = {frozenset(["KS"]): [{"reading": "1-K", "text": "Yksi kortti: K", "beats": True}]}
    page = laptop(view, {1: HAND, 2: HAND | {"hand": ["AS"]}})
    expect(page.locator(".pass")).to_contain_text("Kone pelaajalle: Onni")
    expect(page.locator(".pass")).to_contain_text("Pidä pohjassa 2")
    expect(page.locator(".hand .cardbutton")).to_have_count(0)
    page.keyboard.down("Digit2")
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ELEVEN)
    page.keyboard.press(
        "Space"
    )  # the first player's pad otherwise; here it takes up the card that has the focus
    expect_attributes(page.locator(".picked"), "data-card", ["3C"])
    page.keyboard.press("Space")
    page.locator(".hand [data-card=KS]").click(position={"x": 12, "y": 20})
    page.locator(".acts .main", has_text="Pelaa 1").click()
    assert guests.heard(Act) == [Act(kind="play", cards=("KS",), reading="1-K", seat=1)]
    page.keyboard.up("Digit2")
    expect(page.locator("#peek")).to_have_count(0)
    assert not [one for one in guests.said_by if isinstance(one[2], Press)]
    assert "KS" not in page.evaluate("document.documentElement.outerHTML")
    # what is published now is no longer this page's
    party.call(lambda: party.hub.publish_seat(here_key(1), seat_view(1, view, hand=["2C"])))
    party.publish(view | {"n": 2, "acting": [2], "turn": 2})
    expect(page.locator(".pass")).to_contain_text("Kone pelaajalle: Veikko")
    expect(page.locator("#peek")).to_have_count(0)


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_tab_goes_round_in_the_hand_that_is_held(laptop, key):
    page = laptop(at_one_laptop(kuoppa_view(), 1), {1: HAND})
    focused = """() => {
      const root = document.activeElement?.shadowRoot;
      return root ? [...root.querySelectorAll('button:not(:disabled)')].indexOf(root.activeElement) : null;
    }"""
    expect(page.locator(".pass")).to_contain_text("2")
    page.keyboard.down("Digit2")
    expect(page.locator(".hand button:focus")).to_have_count(1)
    expect(page.locator("#peek .acts .other").last).to_be_enabled()  # what has just come waits a moment
    buttons = page.locator("#peek button:not(:disabled)").count()
    first, seen = page.evaluate(focused), []
    for _ in range(buttons):
        page.keyboard.press(key)
        seen.append(page.evaluate(focused))
    assert seen[-1] == first
    assert sorted(seen) == list(range(buttons))
    assert buttons > len(ELEVEN)  # those below the cards too
    assert page.evaluate("document.hasFocus()")
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ELEVEN)


def test_what_lets_go_of_a_hand(party, laptop):
    view = at_one_laptop(limppu_view(), 0)
    page = laptop(view, {0: {"hand": ["7D", "9S"]}})

    def held():
        expect(page.locator(".pass")).to_contain_text("1")  # told what to hold: the key is heard from here on
        page.keyboard.down("Digit1")
        expect(page.locator(".hand .cardbutton")).to_have_count(2)

    held()
    page.evaluate("window.dispatchEvent(new Event('blur'))")  # the release would go to another window
    expect(page.locator("#peek")).to_have_count(0)
    page.keyboard.up("Digit1")
    held()
    party.drop_all()
    expect(page.locator("#peek")).to_have_count(0)
    page.keyboard.up("Digit1")
    expect(page.locator("body[data-connected=true]")).to_be_visible()
    held()
    page.keyboard.press("KeyL")  # nobody's key here changes nothing
    expect(page.locator(".hand .cardbutton")).to_have_count(2)
    page.keyboard.up("Digit1")
    expect(page.locator("#peek")).to_have_count(0)
    # without a keyboard the button is held
    page.locator(".pass button").hover()
    page.mouse.down()
    expect(page.locator(".hand .cardbutton")).to_have_count(2)
    page.mouse.up()
    expect(page.locator("#peek")).to_have_count(0)


def test_a_hand_that_has_a_phone_is_not_on_the_laptop(laptop):
    view = at_one_laptop(kuoppa_view(acting=[0, 1]), 0)
    page = laptop(view, {0: HAND | {"hand": ["AS"]}})
    expect(page.locator(".pass b")).to_have_text("Kone pelaajalle: Aino")  # Onni looks at a phone
    page.keyboard.down("Digit2")
    page.keyboard.down("Digit1")
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ["AS"])
    page.keyboard.up("Digit2")
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ["AS"])


@pytest.mark.parametrize("count", [4, 6])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_whom_to_give_the_laptop_to_covers_nobody(laptop, size, count):
    page = laptop(at_one_laptop(drawn_games.limppu_view(count), 0, 1, 2), {}, *size)
    expect(page.locator(".pass")).to_have_count(1)
    [bar], left, right, heaps = boxes(
        page.locator("#pass"),
        *(
            page.locator(f".limppu-table .{place}")
            for place in ("left .player", "right .player", "heaps > div")
        ),
    )
    assert len(left) + len(right) == count
    assert all(one.bottom <= bar.y for one in (*left, *right, *heaps))
    for column in (left, right):
        column = sorted(column, key=lambda one: one.y)
        assert all(upper.bottom <= lower.y for upper, lower in itertools.pairwise(column))
