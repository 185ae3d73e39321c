"""The shapes of the views: what fits, what is named when it does not."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lapsy.screens.views import RaceView, TableView, ViewError, check


def test_a_table_view_keeps_everything(sample):
    view = sample.table_view(
        3,
        verdict=sample.verdict(),
        falses=[
            {
                "n": 1,
                "seat": 1,
                "reason": "single",
                "cards": ["4H"],
                "paid": 1,
                "to": "pile",
                "lost_right": False,
                "text": "Vain yksi kortti.",
                "refused": False,
            }
        ],
        challenge={"challenger": 0, "rank": "K", "attempts": 3, "left": 2},
        waiting=[{"board": "e660", "name": "lauta 1", "why": "silent"}],
    )
    checked = check(view)
    assert isinstance(checked, TableView)
    assert msgspec.json.decode(msgspec.json.encode(checked)) == view


def test_a_race_view_keeps_everything(sample):
    order = [{"place": 1, "seats": [2], "margin_us": None, "bound_us": None, "proof": None, "way": None}]
    race = {
        "n": 3,
        "state": "final",
        "why": None,
        "policy": sample.policy(),
        "order": order,
        "marks": [sample.mark(2, 0, "first")],
        "certified": True,
    }
    view = sample.race_view(3, race=race, history=[])
    checked = check(view)
    assert isinstance(checked, RaceView)
    assert msgspec.json.decode(msgspec.json.encode(checked)) == view


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"colour": "red"}, "colour"),
        ({"turn": 8}, "turn"),
        ({"seats": []}, "seats"),
        ({"language": "../fi"}, "language"),
        ({"pile": {"cards": 1, "penalty": 0, "top": [{"card": "1D", "seat": 0, "air": False}]}}, "card"),
        ({"pile": {"cards": -1, "penalty": 0, "top": []}}, "cards"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_does_not_fit_is_named(sample, changes, named):
    with pytest.raises(ViewError, match=named):
        check(sample.table_view() | changes)


@given(field=st.data())
def test_a_missing_field_is_an_error(sample, field):
    view = sample.table_view(2)
    name = field.draw(st.sampled_from(sorted(view)))
    del view[name]
    with pytest.raises(ViewError, match=name if name != "game" else "needs a game"):
        check(view)
