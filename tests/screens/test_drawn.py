"""How tests look at a page: never at two drawings at once, never too late for what goes away."""

from __future__ import annotations

import pytest

import drawn
from drawn import Box, Witness, box, boxes

#: Both nodes are built again and again, always side by side.
RESTLESS = """<body style="margin: 0"><script>
  const turn = (n) => {
    document.body.innerHTML = n % 3 ? `<p style="position: absolute; left: ${n % 100}px; width: 50px">one</p>
      <p class="two" style="position: absolute; left: ${n % 100 + 50}px; width: 50px">two</p>` : '';
    setTimeout(turn, n % 3 ? 200 : 20, n + 1);
  };
  turn(0);
</script>"""

#: Two words, one after the other, each for a moment.
PASSING = """<body><script>
  for (const word of ['one', 'two', '']) setTimeout(() => {
    document.body.innerHTML = word && `<p>${word}</p>`;
    document.body.dataset.word = word;
  });
</script>"""


@pytest.fixture
def page(browser):
    page = browser.new_page()
    yield page
    page.close()


def test_boxes_are_of_one_drawing(page):
    page.set_content(RESTLESS)
    places = set()
    while len(places) < 3:
        one, two = box(page.locator("p").first, page.locator(".two"))
        assert one.right == two.x
        ((_, second),) = boxes(page.locator("p"))
        assert second.width == 50
        places.add(one.x)


def test_what_never_stands_there_is_said(page, monkeypatch):
    monkeypatch.setattr(drawn, "LIMIT_MS", 200)
    place = "position: absolute; left: 3px; top: 4px; width: 5px; height: 6px; margin: 0"
    page.set_content(f"<p style='{place}'></p><i></i>")
    assert box(page.locator("p")) == (Box(3, 4, 5, 6),)
    for missing in ("b", "i"):  # not there; there without a size
        with pytest.raises(AssertionError, match="at one time"):
            box(page.locator("p"), page.locator(missing))


def test_a_witness_has_seen_what_is_gone(page, monkeypatch):
    witness = Witness(page, "p", "b")
    page.goto("data:text/html," + PASSING)
    page.locator("body[data-word='']").wait_for(state="attached")
    witness.expect("p", "^one$")
    witness.expect("p", "^two$")
    assert witness.words("p") == ["one", "two"]
    monkeypatch.setattr(drawn, "LIMIT_MS", 200)
    with pytest.raises(AssertionError, match=r"never held 'one', only \[\]"):
        witness.expect("b", "one")
