"""What a display shows of the time: painted reports, the corner for a photodiode, the page of a calibration."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from drawn import boxes, expect_attributes
from patience import LIMIT_MS

BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"


def test_a_page_that_controls_tells_of_every_view_that_it_painted(served, look, sample):
    look(token=True)
    for n in range(5, 9):
        served.publish(sample.table_view(n=n))
        assert 0 <= served.wait_for_paint(n).after_us < 20_000_000
    assert [p.n for p in served.painted] == [5, 6, 7, 8]


def passing_until(page, true):
    """Where messages of a page pass through this thread it waits in here and nowhere else."""
    end = time.monotonic() + LIMIT_MS / 1000
    while not true():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


@pytest.mark.parametrize("view", ["table", "display"])
def test_a_view_that_was_drawn_before_the_welcome_is_told_of_after_it(served, browser, token, sample, view):
    """A calibration begins with that report: without it a quick page would wait for ever."""
    held, context = [], browser.new_context()
    page = context.new_page()

    def between(ws):
        host = ws.connect_to_server()
        host.on_message(lambda m: held.append((ws, m)) if '"welcome"' in m else ws.send(m))

    page.route_web_socket("**/ws", between)
    served.publish(sample.table_view(n=5) if view == "table" else sample.display_view(n=5))
    page.goto(f"{served.address}#k={token}")
    page.locator("[data-card]" if view == "table" else ".calibrate").first.wait_for()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    passing_until(page, lambda: held)  # the welcome waits
    assert served.painted == []
    for ws, message in held:
        ws.send(message)
    passing_until(page, lambda: served.painted)
    assert served.wait_for_paint(5).after_us < 20_000_000
    context.close()


def test_a_view_that_was_overtaken_before_a_frame_is_not_told_of(served, look, sample):
    """Three views arrive in one task, before any frame can be drawn: only the last one was ever on the screen."""
    page = look(token=True)
    page.evaluate(
        "() => { window.frames_ = []; window.requestAnimationFrame = (f) => window.frames_.push(f); }"
    )
    for n in (5, 6, 7):
        served.publish(sample.table_view(n=n, turn=n - 5))
        page.wait_for_function("n => window.frames_.length >= n", arg=n - 4, polling=20)
    page.evaluate("() => window.frames_.splice(0).forEach((f) => f(performance.now()))")
    served.wait_for_paint(7)
    assert [p.n for p in served.painted] == [7]


def test_a_page_that_only_watches_tells_nothing(served, look, sample):
    watching, playing = look(token=False), look(token=True)
    served.publish(sample.table_view(n=5))
    served.wait_for_paint(5)
    expect(watching.locator("[data-card]")).to_have_count(3)
    watching.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert len(served.painted) == 1
    expect(playing.locator("[data-card]")).to_have_count(3)


def test_there_is_no_corner_unless_a_photodiode_looks(served, look, sample):
    page = look()
    served.publish(sample.table_view())
    expect(page.locator("[data-card]")).to_have_count(3)
    expect(page.locator("#patch")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768), (390, 844)])
def test_the_corner_turns_and_hides_nobody(served, look, sample, width, height):
    page = look(width=width, height=height)
    patch = page.locator("#patch")
    for n, (name, colour) in enumerate((("white", WHITE), ("black", BLACK), ("white", WHITE))):
        served.publish(sample.table_view(8, n=n, patch=name))
        served.wait_for_paint(n)
        expect(patch).to_have_css("background-color", colour)
    (corner,), seats = boxes(patch, page.locator(".seat"))
    assert corner.width >= 60
    assert corner.right == width
    assert corner.y == 0
    if width > 700:
        assert all(seat.right <= corner.x or seat.y >= corner.bottom for seat in seats)


@pytest.mark.parametrize("scene", ["take", "lobby"])
def test_a_win_does_not_cover_the_corner(served, look, sample, scene):
    """Whatever fills the screen: the light that the photodiode sees is the corner's."""
    page = look()
    served.publish(sample.table_view(n=1, patch="black"))
    served.wait_for_paint(1)
    changes = {
        "take": {"verdict": sample.verdict(), "pile": sample.pair_on_top()},
        "lobby": {"phase": "lobby"},
    }
    served.publish(sample.table_view(n=2, patch="white", **changes.get(scene, {})))
    served.wait_for_paint(2)
    on_top = """() => { const box = document.getElementById('patch').getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).id; }"""
    assert page.evaluate(on_top) == "patch"


@pytest.mark.parametrize(
    ("language", "how", "state", "words"),
    [
        ("fi", "photodiode", "ready", "Aseta valodiodi oikean yläkulman ruudun päälle."),
        ("en", "photodiode", "running", "the board stamps the light"),
        ("fi", "tapping", "running", "Naputa ruudun tahdissa"),
        ("en", "tapping", "failed", "The terminal says why."),
    ],
)
def test_the_calibration_says_what_to_do(served, look, sample, language, how, state, words):
    page = look()
    served.publish(sample.display_view(language=language, how=how, state=state))
    expect(page.locator(".calibrate")).to_contain_text(words)
    expect(page.locator(".calibrate .progress")).to_have_count(1 if state == "running" else 0)
    expect(page.locator("#patch")).to_have_css("background-color", BLACK)


def test_the_result_of_a_calibration_is_on_the_page(served, look, sample):
    page = look()
    served.publish(
        sample.display_view(state="done", done=60, result={"lo_us": 18_240, "hi_us": 41_060}, language="en")
    )
    expect_attributes(page.locator(".calibrate .lag [role=img]"), "aria-label", ["18.2", "41.1"])
