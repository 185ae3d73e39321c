"""What the pages say where measurement ends: likely, too close to call, anticipated, agreed ties, handicaps."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from playwright.sync_api import expect

from drawn import box, boxes, expect_words
from lapsy.table.judge import Pacing
from lapsy.table.policy import Policy
from lapsy.table.policy_words import policy_texts
from lapsy.table.setup import Seat, Setup

SETUP = Setup("lapsy", {}, (Seat("Aino", "bot", "sim", 0, "weak", 2_500),), Pacing("auto"), b"")

EMPTY = {"cards": 0, "penalty": 0, "top": []}


def close(sample, **changes):
    """Veikko and Helmi 0.12 ms ± 0.35 ms apart, Aino later, Onni's false slap before."""
    marks = [
        sample.mark(2, 301_447, "first", 350),
        sample.mark(3, 301_567, "first", 350) | {"gap_us": 120, "gap_bound_us": 350, "way": "map"},
        sample.mark(0, 361_000, "slower", 350) | {"gap_us": 59_553, "gap_bound_us": 350, "way": "map"},
        sample.mark(1, 60_000, "false", 350) | {"gap_us": -241_447, "gap_bound_us": 350, "way": "map"},
    ]
    nothing = {"second": None, "margin_us": None, "bound_us": None, "proof": None, "way": None}
    return sample.verdict(kind="tie", seats=[2, 3], marks=marks, **nothing) | changes


def likely(sample, **changes):
    told = close(sample, kind="first", seats=[2], second=3, margin_us=120, bound_us=350, certified=False)
    told |= {"proof": "likely", "way": "map", "policy": sample.policy(unproven="likely")}
    told["marks"][1]["kind"] = "slower"
    return told | changes


WORDS = {
    "fi": ("Veikko todennäköisesti ensin", ["Lähin arvo ratkaisee", "Ei varmennettu"]),
    "en": ("Veikko likely first", ["Nearest value decides", "Not certified"]),
}


@pytest.mark.parametrize("lang", ["fi", "en"])
def test_the_likely_first_is_called_so(served, look, sample, lang):
    view = sample.table_view(4, pile=sample.pair_on_top(), verdict=likely(sample), language=lang)
    served.publish(view)
    page = look(clock=True)
    title, tags = WORDS[lang]
    expect(page.locator("#take h1")).to_have_text(title)
    expect_words(page.locator("#take .tag"), tags)
    page.locator("#take .bar").first.wait_for()
    expect(page.locator("#spoken")).to_contain_text(title)


def test_all_that_must_be_said_has_room(served, look, sample):
    """Still open, likely, not certified and too soon, all at once, on a wall."""
    verdict = likely(sample, state="leading")
    verdict["marks"][0]["anticipated"] = True
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=verdict))
    page = look(clock=True)
    tags = page.locator("#take .pm .tag")
    expect_words(tags, ["Voi vielä muuttua", "Lähin arvo ratkaisee", "Ei varmennettu", "Ennakoitu: Veikko"])
    (won,), told = boxes(page.locator("#take .won"), tags)
    assert all(tag.right < won.x or tag.bottom < won.y for tag in told)
    assert all(tag.height < 60 for tag in told)  # on one row each
    assert len({round(tag.y) for tag in told}) == 1


@pytest.mark.parametrize(
    ("lang", "title", "how", "notice"),
    [
        ("fi", "Liian tasainen", "Läpsykää uudestaan", "Liian tasainen ratkaistavaksi. Läpsykää uudestaan."),
        ("en", "Too close to call", "Slap again", "Too close to call. Slap again."),
    ],
)
def test_too_close_to_call_is_slapped_again(served, look, sample, lang, title, how, notice):
    again = close(sample, kind="again", policy=sample.policy(unproven="replay"))
    view = sample.table_view(4, pile=sample.pair_on_top(), verdict=again, notice=notice, language=lang)
    served.publish(view)
    page = look(clock=True)
    take = page.locator("#take")
    expect(take.locator("h1").first).to_have_text(title)
    expect(take.locator(".words").first).to_contain_text(how)
    expect(take.locator(".share")).to_have_count(0)  # nobody gets a card
    expect(take.locator(".numbers")).not_to_contain_text("18")
    expect(page.locator("#banner")).to_have_text("")  # the takeover says it
    page.clock.run_for(3_000)
    expect(page.locator("#banner")).to_have_text(notice)  # and then the notice, until it is slapped


