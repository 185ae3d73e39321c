"""Speed on the wall: the stocks, the two piles, what is to be done and for how long, and a contested pile in small."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from drawn import box, expect_attributes
from drawn_games import POLICY, contest, event, mark, speed_seat, speed_view

OUT = [{"open": None, "hidden": 0}] * 5
KEYS = {"slap": "Space", "left": "KeyQ", "right": "KeyW", **{f"stock{i}": f"Digit{i}" for i in range(1, 6)}}


def test_stocks_hand_spit_and_piles(served, look):
    served.publish(speed_view(seats=[speed_seat(0, hand=3), speed_seat(1, called=True)]))
    page = look()
    one, two = page.locator("[data-seat='0'].band"), page.locator("[data-seat='1'].band")
    expect_attributes(one.locator(".open"), "data-card", ["KD", "3S", "9C", "JH", "6D"])
    expect_attributes(one.locator(".below .figures"), "aria-label", ["+1", "+2", "+3", "+4"])
    expect(one.locator(".spit .figures")).to_have_attribute("aria-label", "11")
    expect(two.locator(".tag")).to_have_text("Spit")
    expect_attributes(page.locator(".common .top"), "data-card", ["8H", "QC"])
    expect_attributes(page.locator(".common .count .figures"), "aria-label", ["12", "9"])
    # the card in hand lies out of its row, towards the piles
    held, beside = box(one.locator(".inhand .open"), one.locator("[data-place='2'] .open"))
    assert held.y > beside.y + 20


def test_an_empty_place_stays_a_place_and_a_refusal_is_said_at_its_own_seat(served, look):
    refused = event(4, "refused", "Kortti ei sovi.", (0,), bad=True)
    served.publish(
        speed_view(seats=[speed_seat(0), speed_seat(1, stocks=OUT)], first_out=[1], events=[refused])
    )
    page = look()
    expect(page.locator("[data-seat='1'] .stock.empty")).to_have_count(5)
    expect(page.locator("[data-seat='0'] .bad")).to_have_text("Kortti ei sovi.")
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Varasto loppui")
    expect(page.locator(".now p")).to_have_count(0)  # not said to everybody a second time


def test_the_moment_to_slap_says_so_rings_both_piles_and_runs_out(served, look):
    served.publish(speed_view(stage="slap", left_us=8_000_000, first_out=[1]))
    page = look(clock=True)
    expect(page.locator(".now strong")).to_have_text("Läpsäiskää pino")
    expect(page.locator(".ringed")).to_have_count(2)
    bar = page.locator(".countdown")
    expect(bar).to_have_attribute("aria-label", "8 sekuntia jäljellä")
    assert bar.locator("i").evaluate("(bar) => getComputedStyle(bar).animationDuration") == "8s"
    served.publish(speed_view(n=2))
    expect(page.locator(".countdown")).to_have_count(0)
    expect(page.locator(".ringed")).to_have_count(0)


def test_a_contested_pile_is_told_beside_the_cards_and_covers_none(served, look):
    served.publish(speed_view(verdict=contest()))
    page = look()
    told = page.locator(".side.verdict")
    expect(told).to_contain_text("Onni ensin")
    expect(told).to_contain_text("4,031 ms ± 0,002 ms")
    strip, pile, top, bottom = box(
        told.locator("svg.strip"),
        page.locator(".common.R"),
        page.locator(".band.top"),
        page.locator(".band.bottom"),
    )
    assert strip.x > pile.right
    assert top.bottom <= strip.y + 1
    assert strip.bottom <= bottom.y + 1
    expect(page.locator("#take > *")).to_have_count(0)


def test_after_the_slap_the_whole_photo_finish_lies_over_the_middle_and_goes_with_the_next_deal(served, look):
    seen = {"lo_us": 0, "hi_us": 30_000, "how": "calibrated", "painted": [12_000, 14_000]}
    verdict = contest(
        policy=POLICY | {"anticipation": "flag"},
        shown=seen,
        way="map",
        marks=[
            mark(
                1,
                412_400,
                clock={"half_us": 450, "exchanges": 9, "age_us": 0, "round_trip_us": 900, "broken": False},
            ),
            mark(0, 416_431, "slower", source="keyboard", bound_us=15_000),
        ],
    )
    seats = [speed_seat(0, taken="R", pool=20), speed_seat(1, taken="L", pool=18)]
    served.publish(speed_view(stage="redeal", verdict=verdict, seats=seats))
    page = look()
    whole = page.locator(".finish svg.strip").first
    expect(whole.locator(".sight")).to_have_count(1)
    expect(whole.locator(".painted")).to_have_count(1)
    expect(whole.locator(".too-soon")).to_have_count(1)
    expect(whole).to_contain_text("100 ms: tätä ennen ennakko")
    expect(whole).to_contain_text("näppäimistö")
    expect(whole.locator(".evidence")).to_have_text("Kellot ± 0,45 ms · Näyttö ± 15 ms")
    # to scale: the card may have become visible in 30 of the 100 ms before the line of anticipation
    share = whole.evaluate("""(strip) => {
      const [seen, line] = ['.sight', '.too-soon'].map((one) => strip.querySelector(one).getBBox());
      return seen.width / (line.x - seen.x);
    }""")
    assert 0.29 < share < 0.31
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Vasen pino")
    served.publish(speed_view(n=2, stage="play", verdict=verdict))
    expect(page.locator(".finish")).to_have_count(0)


def test_without_a_card_nothing_is_said_of_one(served, look):
    served.publish(speed_view(stage="redeal", verdict=contest()))
    page = look()
    expect(page.locator(".finish svg.strip")).to_have_count(2)
    expect(page.locator(".finish")).not_to_contain_text("kortti esiin")


def test_keys_stand_where_they_are_for_and_press_their_roles(served, look):
    from lapsy.screens.control import Press

    seats = [speed_seat(0, keys=KEYS, source="keyboard"), speed_seat(1)]
    served.publish(speed_view(seats=seats))
    page = look()
    expect(page.locator("[data-seat='0'] [data-place='4'] kbd")).to_have_text("4")
    expect(page.locator("[data-seat='0'] .spit kbd").first).to_have_text("Q")
    page.keyboard.press("Digit4")
    page.keyboard.press("KeyQ")
    said = served.wait_for(lambda said: len(said) >= 4)
    assert said == [
        Press(seat=0, role="stock4", down=True),
        Press(seat=0, role="stock4", down=False),
        Press(seat=0, role="left", down=True),
        Press(seat=0, role="left", down=False),
    ]


def test_a_played_card_moves_once_and_only_when_it_is_new(served, look):
    played = event(9, "played", "", (1,), ("8H",))
    served.publish(speed_view(events=[played]))
    page = look()
    expect(page.locator(".common.L .top")).not_to_have_class(
        re.compile("from")
    )  # it lay there when the page came
    served.publish(speed_view(n=2, events=[played, event(10, "played", "", (0,), ("QC",))]))
    expect(page.locator(".common.R .top")).to_have_class(re.compile("from-top"))
    expect(page.locator(".common.L .top")).not_to_have_class(re.compile("from"))
