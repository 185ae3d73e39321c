"""The lobby as a host really has it, with every game and many at one keyboard: nothing of it is cut off or lies over
something else, and the sheet of the rules holds its controls."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from evening import evening
from lapsy.table.lobby.offers import OFFERS

SIZES = [(1280, 720), (1920, 1080)]
NAMES = ("Aino", "Onni", "Veikko", "Helmi", "Eino", "Siiri")

#: Controls of the sheet that reach out of it, or are too narrow to be read.
OUTSIDE = """() => {
  const sheet = document.querySelector('.sheet').getBoundingClientRect();
  return [...document.querySelectorAll('.sheet :is(label, label > *, button)')]
    .map((one) => [one.dataset.focus ?? one.textContent.slice(0, 30), one.getBoundingClientRect(), one.tagName])
    .filter(([, box, tag]) => box.right > sheet.right || box.left < sheet.left || (tag === 'SELECT' && box.width < 60))
    .map(([what, box]) => `${what}: ${box.left} to ${box.right} of ${sheet.right}`);
}"""

#: Words that are cut off by what holds them or by the page, and pairs of words that lie over each other. Letters have a
#: fifth of their height above and below them.
BAD = """() => {
  const words = [];
  const walk = document.createTreeWalker(document.querySelector('.lobby'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const air = box.height / 5;
      words.push({ text: node.data, node, left: box.left, right: box.right, top: box.top + air, bottom: box.bottom - air });
    }
  }
  const cut = words.filter(({ node, left, right, top, bottom }) => {
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true;
    for (let one = node.parentElement; one.closest('.lobby'); one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one), box = one.getBoundingClientRect();
      if (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) return true;
      if (overflowY !== 'visible' && (top < box.top || bottom > box.bottom)) return true;
    }
    return false;
  });
  const over = words.flatMap((a, i) => words.slice(i + 1)
    .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map((b) => `${a.text} / ${b.text}`));
  const games = document.querySelector('.games').getBoundingClientRect();
  const struck = words.filter((a) => !a.node.parentElement.closest('.games') && a.top < games.bottom && a.bottom > games.top
    && a.right > games.left);
  return [...cut.map(({ text }) => `cut: ${text}`), ...over, ...struck.map(({ text }) => `struck through: ${text}`)];
}"""


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_sheet_of_the_rules_holds_its_controls(served, look, language, size):
    here = evening(language)
    page = None
    for game in OFFERS:
        here.arrange("game", value=game)
        served.publish(here.view)
        if page is None:
            page = look(width=size[0], height=size[1])
            page.locator("[data-focus=options]").click()
        expect(page.locator(f"[data-game={game}].on")).to_have_count(1)
        expect(page.locator(".sheet .option")).to_have_count(len(here.view["options"]))
        assert page.evaluate(OUTSIDE) == [], game
        for option in here.view["options"]:  # what is changed has a button more
            values = [one["value"] for one in option["values"]] or [str(option["most"])]
            option |= {"value": values[-1], "changed": True}
        n = here.view["n"] + 1000
        served.publish(here.view | {"n": n})
        page.wait_for_function("(n) => document.documentElement.dataset.view === String(n)", arg=n)
        assert page.evaluate(OUTSIDE) == [], game


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "fi"])
def test_with_two_and_with_six_at_one_keyboard_all_is_read(served, look, language, size):
    page = None
    n = itertools.count(1)
    for game, players in itertools.product(OFFERS, (2, 6)):
        here = evening(language)
        here.arrange("game", value=game)
        for name in NAMES[:players]:
            here.arrange("human", value=name)
        for seat in [one["seat"] for one in here.view["seats"] if one["source"] is None]:
            here.arrange("keys", seat=seat)
        for resume in (None, here.view["games"][0]["text"][:40]):
            view = here.view | {"n": next(n), "resume": resume}
            assert all(seat["source"] == "keyboard" for seat in view["seats"])
            served.publish(view)
            page = page or look(width=size[0], height=size[1])
            page.wait_for_function(
                "(n) => document.documentElement.dataset.view === String(n)", arg=view["n"]
            )
            expect(page.locator(".crowd")).to_have_count(1)
            assert page.evaluate(BAD) == [], (game, players, resume)
