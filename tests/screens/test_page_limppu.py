"""Limppu on the wall: who plays to whom, what is beaten, who holds the limppu, a challenge that stops the clock, the end."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import expect

from drawn import box, boxes, expect_attributes
from drawn_games import contest, event, limppu_seat, limppu_view

END = {"text": "Patakuningas katkaisi pelin.", "losers": [2], "caught": [], "points": [0, 0, 10, 0]}


def test_the_group_between_two_and_what_beats_it(served, look):
    served.publish(limppu_view())
    page = look()
    way = page.locator(".way")
    expect(way).to_have_attribute("data-from", "3")
    expect(way).to_have_attribute("data-to", "2")
    expect_attributes(page.locator(".attack"), "data-card", ["8C", "8D", "8S"])
    expect_attributes(page.locator(".beater"), "data-card", ["JC"])
    expect(page.locator(".stock .figures")).to_have_attribute("aria-label", "17")
    expect(page.locator(".gone .figures")).to_have_attribute("aria-label", "12")
    expect(page.locator("[data-seat='2'] .tag")).to_have_text("Kaataa")
    expect(page.locator("[data-seat='2'] .limppu")).to_have_attribute("aria-label", "Limppu on täällä")
    expect(page.locator(".limppu")).to_have_count(1)
    expect(page.locator(".direction")).to_have_attribute("aria-label", "Kierto on vastapäivään")
    # a card that is beaten keeps its index free
    (attack,), (beater,) = boxes(
        page.locator("[data-card='8C'] > .came, [data-card='8C'] > div:first-child"), page.locator(".beater")
    )
    assert beater.y - attack.y > attack.height * 0.4


def test_who_has_to_draw_and_who_may_not_challenge_again(served, look):
    seats = [limppu_seat(0, challenge=False), limppu_seat(1), limppu_seat(2), limppu_seat(3)]
    served.publish(limppu_view(seats=seats, group=None, stage="draw", turn=1, forced_draw=True))
    page = look()
    expect(page.locator(".quiet")).to_have_text("Onni nostaa, kun paria ei ole")
    expect(page.locator("[data-seat='1'] .tag")).to_have_text("Nostaa")
    expect(page.locator("[data-seat='0']")).to_contain_text("Haaste käytetty")
    expect(page.locator("[data-seat='1']")).to_contain_text("10 pistettä")


def test_a_challenge_stops_the_clock_and_leaves_the_cards_in_sight(served, look):
    served.publish(limppu_view(aiming=0, left_us=4_000_000))
    page = look()
    expect(page.locator(".aiming h2")).to_have_text("Aino haastaa")
    expect(page.locator("[data-seat='0'] .tag")).to_have_text("Kenet?")
    expect(page.locator(".aiming .countdown")).to_have_attribute("aria-label", "4 sekuntia jäljellä")
    aiming, beater = box(page.locator(".aiming"), page.locator(".beater"))
    assert aiming.y > beater.bottom


def test_the_end_of_a_game_who_lost_what_it_cost_and_the_race_to_it(served, look):
    over = {"stage": "over", "turn": None, "group": None}
    served.publish(limppu_view(ending=END, **over))
    page = look()
    expect(page.locator(".ending h1")).to_have_text("Limppu: Veikko")
    expect(page.locator(".ending [data-seat='2']")).to_contain_text("+10")
    expect(page.locator(".ending [data-seat='2'] .figures")).to_have_attribute("aria-label", "25")
    caught = END | {
        "losers": [],
        "caught": [0],
        "text": "Patakuninkaan panttaaja jäi kiinni.",
        "points": [50, 0, 0, 0],
    }
    served.publish(limppu_view(n=2, ending=caught, verdict=contest(seats=[1], second=3), **over))
    expect(page.locator(".ending h1")).to_have_text("Kiinni: Aino")
    expect(page.locator(".ending .margin")).to_have_text("Onni ensin 4,031 ms ± 0,002 ms")
    expect(page.locator(".finish svg.strip")).to_have_count(2)
    points, finish = box(page.locator(".points li").last, page.locator(".finish"))
    assert points.bottom <= finish.y


def test_lots_lie_at_their_seats(served, look):
    lots = [[0, "4C"], [1, "9D"]]
    served.publish(limppu_view(2, group=None, stage="lead", turn=1, lots=lots, out=0))
    page = look()
    expect_attributes(page.locator(".lot"), "data-card", ["4C", "9D"])
    group = {"attacker": 1, "defender": 0, "cards": [{"card": "8C", "by": None}, {"card": "8D", "by": None}]}
    served.publish(limppu_view(2, n=2, group=group, turn=0, lots=lots, out=0))
    expect(page.locator(".attack")).to_have_count(2)
    expect(page.locator(".lot")).to_have_count(0)


def test_six_play_and_a_refusal_stays_at_its_seat(served, look):
    wrong = event(1, "refused", "Kortin kaataa vain saman maan suurempi.", (2,), bad=True)
    served.publish(limppu_view(6, events=[wrong]))
    page = look(width=1280, height=720)
    expect(page.locator("[data-seat='2'] .bad")).to_contain_text("saman maan")
    seats = boxes(page.locator(".player"))[0]
    assert all(one.bottom <= 720 for one in seats)
    left = [one for one in seats if one.x < 400]
    assert len(left) == 3
    assert all(upper.bottom <= lower.y for upper, lower in pairwise(left))