def test_an_open_tie_that_would_be_played_again_promises_no_share(served, look, sample):
    tie = close(sample, state="leading", policy=sample.policy(unproven="replay"))
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=tie))
    page = look(clock=True)
    expect(page.locator("#take h1").first).to_have_text("Liian tasainen")
    expect(page.locator("#take .share")).to_have_count(0)
    expect(page.locator("#take")).not_to_contain_text("uudestaan")


@pytest.mark.parametrize(
    ("gap_us", "bound_us", "why"),
    [
        (120, 350, "Ero on pienempi kuin epävarmuus."),
        (400, 2, "Sovittu: näin lähellä on tasan."),
        (0, 2, "Sama hetki."),
    ],
)
def test_why_a_tie_is_one(served, look, sample, gap_us, bound_us, why):
    tie = close(sample)
    tie["marks"][1] |= {"gap_us": gap_us, "gap_bound_us": bound_us}
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=tie))
    expect(look(clock=True).locator("#take .numbers")).to_contain_text(why)


def test_an_anticipated_slap_that_won_is_marked(served, look, sample):
    verdict = sample.verdict(
        marks=[sample.mark(0, 63_406, "first") | {"anticipated": True}, sample.mark(2, 66_620)]
    )
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=verdict, language="en"))
    page = look(clock=True)
    expect_words(page.locator("#take .tag"), ["Anticipated: Aino"])
    expect(page.locator("#take .finish")).to_contain_text("Aino · anticipated")


@pytest.mark.parametrize(("lang", "text"), [("fi", "Tasoitus 2,5 ms"), ("en", "Handicap 2.5 ms")])
def test_a_handicap_is_seen_at_its_seat_in_lobby_and_play(served, look, sample, lang, text):
    seats = [sample.seat(0), sample.seat(1, handicap_us=2_500)]
    served.publish(sample.table_view(seats=seats, language=lang))
    page = look()
    expect_words(page.locator('[data-seat="1"] .line'), [text])
    served.publish(sample.table_view(seats=seats, language=lang, phase="lobby", turn=None, pile=EMPTY))
    expect(page.locator('.guest[data-seat="1"]')).to_contain_text(text)
    expect(page.get_by_text(text)).to_have_count(1)


def order(*places):
    told = []
    for n, (seats, margin_us, proof) in enumerate(places, 1):
        bound_us = None if margin_us is None else 350
        way = None if margin_us is None else "map"
        told.append(
            {
                "place": n,
                "seats": seats,
                "margin_us": margin_us,
                "bound_us": bound_us,
                "proof": proof,
                "way": way,
            }
        )
    return told


def race(sample, **changes):
    return {
        "n": 3, "state": "final", "why": None, "marks": [], "certified": False, "policy": sample.policy(),
    } | changes  # fmt: skip


def test_a_race_with_a_likely_first(served, look, sample):
    places = order(([2], None, None), ([0], 120, "likely"), ([1], 12_390, "gap"))
    view = sample.race_view(3, race=race(sample, order=places), language="en")
    view["seats"][1]["handicap_us"] = 50_000
    served.publish(view)
    page = look()
    expect_words(page.locator(".lane b"), ["Veikko likely first", "Aino", "Onni"])
    expect_words(page.locator(".lane small.source"), ["Handicap 50 ms"])
    expect_words(page.locator(".foot .tag"), ["Nearest value decides", "Not certified"])


def test_a_race_that_is_run_again(served, look, sample):
    places = order(([0, 2], None, None), ([1], 12_390, "gap"))
    served.publish(
        sample.race_view(3, race=race(sample, state="void", why="again", order=places, certified=True))
    )
    page = look()
    expect(page.locator(".lane b").first).to_have_text("Liian tasainen: Aino · Veikko")
    expect(page.locator(".lane .again")).to_have_text("Painakaa uudestaan")
    title, how = box(page.locator(".lane.first b"), page.locator(".lane.first .again"))
    assert how.y >= title.bottom - 2  # under it


def test_what_was_agreed_stands_over_the_pads_of_a_race(served, look, sample):
    view = sample.race_view(3, agreed=["Ratkeamaton läpsytään uudestaan.", "Tasoitus: Onni 50 ms."])
    view["seats"][1]["handicap_us"] = 50_000
    served.publish(view)
    page = look()
    expect_words(page.locator(".agreed li"), view["agreed"])
    expect_words(page.locator(".pad small"), ["Tasoitus 50 ms"])


