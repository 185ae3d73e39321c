"""What a page shows lies on the page, at every size: nothing that is to be read or pressed is cut off at its side."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn_games import contest, kuoppa_view, limppu_view, result, speed_view

#: What is to be read or pressed, and sticks out at a side; pictures may bleed off on purpose.
OUT = """() => [...document.querySelectorAll('h1, h2, p, b, td, th, button, .one, .tag, .common')]
  .filter((one) => one.getClientRects().length && !one.closest('[aria-hidden=true]'))
  .map((one) => [one.className || one.tagName, one.textContent.slice(0, 30), one.getBoundingClientRect()])
  .filter(([, , box]) => box.right > innerWidth + 1 || box.left < -1)
  .map(([what, text]) => `${what}: ${text}`)"""

#: Nothing lies over the middle of a thing.
ON_TOP = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""

ROWS = [
    {"text": text, "values": ["12", "9", "0", "31", "7", "4"]}
    for text in (
        "Pisteitä",
        "Voitettuja kierroksia",
        "Kertoja kuopassa",
        "Kierroksia viety",
        "Kortteja pelattu",
    )
]
LONG = {
    "seat": 3,
    "cards": ["4D", "5D", "6D", "7D", "8D", "9D", "TD"],
    "text": "Suora, pituus 7, ylin 10",
    "wild": 0,
}
SCENES = {
    "kuoppa's longest": lambda: kuoppa_view(current=LONG),
    "kuoppa's end": lambda: kuoppa_view(phase="over", over=result(rows=ROWS)),
    "limppu": limppu_view,
    "limppu's end": lambda: limppu_view(phase="over", over=result(winners=[0, 1, 3], rows=ROWS)),
    "speed": speed_view,
    "speed's slap": lambda: speed_view(stage="slap", verdict=contest(), left_us=8_000_000),
}


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (1280, 720)], ids=str)
def test_nothing_is_cut_off_at_the_side(served, look, size):
    page = look(width=size[0], height=size[1])
    for n, (name, build) in enumerate(SCENES.items(), 1):
        served.publish({**build(), "n": n})
        expect(page.locator("#scene > *")).to_have_count(1)
        page.wait_for_function("(n) => document.documentElement.dataset.view === String(n)", arg=n)
        assert page.evaluate(OUT) == [], name


def test_while_a_pile_is_to_be_slapped_the_piles_are_seen(served, look):
    seen = {"lo_us": 0, "hi_us": 30_000, "how": "published", "painted": None}
    served.publish(speed_view(stage="slap", verdict=contest(shown=seen), left_us=8_000_000))
    page = look(clock=True)  # the verdict stays new for as long as the test looks
    expect(page.locator(".is-slap")).to_have_count(1)
    expect(page.locator(".finish")).to_have_count(0)
    for pile in page.locator(".common .top").all():
        expect(pile).to_be_in_viewport()
        assert pile.evaluate(ON_TOP)


#: Pairs of words and keys of different players that lie over each other.
OVER = """() => {
  const boxes = [...document.querySelectorAll('.guest :is(b, kbd, .what, .tag, .line)')]
    .filter((one) => one.getClientRects().length)
    .map((one) => [one.textContent, one.closest('.guest'), one.getBoundingClientRect()]);
  return boxes.flatMap(([a, of, m]) => boxes
    .filter(([, other, n]) => of !== other && m.left < n.right && n.left < m.right && m.top < n.bottom && n.top < m.bottom)
    .map(([b]) => `${a} / ${b}`));
}"""


@pytest.mark.parametrize("size", [(360, 740), (1280, 720), (1920, 1080)], ids=str)
@pytest.mark.parametrize("language", ["fi", "en"])
def test_before_the_deal_each_players_keys_are_read(served, look, size, language):
    view = speed_view(phase="lobby", language=language)
    for seat, pile, stock in ((0, "QT", "ASDFG"), (1, "YP", "HJKL;")):
        roles = ["left", "right", *(f"stock{n}" for n in range(1, 6))]
        codes = ["Semicolon" if key == ";" else f"Key{key}" for key in pile + stock]
        view["seats"][seat] |= {
            "source": "keyboard",
            "ready": False,
            "keys": dict(zip(roles, codes, strict=True)),
        }
    served.publish(view)
    page = look(width=size[0], height=size[1])
    expect(page.locator(".guest kbd")).to_have_count(14)
    assert page.evaluate(OVER) == []
    # the key right of L, as it stands on the keyboards of the language's country
    expect(page.locator(".guest kbd").last).to_have_text({"fi": "Ö", "en": ";"}[language])


def test_a_newcomer_is_told_how_spit_is_called(served, look):
    served.publish(speed_view(stage="ready", language="fi"))
    expect(look().locator(".side.now")).to_contain_text("Kosketa pinoa: spit.")
