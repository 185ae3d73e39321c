"""Keys on the page: pads for players, rulings for the host, nothing without the secret."""

from __future__ import annotations

from playwright.sync_api import expect

from lapsy.screens.control import Choose, Press, Referee, Start

ONE = {"slap": "Space", "flip": "Enter", "choose": ["Digit1", "Digit2", "Digit3"]}
TWO = {"slap": "KeyA", "flip": "KeyS", "choose": []}


def two_at_one_keyboard(sample, **changes):
    seats = [
        sample.seat(0, source="keyboard", keys=ONE),
        sample.seat(1, source="keyboard", keys=TWO),
        sample.seat(2),
    ]
    return sample.table_view(seats=seats, **changes)


def playing(served, look, view):
    served.publish(view)
    page = look()
    page.locator(".table").wait_for()
    expect(page.locator(".watching")).to_have_count(0)
    return page


def test_presses_and_releases_of_two_players(served, look, sample):
    page = playing(served, look, two_at_one_keyboard(sample))
    page.keyboard.down("Space")
    page.keyboard.down("KeyA")
    page.keyboard.down("Space")  # the key repeats itself
    page.keyboard.up("Space")
    page.keyboard.up("KeyA")
    page.keyboard.press("Enter")
    page.keyboard.press("Digit2")
    page.keyboard.press("KeyQ")  # nobody's
    said = served.wait_for(lambda said: len(said) >= 7)
    assert said == [
        Press(seat=0, role="slap", down=True),
        Press(seat=1, role="slap", down=True),
        Press(seat=0, role="slap", down=False),
        Press(seat=1, role="slap", down=False),
        Press(seat=0, role="flip", down=True),
        Press(seat=0, role="flip", down=False),
        Choose(seat=0, position=2),
    ]


def test_a_page_that_loses_the_keyboard_lets_go(served, look, sample):
    page = playing(served, look, two_at_one_keyboard(sample))
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert served.wait_for(lambda said: len(said) >= 2)[1] == Press(seat=0, role="slap", down=False)


def test_without_the_secret_a_page_only_watches_and_says_so(served, look, sample):
    served.publish(two_at_one_keyboard(sample))
    page = look(token=False)
    expect(page.locator(".watching")).to_have_text("Vain katselu")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+E")
    page.keyboard.press("?")
    expect(page.locator(".panel")).to_contain_text("Ohjaus vaatii isännän tulostaman osoitteen.")
    served.publish(two_at_one_keyboard(sample, notice="after"))
    expect(page.locator("#banner")).to_have_text("after")
    assert served.said == []
    assert served.hub.bad_messages == 0


def test_the_host_rules_by_keys(served, look, sample):
    waiting = [
        {"board": "e660", "name": "Lauta 1", "why": "silent"},
        {"board": "e661", "name": "Lauta 2", "why": "lost"},
    ]
    page = playing(served, look, sample.table_view(4, waiting=waiting))
    page.keyboard.press("Shift+D")
    expect(page.locator(".panel")).to_contain_text("Tahallinen turha läpsy. Kuka?")
    page.keyboard.press("Digit3")
    page.keyboard.press("Shift+X")
    page.keyboard.press("Digit1")
    page.keyboard.press("Shift+A")
    page.keyboard.press("Digit2")
    page.keyboard.press("Shift+S")
    page.keyboard.press("Shift+E")
    expect(page.locator(".panel")).to_contain_text("Päätetäänkö peli?")
    page.keyboard.press("Shift+E")
    said = served.wait_for(lambda said: len(said) >= 5)
    assert said == [
        Referee(action="deliberate", seat=2),
        Referee(action="disqualify", seat=0),
        Referee(action="absent", board="e661"),
        Start(),
        Referee(action="end"),
    ]
    expect(page.locator(".panel")).to_have_count(0)


def test_a_ruling_can_be_dropped_and_done_by_mouse(served, look, sample):
    page = playing(served, look, sample.table_view(4))
    page.keyboard.press("Shift+X")
    page.keyboard.press("Escape")
    page.keyboard.press("Digit1")
    page.keyboard.press("?")
    page.get_by_role("button", name="Sulje pelaaja pois").click()
    page.get_by_role("button", name="2 Onni").click()
    assert served.wait_for(len) == [Referee(action="disqualify", seat=1)]


def test_a_refusal_is_shown(served, look, sample):
    served.refusal = "Kortit on jo jaettu."
    page = playing(served, look, sample.table_view(4))
    page.keyboard.press("Shift+S")
    expect(page.locator("#banner")).to_have_text("Kortit on jo jaettu.")


def test_a_players_key_is_the_players_even_with_shift(served, look, sample):
    seats = [
        sample.seat(0, source="keyboard", keys={"slap": "KeyX", "flip": "ShiftLeft", "choose": []}),
        sample.seat(1),
    ]
    page = playing(served, look, sample.table_view(seats=seats))
    page.keyboard.press("Shift+X")
    said = served.wait_for(lambda said: len(said) >= 4)
    assert {(one.role, one.down) for one in said} == {
        ("slap", True),
        ("slap", False),
        ("flip", True),
        ("flip", False),
    }


def test_sound_starts_with_a_gesture_and_can_be_off(served, look, sample):
    served.publish(sample.table_view(2))
    for query, made in (("", 1), ("?sound=0", 0)):
        page = look(query=query)
        page.evaluate(
            """() => {
              const Real = AudioContext;
              window.made = 0;
              window.AudioContext = class extends Real { constructor() { super(); window.made++; } };
            }"""
        )
        page.mouse.click(5, 5)
        page.mouse.click(5, 5)
        assert page.evaluate("window.made") == made


def test_what_is_heard(served, look, sample):
    served.publish(sample.table_view(2))
    page = look()
    heard = "async ([a, b]) => (await import('/static/sound.js')).heard(a, b).map((one) => one.kind)"
    start = sample.table_view(
        4, pile={"cards": 2, "penalty": 0, "top": [sample.laid("8C", 0), sample.laid("4C", 1)]}
    )
    pair = start | {"pile": {"cards": 3, "penalty": 0, "top": [sample.laid("4C", 1), sample.laid("4D", 2)]}}
    other = start | {"pile": {"cards": 3, "penalty": 0, "top": [sample.laid("4C", 1), sample.laid("5D", 2)]}}
    assert page.evaluate(heard, [start, pair]) == page.evaluate(heard, [start, other]) == ["card"], (
        "no sound marks a pair"
    )
    assert page.evaluate(heard, [pair, pair | {"verdict": sample.verdict()}]) == ["slap", "win"]
    assert page.evaluate(heard, [pair, pair]) == []
    assert page.evaluate(heard, [None, pair | {"verdict": sample.verdict()}]) == [], "a reload is quiet"
