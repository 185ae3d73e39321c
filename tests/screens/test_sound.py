"""What a page lets hear: by what happened, in every game, never more than can be seen; and what a viewer likes is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from guest_views import kuoppa_view, limppu_view, seat_view, speed_view
from guests import secret

HEARD = "async ([a, b]) => (await import('/static/sound.js')).heard(a, b).map(({ kind, seat }) => [kind, seat ?? null])"
#: A page that counts its tones, and begins as a browser does that wants a gesture first.
COUNT = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); };
}"""


def event(n: int, kind: str, *seats: int, **changes):
    return {
        "n": n,
        "kind": kind,
        "seats": list(seats),
        "cards": [],
        "to": None,
        "text": "",
        "bad": False,
    } | changes


@pytest.mark.parametrize(
    ("view", "happened", "kinds"),
    [
        (speed_view, event(1, "played", 1), [["card", 1]]),
        (speed_view, event(1, "called", 0), [["call", 0]]),
        (speed_view, event(1, "spit", 0, 1), [["turned", 0]]),
        (speed_view, event(1, "slapped", 1, to="L"), [["slap", 1]]),
        (speed_view, event(1, "taken", 1, to="L"), [["win", 1]]),
        (speed_view, event(1, "refused", 1, bad=True), [["false", 1]]),
        (kuoppa_view, event(1, "passed", 3), [["soft", 3]]),
        (kuoppa_view, event(1, "trick", 3), [["trick", 3]]),
        (kuoppa_view, event(1, "out", 4), [["out", 4]]),
        (kuoppa_view, event(1, "revealed", 0, 1), [["turned", 0]]),
        (limppu_view, event(1, "beaten", 2), [["card", 2]]),
        (limppu_view, event(1, "defended", 2), [["pickup", 2]]),
        (limppu_view, event(1, "announced", 0), [["stop", 0]]),
        (limppu_view, event(1, "challenged", 0, 2), [["call", 0]]),
        (limppu_view, event(1, "caught", 2, bad=True), [["false", 2]]),
        (limppu_view, event(1, "nobody_knows_this", 2), []),
    ],
)
def test_each_game_lets_hear_what_happened(visit, view, happened, kinds):
    page = visit("join")
    before, after = view(), view(events=[happened])
    assert page.evaluate(HEARD, [before, after]) == kinds
    assert page.evaluate(HEARD, [after, after]) == [], "what is known is heard once"
    assert page.evaluate(HEARD, [None, after]) == [], "a reload is quiet"


def test_a_crowd_of_events_is_no_noise(visit):
    page = visit("join")
    many = speed_view(events=[event(n, "played", n % 2) for n in range(9)])
    assert len(page.evaluate(HEARD, [speed_view(), many])) == 4


def test_a_pause_is_heard(visit):
    page = visit("join")
    assert page.evaluate(HEARD, [speed_view(), speed_view(paused="Kahvi")]) == [["paused", None]]


def test_every_sound_can_be_played_and_a_click_is_asked_for_first(served, look, sample):
    served.publish(sample.table_view(2))
    page = look()
    page.evaluate(COUNT)
    ask = page.locator("#marks .ask")
    expect(ask).to_have_text("Napsauta kerran, niin ääni kuuluu")
    ask.click()
    expect(ask).to_have_count(0)
    played = page.evaluate(
        """async () => {
          const { Sound } = await import('/static/sound.js');
          const sound = new Sound();
          sound.wake();
          while (sound.asleep) await new Promise((go) => setTimeout(go, 10));
          const silent = [];
          const kinds = Object.getOwnPropertyNames(Sound.prototype).filter((name) => /^_(?!tone|noise)/.test(name));
          for (const name of kinds) {
            const before = window.tones;
            sound.play([{ kind: name.slice(1), seat: 3, left: 0 }]);
            if (window.tones === before) silent.push(name);
          }
          return [kinds.length, silent];
        }"""
    )
    assert played[0] >= 15
    assert played[1] == ["_dealt"], "riffling is noise alone"


def test_a_new_card_is_heard_unless_sound_is_off(served, look, sample):
    lies = {"cards": 2, "penalty": 0, "top": [sample.laid("8C", 0), sample.laid("4C", 1)]}
    for query, heard in (("", True), ("?sound=off", False)):
        served.publish(sample.table_view(2))
        page = look(query=query)
        page.evaluate(COUNT)
        page.mouse.click(5, 5)
        expect(page.locator("#marks .ask")).to_have_count(0)
        served.publish(sample.table_view(2, n=served.hub.newest + 1, pile=lies))
        expect(page.locator("[aria-label='risti 4']")).to_be_visible()
        assert (page.evaluate("window.tones") > 0) is heard


def test_looks_are_set_on_the_hosts_panel_and_kept(served, look, sample):
    served.publish(sample.table_view(2, pile=sample.pair_on_top()))
    page = look()
    page.keyboard.press("?")
    panel = page.get_by_role("group", name="Miltä tämä sivu näyttää ja kuulostaa")
    panel.get_by_role("button", name="Värit: päivä").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html[data-theme=ilta]")).to_have_count(1)
    expect(panel.get_by_role("button", name="Värit: ilta")).to_be_focused()
    panel.get_by_role("button", name="Maiden kirjaimet: pois").click()
    panel.get_by_role("button", name="Korttien kulmat: tavalliset").click()
    panel.get_by_role("button", name="Maat: kaksi väriä").click()
    letter = page.locator("[aria-label='ruutu 8'] .corner.large .letter")
    expect(letter).to_be_visible()
    page.reload()
    expect(letter).to_be_visible()
    expect(
        page.locator("html[data-theme=ilta][data-deck='4'][data-letters=on][data-index=large]")
    ).to_have_count(1)


def test_looks_are_set_on_a_seats_page_and_kept(party, visit):
    party.call(lambda: party.hub.publish_seat(secret(1), seat_view(1, kuoppa_view(), hand=["9H", "TH"])))
    page = visit(f"seat#s={secret(1)}")
    page.locator("[data-focus=menu]").click()
    page.get_by_role("button", name="Värit: päivä").click()
    expect(page.locator("html[data-theme=ilta]")).to_have_count(1)
    page.reload()
    expect(page.locator("html[data-theme=ilta]")).to_have_count(1)
