"""A seat's page on a phone: what it shows of a game, and that two taps say what a guest means."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn import boxes, expect_attributes
from eyes_shut import serious, too_small
from guest_views import (
    ELEVEN,
    choice,
    kuoppa_view,
    limppu_view,
    lobby_view,
    seat_view,
    speed_view,
)
from guests import secret
from lapsy.screens.control import Act, Leave, Rename

FLUSH = {"reading": "straight4-Q-H", "text": "Värisuora 9–Q", "beats": True}
MIXED = {"reading": "straight4-Q", "text": "Sekasuora 9–Q", "beats": True}
LOW = {"reading": "set2-9", "text": "9-pari", "beats": False}
FOUR = ("9H", "TH", "QH", "JOKER_W")
TO_BEAT = {
    "hand": ELEVEN, "playable": [*FOUR, "KS", "KD", "AC"], "picks": True, "acting": True,
    "legal": [choice("pass", "Passaa")],
}  # fmt: skip
SIZES = ((360, 640), (390, 844))


@pytest.fixture
def sit(party, visit):
    """Open a seat's page and publish to it: ``sit(1, kuoppa_view(), **own)`` gives the page and how to publish again."""

    def publish(seat, view, *pad, **own):
        party.call(lambda: party.hub.publish_seat(secret(seat), seat_view(seat, view, *pad, **own)))

    def open_page(seat, view, *pad, size=(390, 844), **own):
        publish(seat, view, *pad, **own)
        page = visit(f"seat#s={secret(seat)}", *size)
        page.locator(".head h1").wait_for()
        return page, lambda view, *pad, **own: publish(seat, view, *pad, **own)

    return open_page


def card(page, code, where=".hand"):
    """The card's own strip: the rest of it lies under its neighbour."""
    return page.locator(f"{where} [data-card='{code}']")


def tap(page, code, where=".hand"):
    card(page, code, where).click(position={"x": 10, "y": 14})


def test_kuoppa_a_combination_is_read_before_it_is_played(guests, sit):
    guests.counts = {frozenset(FOUR): [FLUSH, MIXED], frozenset(FOUR[:2]): [LOW]}
    page, publish = sit(1, kuoppa_view(), **TO_BEAT)
    expect(page.locator(".head h1")).to_have_text("Sinun vuorosi")
    expect(page.locator(".head p")).to_have_text("Lyö tämä: suora 8–J")
    expect_attributes(page.locator(".small .cardbutton"), "data-card", ["8C", "9D", "TS", "JD"])
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ELEVEN)
    expect_attributes(page.locator(".hand .cardbutton.no"), "data-card", ["3C", "4S", "5D", "2S"])
    main = page.locator(".acts .main")
    expect(main).to_have_text("Valitse kortit")
    for code in FOUR[:2]:
        tap(page, code)
    expect(page.locator(".reading")).to_have_text("9-pariei riitä")
    expect(main).to_be_disabled()
    for code in FOUR[2:]:
        tap(page, code)
    expect(page.locator(".reading.on")).to_have_text("Värisuora 9–Q")
    page.locator(".reading", has_text="Sekasuora").click()
    expect(page.locator(".reading.on")).to_have_text("Sekasuora 9–Q")
    expect(main).to_have_text("Pelaa 4")
    main.click()
    assert guests.heard(Act) == [Act(kind="play", cards=FOUR, reading=MIXED["reading"])]
    expect(main).to_be_disabled()  # the same thumb twice is one play
    publish(kuoppa_view(acting=[2], turn=2), hand=ELEVEN[:7], picks=True)
    expect(page.locator(".head h1")).to_have_text("Vuorossa Veikko")
    expect(page.locator(".cardbutton.picked")).to_have_count(0)
    tap(page, "9H")  # one may think ahead, but not play
    expect(main).to_have_text("Ei sinun vuorosi")
    expect(main).to_be_disabled()
    assert len(guests.heard(Act)) == 1
    assert all(read == tuple(dict.fromkeys(read)) for read in guests.read_for)


def test_kuoppa_one_tap_takes_up_as_many_of_a_rank_as_are_asked_for(guests, sit):
    pair = {"seat": 3, "cards": ["QS", "QD"], "text": "pari Q", "wild": 0}
    guests.counts = {frozenset(("KS", "KD")): [{"reading": "set2-K", "text": "pari K", "beats": True}]}
    page, _ = sit(1, kuoppa_view(current=pair), **TO_BEAT)
    tap(page, "KD")
    expect_attributes(page.locator(".picked"), "data-card", ["KS", "KD"])
    page.locator(".acts .main").click()
    (played,) = guests.heard(Act)
    assert (played.kind, set(played.cards), played.reading) == ("play", {"KS", "KD"}, "set2-K")