def test_long_agreements_are_cut_between_sentences(served, look, sample):
    agreed = ["Tässä on sovittu jotakin, minkä kertominen vie tilaa rivin verran tai enemmänkin."] * 4
    served.publish(sample.table_view(phase="lobby", turn=None, pile=EMPTY, agreed=agreed))
    page = look()
    lines = page.locator(".agreed li")
    expect(lines.last).to_have_text(re.compile("^… ja "))
    last, button = box(lines.last, page.locator(".start"))
    assert last.bottom <= button.y


def test_a_mark_has_what_stands_behind_it(served, look, sample):
    """The whole of it goes to the page, whether the page draws it or not."""
    verdict = sample.verdict()
    verdict["marks"][0] |= {
        "clock": {"half_us": 350, "exchanges": 640, "age_us": 40_000, "round_trip_us": 210, "broken": False},
        "link": {
            "since_us": 5, "answered": 640, "lost": 1, "duplicates": 0, "damaged": 0, "resends": 0, "least_us": 210,
            "median_us": 930,
        },
    }  # fmt: skip
    served.publish(sample.table_view(4, pile=sample.pair_on_top(), verdict=verdict))
    expect(look(clock=True).locator("#take h1")).to_have_text("Aino ensin")


SIZES = [(1920, 1080), (1366, 768), (390, 844)]


@pytest.mark.parametrize(
    ("lang", "text"), [("fi", "Tasoitus: Veikko 2,5 ms"), ("en", "Handicap: Veikko 2.5 ms")]
)
def test_a_margin_with_a_handicap_in_it_says_so(served, look, sample, lang, text):
    """Who sees the verdict was perhaps not there in the lobby."""
    seats = [
        sample.seat(0),
        sample.seat(1, handicap_us=9_000),
        sample.seat(2, handicap_us=2_500),
        sample.seat(3),
    ]
    page = look(clock=True)
    for n, told in enumerate((
        sample.verdict(),
        likely(sample),
        close(sample),
        close(sample, kind="again", policy=sample.policy(unproven="replay")),
    ), 1):  # fmt: skip
        top = sample.pair_on_top()
        view = {"n": n, "seats": seats, "pile": top, "verdict": told | {"n": n}, "language": lang}
        before = page.locator("#spoken").inner_text()
        served.publish(sample.table_view(4, **view))
        expect(page.locator("#spoken")).not_to_have_text(before)
        expect(page.locator("#take")).to_contain_text(text)
        expect(page.locator("#take")).not_to_contain_text("Onni")  # whose hand is in no gap that is told


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_names_under_the_glass_stand_apart(served, look, sample, width, height):
    page = look(clock=True, width=width, height=height)
    lens = page.locator("#take .strip").nth(1)
    gaps = [(120, 350), (600, 450), (3_214, 2), (400, 390), (1, 2), (9_000, 15_400)]
    for n, ((margin_us, bound_us), second) in enumerate(product(gaps, (2, 7)), 1):
        marks = [sample.mark(0, 287_406, "first"), sample.mark(second, 287_406 + margin_us)]
        told = sample.verdict(n=n, second=second, margin_us=margin_us, bound_us=bound_us, marks=marks)
        served.publish(sample.table_view(8, n=n, notice=f"{n}", pile=sample.pair_on_top(), verdict=told))
        expect(page.locator("#banner")).to_have_text(f"{n}")
        names = ("Aino", {2: "Veikko", 7: "Wilhelmiina"}[second])
        one, two, whole = box(*(lens.get_by_text(name, exact=True) for name in names), lens)
        assert one.right <= two.x or two.bottom <= one.y + 2, (margin_us, second, one, two)
        for name in (one, two):
            assert name.x >= whole.x - 1
            assert name.right <= whole.right + 1


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_that_can_be_agreed_about_measuring_is_read_in_the_lobby(
    served, look, sample, width, height
):
    policy = Policy("likely", 1_000, "false", 100_000, 10_000_000)
    page = look(width=width, height=height)
    lines = page.locator(".agreed li")
    for lang in ("fi", "en"):
        agreed = list(policy_texts(replace(SETUP, policy=policy, language=lang)))
        assert len(agreed) == 5
        served.publish(sample.table_view(phase="lobby", turn=None, pile=EMPTY, agreed=agreed, language=lang))
        expect(lines).to_have_text(agreed)
        last, button = box(lines.last, page.locator(".start"))
        assert last.bottom <= button.y
        clipped = "node => node.scrollHeight > node.clientHeight + 1"
        assert not page.locator(".agreed").evaluate(clipped)
