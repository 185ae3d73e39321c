"""The table page in a browser: every kind of state shows its words, and only its words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from drawn import box, expect_attributes, expect_words

KING = {"challenger": 0, "rank": "K", "attempts": 3, "left": 2}
KEYS = {"slap": "Space", "flip": "Enter", "choose": ["Digit1", "Digit2", "Digit3"]}
#: What the host says of a false slap.
TOLD = {"text": "Lause säännöistä.", "refused": False}
EMPTY = {"cards": 0, "penalty": 0, "top": []}


def expect_figures(page, *figures):
    """What the drawn figures say, in order."""
    expect_attributes(page.locator("#take .figures"), "aria-label", figures)


def test_the_pile_and_the_seats(served, look, sample):
    served.publish(sample.table_view(4))
    page = look()
    expect_attributes(page.locator(".laid"), "data-card", ["9D", "5S", "4H"])
    expect(page.locator(".laid svg.card").last).to_have_attribute("aria-label", "hertta 4")
    expect(page.locator(".count")).to_contain_text("Pinossa")
    expect(page.locator(".count .figures")).to_have_attribute("aria-label", "17")
    expect(page.locator("[data-seat='1']")).to_contain_text("Vuorossa")
    expect(page.locator(".active")).to_have_count(1)
    names = page.locator(".column.left b, .column.right b")
    expect_words(names, ["Onni", "Aino", "Veikko", "Helmi"])


def test_a_new_face_is_there_in_one_frame(served, look, sample):
    served.publish(sample.table_view(2, pile=EMPTY))
    page = look()
    expect(page.locator(".count")).to_have_text("Pino on tyhjä")
    served.publish(
        sample.table_view(2, pile={"cards": 1, "penalty": 0, "top": [sample.laid("QH", 1, air=True)]})
    )
    card = page.locator(".laid[data-card=QH]")
    expect(card).to_have_class(re.compile("air"))
    assert (
        page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('.laid')).length")
        == 0
    )
    still = """(laid) => [laid, ...laid.querySelectorAll('*')].map(getComputedStyle).filter((style) =>
      style.opacity !== '1' || style.transitionDuration !== '0s' || style.animationName !== 'none').length"""
    assert card.evaluate(still) == 0


def test_a_challenge_has_its_rings_and_words(served, look, sample):
    served.publish(sample.table_view(4, challenge=KING))
    page = look()
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Vastaa kuninkaaseen")
    expect(page.locator("[data-seat='0']")).to_contain_text("Haastoi: kuningas")
    expect(page.locator(".attempts")).to_contain_text("yritystä jäljellä")
    expect_attributes(page.locator(".ring.lit"), "stroke", ["var(--seat-2)"] * 2)
    expect(page.locator(".ring.spent")).to_have_count(1)
    served.publish(sample.table_view(4, challenge=KING | {"left": 1}))
    expect(page.locator(".attempts")).to_contain_text("yritys jäljellä")
    served.publish(sample.table_view(4, challenge=KING | {"left": 0}, window="collect", turn=None))
    expect(page.locator(".collects")).to_have_text("Aino kerää pinon")


def test_a_live_pair_is_never_pointed_at(served, look, sample):
    """Neither the window over a last card nor anything else may play for the guests."""
    pile = sample.pair_on_top()
    served.publish(sample.table_view(4, pile=pile, turn=None, window=None))
    page = look()
    page.locator(".laid[data-card='8D']").wait_for()
    before = page.locator("#screen").inner_html()
    served.publish(sample.table_view(4, pile=pile, turn=None, window="pair", notice="x"))
    expect(page.locator("#banner")).to_have_text("x")
    served.publish(sample.table_view(4, pile=pile, turn=None, window="pair"))
    expect(page.locator("#banner")).to_have_text("")
    clips = re.compile(r"clip\d+")
    assert clips.sub("", page.locator("#screen").inner_html()) == clips.sub("", before)


def test_first_by_its_margin(served, look, sample):
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=sample.verdict(), window="slap"))
    page = look(clock=True)
    expect(page.locator("#take h1")).to_have_text("Aino ensin")
    expect_figures(page, "3,214", "± 0,002")
    expect(page.locator("#take")).to_contain_text("+18 korttia")
    expect(page.locator("#take")).to_contain_text("Toinen: Veikko")
    expect(page.locator("#take")).to_contain_text("Mitattu on kosketin, ei käsi")
    expect(page.locator("#take")).not_to_contain_text("Ei varmennettu")
    expect(page.locator("#take .pair svg").last).to_have_attribute("aria-label", "ruutu 8")
    expect(page.locator("#take .strip").last).to_contain_text("± ohuempi kuin viiva")
    expect(page.locator("#take .bar")).to_have_count(0)
    expect(page.locator("#spoken")).to_have_text("Aino ensin, 3,214 ms ± 0,002 ms")


def test_a_wide_uncertainty_is_drawn_wide_and_not_certified(served, look, sample):
    marks = [sample.mark(0, 287_406, "first", 15_000, "keyboard"), sample.mark(2, 329_400)]
    verdict = sample.verdict(certified=False, margin_us=42_000, bound_us=15_000, marks=marks)
    served.publish(sample.table_view(4, verdict=verdict, pile=sample.pair_on_top(), language="en"))
    page = look(clock=True)
    expect(page.locator("#take .tag")).to_have_text("Not certified")
    expect_figures(page, "42", "± 15")
    expect(page.locator("#take .strip").first).to_contain_text("Aino · keyboard")
    lens = page.locator("#take .strip").last
    at_20, at_40 = (lens.locator("text", has_text=re.compile(rf"^{n}$")).first for n in ("20", "40"))
    bar, whole, start, end = box(lens.locator(".bar"), lens, at_20, at_40)
    assert bar.width / (end.middle - start.middle) == pytest.approx(1.5, abs=0.08), (
        "30 ms of uncertainty on the axis' own scale"
    )
    assert whole.width > bar.width


def test_leading_may_change_and_then_is_final(served, look, sample):
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=sample.verdict(state="leading")))
    page = look(clock=True)
    expect(page.locator("#take .tag")).to_have_text("Voi vielä muuttua")
    page.clock.run_for(60_000)
    expect(page.locator("#take h1")).to_have_text("Aino ensin")
    final = sample.verdict(seats=[2], second=0, margin_us=9)
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=final))
    expect(page.locator("#take h1")).to_have_text("Veikko ensin")
    expect(page.locator("#take .tag")).to_have_count(0)


def test_order_by_capture_and_the_undecided_second(served, look, sample):
    close = sample.verdict(margin_us=1, bound_us=1, proof="capture")
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=close))
    page = look(clock=True)
    expect(page.locator("#take .tag")).to_have_text("Järjestys samalta laudalta")
    open_second = sample.verdict(n=8, second=None, margin_us=3214)
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=open_second))
    expect(page.locator("#take .notes")).to_contain_text("Toinen sija: ei ratkaisua")


def test_the_only_slap(served, look, sample):
    alone = sample.verdict(
        second=None, margin_us=None, bound_us=None, proof=None, marks=[sample.mark(0, 300_000, "first")]
    )
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=alone))
    page = look(clock=True)
    expect(page.locator("#take .only")).to_have_text("Ainoa läpsy")
    expect_figures(page)


def test_a_tie_splits_the_pile(served, look, sample):
    marks = [sample.mark(2, 301_447, "first"), sample.mark(3, 301_448, "first")]
    tie = sample.verdict(kind="tie", seats=[2, 3], second=None, margin_us=1, bound_us=2, marks=marks)
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=tie))
    page = look(clock=True)
    expect(page.locator("#take h1").first).to_have_text("Tasan")
    expect(page.locator("#take")).to_contain_text("Pino jaetaan")
    expect(page.locator("#take")).to_contain_text("Ero on pienempi kuin epävarmuus.")
    expect_figures(page, "+9", "+9", "0,001", "± 0,002")
    expect(page.locator("#take .bar")).to_have_count(2)


def test_a_challenge_won(served, look, sample):
    won = sample.verdict(
        kind="challenge", second=None, margin_us=None, bound_us=None, proof=None, pair=None, marks=[]
    )
    served.publish(sample.table_view(4, pile=EMPTY, verdict=won))
    page = look(clock=True)
    expect(page.locator("#take h1")).to_have_text("Aino saa pinon")
    expect(page.locator("#take")).to_contain_text("Haasteeseen ei vastattu")


def test_a_takeover_ends_by_itself_or_with_the_next_card(served, look, sample):
    view = sample.table_view(4, pile=sample.pair_on_top(), verdict=sample.verdict())
    served.publish(view)
    page = look(clock=True)
    page.locator("#take .take").wait_for()
    served.publish(view | {"n": 2, "pile": EMPTY, "turn": 0})
    served.publish(view | {"n": 3, "pile": EMPTY, "turn": 0, "notice": "seen"})
    expect(page.locator("#banner")).to_have_text("seen")
    expect(page.locator("#take .take")).to_be_visible()  # the pile went to its winner: no reason to stop
    served.publish(
        view | {"n": 4, "turn": 1, "pile": {"cards": 1, "penalty": 0, "top": [sample.laid("2C", 0)]}}
    )
    expect(page.locator("#take .take")).to_have_count(0)
    served.publish(view | {"n": 5, "verdict": sample.verdict(n=9)})
    page.locator("#take .take").wait_for()
    page.clock.run_for(2_500)
    expect(page.locator("#take .take")).to_be_visible()
    page.clock.run_for(200)
    expect(page.locator("#take .take")).to_have_count(0)


FALSE_SLAPS = [
    ({"reason": "no_pair", "cards": ["KS", "4H"], "paid": 1, "to": "pile", "lost_right": False} | TOLD,
     "4 ja kuningas eivät ole pari. Kortti pinon alle."),
    ({"reason": "empty", "cards": [], "paid": 1, "to": "pile", "lost_right": False} | TOLD,
     "Lause säännöistä. Kortti pinon alle."),
    ({"reason": "single", "cards": ["4H"], "paid": 0, "to": "pile", "lost_right": True} | TOLD,
     "Lause säännöistä. Ei enää palaa peliin."),
    ({"reason": "covered", "cards": ["9S", "4H"], "paid": 0, "to": "pile", "lost_right": False} | TOLD,
     "Lause säännöistä."),
    ({"reason": "no_jack", "cards": ["9S", "4H"], "paid": 2, "to": "seats", "lost_right": False} | TOLD,
     "Lause säännöistä. Kortti kullekin 2 muulle."),
    ({"reason": "single", "cards": ["4H"], "paid": 1, "to": "self", "lost_right": False} | TOLD,
     "Lause säännöistä. Kortti toiselta pelaajalta."),
]  # fmt: skip


def test_a_false_slap_stays_at_its_own_seat(served, look, sample):
    served.publish(sample.table_view(4))
    page = look(clock=True)
    panel = page.locator(".false[data-seat='2']")
    for n, (slap, words) in enumerate(FALSE_SLAPS, 1):
        served.publish(sample.table_view(4, challenge=KING, falses=[{"n": n, "seat": 2} | slap]))
        expect(panel.locator("strong")).to_have_text("Turha läpsy")
        expect(panel.locator("p")).to_have_text(words)
        expect(page.locator(".attempts")).to_be_visible()
        told, pile = box(panel, page.locator(".pile"))
        assert told.x >= pile.right, "the panel lies over the pile"
        page.clock.run_for(4_100)
        expect(page.locator(".false")).to_have_count(0)


def test_the_lobby(served, look, sample):
    seats = [
        sample.seat(0, source="keyboard", keys=KEYS),
        sample.seat(1, ready=False),
        sample.seat(2, source="bot"),
    ]
    served.publish(
        sample.table_view(phase="lobby", seats=seats, turn=None, practice=True, simulated=True, pile=EMPTY)
    )
    page = look()
    expect(page.locator("[data-seat='0']")).to_contain_text("Näppäimistö · valmis")
    expect_words(page.locator("[data-seat='0'] kbd"), ["väli", "Enter", "1", "2", "3"])
    expect(page.locator("[data-seat='1']")).to_contain_text("Paina lätkääsi")
    expect(page.locator(".breathing")).to_have_count(1)
    expect(page.locator("[data-seat='2']")).to_contain_text("Botti")
    expect_words(page.locator(".mark"), ["Harjoitus", "Simuloidut lätkät"])
    page.locator(".start").click()
    assert [type(one).__name__ for one in served.wait_for(len)] == ["Start"]


def test_the_end(served, look, sample):
    rows = [
        {"text": "läpsyt", "values": ["10", "11", "12"]},
        {"text": "nopein", "values": ["–", "231 ms", "240 ms"]},
    ]
    end = sample.end(1, rows=rows, code="K7QF-2MXD")
    served.publish(sample.table_view(3, phase="over", turn=None, pile=EMPTY, over=end))
    page = look()
    expect(page.locator("h1")).to_have_text("Onni voitti")
    expect(page.locator(".winner")).to_contain_text("Peli pelattiin loppuun.")
    expect(page.locator(".winner")).to_contain_text("412 korttia pelattu. 12 min 34 s")
    expect(page.locator(".winner")).to_contain_text("K7QF-2MXD")
    expect_words(page.locator("thead th"), ["läpsyt", "nopein"])
    expect_words(page.locator("tr[data-seat='1'] td"), ["11", "231 ms"])
    expect(page.locator("tr[data-seat='0'] td").last).to_have_text("–")
    served.publish(
        sample.table_view(
            3, phase="over", turn=None, pile=EMPTY, over=end | {"winners": [], "text": "Sähkö meni."}
        )
    )
    expect(page.locator(".winner")).to_contain_text("Sähkö meni.")


def test_a_frozen_race_names_its_board(served, look, sample):
    waiting = [{"board": "e660", "name": "Lauta 1", "why": "silent"}]
    served.publish(sample.table_view(4, waiting=waiting, notice="Tauko."))
    page = look()
    expect(page.locator("#banner p")).to_have_text(["Lauta 1 on hiljaa. Ratkaisu odottaa sitä.", "Tauko."])


def test_the_lost_host_is_said_and_found_again(served, look, sample):
    served.publish(sample.table_view(4))
    page = look(clock=True)
    expect(page.locator(".laid")).to_have_count(3)
    served.drop_all()
    expect(page.locator("#banner")).to_have_text("Yhteys isäntään katkesi. Yritetään uudelleen.")
    expect(page.locator(".laid")).to_have_count(3)  # the last state stays
    served.publish(sample.table_view(4, pile=EMPTY))
    page.clock.run_for(300)
    expect(page.locator("#banner")).to_have_text("")
    expect(page.locator(".laid")).to_have_count(0)


def test_reload_shows_the_current_state(served, look, sample):
    served.publish(sample.table_view(4, challenge=KING))
    page = look()
    expect(page.locator(".attempts")).to_be_visible()
    served.publish(sample.table_view(4, pile={"cards": 1, "penalty": 0, "top": [sample.laid("TC", 3)]}))
    page.reload()
    expect(page.locator(".laid")).to_have_attribute("data-card", "TC")
    expect(page.locator(".attempts")).to_have_count(0)


def test_english_and_the_override(served, look, sample):
    served.publish(sample.table_view(4, challenge=KING, language="en"))
    page = look()
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Answer the king")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page = look(query="?lang=fi")
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Vastaa kuninkaaseen")


def test_names_are_text(served, look, sample):
    bad = "<img src=x onerror=alert(1)>"
    seats = [sample.seat(0, name=bad), sample.seat(1, name="A" * 64)]
    served.publish(
        sample.table_view(
            seats=seats, pile=sample.pair_on_top(), verdict=sample.verdict(second=1), notice=bad
        )
    )
    page = look(clock=True)
    expect(page.locator("#take h1")).to_have_text(f"{bad} ensin")
    page.clock.run_for(3_000)
    expect(page.locator("[data-seat='0'] b")).to_have_text(bad)
    expect(page.locator("#banner")).to_have_text(bad)
    expect(page.locator("img")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_reduced_motion_moves_nothing(served, look, sample):
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=sample.verdict()))
    page = look(clock=True, reduced_motion="reduce")
    page.locator("#take .take").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0


SMALL = """([least]) => [...document.querySelectorAll('#screen *')].flatMap((node) => {
  if (node.closest('#spoken') || ![...node.childNodes].some((kid) => kid.nodeType === 3 && kid.data.trim())) return [];
  const box = node.getBoundingClientRect();
  if (!box.width) return [];
  const size = parseFloat(getComputedStyle(node).fontSize) * (node instanceof SVGElement ? node.getScreenCTM().a : 1);
  const out = [];
  if (size < least) out.push(`small ${size}: ${node.textContent}`);
  if (box.left < -1 || box.right > innerWidth + 1) out.push(`outside: ${node.textContent}`);
  return out;
})"""


@pytest.mark.parametrize(
    ("width", "height", "least"), [(1920, 1080, 31.9), (1280, 720, 21.2), (390, 844, 14.9)]
)
def test_nothing_is_too_small_or_outside(served, look, sample, width, height, least):
    eight = [sample.seat(i, cards=3, choosing=True, source="keyboard", keys=KEYS) for i in range(8)]
    falses = [
        {
            "n": 1,
            "seat": 5,
            "reason": "no_pair",
            "cards": ["KS", "4H"],
            "paid": 1,
            "to": "pile",
            "lost_right": False,
            "text": "Päällimmäiset kortit eivät anna lupaa.",
            "refused": False,
        }
    ]
    marks = [
        sample.mark(i, 280_000 + 9_000 * i, "first" if i == 0 else "slower", 15_000, "keyboard")
        for i in range(8)
    ]
    end = sample.end(
        7, rows=[{"text": f"tilasto {i}", "values": ["12 ms"] * 8} for i in range(5)], code="K7QF-2MXD"
    )
    top = sample.pair_on_top()
    states = {
        "seats": sample.table_view(seats=eight, challenge=KING, falses=falses, practice=True, simulated=True),
        "six": sample.table_view(seats=eight[:6], challenge=KING, falses=falses),
        "first": sample.table_view(seats=eight, pile=top, verdict=sample.verdict(marks=marks, certified=False)),
        "tie": sample.table_view(seats=eight, pile=top, verdict=sample.verdict(
            n=8, kind="tie", seats=list(range(8)), second=None, marks=[m | {"kind": "first"} for m in marks])),
        "lobby": sample.table_view(seats=eight, phase="lobby", turn=None),
        "over": sample.table_view(seats=eight, phase="over", turn=None, over=end),
    }  # fmt: skip
    page = look(width=width, height=height, clock=True)
    for n, (name, view) in enumerate(states.items()):
        served.publish(view | {"n": n, "notice": name})
        expect(page.locator("#banner")).to_have_text(name)
        assert (name, page.evaluate(SMALL, [least])) == (name, [])


def luminance(colour):
    parts = [int(one) / 255 for one in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_from_its_ground(served, look, sample):
    served.publish(sample.table_view(8))
    page = look()
    page.locator(".laid").first.wait_for()
    pairs = [(f"--seat-{n}-on", f"--seat-{n}", 4.5) for n in range(1, 9)]
    pairs += [("--terva", "--pellava", 7), ("--terva-2", "--pellava", 7), ("--terva-2", "--pellava-2", 4.5)]
    pairs += [("--lampi-text-2", "--lampi-1", 4.5), ("--s-heart", "--paperi", 4.5)]
    ask = """(names) => names.map((name) => { const probe = document.createElement('p'); document.body.append(probe);
      probe.style.color = `var(${name})`; const colour = getComputedStyle(probe).color; probe.remove(); return colour; })"""
    for front, back, least in pairs:
        light, dark = sorted(
            (luminance(colour) for colour in page.evaluate(ask, [front, back])), reverse=True
        )
        assert (light + 0.05) / (dark + 0.05) >= least, (front, back)


def test_the_catalogues_say_the_same_things(served, look, sample):
    served.publish(sample.table_view(2))
    page = look()
    shape = """async () => { const { words } = await import('/static/words.js');
      const of = (value) => typeof value !== 'object' ? typeof value
        : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, of(v)]));
      return [of(words('fi')), of(words('en'))]; }"""
    finnish, english = page.evaluate(shape)
    assert finnish == english