def test_kuoppa_a_pass_and_a_refusal(guests, sit):
    page, publish = sit(1, kuoppa_view(), **TO_BEAT)
    page.locator(".acts button", has_text="Passaa").click()
    assert guests.heard(Act) == [Act(kind="pass")]
    publish(kuoppa_view(n=2), **TO_BEAT | {"told": "Et voi nyt passata.", "told_n": 1})
    expect(page.locator(".told")).to_have_text("Et voi nyt passata.")
    expect(page.locator(".acts button", has_text="Passaa")).to_be_enabled()


def test_kuoppa_the_exchange(guests, sit):
    exchange = {
        "given": ["AS", "JOKER_S"],
        "picked": None,
        "committed": [],
        "discards": [None, None],
        "taken": None,
        "text": "Valitse toinen luovutetuista korteista.",
    }
    picking = kuoppa_view(stage="pick", current=None, acting=[1], exchange=exchange)
    page, publish = sit(
        1, picking, hand=ELEVEN, acting=True,
        legal=[choice("pick", "Otan: AS", "AS"), choice("pick", "Otan: jokeri", "JOKER_S")],
    )  # fmt: skip
    expect(page.locator(".head p")).to_have_text(exchange["text"])
    tap(page, "JOKER_S", ".small")
    page.locator(".acts .main", has_text="Otan: jokeri").click()
    assert guests.heard(Act) == [Act(kind="pick", cards=("JOKER_S",))]

    # the discard is laid by the button, or by a press of the pad once it is set aside
    exchange |= {"picked": "JOKER_S", "text": "Kaksi korttia lyödään yhtä aikaa."}
    discards = [choice("discard", f"Lyön: {code}", code) for code in ELEVEN]
    asides = [choice("aside", "", code) for code in ELEVEN]
    view = kuoppa_view(stage="discard", current=None, acting=[0, 1], exchange=exchange)
    publish(view, "slap", hand=ELEVEN, acting=True, legal=[*discards, *asides])
    tap(page, "3C")
    assert guests.heard(Act, 2)[1] == Act(kind="aside", cards=("3C",))
    expect(page.locator(".slap b")).to_have_text("Lyö kortti")
    page.locator(".acts .main", has_text="Lyön: 3C").click()
    assert guests.heard(Act, 3)[2] == Act(kind="discard", cards=("3C",))
    exchange["committed"] = [1]
    publish(
        kuoppa_view(stage="discard", current=None, acting=[0], exchange=exchange),
        hand=ELEVEN[1:],
        secret="3C",
    )
    expect(page.locator(".secret")).to_contain_text("piilossa")


def test_limppu_two_taps_beat_a_card_and_lead_a_group(guests, sit):
    beat = [
        choice("beat", "Lyön 9♠", "7S", "9S"),
        choice("beat", "Lyön K♣", "7C", "KC"),
        choice("end_defence", "Nostan loput"),
        choice("challenge", "Onni", to=1),
        choice("challenge", "Veikko", to=2),
    ]
    hand = ["7D", "9S", "KC", "2S"]
    page, publish = sit(0, limppu_view(), "slap", hand=hand, acting=True, legal=beat)
    expect_attributes(page.locator(".attack.beaten .cardbutton"), "data-card", ["7H", "TH"])
    tap(page, "KC")
    expect_attributes(page.locator(".picked"), "data-card", ["7C", "KC"])
    page.locator(".acts .main", has_text="Lyön K♣").click()
    assert guests.heard(Act) == [Act(kind="beat", cards=("7C", "KC"))]
    publish(limppu_view(n=2), "slap", hand=hand[:2], acting=True, legal=[beat[0], *beat[2:]])
    tap(page, "7S", ".small")  # the attacked card first is as good
    expect_attributes(page.locator(".picked"), "data-card", ["7S", "9S"])

    # whom it concerns is asked before anybody is caught; never by one tap
    page.locator(".acts button", has_text="Panttaus").click()
    expect(page.locator(".whom")).to_be_visible()
    page.locator(".acts button", has_text="En ketään").click()
    page.locator(".acts button", has_text="Nostan loput").click()
    assert guests.heard(Act, 2)[1] == Act(kind="end_defence")

    # the stopped clock: only the names are left
    publish(limppu_view(aiming=0, left_us=5_000_000), "slap", hand=hand, legal=beat[3:])
    expect(page.locator(".head p").first).to_have_text("Kenen panttauksen huomasit?")
    expect(page.locator(".slap")).to_have_count(0)
    page.locator(".acts .main", has_text="Veikko").click()
    assert guests.heard(Act, 3)[2] == Act(kind="challenge", to=2)

    # a group comes whole, and with the limppu, by one tap; a second tap leaves a card out
    lead = limppu_view(stage="lead", group=None, limppu=0, live=False)
    groups = [("9S", "9C"), ("9S", "9H"), ("9C", "9H"), ("9S", "9C", "9H")]
    legal = [choice("play", "Lyön", *g, *more) for g in groups for more in ((), ("2D",))]
    publish(lead, hand=["9S", "9C", "9H", "2D", "KH"], acting=True, legal=legal)
    expect(page.locator(".head")).to_contain_text("Limppu on sinulla.")
    tap(page, "9C")
    expect_attributes(page.locator(".picked"), "data-card", ["9S", "9C", "9H", "2D"])
    tap(page, "9H")
    page.locator(".acts .main").click()
    assert set(guests.heard(Act, 4)[3].cards) == {"9S", "9C", "2D"}


