"""Every page and scene for eyes, ears and hands that are not everybody's: axe, in all languages and colours; a line round
what the keyboard is on; one polite region that says what happens; nothing moves where motion is not wanted.

A new page or scene joins by a line in ``WALL`` or ``SEATS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import drawn_games
import guest_views as guest
from eyes_shut import serious
from guests import DESK_CODE, secret
from lapsy.language import languages

THEMES = ("", "ilta", "hc")
#: One at every run, all in the long proofs.
LANGUAGES = [pytest.param(one, marks=() if one == "fi" else pytest.mark.slow) for one in languages()]
#: Where the keyboard is: the node and how it is drawn round.
FOCUSED = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const style = getComputedStyle(node);
  const line = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5;
  return { what: node.outerHTML.slice(0, 120), line };
}"""

Build = Callable[[Any], dict[str, Any]]
EMPTY = {"cards": 0, "penalty": 0, "top": []}
CHALLENGE = {"challenger": 0, "rank": "Q", "attempts": 2, "left": 1}
FALSE = {
    "n": 1, "seat": 2, "reason": "no_pair", "text": "Päällä ei ollut paria.", "refused": False, "cards": ["8C", "4D"],
    "paid": 1, "to": "pile", "lost_right": False,
}  # fmt: skip
HAPPENED = [drawn_games.event(1, "played", "Onni pelasi kortin.", seats=(1,))]

#: The wall's scenes: views by name, of the builders in ``conftest.Sample``.
WALL: dict[str, Build] = {
    "ready": lambda sample: sample.table_view(phase="lobby", turn=None, pile=EMPTY, agreed=["Sovittu näin."]),
    "pile": lambda sample: sample.table_view(
        8, pile=sample.pair_on_top(), challenge=CHALLENGE, practice=True
    ),
    "false": lambda sample: sample.table_view(pile=sample.pair_on_top(), falses=[FALSE]),
    "won": lambda sample: sample.table_view(pile=sample.pair_on_top(), verdict=sample.verdict()),
    "tied": lambda sample: sample.table_view(
        pile=sample.pair_on_top(),
        verdict=sample.verdict(
            kind="tie", seats=[0, 2], second=None, margin_us=None, bound_us=None, proof=None
        ),
    ),
    "children": lambda sample: sample.table_view(
        pile=sample.pair_on_top(), verdict=sample.verdict(), children=True
    ),
    "race": lambda sample: sample.race_view(),
    "display": lambda sample: sample.display_view(),
    "speed": lambda _: drawn_games.speed_view(verdict=drawn_games.contest(), events=HAPPENED),
    "speed over": lambda _: drawn_games.speed_view(phase="over", stage="over", over=drawn_games.result()),
    "lobby": lambda _: drawn_games.lobby_view(),
    "kuoppa": lambda _: drawn_games.kuoppa_view(events=HAPPENED),
    "limppu": lambda _: drawn_games.limppu_view(events=HAPPENED),
    "paused": lambda _: drawn_games.limppu_view(paused="Kahvi läikkyi."),
}

#: Pages of seats: the public view, what the seat has of its own, and which roles its phone stands for.
SEATS: dict[str, tuple[Callable[[], dict[str, Any]], dict[str, Any], tuple[str, ...]]] = {
    "lobby": (guest.lobby_view, {}, ()),
    "kuoppa": (
        guest.kuoppa_view,
        {
            "hand": guest.ELEVEN, "playable": guest.ELEVEN[:4], "picks": True, "acting": True,
            "legal": [guest.choice("pass", "Passaa")], "told": "Ei sinun vuorosi.", "told_n": 1,
        },
        ("slap",),
    ),
    "limppu": (
        guest.limppu_view,
        {
            "hand": ["7D", "KS", "9C"], "playable": ["9C"], "acting": True,
            "legal": [guest.choice("beat", "Kaada", "7C", "9C")],
        },
        (),
    ),
    "speed": (guest.speed_view, {}, ("left", "right", "stock1", "stock2", "stock3", "stock4", "stock5")),
}  # fmt: skip


