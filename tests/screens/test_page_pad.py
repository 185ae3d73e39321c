"""A phone that is a pad: each touch is stamped where it happened, numbered, and offered until it is taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from drawn import boxes
from eyes_shut import serious, too_small
from guest_views import choice, kuoppa_view, seat_view, speed_view
from guests import secret
from lapsy.screens.control import PadBack, PadPong, PadPress
from lapsy.timing.claim import SOURCE_BOUND_US

#: A finger that comes down or goes up, and what the page's clock said when its event was made.
FINGER = """(node, [type, pointerId]) => {
  const event = new PointerEvent(type, { pointerId, bubbles: true, cancelable: true });
  const late = performance.now() + 30;
  while (performance.now() < late); // the page was busy before it could look at the finger
  node.dispatchEvent(event);
  return event.timeStamp;
}"""
SEVEN = ("left", "right", "stock1", "stock2", "stock3", "stock4", "stock5")


@pytest.fixture
def pad(party, visit, sample):
    """The page of seat 3 as a pad: ``pad("slap", ...)``."""

    def open_page(*roles, view=None, seat=3, size=(360, 640), **own):
        view = view or sample.table_view(4)
        party.call(lambda: party.hub.publish_seat(secret(seat), seat_view(seat, view, *roles, **own)))
        page = visit(f"seat#s={secret(seat)}", *size, has_touch=True)
        page.locator(".pads button").first.wait_for()
        return page

    return open_page


def finger(page, selector, kind, pointer=1):
    return page.locator(selector).evaluate(FINGER, [kind, pointer])


def touch(page, selector=".slap", pointer=1):
    stamp = finger(page, selector, "pointerdown", pointer)
    finger(page, selector, "pointerup", pointer)
    return stamp


def tell(party, **message):
    party.call(lambda: party.hub.tell(secret(3), message))


def offered(guests, n):
    return [press for press in guests.heard(PadPress) if press.n == n]


def wait_for_offer(guests, n, copies=1):
    with guests.news:
        found = guests.news.wait_for(
            lambda: sum(isinstance(m, PadPress) and m.n == n for _, _, m in guests.said_by) >= copies, 30
        )
        assert found, guests.said_by


def test_a_touch_is_stamped_numbered_and_offered_until_it_is_taken(party, guests, pad):
    page = pad("slap")
    expect(page.locator(".slap b")).to_have_text("Läpsäise")
    expect(page.locator(".bound")).to_have_text(
        f"Puhelinlätkä ± {SOURCE_BOUND_US['phone'] // 1000} ms, ei varmennettu"
    )
    back = guests.heard(PadBack)[0]
    stamp = touch(page)
    wait_for_offer(guests, 1, copies=3)
    assert set(guests.heard(PadPress)) == {PadPress(n=1, role="slap", t_us=round(stamp * 1000))}
    assert back.t_us < stamp * 1000

    tell(party, type="ask", id=7)
    pong = guests.heard(PadPong)[0]
    assert (pong.id, pong.newest) == (7, 1)
    assert stamp * 1000 < pong.t2_us <= pong.t3_us

    tell(party, type="taken", life=back.life + 1, next_n=2)  # another life's: it concerns nothing here
    tell(party, type="ask", id=8)
    guests.heard(PadPong, 2)
    wait_for_offer(guests, 1, copies=len(offered(guests, 1)) + 1)
    tell(party, type="taken", life=back.life, next_n=2)
    tell(party, type="ask", id=9)
    guests.heard(PadPong, 3)  # so it has heard that too
    again = touch(page)
    wait_for_offer(guests, 2, copies=3)
    later = guests.heard(PadPress)[-3:]
    assert later == [PadPress(n=2, role="slap", t_us=round(again * 1000))] * 3


def test_a_line_that_broke_changes_neither_count_nor_clock(party, guests, pad):
    page = pad("slap")
    first = guests.heard(PadBack)[0]
    touch(page)
    party.drop_all()
    second = guests.heard(PadBack, 2)[1]
    assert second.life == first.life
    assert second.t_us > first.t_us
    before = len(offered(guests, 1))
    wait_for_offer(guests, 1, copies=before + 1)
    touch(page)
    wait_for_offer(guests, 2)
    page.reload()
    third = guests.heard(PadBack, 3)[2]
    assert third.life != first.life  # a page that begins anew counts anew


def test_a_new_table_is_greeted_too(party, guests, pad, sample):
    page = pad("slap")
    guests.heard(PadBack)
    over = sample.table_view(4, n=2, phase="lobby")
    party.call(lambda: party.hub.publish_seat(secret(3), seat_view(3, over, "slap")))
    guests.heard(PadBack, 2)
    expect(page.locator(".slap")).to_be_visible()


def test_a_hand_is_many_fingers_and_one_press(guests, pad):
    page = pad("slap", "flip")
    finger(page, ".slap", "pointerdown", 1)
    finger(page, ".slap", "pointerdown", 2)
    expect(page.locator(".slap.down")).to_be_visible()
    finger(page, ".slap", "pointerup", 1)
    finger(page, ".slap", "pointerdown", 3)
    finger(page, ".slap", "pointerup", 2)
    finger(page, ".slap", "pointercancel", 3)
    expect(page.locator(".slap.down")).to_have_count(0)
    touch(page, "[data-role=flip]")
    touch(page)
    wait_for_offer(guests, 3)
    presses = {press.n: press.role for press in guests.heard(PadPress)}
    assert presses == {1: "slap", 2: "flip", 3: "slap"}


def test_speed_on_a_phone_is_seven_buttons(guests, pad):
    page = pad(*SEVEN, view=speed_view(), seat=0, size=(360, 740))
    expect(page.locator(".pilebutton").first).to_have_attribute("aria-label", "Vasen pino, pata kuningatar")
    expect(page.locator(".stock.up")).to_have_attribute("aria-label", "Varasto 3, ruutu kuningas")
    for node in (*page.locator(".stock").all(), *page.locator(".pilebutton").all()):
        node.evaluate(FINGER, ["pointerdown", 1])
        node.evaluate(FINGER, ["pointerup", 1])
    wait_for_offer(guests, 7)
    roles = {press.n: press.role for press in guests.heard(PadPress)}
    assert [roles[n] for n in range(1, 8)] == [*SEVEN[2:], *SEVEN[:2]]


def test_a_pad_fills_the_screen_and_stands_under_a_hand(pad, sample):
    page = pad("slap")
    ((slap,), (others,)) = boxes(page.locator(".slap"), page.locator(".others"))
    assert slap.height > 300
    assert slap.y >= others.bottom
    assert slap.bottom <= 641
    assert serious(page) == []
    view = sample.table_view(4, turn=3)
    legal = [choice("choose", "Pelaan 6♠", choose=1)]
    page = pad("slap", view=view, hand=["6S"], legal=legal, acting=True)
    ((slap,), (main,)) = boxes(page.locator(".slap"), page.locator(".acts .main"))
    assert main.bottom <= slap.y
    assert too_small(page) == []
    assert serious(page) == []


def test_the_first_touch_starts_the_film_that_keeps_the_screen_on(pad):
    page = pad("slap")
    expect(page.locator("video")).to_have_count(0)
    page.locator(".slap").tap()
    playing = """() => {
      const film = document.querySelector('video.awake');
      return film && !film.paused && film.currentTime > 0;
    }"""
    page.wait_for_function(playing)
    film = page.locator("video.awake")
    assert film.evaluate("(film) => [film.muted, film.loop, film.playsInline, film.videoWidth > 0]") == [
        False, False, True, True,
    ]  # fmt: skip
    film.evaluate("(film) => film.pause()")
    page.locator(".slap").tap()
    page.wait_for_function(playing)


@pytest.mark.parametrize("shakes", [True, False])
def test_a_turn_is_felt_or_seen(party, visit, shakes):
    def publish(n, acting):
        view = kuoppa_view(n=n, acting=[1] if acting else [2])
        party.call(lambda: party.hub.publish_seat(secret(1), seat_view(1, view, acting=acting, hand=["3C"])))

    publish(1, acting=False)
    page = visit(f"seat#s={secret(1)}")
    page.evaluate(f"navigator.vibrate = (ms) => {{ window.shaken = ms; return {str(shakes).lower()}; }}")
    expect(page.locator(".head h1")).to_have_text("Vuorossa Veikko")
    publish(2, acting=True)
    expect(page.locator(".head h1")).to_have_text("Sinun vuorosi")
    page.wait_for_function("window.shaken === 40")
    expect(page.locator(".nudged")).to_have_count(0 if shakes else 1)