def test_lapsy_one_of_the_last_three(guests, sit, sample):
    legal = [choice("choose", f"Pelaan {text}", choose=n) for n, text in ((1, "6♠"), (2, "J♥"), (3, "9♣"))]
    view = sample.table_view(4, turn=3, challenge={"challenger": 0, "rank": "K", "attempts": 3, "left": 1})
    hand = ["6S", "JH", "9C"]
    page, publish = sit(3, view, "slap", hand=hand, legal=legal, acting=True)
    expect(page.locator(".head p")).to_have_text("Haaste: kuningas, 1 yritys jäljellä")
    tap(page, "JH")
    page.locator(".acts .main", has_text="Pelaan J♥").click()
    assert guests.heard(Act) == [Act(kind="choose", choose=2)]
    publish(view | {"n": 2}, "slap", hand=hand, legal=legal, acting=True, chosen=2)
    expect_attributes(page.locator(".picked"), "data-card", ["JH"])


def test_in_the_lobby_a_guest_may_be_renamed_and_leave(guests, sit):
    page, publish = sit(0, lobby_view())
    expect(page.locator(".how")).to_have_text("Lätkäsi: Lauta A, lätkä 1")
    page.locator("[name=name]").fill("Aino-Kaisa")
    publish(lobby_view(n=2, children=True))  # what is typed stays
    expect(page.locator("[name=name]")).to_have_value("Aino-Kaisa")
    page.locator(".rename button").click()
    assert guests.heard(Rename) == [Rename(name="Aino-Kaisa")]
    page.locator("button", has_text="Lähde pöydästä").click()
    assert guests.heard(Leave) == [Leave()]
    expect(page.locator("#stop h1")).to_be_visible()


def test_the_referee_is_called_from_the_menu(guests, sit):
    page, _ = sit(1, kuoppa_view(), **TO_BEAT)
    page.locator(".who").click()
    page.locator(".menu button", has_text="Kutsu tuomari").click()
    assert guests.heard(Act) == [Act(kind="object")]
    expect(page.locator(".menu button")).to_have_count(0)


def test_one_page_plays_a_seat_and_the_older_one_is_told(party, guests, sit, visit):
    old, publish = sit(1, kuoppa_view(), **TO_BEAT)
    lines = []
    old.on("websocket", lambda line: lines.append(line))
    old.clock.install()
    new = visit(f"seat#s={secret(1)}")
    expect(new.locator(".head h1")).to_have_text("Sinun vuorosi")
    expect(old.locator("#stop h1")).to_have_text("Pelaat nyt toisella sivulla.")
    expect(old.locator("body")).to_have_attribute("data-connected", "false")
    old.clock.run_for(10_000)
    assert old.evaluate("document.querySelector('#stop h1') !== null")
    assert lines == []  # it does not take the seat back by itself
    party.drop_all()
    expect(new.locator("body[data-connected=true]")).to_be_visible()
    publish(kuoppa_view(n=3), **TO_BEAT | {"hand": ["3C"]})
    expect_attributes(new.locator(".hand .cardbutton"), "data-card", ["3C"])
    expect(old.locator("#stop h1")).to_be_visible()
    old.locator("#stop button", has_text="Pelaa tässä").click()
    expect_attributes(old.locator(".hand .cardbutton"), "data-card", ["3C"])
    expect(new.locator("#stop h1")).to_be_visible()
    expect(new.locator("#seat")).to_have_attribute("inert", "")