def unkind(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds in each of the colours: everything in the first, contrast in the others."""
    found = [("day", *one) for one in serious(page)]
    for theme in THEMES[1:]:
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        response = Axe().run(page, options={"runOnly": ["color-contrast"]}).response
        found += [
            (theme, one["id"], node["html"][:200]) for one in response["violations"] for node in one["nodes"]
        ]
    page.evaluate("() => delete document.documentElement.dataset.theme")
    return found


def without_line(page: Page) -> list[str]:
    """What the Tab key comes to without a line round it."""
    bare, seen = [], set()
    for _ in range(80):
        page.keyboard.press("Tab")
        one = page.evaluate(FOCUSED)
        if one is None or one["what"] in seen:
            break
        seen.add(one["what"])
        if not one["line"]:
            bare.append(one["what"])
    return bare


@pytest.fixture
def publish(served) -> Callable[[dict[str, Any]], None]:
    """The next view, numbered."""
    return lambda view: served.publish(view | {"n": served.hub.newest + 1})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", WALL)
def test_a_scene_on_the_wall(publish, look, sample, name, lang):
    publish(WALL[name](sample))
    page = look(query=f"?lang={lang}", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert unkind(page) == []
    page.keyboard.press("?")
    expect(page.locator(".panel")).to_be_visible()
    assert unkind(page) == []
    assert without_line(page) == []
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(moving) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SEATS)
def test_a_seats_page(party, visit, name, lang):
    view, own, pad = SEATS[name]
    party.call(lambda: party.hub.publish_seat(secret(1), guest.seat_view(1, view(), *pad, **own)))
    page = visit(f"seat?lang={lang}#s={secret(1)}", reduced_motion="reduce")
    page.locator(".head h1").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert unkind(page) == []
    assert without_line(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_referees_page(party, visit, sample, lang):
    party.call(
        lambda: party.hub.publish_referee(guest.desk_view(sample.table_view(5, verdict=sample.verdict())))
    )
    page = visit(f"referee?lang={lang}#r={DESK_CODE}", 1440, 900, reduced_motion="reduce")
    page.locator(".seats li").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert unkind(page) == []
    assert without_line(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_to_join(visit, lang):
    page = visit(f"join?lang={lang}")
    page.locator("form").wait_for()
    assert unkind(page) == []
    assert without_line(page) == []


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (
            lambda sample: sample.table_view(pile=sample.pair_on_top(), turn=1),
            "Helmi: ruutu 8. Vuorossa Onni.",
        ),
        (
            lambda sample: sample.table_view(pile=sample.pair_on_top(), turn=2, challenge=CHALLENGE),
            "Helmi: ruutu 8. Veikko vastaa: 1 yritys jäljellä.",
        ),
        (
            lambda sample: sample.table_view(pile=sample.pair_on_top(), turn=None, falses=[FALSE]),
            "Turha läpsy: Veikko. 4 ja 8 eivät ole pari.",
        ),
        (
            lambda sample: sample.table_view(
                pile=sample.pair_on_top(), turn=1, falses=[FALSE], children=True
            ),
            "Turha läpsy: Veikko. Ei tällä kertaa. Katso, tuleeko pari. Vuorossa Onni.",
        ),
        (lambda sample: drawn_games.kuoppa_view(events=HAPPENED), "Onni pelasi kortin. Vuorossa Onni."),
        (lambda sample: drawn_games.limppu_view(events=HAPPENED), "Onni pelasi kortin. Vuorossa Veikko."),
        (lambda sample: drawn_games.speed_view(events=HAPPENED), "Onni pelasi kortin."),
        (
            lambda _: drawn_games.speed_view(phase="over", stage="over", over=drawn_games.result()),
            "Peli on päättynyt. Voittaja: Aino. Kaikki kortit pelattiin.",
        ),
    ],
)
def test_what_happens_is_said_to_those_who_do_not_see_it(publish, look, sample, view, said):
    publish(view(sample))
    page = look()
    expect(page.get_by_role("status").filter(has_text=said)).to_have_text(said)


def test_children_get_fewer_words(publish, look, sample):
    publish(WALL["children"](sample))
    page = look()
    expect(page.locator(".take h1")).to_have_text("Aino ensin")
    expect(page.locator(".take .margin")).to_have_count(0)
    expect(page.locator(".finish")).to_have_count(0)
    publish(sample.table_view(pile=sample.pair_on_top(), falses=[FALSE], children=True))
    expect(page.locator(".seat.false strong")).to_have_text("Hups")


@pytest.mark.parametrize("game", ["pile", "speed", "kuoppa", "limppu"])
def test_a_handicap_is_open_on_every_games_page(publish, look, sample, game):
    view = WALL[game](sample) | {"verdict": None} if game != "kuoppa" else WALL[game](sample)
    view["seats"] = [seat | {"handicap_us": 2_500 if seat["seat"] == 1 else 0} for seat in view["seats"]]
    publish(view)
    expect(look().locator("#scene")).to_contain_text("Tasoitus 2,5 ms")


def test_a_handicap_is_open_on_a_seats_page(party, visit):
    view = guest.kuoppa_view()
    view["seats"][2]["handicap_us"] = 12_000
    party.call(lambda: party.hub.publish_seat(secret(1), guest.seat_view(1, view, hand=["9H"])))
    expect(visit(f"seat#s={secret(1)}").locator(".strip .handicap")).to_have_text("+12 ms")