def test_a_page_that_slept_takes_a_new_line_at_once(party, sit, guests):
    page, publish = sit(1, kuoppa_view(), **TO_BEAT)
    page.evaluate("""() => {
      const real = Date.now;
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      Date.now = () => real() + 90_000;
      window.old = true;
    }""")
    count = page.evaluate("performance.getEntriesByType('resource').length")
    with page.expect_websocket():
        page.evaluate("""() => {
          delete document.hidden;
          document.dispatchEvent(new Event('visibilitychange'));
        }""")
    publish(kuoppa_view(n=2), **TO_BEAT | {"hand": ["AC", "KS"]})
    expect_attributes(page.locator(".hand .cardbutton"), "data-card", ["AC", "KS"])
    assert page.evaluate("window.old") is True  # nothing was loaded anew
    assert page.evaluate("performance.getEntriesByType('resource').length") == count


def test_what_holds_everybody_up_is_said(party, sit):
    page, publish = sit(1, kuoppa_view(), **TO_BEAT)
    waiting = [{"board": "e660", "name": "Lauta A", "why": "silent"}]
    publish(kuoppa_view(n=2, paused="Keskeytetty. Lätkä irtosi.", waiting=waiting), **TO_BEAT)
    expect(page.locator("#banner")).to_contain_text("Keskeytetty. Lätkä irtosi.")
    expect(page.locator("#banner")).to_contain_text("Odotetaan: Lauta A.")
    ((banner,), (title,)) = boxes(page.locator("#banner"), page.locator(".head h1"))
    assert banner.bottom <= title.y
    result = {
        "winners": [1],
        "losers": [],
        "text": "13 pistettä täynnä.",
        "duration_us": 9,
        "rows": [],
        "code": "K7PX-2M4Q",
    }
    publish(kuoppa_view(n=3, phase="over", stage="over", acting=[], over=result), hand=[])
    expect(page.locator(".head h1")).to_have_text("Sinä voitit")
    expect(page.locator(".head")).to_contain_text("K7PX-2M4Q")
    expect(page.locator(".won b")).to_have_text("Onni")
    expect(page.locator(".acts button")).to_have_count(0)


SCENES = {
    "kuoppa": lambda: (1, kuoppa_view(), (), TO_BEAT),
    "limppu": lambda: (0, limppu_view(), ("slap",), {
        "hand": [f"{rank}{suit}" for rank in "3456789" for suit in "SH"], "acting": True,
        "legal": [choice("beat", "Lyön 9♠", "7S", "9S"), choice("end_defence", "Nostan loput")],
    }),
    "speed": lambda: (0, speed_view(), ("left", "right", *(f"stock{n}" for n in range(1, 6))), {}),
    "lobby": lambda: (0, lobby_view(), (), {}),
}  # fmt: skip


@pytest.mark.parametrize("game", SCENES)
def test_a_thumb_finds_everything_and_a_reader_too(sit, game):
    seat, view, pad, own = SCENES[game]()
    for size in SIZES:
        page, _ = sit(seat, view, *pad, size=size, **own)
        page.locator(".others li, .room").first.wait_for()
        assert too_small(page, "button:visible:not(.small *):not(:disabled), input:visible") == []
        width, height = size
        for one in boxes(page.locator("button:visible"))[0]:
            assert one.x >= -1
            assert one.x + one.width <= width + 1
            assert one.y + one.height <= height + 1
        assert serious(page) == []


def test_a_button_that_has_just_come_under_a_thumb_does_nothing_yet(guests, sit):
    page, publish = sit(1, kuoppa_view(acting=[2], turn=2), hand=ELEVEN)
    page.clock.install()
    page.clock.pause_at("2030-01-01")
    publish(kuoppa_view(n=2), **TO_BEAT)
    button = page.locator(".acts button", has_text="Passaa")
    expect(button).to_be_disabled()
    page.clock.run_for(240)
    expect(button).to_be_disabled()
    page.clock.run_for(20)
    expect(button).to_be_enabled()
    button.click()
    guests.heard(Act)
    expect(button).to_be_disabled()
    page.clock.run_for(2_900)
    expect(button).to_be_disabled()
    page.clock.run_for(500)  # nobody has answered: it may be asked for again
    expect(button).to_be_enabled()
